"""What people decide about single cards: out of sight and back, fixed in a tier, replaced by another."""

from __future__ import annotations

from collections.abc import Sequence

from wdm.engine import look
from wdm.store.errors import Refused
from wdm.store.journal import Transaction
from wdm.store.records import Card, Tier
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
    """Bring forgotten, archived and superseded cards back; return those that were out of sight.

    Raises:
        NotFound: a reference names no card; nothing is brought back then.

    """
    back: dict[str, object] = {"forgotten_at": None, "archived_at": None, "superseded_by": None}
    restored = []
    for card in look.show(store, references):
        # Who brings a faded card back means to use it: else the next clean would archive it again.
        warmed = {"last_used": tx.at} if card.archived_at is not None else {}
        if tx.update("card", card.id, back | warmed):
            restored.append(card)
    return restored


def pin(store: Store, tx: Transaction, references: Sequence[str], tier: Tier) -> list[Card]:
    """Fix cards in a tier, from which nothing but `unpin` moves them; return those that were not there.

    Raises:
        NotFound: a reference names no card; nothing is changed then.

    """
    cards = look.show(store, references)
    return [card for card in cards if tx.update("card", card.id, {"pinned": True, "tier": tier})]


def unpin(store: Store, tx: Transaction, references: Sequence[str]) -> list[Card]:
    """Let cards move again, permanent ones from the hot tier on; return those that changed.

    Raises:
        NotFound: a reference names no card; nothing is changed then.

    """
    changed = []
    for card in look.show(store, references):
        tier = Tier.HOT if card.tier is Tier.PERM else card.tier
        if tx.update("card", card.id, {"pinned": False, "tier": tier}):
            changed.append(card)
    return changed


def supersede(store: Store, tx: Transaction, old: str, new: str) -> tuple[Card, Card]:
    """Let a card take the place of another, which leaves recall and context; return both as they were.

    Raises:
        NotFound: a reference names no card.
        Refused: the two are one, or the new one was itself replaced by the old.

    """
    before, after = look.show(store, [old, new])
    refuse_circle(store, before.id, after)
    tx.update("card", before.id, {"superseded_by": after.id})
    return before, after


def refuse_circle(store: Store, old: int, new: Card) -> None:
    """Refuse to let a card be replaced by itself, or by one that it has replaced.

    Raises:
        Refused: so it would be.

    """
    seen, at = {old}, new
    while at.id not in seen and at.superseded_by is not None:
        seen.add(at.id)
        at = store.cards([at.superseded_by])[0]
    if at.id in seen:
        raise Refused(
            f"card {new.id} cannot replace card {old}: "
            + ("they are the same" if new.id == old else f"card {old} has replaced it"),
            hint="`wdm restore` takes a replacement back",
        )
