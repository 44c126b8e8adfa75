"""The index says which cards hold a term, across the blocks that it is cut into."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from wdm.store import postings
from wdm.store.database import Database

BLOCK = 16_384


@pytest.fixture
def db(store_path: Path) -> Iterator[Database]:
    with closing(Database(store_path, write=True)) as db:
        yield db


def stored(db: Database) -> list[tuple[str, int, bytes]]:
    return db.rows("SELECT term, block, packed FROM posting ORDER BY term, block")


def test_a_card_is_found_under_each_of_its_terms_once(db: Database) -> None:
    postings.replace(db, {}, {1: ["red", "apple", "red"], 2: ["apple"]})
    # The gaps from -1: cards 1 and 2, and card 1.
    assert stored(db) == [("apple", 0, b"\x02\x01"), ("red", 0, b"\x02")]
    assert db.rows("SELECT cards, last FROM posting ORDER BY term") == [(2, 2), (1, 1)]
    assert postings.frequencies(db, ["apple", "red", "plum"]) == {"apple": 2, "red": 1}
    # Two cards; three terms and one, duplicates counted.
    assert postings.totals(db) == (2, 4)


def test_the_newest_come_first_and_no_more_than_asked_for(db: Database) -> None:
    postings.replace(db, {}, {number: ["x"] for number in (1, 2, 3, 5)})
    assert postings.newest(db, "x", 10) == [5, 3, 2, 1]
    assert postings.newest(db, "x", 2) == [5, 3]
    assert postings.newest(db, "x", 0) == []
    assert postings.newest(db, "y", 10) == []


@pytest.mark.parametrize("number", [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK - 1, 10**9])
def test_a_number_comes_back_from_any_block(db: Database, number: int) -> None:
    postings.replace(db, {}, {number: ["x"]})
    assert postings.newest(db, "x", 1) == [number]
    assert stored(db)[0][1] == number // BLOCK


def test_a_list_goes_on_from_block_to_block(db: Database) -> None:
    postings.replace(db, {}, {BLOCK - 1: ["x"], BLOCK: ["x"], 3 * BLOCK: ["x"]})
    assert [(block, offsets) for _, block, offsets in stored(db)] == [
        (0, b"\xff\x3f"),  # 16,383, the lower byte first, for as a gap it would take 65 bytes
        (1, b"\x01"),
        (3, b"\x01"),
    ]
    assert postings.newest(db, "x", 2) == [3 * BLOCK, BLOCK]
    assert postings.frequencies(db, ["x"]) == {"x": 3}


def test_a_changed_card_leaves_the_terms_that_it_lost_and_joins_the_ones_it_got(db: Database) -> None:
    postings.replace(db, {}, {1: ["red", "apple"], 2: ["apple"]})
    postings.replace(db, {1: ["red", "apple"]}, {1: ["blue", "apple", "blue"]})
    assert postings.frequencies(db, ["red", "blue", "apple"]) == {"blue": 1, "apple": 2}
    assert stored(db) == [("apple", 0, b"\x02\x01"), ("blue", 0, b"\x02")]
    # 3 terms became 4 with those of card 1 counted as they are: 2 -> 3.
    assert postings.totals(db) == (2, 4)


def test_an_older_card_that_gets_a_term_stands_in_its_place(db: Database) -> None:
    postings.replace(db, {}, {1: ["tea"], 5: ["tea", "cup"], 900: ["cup"]})
    postings.replace(db, {1: ["tea"]}, {1: ["tea", "cup"]})
    assert postings.newest(db, "cup", 9) == [900, 5, 1]
    postings.replace(db, {5: ["tea", "cup"], 900: ["cup"]}, {900: ["tea"], 3: ["tea"]})
    assert postings.newest(db, "tea", 9) == [900, 3, 1]
    assert postings.newest(db, "cup", 9) == [1]
    assert db.rows("SELECT cards, last FROM posting WHERE term = 'cup'") == [(1, 1)]


def test_a_removed_card_leaves_nothing(db: Database) -> None:
    postings.replace(db, {}, {1: ["red"], 2: ["red", "apple"]})
    postings.replace(db, {2: ["red", "apple"]}, {})
    assert stored(db) == [("red", 0, b"\x02")]
    assert postings.totals(db) == (1, 1)
    postings.replace(db, {1: ["red"]}, {})
    assert stored(db) == []
    assert postings.totals(db) == (0, 0)


def test_a_card_without_terms_is_counted(db: Database) -> None:
    postings.replace(db, {}, {1: []})
    assert postings.totals(db) == (1, 0)
    assert stored(db) == []


def test_any_text_is_a_term(db: Database) -> None:
    terms = ["", "'", '"', "%", "*", "苹果", "🎉", "NOT x"]
    postings.replace(db, {}, {1: terms})
    assert postings.frequencies(db, terms) == dict.fromkeys(terms, 1)


def test_clearing_empties_list_and_totals(db: Database) -> None:
    postings.replace(db, {}, {1: ["red"]})
    postings.clear(db)
    assert stored(db) == []
    assert postings.totals(db) == (0, 0)
