"""Upkeep's own door of a memory: what cron runs, and the golden queries that it must keep."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import sleep
from typing import NamedTuple

from wdm.engine import evolve, golden
from wdm.engine.recall import Recall
from wdm.engine.rules import freshness, times, upkeep
from wdm.engine.rules.times import DAY
from wdm.engine.rules.upkeep import Plan
from wdm.engine.settings import Settings
from wdm.store.errors import Refused
from wdm.store.journal import Transaction
from wdm.store.reader import Reader
from wdm.store.store import Store
from wdm.store.upkeep import owned

CLEAN = "clean"

FREE_SHARE = 0.1
"""Share of unused pages from which a clean writes the file anew."""

PAUSE = 0.15
"""Seconds between two portions: longer than SQLite sleeps between two looks at a lock."""

USES_KEPT = 400
"""Days for which the single days of use are kept; the number of uses stays with the card."""


class Done(NamedTuple):
    """What a run of upkeep did, or would do."""

    plan: Plan
    applied: int
    """Changes that were made; 0 in a dry run."""
    refused: int
    """Changes that were no longer called for when it came to them."""
    thinned: int = 0
    """Operations of the journal that lost their row images."""
    rewritten: bool = False
    """Whether the file was written anew, without unused pages."""
    flood: str | None = None
    """Why a run would be refused, where a dry run finds it so."""


class Upkeep:
    """The upkeep of a memory.

    Args:
        open_store: opens the store for reading (False) or writing (True).
        settings: all of them.
        now: milliseconds since 1970.
        who: for the lock: other runs are told of it.

    """

    def __init__(self, open_store: Callable[[bool], Store], settings: Settings, now: int, who: str) -> None:
        self._open = open_store
        self._settings = settings
        self._now = now
        self._who = who

    def evolve(
        self,
        steps: Sequence[evolve.Step],
        *,
        dry_run: bool,
        force: bool,
        progress: Callable[[str], None] = lambda _: None,
    ) -> Done:
        """Examine tags, relate and align them, move cards between the tiers, close frames that nobody completed.

        Raises:
            Busy: another run is under way.
            Refused: too many cards would move, without `force`; or a golden query would lose its card.

        """

        def planned(store: Reader) -> Plan:
            return evolve.plan(store, self._settings, self._now, steps, progress)

        return self._run(evolve.NAME, planned, evolve.carry_out, dry_run=dry_run, force=force)

    def clean(self, min_weight: float | None, min_age: float | None, *, dry_run: bool, force: bool) -> Done:
        """Archive cards that have faded, thin the journal, and give unused pages back.

        Raises:
            Busy: another run is under way.
            Refused: too many cards would go, without `force`; or a golden query would lose its card.

        """
        told = self._settings.clean
        least = told.min_weight if min_weight is None else min_weight
        days = told.min_age if min_age is None else min_age

        def planned(store: Reader) -> Plan:
            decay = self._settings.recall.fading
            spared = store.confirmed() | {one.wanted for one in store.golden()}
            # What a person has brought back by undoing a run is not archived again.
            spared |= {key for table, key, _ in store.undone_deeds(CLEAN) if table == "card"}
            cards = ((one, freshness.retention(one, self._now, decay)) for one in store.standings())
            changes = upkeep.archived(cards, frozenset(spared), self._now, least, days)
            return Plan(tuple(changes), len(changes), sum(store.tier_counts().values()))

        def archive(_: Store, tx: Transaction, changes: Sequence[upkeep.Change]) -> int:
            rows = [change.rows[0] for change in changes]
            return tx.update_many("card", rows, {"archived_at": tx.at}, expecting={"archived_at": None})

        done = self._run(CLEAN, planned, archive, dry_run=dry_run, force=force)
        if dry_run:
            return done
        with self._open(True) as store:
            keep = round(self._settings.journal.keep_days * DAY)
            thinned = store.thin(self._now - keep, self._now // DAY - USES_KEPT)
            return done._replace(thinned=thinned, rewritten=store.tidy(FREE_SHARE))

    def check_golden(self) -> list[golden.Checked]:
        """Return the golden queries, each with the place where its card is found."""
        with self._open(False) as store, store.snapshot():
            return golden.check(store, self._finder(store))

    def add_golden(self, query: str, reference: str) -> golden.Checked:
        """Keep that a query must find a card; return where it is found now.

        Raises:
            NotFound: the reference names no card.

        """
        with self._open(True) as store, store.change() as tx:
            return golden.add(store, tx, self._finder(store), query, reference)

    def remove_golden(self, query: str, reference: str | None) -> int:
        """Give up a golden query, for one card or for all of its cards; return how many went.

        Raises:
            NotFound: there is none such.

        """
        with self._open(True) as store, store.change() as tx:
            return golden.remove(store, tx, query, reference)

    def _run(
        self,
        name: str,
        planned: Callable[[Reader], Plan],
        carry_out: Callable[[Store, Transaction, Sequence[upkeep.Change]], int],
        *,
        dry_run: bool,
        force: bool,
    ) -> Done:
        if dry_run:
            with self._open(False) as store, store.snapshot():
                plan = planned(store)
                return Done(plan, 0, 0, flood=None if force else self._flood(plan))
        with (
            self._open(True) as store,
            owned(store.path, f"{name} by {self._who} since {times.iso(self._now)}"),
        ):
            with store.snapshot():
                plan = planned(store)
                before = golden.check(store, self._finder(store)) if plan.changes else []
            flood = None if force else self._flood(plan)
            if flood:
                raise Refused(
                    flood, hint="nothing was changed; look with --dry-run, and --force it if it is right"
                )
            applied = self._apply(name, store, plan, before, carry_out)
            store.note_run(name)
            return Done(plan, applied, len(plan.changes) - applied)

    def _apply(
        self,
        name: str,
        store: Store,
        plan: Plan,
        before: Sequence[golden.Checked],
        carry_out: Callable[[Store, Transaction, Sequence[upkeep.Change]], int],
    ) -> int:
        """Carry out a plan as one operation, so many rows at a time that others can write in between.

        Up to `upkeep.PORTION` rows it is one transaction: all of it happens, or nothing.
        """
        applied = 0
        with store.operation() as work:
            work.summary = f"{name}: {upkeep.counted(plan.changes)}"
            for number, portion in enumerate(upkeep.portions(plan.changes)):
                if number:
                    sleep(PAUSE)  # or whoever waits for the lock would look just when it is taken again
                with work.part() as tx:
                    applied += carry_out(store, tx, portion)
                    tx.flush()
                    golden.refuse_lost(before, golden.check(store, self._finder(store)))
        return applied

    def _flood(self, plan: Plan) -> str | None:
        """Return why a plan is too much to be made without a person's word, or None."""
        most = self._settings.upkeep.max_change
        if plan.share <= most:
            return None
        return f"{plan.settled} of {plan.cards} cards would move, more than max_change allows ({most:.0%})"

    def _finder(self, store: Reader) -> Recall:
        return Recall(store, self._settings.recall, self._now)
