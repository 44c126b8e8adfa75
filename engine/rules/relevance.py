"""Relevance: how well a memory answers a query, by the words of both and of what was said around it.

This is the second phase of a recall (the first is `wanted`): `rank` reads the words of the candidates and of
their neighbours in the same session and scores them. For a card,

    relevance = sum over terms of weight * x / (x + K1 * norm), / sum of weights, * product of factors

where x is the count of the term in the card, plus a share of the counts in its neighbours (1 for one that is
no candidate itself, whose text is not read), plus 1 if the card's date says it; norm = 1 - B + B * length /
mean length, both with the neighbours' share (BM25 of Robertson and Zaragoza 2009, with the pseudo-document of
Kurland and Lee 2004). Every factor is at most 1, so relevance lies in [0, 1) and may be compared between queries.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from functools import cache
from math import ceil, prod
from typing import NamedTuple

from wdm.engine.rules import stopwords, text
from wdm.engine.rules.passages import LONG, Passage
from wdm.engine.rules.wanted import NEIGHBOURS, Origin, Wanted, rarity, share

K1 = 0.9
"""Saturation of a repeated term; low, because memories are short and a second mention adds little."""
B = 0.5
"""Share of the length norm; any value from 0.3 to 0.75 measures about the same."""
PIECE = 60
"""Terms of a piece: a longer text is scored by its best piece, so that length neither helps nor hides."""
PIECES_POWER = 0.2
"""The best of n pieces is divided by n to this power, since the best of many is good by chance."""
WITHIN = 0.3
"""Factor of that share between pieces of one text, which stand on their own more than turns do."""
ANSWERED = 1.5
"""Factor of that share from a question to the turns after it, which answer in other words."""
OTHER_SPEAKER = 1 / 1.5
"""Factor of a card by another than the speaker whom the query names."""
TIMELESS = 1 / 1.3
"""Factor of a card that says no time when the query asks for one."""
QUESTION = 0.8
"""Factor of a turn that ends as a question: memories are in the answers."""
ECHO_CARDS, ECHO_TERMS, ECHO = 5, 8, 0.2
"""Best cards that lend terms to the query, how many, and their weight against the query's own.

Only where the best cards stand alone: in a session the neighbours do this better.
"""
_ROLES = frozenset(("user", "assistant", "system", "human", "ai", "bot", "用户", "助手"))
_TIMES = frozenset(text.terms(stopwords.ENGLISH_TIMES)) | stopwords.HAN_TIMES
_NO_COUNTS: Mapping[str, int] = {}


class Found(StrEnum):
    """Where a term of the query was found."""

    TEXT = "text"
    DATE = "date"
    NEIGHBOUR = "neighbour"
    TAG = "tag"


class _Piece(NamedTuple):
    """A piece of a passage."""

    counts: Mapping[str, int]
    length: int
    number: int
    asks: bool


_NOTHING = _Piece({}, 0, -1, False)


class Part(NamedTuple):
    """What one term adds to the relevance of a card; a tuple, since a recall makes thousands."""

    wanted: Wanted
    found: Found
    seen: float
    """The count x, with shares of neighbours."""
    share: float
    """x / (x + K1 * norm), in (0, 1)."""
    contribution: float
    """weight * share / sum of weights."""


class _Sight(NamedTuple):
    """What is seen of the wanted terms from a piece."""

    worth: float
    seen: Mapping[str, float]
    limit: float
    """K1 * norm."""
    own: Mapping[str, int]

    def share(self, count: float) -> float:
        """Return count / (count + K1 * norm), in [0, 1)."""
        return count / (count + self.limit)


class Scored(NamedTuple):
    """A card with its relevance: the sum of the parts' contributions times the product of the factors."""

    number: int
    relevance: float
    factors: Mapping[str, float]
    passage: Passage
    wanted: Sequence[Wanted]
    """What was looked for, the echo too."""
    sight: _Sight

    @property
    def parts(self) -> tuple[Part, ...]:
        """What each wanted term that was found adds; made when asked for, since few cards are explained."""
        return _parts(self.passage, self.wanted, self.sight)


