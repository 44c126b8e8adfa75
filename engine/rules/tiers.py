"""Which tier a card belongs in, and why: perm for good, hot at hand, cold in store.

Importance S says how high a card may stand, its retention how much of that is left, and use warms it. The
thresholds have gaps: what rises at `hot_at` sinks only under `sink_below`, and what three uses have warmed stays as
long as one of them is recent.
"""

from collections.abc import Iterable, Mapping
from heapq import nlargest
from typing import NamedTuple

from wdm.engine.rules import importance
from wdm.engine.rules.times import DAY
from wdm.store.records import Standing, Tier


class Bounds(NamedTuple):
    """The thresholds between the tiers."""

    hot_at: float
    """S x retention from which a cold card becomes hot."""
    sink_below: float
    """S x retention under which a hot card becomes cold."""
    hot_most: int
    """Hot cards at most."""
    young_days: float
    """Days for which a new card stays hot."""
    warm_uses: int
    """Days of use, within `warm_days`, that make a cold card hot."""
    warm_days: int
    """Days in which a use keeps a card warm."""
    perm_uses: int
    """Days of use, within `perm_days`, that make a hot card permanent."""
    perm_days: int


class Used(NamedTuple):
    """On how many days a card was used lately."""

    warm: int = 0
    """Within `warm_days`."""
    perm: int = 0
    """Within `perm_days`."""


class Move(NamedTuple):
    """A card that changes its tier."""

    id: int
    source: Tier
    target: Tier
    reason: str


class Place(NamedTuple):
    """Where a card belongs."""

    tier: Tier
    reason: str
    strength: float
    """S x retention."""


def place(of: Standing, retention: float, used: Used, now: int, bounds: Bounds) -> Place:
    """Return the tier that a card belongs in, before the room of the hot tier is looked at.

    Args:
        of: the card.
        retention: 2^(-age / half-life), in [0, 1].
        used: on how many days it was used lately.
        now: milliseconds since 1970.
        bounds: the thresholds.

    """
    strength = importance.parts(of).importance * retention
    if of.pinned:
        return Place(of.tier, "pinned", strength)
    if of.tier is Tier.PERM:
        return Place(Tier.PERM, "permanent", strength)
    if used.perm >= bounds.perm_uses:
        return Place(Tier.PERM, f"used on {used.perm} of the last {bounds.perm_days} days", strength)
    if of.tier is Tier.COLD:
        if strength >= bounds.hot_at:
            return Place(Tier.HOT, f"S x retention {strength:.2f} is {bounds.hot_at:g} or more", strength)
        if used.warm >= bounds.warm_uses:
            return Place(Tier.HOT, f"used on {used.warm} of the last {bounds.warm_days} days", strength)
        return Place(Tier.COLD, "neither important nor used enough", strength)
    if now - of.created_at < bounds.young_days * DAY:
        return Place(Tier.HOT, "new", strength)
    if used.warm:
        return Place(Tier.HOT, f"used within {bounds.warm_days} days", strength)
    if strength < bounds.sink_below:
        return Place(Tier.COLD, f"S x retention {strength:.2f} is under {bounds.sink_below:g}", strength)
    return Place(Tier.HOT, f"S x retention {strength:.2f} is {bounds.sink_below:g} or more", strength)


def plan(
    cards: Iterable[tuple[Standing, float]], used: Mapping[int, Used], now: int, bounds: Bounds
) -> list[Move]:
    """Return the moves that bring every card to where it belongs, in the order of their numbers.

    The hot tier holds at most `hot_most` cards: pinned ones first, then those in use, then the strongest, then the
    newest. Since the choice depends on the cards alone, a second plan after the first is empty.

    Args:
        cards: live cards, each with its retention.
        used: on how many days each was used lately; absent means on none.
        now: milliseconds since 1970.
        bounds: the thresholds.

    """
    moves: list[Move] = []
    hot: list[tuple[bool, float, int]] = []
    why: dict[int, tuple[Tier, str]] = {}
    room = bounds.hot_most
    for card, retention in cards:
        days = used.get(card.id, Used())
        found = place(card, retention, days, now, bounds)
        if found.tier is not Tier.HOT:
            if found.tier is not card.tier:
                moves.append(Move(card.id, card.tier, found.tier, found.reason))
        elif card.pinned:
            room -= 1
        else:
            hot.append((days.warm > 0, found.strength, card.id))
            why[card.id] = card.tier, found.reason
    chosen = {number for *_, number in nlargest(max(room, 0), hot)}
    full = f"{bounds.hot_most} others are pinned, in use or stronger"
    for number, (source, reason) in why.items():
        target = Tier.HOT if number in chosen else Tier.COLD
        if target is not source:
            moves.append(Move(number, source, target, reason if target is Tier.HOT else full))
    return sorted(moves)
