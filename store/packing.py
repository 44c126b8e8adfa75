"""A block of a posting list as bytes: ascending offsets, each in about one byte where they are dense.

Sparse offsets stand as they are, two bytes each, the lower first. Where it is shorter, the gaps between them stand
instead: a gap is 255 as often as it holds 255, and then the rest. Which of the two it is, the length tells: gaps take
less than two bytes an offset.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Sequence
from itertools import accumulate, chain, compress, islice
from operator import sub

BLOCK_BITS = 14
"""A block holds the offsets of 2 ** 14 = 16,384 numbers."""

_FULL = 255
_ENDS = bytes([1] * _FULL + [0])
"""By byte, whether it ends a gap."""

_FEW, _DENSE = 32, 128
"""Offsets from which, and mean gap up to which, an open list changes to gaps, which are shorter then."""


def pack(offsets: Sequence[int]) -> bytes:
    """Return ascending offsets, each in 0..16383 and none twice, as bytes."""
    gaps = _gaps(offsets, -1)
    return gaps if len(gaps) < 2 * len(offsets) else _plain(offsets)


def unpack(packed: bytes, count: int, first: int = 0) -> list[int]:
    """Return the numbers of a block, ascending.

    Args:
        packed: their offsets.
        count: how many they are.
        first: number of the block's first offset.

    """
    if len(packed) == 2 * count:
        offsets = array("H", packed)
        if sys.byteorder == "big":
            offsets.byteswap()
        return [first + offset for offset in offsets]
    sums = islice(accumulate(packed, initial=first - 1), 1, None)
    return list(sums if len(packed) == count else compress(sums, packed.translate(_ENDS)))


def append(packed: bytes, count: int, last: int, more: Sequence[int]) -> bytes:
    """Return packed offsets with more after them.

    Args:
        packed: ascending offsets, or nothing.
        count: how many they are.
        last: the last of them.
        more: ascending offsets, all above `last`.

    """
    if not count:
        return pack(more)
    total = count + len(more)
    if len(packed) == 2 * count:
        if total < _FEW or more[-1] >= total * _DENSE:
            return packed + _plain(more)
    else:
        longer = packed + _gaps(more, last)
        if len(longer) < 2 * total:
            return longer
    return pack([*unpack(packed, count), *more])


def repacked(offsets: bytes) -> bytes:
    """Return offsets that stand in any order, two bytes each, as `pack` does."""
    return pack(sorted(unpack(offsets, len(offsets) // 2)))


def last_offset(offsets: bytes) -> int:
    """Return the largest of offsets that stand in any order, two bytes each."""
    return max(unpack(offsets, len(offsets) // 2))


def _plain(offsets: Iterable[int]) -> bytes:
    plain = array("H", offsets)
    if sys.byteorder == "big":
        plain.byteswap()
    return plain.tobytes()


def _gaps(offsets: Sequence[int], last: int) -> bytes:
    gaps = list(map(sub, offsets, chain((last,), offsets)))
    if max(gaps) < _FULL:
        return bytes(gaps)
    return b"".join(b"\xff" * (gap // _FULL) + bytes((gap % _FULL,)) for gap in gaps)
