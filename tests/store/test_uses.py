"""On which days cards were used, and what is read to decide their tiers."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from tests.store.conftest import AT, a_card, damage, dump, opened

from wdm.store import uses
from wdm.store.errors import Damaged
from wdm.store.records import Card, Kind, Standing, Tier
from wdm.store.store import Author, Store

DAY = 86_400_000
TODAY = 20_605
"""2026-06-01 is 56 years after 1970, 14 of them leap years: 56 * 365 + 14 + 151 days up to the end of May."""


def keep(store: Store, *more: dict[str, object]) -> list[int]:
    """Keep a card for each, in one operation each, for their columns may differ."""
    made = []
    for columns in more:
        with store.change() as tx:
            number = tx.next_id("card")
            made += tx.insert("card", [a_card(number, f"card {number}", **columns)])
    return made


def card(store: Store, number: int) -> Card:
    return store.cards([number])[0]


def ids(standings: Iterable[Standing]) -> list[int]:
    return [one.id for one in standings]


def test_the_day_of_these_tests_is_counted_from_1970() -> None:
    assert AT // DAY == TODAY


class TestUses:
    @pytest.fixture(autouse=True)
    def three(self, store: Store) -> None:
        keep(store, {}, {}, {})

    def test_a_use_is_counted_with_its_moment(self, store: Store) -> None:
        store.note_uses([1, 3], TODAY)
        assert [(c.uses, c.last_used) for c in store.cards([1, 2, 3])] == [(1, AT), (0, None), (1, AT)]
        assert store.used_on([1, 2, 3], TODAY) == {1, 3}
        assert store.used_on([2, 3], TODAY) == {3}

    def test_it_is_counted_once_a_day_and_card(self, store: Store) -> None:
        store.note_uses([1], TODAY)
        store.author = Author(AT + 3_600_000, "tester", "wdm show")
        store.note_uses([1, 1, 2], TODAY)
        assert [(c.uses, c.last_used) for c in store.cards([1, 2])] == [(1, AT), (1, AT + 3_600_000)]

    def test_each_day_counts_anew(self, store: Store) -> None:
        for day in (TODAY - 2, TODAY - 1, TODAY):
            store.note_uses([1], day)
        assert card(store, 1).uses == 3
        assert store.used_on([1], TODAY - 1) == {1}
        assert store.used_on([1], TODAY + 1) == set()

    def test_uses_of_a_clock_that_was_set_back_count_and_leave_the_latest(self, store: Store) -> None:
        store.note_uses([1], TODAY)
        store.author = Author(AT - 5 * DAY, "tester", "wdm show")
        store.note_uses([1], TODAY - 5)
        assert (card(store, 1).uses, card(store, 1).last_used) == (2, AT)

    def test_days_before_1970_are_days(self, store: Store) -> None:
        store.author = Author(-1, "tester", "wdm show")
        store.note_uses([1], -1)
        assert store.used_on([1], -1) == {1}
        assert card(store, 1).last_used == -1

    def test_cards_that_come_one_by_one_are_counted_alike(self, store: Store) -> None:
        store.note_uses([1], TODAY)
        store.note_uses(iter([1, 2]), TODAY)
        assert [c.uses for c in store.cards([1, 2])] == [1, 1]

    def test_nothing_is_nothing(self, store: Store) -> None:
        store.note_uses([], TODAY)
        assert [c.uses for c in store.cards([1, 2, 3])] == [0, 0, 0]

    def test_a_card_that_is_gone_by_then_does_no_harm(self, store: Store) -> None:
        store.note_uses([2, 99], TODAY)
        assert card(store, 2).uses == 1
        assert damage(store) == []

    def test_days_are_counted_for_each_card(self, store: Store) -> None:
        for day, cards in ((TODAY - 13, [1]), (TODAY - 1, [1, 2]), (TODAY, [2]), (TODAY + 1, [3])):
            store.note_uses(cards, day)
        assert store.uses_between(TODAY - 13, TODAY) == {1: 2, 2: 2}
        assert store.uses_between(TODAY - 12, TODAY) == {1: 1, 2: 2}
        assert store.uses_between(TODAY, TODAY) == {2: 1}
        assert store.uses_between(TODAY + 1, TODAY + 9) == {3: 1}
        assert store.uses_between(TODAY, TODAY - 1) == {}

    def test_days_that_are_dropped_leave_the_count_of_the_card(self, store: Store) -> None:
        for day in (TODAY - 2, TODAY - 1, TODAY):
            store.note_uses([1, 2], day)
        with store._db.transaction():
            assert uses.drop_before(store._db, TODAY) == 4
            assert uses.drop_before(store._db, TODAY) == 0
        assert store.uses_between(0, TODAY) == {1: 1, 2: 1}
        assert card(store, 1).uses == 3

    def test_what_was_counted_is_there_for_others(self, store: Store, store_path: Path) -> None:
        store.note_uses([1], TODAY)
        with opened(store_path, write=False) as reader:
            assert reader.used_on([1, 2], TODAY) == {1}


class TestBesideTheJournal:
    def test_a_use_is_no_operation(self, store: Store) -> None:
        keep(store, {})
        store.note_uses([1], TODAY)
        assert [operation.id for operation in store.operations()] == [1]

    def test_a_use_does_not_keep_an_earlier_change_from_being_undone(self, store: Store) -> None:
        keep(store, {}, {})
        with store.change() as tx:
            tx.update("card", 1, {"text": "other words"})
        store.note_uses([1, 2], TODAY)
        store.undo(None)
        assert [(c.text, c.uses) for c in store.cards([1, 2])] == [("card 1", 1), ("card 2", 1)]
        store.undo(2)
        assert ids_of_cards(store) == [1]
        assert damage(store) == []

    def test_a_card_that_comes_back_knows_its_uses(self, store: Store) -> None:
        keep(store, {})
        store.note_uses([1], TODAY)
        before = dump(store)
        store.undo(1)
        store.undo(2)
        assert dump(store) == before
        assert store.used_on([1], TODAY) == {1}


def ids_of_cards(store: Store) -> list[int]:
    return [row[0] for row in store._db.rows("SELECT id FROM card ORDER BY id")]


HIDDEN: list[dict[str, object]] = [
    {"status": "pending"}, {"status": "interrupted"}, {"status": "failed"}, {"archived_at": AT},
    {"forgotten_at": AT}, {"superseded_by": 1},
]  # fmt: skip


class TestStandings:
    def test_a_standing_tells_what_decides_the_tier(self, store: Store) -> None:
        keep(store, {"tier": "cold", "pinned": 1, "kind": "chat", "explicitness": 0.7, "emotion": 0.5, "structure": 0.25,
                     "repeats": 2, "uses": 4, "last_used": AT + 1, "happened_at": AT - DAY})  # fmt: skip
        assert list(store.standings()) == [
            Standing(1, Tier.COLD, True, Kind.CHAT, 0.7, 0.5, 0.25, 2, 4, AT + 1, AT - DAY, AT)
        ]

    def test_what_nobody_has_looked_at_counts_as_nothing(self, store: Store) -> None:
        keep(store, {})
        (one,) = store.standings()
        assert (one.explicitness, one.emotion, one.structure) == (0, 0, 0)

    @pytest.mark.parametrize("hidden", HIDDEN, ids=lambda told: next(iter(told)) + str(*told.values()))
    def test_only_live_cards_have_one(self, hidden: dict[str, object], store: Store) -> None:
        keep(store, {}, hidden)
        store.note_uses([1, 2], TODAY)
        assert ids(store.standings()) == [1]
        assert ids(store.newest_of(Tier.HOT, 9)) == [1]
        assert ids(store.used_of(Tier.HOT, TODAY)) == [1]
        assert store.tier_counts() == {Tier.PERM: 0, Tier.HOT: 1, Tier.COLD: 0}

    def test_they_come_in_the_order_of_their_numbers_or_those_of_one_tier(self, store: Store) -> None:
        keep(store, {"tier": "perm"}, {"tier": "cold", "happened_at": AT - DAY}, {}, {"tier": "cold"})
        assert ids(store.standings()) == [1, 2, 3, 4]
        assert ids(store.standings(Tier.COLD)) == [2, 4]
        assert store.tier_counts() == {Tier.PERM: 1, Tier.HOT: 1, Tier.COLD: 2}

    def test_an_empty_store_has_every_tier_with_none(self, store: Store) -> None:
        assert list(store.standings()) == []
        assert store.tier_counts() == {Tier.PERM: 0, Tier.HOT: 0, Tier.COLD: 0}

    def test_a_tier_that_nobody_knows_is_told_as_damage(self, store: Store) -> None:
        keep(store, {})
        store._db.run("UPDATE card SET tier = 'lukewarm'")  # behind the program's back
        with pytest.raises(Damaged, match="lukewarm"):
            list(store.standings())


class TestChosen:
    """Those of a tier that a prompt block looks at."""

    def test_the_newest_come_first_whatever_their_numbers_and_no_more_than_asked(self, store: Store) -> None:
        ages: list[dict[str, object]] = [{"happened_at": AT - age * DAY} for age in (3, 1, 2, 0)]
        keep(store, *ages, {"tier": "cold"})
        assert ids(store.newest_of(Tier.HOT, 3)) == [4, 2, 3]
        assert ids(store.newest_of(Tier.HOT, 9)) == [4, 2, 3, 1]
        assert ids(store.newest_of(Tier.PERM, 9)) == []

    def test_those_that_were_told_to_be_remembered_are_found_behind_newer_ones(self, store: Store) -> None:
        keep(store, {"explicitness": 1.0, "happened_at": AT - DAY}, {"explicitness": 0.0}, {})
        keep(store, {"explicitness": 0.7, "happened_at": AT - 2 * DAY})
        assert ids(store.newest_of(Tier.HOT, 1)) in ([2], [3])
        assert ids(store.newest_of(Tier.HOT, 1, marked=True)) == [1]
        assert ids(store.newest_of(Tier.HOT, 9, marked=True)) == [1, 4]

    def test_those_that_were_used_from_a_day_on_come_once_each(self, store: Store) -> None:
        keep(store, {}, {}, {}, {"tier": "cold"})
        for day, cards in ((TODAY - 14, [3]), (TODAY - 13, [1, 4]), (TODAY, [1])):
            store.note_uses(cards, day)
        assert ids(store.used_of(Tier.HOT, TODAY - 13)) == [1]
        assert ids(store.used_of(Tier.HOT, TODAY - 14)) == [1, 3]  # the last first
        assert ids(store.used_of(Tier.COLD, TODAY - 13)) == [4]
        assert ids(store.used_of(Tier.HOT, TODAY + 1)) == []
