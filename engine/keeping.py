"""Putting cards out of sight, and back."""

from __future__ import annotations

from collections.abc import Sequence

from wdm.engine import look
from wdm.store.journal import Transaction
from wdm.store.records import Card
from wdm.store.store import Store


def forget(store: Store, tx: Transaction, references: Sequence[str]) -> list[Card]:
    """Hide cards everywhere but in `--all`; return those that were not hidden before.

    Raises:
        NotFound: a reference names no card; nothing is hidden then.

    """
    cards = look.show(store, references)
    return [
        card
        for card in cards
        if card.forgotten_at is None and tx.update("card", card.id, {"forgotten_at": tx.at})
    ]


def restore(store: Store, tx: Transaction, references: Sequence[str]) -> list[Card]:
    """Bring forgotten and archived cards back; return those that were hidden.

    Raises:
        NotFound: a reference names no card; nothing is brought back then.

    """
    cards = look.show(store, references)
    return [card for card in cards if tx.update("card", card.id, {"forgotten_at": None, "archived_at": None})]
