"""Beside a process that does not let go: a clear word and exit code 11, nothing changed, and reading goes on."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from tests.process.killer import Ended, Killer
from tests.process.writing import CASES, Case, Stock, sound, state

UNWRITTEN = {"doctor-repair", "recall-counted"}
"""What is answered all the same: nothing is to be repaired, and a use that cannot be counted at once is not."""

WRITERS = {
    name: case
    for name, case in CASES.items()
    # The last one brings a configuration of its own, and `restore-from` is no transaction of the memory's.
    if name not in UNWRITTEN and name not in ("restore-from", "ingest-strict-bulk")
}

SOME = ("ingest", "frame", "forget", "tags-merge", "undo-bulk", "evolve", "import", "persona-set")

READS = (
    "recall|Jon", "recall|Jon|--depth|deep", "context|Jon", "list", "show|jon", "why|jon|banker", "tags|list",
    "tags|show|Jon", "scenes", "tiers", "stats", "log", "doctor", "golden|check", "mood", "persona|show", "export",
    "backup|copy.db", "evolve|--dry-run", "clean|--dry-run",
)  # fmt: skip


def settings(folder: Path, journal_mode: str) -> dict[str, str]:
    """Write a configuration with hardly any patience; return the environment that names it."""
    path = folder / "impatient.toml"
    path.write_text(f'[store]\nbusy_ms = 20\njournal_mode = "{journal_mode}"\n', encoding="utf-8")
    return {"WDM_CONFIG": str(path)}


@contextmanager
def held(store: Path, journal_mode: str, *statements: str) -> Iterator[None]:
    """Hold a store, as another process does, after some statements."""
    with closing(sqlite3.connect(store, isolation_level=None)) as other:
        other.execute(f"PRAGMA journal_mode = {journal_mode}")
        for statement in statements:
            other.execute(statement).fetchall()
        yield
        other.execute("ROLLBACK")


def told_of(ended: Ended, store: Path) -> None:
    """Assert that a run says that the store is in use, and nothing else."""
    assert ended.code == 11, ended
    assert f"wdm: {store} is in use by another process\n     try again in a moment\n" in ended.err
    assert "Traceback" not in ended.err
    assert "lock" not in ended.err.lower()


def run(killer: Killer, kept: Stock, case: Case, folder: Path, env: dict[str, str]) -> Ended:
    return killer.run(kept.words(case), folder, stdin=case.stdin, env=env)


@pytest.mark.parametrize("journal_mode", ["wal", "delete"])
def test_a_writer_beside_another_is_told_and_changes_nothing(
    journal_mode: str, killer: Killer, kept: Stock, folder: Path
) -> None:
    store = kept.put(folder)
    env = settings(folder, journal_mode)
    before = state(store)
    for name in WRITERS if journal_mode == "wal" else SOME:
        with held(store, journal_mode, "BEGIN IMMEDIATE"):
            ended = run(killer, kept, WRITERS[name], folder, env)
        told_of(ended, store)
        assert ended.out == "", name
        assert state(store) == before, name
    sound(killer, folder)
    # And when the other one has gone, all is as ever.
    assert run(killer, kept, WRITERS["ingest"], folder, env).code == 0


@pytest.mark.parametrize("name", sorted(UNWRITTEN))
def test_what_need_not_write_does_not_wait(name: str, killer: Killer, kept: Stock, folder: Path) -> None:
    store = kept.put(folder)
    before = state(store)
    with held(store, "wal", "BEGIN IMMEDIATE"):
        assert run(killer, kept, CASES[name], folder, settings(folder, "wal")).code == 0
    assert state(store) == before


@pytest.mark.parametrize("journal_mode", ["wal", "delete"])
def test_reading_goes_on_beside_a_writer(
    journal_mode: str, killer: Killer, kept: Stock, folder: Path
) -> None:
    store = kept.put(folder)
    env = settings(folder, journal_mode)
    with held(store, journal_mode, "BEGIN IMMEDIATE", "UPDATE card SET uses = uses + 1"):
        for line in READS:
            ended = killer.run(kept.words_of(line), folder, env=env)
            assert ended.code == 0, (line, ended)
            assert "Traceback" not in ended.err


def test_without_a_log_whoever_meets_a_commit_is_told(killer: Killer, kept: Stock, folder: Path) -> None:
    store = kept.put(folder)
    env = settings(folder, "delete")
    before = state(store)
    with held(store, "delete", "BEGIN EXCLUSIVE"):
        for name in SOME:
            told_of(run(killer, kept, WRITERS[name], folder, env), store)
        for line in READS:
            told_of(killer.run(kept.words_of(line), folder, env=env), store)
    assert not (folder / "copy.db").exists()
    assert state(store) == before


def test_without_a_log_a_reader_that_stays_keeps_writers_from_committing(
    killer: Killer, kept: Stock, folder: Path
) -> None:
    store = kept.put(folder)
    env = settings(folder, "delete")
    before = state(store)
    with held(store, "delete", "BEGIN", "SELECT count(*) FROM card"):
        for name in SOME:
            ended = run(killer, kept, WRITERS[name], folder, env)
            told_of(ended, store)
            assert ended.out == "" or "merged" not in ended.out, name  # a merge shows first what it would do
        assert killer.run(["list"], folder, env=env).code == 0
    assert state(store) == before
    sound(killer, folder)
    assert not (folder / "memory.db-wal").exists()


def test_with_a_log_a_reader_that_stays_holds_up_nobody(killer: Killer, kept: Stock, folder: Path) -> None:
    for name in SOME:
        store = kept.put(folder)
        env = settings(folder, "wal")
        with held(store, "wal", "BEGIN", "SELECT count(*) FROM card"):
            assert run(killer, kept, WRITERS[name], folder, env).code == 0, name


def test_a_purge_beside_a_reader_says_what_is_not_yet_done(killer: Killer, kept: Stock, folder: Path) -> None:
    store = kept.put(folder)
    env = settings(folder, "wal")
    with held(store, "wal", "BEGIN", "SELECT count(*) FROM card"):
        ended = run(killer, kept, WRITERS["purge"], folder, env)
    assert ended.code == 11
    assert "the cards are erased, but the file could not be written anew" in ended.err
    assert "`wdm doctor --rebuild` writes the file anew" in ended.err
    assert killer.run(["doctor", "--rebuild"], folder, env=env).code == 0
    assert b"zebras" not in store.read_bytes()
