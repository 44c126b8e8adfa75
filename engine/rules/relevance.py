"""Relevance: how well a memory answers a query, by the words of both and of what was said around it.

A recall has two phases. `candidates` picks cards by presence alone, from posting lists; `rank` reads the
words of those cards and of their neighbours in the same session and scores them. For a card,

    relevance = sum over terms of weight * x / (x + K1 * norm), / sum of weights, * product of factors

where x is the count of the term in the card, plus a share of the counts in its neighbours, plus 1 if the
card's date says it; norm = 1 - B + B * length / mean length, both with the neighbours' share (BM25 of
Robertson and Zaragoza 2009, with the pseudo-document of Kurland and Lee 2004). Every factor is at most 1, so
relevance lies in [0, 1) and may be compared between queries.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import ceil, log, prod
from typing import NamedTuple

from wdm.engine.rules import stopwords, text

K1 = 0.9
"""Saturation of a repeated term; low, because memories are short and a second mention adds little."""
B = 0.5
"""Share of the length norm; any value from 0.3 to 0.75 measures about the same."""
PIECE = 60
"""Terms of a piece: a longer text is scored by its best piece, so that length neither helps nor hides."""
LONG = 90
"""Longest text, in terms, that is left whole."""
PIECES_POWER = 0.2
"""The best of n pieces is divided by n to this power, since the best of many is good by chance."""
NEIGHBOURS = 3
"""Passages on each side whose words count: what is talked about is often named a turn before or after."""
NEAR, FADE = 0.4, 0.7
"""Share of a neighbour's counts at distance 1, and its factor for each step farther."""
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
TAG = 0.5
"""Weight of a matched tag against a word of the same rarity."""
PER_USE, USES, LONGEST = 1.3, 6, 4.0
"""Growth of the half-life for each use, the uses that reach the limit, and the limit."""
TOP = 200
"""Candidates for `rank`: the answer was among them wherever all cards would have found it."""
GATES = 600
"""Best cards by their own words that make candidates of their neighbours."""

_ROLES = frozenset(("user", "assistant", "system", "human", "ai", "bot", "用户", "助手"))
_QUESTION_MARKS = ("?", "？")
_TIMES = frozenset(text.terms(stopwords.ENGLISH_TIMES)) | stopwords.HAN_TIMES
_DULL = frozenset(text.terms(stopwords.ENGLISH_DULL))
_NO_COUNTS: Mapping[str, int] = {}


class Found(StrEnum):
    """Where a term of the query was found."""

    TEXT = "text"
    DATE = "date"
    NEIGHBOUR = "neighbour"
    TAG = "tag"


class Origin(StrEnum):
    """Where a term that is looked for comes from."""

    QUERY = "query"
    TAG = "tag"
    ECHO = "echo"


@dataclass(frozen=True, slots=True)
class Wanted:
    """One term that is looked for, or one tag."""

    term: str
    word: str
    """The word of the query, or the tag's name."""
    weight: float
    """Weight in the query times rarity (`rarity`)."""
    origin: Origin = Origin.QUERY
    meant: float = 1.0
    """Weight in the query alone."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A card as `rank` reads it."""

    number: int
    """The card's number; consecutive numbers of one session are neighbours."""
    terms: Sequence[str]
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


class _Piece(NamedTuple):
    """A piece of a passage."""

    counts: Mapping[str, int]
    length: int
    number: int
    asks: bool


_NOTHING = _Piece({}, 0, -1, False)


@dataclass(frozen=True, slots=True)
class Part:
    """What one term adds to the relevance of a card."""

    wanted: Wanted
    found: Found
    count: float
    """The count x, with shares of neighbours."""
    share: float
    """x / (x + K1 * norm), in (0, 1)."""
    contribution: float
    """weight * share / sum of weights."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A card with its relevance: the sum of the parts' contributions times the product of the factors."""

    number: int
    relevance: float
    parts: tuple[Part, ...]
    factors: Mapping[str, float]


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
    asks = body.rstrip().endswith(_QUESTION_MARKS)
    return Passage(number, text.terms(body), session, text.name_key(speaker), date, tags, asks)


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
) -> tuple[Wanted, ...]:
    """Return what a query looks for; a term that no card holds weighs as one that a single card holds.

    Args:
        query: its terms.
        frequencies: cards that hold each term; absent is 0.
        cards: cards in the store.
        tags: for each tag that the query names, its name, the weight of the path that reached it in (0, 1],
            and its cards.

    """
    words = (
        Wanted(k.term, k.word, k.weight * rarity(max(frequencies.get(k.term, 0), 1), cards), meant=k.weight)
        for k in query.kept
    )
    named = (
        Wanted(code, name, TAG * path * rarity(max(held, 1), cards), Origin.TAG)
        for code, (name, path, held) in (tags or {}).items()
    )
    return (*words, *named)


