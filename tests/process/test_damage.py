"""A damaged file is told as damaged, is never made worse, and never passes for a good backup."""

from __future__ import annotations

import random  # noqa: TID251 - seeded, for the places of a test
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.process.disk import Disk, Ended, told
from tests.process.writing import Stock, state

LOOKS = (
    "list|--all", "recall|Jon", "stats", "tags|list", "doctor", "export", "backup|copy.db", "why|jon|Jon", "context|Jon",
    "log", "scenes", "tiers", "golden|list", "evolve|--dry-run", "mood",
)  # fmt: skip
"""Commands that change nothing of the memory."""

WRITES = (
    "ingest|-t|brand new", "undo", "evolve|--force", "clean|--force", "forget|jon", "frame|-t|hi", "mood|feel|praise",
    "tags|merge|bread|bread shop|--yes", "purge|jon|--yes", "doctor|--rebuild", "doctor|--repair",
    "restore-from|other.db|--yes",
)  # fmt: skip

PAGE = 4096

VERSION = range(60, 64)
"""Where a file's header has the number of the schema: another one there is another schema."""

WRITABLE = 18
"""Where the header says who may write: a number that SQLite does not know makes the file read-only."""


class Spoilt(NamedTuple):
    """A file with something else at some places."""

    content: bytes
    places: list[int]