def rank(
    query: text.QueryTerms,
    wanted: Sequence[Wanted],
    passages: Mapping[int, Passage],
    chosen: Iterable[int],
    *,
    average: float,
) -> list[Scored]:
    """Return the chosen cards that hold any of the wanted, best first, of equals the newest.

    Args:
        query: for what it asks and whom it names.
        wanted: terms and tags with their weights.
        passages: the chosen cards and their neighbours, by number.
        chosen: numbers to score; those without a passage are left out.
        average: mean length of a card in terms.

    """
    mine = [passages[number] for number in dict.fromkeys(chosen) if number in passages]
    scored = _score(query, wanted, passages, mine, average)
    echo = _echo(wanted, [passages[s.number] for s in scored[:ECHO_CARDS]], mine)
    return _score(query, (*wanted, *echo), passages, mine, average) if echo else scored


def _score(
    query: text.QueryTerms,
    wanted: Sequence[Wanted],
    passages: Mapping[int, Passage],
    mine: Sequence[Passage],
    average: float,
) -> list[Scored]:
    """Return the passages that hold any of the wanted, scored, best first."""
    total = sum(each.weight for each in wanted)
    if not total:
        return []
    weights = {each.term: each.weight for each in wanted if each.origin is not Origin.TAG}
    tags = [each for each in wanted if each.origin is Origin.TAG]
    cut: dict[int, list[_Piece]] = {}
    speakers = _named(query, {p.speaker for p in mine})
    scored = []
    for one in mine:
        if one.number not in cut:
            cut[one.number] = _cut(one, weights)
        pieces = cut[one.number]
        before = _around(one, passages, cut, weights, -1)[::-1] if one.session else []
        after = _around(one, passages, cut, weights, 1) if one.session else []
        line = [*before, *pieces, *after]
        dated = [term for term in one.date if term in weights]
        places = list(range(len(before), len(before) + len(pieces)))
        if len(pieces) > 1:  # a piece without words of its own cannot be the best, unless all are
            places = [place for place in places if line[place].counts] or places[:1]
        best = max((_sight(line, place, dated, weights, average) for place in places), key=_worth)
        worth = best.worth + sum(each.weight * best.share(1.0) for each in tags if each.term in one.tags)
        if worth:
            factors = _factors(one, query, speakers, len(pieces))
            relevance = worth / total * prod(factors.values())
            scored.append(Scored(one.number, relevance, factors, one, wanted, best))
    return sorted(scored, key=lambda s: (-s.relevance, -s.number))


_SHARES = tuple(share(distance) for distance in range(1, NEIGHBOURS + 1))


def _cut(one: Passage, terms: Collection[str]) -> list[_Piece]:
    """Return a passage as pieces of about equal length, with the counts of the wanted terms."""
    if one.length:
        return [_piece(one.terms, terms, one.length, one)]
    length = len(one.terms)
    pieces = ceil(length / PIECE) if length > LONG else 1
    size = max(ceil(length / pieces), 1)
    parts = (one.terms[start : start + size] for start in range(0, max(length, 1), size))
    return [_piece(part, terms, len(part), one) for part in parts]


def _piece(part: Sequence[str], terms: Collection[str], length: int, one: Passage) -> _Piece:
    """Return a piece of a passage, with the counts of the wanted terms."""
    held = [*filter(terms.__contains__, part)]
    return _Piece(Counter(held) if held else _NO_COUNTS, length, one.number, one.asks)


def _around(
    one: Passage,
    passages: Mapping[int, Passage],
    cut: dict[int, list[_Piece]],
    terms: Collection[str],
    step: int,
) -> list[_Piece]:
    """Return the nearest pieces before (step -1) or after (step 1) a passage in its session, the nearest first."""
    found: list[_Piece] = []
    for distance in range(1, NEIGHBOURS + 1):
        near = passages.get(one.number + step * distance)
        if near is None or near.session != one.session:
            found.append(_NOTHING)
            continue
        if near.number not in cut:
            cut[near.number] = _cut(near, terms)
        found += cut[near.number][::step]
        if len(found) >= NEIGHBOURS:
            break
    return found[:NEIGHBOURS]


