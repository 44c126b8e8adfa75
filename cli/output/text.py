"""Answers as plain text and as JSON: UTF-8, no colour, no terminal escapes."""

from __future__ import annotations

import json
from typing import Any

_VISIBLE = {
    **{code: chr(0x2400 + code) for code in range(0x20) if code not in (0x09, 0x0A)},
    0x7F: "␡",
    **dict.fromkeys(range(128, 160), "�"),
    # Marks that turn the direction of what follows, with which a text can pose as another.
    **dict.fromkeys((*range(8234, 8239), *range(8294, 8298)), "�"),
}


def safe(words: str) -> str:
    """Return a text as a terminal may show it: control characters become pictures of themselves."""
    return words.translate(_VISIBLE)


def one_line(words: str) -> str:
    """Return a text as one safe line."""
    return safe(" ".join(words.split()))


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, which takes an `s` unless there is one."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def document(schema: str, **fields: Any) -> str:
    """Return a JSON document on one line, its keys sorted."""
    return json.dumps({"schema": schema, **fields}, ensure_ascii=False, sort_keys=True, allow_nan=False)
