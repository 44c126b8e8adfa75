"""JSON as people and programs write it: one reading for all input, and what is wrong with it in words."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any


class NotJson(ValueError):
    """A text that is no JSON, or says two things at once; the message tells why."""

    def __init__(self, reason: str, line: int = 1) -> None:
        super().__init__(reason)
        self.line = line
        """Where it is wrong, from 1."""


def parsed(words: str) -> Any:
    """Return the value of a JSON text.

    Raises:
        NotJson: it is none, is nested too deeply, or an object has a field twice, of which one would be lost.

    """
    try:
        return _decode(words)
    except json.JSONDecodeError as error:
        raise NotJson(
            f"not JSON: {error.msg.removesuffix(' at')} at character {error.colno}", error.lineno
        ) from error
    except RecursionError as error:
        raise NotJson("not JSON: nested too deeply") from error
    except NotJson:
        raise
    except ValueError as error:  # of `int`, which reads no more than 4,300 digits
        raise NotJson("not JSON: a number with too many digits") from error


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    told = dict(pairs)
    if len(told) < len(pairs):
        twice = next(name for name, count in Counter(name for name, _ in pairs).items() if count > 1)
        raise NotJson(f"the field {twice!r} stands twice")
    return told


def _constant(name: str) -> None:
    raise NotJson(f"not JSON: {name} is no number of JSON")


_decode = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant).decode
