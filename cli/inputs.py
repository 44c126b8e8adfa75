"""Input that a command line names: a file, or standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from typing import cast

from wdm.store.errors import Unusable


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
