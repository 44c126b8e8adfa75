"""Killed while it writes a file of its own: the file is whole, or not there, and in nobody's way."""

from __future__ import annotations

import random  # noqa: TID251 - seeded, for the points of a test
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.process.killer import Ended, Killer, marked, sizes
from tests.process.writing import Stock, canonical, sound, state

FILES = {"backup": "backup|copy.db", "export": "export|copy.jsonl"}

COPIES = {
    "restore-from": ("restore-from|other.db|--yes", "memory.db.before-restore-{}.bak"),
    "repair": ("doctor|--repair", "memory.db.before-repair-{}.bak"),
}
"""Commands that keep the memory as it was beside it, and the names of what they keep."""


def points(ended: Ended, *, every: bool) -> list[int]:
    """Return the points of a run where files come and go, or all."""
    return list(range(len(ended.points))) if every else marked(ended.points)


def whole(killer: Killer, path: Path, wanted: Path) -> bool:
    """Assert that a file, if it is there, holds all that the wanted one holds; return whether it is there."""
    if not path.exists():
        return False
    assert path.stat().st_mode & 0o777 == 0o600
    if path.suffix == ".jsonl":
        assert path.read_bytes() == wanted.read_bytes()
        return True
    doctor = killer.run(["--store", str(path), "doctor"], path.parent)
    assert doctor.code == 0, doctor
    assert canonical(path) == canonical(wanted)
    return True


def killed(
    killer: Killer, kept: Stock, folder: Path, words: list[str], *, every: bool, limits: list[int]
) -> Iterator[Ended]:
    """Yield runs that are killed at points, or by the size of what they write; the folder is new for each."""
    kept.put(folder)
    undisturbed = killer.run(words, folder)
    assert undisturbed.code == 0, undisturbed
    for at in points(undisturbed, every=every):
        kept.put(folder)
        ended = killer.run(words, folder, at=at)
        assert ended.killed, ended
        yield ended
    cut_short = 0
    for limit in limits:
        kept.put(folder)
        ended = killer.run(words, folder, file_limit=limit)
        cut_short += ended.killed
        yield ended
    assert cut_short > 0, "nothing was written so far into a file"


def new_file_is_whole_or_not_there(
    name: str, killer: Killer, kept: Stock, folder: Path, *, every: bool, limits: list[int]
) -> None:
    words = kept.words_of(FILES[name])
    target = folder / words[-1]
    wanted = kept.put(folder)
    if name == "export":
        assert killer.run(words, folder).code == 0
        wanted = folder.with_name("wanted.jsonl")
        target.rename(wanted)
    else:
        wanted = wanted.rename(folder.with_name("wanted.db"))
    for ended in killed(killer, kept, folder, words, every=every, limits=limits):
        there = whole(killer, target, wanted)
        assert there or not ended.out, "it was acknowledged"
        again = killer.run(words, folder)
        if there:  # then it is done, and a file that is there is never written over
            assert again.code == 74, again
            assert "exists already" in again.err
        else:
            assert again.code == 0, again
            assert whole(killer, target, wanted)
            assert not list(folder.glob("*.partial*")), "what the killed one left"
        sound(killer, folder)


@pytest.mark.parametrize("name", FILES)
def test_a_new_file_is_whole_or_not_there(name: str, killer: Killer, kept: Stock, folder: Path) -> None:
    new_file_is_whole_or_not_there(name, killer, kept, folder, every=False, limits=[500, 3000])


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_a_new_file_is_whole_or_not_there_at_any_point(
    name: str, killer: Killer, kept: Stock, folder: Path
) -> None:
    kept.put(folder)
    new_file_is_whole_or_not_there(
        name, killer, kept, folder, every=True, limits=[100, 500, *sizes(folder, 2003)]
    )


def what_was_there_is_kept_whole(
    name: str, killer: Killer, kept: Stock, folder: Path, *, every: bool, limits: list[int]
) -> None:
    line, named = COPIES[name]
    words = kept.words_of(line)
    wanted = kept.put(folder)
    before = state(wanted)
    wanted = wanted.rename(folder.with_name("wanted.db"))
    for _ in killed(killer, kept, folder, words, every=every, limits=limits):
        there = whole(killer, folder / named.format(1), wanted)
        # Nothing is replaced that is not kept.
        assert there or state(folder / "memory.db") == before
        assert killer.run(words, folder).code == 0
        assert whole(killer, folder / named.format(1), wanted)
        assert not list(folder.glob("*.partial*")), "what the killed one left"


@pytest.mark.parametrize("name", COPIES)
def test_what_was_there_is_kept_whole(name: str, killer: Killer, kept: Stock, folder: Path) -> None:
    what_was_there_is_kept_whole(name, killer, kept, folder, every=False, limits=[40_000])


@pytest.mark.slow
@pytest.mark.parametrize("name", COPIES)
def test_what_was_there_is_kept_whole_at_any_point(
    name: str, killer: Killer, kept: Stock, folder: Path
) -> None:
    kept.put(folder)
    what_was_there_is_kept_whole(name, killer, kept, folder, every=True, limits=sizes(folder, 2003))


def test_what_a_killed_backup_left_is_named_by_a_purge(killer: Killer, kept: Stock, folder: Path) -> None:
    kept.put(folder)
    words = ["backup", "memory.db.bak"]
    links = killer.run(words, folder).points.index("os.link")
    kept.put(folder)
    assert killer.run(words, folder, at=links).killed
    (left,) = folder.glob("memory.db.bak.*.partial")
    purged = killer.run(["purge", "jon", "--yes"], folder)
    assert purged.code == 0
    assert f"a backup may still hold it: {left}" in purged.err


def test_what_another_is_writing_is_left_alone(killer: Killer, kept: Stock, folder: Path) -> None:
    kept.put(folder)
    chance = random.Random(1)  # noqa: S311 - chance of a test
    content = chance.randbytes(100)
    living = folder / "copy.db.1.partial"  # the first process always runs
    living.write_bytes(content)
    assert killer.run(["backup", "copy.db"], folder).code == 0
    assert living.read_bytes() == content
