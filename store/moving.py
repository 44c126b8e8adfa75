"""Moving a store: every row of it as plain values, and such rows merged into another store.

A row is known in both by what it is about: a card by its uid, a tag by its name, feedback by its card and query. What
is known already stays as it is; references follow to the rows that stand for theirs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from sqlite3 import IntegrityError
from typing import Any

import peewee
from peewee import BlobField, BooleanField, Field, FloatField, IntegerField, TextField

from wdm.store import check, tables
from wdm.store.cards import LIVE
from wdm.store.database import Database
from wdm.store.errors import Refused
from wdm.store.journal import Transaction

ORDER = (
    "scene", "document", "tag", "tag_alias", "tag_relation", "verdict", "card", "card_alias", "preference", "feedback",
    "golden", "persona", "mood_event", "card_use",
)  # fmt: skip
"""Tables in the order in which their rows move: what is referred to comes first."""

_IDENTITY = {
    "scene": ("category", "subcategory"), "document": ("path",), "tag": ("key",), "tag_alias": ("key",),
    "tag_relation": ("tag_id", "other_id"), "verdict": ("proposal",), "card": ("uid",), "card_alias": ("external_id",),
    "preference": ("card_id", "key"), "feedback": ("card_id", "query_key"), "golden": ("query", "card_id"),
    "persona": (), "mood_event": ("at", "event", "cause", "pleasure", "arousal", "dominance"),
    "card_use": ("day", "card_id"),
}  # fmt: skip
_REFERS = {
    "tag": {"merged_into": "tag"}, "tag_alias": {"tag_id": "tag"}, "tag_relation": {"tag_id": "tag", "other_id": "tag"},
    "card": {"scene_id": "scene", "document_id": "document", "superseded_by": "card"}, "card_alias": {"card_id": "card"},
    "preference": {"card_id": "card"}, "feedback": {"card_id": "card"}, "golden": {"card_id": "card"},
    "mood_event": {"card_id": "card"}, "card_use": {"card_id": "card"},
}  # fmt: skip
_OWN_KIND = {"tag": "merged_into", "card": "superseded_by"}
"""Columns that refer to rows of their own table, which may come later."""

BATCH = 2000
"""Rows that are written at a time."""

TAGS = "tags"
"""Field of a card's row: its tags, in their order."""


class Merged:
    """What became of the rows that were merged in."""

    def __init__(self) -> None:
        self.added: dict[str, int] = defaultdict(int)
        self.known: dict[str, int] = defaultdict(int)
        self.notes: list[str] = []


def columns(table: str) -> tuple[str, ...]:
    """Return the columns of a table that moves."""
    return tables.columns(_MODELS[table])


def flaw(table: str, row: Mapping[str, Any]) -> str | None:
    """Return why a row cannot be one of a table, or None: each value must be of the kind and range of its column."""
    for name, field in _MODELS[table]._meta.fields.items():
        column, value = field.column_name, row[field.column_name]
        if value is None:
            if not field.null:
                return f"{column} is missing"
            continue
        wanted = next(kinds for kind, kinds in _KINDS if isinstance(field, kind))
        odd = isinstance(value, bool) and bool not in wanted  # which Python takes for a number
        if odd or not isinstance(value, wanted) or not _in_range(field, value):
            return f"{name} cannot be {value!r:.40}"
    tags = row.get(TAGS, [])
    if not isinstance(tags, list) or not all(type(tag) is int for tag in tags):
        return "tags must be a list of numbers"
    return None


def _in_range(field: Field, value: Any) -> bool:
    """Tell whether a value of the right kind is one that its column can have."""
    name = field.column_name
    if isinstance(value, str):
        return bool(value.strip()) or name not in ("category", "name", "text")
    if isinstance(value, bytes):
        return name != "uid" or len(value) == 16
    low, high = -(1 << 63), (1 << 63) - 1
    if isinstance(field, BooleanField):
        low, high = 0, 1
    elif isinstance(field, FloatField):
        low, high = -1 if name.removesuffix("_before") in _AXES else 0, 1
    elif name == "id" or name.endswith("_id") or name in _OWN_KIND.values():
        low, high = 1, 1 << 53  # what JSON counts to exactly: rows that come later have room above it
    elif name in _COUNTS:
        low = 0
    return low <= float(value) <= high if isinstance(value, float) else low <= int(value) <= high


