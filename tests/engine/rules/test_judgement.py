import pytest

from wdm.engine.rules.judgement import factor, query_key
from wdm.store.records import FeedbackGiven, Judgement

HERE = "tags:T00001"


def given(status: Judgement, key: str = HERE) -> FeedbackGiven:
    return FeedbackGiven(1, status, "部署", key, "", 0)


def test_the_tags_of_a_query_are_its_key_and_without_any_its_terms() -> None:
    assert query_key(["T2", "T1", "T2"], ["部署"]) == "tags:T1+T2"
    assert query_key([], ["b", "a", "b"]) == "terms:a b"


def test_rejected_for_a_query_drops_the_card_for_it() -> None:
    assert factor([given(Judgement.REJECTED)], HERE) is None


def test_rejected_for_another_query_lowers_it() -> None:
    assert factor([given(Judgement.REJECTED, "tags:T2")], HERE) == pytest.approx(0.8)


def test_confirmed_lifts_it_most_where_it_was_confirmed() -> None:
    assert factor([given(Judgement.CONFIRMED)], HERE) == pytest.approx(1.3)
    assert factor([given(Judgement.CONFIRMED, "tags:T2")], HERE) == pytest.approx(1.1)


def test_partial_and_ignored_leave_it() -> None:
    assert factor([given(Judgement.PARTIAL), given(Judgement.IGNORED, "x")], HERE) == 1
    assert factor([], HERE) == 1


def test_any_amount_of_feedback_stays_in_bounds() -> None:
    assert factor([given(Judgement.REJECTED, f"tags:{n}") for n in range(20)], HERE) == 0.5
    assert factor([given(Judgement.CONFIRMED, f"tags:{n}") for n in range(20)], HERE) == 1.5