def spoilt(content: bytes, chance: random.Random) -> Spoilt:
    """Return a file with flipped bytes: one anywhere, in the header or the schema, the head of a page, or many."""
    kind = chance.choice(["one", "one", "header", "schema", "page", "many"])
    spans = {"header": range(100), "schema": range(100, PAGE)}
    if kind == "page":
        start = chance.randrange(1, len(content) // PAGE) * PAGE
        places = list(range(start, start + 12))
    elif kind == "many":
        places = chance.sample(range(len(content)), 30)
    else:
        places = [chance.choice(spans.get(kind, range(len(content))))]
    changed = bytearray(content)
    for place in places:
        changed[place] ^= chance.randrange(1, 256)
    return Spoilt(bytes(changed), places)


def seen_by_sqlite(path: Path) -> bool:
    """Return whether SQLite's own check finds a file damaged."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        try:
            return connection.execute("PRAGMA integrity_check").fetchall() != [("ok",)]
        except (sqlite3.DatabaseError, UnicodeDecodeError):  # the latter for its words
            return True


def readable(path: Path) -> list[tuple[object, ...]]:
    """Return the cards that can be read, one by one, from the first to the last."""
    found = []
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        connection.text_factory = bytes
        try:
            for row in connection.execute("SELECT id, text FROM card ORDER BY id"):
                found.append(row)  # noqa: PERF402 - what was read before an error counts
        except (sqlite3.DatabaseError, UnicodeDecodeError):  # the latter for its words
            pass
    return found


def put(kept: Stock, folder: Path, content: bytes) -> Path:
    store = kept.put(folder)
    store.write_bytes(content)
    return store


def told_well(ended: Ended, line: str, places: Sequence[int]) -> None:
    """Assert that a run on a damaged file ended in one of the ways that there are, with a way out."""
    allowed = {0, 4, 13}
    if any(place in VERSION for place in places):
        allowed.add(12)
    if WRITABLE in places:
        allowed.add(74)
    if line == "undo":
        allowed.add(5)  # an index that is off says that the place is taken
    assert ended.code in allowed, ended
    assert "Traceback" not in ended.err, ended
    if ended.code == 13 and not line.startswith("doctor"):
        shown = "merge" in line  # a merge shows first what it would do
        words = told(ended._replace(out="") if shown or line in ("export", "golden|list") else ended, 13)
        assert "wdm doctor" in words or "backup" in words, ended
    elif ended.code == 13:
        assert "backup" in ended.out + ended.err or "--rebuild" in ended.out or "wdm undo" in ended.out, ended


def try_all(disk: Disk, kept: Stock, folder: Path, bad: Spoilt, lines: Sequence[str]) -> None:
    """Run commands on a spoilt file, each on a fresh copy."""
    earlier = (kept.folder / "other.db").read_bytes()
    for line in lines:
        store = put(kept, folder, bad.content)
        damaged, cards = seen_by_sqlite(store), readable(store)
        ended = disk.run(line.split("|"), folder)
        where = (line, bad.places, ended)
        told_well(ended, line, bad.places)
        assert (folder / "other.db").read_bytes() == earlier, where
        assert not list(folder.glob("*.partial*")), where
        if line in LOOKS:
            assert store.read_bytes() == bad.content, where
        elif ended.code and "the cards are erased" not in ended.err:
            assert readable(store) == cards, where
        if line == "doctor" and damaged:
            assert ended.code in (13, 12), where
        if line == "backup|copy.db":
            copy = folder / "copy.db"
            assert copy.exists() == (ended.code == 0), where
            assert not (ended.code == 0 and (damaged or seen_by_sqlite(copy))), where


def test_no_flipped_byte_ends_in_a_traceback_or_makes_it_worse(disk: Disk, kept: Stock, folder: Path) -> None:
    chance = random.Random(20260601)  # noqa: S311 - chance of a test
    content = kept.put(folder).read_bytes()
    for _ in range(20):
        lines = ["doctor", "backup|copy.db", chance.choice(LOOKS), chance.choice(WRITES)]
        try_all(disk, kept, folder, spoilt(content, chance), lines)


def test_a_schema_that_is_no_text_is_damage(disk: Disk, kept: Stock, folder: Path) -> None:
    content = kept.put(folder).read_bytes()
    # SQLite quotes the word in its error, and it is no UTF-8.
    broken = content.replace(b"CREATE TABLE document", b"CREATE TABL\xdc document")
    assert broken != content
    for line in (*LOOKS, "ingest|-t|x", "undo"):
        store = put(kept, folder, broken)
        assert "backup" in told(disk.run(line.split("|"), folder), 13)
        assert store.read_bytes() == broken


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_no_flipped_byte_of_many(seed: int, disk: Disk, kept: Stock, folder: Path) -> None:
    chance = random.Random(seed)  # noqa: S311 - chance of a test
    content = kept.put(folder).read_bytes()
    for _ in range(20):
        try_all(disk, kept, folder, spoilt(content, chance), (*LOOKS, *WRITES))


FEW = ("list", "doctor", "backup|copy.db", "ingest|-t|new", "undo", "evolve")


@pytest.mark.parametrize("share", [0.0001, 0.01, 0.017, 0.3, 0.5001, 0.97])
def test_a_truncated_store_is_damaged_and_left_as_it_is(
    share: float, disk: Disk, kept: Stock, folder: Path
) -> None:
    content = kept.put(folder).read_bytes()
    content = content[: int(len(content) * share)]
    for line in FEW:
        store = put(kept, folder, content)
        ended = disk.run(line.split("|"), folder)
        assert ended.code == 13, (line, ended)
        assert "backup" in ended.err + ended.out
        assert store.read_bytes() == content, line
        assert not (folder / "copy.db").exists()


def test_an_empty_file_is_no_store_yet(disk: Disk, kept: Stock, folder: Path) -> None:
    for line in LOOKS:
        store = put(kept, folder, b"")
        assert "makes a store of it" in told(disk.run(line.split("|"), folder), 10)
        assert store.read_bytes() == b""
    assert disk.run(["ingest", "-t", "new"], folder).out == "1 added\n"


def application(path: Path) -> bytes:
    """Return a database of another application."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE bookmark (url TEXT)")
        connection.execute("INSERT INTO bookmark VALUES ('http://x.example')")
        connection.commit()
    return path.read_bytes()


