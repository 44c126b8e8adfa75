"""Killed in bulk, on the way from an older schema, and while a store is made."""

from __future__ import annotations

import json
import random  # noqa: TID251 - seeded, for the points of a test
import shutil
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
from tests.process.killer import Killer, marked
from tests.process.writing import MORE, Stock, canonical, sound

from wdm.store.migrations import MIGRATIONS

BULK = ["--config", "few.toml", "ingest", "--format", "jsonl"]  # four at a time
LINES = "\n".join(map(json.dumps, MORE))


def came_in(store: Path) -> Counter[str]:
    """Return how often each of the bulk's memories is in a store."""
    with closing(sqlite3.connect(store)) as connection:
        return Counter(
            row[0]
            for row in connection.execute("SELECT external_id FROM card WHERE external_id LIKE 'more%'")
        )


def bulk_is_kept_in_whole_chunks(killer: Killer, kept: Stock, folder: Path, *, every: bool) -> None:
    store = kept.put(folder)
    before = canonical(store)
    undisturbed = killer.run(BULK, folder, stdin=LINES)
    after = canonical(store)
    assert undisturbed.points.count("BEGIN IMMEDIATE") == 4, "three chunks, and the end of the operation"
    seen = set()
    for at in range(len(undisturbed.points)) if every else marked(undisturbed.points):
        kept.put(folder)
        ended = killer.run(BULK, folder, stdin=LINES, at=at)
        assert ended.killed
        sound(killer, folder)
        found = came_in(store)
        seen.add(len(found))
        # Whole chunks in the order of the input, each memory once.
        assert len(found) in (0, 4, 8, 12)
        assert found == Counter(f"more{number}" for number in range(len(found)))
        assert len(found) == 12 or not ended.out, "it was acknowledged"

        undone = folder.with_name("undone")
        shutil.rmtree(undone, ignore_errors=True)
        shutil.copytree(folder, undone)
        if found:
            assert killer.run(["undo"], undone).code == 0
        assert canonical(undone / "memory.db") == before

        again = killer.run([*BULK[:3], "--json", *BULK[3:]], folder, stdin=LINES)
        assert again.code == 0, again
        told = json.loads(again.out)
        assert told["added"] == 12 - len(found)
        assert told["repeated"] + told["updated"] == len(found)
        assert came_in(store) == Counter(f"more{number}" for number in range(12))
        assert canonical(store).keys() == after.keys()
        for table in ("tag", "card_tag", "scene", "preference"):
            assert canonical(store)[table] == after[table]
        sound(killer, folder)
    assert seen == {0, 4, 8, 12}


def test_a_bulk_is_kept_in_whole_chunks(killer: Killer, kept: Stock, folder: Path) -> None:
    bulk_is_kept_in_whole_chunks(killer, kept, folder, every=False)


@pytest.mark.slow
def test_a_bulk_is_kept_in_whole_chunks_at_any_point(killer: Killer, kept: Stock, folder: Path) -> None:
    bulk_is_kept_in_whole_chunks(killer, kept, folder, every=True)


DATA = Path(__file__).parents[1] / "data"
OLDER = range(1, len(MIGRATIONS))


def rows(store: Path) -> tuple[int, dict[str, list[dict[str, object]]]]:
    """Return the schema of a store, and every row of every table but the index, by column."""
    with closing(sqlite3.connect(store)) as connection:
        connection.row_factory = sqlite3.Row
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        names = [
            row["name"] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        ]
        return version, {
            name: [dict(row) for row in connection.execute(f"SELECT * FROM {name}")]
            for name in names
            if name != "posting"
        }


