"""The journal: the one way to change what is kept, and the way back.

Every command that changes anything is an `operation`. Its `change` rows say which rows it inserted (keys are
enough: undoing an insert deletes), and how rows looked that it updated or deleted. A change of cards or of
their tags also brings the derived tables up to date, in the same transaction.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from wdm.store import cards, postings, tables
from wdm.store.cards import TermsOf
from wdm.store.database import Database, Row
from wdm.store.errors import NotFound

Values = Mapping[str, object]

RUN = 256
"""Rows that one change tells of at most, where it tells how they were: what came later is looked for so far back."""

_INDEXED = {"summary", "overview", "text", "speaker", "happened_at"}
"""Columns of a card that the index is made of."""


class Transaction:
    """The changes of one transaction, noted for the journal as they are made.

    Made by `Store.change`, which commits it. Rows are mappings of column to value.
    """

    def __init__(self, db: Database, operation_id: int, at: int, terms_of: TermsOf) -> None:
        self.db = db
        self.operation_id = operation_id
        self.at = at
        self._terms_of = terms_of
        self._before: dict[int, Sequence[str] | None] = {}
        self._tagged: Counter[int] = Counter()

    def insert(self, table: str, rows: Sequence[Values], *, owned: bool = False) -> list[int]:
        """Insert rows that share their columns; return their ids, ascending, where the table has ids.

        Args:
            table: name of a canonical table.
            rows: without `id` for new rows, with it for rows that come back.
            owned: the rows belong to cards inserted by the same operation and leave with them.

        """
        if not rows:
            return []
        keys = self._new_keys(table, rows)
        names = tables.NAMES_OF_KEYS.get(table, ("id",))
        columns = [*names, *(name for name in rows[0] if name not in names)]
        self.db.many(
            f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})",
            (
                (*key[: len(names)], *(row[c] for c in columns[len(names) :]))
                for key, row in zip(keys, rows, strict=True)
            ),
        )
        if table == "card":
            for number, _ in keys:  # one that was deleted just now is still in the index
                self._before.setdefault(number, None)
        elif table == "card_tag":
            self._retagged(keys, +1)
        if not owned:
            self._note_runs(table, keys)
        return [key[0] for key in keys]

    def update(self, table: str, key: int, changes: Values) -> bool:
        """Give a row new values; return whether any differs from the old.

        Raises:
            NotFound: no such row.

        """
        before = self._image(table, (key, 0))
        changed = {name: value for name, value in changes.items() if before[name] != value}
        if not changed:
            return False
        if table == "card" and _INDEXED & changed.keys():
            self._remember_terms([key])
        elif table == "tag" and "name" in changed:
            self._remember_terms(
                row[0] for row in self.db.rows("SELECT card_id FROM card_tag WHERE tag_id = ?", (key,))
            )
        self._note(table, "update", (key, 0), {name: before[name] for name in changed})
        assignments = ", ".join(f"{name} = ?" for name in changed)
        self.db.run(f"UPDATE {table} SET {assignments} WHERE id = ?", (*changed.values(), key))
        return True

    def update_many(
        self, table: str, keys: Iterable[int], changes: Values, *, expecting: Values | None = None
    ) -> int:
        """Give many rows the same new values, of columns that the index is not made of; return how many changed.

        Args:
            table: one whose key is an `id`.
            keys: rows; one that is not there, or has the values already, is left.
            changes: the new values.
            expecting: values that a row must still have, or it is left.

        """
        names = list(changes)
        if (table == "card" and _INDEXED & changes.keys()) or (table == "tag" and "name" in changes):
            return sum(self.update(table, key, changes) for key in keys)
        differs = " OR ".join(f"{name} IS NOT ?" for name in names)
        holds = "".join(f" AND {name} IS ?" for name in expecting or ())
        changed = 0
        for some in _batches(sorted(keys), 10_000):
            rows = self.db.rows(
                f"SELECT id, {', '.join(names)} FROM {table} WHERE id IN (SELECT value FROM json_each(?))"
                f" AND ({differs}){holds} ORDER BY id",
                (json.dumps(some), *changes.values(), *(expecting or {}).values()),
            )
            self._note_alike(table, names, rows, changes)
            self.db.run(
                f"UPDATE {table} SET {', '.join(f'{name} = ?' for name in names)}"
                " WHERE id IN (SELECT value FROM json_each(?))",
                (*changes.values(), json.dumps([row[0] for row in rows])),
            )
            changed += len(rows)
        return changed

    def delete(self, table: str, key: tuple[int, int]) -> None:
        """Delete a row, and with a card its tags; the second number of the key is 0 where the key is an id.

        Raises:
            NotFound: no such row.

        """
        before = self._image(table, key)
        if table == "card":
            self._remember_terms([key[0]])
            for (tag_id,) in self.db.rows("SELECT tag_id FROM card_tag WHERE card_id = ?", (key[0],)):
                self.delete("card_tag", (key[0], tag_id))
        elif table == "card_tag":
            self._retagged([key], -1)
        self._note(table, "delete", key, before)
        condition, values = where(table, key)
        self.db.run(f"DELETE FROM {table} WHERE {condition}", values)

    def next_id(self, table: str) -> int:
        """Return the id that the next new row of a table gets; no id is ever given twice."""
        last = self.db.row("SELECT seq FROM sqlite_sequence WHERE name = ?", (table,))
        return (int(last[0]) if last else 0) + 1

    def inserted(self) -> set[int]:
        """Return the cards that this transaction made."""
        return {number for number, terms in self._before.items() if terms is None}

    def flush(self) -> None:
        """Bring index and statistics up to the changes made so far."""
        before = {card_id: terms for card_id, terms in self._before.items() if terms is not None}
        now = {card.id: self._terms_of(card) for card in cards.by_ids(self.db, self._before)}
        postings.replace(self.db, before, now)
        self.db.many(
            "INSERT INTO tag_stat (tag_id, cards, first_seen, last_seen) VALUES (?1, max(?2, 0), ?3, ?3)"
            " ON CONFLICT (tag_id) DO UPDATE SET cards = cards + ?2,"
            " last_seen = CASE WHEN ?2 > 0 THEN max(last_seen, ?3) ELSE last_seen END",
            ((tag_id, more, self.at) for tag_id, more in self._tagged.items()),
        )
        self._before.clear()
        self._tagged.clear()

    def _new_keys(self, table: str, rows: Sequence[Values]) -> list[tuple[int, int]]:
        names = tables.NAMES_OF_KEYS.get(table, ("id",))
        if names[0] in rows[0]:
            second = names[1] if len(names) > 1 else None
            return [(int(str(row[names[0]])), int(str(row[second])) if second else 0) for row in rows]
        first = self.next_id(table)
        return [(number, 0) for number in range(first, first + len(rows))]

    def _remember_terms(self, card_ids: Iterable[int]) -> None:
        fresh = [number for number in card_ids if number not in self._before]
        for card in cards.by_ids(self.db, fresh):
            self._before[card.id] = self._terms_of(card)

    def _retagged(self, keys: Iterable[tuple[int, int]], more: int) -> None:
        """Count card_tag rows that came or go; the index is told of their cards as they were before."""
        keys = list(keys)
        if more > 0:
            fresh = {card_id for card_id, _ in keys if card_id not in self._before}
            gone = {(card_id, tag_id) for card_id, tag_id in keys if card_id in fresh}
            for card in cards.by_ids(self.db, fresh):
                old = [tag for tag in card.tags if (card.id, tag.id) not in gone]
                self._before[card.id] = self._terms_of(card._replace(tags=tuple(old)))
        else:
            self._remember_terms(card_id for card_id, _ in keys)
        for _, tag_id in keys:
            self._tagged[tag_id] += more

    def _image(self, table: str, key: tuple[int, int]) -> dict[str, object]:
        columns = tables.columns(tables.BY_NAME[table])
        condition, values = where(table, key)
        row = self.db.row(f"SELECT {', '.join(columns)} FROM {table} WHERE {condition}", values)
        if row is None:
            raise NotFound(f"there is no {table} {key[0]}")
        return dict(zip(columns, row, strict=True))

    def _note(self, table: str, action: str, key: tuple[int, int], before: Values) -> None:
        self.db.run(
            "INSERT INTO change (operation_id, tbl, action, key, key2, last, before) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (self.operation_id, table, action, *key, key[0], _encode(before)),
        )

    def _note_alike(self, table: str, names: Sequence[str], rows: Sequence[Row], changes: Values) -> None:
        """Note updated rows, in the order of their ids: one change for each run of them that were alike."""
        runs: list[list[Any]] = []
        for number, *before in rows:
            if runs and runs[-1][1] == number - 1 and runs[-1][2] == before and number - runs[-1][0] < RUN:
                runs[-1][1] = number
            else:
                runs.append([number, number, before])
        images = (
            {name: was for name, was in zip(names, before, strict=True) if was != changes[name]}
            for _, _, before in runs
        )
        self.db.many(
            "INSERT INTO change (operation_id, tbl, action, key, last, before) VALUES (?, ?, 'update', ?, ?, ?)",
            (
                (self.operation_id, table, first, last, _encode(image))
                for (first, last, _), image in zip(runs, images, strict=True)
            ),
        )

    def _note_runs(self, table: str, keys: Sequence[tuple[int, int]]) -> None:
        """Note inserted rows: one change for each run of consecutive numbers."""
        runs: list[list[int]] = []
        for first, second in keys:
            if runs and second == 0 and runs[-1][2] == first - 1:
                runs[-1][2] = first
            else:
                runs.append([first, second, first])
        self.db.many(
            "INSERT INTO change (operation_id, tbl, action, key, key2, last) VALUES (?, ?, 'insert', ?, ?, ?)",
            ((self.operation_id, table, *run) for run in runs),
        )


def _batches(keys: Sequence[int], size: int) -> Iterator[list[int]]:
    rest = iter(keys)
    while some := list(islice(rest, size)):
        yield some


def begin(db: Database, at: int, who: str, command: str, *, undoes: int | None = None) -> int:
    """Open an operation inside a transaction; return its number."""
    return db.run(
        "INSERT INTO operation (at, who, command, undoes) VALUES (?, ?, ?, ?)", (at, who, command, undoes)
    )


def finish(db: Database, operation_id: int, summary: str, *, final: bool = False) -> bool:
    """Close an operation with a word on what it did; one that changed nothing leaves no trace.

    Args:
        db: inside a transaction.
        operation_id: the operation.
        summary: what it did.
        final: nothing can take it back, and nothing of what it changed is kept.

    Returns:
        Whether the operation stands in the journal.

    """
    if final:
        db.run("DELETE FROM change WHERE operation_id = ?", (operation_id,))
        db.run(
            "UPDATE operation SET finished = 1, final = 1, summary = ? WHERE id = ?", (summary, operation_id)
        )
        return True
    stands = db.row(
        "SELECT 1 FROM operation AS o WHERE id = ? AND (undoes IS NOT NULL OR EXISTS"
        " (SELECT 1 FROM change WHERE operation_id = o.id))",
        (operation_id,),
    )
    if not stands:
        db.run("DELETE FROM operation WHERE id = ?", (operation_id,))
        return False
    db.run("UPDATE operation SET finished = 1, summary = ? WHERE id = ?", (summary, operation_id))
    return True


def is_undone(db: Database, operation_id: int) -> bool:
    """Tell whether an operation was taken back."""
    found = db.row("SELECT undone_by FROM operation WHERE id = ?", (operation_id,))
    return found is not None and found[0] is not None


def where(table: str, key: tuple[int, int]) -> tuple[str, tuple[int, ...]]:
    """Return the condition, and its values, that picks a row by its key."""
    names = tables.NAMES_OF_KEYS.get(table, ("id",))
    return " AND ".join(f"{name} = ?" for name in names), key[: len(names)]


def _encode(row: Values) -> str:
    images = {
        name: {"hex": value.hex()} if isinstance(value, bytes) else value for name, value in row.items()
    }
    return json.dumps(images, ensure_ascii=False, separators=(",", ":"))


def decode(image: str) -> dict[str, object]:
    """Return the row, or the columns of one, that the journal keeps as an image."""
    return {
        name: bytes.fromhex(value["hex"]) if isinstance(value, dict) else value
        for name, value in json.loads(image).items()
    }