@pytest.mark.parametrize("kind", ["text", "picture", "zeros", "application"])
def test_what_is_no_store_is_left_as_it_is(
    kind: str, disk: Disk, kept: Stock, folder: Path, tmp_path: Path
) -> None:
    content = {
        "text": b"hello there\n" * 900, "picture": b"\x89PNG\r\n\x1a\n" + bytes(3000), "zeros": bytes(9000),
        "application": application(tmp_path / "application.db"),
    }[kind]  # fmt: skip
    for line in (*FEW, "doctor|--repair", "doctor|--rebuild", "restore-from|other.db|--yes", "purge|1|--yes"):
        store = put(kept, folder, content)
        ended = disk.run(line.split("|"), folder)
        assert ended.code == 13, (line, ended)
        assert "backup" in ended.err + ended.out
        assert store.read_bytes() == content, line
        left = {path.name for path in folder.iterdir()} - {path.name for path in kept.folder.iterdir()}
        assert left <= {"memory.db.upkeep", "other.db-wal", "other.db-shm"}, line


def newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 999")


def no_uid(path: Path) -> None:
    """Spoil a page in a way that the check sees: an index says what the table does not."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA writable_schema = on")
        connection.execute("DELETE FROM sqlite_master WHERE name = 'card_in_tier'")
        connection.commit()


@pytest.mark.parametrize(
    ("kind", "code"),
    [("cut", 13), ("text", 13), ("application", 13), ("unlinked", 13), ("newer", 12), ("missing", 10), ("empty", 10),
     ("folder", 74)],
)  # fmt: skip
def test_only_a_sound_backup_is_put_in_place_of_the_memory(
    kind: str, code: int, disk: Disk, kept: Stock, folder: Path, tmp_path: Path
) -> None:
    store = kept.put(folder)
    source = folder / "other.db"
    sound = source.read_bytes()
    if kind in ("cut", "text", "empty", "application"):
        source.write_bytes(
            {"cut": sound[: len(sound) // 2], "text": b"hello\n" * 900, "empty": b""}.get(kind)
            or (application(tmp_path / "application.db") if kind == "application" else b"")
        )
    elif kind == "newer":
        newer(source)
    elif kind == "unlinked":
        no_uid(source)
    else:
        source.unlink()
        if kind == "folder":
            source.mkdir()
    before = store.read_bytes()
    names = {path.name for path in folder.iterdir()}
    told(disk.run(["restore-from", "other.db", "--yes"], folder), code)
    assert store.read_bytes() == before
    left = {path.name for path in folder.iterdir()} - names
    assert left <= {"other.db-wal", "other.db-shm"}, left


@pytest.mark.parametrize(
    ("statement", "line"),
    [
        (
            "UPDATE tag SET merged_into = 9999, status = 'merged' WHERE name = 'Jon'",
            "tags|merge|bread|Jon|--yes",
        ),
        ("UPDATE posting SET packed = x'ffffff'", "recall|Jon"),
        ("UPDATE posting SET packed = x'ffffff'", "doctor"),
        ("UPDATE posting SET packed = 'words'", "doctor"),
        ("UPDATE card SET created_at = 'soon', happened_at = 'soon'", "list"),
        ("UPDATE card SET tier = 'tepid'", "list"),
        ("UPDATE card SET uid = 'short' || id", "list"),
        ("UPDATE card SET text = x'ff00ff'", "recall|Jon"),
        ("UPDATE persona SET warmth = 'much'", "context|Jon"),
        ("DELETE FROM scene", "list"),
    ],
)
def test_rows_that_no_program_wrote_are_damage_and_no_bug(
    statement: str, line: str, disk: Disk, kept: Stock, folder: Path
) -> None:
    store = kept.put(folder)
    with closing(sqlite3.connect(store)) as connection:
        connection.execute(statement)
        connection.commit()
    before = state(store)
    ended = disk.run(line.split("|"), folder)
    assert ended.code in (0, 4, 5, 13), ended
    assert "Traceback" not in ended.err
    assert line != "doctor" or ended.code == 13
    assert state(store) == before
