"""Upkeep as cron runs it: one at a time, beside others, and killed at any moment."""

from __future__ import annotations

import json
import random  # noqa: TID251 - seeded, for the moments of a test
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from wdm.store.upkeep import owned

Run = Callable[..., subprocess.CompletedProcess[str]]

LATER = "2026-06-05T12:00:00Z"
TABLES = ("card", "tag", "tag_relation", "card_tag")


def state(path: Path) -> list[object]:
    """Return all that an evolution may change."""
    with closing(sqlite3.connect(path)) as connection:
        return [list(connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2")) for table in TABLES]


def stock(wdm: Run, tmp_path: Path, count: int) -> None:
    """Take in memories whose tags recur, stand together and contain one another."""
    names = ["灰度", "灰度发布", "gateway", "gateway log", "雨伞", "Lisbon"]
    lines = [
        json.dumps(
            {"text": f"memory {number} 第{number}条", "tags": [names[number % 6], names[(number + 1) % 6]],
             "scene": ["工作/运维", "life", "旅行"][number % 3]},
            ensure_ascii=False,
        )
        for number in range(count)
    ]  # fmt: skip
    (tmp_path / "memories.jsonl").write_text("\n".join(lines), encoding="utf-8")
    wdm("ingest", "--quiet", str(tmp_path / "memories.jsonl"))


def put(store_path: Path, content: bytes) -> None:
    for path in store_path.parent.glob(f"{store_path.name}*"):
        path.unlink()
    store_path.write_bytes(content)
    store_path.chmod(0o600)


def killed_at_moments(
    tmp_path: Path, store_path: Path, wdm: Run, surroundings: dict[str, str], *, count: int, kills: int
) -> None:
    chance = random.Random(20260605)  # noqa: S311 - chance of a test
    stock(wdm, tmp_path, count)
    stocked = store_path.read_bytes()
    before = state(store_path)
    start = time.monotonic()
    wdm("--now", LATER, "evolve")
    whole = time.monotonic() - start
    after = state(store_path)
    assert before != after
    cut_short = 0
    for _ in range(kills):
        put(store_path, stocked)
        process = subprocess.Popen(
            [sys.executable, "-m", "wdm", "--now", LATER, "evolve"],
            env=surroundings, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        time.sleep(chance.uniform(0.3, 1.0) * whole)
        process.send_signal(signal.SIGKILL)
        cut_short += process.wait() == -signal.SIGKILL
        assert state(store_path) in (before, after)
        assert 'damage": true' not in wdm("doctor", "--json").stdout
        wdm("--now", LATER, "evolve")  # the lock of a dead owner holds nobody up
        assert state(store_path) == after
    assert cut_short > 0, "every run ended before it was killed"


def test_a_killed_evolve_leaves_the_store_as_before_or_as_after(
    tmp_path: Path, store_path: Path, wdm: Run, surroundings: dict[str, str]
) -> None:
    killed_at_moments(tmp_path, store_path, wdm, surroundings, count=300, kills=3)


@pytest.mark.slow
def test_an_evolve_killed_at_twenty_moments_over_many_cards(
    tmp_path: Path, store_path: Path, wdm: Run, surroundings: dict[str, str]
) -> None:
    killed_at_moments(tmp_path, store_path, wdm, surroundings, count=20_000, kills=20)


def test_a_second_run_is_told_at_once_who_is_at_work(wdm: Run, tmp_path: Path, store_path: Path) -> None:
    stock(wdm, tmp_path, 10)
    with owned(store_path, "evolve by mei since 2026-06-05T03:00:00Z"):
        start = time.monotonic()
        for task in ("evolve", "clean"):
            told = wdm(task, "--json", code=11)
            error = json.loads(told.stderr)
            assert error["message"].startswith(
                "upkeep is under way: evolve by mei since 2026-06-05T03:00:00Z"
            )
            assert told.stdout == ""
        assert time.monotonic() - start < 5
        # Whoever only looks, reads or writes is not held up.
        wdm("evolve", "--dry-run")
        wdm("ingest", "-t", "sparrow")
        wdm("recall", "sparrow")
    wdm("evolve")


def test_reading_and_writing_go_on_beside_an_evolution(wdm: Run, tmp_path: Path, store_path: Path) -> None:
    stock(wdm, tmp_path, 2000)
    process = subprocess.Popen(
        [sys.executable, "-m", "wdm", "--store", str(store_path), "--now", LATER, "evolve"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    done = 0
    while process.poll() is None or done < 2:
        wdm("ingest", "-t", f"sparrow {done}")
        assert "sparrow" in wdm("recall", f"sparrow {done}").stdout
        done += 1
    out, err = process.communicate()
    assert (process.returncode, err) == (0, "")
    assert out.startswith("evolve: ")
    assert wdm("--now", LATER, "doctor").stdout == "the store is sound\n"


def test_cron_gets_one_line_and_silence_on_stderr(wdm: Run, tmp_path: Path) -> None:
    stock(wdm, tmp_path, 30)
    for task in ("evolve", "evolve", "clean"):
        told = wdm("--now", LATER, task)
        assert told.stderr == ""
        assert told.stdout.count("\n") == 1
        assert told.stdout.startswith(f"{task}: ")
