"""Many processes at the same time: no write is lost, and none is told of a lock."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

LATER = "2026-07-20T12:00:00Z"
"""When evolve and clean find something to do."""

SECONDS = float(os.environ.get("MANY_SECONDS", "60"))
"""How long the long run takes."""

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


def upkeep_beside(wdm: Run, store_path: Path, *, writers: int, readers: int, seconds: float) -> None:
    """Let writers, readers, evolve and clean run for a while, a process for each command."""
    wdm("ingest", "-t", "the first memory", "--tag", "all")
    end = time.monotonic() + seconds
    acknowledged: list[str] = []

    def run(*words: str, codes: tuple[int, ...] = (0,)) -> subprocess.CompletedProcess[str]:
        done = wdm(*words, code=None)
        assert done.returncode in codes, (words, done.returncode, done.stderr)
        assert "Traceback" not in done.stderr
        if done.returncode == 0:
            assert "lock" not in done.stderr.lower()
        return done

    def write(writer: int) -> int:
        number = 0
        while number == 0 or time.monotonic() < end:
            text = f"writer {writer} wrote memory {number}."
            if number % 3 == 1:
                card = run("frame", "-t", text).stdout.strip()
                run("complete", card, "-t", f"answer {writer} {number}")
                acknowledged.append(f"{text}\nanswer {writer} {number}")
            else:
                run("ingest", "-t", text, "--tag", f"writer{writer}", "--tag", "all")
                acknowledged.append(text)
            number += 1
        return number

    def read(reader: int) -> int:
        number = 0
        while number == 0 or time.monotonic() < end:
            known = list(acknowledged)
            if number % 2:
                run("context", "writer wrote memory")
            else:
                listed = json.loads(run("list", "--json", "--limit", "0", "--all").stdout)
                seen = " ".join(card["summary"] for card in listed["cards"])
                # What was acknowledged before is seen from then on.
                assert [text for text in known if text.partition("\n")[0] not in seen] == []
            number += 1
        return number

    def keep_up(task: str) -> int:
        number = 0
        while number == 0 or time.monotonic() < end:
            # 11: the other one is at work.
            done = run("--now", LATER, task, "--force", codes=(0, 11))
            assert done.returncode == 0 or "upkeep is under way" in done.stderr
            number += 1
        return number

    with ThreadPoolExecutor(writers + readers + 2) as pool:
        running = [pool.submit(write, writer) for writer in range(writers)]
        running += [pool.submit(read, reader) for reader in range(readers)]
        running += [pool.submit(keep_up, task) for task in ("evolve", "clean")]
        assert all(future.result() > 0 for future in running)

    assert sorted(texts(store_path)) == sorted(["the first memory", *acknowledged])
    assert json.loads(wdm("--now", LATER, "doctor", "--json").stdout)["findings"] == []


def test_upkeep_beside_writers_and_readers_loses_nothing(wdm: Run, store_path: Path) -> None:
    upkeep_beside(wdm, store_path, writers=2, readers=1, seconds=2)


@pytest.mark.slow
def test_a_minute_of_upkeep_beside_eight_writers_and_four_readers_loses_nothing(
    wdm: Run, store_path: Path
) -> None:
    upkeep_beside(wdm, store_path, writers=8, readers=4, seconds=SECONDS)
