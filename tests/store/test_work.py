"""An operation of several transactions, while others use the same store."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.store.conftest import a_card, damage, dump, opened

from wdm.store.errors import Busy
from wdm.store.store import Store


def test_what_comes_after_another_process_took_the_beginning_back_can_be_undone_too(
    store: Store, store_path: Path
) -> None:
    with store.operation() as work:
        with work.part() as tx:
            tx.insert("card", [a_card(1, "one")])
        with opened(store_path) as other:
            assert other.undo(None).id == 1  # operation 2
        for number in (2, 3):
            with work.part() as tx:
                tx.insert("card", [a_card(number, f"text {number}")])
        work.summary = "two added"
    assert [(done.id, done.undone_by, done.finished) for done in store.operations()] == [
        (3, None, True),
        (2, None, True),
        (1, 2, True),
    ]
    # The first card's number is not given again.
    assert [row[0] for row in dump(store)["card"]] == [2, 3]
    assert store.findings() == []
    assert store.undo(None).id == 3
    assert dump(store)["card"] == []


def test_parts_of_two_processes_by_turns_are_two_operations(store: Store, store_path: Path) -> None:
    with opened(store_path) as other, store.operation() as mine, other.operation() as theirs:
        for number in (1, 3):
            with mine.part() as tx:
                tx.insert("card", [a_card(number, f"mine {number}")])
            with theirs.part() as tx:
                tx.insert("card", [a_card(number + 1, f"theirs {number + 1}")])
    assert [done.counts for done in store.operations()] == [{"card insert": 2}] * 2
    assert [row[0] for row in dump(store)["card"]] == [1, 2, 3, 4]
    assert damage(store) == []
    store.undo(1)
    assert [card.text for card in store.cards(range(5))] == ["theirs 2", "theirs 4"]
    store.undo(2)
    assert dump(store)["card"] == []
    assert damage(store) == []


def test_each_process_sees_what_the_other_wrote_before_its_own_next_part(
    store: Store, store_path: Path
) -> None:
    with opened(store_path) as other, store.operation() as mine:
        with mine.part() as tx:
            tx.insert("card", [a_card(1, "red apple")])
        with other.change() as tx:
            tx.update("card", 1, {"text": "green apple"})
        with mine.part() as tx:
            tx.update("card", 1, {"text": "green pear"})
    assert store.frequencies(["red", "green", "apple", "pear"]) == {"green": 1, "pear": 1}
    assert damage(store) == []


def test_the_last_part_closes_the_operation_in_its_own_transaction(store: Store, store_path: Path) -> None:
    with store.operation() as work:
        for number, last in ((1, False), (2, True)):
            with work.part(last=last) as tx:
                tx.insert("card", [a_card(number, f"memory {number}")])
                work.summary = f"{number} added"
            with opened(store_path, write=False) as other:  # what a process that was killed here would leave
                told = [(one.summary, one.finished) for one in other.operations()]
                assert told == [("2 added", True) if last else ("", False)]
    assert [one.summary for one in store.operations()] == ["2 added"]


def test_a_transaction_holds_the_write_lock_from_its_beginning(store: Store, store_path: Path) -> None:
    # Else what it reads first could be out of date by the time it writes, and the write would fail at once.
    with opened(store_path, busy_ms=0) as other:
        with store._db.transaction(), pytest.raises(Busy):
            other.note_uses([1], 1)
        other.note_uses([1], 1)


def test_tidying_gives_way_to_who_is_writing(store: Store, store_path: Path) -> None:
    with opened(store_path, busy_ms=0) as other, store.change() as tx:
        tx.insert("card", [a_card(1, "one")])
        assert not other.tidy(0.0)
