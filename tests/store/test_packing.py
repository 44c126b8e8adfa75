"""Offsets as bytes: what went in comes out, in the shorter of two forms."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wdm.store.packing import append, last_offset, pack, repacked, unpack

OFFSETS = st.lists(st.integers(0, 16_383), unique=True, min_size=1, max_size=400).map(sorted)


@pytest.mark.parametrize(
    ("offsets", "packed"),
    [
        ([0], "01"),  # the gap from -1
        ([253], "fe"),
        ([254], "fe00"),  # 255 as a gap would take two bytes as well, `ff 00`: then it stands as it is
        ([16_383], "ff3f"),
        ([3, 4, 9], "040105"),
        ([0, 1, 255], "0101fe"),  # 1, 1, 254
        ([0, 1, 256], "0101ff00"),  # 1, 1, 255: four bytes for three
        ([0, 300], "01ff2d"),  # 1, 300 = 255 + 45: three bytes for two
        ([0, 600], "00005802"),  # 1, 600 = 2 * 255 + 90 would be four bytes for two
    ],
)
def test_offsets_take_the_shorter_form(offsets: list[int], packed: str) -> None:
    assert pack(offsets).hex() == packed
    assert unpack(bytes.fromhex(packed), len(offsets)) == offsets
    assert unpack(bytes.fromhex(packed), len(offsets), 16_384) == [16_384 + offset for offset in offsets]


@given(OFFSETS)
def test_what_was_packed_comes_out(offsets: list[int]) -> None:
    assert unpack(pack(offsets), len(offsets)) == offsets
    assert len(pack(offsets)) <= 2 * len(offsets)


@given(OFFSETS, st.lists(st.integers(1, 30), max_size=6))
def test_a_list_may_come_in_any_portions(offsets: list[int], sizes: list[int]) -> None:
    packed, count = b"", 0
    for size in [*sizes, len(offsets)]:
        more = offsets[count : count + size]
        if more:
            packed = append(packed, count, offsets[count - 1], more) if count else pack(more)
            count += len(more)
            assert unpack(packed, count) == offsets[:count]
            assert len(packed) <= 2 * count


def test_a_list_that_grows_dense_changes_its_form() -> None:
    # Ten cards, a thousand apart, stand in two bytes each. With a thousand more, one apart, the mean gap is about ten.
    sparse = list(range(0, 10_000, 1000))
    dense = list(range(10_000, 11_000))
    packed = append(pack(sparse), 10, 9000, dense)
    # A gap of 1 (byte), nine of 1000 (3 * 255 + 235: four bytes) and one more to 10,000, then 999 of 1.
    assert len(packed) == 1 + 10 * 4 + 999
    assert unpack(packed, 1010) == sparse + dense


@given(st.lists(st.integers(0, 16_383), unique=True, min_size=1, max_size=100))
def test_what_an_earlier_schema_kept_is_packed_anew(offsets: list[int]) -> None:
    earlier = b"".join(offset.to_bytes(2, "little") for offset in offsets)
    assert unpack(repacked(earlier), len(offsets)) == sorted(offsets)
    assert last_offset(earlier) == max(offsets)
