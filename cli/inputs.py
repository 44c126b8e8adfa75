"""What a call reads besides its words: files, standard input, and a yes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from typing import cast

import typer

from wdm.engine.rules.flaws import flaw, scene_flaw
from wdm.store.errors import Refused, Unusable, Usage


@contextmanager
def opened(name: str) -> Iterator[BufferedReader]:
    """Open a file for reading bytes; `-` is standard input.

    Raises:
        Unusable: it cannot be opened.

    """
    if name == "-":
        yield cast("BufferedReader", sys.stdin.buffer)
        return
    try:
        stream = Path(name).open("rb")  # noqa: SIM115 (closed below)
    except OSError as error:
        raise Unusable(f"cannot read {name}: {error.strerror}") from error
    with stream:
        yield stream


def decoded(raw: bytes, what: str) -> str:
    """Return bytes as text.

    Raises:
        Usage: they are not UTF-8.

    """
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Usage(
            f"{what} is not UTF-8", hint="convert it first, such as with `iconv -f gbk -t utf-8`"
        ) from error


def told(text: str | None, what: str) -> str:
    """Return a text of the command line; `-`, or none at all, is standard input, without the end of its last line.

    Raises:
        Usage: there is none, or it cannot be kept.

    """
    if text is None and sys.stdin.isatty():
        raise Usage(f"{what} is missing", hint="give -t TEXT, or pipe it in")
    words = decoded(sys.stdin.buffer.read(), what).removesuffix("\n") if text in (None, "-") else str(text)
    if reason := flaw(words):
        raise Usage(f"{what}: {reason}")
    return words


def agreed(question: str, *, yes: bool) -> None:
    """Ask a person before something is done; a script says `--yes`.

    Raises:
        Refused: the person, or a script, does not agree.

    """
    if not yes and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Refused("a script must say --yes", hint="nothing was changed")
    if not yes and not typer.confirm(question):
        raise Refused("nothing was changed")


def check_scene(told: str | None) -> None:
    """Refuse a scene of the command line that is neither `category/subcategory` nor `category`.

    Raises:
        Usage: it has no category.

    """
    if told is not None and (reason := scene_flaw(told)):
        raise Usage(reason, hint="write it as 工作/代码评审, or work")
