"""Times as people write them, as milliseconds since 1970-01-01T00:00:00Z."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache

from wdm.store.errors import Usage

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
DAY = 86_400_000
"""Milliseconds of a day."""

FIRST = -62_135_596_800_000
"""The first millisecond of the year 1."""

LAST = 253_402_300_799_999
"""The last millisecond of the year 9999."""

EXAMPLES = "2026-05-31, 2026-05, 2026-05-31T09:00:00Z, 30d, 2w, 3mo, yesterday, 昨天, 上周"

_DAYS = {
    "today": 0, "今天": 0, "yesterday": 1, "昨天": 1, "前天": 2, "last week": 7, "上周": 7,
    "last month": 30, "上个月": 30, "上月": 30, "last year": 365, "去年": 365,
}  # fmt: skip
_UNITS = {
    "h": 1 / 24, "小时": 1 / 24, "d": 1, "天": 1, "日": 1, "w": 7, "周": 7, "mo": 30, "个月": 30, "月": 30,
    "y": 365, "年": 365,
}  # fmt: skip
# Patterns as text: most calls name no time, and a compiled one costs every start of the program.
_AGO = rf"(\d{{1,5}})\s*({'|'.join(sorted(_UNITS, key=len, reverse=True))})\s*(?:ago|前|以前)?"
_COMPACT = r"(\d{4})(\d{2})(\d{2})"
_PARTIAL = r"(\d{4})(?:年|[-/年](\d{1,2})(?:月|[-/月](\d{1,2})[日号]?)?)?"


def to_ms(moment: datetime) -> int:
    """Return a moment in milliseconds; one without a zone is taken as UTC."""
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return (aware - EPOCH) // timedelta(milliseconds=1)


def to_moment(ms: int) -> datetime:
    """Return the moment in UTC; one outside the years 1 to 9999 is brought to the nearest of them."""
    try:
        return EPOCH + timedelta(milliseconds=ms)
    except OverflowError:
        return datetime.max.replace(tzinfo=UTC) if ms > 0 else datetime.min.replace(tzinfo=UTC)


@lru_cache(4096)
def iso(ms: int) -> str:
    """Return a time as ISO 8601 in UTC with `Z`, to the second unless it has a fraction."""
    moment = to_moment(ms)
    spec = "milliseconds" if moment.microsecond else "seconds"
    return moment.isoformat(timespec=spec).replace("+00:00", "Z")


def parse_iso(text: str) -> int:
    """Return an ISO 8601 date or time in milliseconds; without a zone it is taken as UTC.

    Raises:
        ValueError: it is none, or lies outside the years 1 to 9999.

    """
    ms = to_ms(datetime.fromisoformat(text.strip()))
    if not FIRST <= ms <= LAST:  # a zone can lead out of the years
        raise ValueError(f"{text!r} lies outside the years 1 to 9999")
    return ms


def parse_stamp(value: object) -> int:
    """Return the time of a memory: ISO 8601, or seconds (or milliseconds, from 1e11 on) since 1970.

    Raises:
        ValueError: it is none of these.

    """
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise ValueError("time must be a text in ISO 8601 or a number of seconds since 1970")
    if isinstance(value, str):
        try:
            return parse_iso(value)
        except ValueError as error:
            raise ValueError(f"time {value!r} is not ISO 8601, such as 2026-05-31T09:00:00Z") from error
    if value == value and abs(value) <= LAST:  # NaN is not itself
        ms = round(value if abs(value) >= 1e11 else value * 1000)
        if ms >= FIRST:
            return ms
    raise ValueError(f"time {value!r:.40} lies outside the years 1 to 9999")


def parse_border(text: str, now: int, *, end: bool = False) -> int:
    """Return the time that a person means by `2026-05`, `30d`, `昨天` or an ISO time.

    Args:
        text: a day, month, year, ISO time, or a stretch back from now.
        now: in milliseconds.
        end: take the first moment after the day, month or year that is named, instead of its first.

    Raises:
        Usage: it is none of these; the message has examples.

    """
    plain = text.strip().casefold()
    today = now - now % DAY
    if plain == "now":
        return now
    if plain in _DAYS:
        start = today - _DAYS[plain] * DAY
        return start + DAY if end and _DAYS[plain] < 7 else start
    try:
        # Before the stretches: 2026年 is the year, not 2026 years ago.
        if partial := re.fullmatch(_COMPACT, plain) or re.fullmatch(_PARTIAL, plain):
            return _partial(*(int(part) if part else None for part in partial.groups()), end=end)  # type: ignore[arg-type]
        if ago := re.fullmatch(_AGO, plain):
            return now - round(int(ago[1]) * _UNITS[ago[2]] * DAY)
        return parse_iso(text.strip().upper())
    except (ValueError, OverflowError) as error:
        raise Usage(f"{text!r} is not a time", hint=f"good ones: {EXAMPLES}") from error


def _partial(year: int, month: int | None, day: int | None, *, end: bool) -> int:
    first = date(year, month or 1, day or 1)
    if end and year == date.max.year and (month or 12) == 12 and (day or 31) == 31:
        return LAST + 1
    if end:
        if day:
            first += timedelta(days=1)
        elif month:
            first = date(year + month // 12, month % 12 + 1, 1)
        else:
            first = date(year + 1, 1, 1)
    return to_ms(datetime(first.year, first.month, first.day, tzinfo=UTC))