def put_older(folder: Path, version: int) -> Path:
    """Make a store as an earlier program left it, in a folder of its own."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    store = folder / "memory.db"
    with closing(sqlite3.connect(store)) as connection:
        connection.executescript((DATA / f"schema-{version}.sql").read_text(encoding="utf-8"))
        connection.execute("PRAGMA journal_mode = wal")
    store.chmod(0o600)
    return store


def holds(older: dict[str, list[dict[str, object]]], newer: dict[str, list[dict[str, object]]]) -> bool:
    """Return whether all that an older store held is in a newer one as it was."""
    return all(
        [{name: row[name] for name in old} for old, row in zip(had, newer[table], strict=True)] == had
        for table, had in older.items()
    )


def older_store_is_migrated_or_not(
    killer: Killer, folder: Path, version: int, chance: random.Random | None
) -> None:
    store = put_older(folder, version)
    before = rows(store)
    undisturbed = killer.run(["list"], folder)
    assert undisturbed.code == 0
    every = range(len(undisturbed.points))
    marks = marked(undisturbed.points)
    ways: list[tuple[int | None, int | None]] = [(at, None) for at in every] + [
        (None, limit) for limit in range(1000, 260_000, 5003)
    ]
    if chance:
        ways = [(at, None) for at in {*chance.sample(marks, 3), chance.choice(every)}] + [(None, 90_001)]
    for at, limit in ways:
        put_older(folder, version)
        ended = killer.run(["list"], folder, at=at, file_limit=limit)
        assert ended.killed or at is None, ended
        found = rows(store)
        assert found == before or (found[0] == len(MIGRATIONS) and holds(before[1], found[1])), (at, limit)
        for backup in folder.glob("*.bak"):
            assert rows(backup) == before, "half a backup"
        if found[0] != version:
            assert list(folder.glob("*.bak")), "it was migrated without a backup"

        assert killer.run(["ingest", "-t", "something new"], folder).code == 0
        assert rows(store)[0] == len(MIGRATIONS)
        sound(killer, folder)
        assert killer.run(["undo"], folder).code == 0
        # What was known of the cards is assessed with the first change; all else is as it was.
        found = rows(store)
        assert found[0] == len(MIGRATIONS)
        texts = [row["text"] for row in before[1]["card"]]
        assert [row["text"] for row in found[1]["card"]] == texts
        assert not list(folder.glob("*.partial*"))


@pytest.mark.parametrize("version", OLDER)
def test_an_older_store_is_migrated_or_as_it_was(version: int, killer: Killer, folder: Path) -> None:
    older_store_is_migrated_or_not(killer, folder, version, random.Random(version))  # noqa: S311


@pytest.mark.slow
@pytest.mark.parametrize("version", OLDER)
def test_an_older_store_is_migrated_or_as_it_was_at_any_point(
    version: int, killer: Killer, folder: Path
) -> None:
    older_store_is_migrated_or_not(killer, folder, version, None)


def store_is_made_or_not(killer: Killer, folder: Path, points: list[int] | None) -> None:
    words = ["ingest", "-t", "the very first"]
    folder.mkdir()
    undisturbed = killer.run(words, folder)
    assert undisturbed.code == 0
    for at in points or range(len(undisturbed.points)):
        shutil.rmtree(folder)
        folder.mkdir()
        ended = killer.run(words, folder, at=min(at, len(undisturbed.points) - 1))
        assert ended.killed
        listed = killer.run(["list", "--json"], folder)
        # 10: there is no store yet, which a reader does not make.
        assert listed.code in ((0,) if ended.out else (0, 10)), listed
        assert killer.run(["ingest", "-t", "the second"], folder).code == 0
        listed = killer.run(["list", "--json"], folder)
        texts = [card["summary"] for card in json.loads(listed.out)["cards"]]
        assert texts.count("the second") == 1
        assert texts.count("the very first") == 1 or (not ended.out and texts == ["the second"])
        assert (folder / "memory.db").stat().st_mode & 0o777 == 0o600
        sound(killer, folder)


def test_a_store_whose_maker_is_killed_is_made_by_the_next(killer: Killer, folder: Path) -> None:
    store_is_made_or_not(killer, folder, [1, 2, 12, 13, 40, 80, 10_000])


@pytest.mark.slow
def test_a_store_whose_maker_is_killed_at_any_point(killer: Killer, folder: Path) -> None:
    store_is_made_or_not(killer, folder, None)
