"""How near tags are, which stand together, and where they are spread."""

from __future__ import annotations

import pytest
from tests.store.conftest import AT, a_card, a_relation, a_tag, tagged

from wdm.store.errors import Damaged
from wdm.store.records import Judgement, Level, Relation
from wdm.store.store import Store


@pytest.fixture
def filled(store: Store) -> Store:
    """Four cards under tags 1 (all of them), 2 (two), 3 (one) and 4 (none), in two scenes and a session."""
    with store.change() as tx:
        tx.insert("tag", [a_tag(name) for name in ("all", "two", "one", "none")])
        tx.insert(
            "scene", [{"category": "work", "subcategory": "review"}, {"category": "home", "subcategory": ""}]
        )
        tx.insert("card", [a_card(1, "a", scene_id=1, topic="t"), a_card(2, "b", scene_id=2, topic=None)])
        tx.insert("card", [a_card(3, "c", topic="t"), a_card(4, "d", topic=None)])
        tagged(tx, 1, 1, 2, 3)
        tagged(tx, 2, 1, 2)
        tagged(tx, 3, 1)
        tagged(tx, 4, 1)
    return store


def test_a_relation_is_told_from_the_side_that_was_asked(filled: Store) -> None:
    with filled.change() as tx:
        tx.insert("tag_relation", a_relation(3, 1, "synonym"))
        tx.insert("tag_relation", a_relation(1, 2, "loose"))
    assert filled.relations([1]) == [
        Relation(1, 2, Level.LOOSE, "told", "", AT),
        Relation(1, 3, Level.SYNONYM, "told", "", AT),
    ]
    assert [(each.tag_id, each.other_id) for each in filled.relations([3, 2, 99])] == [(2, 1), (3, 1)]
    assert filled.relations([]) == []


def test_a_pair_that_a_program_related_loosely_may_be_raised_and_a_person_s_may_not(filled: Store) -> None:
    with filled.change() as tx:
        tx.insert("tag_relation", a_relation(3, 1, "synonym"))
        tx.insert("tag_relation", a_relation(1, 2, "loose"))
    assert list(filled.related_pairs()) == [(1, 3)]
    with filled.change() as tx:
        tx.db.run("UPDATE tag_relation SET source = 'person'")
    assert list(filled.related_pairs()) == [(1, 2), (1, 3)]


def test_a_level_that_the_program_never_writes_is_damage(filled: Store) -> None:
    with filled.change() as tx:
        tx.insert("tag_relation", a_relation(1, 2, "nonsense"))
    with pytest.raises(Damaged, match="level 'nonsense'"):
        filled.relations([1])


def test_what_stands_beside_a_tag_is_counted_the_most_frequent_first(filled: Store) -> None:
    assert filled.tags_together(1, 10) == [(2, 2), (3, 1)]
    assert filled.tags_together(1, 1) == [(2, 2)]
    # Both stand beside it once: the number decides.
    assert filled.tags_together(3, 10) == [(1, 1), (2, 1)]
    assert filled.tags_together(4, 10) == []


def test_pairs_of_card_and_tag_leave_out_what_is_rare_or_out_of_use(filled: Store) -> None:
    assert list(filled.card_tags(2)) == [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (4, 1)]
    with filled.change() as tx:
        tx.update("tag", 1, {"status": "deprecated"})
    assert list(filled.card_tags(2)) == [(1, 2), (2, 2)]


def test_a_place_is_the_scene_or_else_the_session_of_a_card(filled: Store) -> None:
    assert filled.places() == {"work/review": 1, "home/": 1, "t": 1, "": 1}
    assert filled.spread(1) == filled.places()
    assert filled.spread(2) == {"work/review": 1, "home/": 1}
    assert filled.spread(4) == {}


def test_scenes_are_counted_without_forgotten_and_archived_cards(filled: Store) -> None:
    assert filled.scenes() == [("home", "", 1, AT), ("work", "review", 1, AT)]
    with filled.change() as tx:
        tx.update("card", 1, {"forgotten_at": AT})
        tx.update("card", 2, {"archived_at": AT})
    assert filled.scenes() == [("home", "", 0, None), ("work", "review", 0, None)]


def judged(card: int, query: str, status: str, at: int) -> dict[str, object]:
    return {
        "card_id": card,
        "status": status,
        "query": query,
        "query_key": query.casefold(),
        "note": "",
        "given_at": at,
    }


def test_feedback_is_told_by_card_and_the_latest_queries_once_each(filled: Store) -> None:
    with filled.change() as tx:
        tx.insert("feedback", [
            judged(2, "Jon", "rejected", 5), judged(1, "Jon", "confirmed", 9), judged(1, "日程", "partial", 7),
        ])  # fmt: skip
    assert [(given.card_id, given.status, given.query_key) for given in filled.feedback([2, 1, 99])] == [
        (1, Judgement.CONFIRMED, "jon"),
        (1, Judgement.PARTIAL, "日程"),
        (2, Judgement.REJECTED, "jon"),
    ]
    assert filled.feedback_id(1, "日程") == 3
    assert filled.feedback_id(2, "日程") is None
    assert filled.recent_queries(10) == ["Jon", "日程"]
    assert filled.recent_queries(1) == ["Jon"]


def test_verdicts_are_told_by_proposal(filled: Store) -> None:
    assert filled.verdicts() == {}
    with filled.change() as tx:
        tx.insert("verdict", [{"proposal": "merge 1 2", "decision": "no", "decided_at": AT}])
    assert filled.verdicts() == {"merge 1 2": "no"}
    assert filled.verdict_id("merge 1 2") == 1
    assert filled.verdict_id("merge 2 1") is None
