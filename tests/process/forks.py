"""A warm copy of the program in a process of its own, whose runs are forks: a start takes many times as long.

`killer` and `disk` each say what a run goes through; the talk with the warm process is the same.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

ROOT = Path(__file__).parents[2]

BUG = 97
"""How a fork ends that did not become the program."""


class Ended(Protocol):
    """How a run ended."""

    @property
    def code(self) -> int: ...
    @property
    def out(self) -> str: ...
    @property
    def err(self) -> str: ...


class Runner(Protocol):
    """What runs commands on the store `memory.db` of a folder."""

    def run(self, words: list[str], folder: Path, *, stdin: str = "") -> Ended: ...


class Warm:
    """A warm process.

    Args:
        module: what it runs: it calls `serve`.
        scratch: a folder for what the runs read and print.
        environment: of all runs.

    """

    def __init__(self, module: str, scratch: Path, environment: Mapping[str, str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-B", "-m", module, str(scratch)],
            cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=dict(environment),
        )  # fmt: skip

    def ask(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Let a fork run, and return what is told of it."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(asked).encode() + b"\n")
        self._process.stdin.flush()
        told = self._process.stdout.readline()
        assert told, "the warm process has died"
        answer: dict[str, Any] = json.loads(told)
        return answer

    def close(self) -> None:
        """End the warm process."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(30)
        self._process.stdout.close()


def surroundings(home: Path, now: str) -> dict[str, str]:
    """Return an environment with a fixed clock, far from the user's own files."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("WDM_", "XDG_"))}
    return kept | {"HOME": str(home), "XDG_CONFIG_HOME": str(home), "WDM_NOW": now, "LOGNAME": "mei"}


def serve(answer: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Load everything, then answer what is asked, a line at a time, until the other side ends."""
    import gc

    _import_everything()
    gc.freeze()
    asks, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    for line in asks:
        answers.write(json.dumps(answer(json.loads(line))).encode() + b"\n")
        answers.flush()


def fork(become: Callable[[], None]) -> int:
    """Return the number of a new process that becomes what it is told, and never returns from it."""
    import traceback

    child = os.fork()
    if child == 0:
        try:
            become()
        finally:  # only a bug comes here
            traceback.print_exc()
            sys.stderr.flush()
            os._exit(BUG)
    return child


def _import_everything() -> None:
    """Load what the commands load as they need it: each fork has it, and needs no right to read it."""
    import pkgutil
    from importlib import import_module

    _import_all(
        ("_strptime", "contextvars", "difflib", "getpass", "platformdirs", "tomli_w", "tomllib", "traceback",
         "zoneinfo")
    )  # fmt: skip
    with suppress(ImportError):  # how Typer reads numbers, from some version on
        _import_all(("pydantic.types", "typer._adapters"))
        import_module("pydantic").TypeAdapter(float).validate_python("1")
    import rjieba

    import wdm.cli
    import wdm.engine
    import wdm.store

    rjieba.cut("记忆")
    for package in (wdm.cli, wdm.engine, wdm.store):
        _import_all(module.name for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."))


def _import_all(names: Iterable[str]) -> None:
    """Import modules by name."""
    from importlib import import_module

    for name in names:
        import_module(name)
