"""Finding the memories that answer a query, and saying why each was found."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import prod
from typing import NamedTuple

from wdm.engine.look import tag_ids
from wdm.engine.naming import Named, named, other_names
from wdm.engine.rules import cards as card_rules
from wdm.engine.rules import freshness, judgement, passages, relevance, text
from wdm.engine.rules.wanted import NEIGHBOURS, Wanted, candidates, weigh
from wdm.engine.settings import RecallSettings
from wdm.store.cards import CardFilter
from wdm.store.reader import Reader
from wdm.store.records import Card, Depth, FeedbackGiven, Tag

BODY = 20_000
"""Characters of a card that are scored; a document is cut into sections long before."""

READ, FEWEST = 40_000, 80
"""Terms of candidates that are read for a query, and candidates at least: what bounds it where cards are long."""

LONG_QUERY = 100
"""Terms of a query that looks at twice as many candidates: the index alone tells less well which are good."""

SCENE = 1.1
"""Factor for the category of the scene that a query names, and once more for the subcategory."""

HIDDEN = 5
"""Cards out of sight that are named when nothing else is found."""


class Query(NamedTuple):
    """One question to a memory; None and () mean no limit."""

    words: str
    id: str | int | None = None
    top: int = 5
    depth: Depth = Depth.SHALLOW
    tags: tuple[str, ...] = ()
    topic: str | None = None
    scene: str | None = None
    since: int | None = None
    until: int | None = None
    everything: bool = False


class Hit(NamedTuple):
    """A card that answers a query."""

    card: Card
    score: float
    """Product of `factors`, multiplied in the order in which they stand."""
    factors: Mapping[str, float]
    """relevance, freshness, feedback, scene."""
    scored: relevance.Scored
    """How the relevance came about."""
    tags: tuple[Named, ...]
    """Those of the query's tags, named or reached by relations, that the card carries."""


class Answer(NamedTuple):
    """What a memory says to a query."""

    query: Query
    tags: tuple[Named, ...]
    """Tags that the query names."""
    unknown: tuple[str, ...]
    """Words of the query that no memory holds."""
    hits: tuple[Hit, ...]
    hidden: tuple[int, ...] = ()
    """Forgotten or archived cards that would match, where nothing else does."""
    rejected: tuple[FeedbackGiven, ...] = ()
    """Feedback that keeps cards out of this answer."""
    use: str | None = None
    """`counted`, or why the use of the hits was not; None where an answer is too shallow to be one."""


class Search(NamedTuple):
    """Everything that was found out for a query, before it is cut to the top."""

    asked: text.QueryTerms
    wanted: tuple[Wanted, ...]
    frequencies: Mapping[str, int]
    named: tuple[Named, ...]
    key: str
    postings: Mapping[str, Sequence[int]]
    chosen: tuple[int, ...]
    outside: tuple[int, ...]
    """Candidates that the query's limits or their own state keep out."""
    hits: tuple[Hit, ...]
    rejected: tuple[FeedbackGiven, ...]


