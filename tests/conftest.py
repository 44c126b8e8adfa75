"""The program as a user runs it, in a process of its own and far from the user's own files."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# How long an example takes says how busy the machine is, not whether the program is right.
settings.register_profile("wdm", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("wdm")

NOW = "2026-06-01T12:00:00Z"

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def store_path(tmp_path: Path) -> Path:
    """Where the test's own memory is kept; nothing is there yet."""
    return tmp_path / "memory.db"


@pytest.fixture
def surroundings(tmp_path: Path, store_path: Path) -> dict[str, str]:
    """Return the environment of every call: a fixed clock, the test's own store, and no home but tmp_path."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("WDM_", "XDG_"))}
    home = tmp_path / "home"
    return kept | {
        "HOME": str(home),
        "XDG_CACHE_HOME": str(home / "cache"),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_DATA_HOME": str(home / "data"),
        "XDG_STATE_HOME": str(home / "state"),
        "WDM_NOW": NOW,
        "WDM_STORE": str(store_path),
    }


@pytest.fixture
def wdm(surroundings: dict[str, str]) -> Run:
    """Return a caller of `python -m wdm` that asserts how the call ends; `code=None` lets it end as it may."""

    def run(
        *args: str, stdin: bytes | str | None = None, env: dict[str, str] | None = None, code: int | None = 0
    ) -> subprocess.CompletedProcess[str]:
        given = stdin.encode() if isinstance(stdin, str) else stdin or b""
        done = subprocess.run(
            [sys.executable, "-m", "wdm", *args],
            input=given,
            capture_output=True,
            env=surroundings | (env or {}),
            check=False,
            timeout=120,
        )
        told = subprocess.CompletedProcess(
            done.args, done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8")
        )
        if code is not None:
            assert told.returncode == code, f"{args} ended with {told.returncode}, not {code}\n{told.stderr}"
        return told

    return run
