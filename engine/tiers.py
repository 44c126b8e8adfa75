"""Where cards stand in the three tiers, and the moves that would bring each to where it belongs."""

from collections.abc import Iterator
from heapq import nsmallest
from typing import NamedTuple

from wdm.engine.rules import freshness, importance
from wdm.engine.rules import tiers as rules
from wdm.engine.rules.times import DAY
from wdm.engine.settings import Settings
from wdm.store.reader import Reader
from wdm.store.records import Card, Standing, Tier


class Place(NamedTuple):
    """Where a card stands, and what decides that."""

    card: Card
    retention: float
    """What time has left of its importance, in [0, 1]."""
    freshness: float
    """The same as recall takes it, with its floor."""
    move: rules.Move | None
    """What the next migration would do with it."""


class View(NamedTuple):
    """The tiers as they are shown."""

    counts: dict[str, int]
    """Live cards of each tier."""
    moves: dict[str, int]
    """Cards that would move, by `tier > tier`."""
    places: list[Place]
    """Tier by tier, the strongest first; what was superseded comes last."""


def view(
    store: Reader, settings: Settings, now: int, tier: Tier | None, limit: int | None, *, moving: bool
) -> View:
    """Return the tiers, with at most `limit` cards of each; `moving` leaves out what would stay."""
    planned = {move.id: move for move in moves(store, settings, now)}
    decay = settings.recall.fading
    places: list[Place] = []
    for each in (tier,) if tier else Tier:
        ranked = (
            (-importance.parts(one).importance * freshness.retention(one, now, decay), one.id)
            for one in store.standings(each)
            if not moving or one.id in planned
        )
        chosen = [number for _, number in (nsmallest(limit, ranked) if limit else sorted(ranked))]
        cards = {card.id: card for card in store.cards(chosen)}
        places += [_place(cards[number], now, settings, planned.get(number)) for number in chosen]
    if not tier and not moving:
        places += [_place(card, now, settings, None) for card in store.superseded(limit)]
    counted: dict[str, int] = {}
    for move in planned.values():
        name = f"{move.source} > {move.target}"
        counted[name] = counted.get(name, 0) + 1
    return View({name.value: count for name, count in store.tier_counts().items()}, counted, places)


def moves(store: Reader, settings: Settings, now: int) -> list[rules.Move]:
    """Return the plan for every live card."""
    decay = settings.recall.fading
    cards: Iterator[tuple[Standing, float]] = (
        (one, freshness.retention(one, now, decay)) for one in store.standings()
    )
    return rules.plan(cards, used(store, settings, now), now, settings.tiers.bounds)


def used(store: Reader, settings: Settings, now: int) -> dict[int, rules.Used]:
    """Return on how many days each card was used lately; today is one of them."""
    today = now // DAY
    warm = store.uses_between(today - settings.tiers.warm_days + 1, today)
    perm = store.uses_between(today - settings.tiers.perm_days + 1, today)
    return {
        number: rules.Used(warm.get(number, 0), perm.get(number, 0)) for number in warm.keys() | perm.keys()
    }


def _place(card: Card, now: int, settings: Settings, move: rules.Move | None) -> Place:
    decay = settings.recall.fading
    kept = freshness.retention(card, now, decay)
    return Place(card, kept, freshness.floored(kept, decay.floor), move)
