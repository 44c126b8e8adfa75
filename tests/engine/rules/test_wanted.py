from math import log

import pytest

from wdm.engine.rules import text
from wdm.engine.rules.wanted import TAG, Origin, Wanted, candidates, rarity, weigh


def test_rarity() -> None:
    assert rarity(2, 10) == pytest.approx(log(1 + 8.5 / 2.5))
    assert rarity(10, 10) == pytest.approx(log(1 + 0.5 / 10.5))
    assert rarity(99, 10) == rarity(10, 10)  # statistics that lag behind


def test_weigh_takes_an_unknown_word_for_one_in_a_single_card() -> None:
    one, tag = weigh(text.query_terms("tea"), {}, 10, tags={"#7": ("drinks", 0.5, 2)})
    assert one.weight == pytest.approx(log(1 + 9.5 / 1.5))
    assert tag == Wanted("#7", "drinks", TAG * 0.5 * log(1 + 8.5 / 2.5), Origin.TAG)


def test_candidates_are_the_best_by_presence_and_their_neighbours() -> None:
    wanted = [Wanted("tea", "tea", 2.0), Wanted("cup", "cup", 1.0)]
    postings = {"tea": [9, 5], "cup": [20, 5]}
    assert candidates(wanted, postings, sessions=False) == [5, 9, 20]
    # 5 has 3 and 9 has 2; 6 takes 0.4 * 3 + 0.196 * 2 = 1.592 of them, 7 takes 0.28 * (3 + 2) = 1.4, 8 1.388, 4 1.2.
    assert candidates(wanted, postings, limit=5) == [5, 9, 6, 7, 8]
    assert candidates(wanted, {}) == []