def candidates(
    wanted: Iterable[Wanted],
    postings: Mapping[str, Iterable[int]],
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
    own: dict[int, float] = defaultdict(float)
    for each in wanted:
        for number in postings.get(each.term, ()):
            own[number] += each.weight
    if not sessions:
        return sorted(own, key=lambda n: (-own[n], -n))[:limit]
    best = sorted(own, key=lambda n: (-own[n], -n))[: max(GATES, limit)]
    spread = {number: own[number] for number in best}
    for number in best:
        for distance in range(1, NEIGHBOURS + 1):
            share = own[number] * _share(distance)
            for near in (number - distance, number + distance):
                spread[near] = spread.get(near, 0.0) + share
    return sorted(spread, key=lambda n: (-spread[n], -n))[:limit]


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


def freshness(age_days: float, half_life_days: float, floor: float, uses: int = 0) -> float:
    """Return floor + (1 - floor) * 2^(-age / h), in [floor, 1]; h grows by 1.3 for each use, at most fourfold."""
    half_life = half_life_days * min(PER_USE ** min(uses, USES), LONGEST)
    return floor + (1 - floor) * float(2.0 ** (-max(age_days, 0.0) / half_life))


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
    terms = frozenset(each.term for each in wanted if each.origin is not Origin.TAG)
    cut: dict[int, list[_Piece]] = {}
    speakers = _named(query, {p.speaker for p in mine})
    scored = []
    for one in mine:
        if one.number not in cut:
            cut[one.number] = _cut(one, terms)
        pieces = cut[one.number]
        before = _around(one, passages, cut, terms, -1)[::-1] if one.session else []
        after = _around(one, passages, cut, terms, 1) if one.session else []
        line = [*before, *pieces, *after]
        best: tuple[Part, ...] = ()
        most = 0.0
        for place in range(len(before), len(before) + len(pieces)):
            parts = _parts(one, wanted, _window(line, place), average, total)
            sum_ = sum(part.contribution for part in parts)
            if sum_ > most:
                best, most = parts, sum_
        if best:
            factors = _factors(one, query, speakers, len(pieces))
            scored.append(Scored(one.number, most * prod(factors.values()), best, factors))
    return sorted(scored, key=lambda s: (-s.relevance, -s.number))


def _share(distance: int) -> float:
    """Return the share of counts that a passage takes from one at a distance of 1 to `NEIGHBOURS`."""
    return NEAR * FADE ** (distance - 1)


_SHARES = tuple(_share(distance) for distance in range(1, NEIGHBOURS + 1))


def _cut(one: Passage, terms: Collection[str]) -> list[_Piece]:
    """Return a passage as pieces of about equal length, with the counts of the wanted terms."""
    length = len(one.terms)
    pieces = ceil(length / PIECE) if length > LONG else 1
    size = max(ceil(length / pieces), 1)
    cut = []
    for start in range(0, max(length, 1), size):
        part = one.terms[start : start + size] if pieces > 1 else one.terms
        held = [term for term in part if term in terms]
        cut.append(_Piece(Counter(held) if held else _NO_COUNTS, len(part), one.number, one.asks))
    return cut


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


def _window(line: Sequence[_Piece], place: int) -> list[tuple[float, _Piece]]:
    """Return a piece with weight 1, and the pieces around it with their shares."""
    here = line[place]
    window = [(1.0, here)]
    for distance, share in enumerate(_SHARES, 1):
        for near, before in ((place - distance, True), (place + distance, False)):
            if 0 <= near < len(line) and (piece := line[near]).length:
                if piece.number == here.number:
                    window.append((share * WITHIN, piece))
                else:
                    window.append((share * ANSWERED if before and piece.asks else share, piece))
    return window


def _parts(
    one: Passage,
    wanted: Sequence[Wanted],
    window: Sequence[tuple[float, _Piece]],
    average: float,
    total: float,
) -> tuple[Part, ...]:
    """Return what each wanted term adds to a piece, seen in its window."""
    mean = min(average, PIECE) * sum(share for share, _ in window)
    norm = 1 - B + B * sum(share * piece.length for share, piece in window) / max(mean, 1.0)
    own = window[0][1].counts
    held = [(share, piece.counts) for share, piece in window if piece.counts]
    parts = []
    for each in wanted:
        term = each.term
        if each.origin is Origin.TAG:
            count, found = float(term in one.tags), Found.TAG
        else:
            count = sum(share * counts[term] for share, counts in held if term in counts)
            dated = term in one.date
            count += dated
            found = Found.TEXT if term in own else Found.DATE if dated else Found.NEIGHBOUR
        if count:
            share = count / (count + K1 * norm)
            parts.append(Part(each, found, count, share, each.weight * share / total))
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


def _echo(wanted: Sequence[Wanted], best: Sequence[Passage], mine: Sequence[Passage]) -> list[Wanted]:
    """Return terms that the best passages share with others but not with the query (feedback after Rocchio)."""
    if not best or any(one.session for one in best):
        return []
    asked = {each.term for each in wanted}
    places: dict[str, float] = defaultdict(float)
    for place, one in enumerate(best, 1):
        for term in set(one.terms) - asked:
            if len(term) > 1 and term not in _DULL and not text.is_function(term):
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
