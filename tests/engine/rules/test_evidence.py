from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wdm.engine.rules import evidence


def test_two_tags_that_always_meet_are_strong_evidence() -> None:
    # 4 of 20 cards have both, none has only one: the table is (4, 0, 0, 16), expected (0.8, 3.2, 3.2, 12.8).
    # G² = 2 · (4 ln(4 / 0.8) + 16 ln(16 / 12.8)) = 2 · (4 ln 5 + 16 ln 1.25) = 20.0161
    # NPMI = ln(4 · 20 / 16) / -ln(4 / 20) = ln 5 / ln 5 = 1
    found = evidence.together(4, 4, 4, 20)
    assert found.g2 == pytest.approx(2 * (4 * log(5) + 16 * log(1.25)))
    assert found.npmi == pytest.approx(1)
    assert found.strong


def test_two_tags_that_meet_as_often_as_chance_are_none() -> None:
    # 10 and 10 of 20 cards: chance lets them meet on 5.
    found = evidence.together(5, 10, 10, 20)
    assert found.g2 == pytest.approx(0)
    assert found.npmi == pytest.approx(0)
    assert not found.strong


def test_two_tags_that_meet_less_often_than_by_chance_are_none() -> None:
    assert evidence.together(1, 10, 10, 20).g2 == 0
    assert not evidence.together(1, 10, 10, 20).strong


def test_two_cards_are_too_few_however_strong_the_figures() -> None:
    assert not evidence.together(2, 2, 2, 10_000).strong


def test_tags_that_never_meet() -> None:
    assert evidence.together(0, 3, 3, 10) == evidence.Together(0, 0.0, -1.0)


@given(st.data())
def test_the_figures_stay_in_their_bounds(data: st.DataObject) -> None:
    cards = data.draw(st.integers(1, 200))
    one, other = (data.draw(st.integers(1, cards)) for _ in range(2))
    both = data.draw(st.integers(max(0, one + other - cards), min(one, other)))
    found = evidence.together(both, one, other, cards)
    assert found.g2 >= 0
    assert -1 - 1e-9 <= found.npmi <= 1 + 1e-9


@pytest.mark.parametrize(
    ("one", "other", "share"),
    [
        ("部署方案", "部署方法", 3 / 4),  # 部署方
        ("abcd", "abcd", 1),
        ("abc", "xyz", 0),
        ("", "abc", 0),
        ("ace", "abcde", 3 / 5),
    ],
)
def test_common_subsequence(one: str, other: str, share: float) -> None:
    assert evidence.common_subsequence(one, other) == pytest.approx(share)
    assert evidence.common_subsequence(other, one) == pytest.approx(share)


def test_containment_wants_no_gap_and_a_longer_one() -> None:
    assert evidence.contains("灰度发布流程", "发布")
    assert not evidence.contains("发流布", "发布")
    assert not evidence.contains("发布", "发布")
    assert not evidence.contains("发布", "")


def test_a_tag_with_its_due_share_of_every_scene_is_even() -> None:
    # Rates 1/10 in each of three scenes of 10, 20 and 30 cards.
    assert evidence.evenness({"a": 1, "b": 2, "c": 3}, {"a": 10, "b": 20, "c": 30}) == pytest.approx(1)


def test_a_tag_of_one_scene_is_not_even() -> None:
    assert evidence.evenness({"a": 5}, {"a": 10, "b": 20, "c": 30}) == pytest.approx(0)


def test_two_scenes_are_too_few_to_say() -> None:
    assert evidence.evenness({"a": 1, "b": 2}, {"a": 10, "b": 20}) == 0
