"""Killed at any point of any command that writes: all of it is there or nothing, and the next run works."""

from __future__ import annotations

import random  # noqa: TID251 - seeded, for the points of a test
import shutil
from pathlib import Path

import pytest
from tests.process.killer import Ended, Killer, marked, sizes
from tests.process.writing import CASES, Course, Stock, canonical, course, sound, state


def few(points: list[str], chance: random.Random) -> list[int]:
    """Return the first and the last commit, something marked or the end, and something else that happens while it writes."""
    marks = marked(points)
    begun = next((at for at, point in enumerate(points) if point == "BEGIN IMMEDIATE"), 1)
    commits = [at for at in marks if points[at] == "COMMIT"] or marks
    return sorted({commits[0], commits[-1], chance.choice(marks), chance.randrange(begun, len(points))})


def after_the_kill(killer: Killer, told: Course, folder: Path, ended: Ended) -> bool:
    """Assert all that is promised of a store whose writer was killed; return whether the command was done."""
    where = f"{told.case.line} killed at {len(ended.points)}: {ended.points[-1:]}"
    kinds = [kind for kind in sound(killer, folder) if kind != "left"]  # which the next run removes
    assert kinds in ([], ["operation"] if told.case.in_parts else []), where
    found = state(folder / "memory.db")
    done = found == told.after
    assert done or found == told.before, where
    if ended.out:
        assert done, f"{where}: it was acknowledged"
    if done and told.case.undoable:
        undone = folder.with_name("undone")
        shutil.rmtree(undone, ignore_errors=True)
        shutil.copytree(folder, undone)
        took_back = killer.run(["undo", str(found[1][-1])], undone)
        assert took_back.code == 0, (where, took_back)
        assert canonical(undone / "memory.db") == told.before[0], where
    again = killer.run(told.words, folder, stdin=told.case.stdin)
    assert again.code in (
        (told.case.again, 0) if told.before == told.after else (told.case.again,) if done else (0,)
    ), (
        where,
        again,
    )
    if not done:
        assert state(folder / "memory.db") == told.after, where
    left = [path.name for path in folder.iterdir() if path.name.endswith((".partial", "-journal"))]
    assert left == [], where
    return done


def walk(killer: Killer, kept: Stock, told: Course, folder: Path, points: list[int]) -> None:
    """Kill a case at each of the points."""
    for at in points:
        kept.put(folder)
        ended = killer.run(told.words, folder, stdin=told.case.stdin, at=at)
        assert ended.killed, ended
        after_the_kill(killer, told, folder, ended)


@pytest.mark.parametrize("name", CASES)
def test_a_command_that_is_killed_is_done_or_not(
    name: str, killer: Killer, kept: Stock, folder: Path
) -> None:
    told = course(killer, kept, CASES[name], folder)
    chance = random.Random(name)  # noqa: S311 - chance of a test
    walk(killer, kept, told, folder, few(told.ended.points, chance))


@pytest.mark.parametrize("name", ["ingest", "ingest-lines", "frame", "complete", "forget", "import-notes"])
def test_a_small_command_writes_once_so_that_it_cannot_be_half_done(
    name: str, killer: Killer, kept: Stock, folder: Path
) -> None:
    points = course(killer, kept, CASES[name], folder).ended.points
    assert points.count("BEGIN IMMEDIATE") == 1, points


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_a_command_that_is_killed_at_each_of_its_points(
    name: str, killer: Killer, kept: Stock, folder: Path
) -> None:
    told = course(killer, kept, CASES[name], folder)
    walk(killer, kept, told, folder, list(range(len(told.ended.points))))


IN_THE_MIDDLE = ("ingest-lines", "purge", "undo-bulk", "restore-from")


def die_while_writing(killer: Killer, kept: Stock, told: Course, folder: Path, limits: list[int]) -> None:
    """Let a case die in the middle of writing a file, wherever that comes to one of the sizes."""
    cut_short = 0
    for limit in limits:
        kept.put(folder)
        ended = killer.run(told.words, folder, stdin=told.case.stdin, file_limit=limit)
        assert ended.killed or ended.code == 0, ended
        cut_short += ended.killed
        after_the_kill(killer, told, folder, ended)
    assert cut_short > 0, "nothing was written so far into a file"


@pytest.mark.parametrize("name", IN_THE_MIDDLE)
def test_a_command_that_dies_in_the_middle_of_a_page(
    name: str, killer: Killer, kept: Stock, folder: Path
) -> None:
    told = course(killer, kept, CASES[name], folder)
    chance = random.Random(name)  # noqa: S311 - chance of a test
    die_while_writing(killer, kept, told, folder, chance.sample(sizes(folder, 3001)[12:], 2))


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_a_command_that_dies_in_the_middle_of_any_page(
    name: str, killer: Killer, kept: Stock, folder: Path
) -> None:
    told = course(killer, kept, CASES[name], folder)
    die_while_writing(killer, kept, told, folder, sizes(folder, 9001))
