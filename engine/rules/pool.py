"""Tags in a text: the pool is the vocabulary, and the longest name wins."""

from collections.abc import Container, Iterator
from itertools import pairwise
from typing import NamedTuple

from wdm.engine.rules import text

LONGEST = 16
"""Units (Han characters or words) of the longest name that is looked for in a text."""


class Span(NamedTuple):
    """A stretch of a text, in units, and the form under which the pool may know it."""

    start: int
    end: int
    form: str


def match_form(name: str) -> str:
    """Return the form under which a name is matched: folded, its English words stemmed, white space as one space."""
    return _join(text.units(name))


def tag_code(number: int) -> str:
    """Return the code of a tag, which stays its own for ever."""
    return f"T{number:05d}"


def name_columns(name: str) -> dict[str, object]:
    """Return a name of a tag, as it is kept, with the key it is unique by and the form it is matched by."""
    clean = " ".join(name.split())
    return {"name": clean, "key": text.name_key(clean), "match": match_form(clean)}


def spans(words: str) -> list[Span]:
    """Return every stretch of a text that may be a name."""
    cut = text.units(words)
    gaps = _gaps(cut)
    found = []
    for start in range(len(cut)):
        form = ""
        for place in range(start, min(start + LONGEST, len(cut))):
            form += gaps[place] + cut[place] if form else cut[place]
            found.append(Span(start, place + 1, form))
    return found


def longest(found: list[Span], known: Container[str]) -> Iterator[str]:
    """Yield the known forms of a text from left to right, the longest at each place, none inside another."""
    free = 0
    names = [span for span in found if span.form in known]
    for span in sorted(names, key=lambda span: (span.start, -span.end)):
        if span.start >= free:
            free = span.end
            yield span.form


def _join(units: list[str]) -> str:
    """Put units together."""
    return "".join(gap + unit for gap, unit in zip(_gaps(units), units, strict=True))


def _gaps(units: list[str]) -> list[str]:
    """Return what stands before each unit: a space between two words, nothing beside a character of an unspaced script."""
    if not units:
        return []
    words = [(not text.unspaced(unit[0]), not text.unspaced(unit[-1])) for unit in units]
    return ["", *(" " if before and word else "" for (_, before), (word, _) in pairwise(words))]
