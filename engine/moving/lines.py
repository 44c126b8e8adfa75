"""A store as JSON lines: one row a line, in a fixed order, so that equal stores give equal bytes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from enum import StrEnum
from itertools import groupby, islice
from typing import Any

from wdm.engine.reading.json_text import NotJson, parsed
from wdm.engine.rules import pool, sameness, times
from wdm.engine.rules.flaws import flaw
from wdm.engine.rules.plain import in_json
from wdm.store import moving
from wdm.store.errors import Usage
from wdm.store.journal import Transaction
from wdm.store.moving import Merged, Merger
from wdm.store.records import Judgement, Kind, Level, PersonaMode, Status, TagStatus, Tier
from wdm.store.store import Store

SCHEMA = "wdm.export/1"

_WORDS: dict[str, dict[str, type[StrEnum]]] = {
    "card": {"kind": Kind, "status": Status, "tier": Tier}, "tag": {"status": TagStatus}, "tag_relation": {"level": Level},
    "feedback": {"status": Judgement}, "persona": {"mode": PersonaMode},
}  # fmt: skip
"""Columns that hold one of a set of words."""

_TIMES = frozenset(("at", "last_used"))
_BYTES = frozenset(("uid", "content_hash", "hash"))


def export(store: Store) -> Iterator[str]:
    """Yield the lines of a store: a head, then every row; numbers are those that rows refer to each other by."""
    yield _line({"schema": SCHEMA})
    for table in moving.ORDER:
        for row in store.rows(table):
            yield _line({"table": table, **{name: _told(name, value) for name, value in row.items()}})


def merge(tx: Transaction, lines: Iterable[tuple[int, str]]) -> Merged:
    """Merge the lines of an export into a store.

    Args:
        tx: all of it happens, or nothing.
        lines: numbered, the head first.

    Raises:
        Usage: a line is none of an export, or they are out of order.
        Refused: a row refers to one that is not there, or contradicts another.

    """
    merger = Merger(tx, pool.tag_code)
    rows = _rows(lines)
    for table, group in groupby(rows, lambda pair: pair[0]):
        same = (row for _, row in group)
        while batch := list(islice(same, moving.BATCH)):
            merger.merge(table, batch)
    return merger.finish()


def is_export(line: str) -> bool:
    """Tell whether a line is the head of an export."""
    try:
        told = parsed(line)
    except NotJson:
        return False
    return isinstance(told, dict) and told.get("schema") == SCHEMA


def _rows(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[str, dict[str, Any]]]:
    place = 0
    for number, line in lines:
        try:
            told = parsed(line)
        except NotJson as error:
            raise Usage(f"line {number}: {error}", hint="nothing was taken in") from error
        if not isinstance(told, dict) or (told.get("schema") or told.get("table")) is None:
            raise Usage(f"line {number} is no line of an export", hint="nothing was taken in")
        if "schema" in told:
            if told["schema"] != SCHEMA:
                raise Usage(f"line {number}: {told['schema']!r} is not {SCHEMA}")
            continue
        table = told.pop("table")
        if table not in moving.ORDER[place:]:
            raise Usage(f"line {number}: {table!r} is no table of an export, or out of order")
        place = moving.ORDER.index(table)
        yield table, _row(table, told, number)


def _row(table: str, told: dict[str, Any], number: int) -> dict[str, Any]:
    wanted = {*moving.columns(table), *([moving.TAGS] if table == "card" else [])}
    if told.keys() != wanted:
        odd = ", ".join(sorted(told.keys() ^ wanted))
        raise Usage(
            f"line {number}: a {table} has missing or unknown fields: {odd}", hint="nothing was taken in"
        )
    try:
        row = {name: _read(name, value) for name, value in told.items()}
        for name, kind in _WORDS.get(table, {}).items():
            kind(row[name])
        if wrong := moving.flaw(table, row):
            raise ValueError(wrong)
        if table == "card" and row["perception"] and not isinstance(json.loads(row["perception"]), dict):
            raise ValueError("perception must be an object of JSON")
        return row | _derived(table, row)
    except (ValueError, TypeError, RecursionError) as error:
        raise Usage(f"line {number}: {error}", hint="nothing was taken in") from error


def _derived(table: str, row: dict[str, Any]) -> dict[str, object]:
    """Return the columns that follow from others, worked out anew: a line that was edited by hand may be behind."""
    if table == "card":
        return {"content_hash": sameness.content_hash(Kind(row["kind"]), row["speaker"], row["text"])}
    return pool.name_columns(row["name"]) if table in ("tag", "tag_alias") else {}


def _told(name: str, value: Any) -> Any:
    if value is None:
        return None
    if name in _BYTES:
        return value.hex()
    return times.iso(value) if name in _TIMES or (name.endswith("_at") and name != "reply_at") else value


def _read(name: str, value: Any) -> Any:
    if value is None:
        return None
    if name in _BYTES:
        return bytes.fromhex(value)
    if name in _TIMES or (name.endswith("_at") and name != "reply_at"):
        try:
            return times.parse_iso(value)
        except (ValueError, AttributeError) as error:  # of another type, or of another form
            raise ValueError(f"{name} {value!r:.40} is not a time in ISO 8601") from error
    if isinstance(value, str) and value.strip() and (wrong := flaw(value)):
        raise ValueError(f"{name} {wrong}")
    return value


def _line(told: dict[str, Any]) -> str:
    return in_json(json.dumps(told, ensure_ascii=False, allow_nan=False))
