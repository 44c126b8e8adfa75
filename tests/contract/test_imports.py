"""What a call imports: what it does not need, it does not wait for."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Container
from pathlib import Path

import pytest


def modules(store: Path, *words: str, codes: Container[int] = (0,)) -> set[str]:
    """Return what a call imports, from the times that Python keeps of it; `codes` are the ends that it may have."""
    env = {**os.environ, "WDM_STORE": str(store), "WDM_NOW": "2026-06-01T12:00:00Z"}
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "wdm", *words],
        env=env, capture_output=True, text=True, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert done.returncode in codes, done.stderr
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


COMMANDS = {
    "backup": "backup {folder}/b.db",
    "clean": "clean --dry-run",
    "complete": "complete 1 -t x",
    "config": "config show --json",
    "context": "context 部署",
    "doctor": "doctor --json",
    "evolve": "evolve --dry-run",
    "export": "export {folder}/b.jsonl",
    "feedback": "feedback 1 confirmed --query 部署",
    "forget": "forget 1",
    "frame": "frame -t hello",
    "golden": "golden list --json",
    "list": "list --json",
    "log": "log --json",
    "mood": "mood judge thanks",
    "persona": "persona presets --json",
    "pin": "pin 1",
    "purge": "purge 1 --yes",
    "recall": "recall 部署 --json",
    "scenes": "scenes --json",
    "show": "show 1 --json",
    "stats": "stats --json",
    "supersede": "supersede 1 2",
    "tags": "tags list --json",
    "tiers": "tiers --json",
    "undo": "undo",
    "why": "why 1 部署 --json",
}
"""A call of each command."""


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_imports_no_other_command_and_nothing_heavy(name: str, stocked: Path) -> None:
    found = modules(stocked, *COMMANDS[name].format(folder=stocked.parent).split(), codes={0, 5})
    own = {each for each in found if each.startswith("wdm.cli.commands.")}
    assert {each.split(".")[3] for each in own} <= {name, *SHARED.get(name, ())}
    assert not found & (NEVER | HEAVY - NEEDED.get(name, set()))


SHARED = {"undo": ("log",)}
"""Commands that print what another one prints."""

NEEDED = {"config": {"tomli_w"}, "complete": {"rjieba"}, "mood": {"tomllib"}}
"""Heavy libraries that a command is there for, or may need for what it is given."""


def test_help_imports_no_database(stocked: Path) -> None:
    assert not modules(stocked, "--help") & (NEVER | HEAVY | {"peewee", "sqlite3", "playhouse"})


def test_the_version_imports_no_database(stocked: Path) -> None:
    assert not modules(stocked, "--version") & (NEVER | HEAVY | {"peewee", "sqlite3"})


def test_an_english_memory_waits_for_no_segmenter(stocked: Path) -> None:
    assert not modules(stocked, "ingest", "-t", "Mei moved to Chengdu.") & (NEVER | HEAVY)


def test_no_command_imports_asyncio(stocked: Path) -> None:
    assert not modules(stocked, "ingest", "-t", "小美搬到了成都。") & NEVER
