"""Which reader an input wants."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath

from wdm.engine.reading import chats, files, json_lines, plain
from wdm.engine.reading.items import Format, Item, Source, checked

LOOKED_AT = 65_536
"""Bytes from which the form of an input is told."""

BY_SUFFIX = {
    ".jsonl": Format.JSONL, ".ndjson": Format.JSONL, ".json": Format.JSON, ".md": Format.DOCUMENT,
    ".markdown": Format.DOCUMENT, ".rst": Format.DOCUMENT, ".org": Format.DOCUMENT,
}  # fmt: skip


def read(source: Source, form: Format, unknown: set[str]) -> Iterator[Item]:
    """Yield the items of an input in a form, or in the form that it seems to have.

    Args:
        source: the input.
        form: `auto` looks at the name and the first bytes.
        unknown: gets names of JSON fields that mean nothing here.

    """
    if form is Format.AUTO:
        form = detect(source.head(LOOKED_AT), source)
    match form:
        case Format.JSONL:
            return checked(json_lines.read_lines(source, unknown))
        case Format.JSON:
            return checked(json_lines.read_array(source, unknown))
        case Format.CHAT:
            return checked(chats.read(source, source.session))
        case Format.DOCUMENT:
            return files.read(source)
        case _:
            return checked(plain.read(source))


def detect(head: bytes, source: Source) -> Format:
    """Return the form of an input, from its name and its first bytes."""
    suffix = PurePath(source.name).suffix.lower() if source.path else ""
    words = head.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace").lstrip()
    if suffix in BY_SUFFIX:
        form = BY_SUFFIX[suffix]
        return Format.JSONL if form is Format.JSON and words.startswith("{") and _is_lines(words) else form
    if words.startswith("{"):
        return Format.JSONL if _is_lines(words) else Format.JSON
    if words.startswith("[{") or words.replace(" ", "").replace("\n", "").startswith("[{"):
        return Format.JSON
    if chats.looks_like_chat(words.splitlines()[:40]):
        return Format.CHAT
    return Format.DOCUMENT if source.path else Format.TEXT


def _is_lines(words: str) -> bool:
    """Tell whether JSON text is one object a line, rather than one value over several lines."""
    lines = words.splitlines()
    first = lines[0].rstrip()
    if len(lines) == 1 or first.endswith("}"):
        return True
    # The first line of many may be broken; an object that is spread out breaks off at a mark.
    return first[-1] not in "{[,:" and sum(line[:1] == "{" for line in lines) > 1