_AXES = ("pleasure", "arousal", "dominance")
_COUNTS = ("repeats", "uses", "reply_at")


def rows(db: Database, table: str) -> Iterator[dict[str, Any]]:
    """Yield the rows of a table by column, in the order of their keys; cards with the numbers of their tags."""
    names = columns(table)
    order = ", ".join(tables.NAMES_OF_KEYS.get(table, ("day", "card_id") if table == "card_use" else ("id",)))
    for row in db.each(f"SELECT {', '.join(names)} FROM {table} ORDER BY {order}"):
        told = dict(zip(names, row, strict=True))
        if table == "card":
            told[TAGS] = [
                tag for (tag,) in db.rows(
                    "SELECT tag_id FROM card_tag WHERE card_id = ? ORDER BY rank, tag_id", (told["id"],)
                )
            ]  # fmt: skip
        yield told


class Merger:
    """Merges rows into a store, in one transaction.

    Args:
        tx: the transaction.
        code_of: the code of a new tag with a number.

    """

    def __init__(self, tx: Transaction, code_of: Callable[[int], str]) -> None:
        self.merged = Merged()
        self._tx = tx
        self._code_of = code_of
        self._numbers: dict[str, dict[int, int]] = defaultdict(dict)
        self._fresh: set[int] = set()
        self._later: dict[str, list[tuple[int, int]]] = defaultdict(list)
        empty = tx.db.row("SELECT 1 FROM card UNION ALL SELECT 1 FROM tag LIMIT 1") is None
        self._keeps_numbers = empty and tx.next_id("card") == 1

    def merge(self, table: str, batch: Iterable[Mapping[str, Any]]) -> None:
        """Merge rows of one table; tables come in `ORDER`.

        Raises:
            Refused: a row refers to one that did not come before it, or contradicts another.

        """
        try:
            self._merge(table, batch)
        except (IntegrityError, peewee.IntegrityError) as error:
            raise Refused(f"a row of {table} comes twice: {error}", hint="nothing was taken in") from error

    def _merge(self, table: str, batch: Iterable[Mapping[str, Any]]) -> None:
        new: list[dict[str, Any]] = []
        later: list[tuple[int, int]] = []
        first = self._tx.next_id(table) if "id" in columns(table) else 0
        for row in batch:
            values = dict(row)
            tags = values.pop(TAGS, [])
            old = values.get("id", 0)
            own = values.pop(_OWN_KIND[table]) if table in _OWN_KIND else None
            self._follow(table, values)
            known = self._known(table, values)
            if known is not None:
                self._numbers[table][old] = known
                self.merged.known[table] += 1
                continue
            if "id" in values:
                values["id"] = old if self._keeps_numbers else first + len(new)
                self._numbers[table][old] = values["id"]
            if table in _OWN_KIND:
                values[_OWN_KIND[table]] = None
                if own is not None:
                    later.append((values["id"], own))
            self._adapt(table, values)
            new.append(values)
            if table == "card":
                self._fresh.add(values["id"])
                values[TAGS] = tags
        self._write(table, new)
        self._later[table] += later

    def finish(self) -> Merged:
        """Set the references of rows to others of their own table; return what became of all rows.

        Raises:
            Refused: rows contradict each other.

        """
        for table, pairs in self._later.items():
            for number, old in pairs:
                target = self._numbers[table].get(old)
                if target is None:
                    raise Refused(f"{table} {number} refers to {table} {old}, which is not there")
                if target != number:
                    self._tx.update(table, number, {_OWN_KIND[table]: target})
        if wrong := [*check.contradictions(self._tx.db)]:
            with closing(Database(self._tx.db.path, write=False)) as before:  # what is committed
                known = frozenset(check.contradictions(before))
            for each in wrong:
                if each not in known:
                    raise Refused(f"rows contradict each other: {each.detail}", hint="nothing was taken in")
        return self.merged

    def _follow(self, table: str, values: dict[str, Any]) -> None:
        """Lead the references of a row to the numbers that their rows have here."""
        for column, parent in _REFERS.get(table, {}).items():
            if column in values and values[column] is not None:
                number = self._numbers[parent].get(values[column])
                if number is None:
                    raise Refused(f"{table} refers to {parent} {values[column]}, which is not there")
                values[column] = number

    def _known(self, table: str, values: Mapping[str, Any]) -> int | None:
        """Return the row that is the same thing here, or None."""
        db, identity = self._tx.db, _IDENTITY[table]
        key = "id" if "id" in columns(table) else identity[0]
        where = " AND ".join(f"{name} IS ?" for name in identity) or "1"
        found = db.row(
            f"SELECT {key} FROM {table} WHERE {where} LIMIT 1", [values[name] for name in identity]
        )
        if found is None and table == "tag":
            found = db.row("SELECT tag_id FROM tag_alias WHERE key = ?", (values["key"],))
        elif found is None and table == "tag_alias":
            found = db.row("SELECT id FROM tag WHERE key = ?", (values["key"],))
        elif found is None and table == "card_alias":
            found = db.row("SELECT id FROM card WHERE external_id = ?", (values["external_id"],))
        elif found is None and table == "card" and not self._keeps_numbers and _is_live(values):
            found = db.row(
                f"SELECT c.id FROM card AS c WHERE c.content_hash = ? AND {LIVE} ORDER BY c.id LIMIT 1",
                (values["content_hash"],),
            )
        elif found is None and table == "tag_relation" and values["tag_id"] == values["other_id"]:
            return int(values["tag_id"])  # the two are one tag here
        elif found is None and table == "preference" and values["card_id"] not in self._fresh:
            return 0  # the card was here before, with what it prefers
        return None if found is None else int(found[0])

    def _adapt(self, table: str, values: dict[str, Any]) -> None:
        """Give a new row what must be its own here."""
        if table == "tag" and not self._keeps_numbers:
            values["code"] = self._code_of(values["id"])
        elif table == "card" and values["external_id"] is not None:
            taken = self._tx.db.row(
                "SELECT id FROM card WHERE external_id = ?1 UNION ALL SELECT card_id FROM card_alias WHERE external_id = ?1",
                (values["external_id"],),
            )
            if taken:
                self.merged.notes.append(
                    f"card {taken[0]} is known as {values['external_id']!r} already: card {values['id']} comes without"
                )
                values["external_id"] = None

    def _write(self, table: str, new: list[dict[str, Any]]) -> None:
        if not new:
            return
        self.merged.added[table] += len(new)
        if table == "card_use":  # beside the journal, as all uses
            self._tx.db.many(
                "INSERT INTO card_use (day, card_id) VALUES (?, ?)",
                ((row["day"], row["card_id"]) for row in new),
            )
            return
        tags = {row["id"]: row.pop(TAGS) for row in new} if table == "card" else {}
        self._tx.insert(table, new)
        pairs = []
        for card, own in tags.items():
            numbers = dict.fromkeys(self._numbers["tag"].get(tag, 0) for tag in own)
            if 0 in numbers:
                raise Refused(f"card {card} has a tag that is not there")
            pairs += [{"card_id": card, "tag_id": tag, "rank": rank} for rank, tag in enumerate(numbers)]
        self._tx.insert("card_tag", pairs, owned=True)
        self._tx.flush()


def _is_live(values: Mapping[str, Any]) -> bool:
    gone = ("archived_at", "forgotten_at")
    return values["status"] == "completed" and all(values[name] is None for name in gone)


_KINDS: tuple[tuple[type[Any], tuple[type[Any], ...]], ...] = (
    (BooleanField, (bool, int)), (FloatField, (float, int)), (BlobField, (bytes,)), (TextField, (str,)), (IntegerField, (int,)),
)  # fmt: skip
_MODELS = {tables.table_name(model): model for model in (*tables.CANONICAL, *tables.COUNTED)}
