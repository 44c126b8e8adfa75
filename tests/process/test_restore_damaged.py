"""A memory that cannot be opened any more: a backup takes its place, and it is kept beside, with its log."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from tests.process.disk import Disk
from tests.process.killer import Killer, marked
from tests.process.writing import Stock, sound, state

PAGE = 4096
WORDS = ["restore-from", "other.db", "--yes"]


def header(content: bytes) -> bytes:
    """Break the first words of the file, by which SQLite knows it."""
    return b"broken" + content[6:]


def cut(content: bytes) -> bytes:
    return content[: PAGE + 100]


def schema(content: bytes) -> bytes:
    return content[:100] + bytes(PAGE - 100) + content[PAGE:]


def pages(content: bytes) -> bytes:
    return content[:PAGE] + b"\x5a" * (len(content) - PAGE)


WAYS = [header, cut, schema, pages]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("linked", [False, True])
def test_a_backup_takes_the_place_of_a_damaged_memory_which_is_kept_as_it_is(
    way: Callable[[bytes], bytes], linked: bool, disk: Disk, kept: Stock, folder: Path, tmp_path: Path
) -> None:
    store = kept.put(folder)
    damaged = way(store.read_bytes())
    store.write_bytes(damaged)
    if linked:
        (tmp_path / "far").mkdir()
        store.rename(tmp_path / "far" / "real.db")
        store.symlink_to(tmp_path / "far" / "real.db")
    ended = disk.run(WORDS, folder)
    assert ended.code == 0, ended
    assert store.is_symlink() == linked
    real = Path(os.path.realpath(store))
    aside = real.with_name(f"{real.name}.before-restore-1.bak")
    assert aside.read_bytes() == damaged
    assert str(aside.name) in ended.out
    assert real.stat().st_mode & 0o777 == 0o600
    sound(disk, folder)
    assert state(store) == state(folder / "other.db")


def with_log(store: Path) -> tuple[bytes, bytes]:
    """Give a store a log with a change in it, and break the file's header; return both."""
    with closing(sqlite3.connect(store)) as connection:
        connection.execute("UPDATE card SET topic = 'kestrel' WHERE id = 1")
        connection.commit()
        log = Path(f"{store}-wal").read_bytes()
    store.write_bytes(header(store.read_bytes()))
    Path(f"{store}-wal").write_bytes(log)  # which closing has emptied
    assert b"kestrel" in log
    return store.read_bytes(), log


def test_the_log_of_a_damaged_memory_goes_with_it(disk: Disk, kept: Stock, folder: Path) -> None:
    store = kept.put(folder)
    damaged, log = with_log(store)
    assert disk.run(WORDS, folder).code == 0
    aside = Path(f"{store}.before-restore-1.bak")
    assert aside.read_bytes() == damaged
    assert Path(f"{aside}-wal").read_bytes() == log
    sound(disk, folder)
    assert state(store) == state(folder / "other.db")


def test_a_second_one_is_kept_beside_the_first(disk: Disk, kept: Stock, folder: Path) -> None:
    store = kept.put(folder)
    for number in (1, 2):
        store.write_bytes(header(store.read_bytes()) + bytes([number]))
        assert disk.run(WORDS, folder).code == 0
    firsts = [Path(f"{store}.before-restore-{number}.bak").read_bytes()[-1] for number in (1, 2)]
    assert firsts == [1, 2]


def test_without_room_for_the_backup_the_damaged_memory_stays_where_it_is(
    disk: Disk, kept: Stock, folder: Path
) -> None:
    store = kept.put(folder)
    damaged = header(store.read_bytes())
    store.write_bytes(damaged)
    names = sorted(path.name for path in folder.iterdir())
    ended = disk.run(WORDS, folder, file_limit=3 * PAGE)
    assert ended.code == 74, ended
    assert "full" in ended.err
    assert store.read_bytes() == damaged
    assert sorted(path.name for path in folder.iterdir()) == names


def test_without_room_a_sound_memory_leaves_no_copy_of_itself(disk: Disk, kept: Stock, folder: Path) -> None:
    store = kept.put(folder)
    more = "\n\n".join(f"memory {number} " + f"word{number} " * 90 for number in range(300))
    assert disk.run(["--store", "other.db", "ingest", "--quiet"], folder, stdin=more).code == 0
    size = store.stat().st_size
    assert size < (folder / "other.db").stat().st_size / 2
    before = state(store)
    for limit in (
        3 * PAGE,
        size + 3 * PAGE,
    ):  # no room for the copy; and for it, but not for what comes in its place
        ended = disk.run(WORDS, folder, file_limit=limit)
        assert ended.code == 74, ended
        assert state(store) == before
        assert not [*folder.glob("*.bak*")]


def test_killed_while_it_is_put_aside_nothing_of_it_is_lost_and_the_next_run_ends_it(
    killer: Killer, kept: Stock, folder: Path
) -> None:
    def put() -> tuple[Path, bytes, bytes]:
        store = kept.put(folder)
        return store, *with_log(store)

    put()
    undisturbed = killer.run(WORDS, folder)
    assert undisturbed.code == 0, undisturbed
    points = marked(undisturbed.points)
    assert any("rename" in undisturbed.points[at] for at in points if at < len(undisturbed.points))
    for at in points[:-1]:
        store, damaged, log = put()
        ended = killer.run(WORDS, folder, at=at)
        assert ended.killed, ended
        found = {path.name: path.read_bytes() for path in folder.iterdir()}
        assert damaged in found.values(), (at, undisturbed.points[at])
        assert log in found.values(), (at, undisturbed.points[at])
        again = killer.run(WORDS, folder)
        assert again.code == 0, (at, undisturbed.points[at], again)
        assert state(store) == state(folder / "other.db")
        found = {path.name: path.read_bytes() for path in folder.iterdir()}
        assert damaged in found.values()
        assert log in found.values()
        sound(killer, folder)
