"""The program in forks of one warm process, on a disk that is full, forbidden, or odd."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

NOW = "2026-06-01T12:00:00Z"

NOBODY = 65534
"""The user who owns nothing."""

PATIENCE = 120
"""Seconds after which a run is killed; none of them takes one."""


class Ended(NamedTuple):
    """How a run ended."""

    code: int
    """The exit code; the negative signal that killed it."""
    out: str
    err: str


class Disk:
    """Runs commands in forks of one warm process.

    Args:
        scratch: a folder for what the runs print.
        environment: of all runs.

    """

    def __init__(self, scratch: Path, environment: Mapping[str, str]) -> None:
        self._warm = subprocess.Popen(
            [sys.executable, "-B", __file__, str(scratch)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=dict(environment),
        )  # fmt: skip

    def run(
        self,
        words: Sequence[str],
        folder: Path,
        *,
        stdin: str = "",
        env: Mapping[str, str] | None = None,
        file_limit: int | None = None,
        user: int | None = None,
        umask: int = 0o022,
        gone: bool = False,
        patience: int = PATIENCE,
    ) -> Ended:
        """Run a command in a folder, on the store `memory.db` in it.

        Args:
            words: of the command line.
            folder: where it runs.
            stdin: what it reads.
            env: more of the environment.
            file_limit: bytes past which no file can be written: an error, as of a full disk.
            user: who runs it; of no effect unless root asks for it.
            umask: of the run.
            gone: the folder is removed before the command starts in it.
            patience: seconds after which the run is killed by SIGALRM.

        """
        asked = {
            "words": list(words), "folder": str(folder), "stdin": stdin, "file_limit": file_limit,
            "user": user if os.geteuid() == 0 else None, "umask": umask, "gone": gone, "patience": patience,
            # Another user has no home, or the one of the test would be closed to it.
            "env": {"WDM_STORE": str(folder / "memory.db"), **(env or {}),
                    **({} if user is None else {"HOME": "/nowhere", "XDG_CONFIG_HOME": "/nowhere"})},
        }  # fmt: skip
        assert self._warm.stdin is not None
        assert self._warm.stdout is not None
        self._warm.stdin.write(json.dumps(asked).encode() + b"\n")
        self._warm.stdin.flush()
        told = self._warm.stdout.readline()
        assert told, "the warm process has died"
        return Ended(**json.loads(told))

    def close(self) -> None:
        """End the warm process."""
        assert self._warm.stdin is not None
        assert self._warm.stdout is not None
        self._warm.stdin.close()
        self._warm.wait(30)
        self._warm.stdout.close()


@contextmanager
def warm(scratch: Path) -> Iterator[Disk]:
    """Run commands with a fixed clock, far from the user's own files, for a block."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("WDM_", "XDG_"))}
    home = scratch / "home"
    disk = Disk(
        scratch,
        kept | {"HOME": str(home), "XDG_CONFIG_HOME": str(home), "WDM_NOW": NOW, "LOGNAME": "mei"},
    )
    try:
        yield disk
    finally:
        disk.close()


def told(ended: Ended, *codes: int) -> str:
    """Assert that a run ended with an error in words, on one line and one of advice; return them."""
    assert ended.code in codes, ended
    assert ended.out == "", ended
    lines = ended.err.splitlines()
    assert lines[0].startswith("wdm: "), ended
    assert len(lines) == 1 or (len(lines) == 2 and lines[1].startswith("     ")), ended
    return ended.err


def _become(asked: dict[str, Any], streams: Sequence[int]) -> None:
    """Be the program, in a fork: never returns."""
    import resource

    for number, stream in enumerate(streams):
        os.dup2(stream, number)
    os.closerange(3, 64)
    sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(0)), encoding="utf-8")
    sys.stdout = io.TextIOWrapper(io.BufferedWriter(io.FileIO(1, "w")), encoding="utf-8")
    sys.stderr = io.TextIOWrapper(io.FileIO(2, "w"), encoding="utf-8", line_buffering=True)
    sys.argv = ["wdm", *asked["words"]]
    os.environ.update(asked["env"])
    os.umask(asked["umask"])
    os.chdir(asked["folder"])
    if asked["gone"]:
        Path(asked["folder"]).rmdir()
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(asked["patience"])
    if asked["file_limit"] is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (asked["file_limit"],) * 2)
    if asked["user"] is not None:
        os.setgroups([])
        os.setgid(asked["user"])
        os.setuid(asked["user"])

    from wdm.cli.app import main

    main()


def _import_everything() -> None:
    """Load what the commands load as they need it: each fork has it, and needs no right to read it."""
    import pkgutil
    from importlib import import_module

    for name in ("_strptime", "contextvars", "difflib", "getpass", "platformdirs", "tomli_w", "tomllib", "traceback",
                 "zoneinfo"):  # fmt: skip
        import_module(name)
    with suppress(ImportError):  # how Typer reads numbers, from some version on
        import_module("pydantic.types")
        import_module("typer._adapters")
        import_module("pydantic").TypeAdapter(float).validate_python("1")
    import rjieba

    import wdm.cli
    import wdm.engine
    import wdm.store

    rjieba.cut("记忆")
    for package in (wdm.cli, wdm.engine, wdm.store):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)


def _read(pipes: Sequence[int]) -> list[bytes]:
    """Read pipes to their ends, whichever has something."""
    import select

    read = dict.fromkeys(pipes, b"")
    ready = list(pipes)
    while ready:
        for pipe in select.select(ready, [], [])[0]:
            more = os.read(pipe, 1 << 16)
            read[pipe] += more
            if not more:
                ready.remove(pipe)
                os.close(pipe)
    return list(read.values())


def _serve(scratch: Path) -> None:
    import gc
    import traceback

    _import_everything()
    gc.freeze()
    given = scratch / "in"
    asks, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    for line in asks:
        asked = json.loads(line)
        given.write_bytes(asked["stdin"].encode())
        pipes = [os.pipe(), os.pipe()]  # not files, which would be limited too
        child = os.fork()
        if child == 0:
            try:
                _become(asked, [os.open(given, os.O_RDONLY), *(pipe[1] for pipe in pipes)])
            finally:  # only a bug comes here
                traceback.print_exc()
                sys.stderr.flush()
                os._exit(97)
        for _, writing in pipes:
            os.close(writing)
        out, err = _read([reading for reading, _ in pipes])
        _, status = os.waitpid(child, 0)
        told = {"code": os.waitstatus_to_exitcode(status), "out": out.decode(), "err": err.decode()}
        answers.write(json.dumps(told).encode() + b"\n")
        answers.flush()


if __name__ == "__main__":
    _serve(Path(sys.argv[1]))
