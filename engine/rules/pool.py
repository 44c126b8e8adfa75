"""Tags in a text: the pool is the vocabulary, and the longest name wins."""

from collections.abc import Container, Iterator
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
    return [
        Span(start, end, _join(cut[start:end]))
        for start in range(len(cut))
        for end in range(start + 1, min(start + LONGEST, len(cut)) + 1)
    ]


def longest(found: list[Span], known: Container[str]) -> Iterator[str]:
    """Yield the known forms of a text from left to right, the longest at each place, none inside another."""
    free = 0
    for span in sorted(found, key=lambda span: (span.start, -span.end)):
        if span.start >= free and span.form in known:
            free = span.end
            yield span.form


def _join(units: list[str]) -> str:
    """Put units together: a space between two words, none beside a character of an unspaced script."""
    joined = ""
    for unit in units:
        gap = " " if joined and not text.unspaced(joined[-1]) and not text.unspaced(unit[0]) else ""
        joined += gap + unit
    return joined
