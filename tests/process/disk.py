"""The program in forks of one warm process, on a disk that is full, forbidden, or odd."""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from tests.process.forks import Warm, fork, serve

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
        self._warm = Warm("tests.process.disk", scratch, environment)
        self.close = self._warm.close

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
        unheard: str = "",
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
            unheard: streams that are written to a full disk: `out`, `err`, or both.
            patience: seconds after which the run is killed by SIGALRM.

        """
        asked = {
            "words": list(words), "folder": str(folder), "stdin": stdin, "file_limit": file_limit,
            "user": user if os.geteuid() == 0 else None, "umask": umask, "gone": gone, "unheard": unheard, "patience": patience,
            # Another user has no home, or the one of the test would be closed to it.
            "env": {"WDM_STORE": str(folder / "memory.db"), **(env or {}),
                    **({} if user is None else {"HOME": "/nowhere", "XDG_CONFIG_HOME": "/nowhere"})},
        }  # fmt: skip
        return Ended(**self._warm.ask(asked))


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
    for number, name in enumerate(("out", "err"), start=1):
        if name in asked["unheard"]:
            os.dup2(os.open("/dev/full", os.O_WRONLY), number)
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


def _answer(scratch: Path, asked: dict[str, Any]) -> dict[str, Any]:
    """Run in a fork what is asked, and return how it ended."""
    given = scratch / "in"
    given.write_bytes(asked["stdin"].encode())
    pipes = [os.pipe(), os.pipe()]  # not files, which would be limited too
    child = fork(lambda: _become(asked, [os.open(given, os.O_RDONLY), *(writing for _, writing in pipes)]))
    for _, writing in pipes:
        os.close(writing)
    out, err = _read([reading for reading, _ in pipes])
    _, status = os.waitpid(child, 0)
    return {"code": os.waitstatus_to_exitcode(status), "out": out.decode(), "err": err.decode()}


if __name__ == "__main__":
    serve(partial(_answer, Path(sys.argv[1])))
