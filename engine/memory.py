"""The one door to a memory: everything that a command can ask of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from wdm.engine import look
from wdm.engine.rules.cards import index_terms
from wdm.engine.settings import Settings
from wdm.store.reader import Reader
from wdm.store.records import Card, Depth, Draft, Judgement, Operation, PersonaMode, Tier

if TYPE_CHECKING:
    from wdm.engine.card_writer import CardWriter, Report, Writing
    from wdm.engine.context import Asked, Context
    from wdm.engine.doors.cards import Cards
    from wdm.engine.doors.moods import Moods
    from wdm.engine.doors.moving import Moving
    from wdm.engine.doors.pool import Pool
    from wdm.engine.doors.upkeep import Upkeep
    from wdm.engine.feedback import Given
    from wdm.engine.frames import Completed, Completion
    from wdm.engine.ingest import Defaults
    from wdm.engine.listener import Listener
    from wdm.engine.reading.items import Item
    from wdm.engine.recall import Answer, Query, Recall
    from wdm.engine.tiers import View
    from wdm.engine.why import Reason
    from wdm.store.check import Finding
    from wdm.store.journal import Transaction
    from wdm.store.store import Store


class Caller(NamedTuple):
    """Who asks, when, and with what chance: read once, at the start of the program."""

    now: int
    """Milliseconds since 1970."""
    noise: Callable[[int], bytes]
    """Random bytes, as many as asked for."""
    who: str
    command: str


class Memory:
    """A memory in one file.

    Every method may raise `NoStore`, `SchemaTooNew`, `Damaged`, `Busy` or `Unusable` (see `wdm.store.errors`)
    besides what it names itself. Nothing is opened before a method needs it.
    """

    def __init__(self, path: Path, settings: Settings, caller: Caller) -> None:
        self.path = path
        self.settings = settings
        self.caller = caller

    def ingest(
        self, items: Iterable[Item], defaults: Defaults, *, strict: bool = False, redact: bool = False
    ) -> Report:
        """Take memories in; the store is made when it is missing.

        Args:
            items: what a reader yields.
            defaults: what is said of all of them.
            strict: all of them, or none.
            redact: replace keys and passwords, as the setting may say of all calls.

        Raises:
            Refused: `strict`, and a piece of the input was rejected; nothing is kept.

        """
        from wdm.engine import ingest

        with self._store(write=True) as store:
            writing = self._writing(store, strict=strict)
            if redact:
                writing = replace(writing, redact=True)
            return ingest.ingest(store, items, defaults, writing)

    def recall(self, queries: Iterable[Query]) -> Iterator[Answer]:
        """Yield the answer to each query, all from one open store; those deeper than shallow count as use."""
        wrote = False
        with self._reader() as store:
            finder = self._finder(store)
            for query in queries:
                with store.snapshot():
                    answer = finder.answer(query)
                if query.depth is not Depth.SHALLOW and self.settings.recall.count_uses:
                    from wdm.engine import uses

                    fresh = uses.unused(store, uses.used(answer), self.caller.now)
                    answer = answer._replace(use=uses.count(self._impatient, fresh, self.caller.now))
                    wrote |= bool(fresh)
                yield answer
        if wrote:
            uses.settle(self._impatient)

    def context(self, asked: Asked) -> Context:
        """Return the block of memory for a prompt."""
        from wdm.engine import context

        with self._reader() as store, store.snapshot():
            return context.context(store, self._finder(store), self.settings, self.caller.now, asked)

    def tiers(self, tier: Tier | None, limit: int | None, *, moves: bool) -> View:
        """Return the tiers, or one of them, with at most `limit` cards of each; `moves` leaves out what would stay."""
        from wdm.engine import tiers

        with self._reader() as store, store.snapshot():
            return tiers.view(store, self.settings, self.caller.now, tier, limit, moving=moves)

    def frame(self, draft: Draft, warn: Callable[[str], None] = lambda _: None) -> int:
        """Keep what was asked of an agent, pending until `complete`; return the number of its card.

        Args:
            draft: what was asked.
            warn: told of what deserves a look, such as a secret.

        Raises:
            Refused: it only quotes a prompt block.

        """
        from wdm.engine import frames

        frames.refuse_echo(draft.text)  # before a store is made for nothing
        with self._store(write=True) as store, store.change() as tx:
            writer = self._writer(store, tx)
            number = frames.frame(writer, frames.own_words(store, draft))
        for warning in writer.report.warnings:
            warn(warning)
        return number

    def complete(self, reference: str, told: Completion) -> Completed:
        """End a turn that `frame` began, and read it back.

        Raises:
            NotFound: there is no such card.
            Refused: the card is no frame, or completed with another answer.
            Unusable: it does not read back as it was written.

        """
        from wdm.engine import frames
        from wdm.engine.tag_finder import Finder

        with self._existing(True) as store:
            told = frames.own_answer(store, told)
            names = Finder(store) if self.settings.ingest.tags else None
            with store.change() as tx:
                writer = self._writer(store, tx)
                told = frames.without_secrets(writer, told)
                number, changed, repeats = frames.complete(writer, reference, told, names)
            card = frames.read_back(store, number, told)
            return frames.Completed(card, changed, repeats, tuple(writer.report.warnings))

    def show(self, references: Sequence[str]) -> look.Shown:
        """Return the cards that numbers, callers' ids or beginnings of uids name, in that order; it counts as use.

        Raises:
            NotFound: one names no card.
            Refused: a beginning of a uid fits more than one.

        """
        from wdm.engine import uses

        with self._reader() as store, store.snapshot():
            shown = look.shown(store, references)
            fresh = uses.unused(store, shown.cards, self.caller.now)
        counts = self.settings.recall.count_uses
        return shown._replace(use=uses.count(self._impatient, fresh, self.caller.now) if counts else None)

    def listing(self, wanted: look.Wanted) -> look.Shown:
        """Return cards, the latest first.

        Raises:
            NotFound: a tag that is asked for is not in the pool.

        """
        with self._reader() as store, store.snapshot():
            return look.listing(store, wanted)

    def stats(self) -> look.Stats:
        """Return how much is kept."""
        with self._reader() as store, store.snapshot():
            return look.stats(store)

    @property
    def pool(self) -> Pool:
        """The tag pool's own door."""
        from wdm.engine.doors.pool import Pool

        return Pool(self._existing, self.settings.recall, self.caller.now)

    @property
    def cards(self) -> Cards:
        """The door to what people decide about single cards: forget, restore, pin, supersede, purge."""
        from wdm.engine.doors.cards import Cards

        return Cards(self._existing)

    @property
    def moods(self) -> Moods:
        """The door to the agent's persona and mood."""
        from wdm.engine.context import persona_room
        from wdm.engine.doors.moods import Moods

        room = persona_room(self.settings.context.perm)
        return Moods(self._reader, lambda: self._store(write=True), self.settings.cues, room, self.caller.now)

    @property
    def moving(self) -> Moving:
        """The door to moving house: backup, export, import."""
        from wdm.engine.doors.moving import Moving

        return Moving(self.path, lambda write: self._store(write=write), self._at)

    @property
    def upkeep(self) -> Upkeep:
        """Upkeep's own door: evolve, clean, golden queries."""
        from wdm.engine.doors.upkeep import Upkeep

        return Upkeep(self._existing, self.settings, self.caller.now, self.caller.who)

    def peek(self, references: Sequence[str]) -> list[Card]:
        """Return cards as `show` does, without counting a use of them.

        Raises:
            NotFound: a reference names no card.

        """
        with self._reader() as store, store.snapshot():
            return look.show(store, references)

    def scenes(self) -> list[tuple[str, str, int, int | None]]:
        """Return category, subcategory, live cards and the time of the latest of each scene."""
        with self._reader() as store:
            return store.scenes()

    def feedback(self, reference: str, status: Judgement, query: str, note: str) -> Given:
        """Keep a judgement on a card as the answer to a query, in place of an earlier one.

        Raises:
            NotFound: the reference names no card.

        """
        from wdm.engine import feedback

        with self._existing(True) as store, store.change() as tx:
            return feedback.give(store, tx, self._finder(store), reference, status, query, note)

    def why(self, reference: str, query: Query) -> Reason:
        """Return why a card answers a query, or what keeps it from answering.

        Raises:
            NotFound: the reference names no card.

        """
        from wdm.engine import why

        with self._reader() as store, store.snapshot():
            return why.why(store, self._finder(store), self.settings.recall, reference, query)

    def log(self, limit: int | None) -> list[Operation]:
        """Return what changed the memory, the latest first."""
        with self._reader() as store:
            return store.operations(limit=limit)

    def undo(self, operation_id: int | None) -> Operation:
        """Take back an operation, or the last one that still stands; return it.

        Raises:
            NotFound: there is no such operation, or nothing to undo.
            Refused: it is undone already, or a later operation touched the same rows.

        """
        with self._existing(True) as store:
            return store.undo(operation_id)

    def findings(self) -> list[Finding]:
        """Return what is wrong with the store; nothing when all is well."""
        with self._store(write=False) as store, store.snapshot():
            return store.findings()

    def rebuild(self, progress: Callable[[int], None] = lambda _: None) -> int:
        """Make the index and the statistics anew; return the number of cards indexed."""
        with self._existing(True) as store:
            return store.rebuild(progress)

    def _existing(self, write: bool) -> Store:
        """Open a store that is there: only taking memories in makes one."""
        return self._store(write=write and self.path.exists())  # to read says that there is none

    def _finder(self, store: Reader) -> Recall:
        from wdm.engine.recall import Recall

        return Recall(store, self.settings.recall, self.caller.now)

    def _reader(self) -> Reader:
        return Reader(self.path, busy_ms=self.settings.store.busy_ms)

    def _store(self, *, write: bool, busy_ms: int | None = None, durable: bool = True) -> Store:
        from wdm.store.store import Author, Store

        store = Store(
            self.path,
            write=write,
            author=Author(self.caller.now, self.caller.who, self.caller.command),
            terms_of=index_terms,
            busy_ms=self.settings.store.busy_ms if busy_ms is None else busy_ms,
            durable=durable,
            journal_mode=self.settings.store.journal_mode,
        )
        if write and store.unassessed():
            from wdm.engine.card_writer import assessed

            store.reassess(assessed)
        return store

    def _writing(self, store: Store, *, strict: bool = False) -> Writing:
        from wdm.engine import card_writer

        now, noise, _, _ = self.caller
        taken, listener = self.settings.ingest, self._listener(store)
        return card_writer.Writing(now, noise, taken.tags, taken.chunk, strict, taken.redact, listener)

    def _writer(self, store: Store, tx: Transaction) -> CardWriter:
        from wdm.engine import card_writer

        return card_writer.CardWriter(store, tx, self._writing(store), card_writer.Report())

    def _listener(self, store: Store) -> Listener | None:
        """Return who hears what is said, where the agent's mood is on: only then its rules are worth loading."""
        persona = store.persona()
        if persona is None or persona.mode is not PersonaMode.FULL:
            return None
        from wdm.engine import cues
        from wdm.engine.listener import Listener

        return Listener(persona, cues.load(self.settings.cues), self.caller.now)

    def _at(self, path: Path) -> Store:
        """Open the store at another path, for the same caller."""
        return Memory(path, self.settings, self.caller)._store(write=False)

    def _impatient(self) -> Store:
        """Open the store for a write that is not worth waiting for."""
        return self._store(write=True, busy_ms=0, durable=False)
