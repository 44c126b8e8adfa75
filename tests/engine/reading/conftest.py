"""Reads bytes as an input of the command line would be read."""

from __future__ import annotations

from collections.abc import Callable
from io import BufferedReader, BytesIO
from typing import Any, cast

import pytest

from wdm.engine.reading import detect
from wdm.engine.reading.items import Format, Item, Source

Read = Callable[..., list[Item]]


@pytest.fixture
def read() -> Read:
    """Return a reader of bytes or text; `name` is that of a file, standard input has none."""

    def reader(
        raw: bytes | str,
        form: Format = Format.AUTO,
        *,
        name: str | None = None,
        unknown: set[str] | None = None,
    ) -> list[Item]:
        stream = BufferedReader(cast(Any, BytesIO(raw.encode() if isinstance(raw, str) else raw)))
        source = Source(stream, name or "-", f"/somewhere/{name}" if name else None)
        return list(detect.read(source, form, set() if unknown is None else unknown))

    return reader
