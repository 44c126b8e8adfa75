"""What a query looks for, and the cards that may answer it: the first phase of a recall.

It knows only which cards hold a term, from posting lists: no counts, no lengths.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from math import log
from typing import NamedTuple

from wdm.engine.rules import text

NEIGHBOURS = 3
"""Passages on each side whose words count: what is talked about is often named a turn before or after."""
NEAR, FADE = 0.4, 0.7
"""Share of a neighbour's counts at distance 1, and its factor for each step farther."""
TAG = 0.1
"""Weight of a matched tag against a word of the same rarity; low, since its name mostly stands in the text too."""
NAME = 0.5
"""Weight of a term of a name that the query means without saying it, against one that it says."""
TOP = 200
"""Candidates for `rank`: twice as many find no more."""
ENOUGH = 4000
"""Cards that the rarer terms must name, for the commoner ones to name no more."""
GATES = 600
"""Best cards by their own words that make candidates of their neighbours."""


class Origin(StrEnum):
    """Where a term that is looked for comes from."""

    QUERY = "query"
    NAME = "name"
    """Another name of a tag that the query names or reaches."""
    TAG = "tag"
    ECHO = "echo"


class Wanted(NamedTuple):
    """One term that is looked for, or one tag."""

    term: str
    word: str
    """The word of the query, or the tag's name."""
    weight: float
    """Weight in the query times rarity (`rarity`)."""
    origin: Origin = Origin.QUERY
    meant: float = 1.0
    """Weight in the query alone."""


def rarity(frequency: int, cards: int) -> float:
    """Return the weight of a term that `frequency` of `cards` cards hold: ln(1 + (N - n + 0.5) / (n + 0.5)), above 0."""
    held = min(max(frequency, 0), cards)
    return log(1 + (cards - held + 0.5) / (held + 0.5))


def weigh(
    query: text.QueryTerms,
    frequencies: Mapping[str, int],
    cards: int,
    *,
    tags: Mapping[str, tuple[str, float, int]] | None = None,
    names: Mapping[str, tuple[str, float]] | None = None,
) -> tuple[Wanted, ...]:
    """Return what a query looks for; a term that no card holds weighs as one that a single card holds.

    Args:
        query: its terms.
        frequencies: cards that hold each term; absent is 0.
        cards: cards in the store.
        tags: for each tag that the query names, its name, the weight of the path that reached it in (0, 1],
            and its cards.
        names: for each term of their other names, the name and the weight of its path.

    """
    words = (
        Wanted(k.term, k.word, k.weight * rarity(max(frequencies.get(k.term, 0), 1), cards), meant=k.weight)
        for k in query.kept
    )
    named = (
        Wanted(code, name, TAG * path * rarity(max(held, 1), cards), Origin.TAG)
        for code, (name, path, held) in (tags or {}).items()
    )
    others = (
        Wanted(term, name, NAME * path * rarity(frequencies[term], cards), Origin.NAME, NAME * path)
        for term, (name, path) in (names or {}).items()
        if term in frequencies
    )
    return (*words, *named, *others)


def candidates(
    wanted: Iterable[Wanted],
    postings: Mapping[str, Sequence[int]],
    *,
    limit: int = TOP,
    sessions: bool = True,
) -> list[int]:
    """Return the numbers of the most promising cards, best first, of equals the newest.

    Args:
        wanted: terms and tags.
        postings: numbers of the cards that hold each term or tag.
        limit: numbers to return, at most.
        sessions: whether cards have sessions; then neighbours of good cards come too, of which `rank` takes
            those that exist in the same session.

    """
    own: dict[int, float] = {}
    for each in sorted(wanted, key=lambda each: len(postings.get(each.term, ()))):
        weight, holders = each.weight, postings.get(each.term, ())
        # Rare terms come first; once they name enough cards, a common one only tells which of them are better.
        named = own if len(own) >= ENOUGH else dict.fromkeys(holders, weight) | own
        for number in own.keys() & holders:
            named[number] += weight
        own = named
    if not sessions:
        return _best(own, limit)
    best = _best(own, max(GATES, limit))
    spread = {number: own[number] for number in best}
    for number in best:
        for distance in range(1, NEIGHBOURS + 1):
            lent = own[number] * share(distance)
            for near in (number - distance, number + distance):
                spread[near] = spread.get(near, 0.0) + lent
    return _best(spread, limit)


def _best(weights: Mapping[int, float], limit: int) -> list[int]:
    """Return the numbers with the greatest weights, of equals the newest; bare weights sort faster than pairs."""
    least = sorted(weights.values())[-limit:][0] if weights else 0.0
    best = sorted(((weight, number) for number, weight in weights.items() if weight >= least), reverse=True)
    return [number for _, number in best[:limit]]


def share(distance: int) -> float:
    """Return the share of counts that a passage takes from one at a distance of 1 to `NEIGHBOURS`."""
    return NEAR * FADE ** (distance - 1)
