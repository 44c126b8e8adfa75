"""Which tier a card belongs in, and that a plan, once it was applied, has nothing more to say."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wdm.engine.rules import tiers
from wdm.engine.rules.tiers import Bounds, Move, Used
from wdm.engine.rules.times import DAY
from wdm.store.records import Kind, Standing, Tier

NOW = 1_780_315_200_000
BOUNDS = Bounds(
    hot_at=0.3,
    sink_below=0.18,
    hot_most=200,
    young_days=1,
    warm_uses=3,
    warm_days=14,
    perm_uses=5,
    perm_days=30,
)
NEVER = Used()

Store = tuple[list[tuple[Standing, float]], dict[int, Used], int]
"""Cards with their retention, on how many days they were used, and the room of the hot tier."""


def standing(number: int = 1, tier: Tier = Tier.HOT, **more: Any) -> Standing:
    """Return a card of no importance that is a year old."""
    told: dict[str, Any] = {
        "pinned": False, "kind": Kind.FACT, "explicitness": 0.0, "emotion": 0.0, "structure": 0.0, "repeats": 0,
        "uses": 0, "last_used": None, "happened_at": NOW - 365 * DAY, "created_at": NOW - 365 * DAY,
    }  # fmt: skip
    return Standing(id=number, tier=tier, **told | more)


def placed(card: Standing, retention: float = 1.0, used: Used = NEVER, bounds: Bounds = BOUNDS) -> Tier:
    return tiers.place(card, retention, used, NOW, bounds).tier


def moved(
    cards: list[tuple[Standing, float]], used: dict[int, Used] | None = None, most: int = 200
) -> dict[int, tuple[Tier, Tier]]:
    moves = tiers.plan(cards, used or {}, NOW, BOUNDS._replace(hot_most=most))
    return {move.id: (move.source, move.target) for move in moves}


RISES, SINKS = (Tier.COLD, Tier.HOT), (Tier.HOT, Tier.COLD)


# One card


@pytest.mark.parametrize(
    ("retention", "tier"),
    [
        (1.0, Tier.HOT),  # .35
        (0.86, Tier.HOT),  # .301
        (0.85, Tier.COLD),  # .2975
        (0.0, Tier.COLD),
    ],
)
def test_a_cold_card_rises_when_what_is_left_of_its_importance_reaches_the_bound(
    retention: float, tier: Tier
) -> None:
    card = standing(tier=Tier.COLD, explicitness=1.0)  # S = .35
    assert placed(card, retention) is tier
    # Exactly at the bound: .25 of a repetition that is full
    full = standing(tier=Tier.COLD, repeats=64)
    assert placed(full, 1.0, bounds=BOUNDS._replace(hot_at=0.25)) is Tier.HOT


@pytest.mark.parametrize(
    ("retention", "tier"),
    [
        (1.0, Tier.HOT),  # .35
        (0.52, Tier.HOT),  # .182
        (0.51, Tier.COLD),  # .1785
        (0.0, Tier.COLD),
    ],
)
def test_a_hot_card_sinks_when_too_little_of_its_importance_is_left(retention: float, tier: Tier) -> None:
    assert placed(standing(explicitness=1.0), retention) is tier
    # Exactly at the bound it stays.
    full = standing(repeats=64)
    assert placed(full, 1.0, bounds=BOUNDS._replace(sink_below=0.25)) is Tier.HOT


@pytest.mark.parametrize("retention", [0.52, 0.6, 0.7, 0.8, 0.85])  # .182 to .2975
def test_between_the_bounds_a_card_stays_where_it_is(retention: float) -> None:
    assert placed(standing(tier=Tier.HOT, explicitness=1.0), retention) is Tier.HOT
    assert placed(standing(tier=Tier.COLD, explicitness=1.0), retention) is Tier.COLD


def test_a_new_card_is_hot_for_a_day_to_the_millisecond() -> None:
    assert placed(standing(created_at=NOW)) is Tier.HOT
    assert placed(standing(created_at=NOW - DAY + 1)) is Tier.HOT
    assert placed(standing(created_at=NOW - DAY)) is Tier.COLD
    assert placed(standing(created_at=NOW + 9 * DAY)) is Tier.HOT  # a clock that was put back
    assert placed(standing(created_at=NOW - 2 * DAY), bounds=BOUNDS._replace(young_days=2.5)) is Tier.HOT
    # It counts when it was written, not when it happened.
    assert placed(standing(happened_at=NOW)) is Tier.COLD


def test_three_days_of_use_make_a_cold_card_hot() -> None:
    assert placed(standing(tier=Tier.COLD), used=Used(2, 2)) is Tier.COLD
    assert placed(standing(tier=Tier.COLD), used=Used(3, 3)) is Tier.HOT


def test_one_recent_use_keeps_a_hot_card_hot() -> None:
    assert placed(standing(), used=Used(1, 1)) is Tier.HOT
    assert placed(standing(), used=Used(0, 4)) is Tier.COLD


def test_five_days_of_use_make_a_hot_card_permanent() -> None:
    assert placed(standing(), used=Used(1, 4)) is Tier.HOT
    assert placed(standing(), used=Used(1, 5)) is Tier.PERM
    assert placed(standing(), used=Used(0, 5)) is Tier.PERM


def test_a_reason_tells_the_numbers() -> None:
    def reason(card: Standing, retention: float, used: Used = NEVER) -> str:
        return tiers.place(card, retention, used, NOW, BOUNDS).reason

    assert (
        reason(standing(explicitness=1.0), 0.5) == "S x retention 0.17 is under 0.18"
    )  # .175, halves to even
    assert reason(standing(tier=Tier.COLD, explicitness=1.0), 1) == "S x retention 0.35 is 0.3 or more"
    assert reason(standing(tier=Tier.COLD), 1, Used(3, 3)) == "used on 3 of the last 14 days"
    assert reason(standing(), 1, Used(3, 6)) == "used on 6 of the last 30 days"
    assert reason(standing(created_at=NOW), 1) == "new"
    assert reason(standing(pinned=True), 1) == "pinned"


def test_strength_is_importance_times_retention() -> None:
    # .35 * 1 + .25 * .5 + .2 * .5 + .2 * .5 = .675; times .4
    card = standing(explicitness=1.0, repeats=1, emotion=0.5, structure=0.5)
    assert tiers.place(card, 0.4, NEVER, NOW, BOUNDS).strength == pytest.approx(0.27)


# All cards

RETENTIONS = st.sampled_from([0.0, 0.25, 0.51, 0.52, 0.85, 0.86, 1.0]) | st.floats(0, 1)
SHARES = st.sampled_from([0.0, 0.5, 0.7, 1.0])


@st.composite
def usages(draw: st.DrawFn) -> Used:
    """Return days of use; those of two weeks are among those of a month."""
    warm = draw(st.integers(0, 4))
    return Used(warm, warm + draw(st.integers(0, 3)))


@st.composite
def stores(draw: st.DrawFn) -> Store:
    """Return cards with their retention, on how many days they were used, and the room of the hot tier."""
    cards = [
        (
            standing(
                number,
                draw(st.sampled_from(Tier)),
                pinned=draw(st.integers(0, 4)) == 0,
                explicitness=draw(SHARES),
                emotion=draw(SHARES),
                structure=draw(SHARES),
                repeats=draw(st.integers(0, 3)),
                created_at=NOW - draw(st.sampled_from([0, 1, 30])) * DAY,
            ),
            draw(RETENTIONS),
        )
        for number in range(1, draw(st.integers(0, 8)) + 1)
    ]
    used = {card.id: draw(usages()) for card, _ in cards if draw(st.booleans())}
    return cards, used, draw(st.integers(0, 5))


def applied(cards: list[tuple[Standing, float]], moves: list[Move]) -> list[tuple[Standing, float]]:
    target = {move.id: move.target for move in moves}
    return [(card._replace(tier=target.get(card.id, card.tier)), retention) for card, retention in cards]


def overdue(card: Standing, used: dict[int, Used]) -> bool:
    """Tell whether a cold card has been used enough to be permanent (see the known bug below)."""
    return card.tier is Tier.COLD and used.get(card.id, NEVER).perm >= BOUNDS.perm_uses


@given(stores())
def test_a_second_plan_after_the_first_is_empty(store: Store) -> None:
    cards, used, most = store
    cards = [(card, retention) for card, retention in cards if not overdue(card, used)]
    bounds = BOUNDS._replace(hot_most=most)
    moves = tiers.plan(cards, used, NOW, bounds)
    assert tiers.plan(applied(cards, moves), used, NOW, bounds) == []


def test_a_second_plan_is_empty_for_a_cold_card_that_was_used_on_five_days_too() -> None:
    cards, used = [(standing(tier=Tier.COLD), 1.0)], {1: Used(3, 5)}
    moves = tiers.plan(cards, used, NOW, BOUNDS)
    assert tiers.plan(applied(cards, moves), used, NOW, BOUNDS) == []


@given(stores())
def test_a_plan_moves_each_card_once_to_another_tier_in_order_and_says_why(store: Store) -> None:
    cards, used, most = store
    moves = tiers.plan(cards, used, NOW, BOUNDS._replace(hot_most=most))
    numbers = [move.id for move in moves]
    assert numbers == sorted(set(numbers))
    before = {card.id: card for card, _ in cards}
    for move in moves:
        assert before[move.id].tier is move.source is not move.target
        assert move.reason


@given(stores())
def test_pinned_and_permanent_cards_never_move(store: Store) -> None:
    cards, used, most = store
    moves = moved(cards, used, most)
    assert not moves.keys() & {card.id for card, _ in cards if card.pinned or card.tier is Tier.PERM}


@given(stores())
def test_only_a_card_that_was_used_on_five_days_becomes_permanent(store: Store) -> None:
    cards, used, most = store
    for number, (_, target) in moved(cards, used, most).items():
        if target is Tier.PERM:
            assert used[number].perm >= 5


@given(stores())
def test_the_hot_tier_never_holds_more_than_its_room_but_for_pinned_cards(store: Store) -> None:
    cards, used, most = store
    after = applied(cards, tiers.plan(cards, used, NOW, BOUNDS._replace(hot_most=most)))
    hot = [card for card, _ in after if card.tier is Tier.HOT]
    assert len(hot) <= max(most, sum(card.pinned for card in hot))


@given(stores(), st.randoms(use_true_random=False))
def test_the_order_of_the_cards_does_not_matter(store: Store, chance: Any) -> None:
    cards, used, most = store
    shuffled = list(cards)
    chance.shuffle(shuffled)
    assert moved(shuffled, used, most) == moved(cards, used, most)


@given(stores(), st.integers(0, 5))
def test_more_room_sinks_no_further_card(store: Store, more: int) -> None:
    cards, used, most = store

    def sunk(room: int) -> set[int]:
        return {number for number, (_, target) in moved(cards, used, room).items() if target is Tier.COLD}

    assert sunk(most + more) <= sunk(most)


def test_over_its_room_the_weakest_hot_card_sinks() -> None:
    strong, middle, weak = (
        standing(n, explicitness=1.0, emotion=e) for n, e in ((1, 1.0), (2, 0.5), (3, 0.0))
    )
    cards = [(strong, 1.0), (middle, 1.0), (weak, 1.0)]  # .55, .45, .35: each would stay hot by itself
    assert moved(cards, most=3) == {}
    assert moved(cards, most=2) == {3: SINKS}
    assert moved(cards, most=1) == {2: SINKS, 3: SINKS}
    # What is left of it decides, not what it was: .55 * .6 = .33
    assert moved([(strong, 0.6), *cards[1:]], most=2) == {1: SINKS}
    reasons = [move.reason for move in tiers.plan(cards, {}, NOW, BOUNDS._replace(hot_most=2))]
    assert reasons == ["2 others are pinned, in use or stronger"]


def test_a_stronger_cold_card_takes_the_place_of_a_weaker_hot_one() -> None:
    weak, strong = standing(1, explicitness=1.0), standing(2, Tier.COLD, explicitness=1.0, emotion=1.0)
    assert moved([(weak, 1.0), (strong, 1.0)], most=1) == {1: SINKS, 2: RISES}
    assert moved([(weak, 1.0), (strong, 1.0)], most=2) == {2: RISES}
    # A weaker one waits where it is.
    assert moved([(weak, 1.0), (strong, 0.6)], most=1) == {}  # .35 and .55 * .6 = .33


def test_a_card_in_use_goes_before_a_stronger_one_and_a_newer_before_an_equal_one() -> None:
    used, strong = standing(1), standing(2, explicitness=1.0)
    assert moved([(used, 1.0), (strong, 1.0)], {1: Used(1, 1)}, most=1) == {2: SINKS}
    older, newer = standing(3, explicitness=1.0), standing(4, explicitness=1.0)
    assert moved([(older, 1.0), (newer, 1.0)], most=1) == {3: SINKS}


def test_pinned_hot_cards_take_room_first() -> None:
    pinned = [(standing(n, pinned=True), 0.0) for n in (1, 2)]
    strong = (standing(3, explicitness=1.0), 1.0)
    assert moved([*pinned, strong], most=3) == {}
    assert moved([*pinned, strong], most=2) == {3: SINKS}
    assert moved([*pinned, strong], most=1) == {3: SINKS}
    # A card that is pinned as cold or permanent takes none.
    elsewhere = [(standing(n, tier, pinned=True), 1.0) for n, tier in ((1, Tier.COLD), (2, Tier.PERM))]
    assert moved([*elsewhere, strong], most=1) == {}


def test_permanent_cards_take_no_room_in_the_hot_tier() -> None:
    cards = [(standing(1, Tier.PERM), 1.0), (standing(2, explicitness=1.0), 1.0)]
    assert moved(cards, most=1) == {}
    # Nor does one that has just become permanent.
    rising = [(standing(1), 1.0), (standing(2, explicitness=1.0), 1.0)]
    assert moved(rising, {1: Used(2, 5)}, most=1) == {1: (Tier.HOT, Tier.PERM)}


def test_no_cards_make_no_plan() -> None:
    assert tiers.plan([], {}, NOW, BOUNDS) == []
