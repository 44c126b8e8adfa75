"""The pool tells tags by name, alias and code, with how often and when each was used."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.store.conftest import AT, a_card, a_tag, tagged, words

from wdm.store.errors import Damaged
from wdm.store.records import Tag, TagName, TagStatus
from wdm.store.store import Author, Store

LATER = AT + 60_000


def an_alias(tag: int, name: str, **more: object) -> dict[str, object]:
    return {"tag_id": tag, "name": name, "key": name.casefold(), "match": name.casefold(), **more}


@pytest.fixture
def pool(store: Store) -> Store:
    """A pool of a tag in each state of life, the first with two aliases."""
    with store.change() as tx:
        tx.insert(
            "tag",
            [
                a_tag(
                    "fruit", status="active", type="noun", dimension="topic", definition="what grows on trees"
                ),
                a_tag("苹果", type=None, dimension=None, definition=None),
                a_tag("thing", status="deprecated", type=None, dimension=None, definition=None),
            ],
        )
        tx.insert("tag", [a_tag("fruits", status="merged", merged_into=1)])
        tx.insert("tag_alias", [an_alias(1, "水果"), an_alias(1, "Obst")])
    return store


class TestNames:
    def test_a_tag_comes_back_as_it_was_kept_with_its_aliases_in_the_order_of_their_keys(
        self, pool: Store
    ) -> None:
        assert pool.tags([1]) == [
            Tag(
                id=1, code="T_fruit", name="fruit", key="fruit", type="noun", dimension="topic",
                definition="what grows on trees", source="told", status=TagStatus.ACTIVE, merged_into=None,
                created_at=AT, aliases=("Obst", "水果"),
            )
        ]  # fmt: skip

    def test_tags_come_in_the_order_of_their_numbers_and_missing_ones_not_at_all(self, pool: Store) -> None:
        assert [tag.id for tag in pool.tags([4, 99, 1, 4])] == [1, 4]
        assert pool.tags([]) == []

    def test_a_tag_is_found_by_the_key_of_its_name_and_of_its_aliases(self, pool: Store) -> None:
        assert pool.tags_by_keys(["fruit", "obst", "水果", "苹果", "Obst", "none", ""]) == {
            "fruit": 1, "obst": 1, "水果": 1, "苹果": 2,
        }  # fmt: skip
        assert pool.tags_by_keys([]) == {}

    @pytest.mark.parametrize("key", ["", "it's", 'say "hi"', "a\tb\\", "c++", "🎉", "null", "1", "1.0", "[]"])
    def test_any_text_is_a_key(self, store: Store, key: str) -> None:
        with store.change() as tx:
            tx.insert("tag", [a_tag("x", key=key, match=key)])
        assert store.tags_by_keys([key, "other"]) == {key: 1}
        assert store.tag_names([key]) == [TagName(key, key, 1, "x", False)]

    def test_names_and_aliases_are_told_by_their_match_form_and_several_may_share_one(
        self, store: Store
    ) -> None:
        with store.change() as tx:
            tx.insert("tag", [a_tag("Run", key="run", match="run"), a_tag("x")])
            tx.insert("tag_alias", [an_alias(2, "Running", match="run")])
        assert store.tag_names(["run", "none"]) == [
            TagName("run", "run", 1, "Run", False),
            TagName("running", "run", 2, "Running", True),
        ]

    def test_a_tag_is_found_by_its_code(self, pool: Store) -> None:
        assert [pool.tag_by_code(code) for code in ("T_fruit", "t_fruit", "")] == [1, None, None]

    def test_an_alias_is_found_only_at_its_own_tag(self, pool: Store) -> None:
        assert pool.alias_id(1, "obst") == 2
        assert pool.alias_id(2, "obst") is None
        assert pool.alias_id(1, "fruit") is None
        assert (pool.alias_ids(1), pool.alias_ids(2)) == ([1, 2], [])

    def test_a_state_that_the_program_never_writes_is_damage(self, pool: Store) -> None:
        pool._db.run("UPDATE tag SET status = 'nonsense' WHERE id = 2")
        with pytest.raises(Damaged, match="tagstatus 'nonsense'"):
            pool.tags([2])


class TestMerged:
    def test_a_merged_tag_leads_to_the_end_of_its_chain(self, store: Store) -> None:
        with store.change() as tx:
            tx.insert("tag", [a_tag("a"), a_tag("b"), a_tag("c"), a_tag("d")])
            tx.update("tag", 1, {"merged_into": 2, "status": "merged"})
            tx.update("tag", 2, {"merged_into": 3, "status": "merged"})
        assert [store.target_of(number) for number in (1, 2, 3, 4)] == [3, 3, 3, 4]
        assert [store.merged_into(number) for number in (1, 2, 3, 4)] == [[], [1], [2], []]

    def test_a_ring_of_merges_does_not_go_on_for_ever(self, store: Store) -> None:
        with store.change() as tx:
            tx.insert("tag", [a_tag("a"), a_tag("b")])
            tx.update("tag", 1, {"merged_into": 2})
            tx.update("tag", 2, {"merged_into": 1})
        assert {store.target_of(1), store.target_of(2)} <= {1, 2}

    def test_a_tag_that_is_not_there_leads_nowhere_else(self, store: Store) -> None:
        assert store.target_of(9) == 9


class TestUse:
    @pytest.fixture
    def used(self, store: Store, store_path: Path) -> Store:
        """One tag on two cards, one on a card of a minute later, one on none."""
        with store.change() as tx:
            tx.insert("tag", [a_tag("both"), a_tag("late"), a_tag("apart")])
            tx.insert("card", [a_card(1, "x"), a_card(2, "y")])
            tagged(tx, 1, 1)
            tagged(tx, 2, 1)
        with Store(store_path, write=True, author=Author(LATER, "t", "t"), terms_of=words) as later:  # noqa: SIM117
            with later.change() as tx:
                tx.insert("card", [a_card(3, "z", created_at=LATER)])
                tagged(tx, 3, 1, 2)
        return store

    def test_a_tag_tells_on_how_many_cards_and_since_and_until_when_it_was_used(self, used: Store) -> None:
        assert [(tag.cards, tag.uses, tag.first_seen, tag.last_seen) for tag in used.tags([1, 2, 3])] == [
            (3, 3, AT, LATER),
            (1, 1, LATER, LATER),
            (0, 0, None, None),
        ]

    def test_a_tag_that_leaves_a_card_is_counted_less(self, used: Store) -> None:
        with used.change() as tx:
            tx.delete("card_tag", (1, 1))
        assert used.tags([1])[0].cards == 2
        used.undo(None)
        assert used.tags([1])[0].cards == 3

    def test_making_the_statistics_anew_changes_nothing(self, used: Store) -> None:
        before = used.tags([1, 2, 3])
        used.rebuild()
        assert used.tags([1, 2, 3]) == before

    def test_the_cards_of_a_tag_come_newest_first_with_its_place_on_each(self, used: Store) -> None:
        assert used.cards_of_tag(1, 2) == [3, 2]
        assert used.cards_of_tag(1, -1) == [3, 2, 1]
        assert used.cards_of_tag(9, -1) == []
        assert used.ranks(1) == {1: 0, 2: 0, 3: 0}
        assert used.ranks(2) == {3: 1}

    @pytest.mark.parametrize(
        ("order", "names"),
        [
            ("cards", ["both", "late", "apart"]),
            ("name", ["apart", "both", "late"]),
            # Two were seen at the same time, so their names decide; one never was, so when it was made does.
            ("seen", ["both", "late", "apart"]),
            ("code", ["both", "late", "apart"]),
        ],
    )
    def test_the_pool_is_listed_in_any_order(self, used: Store, order: str, names: list[str]) -> None:
        assert [tag.name for tag in used.each_tag(order=order)] == names

    def test_equal_tags_are_listed_by_name(self, store: Store) -> None:
        with store.change() as tx:
            tx.insert("tag", [a_tag(name) for name in ("c", "a", "b")])
        for order in ("cards", "seen"):
            assert [tag.name for tag in store.each_tag(order=order)] == ["a", "b", "c"]


class TestPool:
    def test_a_tag_is_the_same_in_a_list_and_by_itself(self, pool: Store) -> None:
        assert sorted(pool.each_tag()) == pool.tags([1, 2, 3, 4])

    def test_the_list_can_be_of_one_state_alone(self, pool: Store) -> None:
        assert {status: [tag.name for tag in pool.each_tag(status=status)] for status in TagStatus} == {
            TagStatus.UNEXAMINED: ["苹果"],
            TagStatus.ACTIVE: ["fruit"],
            TagStatus.DEPRECATED: ["thing"],
            TagStatus.MERGED: ["fruits"],
        }

    def test_tags_are_counted_by_their_state(self, pool: Store) -> None:
        assert pool.tag_counts() == {"active": 1, "deprecated": 1, "merged": 1, "unexamined": 1}

    def test_people_and_callers_stand_for_what_they_told_and_for_what_was_found_once_it_is_active(
        self, store: Store
    ) -> None:
        with store.change() as tx:
            tx.insert(
                "tag",
                [
                    a_tag("told"),
                    a_tag("found", source="found"),
                    a_tag("good", source="found", status="active"),
                    a_tag("bad", status="deprecated"),
                ],
            )
            tx.insert("tag_alias", [an_alias(1, "said"), an_alias(2, "seen"), an_alias(4, "evil")])
        assert sorted(store.governed_names()) == [("good", "good"), ("said", "told"), ("told", "told")]
