"""Reading what is kept: all that a recall needs, and nothing that could write."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from wdm.store import (
    cards,
    documents,
    judgements,
    moods,
    operations,
    postings,
    relations,
    tags,
    tiers,
    upkeep,
    uses,
)
from wdm.store.cards import CardFilter, SessionCard
from wdm.store.database import Database
from wdm.store.records import (
    Card,
    Document,
    FeedbackGiven,
    Golden,
    MoodEvent,
    Operation,
    Persona,
    Preference,
    Relation,
    Standing,
    Tag,
    TagName,
    TagStatus,
    Tier,
)


class Reader:
    """A memory file that is open for reading.

    Args:
        path: the SQLite file.
        busy_ms: how long to wait for another writer, in milliseconds.

    Raises:
        NoStore, SchemaTooNew, Damaged, Busy, Unusable: see `errors`.

    """

    def __init__(
        self,
        path: Path,
        *,
        busy_ms: int,
        write: bool = False,
        durable: bool = True,
        journal_mode: str = "wal",
    ) -> None:
        self.path = path
        self._db = Database(path, write=write, busy_ms=busy_ms, durable=durable, journal_mode=journal_mode)

    def __enter__(self) -> Self:
        """Return the store itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the file."""
        self.close()

    def close(self) -> None:
        """Close the file; closing twice does no harm."""
        self._db.close()

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Hold one state of the store for the reads of a block."""
        with self._db.snapshot():
            yield

    def cards(self, ids: Iterable[int]) -> list[Card]:
        """Return the cards with these numbers, in ascending order."""
        return cards.by_ids(self._db, ids)

    def card_by_external_id(self, external_id: str) -> int | None:
        """Return the number of the card that a caller knows by this id of its own."""
        return cards.by_external_id(self._db, external_id)

    def cards_by_external_ids(self, external_ids: Iterable[str]) -> dict[str, int]:
        """Return the numbers of the cards that callers know by these ids."""
        return cards.by_external_ids(self._db, external_ids)

    def card_alias_id(self, external_id: str) -> int:
        """Return the row that gives a card another of its callers' ids."""
        return cards.alias_id(self._db, external_id)

    def known_hashes(self, hashes: Iterable[bytes]) -> dict[bytes, int]:
        """Return the first card for each of these content hashes that a card has."""
        return cards.by_hashes(self._db, hashes)

    def live_by_hash(self, content_hash: bytes, besides: int) -> int | None:
        """Return the first live card with a content hash, other than one."""
        return cards.live_by_hash(self._db, content_hash, besides)

    def erased(self, number: int) -> bool:
        """Tell whether a card is gone, but the journal still knows it: an undone operation had made it."""
        return cards.erased(self._db, number)

    def cards_of_document(self, document_id: int) -> list[Card]:
        """Return the cards of a document's sections, forgotten ones too."""
        return cards.of_document(self._db, document_id)

    def preference(self, key: str) -> Preference | None:
        """Return a preference that holds now."""
        return cards.preference(self._db, key)

    def preferences(self, card_ids: Iterable[int]) -> dict[int, Preference]:
        """Return the preference that each of these cards keeps, where it keeps one."""
        return cards.preferences(self._db, card_ids)

    def unassessed(self) -> bool:
        """Tell whether some cards came before importance was kept."""
        return cards.unassessed(self._db)

    def replaced_by(self, card_ids: Iterable[int]) -> dict[int, list[int]]:
        """Return the cards that each of these superseded."""
        return cards.replaced_by(self._db, card_ids)

    def standings(self, tier: Tier | None = None) -> Iterator[Standing]:
        """Yield what decides the tier of each live card, or of those of one tier."""
        return tiers.standings(self._db, tier)

    def newest_of(self, tier: Tier, limit: int, *, marked: bool = False) -> list[Standing]:
        """Return the live cards of a tier that happened last, or only those that were told to be remembered."""
        return tiers.newest(self._db, tier, limit, marked=marked)

    def used_of(self, tier: Tier, day: int) -> list[Standing]:
        """Return the live cards of a tier that were used on this day, counted from 1970-01-01, or later."""
        return tiers.used_since(self._db, tier, day)

    def superseded(self, limit: int | None) -> list[Card]:
        """Return the cards that others have replaced, the newest first."""
        return cards.superseded(self._db, limit)

    def tier_counts(self) -> dict[Tier, int]:
        """Return how many live cards each tier has."""
        return tiers.counts(self._db)

    def uses_between(self, first: int, last: int) -> dict[int, int]:
        """Return on how many of these days, counted from 1970-01-01 and both included, each card was used."""
        return uses.between(self._db, first, last)

    def used_on(self, card_ids: Iterable[int], day: int) -> set[int]:
        """Return those of the cards that were used on a day, counted from 1970-01-01."""
        return uses.on(self._db, card_ids, day)

    def cards_by_uid(self, prefix: str) -> list[int]:
        """Return at most two numbers of cards whose uid begins so."""
        return cards.by_uid(self._db, prefix)

    def cards_of_tag(self, tag_id: int, limit: int) -> list[int]:
        """Return the numbers of the newest cards that carry a tag."""
        return tags.cards_of(self._db, tag_id, limit)

    def passing(self, ids: Iterable[int], wanted: CardFilter) -> set[int]:
        """Return those of the numbers whose cards a filter wants."""
        return cards.passing(self._db, ids, wanted)

    def in_sessions(self, ids: Iterable[int]) -> list[SessionCard]:
        """Return those of the cards that belong to a session and are not forgotten."""
        return cards.in_sessions(self._db, ids)

    def has_topics(self) -> bool:
        """Tell whether any card belongs to a session."""
        return cards.has_topics(self._db)

    def list_cards(self, wanted: CardFilter, *, limit: int | None) -> list[Card]:
        """Return cards that a filter wants, the latest first."""
        return cards.listing(self._db, wanted, limit=limit)

    def card_counts(self) -> dict[str, dict[str, int]]:
        """Return how many cards there are, by status, tier, kind and state of life."""
        return cards.counts(self._db)

    def tags(self, ids: Iterable[int]) -> list[Tag]:
        """Return the tags with these numbers, in ascending order."""
        return tags.by_ids(self._db, ids)

    def tags_by_keys(self, keys: Iterable[str]) -> dict[str, int]:
        """Return the tag that each of these name keys belongs to."""
        return tags.by_keys(self._db, keys)

    def tag_names(self, matches: Iterable[str]) -> list[TagName]:
        """Return the names and aliases whose match form is among these."""
        return tags.named(self._db, matches)

    def target_of(self, tag_id: int) -> int:
        """Return the tag itself, or the one at the end of its chain of merges."""
        return tags.target(self._db, tag_id)

    def tag_by_code(self, code: str) -> int | None:
        """Return the tag with a code."""
        return tags.by_code(self._db, code)

    def alias_id(self, tag_id: int, key: str) -> int | None:
        """Return the row that gives a tag another name."""
        return tags.alias_id(self._db, tag_id, key)

    def alias_ids(self, tag_id: int) -> list[int]:
        """Return the rows that give a tag other names."""
        return tags.alias_ids(self._db, tag_id)

    def merged_into(self, tag_id: int) -> list[int]:
        """Return the tags that were merged into this one."""
        return tags.merged_into(self._db, tag_id)

    def ranks(self, tag_id: int) -> dict[int, int]:
        """Return the place of a tag among the tags of each card that carries it."""
        return tags.ranks(self._db, tag_id)

    def relations(self, tag_ids: Iterable[int]) -> list[Relation]:
        """Return the relations that start from these tags."""
        return relations.of_tags(self._db, tag_ids)

    def related_pairs(self) -> Iterator[tuple[int, int]]:
        """Yield every related pair of tags once."""
        return relations.pairs(self._db)

    def tags_together(self, tag_id: int, limit: int) -> list[tuple[int, int]]:
        """Return the tags that most often stand beside this one, with the number of cards."""
        return relations.together(self._db, tag_id, limit)

    def card_tags(self, least: int) -> Iterator[tuple[int, int]]:
        """Yield (card, tag) in the order of cards, of tags on at least `least` cards."""
        return relations.card_tags(self._db, least)

    def spread(self, tag_id: int) -> dict[str, int]:
        """Return on how many cards of each scene or topic a tag stands."""
        return relations.spread(self._db, tag_id)

    def places(self) -> dict[str, int]:
        """Return how many cards each scene or topic has."""
        return relations.places(self._db)

    def scenes(self) -> list[tuple[str, str, int, int | None]]:
        """Return category, subcategory, live cards and latest time of each scene."""
        return relations.scenes(self._db)

    def feedback(self, card_ids: Iterable[int]) -> list[FeedbackGiven]:
        """Return all feedback on these cards."""
        return judgements.of_cards(self._db, card_ids)

    def feedback_id(self, card_id: int, query_key: str) -> int | None:
        """Return the row that holds the feedback on a card for a query."""
        return judgements.feedback_id(self._db, card_id, query_key)

    def recent_queries(self, limit: int) -> list[str]:
        """Return the queries that feedback was last given for."""
        return judgements.recent_queries(self._db, limit)

    def golden(self) -> list[Golden]:
        """Return the golden queries in the order in which they were added."""
        return upkeep.golden(self._db)

    def last_run(self, name: str) -> int | None:
        """Return when a task of upkeep last ran, in milliseconds since 1970."""
        return upkeep.last_run(self._db, name)

    def undone_deeds(self, name: str) -> set[tuple[str, int, int]]:
        """Return (table, key, second key) of the rows that undone runs of a task of upkeep had changed."""
        return upkeep.undone_deeds(self._db, name)

    def frames_before(self, at: int) -> list[int]:
        """Return the pending frames that were made before a time."""
        return cards.pending(self._db, at)

    def confirmed(self) -> set[int]:
        """Return the cards that somebody confirmed as an answer."""
        return judgements.confirmed(self._db)

    def main_scenes(self, least: int) -> Iterator[tuple[int, str, int, int]]:
        """Yield, for tags without a dimension on at least `least` cards, their commonest category of scenes.

        Each as tag, category, cards of it, cards in all.
        """
        return relations.main_scenes(self._db, least)

    def persona(self) -> Persona | None:
        """Return the persona of the agent, if it has one."""
        return moods.persona(self._db)

    def mood_events(self, limit: int) -> list[MoodEvent]:
        """Return what moved the mood, the latest first."""
        return moods.events(self._db, limit)

    def heard(self, card_id: int) -> bool:
        """Tell whether a card has moved the mood already."""
        return moods.heard(self._db, card_id)

    def last_contact(self, before: int) -> int | None:
        """Return when the last card before a time was made, in milliseconds since 1970."""
        return moods.last_contact(self._db, before)

    def verdicts(self) -> dict[str, str]:
        """Return what was decided about each proposal."""
        return judgements.verdicts(self._db)

    def verdict_id(self, proposal: str) -> int | None:
        """Return the row that holds what was decided about a proposal."""
        return judgements.verdict_id(self._db, proposal)

    def governed_names(self) -> list[tuple[str, str]]:
        """Return match form and tag name of what people and callers put into the pool: names and aliases."""
        return tags.governed(self._db)

    def each_tag(self, *, status: TagStatus | None = None, order: str = "cards") -> Iterator[Tag]:
        """Yield the tags of the pool one by one, the most used first or in another of `tags.ORDERS`."""
        return tags.each(self._db, status=status, order=order)

    def tag_counts(self) -> dict[str, int]:
        """Return how many tags there are, by status."""
        return tags.counts(self._db)

    def document(self, path: str) -> Document | None:
        """Return the document that was read from a path."""
        return documents.by_path(self._db, path)

    def frequencies(self, terms: Iterable[str]) -> dict[str, int]:
        """Return in how many cards each term occurs, for those that occur."""
        return postings.frequencies(self._db, terms)

    def postings(self, term: str, limit: int) -> list[int]:
        """Return the numbers of the newest cards that hold a term."""
        return postings.newest(self._db, term, limit)

    def totals(self) -> tuple[int, int]:
        """Return the number of cards in the index and of terms in them."""
        return postings.totals(self._db)

    def operations(self, *, limit: int | None = None, only: int | None = None) -> list[Operation]:
        """Return operations of the journal, the latest first."""
        return operations.listing(self._db, limit=limit, only=only)
