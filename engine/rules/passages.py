"""Cards as relevance reads them: the terms of their text, and what else bears on an answer."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from wdm.engine.rules import text

WORD = 5.2
"""Characters of a word and its space: what makes a length in characters one in terms."""
LONG = 90
"""Longest text, in terms, that is left whole."""

_QUESTION_MARKS = ("?", "？")


class Passage(NamedTuple):
    """A card as `rank` reads it."""

    number: int
    """The card's number; consecutive numbers of one session are neighbours."""
    terms: Sequence[str]
    """Those of its text; of a neighbour, once each, the wanted ones that the index knows it to hold."""
    session: str = ""
    """Empty: the card stands alone."""
    speaker: str = ""
    """Key of the speaker's name (`text.name_key`)."""
    date: Collection[str] = ()
    """Terms of its day (`text.date_terms`)."""
    tags: Collection[str] = ()
    """The `Wanted.term` of each of its tags that the query may want, such as codes."""
    asks: bool = False
    """Whether the text ends as a question."""
    length: int = 0
    """Of a neighbour, about how many terms its text has; else 0."""


def passage(
    number: int,
    body: str,
    *,
    session: str = "",
    speaker: str = "",
    date: Collection[str] = (),
    tags: Collection[str] = (),
) -> Passage:
    """Return a card's text as a passage."""
    return Passage(number, text.terms(body), session, text.name_key(speaker), date, tags, _asks(body))


def neighbour(
    number: int, held: Sequence[str], *, session: str, end: str, characters: int, octets: int
) -> Passage:
    """Return what is seen of a card from those beside it, without its text being read.

    Args:
        number: the card's.
        held: the wanted terms that it holds.
        session: the card's.
        end: the last characters of its text.
        characters: of its text.
        octets: of its text in UTF-8, from which the share of Han characters is told.

    """
    han = min((octets - characters) // 2, characters)
    length = 2 * han + round((characters - han) / WORD)
    return Passage(number, held, session, asks=_asks(end), length=min(max(length, 1), LONG))


def _asks(words: str) -> bool:
    return words.rstrip().endswith(_QUESTION_MARKS)
