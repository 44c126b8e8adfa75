"""Answers as plain text and as JSON: UTF-8, no colour, no terminal escapes."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import islice
from typing import Any

from wdm.engine.rules.plain import in_json, one_line, safe

__all__ = ["counted", "cut", "document", "json_line", "one_line", "print_stream", "safe"]

BATCH = 500
"""Elements of a long JSON list that are held in memory at a time."""

LONGEST = 2_000
"""Characters of an error or a remark: whoever hands over a text of megabytes need not read it again."""


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, which takes an `s` unless there is one."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def cut(words: str) -> str:
    """Return a message of at most `LONGEST` characters; its end stays, where the reason stands."""
    end = LONGEST // 4
    return words if len(words) <= LONGEST else f"{words[: LONGEST - end - 3]} … {words[-end:]}"


def print_stream(schema: str, name: str, values: Iterable[dict[str, Any]]) -> None:
    """Print a JSON document with one long list, some elements at a time, so that memory stays flat.

    Args:
        schema: of the document.
        name: of the list; it sorts after `schema`.
        values: its elements.

    """
    encoder = json.JSONEncoder(ensure_ascii=False, sort_keys=True, allow_nan=False)

    def encode(value: object) -> str:
        return in_json(encoder.encode(value))

    rest = iter(values)
    batch = list(islice(rest, BATCH))  # before anything is printed: an error here leaves stdout empty
    print(f'{{"schema": {encode(schema)}, {encode(name)}: [{encode(batch)[1:-1]}', end="")
    while batch := list(islice(rest, BATCH)):
        print(f", {encode(batch)[1:-1]}", end="")
    print("]}")


def document(schema: str, **fields: Any) -> str:
    """Return a JSON document on one line, its keys sorted."""
    return json_line({"schema": schema, **fields})


def json_line(told: object) -> str:
    """Return a value as JSON on one line, its keys sorted."""
    return in_json(json.dumps(told, ensure_ascii=False, sort_keys=True, allow_nan=False))
