"""Stores of other programs as memories: a knowledge graph, a list of notes, JSON lines with other names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from wdm.engine.reading import json_lines
from wdm.engine.reading.items import Item, Rejected
from wdm.engine.reading.json_text import NotJson, parsed
from wdm.store.records import Draft, Kind, TagDraft


def graph(lines: Iterable[tuple[int, str]]) -> Iterator[Item]:
    """Yield the observations and relations of a knowledge graph in JSON lines (`type` is `entity` or `relation`).

    An observation is a fact about its entity, which is its tag; a relation is a sentence about two of them.
    """
    for number, line in lines:
        try:
            told = parsed(line)
        except NotJson as error:
            yield Rejected(number, str(error))
            continue
        kind = told.get("type") if isinstance(told, dict) else None
        if kind == "entity" and _word(told.get("name")):
            tag = TagDraft(told["name"], type=_word(told.get("entityType")))
            observed = told.get("observations") or []
            if not isinstance(observed, list) or not all(isinstance(words, str) for words in observed):
                yield Rejected(number, "observations must be a list of texts")
                continue
            for words in observed:
                if words.strip():
                    yield Draft(f"{told['name']}: {words}", kind=Kind.FACT, tags=(tag,), line=number)
        elif (
            kind == "relation"
            and _word(told.get("from"))
            and _word(told.get("to"))
            and isinstance(told.get("relationType"), str)
        ):
            words = f"{told['from']} {told['relationType']} {told['to']}"
            tags = (TagDraft(told["from"]), TagDraft(told["to"]))
            yield Draft(words, kind=Kind.FACT, tags=tags, line=number)
        else:
            yield Rejected(number, "neither an entity nor a relation of a knowledge graph")


def notes(lines: Iterable[tuple[int, str]], topic: str | None) -> Iterator[Item]:
    """Yield each item of the lists of a Markdown file as a memory, under the heading that it stands below.

    Lines that are indented below an item belong to it; paragraphs between the lists are memories too.
    """
    heading, item, start = topic, list[str](), 0
    for number, line in (*lines, (0, "# ")):
        found = re.match(r"(#{1,6})\s*(.*)|\s{0,3}[-*+]\s+(?:\[[ xX]\]\s+)?(.*)", line)
        if found or not line.strip():
            if item:
                yield Draft("\n".join(item), kind=Kind.FACT, topic=heading, line=start)
            item = []
        if found and found[1]:
            heading = found[2].strip() or topic
        elif found:
            item, start = [found[3]] if found[3] else [], number
        elif line.strip():
            item, start = [*item, line.strip()], start if item else number


def mapped(lines: Iterable[tuple[int, str]], names: Mapping[str, str], unknown: set[str]) -> Iterator[Item]:
    """Yield memories from JSON lines whose fields have other names.

    Args:
        lines: numbered.
        names: of our fields, those of theirs; `a.b` is the field b of the object a.
        unknown: gets the names of fields that mean nothing here.

    """
    for number, line in lines:
        try:
            told = parsed(line)
        except NotJson as error:
            yield Rejected(number, str(error))
            continue
        if not isinstance(told, dict):
            yield Rejected(number, "not a JSON object")
            continue
        memory = {ours: value for ours, theirs in names.items() if (value := _at(told, theirs)) is not None}
        rest = {
            name: value for name, value in told.items() if name not in names.values() and name not in memory
        }
        yield json_lines.memory(
            {**{k: v for k, v in rest.items() if k in json_lines.FIELDS}, **memory}, number, unknown
        )


def is_graph(line: str) -> bool:
    """Tell whether a line is of a knowledge graph."""
    told = _object(line)
    return told is not None and told.get("type") in ("entity", "relation")


def _object(line: str) -> dict[str, Any] | None:
    try:
        told = parsed(line)
    except NotJson:
        return None
    return told if isinstance(told, dict) else None


def _at(told: Any, path: str) -> Any:
    for name in path.split("."):
        told = told.get(name) if isinstance(told, dict) else None
    return told


def _word(value: object) -> str | None:
    return value if isinstance(value, str) and value.strip() else None
