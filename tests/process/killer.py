"""A warm copy of the program, in a process of its own, that runs commands in forks and lets them die at named points.

A point is anything that a run does to the world: a statement that SQLite begins, a file that is opened for
writing, renamed, linked, removed or locked, the first word of the answer, the end. `Killer.run` without a
point tells which ones a command passes; with one, the run is killed (SIGKILL) just before it. `file_limit`
lets it die inside of SQLite's own code instead, in the middle of writing a file past that many bytes.
"""

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

FILE_DEEDS = {"os.rename", "os.link", "os.remove", "os.truncate", "os.chmod", "os.mkdir", "fcntl.flock"}


class Ended(NamedTuple):
    """How a run ended, and what it did until then."""

    code: int
    """The exit code; the negative signal that killed it."""
    out: str
    err: str
    points: list[str]
    """What it came to, in order; the last one is where it was killed, if it was."""

    @property
    def killed(self) -> bool:
        return self.code in (-signal.SIGKILL, -signal.SIGXFSZ)


class Killer:
    """Runs commands in forks of one warm process.

    Args:
        scratch: a folder for what the runs print.
        environment: of all runs.

    """

    def __init__(self, scratch: Path, environment: Mapping[str, str]) -> None:
        self._warm = Warm("tests.process.killer", scratch, environment)
        self.close = self._warm.close

    def run(
        self,
        words: Sequence[str],
        folder: Path,
        *,
        stdin: str = "",
        at: int | None = None,
        file_limit: int | None = None,
        env: Mapping[str, str] | None = None,
    ) -> Ended:
        """Run a command in a folder, on the store `memory.db` in it.

        Args:
            words: of the command line.
            folder: where it runs; only files in it count as points.
            stdin: what it reads.
            at: the number of the point, counted from 0, before which it is killed.
            file_limit: bytes past which no file can be written; it dies when it tries.
            env: more of the environment.

        """
        asked = {
            "words": list(words), "folder": str(folder), "stdin": stdin, "at": at, "file_limit": file_limit,
            "env": {"WDM_STORE": str(folder / "memory.db"), **(env or {})},
        }  # fmt: skip
        return Ended(**self._warm.ask(asked))


def marked(points: list[str]) -> list[int]:
    """Return the points around which something becomes lasting: commits, files, the answer."""
    first = next((at for at, point in enumerate(points) if point == "BEGIN IMMEDIATE"), 1)
    found = set()
    for at, point in enumerate(points):
        if at < first and not point.startswith(("open", "os.", "fcntl")):
            continue
        if point.startswith(("COMMIT", "VACUUM", "open", "os.", "fcntl", "connect", "PRAGMA wal_checkpoint")):
            found |= {at, at + 1}
    return sorted(found | {len(points) - 1})


def sizes(folder: Path, step: int) -> list[int]:
    """Return sizes of a file, in steps that are no multiple of a page's, up to that of the store."""
    return list(range(1000, (folder / "memory.db").stat().st_size, step))


class _Points:
    """Counts what a run comes to, tells of it, and kills the run at one of them."""

    def __init__(self, folder: str, at: int | None, log: int) -> None:
        self._folder = folder
        self._at = at
        self._log = log
        self._count = 0

    def come_to(self, name: str) -> None:
        os.write(self._log, (" ".join(name.split())[:60] + "\n").encode("utf-8", "replace"))
        if self._count == self._at:
            os.kill(os.getpid(), signal.SIGKILL)
        self._count += 1

    def audited(self, event: str, values: tuple[Any, ...]) -> None:
        """Take note of what Python itself does to files, see `sys.addaudithook`."""
        if event == "open":
            path, _, flags = values
            writes = isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
            if writes and not isinstance(path, int) and self._mine(path):
                self.come_to(f"open {Path(os.fsdecode(path)).name}")
        elif event == "sqlite3.connect" and self._folder in str(values[0]):
            self.come_to(f"connect {str(values[0]).rpartition('/')[2]}")
        elif event == "fcntl.flock" or (event in FILE_DEEDS and self._mine(values[0])):
            self.come_to(event)

    def _mine(self, path: object) -> bool:
        # A number is an open file, which only the program's own code truncates.
        return isinstance(path, int) or (
            isinstance(path, (str, bytes, os.PathLike))
            and os.path.abspath(os.fsdecode(path)).startswith(self._folder)  # noqa: PTH100 - may be bytes
        )


class _Answer(io.TextIOWrapper):
    """Standard output that is a point of its own when it is first written to."""

    points: _Points | None = None

    def write(self, words: str) -> int:
        points, self.points = self.points, None
        if points is not None:
            points.come_to("the answer")
        return super().write(words)


def _become(asked: dict[str, Any], files: list[Path]) -> None:
    """Be the program, in a fork: never returns."""
    import resource
    import sqlite3

    given, out, err, log = files
    for number, path in enumerate((given, out, err)):
        os.dup2(os.open(path, os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_TRUNC), number)
    points = _Points(asked["folder"], asked["at"], os.open(log, os.O_WRONLY | os.O_TRUNC))
    sys.stdin = io.TextIOWrapper(io.FileIO(0), encoding="utf-8")
    sys.stdout = _Answer(io.BufferedWriter(io.FileIO(1, "w")), encoding="utf-8")
    sys.stderr = io.TextIOWrapper(io.FileIO(2, "w"), encoding="utf-8", line_buffering=True)
    sys.stdout.points = points
    sys.argv = ["wdm", *asked["words"]]
    os.environ.update(asked["env"])
    os.chdir(asked["folder"])

    connect, leave = sqlite3.connect, os._exit

    def traced(*words: Any, **more: Any) -> sqlite3.Connection:
        connection = connect(*words, **more)
        connection.set_trace_callback(points.come_to)
        return connection

    def left(code: int) -> None:
        points.come_to("the end")
        leave(code)

    sqlite3.connect = traced  # type: ignore[assignment]
    os._exit = left  # type: ignore[assignment]
    sys.addaudithook(points.audited)
    if asked["file_limit"] is not None:
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (asked["file_limit"],) * 2)

    from wdm.cli.app import main

    main()


def _answer(scratch: Path, asked: dict[str, Any]) -> dict[str, Any]:
    """Run in a fork what is asked, and return how it ended."""
    files = [scratch / name for name in ("in", "out", "err", "points")]
    for path in files:
        path.write_bytes(asked["stdin"].encode() if path.name == "in" else b"")
    _, status = os.waitpid(fork(lambda: _become(asked, files)), 0)
    out, err, log = (path.read_text("utf-8", "replace") for path in files[1:])
    return {"code": os.waitstatus_to_exitcode(status), "out": out, "err": err, "points": log.splitlines()}


if __name__ == "__main__":
    serve(partial(_answer, Path(sys.argv[1])))
