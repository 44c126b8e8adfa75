"""Why a card answers a query, or which gate keeps it from answering and what would open it."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass

from wdm.engine import look
from wdm.engine.recall import Hit, Query, Recall, Search
from wdm.engine.rules import cards as card_rules
from wdm.engine.rules import pool, times
from wdm.engine.rules.wanted import candidates
from wdm.engine.settings import RecallSettings
from wdm.store.reader import Reader
from wdm.store.records import Card, Status, TagStatus

LOOKED_AT = 2000
"""Hits at most that are offered to bring a card: among more of them nobody would look for it."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a card answers a query, or does not."""

    card: Card
    query: Query
    hit: Hit | None
    """The calculation, where the card was scored."""
    place: int | None
    """Its place among all hits, from 1, where it is one."""
    gate: str | None
    """What keeps it out; None where it comes."""
    detail: str
    """The figures."""
    change: str
    """The smallest change that would bring it; empty where it comes."""


def why(store: Reader, finder: Recall, settings: RecallSettings, reference: str, query: Query) -> Reason:
    """Return why a card answers a query, or the first gate that keeps it out.

    Raises:
        NotFound: the reference names no card.

    """
    card = store.cards([look.find(store, reference)])[0]
    found = finder.search(query)
    for place, hit in enumerate(found.hits, start=1):
        if hit.card.id == card.id:
            if place <= query.top:
                return Reason(card, query, hit, place, None, f"hit {place} of {len(found.hits)}", "")
            last = found.hits[query.top - 1].score
            detail = f"hit {place} of {len(found.hits)}: {hit.score:.4f}, where the last of the first {query.top} has {last:.4f}"
            return Reason(card, query, hit, place, "top", detail, f"--top {place}")
    gate, detail, change = _gate(store, finder, settings, card, query, found)
    scored = next((h for h in finder.search(_open(query)).hits if h.card.id == card.id), None)
    return Reason(card, query, scored, None, gate, detail, change)


def _gate(
    store: Reader, finder: Recall, settings: RecallSettings, card: Card, query: Query, found: Search
) -> tuple[str, str, str]:
    """Return name, figures and remedy of the first gate that a card does not pass."""
    if not query.everything:
        for gate in (_state(card), _feedback(card, query, found)):
            if gate:
                return gate
    return (
        _limits(store, card, query)
        or _deprecated(store, card, query, found)
        or _nothing_shared(card, found)
        or _candidates(finder, settings, card, query, found)
    )


def _state(card: Card) -> tuple[str, str, str] | None:
    if card.forgotten_at is not None:
        return "forgotten", f"forgotten {times.iso(card.forgotten_at)}", f"wdm restore {card.id}"
    if card.archived_at is not None:
        return "archived", f"archived {times.iso(card.archived_at)}", f"wdm restore {card.id}"
    if card.superseded_by is not None:
        return "superseded", f"card {card.superseded_by} took its place", "--all"
    if card.status is not Status.COMPLETED:
        return "status", f"its status is {card.status}", "--all"
    return None


def _feedback(card: Card, query: Query, found: Search) -> tuple[str, str, str] | None:
    for given in found.rejected:
        if given.card_id == card.id:
            note = f" ({given.note})" if given.note else ""
            return (
                "rejected",
                f"rejected for {given.query!r} {times.iso(given.given_at)}{note}",
                f"wdm feedback {card.id} ignored --query {shlex.quote(query.words)}",
            )
    return None


def _limits(store: Reader, card: Card, query: Query) -> tuple[str, str, str] | None:
    carried = {tag.id for tag in card.tags}
    for name, tag_id in zip(query.tags, look.tag_ids(store, query.tags), strict=True):
        if tag_id not in carried:
            return "limit", f"it does not carry #{name}", f"without --tag {shlex.quote(name)}"
    if query.topic is not None and card.topic != query.topic:
        return "limit", f"its topic is {card.topic or 'none'}", "without --topic"
    happened = times.iso(card.happened_at)
    if query.since is not None and card.happened_at < query.since:
        return "limit", f"it happened {happened}", f"--since {happened[:10]}"
    if query.until is not None and card.happened_at >= query.until:
        return "limit", f"it happened {happened}", f"--until {happened[:10]}"
    return None


def _deprecated(store: Reader, card: Card, query: Query, found: Search) -> tuple[str, str, str] | None:
    """Return the gate of a deprecated tag that the query names, where nothing else leads to the card."""
    if _shared(card, found):
        return None
    forms = {span.form for span in pool.spans(query.words)}
    for tag in store.tags(tag.id for tag in card.tags):
        names = (tag.name, *tag.aliases)
        if tag.status is TagStatus.DEPRECATED and forms & set(map(pool.match_form, names)):
            return (
                "deprecated tag",
                f"{tag.name!r} is deprecated",
                f"wdm tags activate {shlex.quote(tag.name)}",
            )
    return None


def _nothing_shared(card: Card, found: Search) -> tuple[str, str, str] | None:
    if _shared(card, found):
        return None
    words = list(dict.fromkeys(kept.word for kept in found.asked.kept))
    tags = [tag.name for tag in card.tags if tag.status is not TagStatus.DEPRECATED]
    detail = f"no word in common: the query has {', '.join(words) or 'none'}; the card's tags are {', '.join(tags) or 'none'}"
    if not words:
        return "no shared feature", detail, "a query with words"
    named = found.named[0].tag.name if found.named else None
    if tags and named:
        return (
            "no shared feature",
            detail,
            f"wdm tags relate {shlex.quote(named)} {shlex.quote(tags[0])} --as synonym",
        )
    if tags:
        return "no shared feature", detail, f"wdm tags alias {shlex.quote(tags[0])} {shlex.quote(words[0])}"
    return "no shared feature", detail, "a query with one of its words"


def _candidates(
    finder: Recall, settings: RecallSettings, card: Card, query: Query, found: Search
) -> tuple[str, str, str]:
    shared = _shared(card, found)
    read = [term for term in shared if card.id in set(found.postings.get(term, ()))]
    weight = sum(each.weight for each in found.wanted if each.term in shared)
    if not read:
        detail = f"its words in common ({', '.join(shared)}) are so frequent that only newer cards were read"
        return "cap", detail, f"a rarer word, or recall.postings above {settings.postings}"
    detail = (
        f"its words in common ({', '.join(shared)}) weigh {weight:.2f}; {len(found.chosen)} cards weigh more"
    )
    top = _top(finder, card, query, found)
    return "candidates", detail, f"--top {top}" if top else "a word that only it has"


def _top(finder: Recall, card: Card, query: Query, found: Search) -> int | None:
    """Return a number of hits with which the card comes: the more are asked for, the more cards are looked at."""
    best = candidates(found.wanted, found.postings, limit=LOOKED_AT)
    top = best.index(card.id) + 1 if card.id in best else LOOKED_AT
    while top <= LOOKED_AT:
        hits = [hit.card.id for hit in finder.search(query._replace(top=top)).hits]
        if card.id in hits[:top]:
            return top
        top = max(hits.index(card.id) + 1 if card.id in hits else 0, 2 * top)
    return None


def _shared(card: Card, found: Search) -> Sequence[str]:
    """Return the terms and tags of a query that a card has."""
    mine = {*card_rules.index_terms(card), *(tag.code for tag in card.tags)}
    return [each.term for each in found.wanted if each.term in mine]


def _open(query: Query) -> Query:
    """Return a query without its limits, to see how a card that they keep out would have fared."""
    return query._replace(everything=True, tags=(), topic=None, since=None, until=None)
