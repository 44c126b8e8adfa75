"""Files that are there whole, or not at all."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import TextIO

from wdm.store.errors import Unusable

PARTIAL = ".partial"
"""How the name of a file ends that is still being written."""


@contextmanager
def whole(target: Path, *, over: bool = False) -> Iterator[Path]:
    """Let a block write a file, which gets its name only when all of it is written.

    What a process that was killed has left of the same file is removed.

    Args:
        target: the file.
        over: it takes the place of one that is there, instead of being refused.

    Yields:
        Where to write; nothing is there yet.

    Raises:
        Unusable: the target exists, or becomes another's in the meantime.

    """
    if not over and os.path.lexists(target):
        raise Unusable(f"{target} exists already")
    _remove_left(target)
    partial = target.with_name(f"{target.name}.{os.getpid()}{PARTIAL}")
    try:
        yield partial
        if over:
            partial.replace(target)
            return
        try:
            os.link(partial, target)  # which, unlike a rename, takes nobody's place
        except FileExistsError as error:
            raise Unusable(f"{target} exists already") from error
        except OSError:  # a file system without links
            if os.path.lexists(target):
                raise Unusable(f"{target} exists already") from None
            partial.rename(target)
    finally:
        remove(partial)


def numbered(path: Path, name: str) -> Path:
    """Return the first path `PATH.NAME-1.bak`, `PATH.NAME-2.bak`, … at which nothing is."""
    for number in count(1):
        target = path.with_name(f"{path.name}.{name}-{number}.bak")
        if not os.path.lexists(target):
            break
    return target


def put_aside(path: Path, target: Path) -> None:
    """Rename a store that cannot be opened, with its log: what comes in its place must not read that one."""
    for end in ("-wal", "-journal"):
        log = path.with_name(path.name + end)
        if log.exists():
            log.rename(target.with_name(target.name + end))
    path.with_name(f"{path.name}-shm").unlink(missing_ok=True)
    path.rename(target)


def private_text(path: Path) -> TextIO:
    """Make a text file that only its owner can read."""
    number = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    return os.fdopen(number, "w", encoding="utf-8", newline="\n")


def left_beside(store: Path) -> list[Path]:
    """Return what processes that are no more have left half-written under names that begin with a store's."""
    if os.name == "nt":
        return []
    ours = re.compile(rf"{re.escape(store.name)}\..*\.([0-9]{{1,9}}){re.escape(PARTIAL)}")
    named = ((path, ours.fullmatch(path.name)) for path in store.parent.iterdir())
    return sorted(path for path, match in named if match and not _lives(int(match[1])))


def remove(partial: Path) -> None:
    """Remove a partial file, and what SQLite has put beside it."""
    for end in ("", "-journal", "-wal", "-shm"):
        partial.with_name(partial.name + end).unlink(missing_ok=True)


def _remove_left(target: Path) -> None:
    """Remove what processes that are no more have left of a target, or of one that differs by its number alone."""
    if os.name == "nt" or not target.parent.is_dir():  # there, to ask for a process may end it
        return
    stem = re.sub(r"-[0-9]+\.bak$", "", target.name)
    ours = re.compile(rf"{re.escape(stem)}(?:-[0-9]+\.bak)?\.([0-9]{{1,9}}){re.escape(PARTIAL)}")
    for path in target.parent.iterdir():
        named = ours.fullmatch(path.name)
        if named and not _lives(int(named[1])):
            remove(path)


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True
