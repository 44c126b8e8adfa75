"""The one door to what is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from wdm.store import cards, check, documents, journal, judgements, postings, relations, tags
from wdm.store.cards import CardFilter
from wdm.store.database import Database
from wdm.store.errors import NotFound
from wdm.store.journal import TermsOf, Transaction
from wdm.store.records import (
    Card,
    Document,
    FeedbackGiven,
    Operation,
    Relation,
    Tag,
    TagName,
    TagStatus,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Author:
    """Who runs the command, for the journal."""

    at: int
    """When, in milliseconds since 1970."""
    who: str
    command: str


class Store:
    """A memory file that is open for reading, or for writing too.

    Args:
        path: the SQLite file.
        write: create it when missing, migrate it when older, and allow `change`.
        author: noted in the journal with every change.
        terms_of: the index terms of a card.
        busy_ms: how long to wait for another writer, in milliseconds.

    Raises:
        NoStore, SchemaTooNew, Damaged, Busy, Unusable: see `errors`.

    """

    def __init__(
        self, path: Path, *, write: bool, author: Author, terms_of: TermsOf, busy_ms: int = 5000
    ) -> None:
        self.path = path
        self.author = author
        self._terms_of = terms_of
        self._db = Database(path, write=write, busy_ms=busy_ms)

    def __enter__(self) -> Store:
        """Return the store itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the file."""
        self._db.close()

    # Changing

    @contextmanager
    def operation(self, *, undoes: int | None = None) -> Iterator[Work]:
        """Open an operation that may take several transactions; it is closed, with its summary, at the end.

        What was committed before an error stays, and stays in the journal: it can be undone.
        """
        work = Work(self._db, self.author, self._terms_of, undoes)
        yield work
        work.finish()

    @contextmanager
    def change(self) -> Iterator[Transaction]:
        """Hold one transaction that is one operation: all of it happens, or nothing."""
        with self._db.transaction():
            operation_id = journal.begin(self._db, self.author.at, self.author.who, self.author.command)
            tx = Transaction(self._db, operation_id, self.author.at, self._terms_of)
            yield tx
            tx.flush()
            journal.finish(self._db, operation_id, "")

    @contextmanager
    def rehearsal(self) -> Iterator[Transaction]:
        """Hold a transaction that is taken back at the end of the block, to see what it would do."""
        try:
            with self.change() as tx:
                yield tx
                raise _Rehearsed
        except _Rehearsed:
            pass

    def undo(self, operation_id: int | None) -> Operation:
        """Take back an operation, or the last one that still stands; return it.

        Raises:
            NotFound, Refused: see `journal.undo`.

        """
        with self._db.transaction():
            if operation_id is None:
                operation_id = journal.last_standing(self._db)
                if operation_id is None:
                    raise NotFound("there is nothing to undo")
            number = journal.begin(
                self._db, self.author.at, self.author.who, self.author.command, undoes=operation_id
            )
            tx = Transaction(self._db, number, self.author.at, self._terms_of)
            journal.undo(tx, operation_id)
            tx.flush()
            journal.finish(self._db, number, f"undid operation {operation_id}")
        return self.operations(only=operation_id)[0]

    def rebuild(self, progress: Callable[[int], None] = lambda _: None) -> int:
        """Make index and statistics anew from cards and tags, in one transaction; return the cards indexed."""
        with self._db.transaction():
            return check.rebuild(self._db, self._terms_of, progress)

    def copy_to(self, target: Path) -> None:
        """Copy the store to a new file, even while it is in use."""
        self._db.copy_to(target)

    # Reading

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

    def known_hashes(self, hashes: Iterable[bytes]) -> dict[bytes, int]:
        """Return the first card for each of these content hashes that a card has."""
        return cards.by_hashes(self._db, hashes)

    def cards_of_document(self, document_id: int) -> list[Card]:
        """Return the cards of a document's sections, forgotten ones too."""
        return cards.of_document(self._db, document_id)

    def preference(self, key: str) -> tuple[int, str] | None:
        """Return the card and the value of a preference that holds now."""
        return cards.preference(self._db, key)

    def cards_by_uid(self, prefix: str) -> list[int]:
        """Return at most two numbers of cards whose uid begins so."""
        return cards.by_uid(self._db, prefix)

    def cards_of_tag(self, tag_id: int, limit: int) -> list[int]:
        """Return the numbers of the newest cards that carry a tag."""
        return tags.cards_of(self._db, tag_id, limit)

    def passing(self, ids: Iterable[int], wanted: CardFilter) -> set[int]:
        """Return those of the numbers whose cards a filter wants."""
        return cards.passing(self._db, ids, wanted)

    def words_of(self, ids: Iterable[int]) -> list[tuple[int, str, str]]:
        """Return number, topic and text of the cards that belong to a session."""
        return cards.words_of(self._db, ids)

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

    def verdicts(self) -> dict[str, str]:
        """Return what was decided about each proposal."""
        return judgements.verdicts(self._db)

    def verdict_id(self, proposal: str) -> int | None:
        """Return the row that holds what was decided about a proposal."""
        return judgements.verdict_id(self._db, proposal)

    def governed_names(self) -> list[tuple[str, str]]:
        """Return match form and tag name of what people and callers put into the pool: names and aliases."""
        return tags.governed(self._db)

    def list_tags(self, *, status: TagStatus | None = None) -> list[Tag]:
        """Return the tags of the pool, the most used first."""
        return tags.listing(self._db, status=status)

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
        return journal.listing(self._db, limit=limit, only=only)

    def findings(self) -> list[check.Finding]:
        """Return what is wrong with the file, its rows and its index."""
        return check.findings(self._db, self._terms_of)


class _Rehearsed(Exception):
    """Ends a rehearsal, so that its transaction is rolled back."""


class Work:
    """An operation over several transactions, each of which commits a part that stands by itself."""

    def __init__(self, db: Database, author: Author, terms_of: TermsOf, undoes: int | None) -> None:
        self.db = db
        self.summary = ""
        self._author = author
        self._terms_of = terms_of
        self._undoes = undoes
        self._operation_id: int | None = None

    @contextmanager
    def part(self) -> Iterator[Transaction]:
        """Hold the next transaction of the operation."""
        with self.db.transaction():
            begun = self._operation_id
            if begun is None:
                author = self._author
                begun = journal.begin(self.db, author.at, author.who, author.command, undoes=self._undoes)
            tx = Transaction(self.db, begun, self._author.at, self._terms_of)
            yield tx
            tx.flush()
        self._operation_id = begun

    def finish(self) -> None:
        """Close the operation in the journal."""
        if self._operation_id is not None:
            with self.db.transaction():
                journal.finish(self.db, self._operation_id, self.summary)