def _sight(
    line: Sequence[_Piece], place: int, dated: Sequence[str], weights: Mapping[str, float], average: float
) -> _Sight:
    """Return what is seen of the wanted terms from a piece: its own counts, and shares of those around it."""
    here = line[place]
    seen: dict[str, float] = dict(here.counts)
    length, reach = float(here.length), 1.0
    for near in range(max(place - NEIGHBOURS, 0), min(place + NEIGHBOURS + 1, len(line))):
        piece = line[near]
        if near == place or not piece.length:
            continue
        part = _SHARES[abs(near - place) - 1]
        if piece.number == here.number:
            part *= WITHIN
        elif near < place and piece.asks:
            part *= ANSWERED
        length += part * piece.length
        reach += part
        for term, count in piece.counts.items():
            seen[term] = seen.get(term, 0.0) + part * count
    for term in dated:
        seen[term] = seen.get(term, 0.0) + 1.0
    limit = K1 * (1 - B + B * length / max(min(average, PIECE) * reach, 1.0))
    worth = 0.0
    for term, often in seen.items():
        worth += weights[term] * often / (often + limit)
    return _Sight(worth, seen, limit, here.counts)


def _worth(sight: _Sight) -> float:
    return sight.worth


def _parts(one: Passage, wanted: Sequence[Wanted], sight: _Sight) -> tuple[Part, ...]:
    """Return what each wanted term adds to a passage."""
    total = sum(each.weight for each in wanted)
    parts = []
    for each in wanted:
        if each.origin is Origin.TAG:
            seen, found = float(each.term in one.tags), Found.TAG
        elif each.term in sight.seen:
            seen = sight.seen[each.term]
            dated = each.term in one.date
            found = Found.TEXT if each.term in sight.own else Found.DATE if dated else Found.NEIGHBOUR
        else:
            continue
        if seen:
            worth = sight.share(seen)
            parts.append(Part(each, found, seen, worth, each.weight * worth / total))
    return tuple(parts)


def _named(query: text.QueryTerms, speakers: Iterable[str]) -> frozenset[str]:
    """Return the speakers whom a query names; in a dialogue names are labels, and roles are no names."""
    asked = {kept.term for kept in query.kept}
    if query.dialogue:
        return frozenset()
    return frozenset(
        name for name in speakers if name and name not in _ROLES and asked.issuperset(text.terms(name))
    )


def _factors(one: Passage, query: text.QueryTerms, named: Collection[str], pieces: int) -> dict[str, float]:
    """Return the factors of a card that are not 1, by name."""
    factors = {}
    if named and one.speaker not in named:
        factors["speaker"] = OTHER_SPEAKER
    if query.asks_when and not _says_time(one.terms):
        factors["time"] = TIMELESS
    if one.asks and one.session:
        factors["question"] = QUESTION
    if pieces > 1:
        factors["pieces"] = float(pieces**-PIECES_POWER)
    return factors


def _says_time(terms: Sequence[str]) -> bool:
    """Tell whether terms name a day, a month, a year or something like `yesterday`."""
    if not _TIMES.isdisjoint(terms):
        return True
    numbers = (term for term in terms if term[0].isdigit())
    return any(term[-1] in "年月日号点" or (len(term) == 4 and term.isdigit()) for term in numbers)


@cache
def _dull() -> frozenset[str]:
    """Return the stems that no card lends; made when first needed, since it takes two milliseconds."""
    return frozenset(text.terms(stopwords.ENGLISH_DULL))


def _echo(wanted: Sequence[Wanted], best: Sequence[Passage], mine: Sequence[Passage]) -> list[Wanted]:
    """Return terms that the best passages share with others but not with the query (feedback after Rocchio)."""
    if not best or any(one.session for one in best):
        return []
    asked = {each.term for each in wanted}
    dull = _dull()
    places: dict[str, float] = defaultdict(float)
    for place, one in enumerate(best, 1):
        for term in set(one.terms) - asked:
            if len(term) > 1 and term not in dull and not text.is_function(term):
                places[term] += 1 / place
    held = Counter(term for one in mine for term in places.keys() & one.terms)
    weights = {term: near * rarity(held[term], len(mine)) for term, near in places.items() if held[term] > 1}
    queried = [each for each in wanted if each.origin is Origin.QUERY]
    mean = sum(each.meant for each in queried) / max(len(queried), 1)
    lent = sorted(weights, key=lambda term: (-weights[term], term))[:ECHO_TERMS]
    return [
        Wanted(term, term, ECHO * mean * rarity(held[term], len(mine)), Origin.ECHO, ECHO * mean)
        for term in lent
    ]
