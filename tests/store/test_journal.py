"""Every change can be taken back, in any order that makes sense, and never in one that does not."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule
from tests.store.conftest import a_card, a_relation, a_tag, damage, dump, opened, run_machine, tagged

from wdm.store.errors import NotFound, Refused
from wdm.store.journal import Transaction
from wdm.store.store import Store


def one_card(store: Store, number: int, text: str, **more: object) -> int:
    """Keep one card in an operation of its own; return its number."""
    with store.change() as tx:
        return tx.insert("card", [a_card(number, text, **more)])[0]


def last(store: Store) -> int:
    return store.operations(limit=1)[0].id


def texts(store: Store) -> dict[int, str]:
    return dict(store._db.rows("SELECT id, text FROM card ORDER BY id"))


class TestOneOperation:
    def test_inserted_rows_get_numbers_in_a_row_from_1(self, store: Store) -> None:
        with store.change() as tx:
            assert tx.next_id("card") == 1
            assert tx.insert("card", [a_card(1, "one"), a_card(2, "two words"), a_card(3, "three")]) == [
                1,
                2,
                3,
            ]
        assert texts(store) == {1: "one", 2: "two words", 3: "three"}
        # 1 + 2 + 1 words
        assert store.totals() == (3, 4)

    def test_a_run_of_inserted_rows_is_one_line_of_the_journal(self, store: Store) -> None:
        with store.change() as tx:
            tx.insert("card", [a_card(number, "x") for number in range(1, 101)])
        assert store._db.rows("SELECT tbl, action, key, last FROM change") == [("card", "insert", 1, 100)]
        assert store.operations()[0].counts == {"card insert": 100}

    def test_undoing_an_insert_takes_its_rows_out_of_the_index_too(self, store: Store) -> None:
        one_card(store, 1, "red apple")
        one_card(store, 2, "green apple")
        assert store.frequencies(["apple", "red", "green"]) == {"apple": 2, "red": 1, "green": 1}
        store.undo(2)
        assert store.frequencies(["apple", "red", "green"]) == {"apple": 1, "red": 1}
        assert store.totals() == (1, 2)
        assert texts(store) == {1: "red apple"}

    def test_undoing_an_update_brings_the_old_values_back(self, store: Store) -> None:
        one_card(store, 1, "red apple", topic="fruit")
        with store.change() as tx:
            assert tx.update("card", 1, {"text": "blue plum", "topic": None, "uses": 3})
        assert store.frequencies(["red", "apple", "blue", "plum"]) == {"blue": 1, "plum": 1}
        store.undo(None)
        card = store.cards([1])[0]
        assert (card.text, card.topic, card.uses) == ("red apple", "fruit", 0)
        assert store.frequencies(["red", "apple", "blue", "plum"]) == {"red": 1, "apple": 1}

    def test_an_update_notes_only_what_it_changed(self, store: Store) -> None:
        one_card(store, 1, "red", topic="fruit")
        with store.change() as tx:
            tx.update("card", 1, {"text": "red", "topic": "veg"})
        assert store._db.rows("SELECT before FROM change WHERE action = 'update'") == [('{"topic":"fruit"}',)]

    def test_undoing_a_deletion_brings_the_row_back_byte_for_byte(self, store: Store) -> None:
        with store.change() as tx:
            tag = tx.insert("tag", [a_tag("fruit")])[0]
            # Bytes, a float, None and characters that JSON escapes.
            tx.insert("card", [a_card(0xFF00, 'a "quoted"\n\x00 苹果 🎉', perception=None)])
            tx.insert("preference", [{"card_id": 1, "key": "k", "value": "v", "confidence": 0.1}])
            tagged(tx, 1, tag)
        before = dump(store)
        with store.change() as tx:
            tx.delete("preference", (1, 0))
            tx.delete("card", (1, 0))
        assert dump(store)["card"] == dump(store)["card_tag"] == dump(store)["preference"] == []
        store.undo(None)
        assert dump(store) == before
        assert damage(store) == []

    def test_a_card_that_leaves_takes_its_tags_along(self, store: Store) -> None:
        with store.change() as tx:
            fruit, round_ = tx.insert("tag", [a_tag("fruit"), a_tag("round")])
            tx.insert("card", [a_card(1, "apple")])
            tagged(tx, 1, fruit, round_, owned=True)
        assert [(tag.name, tag.cards) for tag in store.each_tag()] == [("fruit", 1), ("round", 1)]
        with store.change() as tx:
            tx.delete("card", (1, 0))
        assert [(tag.name, tag.cards) for tag in store.each_tag()] == [("fruit", 0), ("round", 0)]
        assert store.totals() == (0, 0)
        store.undo(None)
        assert [tag.name for tag in store.cards([1])[0].tags] == ["fruit", "round"]
        # One word of text and two names.
        assert store.totals() == (1, 3)

    def test_a_tag_that_gets_another_name_changes_the_index_of_its_cards(self, store: Store) -> None:
        with store.change() as tx:
            tag = tx.insert("tag", [a_tag("fruit")])[0]
            tx.insert("card", [a_card(1, "apple"), a_card(2, "bread")])
            tagged(tx, 1, tag)
        with store.change() as tx:
            tx.update("tag", tag, {"name": "food"})
        assert store.frequencies(["fruit", "food"]) == {"food": 1}
        store.undo(None)
        assert store.frequencies(["fruit", "food"]) == {"fruit": 1}

    @pytest.mark.parametrize("table", ["card", "tag"])
    def test_a_row_that_is_not_there_cannot_be_changed(self, store: Store, table: str) -> None:
        with pytest.raises(NotFound, match=f"there is no {table} 7"), store.change() as tx:
            tx.update(table, 7, {"name": "x"})
        with pytest.raises(NotFound, match=f"there is no {table} 7"), store.change() as tx:
            tx.delete(table, (7, 0))

    def test_a_card_that_is_deleted_and_comes_back_at_once_is_indexed_once(self, store: Store) -> None:
        one_card(store, 1, "red")
        with store.change() as tx:
            tx.delete("card", (1, 0))
            tx.insert("card", [a_card(1, "blue", id=1)])
        assert store.frequencies(["red", "blue"]) == {"blue": 1}
        assert damage(store) == []

    def test_an_error_inside_leaves_nothing_behind(self, store: Store) -> None:
        before = dump(store)

        def fail() -> None:
            with store.change() as tx:
                tx.insert("card", [a_card(1, "red")])
                raise RuntimeError("half way")

        with pytest.raises(RuntimeError, match="half way"):
            fail()
        assert dump(store) == before
        assert store.operations() == []
        assert store.totals() == (0, 0)

    def test_a_rehearsal_shows_its_changes_and_takes_them_back(self, store: Store) -> None:
        before = dump(store)
        with store.rehearsal() as tx:
            tx.insert("card", [a_card(1, "red")])
            assert texts(store) == {1: "red"}
        assert dump(store) == before
        assert store.operations() == []


class TestNoTrace:
    def test_an_operation_that_changed_nothing_is_not_in_the_log(self, store: Store) -> None:
        one_card(store, 1, "red")
        with store.change() as tx:
            assert not tx.update("card", 1, {"text": "red"})
            assert tx.insert("card", []) == []
        assert [operation.id for operation in store.operations()] == [1]

    def test_work_without_parts_is_not_in_the_log(self, store: Store) -> None:
        with store.operation() as work:
            work.summary = "nothing to do"
        assert store.operations() == []

    def test_work_of_parts_that_changed_nothing_is_not_in_the_log(self, store: Store) -> None:
        with store.operation() as work, work.part():
            pass
        assert store.operations() == []

    def test_an_undo_that_found_nothing_left_to_do_is_finished_all_the_same(self, store: Store) -> None:
        with store.change() as tx:
            tag = tx.insert("tag", [a_tag("fruit")])[0]
        with store.change() as tx:
            tx.insert("card", [a_card(1, "apple")])
            tagged(tx, 1, tag)
        store.undo(1)
        undo = store.operations(limit=1)[0]
        assert (undo.undoes, undo.finished, undo.summary) == (1, True, "undid operation 1")
        assert [found.kind for found in store.findings()] == []


class TestOrder:
    def test_undo_is_refused_while_a_later_operation_stands_on_the_same_row(self, store: Store) -> None:
        one_card(store, 1, "one")
        with store.change() as tx:
            tx.update("card", 1, {"text": "two"})
        with store.change() as tx:
            tx.update("card", 1, {"text": "three"})
        with pytest.raises(Refused, match=r"operation 2 .* operation 3 .* changed card 1") as refused:
            store.undo(2)
        assert refused.value.hint == "`wdm undo 3` first"
        assert texts(store) == {1: "three"}
        store.undo(3)
        store.undo(2)
        assert texts(store) == {1: "one"}

    def test_a_refused_undo_is_not_in_the_log(self, store: Store) -> None:
        one_card(store, 1, "one")
        with store.change() as tx:
            tx.update("card", 1, {"text": "two"})
        with pytest.raises(Refused):
            store.undo(1)
        assert [operation.id for operation in store.operations()] == [2, 1]

    def test_operations_on_other_rows_do_not_stand_in_the_way(self, store: Store) -> None:
        for number in (1, 2, 3):
            one_card(store, number, f"text {number}")
        store.undo(2)
        assert texts(store) == {1: "text 1", 3: "text 3"}

    def test_a_later_tag_on_a_card_keeps_the_card(self, store: Store) -> None:
        one_card(store, 1, "apple")
        with store.change() as tx:
            tagged(tx, 1, *tx.insert("tag", [a_tag("fruit")]))
        with pytest.raises(Refused, match="operation 2"):
            store.undo(1)
        store.undo(2)
        store.undo(1)
        assert dump(store)["card"] == dump(store)["tag"] == []

    def test_a_later_row_that_refers_to_a_card_keeps_the_card(self, store: Store) -> None:
        one_card(store, 1, "apple")
        with store.change() as tx:
            tx.insert("card_alias", [{"external_id": "mine", "card_id": 1}])
        with pytest.raises(Refused, match="a later card_alias refers to card 1"):
            store.undo(1)
        assert texts(store) == {1: "apple"}

    def test_without_a_number_the_latest_that_stands_is_taken_back(self, store: Store) -> None:
        for number in (1, 2, 3):
            one_card(store, number, f"text {number}")
        assert [store.undo(None).id for _ in range(3)] == [3, 2, 1]
        with pytest.raises(NotFound, match="there is nothing to undo"):
            store.undo(None)

    def test_what_is_undone_cannot_be_undone_again(self, store: Store) -> None:
        one_card(store, 1, "one")
        store.undo(1)
        with pytest.raises(Refused, match="operation 1 is undone already, by operation 2"):
            store.undo(1)

    def test_an_operation_that_never_was_cannot_be_undone(self, store: Store) -> None:
        with pytest.raises(NotFound, match="there is no operation 9"):
            store.undo(9)
        assert store.operations() == []


class TestRedo:
    def test_undoing_an_undo_does_it_again(self, store: Store) -> None:
        one_card(store, 1, "one")
        after = dump(store)
        store.undo(1)
        store.undo(2)
        assert dump(store) == after
        # 1 stands again, so it can be undone again.
        assert store.undo(None).id == 1
        assert texts(store) == {}

    def test_to_and_fro_as_often_as_one_likes(self, store: Store) -> None:
        one_card(store, 1, "one")
        for latest in range(1, 8):
            store.undo(latest)
            # After an odd number of undos the card is gone, and only then does the log say that 1 is undone.
            gone = latest % 2 == 1
            assert (texts(store) == {}) is gone
            assert (store.operations(only=1)[0].undone_by is not None) is gone
            assert damage(store) == []

    def test_an_undo_on_what_has_gone_since_is_not_undone(self, store: Store) -> None:
        one_card(store, 1, "one")
        with store.change() as tx:
            tx.update("card", 1, {"text": "two"})
        store.undo(2)  # operation 3
        store.undo(1)  # operation 4: the card is gone
        with pytest.raises(Refused, match=r"operation 3 .* operation 4 .* changed card 1"):
            store.undo(3)

    def test_a_redo_does_not_slip_under_an_earlier_undo(self, store: Store) -> None:
        one_card(store, 1, "a")
        for text in ("b", "c"):  # operations 2 and 3
            with store.change() as tx:
                tx.update("card", 1, {"text": text})
        store.undo(3)  # operation 4: c -> b
        store.undo(2)  # operation 5: b -> a
        with pytest.raises(Refused):
            store.undo(4)  # would make `c` of `a`, and of that `b` again when 5 is undone
        store.undo(5)
        store.undo(4)
        assert texts(store) == {1: "c"}

    def test_what_took_the_place_meanwhile_is_not_overwritten(self, store: Store) -> None:
        one_card(store, 1, "mine", external_id="note-1")
        store.undo(1)
        one_card(store, 2, "yours", external_id="note-1")
        with pytest.raises(Refused, match="what came later"):
            store.undo(2)
        assert texts(store) == {2: "yours"}
        assert damage(store) == []

    def test_a_name_that_is_another_tags_alias_by_now_does_not_come_back(self, store: Store) -> None:
        with store.change() as tx:
            tx.insert("tag", [a_tag("old"), a_tag("other")])
        with store.change() as tx:
            tx.update("tag", 1, {"name": "new", "key": "new", "match": "new"})
        store.undo(2)  # operation 3
        with store.change() as tx:
            tx.insert("tag_alias", [{"tag_id": 2, "name": "new", "key": "new", "match": "new"}])
        before = dump(store)
        with pytest.raises(Refused, match="'new' would be a name and an alias at once"):
            store.undo(3)
        assert dump(store) == before
        assert damage(store) == []

    def test_an_alias_that_is_another_tags_name_by_now_does_not_come_back(self, store: Store) -> None:
        with store.change() as tx:
            tx.insert("tag", [a_tag("one")])
        with store.change() as tx:
            tx.insert("tag_alias", [{"tag_id": 1, "name": "two", "key": "two", "match": "two"}])
        store.undo(2)  # operation 3
        with store.change() as tx:
            tx.insert("tag", [a_tag("two")])
        with pytest.raises(Refused, match="'two' would be a name and an alias at once"):
            store.undo(3)
        assert damage(store) == []

    def test_a_tag_that_is_gone_is_not_put_on_a_card_again(self, store: Store) -> None:
        with store.change() as tx:
            tx.insert("tag", [a_tag("fruit")])
        with store.change() as tx:
            tx.insert("card", [a_card(1, "apple")])
            tagged(tx, 1, 1, owned=True)
        store.undo(2)  # operation 3
        store.undo(1)
        with pytest.raises(Refused):
            store.undo(3)
        assert dump(store)["card"] == []

    def test_a_card_that_is_gone_does_not_take_the_place_of_another_again(self, store: Store) -> None:
        one_card(store, 1, "old")
        one_card(store, 2, "new")
        with store.change() as tx:
            tx.update("card", 1, {"superseded_by": 2})
        store.undo(3)  # operation 4
        store.undo(2)
        with pytest.raises(Refused):  # this reference is checked only at the commit
            store.undo(4)
        assert store.cards([1])[0].superseded_by is None


class TestShared:
    """A tag, a scene or a document may be made by one operation and used by others."""

    def test_a_tag_goes_with_the_operation_that_made_it(self, store: Store) -> None:
        with store.change() as tx:
            # As ingest does it: the card first, then the tag.
            tx.insert("card", [a_card(1, "apple")])
            tagged(tx, 1, *tx.insert("tag", [a_tag("fruit")]), owned=True)
        after = dump(store)
        store.undo(1)
        assert dump(store)["card"] == dump(store)["card_tag"] == dump(store)["tag"] == []
        store.undo(2)
        assert dump(store) == after
        assert damage(store) == []

    def test_a_tag_that_a_later_operation_uses_stays(self, store: Store) -> None:
        with store.change() as tx:
            tx.insert("card", [a_card(1, "apple")])
            tagged(tx, 1, *tx.insert("tag", [a_tag("fruit")]), owned=True)
        with store.change() as tx:
            tx.insert("card", [a_card(2, "pear")])
            tagged(tx, 2, 1, owned=True)
        store.undo(1)
        assert texts(store) == {2: "pear"}
        assert [(tag.name, tag.cards) for tag in store.each_tag()] == [("fruit", 1)]
        assert [tag.name for tag in store.cards([2])[0].tags] == ["fruit"]
        assert damage(store) == []

    def test_a_scene_and_a_document_that_later_cards_use_stay(self, store: Store) -> None:
        document = {"path": "a.md", "hash": b"\x01", "mime": "text/markdown", "summary": "", "overview": "",
                    "read_at": 0}  # fmt: skip
        with store.change() as tx:
            tx.insert("scene", [{"category": "work", "subcategory": ""}])
            tx.insert("document", [document])
        one_card(store, 1, "apple", scene_id=1, document_id=1)
        store.undo(1)
        assert len(dump(store)["scene"]) == len(dump(store)["document"]) == 1

    def test_a_tag_that_another_was_merged_into_stays(self, store: Store) -> None:
        with store.change() as tx:
            tx.insert("tag", [a_tag("fruit")])
        with store.change() as tx:
            tx.insert("tag", [a_tag("fruits", status="merged", merged_into=1)])
        store.undo(1)
        assert [row[2] for row in dump(store)["tag"]] == ["fruit", "fruits"]


class TestNumbers:
    @pytest.mark.parametrize(
        ("table", "row"),
        [("card", lambda number: a_card(number, "x")), ("tag", lambda number: a_tag(f"t{number}"))],
    )
    def test_a_number_is_never_given_twice(
        self, store: Store, store_path: Path, table: str, row: Callable[[int], dict[str, object]]
    ) -> None:
        with store.change() as tx:
            assert tx.insert(table, [row(1), row(2)]) == [1, 2]
        store.undo(1)
        with store.change() as tx:
            assert tx.insert(table, [row(3)]) == [3]
        with store.change() as tx:
            tx.delete(table, (3, 0))
        # Not even by a process that has not seen them.
        with opened(store_path) as another, another.change() as tx:
            assert tx.insert(table, [row(4)]) == [4]

    def test_an_operation_keeps_its_number(self, store: Store) -> None:
        one_card(store, 1, "one")
        store.undo(1)
        one_card(store, 2, "two")
        assert [operation.id for operation in store.operations()] == [3, 2, 1]


class TestParts:
    def test_an_operation_of_many_transactions_is_undone_as_one(self, store: Store) -> None:
        before = dump(store)
        with store.operation() as work:
            for number in (1, 2, 3):
                with work.part() as tx:
                    tx.insert("card", [a_card(number, f"text {number}")])
            work.summary = "3 added"
        operation = store.operations()[0]
        assert (operation.id, operation.finished, operation.summary) == (1, True, "3 added")
        assert operation.counts == {"card insert": 3}
        store.undo(None)
        assert dump(store) == before

    def test_what_was_committed_before_an_error_stays_and_can_be_undone(self, store: Store) -> None:
        def fail() -> None:
            with store.operation() as work:
                with work.part() as tx:
                    tx.insert("card", [a_card(1, "one")])
                with work.part() as tx:
                    tx.insert("card", [a_card(2, "two")])
                    raise RuntimeError("half way")

        with pytest.raises(RuntimeError, match="half way"):
            fail()
        assert texts(store) == {1: "one"}
        assert [(found.kind, found.damage) for found in store.findings()] == [("operation", False)]
        store.undo(1)
        assert texts(store) == {}


class Machine(RuleBasedStateMachine):
    """Any changes and undos, on a real file, one operation each."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.store = opened(self.folder / "memory.db")
        self.made = 0
        self.before: dict[int, object] = {}

    def change(self, act: Callable[[Transaction], None]) -> None:
        before = dump(self.store)
        with self.store.change() as tx:
            act(tx)
        self._note(before)

    def _note(self, before: object) -> None:
        newest = self.store.operations(limit=1)
        if newest and newest[0].id not in self.before:
            self.before[newest[0].id] = before
        assert damage(self.store) == []

    def ids(self, table: str) -> list[int]:
        return [row[0] for row in self.store._db.rows(f"SELECT id FROM {table} ORDER BY id")]

    def number(self) -> int:
        self.made += 1
        return self.made

    @rule(
        texts=st.lists(st.sampled_from(["", "red", "red apple", "green apple apple", "苹果 red"]), max_size=3)
    )
    def keep_cards(self, texts: list[str]) -> None:
        self.change(lambda tx: tx.insert("card", [a_card(self.number(), text) for text in texts]) and None)

    @rule(count=st.integers(1, 3))
    def make_tags(self, count: int) -> None:
        self.change(
            lambda tx: tx.insert("tag", [a_tag(f"tag{self.number()}") for _ in range(count)]) and None
        )

    @rule(count=st.integers(1, 2), data=st.data())
    def keep_tagged_cards(self, count: int, data: st.DataObject) -> None:
        """As ingest does it: cards, then new tags, then what joins them."""
        old = (
            data.draw(st.lists(st.sampled_from(self.ids("tag")), unique=True, max_size=2))
            if self.ids("tag")
            else []
        )

        def act(tx: Transaction) -> None:
            cards = tx.insert("card", [a_card(self.number(), "tagged") for _ in range(count)])
            new = tx.insert("tag", [a_tag(f"tag{self.number()}")])
            for card in cards:
                tagged(tx, card, *old, *new, owned=True)

        self.change(act)

    @precondition(lambda self: self.ids("card"))
    @rule(data=st.data(), text=st.sampled_from(["", "red", "blue plum", "red red"]), uses=st.integers(0, 2))
    def change_card(self, data: st.DataObject, text: str, uses: int) -> None:
        number = data.draw(st.sampled_from(self.ids("card")))
        self.change(lambda tx: tx.update("card", number, {"text": text, "uses": uses}) and None)

    @precondition(lambda self: self.ids("card"))
    @rule(data=st.data())
    def supersede_card(self, data: st.DataObject) -> None:
        old, new = data.draw(st.sampled_from(self.ids("card"))), data.draw(st.sampled_from(self.ids("card")))
        self.change(
            lambda tx: tx.update("card", old, {"superseded_by": None if old == new else new}) and None
        )

    @precondition(lambda self: self.ids("card"))
    @rule(data=st.data())
    def delete_card(self, data: st.DataObject) -> None:
        named = {row[0] for row in self.store._db.rows("SELECT superseded_by FROM card")}
        free = [number for number in self.ids("card") if number not in named]
        if free:
            number = data.draw(st.sampled_from(free))
            self.change(lambda tx: tx.delete("card", (number, 0)))

    @precondition(lambda self: self.ids("tag"))
    @rule(data=st.data())
    def rename_tag(self, data: st.DataObject) -> None:
        number = data.draw(st.sampled_from(self.ids("tag")))
        name = f"name{self.number()}"
        self.change(lambda tx: tx.update("tag", number, {"name": name, "key": name, "match": name}) and None)

    @precondition(lambda self: self.ids("tag") and self.ids("card"))
    @rule(data=st.data())
    def tag_or_untag_card(self, data: st.DataObject) -> None:
        card, tag = data.draw(st.sampled_from(self.ids("card"))), data.draw(st.sampled_from(self.ids("tag")))
        if card in self.store.ranks(tag):
            self.change(lambda tx: tx.delete("card_tag", (card, tag)))
        else:
            self.change(lambda tx: tagged(tx, card, tag))

    @precondition(lambda self: len(self.ids("tag")) > 1)
    @rule(data=st.data(), level=st.sampled_from(["synonym", "related", "loose"]))
    def relate_or_part_tags(self, data: st.DataObject, level: str) -> None:
        one, other = data.draw(
            st.lists(st.sampled_from(self.ids("tag")), min_size=2, max_size=2, unique=True)
        )
        known = [relation.other_id for relation in self.store.relations([one])]

        def act(tx: Transaction) -> None:
            if other in known:
                tx.delete("tag_relation", (one, other))
                tx.delete("tag_relation", (other, one))
            else:
                tx.insert("tag_relation", a_relation(one, other, level))

        self.change(act)

    @precondition(lambda self: self.before)
    @rule(data=st.data())
    def undo(self, data: st.DataObject) -> None:
        before = dump(self.store)
        try:
            self.store.undo(data.draw(st.sampled_from(sorted(self.before, reverse=True))))
        except Refused:
            assert dump(self.store) == before
        self._note(before)

    def teardown(self) -> None:
        """Taking back everything that stands, the latest first, passes through every earlier state."""
        try:
            for number in sorted(self.before, reverse=True):
                assert self.store.operations(only=number)[0].undone_by is None
                self.store.undo(number)
                assert dump(self.store) == self.before[number]
            assert damage(self.store) == []
            assert not any(dump(self.store).values())
        finally:
            self.store.__exit__(None, None, None)
            shutil.rmtree(self.folder)


def test_any_changes_and_undos_keep_the_store_sound_and_can_all_be_taken_back() -> None:
    run_machine(Machine, examples=12, steps=15)


@pytest.mark.slow
def test_many_changes_and_undos_keep_the_store_sound_and_can_all_be_taken_back() -> None:
    run_machine(Machine, examples=60, steps=30)
