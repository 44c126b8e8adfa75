"""Finding the memories that answer a query, and saying why each was found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod

from wdm.engine.look import tag_ids
from wdm.engine.rules import cards as card_rules
from wdm.engine.rules import pool, relevance, text
from wdm.engine.rules.times import DAY
from wdm.engine.settings import RecallSettings
from wdm.store.cards import CardFilter
from wdm.store.records import Card, Depth, Kind, Tag, TagStatus, Tier
from wdm.store.store import Store

BODY = 20_000
"""Characters of a card that are scored; a document is cut into sections long before."""

SCENE = 1.1
"""Factor for the category of the scene that a query names, and once more for the subcategory."""

HIDDEN = 5
"""Cards out of sight that are named when nothing else is found."""


@dataclass(frozen=True, slots=True)
class Query:
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


@dataclass(frozen=True, slots=True)
class Matched:
    """A tag of the pool that a query names."""

    tag: Tag
    via: str
    """The name or alias that stands in the query."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A card that answers a query."""

    card: Card
    score: float
    """Product of `factors`, multiplied in the order in which they stand."""
    factors: Mapping[str, float]
    """relevance, freshness, feedback, scene."""
    scored: relevance.Scored
    """How the relevance came about."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a memory says to a query."""

    query: Query
    tags: tuple[Matched, ...]
    unknown: tuple[str, ...]
    hits: tuple[Hit, ...]
    hidden: tuple[int, ...] = ()
    """Forgotten or archived cards that would match, where nothing else does."""


class Recall:
    """Answers queries from one open store.

    Args:
        store: open for reading.
        settings: bounds and half-lives.
        now: milliseconds since 1970.

    """

    def __init__(self, store: Store, settings: RecallSettings, now: int) -> None:
        self._store = store
        self._settings = settings
        self._now = now

    def answer(self, query: Query) -> Answer:
        """Return the answer to a query.

        Raises:
            NotFound: a tag that the query is limited to is not in the pool.

        """
        asked = text.query_terms(query.words)
        cards, terms = self._store.totals()
        frequencies = self._store.frequencies(kept.term for kept in asked.kept)
        matched = self._matched(query.words)
        named = {m.tag.code: (m.tag.name, 1.0, m.tag.cards) for m in matched}
        wanted = relevance.weigh(asked, frequencies, cards, tags=named)
        postings = self._postings(wanted, frequencies, {m.tag.code: m.tag for m in matched})
        chosen, outside = self._chosen(query, wanted, postings)
        loaded = {card.id: card for card in self._store.cards(chosen)}
        scored = relevance.rank(
            asked, wanted, self._passages(loaded), chosen, average=terms / cards if cards else 1.0
        )
        hits = [self._hit(query, loaded[each.number], each) for each in scored]
        hits.sort(key=lambda hit: (-hit.score, -hit.card.id))
        unknown = tuple(text.unknown_words(asked, frequencies))
        hidden = () if hits or query.everything else self._hidden(outside)
        return Answer(query, tuple(matched), unknown, tuple(hits[: query.top]), hidden)

    def _matched(self, words: str) -> list[Matched]:
        """Return the tags that a text names: the longest names, merged tags redirected, deprecated ones left out."""
        spans = pool.spans(words)
        names: dict[str, list[tuple[int, str]]] = {}
        for name in self._store.tag_names({span.form for span in spans}):
            names.setdefault(name.match, []).append((name.tag_id, name.name))
        found = {tag_id: via for form in pool.longest(spans, names) for tag_id, via in names[form]}
        tags = {tag.id: tag for tag in self._store.tags(found)}
        matched: dict[int, Matched] = {}
        for tag_id, via in found.items():
            tag = tags[tag_id]
            if tag.status is TagStatus.MERGED:
                tag = self._store.tags([self._store.target_of(tag_id)])[0]
            if tag.status in (TagStatus.UNEXAMINED, TagStatus.ACTIVE):
                matched.setdefault(tag.id, Matched(tag, via))
        return list(matched.values())

    def _postings(
        self, wanted: Sequence[relevance.Wanted], frequencies: Mapping[str, int], tags: Mapping[str, Tag]
    ) -> dict[str, list[int]]:
        """Return the newest cards of each term and tag: the rare ones whole, the common ones as far as the cap goes."""
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
            read = (
                self._store.cards_of_tag(tags[term].id, room)
                if term in tags
                else self._store.postings(term, room)
            )
            found[term] = read
            room -= len(read)
        return found

    def _chosen(
        self, query: Query, wanted: Sequence[relevance.Wanted], postings: Mapping[str, Iterable[int]]
    ) -> tuple[list[int], list[int]]:
        """Return candidates that pass the query's limits, best first, and better ones that do not."""
        limits = CardFilter(
            None, tag_ids(self._store, query.tags), query.topic, query.since, query.until, query.everything
        )
        most = self._settings.candidates
        chosen: list[int] = []
        outside: list[int] = []
        for limit in (most, most * 50):
            best = relevance.candidates(wanted, postings, limit=limit)
            allowed = self._store.passing(best, limits)
            chosen = [number for number in best if number in allowed][:most]
            outside = [number for number in best if number not in allowed]
            if len(best) < limit or len(chosen) == most or not outside:
                break
        return chosen, outside

    def _passages(self, loaded: Mapping[int, Card]) -> dict[int, relevance.Passage]:
        """Return the cards as passages, together with their neighbours of the same session."""
        reach = range(-relevance.NEIGHBOURS, relevance.NEIGHBOURS + 1)
        around = {card.id + step for card in loaded.values() if card.topic for step in reach} - loaded.keys()
        passages = {
            number: relevance.passage(number, words[:BODY], session=topic)
            for number, topic, words in self._store.words_of(around)
        }
        for card in loaded.values():
            passages[card.id] = relevance.passage(
                card.id,
                body(card)[:BODY],
                session=card.topic or "",
                speaker=card.speaker or "",
                date=card_rules.date_terms(card.happened_at),
                tags=[tag.code for tag in card.tags],
            )
        return passages

    def _hit(self, query: Query, card: Card, scored: relevance.Scored) -> Hit:
        factors = {
            "relevance": scored.relevance,
            "freshness": self._freshness(card),
            "feedback": 1.0,
            "scene": scene_factor(query.scene, card.scene),
        }
        return Hit(card, prod(factors.values()), factors, scored)

    def _freshness(self, card: Card) -> float:
        if card.tier is Tier.PERM:
            return 1.0
        chosen = self._settings
        latest = max(card.happened_at, card.last_used if card.last_used is not None else card.happened_at)
        age = max(self._now - latest, 0) / DAY
        if chosen.decay == "seed":
            return relevance.freshness(age, 13.862943611198906, 0.0)  # ln 2 / 0.05
        half_life = chosen.half_life_chat if card.kind is Kind.CHAT else chosen.half_life
        return relevance.freshness(age, half_life, chosen.floor, card.uses)

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