class Recall:
    """Answers queries from one open store.

    Args:
        store: open for reading.
        settings: bounds and half-lives.
        now: milliseconds since 1970.

    """

    def __init__(self, store: Reader, settings: RecallSettings, now: int) -> None:
        self._store = store
        self._settings = settings
        self._now = now

    def answer(self, query: Query) -> Answer:
        """Return the answer to a query.

        Raises:
            NotFound: a tag that the query is limited to is not in the pool.

        """
        found = self.search(query)
        unknown = text.unknown_words(found.asked, found.frequencies)
        hidden = () if found.hits or query.everything else self._hidden(found.outside)
        direct = tuple(one for one in found.named if not one.hops)
        return Answer(query, direct, tuple(unknown), found.hits[: query.top], hidden, found.rejected)

    def key(self, words: str) -> str:
        """Return what makes two queries one for feedback."""
        direct = [one.tag.code for one in named(self._store, words) if not one.hops]
        return judgement.query_key(direct, (kept.term for kept in text.query_terms(words).kept))

    def search(self, query: Query) -> Search:
        """Return all that a query finds.

        Raises:
            NotFound: a tag that the query is limited to is not in the pool.

        """
        asked = text.query_terms(query.words)
        cards, terms = self._store.totals()
        found = named(self._store, query.words)
        terms_asked = {kept.term for kept in asked.kept}
        more = other_names(found, terms_asked)
        frequencies = self._store.frequencies(terms_asked | more.keys())
        tags = {one.tag.code: (one.tag.name, one.weight, one.tag.cards) for one in found}
        wanted = weigh(asked, frequencies, cards, tags=tags, names=more)
        postings = self._postings(wanted, frequencies, {one.tag.code: one.tag for one in found})
        # The index counts the terms of the date too, which are no part of what is scored.
        average = max(terms / cards - len(card_rules.date_terms(self._now)), 1.0) if cards else 1.0
        chosen, outside = self._chosen(query, wanted, postings, average)
        loaded = {card.id: card for card in self._store.cards(chosen)}
        scored = relevance.rank(asked, wanted, self._passages(loaded, postings), chosen, average=average)
        key = judgement.query_key((one.tag.code for one in found if not one.hops), terms_asked)
        hits, rejected = self._hits(query, scored, loaded, found, key)
        return Search(
            asked,
            wanted,
            frequencies,
            tuple(found),
            key,
            postings,
            tuple(chosen),
            tuple(outside),
            hits,
            rejected,
        )

    def _postings(
        self,
        wanted: Sequence[Wanted],
        frequencies: Mapping[str, int],
        tags: Mapping[str, Tag],
    ) -> dict[str, list[int]]:
        """Return the newest cards of each term and tag: rare ones whole, common ones as far as the cap goes."""
        held = {
            each.term: tags[each.term].cards if each.term in tags else frequencies.get(each.term, 0)
            for each in wanted
        }
        found: dict[str, list[int]] = {}
        room = self._settings.postings
        for term in sorted(held, key=lambda term: (held[term], term)):
            if not held[term]:
                continue
            if room <= 0:
                break
            tag = tags.get(term)
            read = self._store.cards_of_tag(tag.id, room) if tag else self._store.postings(term, room)
            found[term] = read
            room -= len(read)
        return found

    def _chosen(
        self, query: Query, wanted: Sequence[Wanted], postings: Mapping[str, Sequence[int]], average: float
    ) -> tuple[list[int], list[int]]:
        """Return candidates that pass the query's limits, best first, and those that do not."""
        limits = CardFilter(
            None, tag_ids(self._store, query.tags), query.topic, query.since, query.until, query.everything
        )
        # A few hits want fewer candidates than a hundred: twice as many as there are hits, but a good number.
        fewest = FEWEST if len(wanted) < LONG_QUERY else 2 * FEWEST
        most = max(min(self._settings.candidates, int(READ / average)), fewest)
        most = max(min(most, max(2 * query.top, fewest)), query.top)
        sessions = self._store.has_topics()
        chosen: list[int] = []
        outside: list[int] = []
        # The second, wide look is for queries whose limits, or for stores whose forgotten cards, leave few.
        for limit in (most, most * 100):
            best = candidates(wanted, postings, limit=limit, sessions=sessions)
            allowed = self._store.passing(best, limits)
            chosen = [number for number in best if number in allowed][:most]
            outside = [number for number in best if number not in allowed]
            if len(best) < limit or len(chosen) == most or not outside:
                break
        return chosen, outside

    def _passages(
        self, loaded: Mapping[int, Card], postings: Mapping[str, Sequence[int]]
    ) -> dict[int, passages.Passage]:
        """Return the cards as passages, together with their neighbours of the same session."""
        reach = range(-NEIGHBOURS, NEIGHBOURS + 1)
        around = {card.id + step for card in loaded.values() if card.topic for step in reach} - loaded.keys()
        held: dict[int, list[str]] = {number: [] for number in around}
        for term, numbers in postings.items():
            for number in around.intersection(numbers):
                held[number].append(term)
        read = {
            near.id: passages.neighbour(
                near.id,
                held[near.id],
                session=near.topic,
                end=near.end,
                characters=near.characters,
                octets=near.octets,
            )
            for near in self._store.in_sessions(around)
        }
        for card in loaded.values():
            read[card.id] = passages.passage(
                card.id,
                body(card)[:BODY],
                session=card.topic or "",
                speaker=card.speaker or "",
                date=card_rules.date_terms(card.happened_at),
                tags=[tag.code for tag in card.tags],
            )
        return read

    def _hits(
        self,
        query: Query,
        scored: Sequence[relevance.Scored],
        loaded: Mapping[int, Card],
        found: Sequence[Named],
        key: str,
    ) -> tuple[tuple[Hit, ...], tuple[FeedbackGiven, ...]]:
        """Return the hits, best first, and the feedback that keeps others out."""
        given: dict[int, list[FeedbackGiven]] = defaultdict(list)
        for one in self._store.feedback(each.number for each in scored):
            given[one.card_id].append(one)
        hits: list[Hit] = []
        rejected: list[FeedbackGiven] = []
        for each in scored:
            card = loaded[each.number]
            feedback = judgement.factor(given.get(card.id, ()), key)
            if feedback is None and not query.everything:
                rejected += [one for one in given[card.id] if one.query_key == key]
                continue
            factors = {
                "relevance": each.relevance,
                "freshness": self.freshness(card),
                "feedback": judgement.REJECTED if feedback is None else feedback,
                "scene": scene_factor(query.scene, card.scene),
            }
            mine = {tag.code for tag in card.tags}
            tags = tuple(one for one in found if one.tag.code in mine)
            hits.append(Hit(card, prod(factors.values()), factors, each, tags))
        hits.sort(key=lambda hit: (-hit.score, -hit.card.id))
        return tuple(hits), tuple(rejected)

    def freshness(self, card: Card) -> float:
        """Return how fresh a card is, in [floor, 1]; a permanent one stays at 1."""
        decay = self._settings.fading
        return freshness.floored(freshness.retention(card, self._now, decay), decay.floor)

    def _hidden(self, outside: Sequence[int]) -> tuple[int, ...]:
        return tuple(
            card.id
            for card in self._store.cards(outside[: HIDDEN * 10])
            if card.forgotten_at is not None or card.archived_at is not None
        )[:HIDDEN]


def body(card: Card) -> str:
    """Return the words by which a card is scored: its text, and what summary, overview and tags say beyond it."""
    folded = text.fold(card.text)
    more = [card.summary, card.overview, *(tag.name for tag in card.tags)]
    return "\n".join([card.text, *(words for words in more if words and text.fold(words) not in folded)])


def scene_factor(asked: str | None, scene: str | None) -> float:
    """Return 1.21 where category and subcategory are those that are asked for, 1.1 for the category, else 1."""
    if not asked or not scene:
        return 1.0
    category, _, subcategory = (part.strip() for part in asked.partition("/"))
    if scene.partition("/")[0] != category:
        return 1.0
    return SCENE * SCENE if subcategory and scene == f"{category}/{subcategory}" else SCENE
