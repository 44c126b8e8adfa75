"""What upkeep plans: changes with their reasons, and the guard against too many at once."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from wdm.engine.rules import freshness, importance
from wdm.engine.rules.times import DAY
from wdm.store.records import Standing, Tier

PORTION, ROWS = 25_000, {"relation": 8}
"""Rows that are written at a time, and rows that a change of a kind counts for."""


class Change(NamedTuple):
    """One change that a plan makes."""

    kind: str
    """frame, tag, relation, align, tier or archive."""
    target: int | str
    """A card's number, or the names of tags."""
    source: str | None
    """What it is now."""
    to: str
    """What it becomes."""
    reason: str
    rows: tuple[int, ...]
    """Numbers of the cards or tags that it is about."""


class Plan(NamedTuple):
    """What upkeep would do."""

    changes: tuple[Change, ...]
    settled: int
    """Cards that leave the place in which an earlier run had found them."""
    cards: int
    """Live cards."""
    suggestions: tuple[str, ...] = ()
    """What only people decide, in words."""

    @property
    def share(self) -> float:
        """The share of the live cards that would move, in [0, 1]."""
        return self.settled / self.cards if self.cards else 0.0


def weight(of: Standing, kept: float) -> float:
    """Return what a card weighs: its freshness, with its importance as the floor, S + (1 - S) x retention."""
    return freshness.floored(kept, importance.parts(of).importance)


def archived(
    cards: Iterable[tuple[Standing, float]], spared: frozenset[int], now: int, least: float, days: float
) -> list[Change]:
    """Return the cards that have faded, with their weight as the reason.

    Args:
        cards: live cards, each with its retention.
        spared: cards that stay whatever they weigh: confirmed or golden ones.
        now: milliseconds since 1970.
        least: weight under which a card is archived.
        days: age from which it may be: since it came, or since its last use.

    """
    changes = []
    for card, kept in cards:
        age = (now - max(card.created_at, card.last_used or card.created_at)) / DAY
        heavy = weight(card, kept)
        if (
            heavy < least
            and age >= days
            and not card.pinned
            and card.tier is not Tier.PERM
            and card.id not in spared
        ):
            reason = f"weight {heavy:.2f} is under {least:g}, {age:.0f} days here or since its last use"
            changes.append(Change("archive", card.id, card.tier, "archived", reason, (card.id,)))
    return changes


def portions(changes: Sequence[Change]) -> Iterator[Sequence[Change]]:
    """Yield changes in portions that hold the write lock for well under a second each."""
    portion: list[Change] = []
    rows = 0
    for change in changes:
        portion.append(change)
        rows += ROWS.get(change.kind, 1)
        if rows >= PORTION:
            yield portion
            portion, rows = [], 0
    if portion:
        yield portion


def counted(changes: Sequence[Change]) -> str:
    """Return how many changes of each kind there are, in words: `3 hot > cold, 1 tag deprecated`."""
    names = Counter(_name(each) for each in changes)
    return ", ".join(f"{count} {name}" for name, count in sorted(names.items(), key=lambda pair: pair[0]))


def _name(change: Change) -> str:
    match change.kind:
        case "tier":
            return f"{change.source} > {change.to}"
        case "tag":
            return f"tag {change.to}"
        case "align":
            return "tag aligned"
        case "frame":
            return "frame closed"
        case "archive":
            return "archived"
        case _:
            return "related" if change.to == "related" else f"related {change.to}ly"
