"""The check finds what is wrong, says what mends it, and the mending mends."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.store.conftest import AT, a_card, a_relation, a_tag, damage, tagged, words

from wdm.store import check
from wdm.store.check import DAY, network
from wdm.store.files import left_beside
from wdm.store.store import Store


@pytest.fixture
def filled(store: Store) -> Store:
    """A store of two cards, `red apple` and `pear`, both tagged `fruit`."""
    with store.change() as tx:
        fruit = tx.insert("tag", [a_tag("fruit")])[0]
        tx.insert("card", [a_card(1, "red apple"), a_card(2, "pear")])
        for card in (1, 2):
            tagged(tx, card, fruit)
    return store


def test_a_sound_store_has_no_findings(filled: Store) -> None:
    assert filled.findings() == []


INDEX = [
    ("DELETE FROM posting WHERE term = 'apple'", "1 cards are not indexed under all of their terms"),
    ("DELETE FROM posting", "2 cards are not indexed under all of their terms"),
    (
        "UPDATE posting SET term = 'plum' WHERE term = 'apple'",
        "1 cards are not indexed under all of their terms",
    ),
    (
        "UPDATE posting SET packed = x'0201', cards = 2, last = 2 WHERE term = 'apple'",
        "1 cards are not indexed",
    ),
    ("UPDATE posting SET packed = x'03', last = 2 WHERE term = 'apple'", "2 cards are not indexed"),
    ("INSERT INTO posting VALUES ('plum', 0, 1, 1, x'02')", "1 cards are not indexed"),
    ("INSERT INTO posting VALUES ('plum', 0, 1, 9, x'0a')", "1 postings name cards that are not there"),
    ("UPDATE posting SET cards = 3 WHERE term = 'apple'", "1 lists of the index miscount their cards"),
    ("UPDATE posting SET last = 7 WHERE term = 'apple'", "1 lists of the index miscount their cards"),
    # Three terms of the first card, its tag among them, and two of the second.
    ("UPDATE counter SET value = 9 WHERE name = 'terms'", "totals are (2, 9), not (2, 5)"),
    ("DELETE FROM counter", "totals are (0, 0), not (2, 5)"),
    ("UPDATE tag_stat SET cards = 3", "1 tags are counted wrongly, fruit first"),
    ("DELETE FROM tag_stat", "1 tags are counted wrongly, fruit first"),
    ("UPDATE card SET text = 'green apple' WHERE id = 1", "1 cards are not indexed"),
]


@pytest.mark.parametrize(("statement", "detail"), INDEX, ids=[statement for statement, _ in INDEX])
def test_an_index_that_does_not_fit_the_cards_is_found_and_made_anew(
    filled: Store, statement: str, detail: str
) -> None:
    filled._db.run(statement)
    found = filled.findings()
    assert len(found) == 1
    assert found[0].detail.startswith(detail)
    assert found[0].damage
    assert found[0].repair == "wdm doctor --rebuild"
    assert filled.rebuild() == 2
    assert filled.findings() == []


def test_an_index_made_anew_is_the_one_that_was_there(filled: Store) -> None:
    tables = ("posting", "counter", "tag_stat")
    before = [filled._db.rows(f"SELECT * FROM {table}") for table in tables]
    filled.rebuild()
    assert [filled._db.rows(f"SELECT * FROM {table}") for table in tables] == before


def test_making_the_index_anew_tells_how_far_it_is(filled: Store) -> None:
    told: list[int] = []
    filled.rebuild(told.append)
    assert sum(told) == 2


def test_a_reference_to_nothing_is_found(filled: Store) -> None:
    filled._db.run("PRAGMA foreign_keys = 0")
    filled._db.run("INSERT INTO card_alias (external_id, card_id) VALUES ('a', 7)")
    assert damage(filled) == ["card_alias 1 refers to a card that is not there"]


@pytest.mark.parametrize("change", ["status = 'merged'", "merged_into = 1"])
def test_a_tag_that_is_merged_by_halves_is_found(filled: Store, change: str) -> None:
    filled._db.run(f"UPDATE tag SET {change}")
    assert damage(filled) == ["tag 1 (fruit) is merged without a target, or the other way round"]


def test_a_name_that_is_an_alias_too_is_found(filled: Store) -> None:
    filled._db.run("INSERT INTO tag_alias (tag_id, name, key, match) VALUES (1, 'fruit', 'fruit', 'fruit')")
    assert damage(filled) == ["the name of tag 1 (fruit) is an alias too"]


def test_an_operation_that_was_cut_short_is_a_remark_and_no_damage(filled: Store) -> None:
    filled._db.run("UPDATE operation SET finished = 0")
    found = filled.findings()
    assert [(each.kind, each.damage) for each in found] == [("operation", False)]
    assert found[0].repair == "run it again, or wdm undo 1"


def test_a_file_that_others_can_read_is_a_remark_and_no_damage(filled: Store, store_path: Path) -> None:
    store_path.chmod(0o640)
    found = filled.findings()
    assert [(each.kind, each.damage, each.repair) for each in found] == [
        ("mode", False, f"chmod 600 {store_path}")
    ]


def test_a_relation_from_one_side_only_is_found(filled: Store) -> None:
    with filled.change() as tx:
        tx.insert("tag", [a_tag("pome")])
        tx.insert("tag_relation", a_relation(1, 2))
    assert damage(filled) == []
    filled._db.run("UPDATE tag_relation SET level = 'loose' WHERE tag_id = 1")
    assert damage(filled) == [
        "tags 1 and 2 are related from one side only, or not alike",
        "tags 2 and 1 are related from one side only, or not alike",
    ]


def test_a_chain_of_merges_that_is_not_flat_is_found(filled: Store) -> None:
    with filled.change() as tx:
        tx.insert("tag", [a_tag("pome"), a_tag("food")])
    filled._db.run("UPDATE tag SET status = 'merged', merged_into = id + 1 WHERE id < 3")
    assert damage(filled) == ["tag 1 (fruit) is merged into one that is merged itself"]


@pytest.mark.parametrize(
    ("circle", "found"),
    [({1: 2}, []), ({1: 1}, [1]), ({1: 2, 2: 1}, [1]), ({3: 1, 1: 2, 2: 1}, [1])],
)
def test_cards_that_replaced_each_other_are_found_once(
    filled: Store, circle: dict[int, int], found: list[int]
) -> None:
    with filled.change() as tx:
        tx.insert("card", [a_card(3, "plum")])
    for old, new in circle.items():
        filled._db.run("UPDATE card SET superseded_by = ? WHERE id = ?", (new, old))
    assert damage(filled) == [f"card {number} has, over others, replaced itself" for number in found]


def test_a_backup_that_others_can_read_is_a_remark(filled: Store, store_path: Path) -> None:
    backup = store_path.with_name(f"{store_path.name}.schema-1.bak")
    backup.write_bytes(b"")
    backup.chmod(0o644)
    assert [found.repair for found in filled.findings()] == [f"chmod 600 {backup}"]


@pytest.mark.parametrize(("age", "found"), [(DAY, []), (DAY + 1, ["frame"])])
def test_turns_that_nobody_has_ended_for_a_day_are_a_remark(
    filled: Store, age: int, found: list[str]
) -> None:
    with filled.change() as tx:
        tx.insert("card", [a_card(3, "plum", status="pending", created_at=AT - age)])
    assert [(each.kind, each.damage) for each in filled.findings()] == [(kind, False) for kind in found]
    assert all("1 turns were begun" in each.detail for each in filled.findings())


@pytest.mark.parametrize(("ahead", "days"), [(DAY, None), (3 * DAY + 5, 3)])
def test_what_is_dated_after_now_is_a_remark_about_the_clock(
    filled: Store, ahead: int, days: int | None
) -> None:
    filled._db.run("UPDATE operation SET at = ?", (AT + ahead,))
    told = [] if days is None else [f"1 operations are dated as much as {days} days from now"]
    assert [each.detail for each in filled.findings()] == told
    assert damage(filled) == []


def test_what_a_killed_process_left_half_written_is_a_remark(filled: Store, store_path: Path) -> None:
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    left = store_path.with_name(f"{store_path.name}.before-repair-1.bak.{dead.pid}.partial")
    others = [
        store_path.with_name(f"{store_path.name}.before-repair-1.bak.{os.getpid()}.partial"),
        store_path.with_name(f"another.{dead.pid}.partial"),
    ]
    for path in (left, *others):
        path.touch(0o600)
    assert [each.detail for each in filled.findings()] == [f"{left} was left by a process that was killed"]
    assert left_beside(store_path) == [left]


MOUNTED = """\
overlay / overlay rw 0 0
server:/home /home nfs4 rw 0 0
/dev/sda1 /home/mei/local ext4 rw 0 0
//nas/my\\040files /mnt/my\\040files cifs rw 0 0
"""


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/srv/memory.db", None),
        ("/home/mei/memory.db", "nfs4"),
        ("/home/mei/local/memory.db", None),
        ("/homeless/memory.db", None),
        ("/mnt/my files/memory.db", "cifs"),
    ],
)
def test_a_folder_on_a_network_is_known_by_the_nearest_mount(path: str, kind: str | None) -> None:
    assert network(Path(path), MOUNTED) == kind


def test_a_store_on_a_network_is_a_remark_unless_it_does_without_wal(
    filled: Store, store_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(f"server:/x {store_path.parent} nfs4 rw 0 0\n", encoding="utf-8")
    monkeypatch.setattr(check, "MOUNTS", mounts)
    assert [(found.kind, found.damage) for found in filled.findings()] == [("folder", False)]
    filled.close()
    with Store(
        store_path, write=True, author=filled.author, terms_of=words, busy_ms=0, journal_mode="delete"
    ) as plain:
        assert plain._db.row("PRAGMA journal_mode") == ("delete",)
        assert plain.findings() == []
