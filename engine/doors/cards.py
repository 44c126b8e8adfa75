"""The door to what people decide about single cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from wdm.engine import keeping, look
from wdm.store.files import PARTIAL
from wdm.store.records import Card, Tier
from wdm.store.store import Store


class Cards:
    """The cards of a memory, one by one.

    Args:
        open_store: opens the store for reading (False) or writing (True).

    """

    def __init__(self, open_store: Callable[[bool], Store]) -> None:
        self._open = open_store

    def forget(self, references: Sequence[str]) -> list[Card]:
        """Hide cards; return those that were not hidden before.

        Raises:
            NotFound: a reference names no card; nothing is hidden then.

        """
        with self._open(True) as store, store.change() as tx:
            return keeping.forget(store, tx, references)

    def restore(self, references: Sequence[str]) -> list[Card]:
        """Bring hidden cards back; return those that were hidden.

        Raises:
            NotFound: a reference names no card; nothing is brought back then.

        """
        with self._open(True) as store, store.change() as tx:
            return keeping.restore(store, tx, references)

    def pin(self, references: Sequence[str], tier: Tier) -> list[Card]:
        """Fix cards in a tier; return those that were not there.

        Raises:
            NotFound: a reference names no card; nothing is changed then.

        """
        with self._open(True) as store, store.change() as tx:
            return keeping.pin(store, tx, references, tier)

    def unpin(self, references: Sequence[str]) -> list[Card]:
        """Let cards move between the tiers again; return those that changed.

        Raises:
            NotFound: a reference names no card; nothing is changed then.

        """
        with self._open(True) as store, store.change() as tx:
            return keeping.unpin(store, tx, references)

    def supersede(self, old: str, new: str) -> tuple[Card, Card]:
        """Let a card take the place of another; return both as they were.

        Raises:
            NotFound: a reference names no card.
            Refused: the two are one, or the new one was itself replaced by the old.

        """
        with self._open(True) as store, store.change() as tx:
            return keeping.supersede(store, tx, old, new)

    def purge(self, references: Sequence[str]) -> tuple[list[int], list[Path]]:
        """Erase cards for good; return them, and the backups beside the store, which may still hold them.

        Raises:
            NotFound: a reference names no card; nothing is erased then.
            Busy: another process uses the file; the cards are erased, but not yet the pages that held them.

        """
        with self._open(True) as store:
            erased = sorted({look.find(store, reference, erased=True) for reference in references})
            store.purge(erased)
            path = store.path
        beside = path.parent.iterdir()
        stem = f"{path.name}."
        return erased, sorted(p for p in beside if p.name.startswith(stem) and p.suffix in (".bak", PARTIAL))
