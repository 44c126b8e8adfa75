"""A program that is killed at any moment leaves a sound store, with all that was acknowledged."""

from __future__ import annotations

import json
import random  # noqa: TID251 - seeded, for the moments and the texts of a test
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]

CHINESE = "我们决定把部署方案改成灰度发布因为磁盘空间不够了明天再看标签池记忆整理会议安排"
ENGLISH = [
    "we",
    "moved",
    "the",
    "meeting",
    "about",
    "the",
    "release",
    "to",
    "friday",
    "since",
    "the",
    "disk",
    "was",
    "nearly",
    "full",
    "again",
]


def lines(count: int, chance: random.Random) -> list[str]:
    """Return memories as JSON lines, every second one in Chinese, no two alike."""
    made = []
    for number in range(count):
        if number % 2:
            words = "".join(chance.choices(CHINESE, k=chance.randint(10, 60)))
        else:
            words = " ".join(chance.choices(ENGLISH, k=chance.randint(5, 25)))
        made.append(json.dumps({"id": f"n{number}", "text": f"{words} {number}"}, ensure_ascii=False))
    return made


def told_ids(path: Path) -> Counter[str]:
    """Return how often each caller's id is in the store."""
    with closing(sqlite3.connect(path)) as connection:
        return Counter(row[0] for row in connection.execute("SELECT external_id FROM card"))


def kill_at_moments(
    tmp_path: Path, store_path: Path, wdm: Run, surroundings: dict[str, str], *, count: int, kills: int
) -> None:
    chance = random.Random(20260601)  # noqa: S311 - chance of a test
    source = tmp_path / "memories.jsonl"
    source.write_text("\n".join(lines(count, chance)), encoding="utf-8")
    config = tmp_path / "config.toml"
    config.write_text("[ingest]\nchunk = 50\n", encoding="utf-8")
    environment = surroundings | {"WDM_CONFIG": str(config)}
    words = [sys.executable, "-m", "wdm", "ingest", "--quiet", str(source)]
    everything = Counter(f"n{number}" for number in range(count))

    # How long an undisturbed run takes says which moments are within it.
    start = time.monotonic()
    wdm("ingest", "--quiet", str(source), env={**environment, "WDM_STORE": str(tmp_path / "other.db")})
    whole = time.monotonic() - start
    assert told_ids(tmp_path / "other.db") == everything

    cut_short = 0
    for kill in range(kills):
        for path in store_path.parent.glob(f"{store_path.name}*"):
            path.unlink()
        wdm("ingest", "-t", "acknowledged before", env=environment)
        process = subprocess.Popen(
            words,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        time.sleep(chance.uniform(0.1, 0.95) * whole)
        process.send_signal(signal.SIGKILL)
        cut_short += process.wait() == -signal.SIGKILL

        doctor = json.loads(wdm("doctor", "--json", env=environment).stdout)
        assert [found for found in doctor["findings"] if found["damage"]] == [], f"kill {kill}"
        kept = told_ids(store_path)
        assert kept.pop(None) == 1, "what an earlier command acknowledged"  # type: ignore[call-overload]
        # Whole chunks, in the order of the file.
        assert kept == Counter(f"n{number}" for number in range(len(kept)))
        assert len(kept) % 50 == 0 or len(kept) == count

        wdm("ingest", "--quiet", str(source), env=environment)
        assert told_ids(store_path) - Counter({None: 1}) == everything, f"after kill {kill}"
        doctor = json.loads(wdm("doctor", "--json", env=environment).stdout)
        assert [found for found in doctor["findings"] if found["damage"]] == []
    assert cut_short > 0, "every run ended before it was killed"


def test_a_killed_ingest_loses_nothing_and_doubles_nothing(
    tmp_path: Path, store_path: Path, wdm: Run, surroundings: dict[str, str]
) -> None:
    kill_at_moments(tmp_path, store_path, wdm, surroundings, count=200, kills=1)


@pytest.mark.slow
def test_an_ingest_killed_at_ten_moments_loses_nothing_and_doubles_nothing(
    tmp_path: Path, store_path: Path, wdm: Run, surroundings: dict[str, str]
) -> None:
    kill_at_moments(tmp_path, store_path, wdm, surroundings, count=3000, kills=10)


def test_what_a_killed_ingest_kept_can_be_undone(
    tmp_path: Path, store_path: Path, wdm: Run, surroundings: dict[str, str]
) -> None:
    config = tmp_path / "config.toml"
    config.write_text("[ingest]\nchunk = 20\n", encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, "-m", "wdm", "ingest", "--quiet", "--format", "jsonl", "--config", str(config)],
        env=surroundings,
        stdin=subprocess.PIPE,
    )
    assert process.stdin is not None
    with process.stdin as pipe:
        # More than a chunk; the rest never comes, so it is killed while it waits.
        for line in lines(300, random.Random(1)):  # noqa: S311 - chance of a test
            pipe.write(f"{line}\n".encode())
        pipe.flush()
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline and not (
            store_path.exists() and store_path.stat().st_size > 0 and _any(store_path)
        ):
            time.sleep(0.05)
        process.kill()
        process.wait()
    assert _any(store_path) >= 20
    wdm("undo")
    assert _any(store_path) == 0
    wdm("doctor")


def _any(path: Path) -> int:
    """Return how many cards a store has, also while it is being made."""
    with closing(sqlite3.connect(path, timeout=10)) as connection:
        try:
            return int(connection.execute("SELECT count(*) FROM card").fetchone()[0])
        except sqlite3.OperationalError:
            return 0
