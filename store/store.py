"""The one door to what is kept: a reader that can also change it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from wdm.store import cards, check, journal, moving, operations, purge, undo, upkeep, uses
from wdm.store.cards import TermsOf
from wdm.store.database import CONFLICTS, Database
from wdm.store.errors import Busy, Damaged, NotFound, Refused, Unusable
from wdm.store.journal import Transaction
from wdm.store.reader import Reader
from wdm.store.records import Card, Operation


class Author(NamedTuple):
    """Who runs the command, for the journal."""

    at: int
    """When, in milliseconds since 1970."""
    who: str
    command: str


class Store(Reader):
    """A memory file that is open for reading and, where asked, for writing.

    Args:
        path: the SQLite file.
        write: create it when missing, migrate it when older, and allow `change`.
        author: noted in the journal with every change.
        terms_of: the index terms of a card.
        busy_ms: how long to wait for another writer, in milliseconds.
        durable: wait until each commit is on disk.
        journal_mode: `wal`, or `delete` for folders on a network, where WAL is unsafe.

    Raises:
        NoStore, SchemaTooNew, Damaged, Busy, Unusable: see `errors`.

    """

    def __init__(
        self,
        path: Path,
        *,
        write: bool,
        author: Author,
        terms_of: TermsOf,
        busy_ms: int = 5000,
        durable: bool = True,
        journal_mode: str = "wal",
    ) -> None:
        super().__init__(path, busy_ms=busy_ms, write=write, durable=durable, journal_mode=journal_mode)
        self.author = author
        self._terms_of = terms_of

    @contextmanager
    def operation(self, *, undoes: int | None = None) -> Iterator[Work]:
        """Open an operation that may take several transactions; it is closed, with its summary, at the end.

        What was committed before an error stays, and stays in the journal: it can be undone.
        """
        work = Work(self._db, self.author, self._terms_of, undoes)
        yield work
        work.finish()

    @contextmanager
    def change(self, summary: str = "") -> Iterator[Transaction]:
        """Hold one transaction that is one operation: all of it happens, or nothing.

        Args:
            summary: what the journal says of it; without it, it counts the rows.

        """
        with self._db.transaction():
            operation_id = journal.begin(self._db, self.author.at, self.author.who, self.author.command)
            tx = Transaction(self._db, operation_id, self.author.at, self._terms_of)
            yield tx
            tx.flush()
            journal.finish(self._db, operation_id, summary)

    def purge(self, card_ids: Sequence[int]) -> None:
        """Erase cards for good, from every table, the journal and the file's free pages.

        Raises:
            Busy, Unusable, Damaged: another process uses the file, the disk is full, or a page cannot be read; the
                cards are erased, but old pages may hold them until the next `compact`.

        """
        with self._db.transaction():
            number = journal.begin(self._db, self.author.at, self.author.who, self.author.command)
            tx = Transaction(self._db, number, self.author.at, self._terms_of)
            purge.purge(tx, card_ids)
            tx.flush()
            journal.finish(self._db, number, f"{len(card_ids)} purged", final=True)
        try:
            self.compact()
        except (Busy, Unusable, Damaged) as error:
            raise type(error)(
                "the cards are erased, but the file could not be written anew, and its free pages may still hold"
                f" them: {error.message}",
                hint="`wdm doctor --rebuild` writes the file anew when that can be done",
            ) from error

    def compact(self) -> None:
        """Write the file anew, without the pages that nothing uses any more.

        Raises:
            Busy: another process uses the file.

        """
        purge.compact(self._db)

    def note_uses(self, card_ids: Iterable[int], day: int) -> None:
        """Count a use of cards that were not used on a day, counted from 1970-01-01, before."""
        with self._db.transaction():
            uses.note(self._db, card_ids, day, self.author.at)

    def note_run(self, name: str) -> None:
        """Keep that a task of upkeep has run now."""
        with self._db.transaction():
            upkeep.note_run(self._db, name, self.author.at)

    def thin(self, journal_before: int, uses_before: int) -> int:
        """Drop old row images of the journal and old days of use; return how many operations lost their images.

        Args:
            journal_before: milliseconds since 1970; operations before it can no longer be undone.
            uses_before: a day, counted from 1970-01-01.

        """
        with self._db.transaction():
            uses.drop_before(self._db, uses_before)
            return upkeep.thin_journal(self._db, journal_before)

    def tidy(self, free_share: float) -> bool:
        """Let SQLite look at its statistics, and give pages back where more than a share of the file is unused.

        Returns:
            Whether the file was written anew.

        """
        try:
            # In a transaction: else it reads first, and fails at once where another writes before it does.
            with self._db.transaction():
                self._db.run("PRAGMA optimize")
            if upkeep.free_share(self._db) <= free_share:
                return False
            self.compact()
        except (Busy, Unusable):  # whoever uses the file needs its pages, or the disk is full: another time
            return False
        return True

    def reassess(self, assess: Callable[[Card], dict[str, object]]) -> int:
        """Give the cards that came before importance was kept what it is made of; return how many they were.

        What follows from a card's own words is no change of it, so the journal does not tell of it.
        """
        with self._db.transaction():
            return cards.reassess(self._db, assess)

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
            NotFound, Refused: see `undo.undo`; also when what came later stands in the way.

        """
        try:
            return self.operations(only=self._undo(operation_id))[0]
        except CONFLICTS as error:
            raise Refused(
                "it cannot be undone: what came later has its place, such as a tag or an id of the same name",
                hint="`wdm log` shows what came later; undo that first",
            ) from error

    def _undo(self, operation_id: int | None) -> int:
        with self._db.transaction():
            if operation_id is None:
                operation_id = operations.last_standing(self._db)
                if operation_id is None:
                    raise NotFound("there is nothing to undo")
            # Asked before `begin` would make one of this number; SQLite's own numbers have 63 bits.
            elif operation_id.bit_length() > 63 or not operations.listing(self._db, only=operation_id):
                raise NotFound(f"there is no operation {operation_id}", hint="`wdm log` lists them")
            number = journal.begin(
                self._db, self.author.at, self.author.who, self.author.command, undoes=operation_id
            )
            tx = Transaction(self._db, number, self.author.at, self._terms_of)
            undo.undo(tx, operation_id)
            tx.flush()
            journal.finish(self._db, number, f"undid operation {operation_id}")
        return operation_id

    def rebuild(self, progress: Callable[[int], None] = lambda _: None) -> int:
        """Make index and statistics anew from cards and tags, and the file without free pages; return the cards indexed."""
        with self._db.transaction():
            done = check.rebuild(self._db, self._terms_of, progress)
        with suppress(Busy, Unusable):  # whoever uses the file needs its pages; the index is made
            self.compact()
        return done

    def rows(self, table: str) -> Iterator[dict[str, Any]]:
        """Yield the rows of a table that moves with a store, see `moving`."""
        return moving.rows(self._db, table)

    def replace_by(self, source: Path) -> None:
        """Take over all that another store file holds, in place of what is here, in one stroke.

        Raises:
            Busy: another process writes to either.

        """
        self._db.replace_by(source)

    def copy_to(self, target: Path) -> None:
        """Copy the store to a new file, even while it is in use."""
        self._db.copy_to(target)

    def findings(self) -> list[check.Finding]:
        """Return what is wrong with the file, its rows and its index."""
        return check.findings(self._db, self._terms_of, self.author.at)


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
    def part(self, *, last: bool = False) -> Iterator[Transaction]:
        """Hold the next transaction of the operation.

        Args:
            last: the operation is closed with it, by the summary that it has by then; without that it takes one more.

        """
        with self.db.transaction():
            begun = self._operation_id
            if begun is not None and journal.is_undone(self.db, begun):
                # Another process took back what was written so far: the rest is an operation of its own.
                journal.finish(self.db, begun, self.summary)
                begun = None
            if begun is None:
                author = self._author
                begun = journal.begin(self.db, author.at, author.who, author.command, undoes=self._undoes)
            tx = Transaction(self.db, begun, self._author.at, self._terms_of)
            yield tx
            tx.flush()
            if last:
                journal.finish(self.db, begun, self.summary)
        self._operation_id = None if last else begun

    def finish(self) -> None:
        """Close the operation in the journal."""
        if self._operation_id is not None:
            with self.db.transaction():
                journal.finish(self.db, self._operation_id, self.summary)
