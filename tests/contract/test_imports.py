"""What a call imports: what it does not need, it does not wait for."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest


def modules(store: Path, *words: str) -> set[str]:
    """Return what a call imports, from the times that Python keeps of it."""
    env = {**os.environ, "WDM_STORE": str(store), "WDM_NOW": "2026-06-01T12:00:00Z"}
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "wdm", *words],
        env=env, capture_output=True, text=True, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    lines = [line for line in done.stderr.splitlines() if line.startswith("import time:")]
    found = {line.rpartition("|")[2].strip() for line in lines}
    assert "typer" in found
    return found


NEVER = {"asyncio", "jieba", "numpy"}
HEAVY = {"rich", "rjieba", "tomllib", "tomli_w"}


@pytest.mark.parametrize(
    "line",
    [
        "recall 部署 --json",
        "recall 部署",
        "recall 部署 --explain",
        "list --json",
        "list",
        "show 1",
        "stats --json",
    ],
)
def test_reading_imports_neither_rich_nor_a_segmenter(line: str, stocked: Path) -> None:
    assert not modules(stocked, *line.split()) & (NEVER | HEAVY)


@pytest.mark.parametrize(
    "line", ["recall 部署 --json", "context 部署", "list", "show 1", "frame -t hello", "tiers"]
)
def test_who_judges_nothing_loads_no_judge(line: str, stocked: Path) -> None:
    found = modules(stocked, *line.split())
    assert not [name for name in found if name.endswith((".judge", ".cue_lists", ".cue_patterns", ".cues"))]


@pytest.mark.parametrize("line", ["recall 部署", "list --json", "log", "stats"])
def test_reading_loads_nothing_of_writing(line: str, stocked: Path) -> None:
    found = modules(stocked, *line.split())
    writing = (".card_writer", ".importance", ".ingest", ".journal", ".store.store", ".evolve", ".moving")
    assert not [name for name in found if name.startswith("wdm.") and name.endswith(writing)]


def test_help_imports_no_database(stocked: Path) -> None:
    assert not modules(stocked, "--help") & (NEVER | HEAVY | {"peewee", "sqlite3", "playhouse"})


def test_the_version_imports_no_database(stocked: Path) -> None:
    assert not modules(stocked, "--version") & (NEVER | HEAVY | {"peewee", "sqlite3"})


def test_an_english_memory_waits_for_no_segmenter(stocked: Path) -> None:
    assert not modules(stocked, "ingest", "-t", "Mei moved to Chengdu.") & (NEVER | HEAVY)


def test_no_command_imports_asyncio(stocked: Path) -> None:
    assert not modules(stocked, "ingest", "-t", "小美搬到了成都。") & NEVER
