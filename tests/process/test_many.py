"""Many processes at the same time: no write is lost, and none is told of a lock."""

from __future__ import annotations

import json
import sqlite3
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]


def texts(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return [row[0] for row in connection.execute("SELECT text FROM card")]


def all_at_once(wdm: Run, store_path: Path, *, writers: int, readers: int, times: int) -> None:
    """Let writers and readers run, a process for each command; the store does not even exist at first."""

    def write(writer: int) -> list[subprocess.CompletedProcess[str]]:
        return [
            wdm(
                "ingest",
                "-t",
                f"writer {writer} wrote memory {number}",
                "--tag",
                f"writer{writer}",
                "--tag",
                "all",
            )
            for number in range(times)
        ]

    def read(_: int) -> list[subprocess.CompletedProcess[str]]:
        done = [wdm("recall", "writer wrote memory", "--json", code=None) for _ in range(times)]
        # 10: before the first writer there is no store.
        assert {each.returncode for each in done} <= {0, 10}, [each.stderr for each in done]
        return done

    with ThreadPoolExecutor(writers + readers) as pool:
        running = [pool.submit(write, writer) for writer in range(writers)]
        running += [pool.submit(read, reader) for reader in range(readers)]
        done = [each for future in running for each in future.result()]
    for each in done:
        assert "lock" not in each.stderr.lower()
        assert "Traceback" not in each.stderr

    kept = texts(store_path)
    wanted = [
        f"writer {writer} wrote memory {number}" for writer in range(writers) for number in range(times)
    ]
    assert sorted(kept) == sorted(wanted)
    assert wdm("doctor").returncode == 0
    log = json.loads(wdm("log", "--json", "--limit", "0").stdout)
    assert len(log["operations"]) == len(wanted)


def test_four_writers_and_two_readers_lose_nothing(wdm: Run, store_path: Path) -> None:
    all_at_once(wdm, store_path, writers=4, readers=2, times=1)


@pytest.mark.slow
def test_eight_writers_and_four_readers_lose_nothing(wdm: Run, store_path: Path) -> None:
    all_at_once(wdm, store_path, writers=8, readers=4, times=5)


def test_the_same_memory_from_many_processes_is_kept_once(wdm: Run, store_path: Path) -> None:
    wdm("ingest", "-t", "first")
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: wdm("ingest", "-t", "the very same", "--tag", "same"), range(4)))
    assert sorted(texts(store_path)) == ["first", "the very same"]
    assert wdm("doctor").returncode == 0
