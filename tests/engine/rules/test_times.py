"""Times as people and programs write them, with the milliseconds worked out by hand."""

from __future__ import annotations

import contextlib
from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wdm.engine.rules import times
from wdm.store.errors import Usage

HOUR = 3_600_000
DAY = 24 * HOUR
# 56 years after 1970 with 14 leap days (1972 to 2024) are 20,454 days; January to May of 2026 are 151 more.
JUNE_1 = (20_454 + 151) * DAY
NOON = JUNE_1 + 12 * HOUR


def test_the_worked_out_day_is_the_one_of_the_calendar() -> None:
    assert times.iso(JUNE_1) == "2026-06-01T00:00:00Z"


@pytest.mark.parametrize(
    ("text", "ms"),
    [
        ("2026-06-01", JUNE_1),
        ("2026-06-01T12:00:00Z", NOON),
        ("2026-06-01T12:00:00", NOON),  # without a zone: UTC
        ("2026-06-01 12:00", NOON),
        ("2026-06-01T20:00:00+08:00", NOON),
        ("2026-06-01T12:00:00.250Z", NOON + 250),
        (" 2026-06-01 ", JUNE_1),
        ("1970-01-01", 0),
        ("1969-12-31T23:59:59Z", -1000),
        ("0001-01-01", times.FIRST),
        ("9999-12-31T23:59:59.999Z", times.LAST),
    ],
)
def test_iso_times_are_read(text: str, ms: int) -> None:
    assert times.parse_iso(text) == ms
    assert times.parse_stamp(text) == ms


@pytest.mark.parametrize(
    "text",
    ["", "soon", "2026-13-01", "2026-02-30", "10000-01-01", "0000-01-01", "1700000000", "2026-06-01T25:00",
     "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-01:00"],
)  # fmt: skip
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"ISO|outside|Invalid|range|must be"):
        times.parse_iso(text)
    with pytest.raises(ValueError, match="not ISO 8601, such as 2026-05-31T09:00:00Z"):
        times.parse_stamp(text)


@pytest.mark.parametrize(
    ("number", "ms"),
    [
        (0, 0),
        (1.5, 1500),
        (-1, -1000),
        (1_700_000_000, 1_700_000_000_000),
        (1_700_000_000_000, 1_700_000_000_000),  # from 1e11 on: milliseconds
        (1_700_000_000.123, 1_700_000_000_123),
        (99_999_999_999, 99_999_999_999_000),
        (100_000_000_000, 100_000_000_000),
        (-62_135_596_800, times.FIRST),
    ],
)
def test_numbers_are_seconds_or_when_large_milliseconds(number: float, ms: int) -> None:
    assert times.parse_stamp(number) == ms


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 1e300, times.LAST + 1, -62_135_596_801, -1e14])
def test_numbers_outside_the_years_1_to_9999_are_refused(value: float) -> None:
    with pytest.raises(ValueError, match="outside the years 1 to 9999"):
        times.parse_stamp(value)


@pytest.mark.parametrize("value", [True, None, [], {}])
def test_other_types_are_no_time(value: object) -> None:
    with pytest.raises(ValueError, match="time must be"):
        times.parse_stamp(value)


@given(st.integers(times.FIRST, times.LAST))
def test_a_time_comes_back_from_its_text(ms: int) -> None:
    told = times.iso(ms)
    assert told.endswith("Z")
    assert times.parse_iso(told) == ms


@given(st.integers())
def test_every_number_of_milliseconds_can_be_written(ms: int) -> None:
    assert times.iso(ms).endswith("Z")


@given(st.datetimes(datetime(2, 1, 1), datetime(9998, 1, 1)), st.integers(-14, 14))  # noqa: DTZ001
def test_a_zone_moves_a_time_by_its_hours(moment: datetime, hours: int) -> None:
    zoned = moment.replace(tzinfo=timezone(timedelta(hours=hours)))
    assert times.to_ms(zoned) == times.to_ms(moment) - hours * HOUR


BORDERS = [
    # text, the first moment that it means, the first moment after it (now is noon of 1 June 2026)
    ("2026-06-01", JUNE_1, JUNE_1 + DAY),
    ("2026/6/1", JUNE_1, JUNE_1 + DAY),
    ("20260601", JUNE_1, JUNE_1 + DAY),
    ("2026年6月1日", JUNE_1, JUNE_1 + DAY),
    ("2026年6月1号", JUNE_1, JUNE_1 + DAY),
    ("2026-05", JUNE_1 - 31 * DAY, JUNE_1),
    ("2026年5月", JUNE_1 - 31 * DAY, JUNE_1),
    ("2025-12", JUNE_1 - 182 * DAY, JUNE_1 - 151 * DAY),
    ("2026", JUNE_1 - 151 * DAY, JUNE_1 + 214 * DAY),
    ("2026年", JUNE_1 - 151 * DAY, JUNE_1 + 214 * DAY),
    ("today", JUNE_1, JUNE_1 + DAY),
    ("今天", JUNE_1, JUNE_1 + DAY),
    ("Yesterday", JUNE_1 - DAY, JUNE_1),
    ("昨天", JUNE_1 - DAY, JUNE_1),
    ("前天", JUNE_1 - 2 * DAY, JUNE_1 - DAY),
    ("now", NOON, NOON),
    ("30d", NOON - 30 * DAY, NOON - 30 * DAY),
    ("2w", NOON - 14 * DAY, NOON - 14 * DAY),
    ("2 w ago", NOON - 14 * DAY, NOON - 14 * DAY),
    ("3mo", NOON - 90 * DAY, NOON - 90 * DAY),
    ("12h", NOON - 12 * HOUR, NOON - 12 * HOUR),
    ("1y", NOON - 365 * DAY, NOON - 365 * DAY),
    ("1200日", NOON - 1200 * DAY, NOON - 1200 * DAY),
    ("2年前", NOON - 730 * DAY, NOON - 730 * DAY),
    ("3天前", NOON - 3 * DAY, NOON - 3 * DAY),
    ("2026-06-01T09:00:00Z", JUNE_1 + 9 * HOUR, JUNE_1 + 9 * HOUR),
    ("2026-06-01t09:00:00z", JUNE_1 + 9 * HOUR, JUNE_1 + 9 * HOUR),
    ("9999-12-31", times.LAST + 1 - DAY, times.LAST + 1),
    ("9999-12", times.LAST + 1 - 31 * DAY, times.LAST + 1),
    ("9999", times.LAST + 1 - 365 * DAY, times.LAST + 1),
]


@pytest.mark.parametrize(("text", "start", "end"), BORDERS)
def test_borders_are_understood_as_people_write_them(text: str, start: int, end: int) -> None:
    assert times.parse_border(text, NOON) == start
    assert times.parse_border(text, NOON, end=True) == end


@pytest.mark.parametrize(
    "text", ["", "soon", "2026-13", "2026-02-30", "d", "-3d", "3 parsecs", "0000", "1e9"]
)
def test_a_border_that_is_none_names_good_examples(text: str) -> None:
    with pytest.raises(Usage) as caught:
        times.parse_border(text, NOON)
    assert repr(text) in caught.value.message
    assert "2026-05" in caught.value.hint
    assert "昨天" in caught.value.hint


@given(st.text(max_size=20), st.booleans())
def test_any_text_is_a_border_or_a_usage_error(text: str, end: bool) -> None:
    with contextlib.suppress(Usage):
        assert isinstance(times.parse_border(text, NOON, end=end), int)
