"""Erasing cards for good: rows, index, what the journal remembers of them, and the pages that held them."""

from __future__ import annotations

import json
from collections.abc import Iterable

from wdm.store import undo
from wdm.store.database import Database
from wdm.store.journal import Transaction

_OWN = ("feedback", "card_alias", "preference", "golden")
"""Tables whose rows belong to one card and may quote it."""


def purge(tx: Transaction, card_ids: Iterable[int]) -> None:
    """Erase cards and all that tells of them, the journal's images too; the tags found in them go where none is left.

    Args:
        tx: its own changes are erased as well, so it cannot be undone.
        card_ids: cards that exist.

    """
    db, numbers = tx.db, list(card_ids)
    tags = [
        row[0] for row in _rows(db, "SELECT DISTINCT tag_id FROM card_tag WHERE card_id IN ({})", numbers)
    ]
    _blank_commands(db, numbers)
    for table in _OWN:
        own = set(_owned(db, table, numbers))
        for (number,) in _rows(db, f"SELECT id FROM {table} WHERE card_id IN ({{}})", numbers):
            tx.delete(table, (number, 0))
        _forget_changes(db, table, own)
    for (number,) in _rows(db, "SELECT id FROM card WHERE superseded_by IN ({})", numbers):
        tx.update("card", number, {"superseded_by": None})
    for (number,) in _rows(
        db, "SELECT document_id FROM card WHERE document_id IS NOT NULL AND id IN ({})", numbers
    ):
        tx.update("document", number, {"summary": "", "overview": ""})
        _forget_changes(db, "document", [number])
    for number in numbers:
        tx.delete("card", (number, 0))
    _run(db, "DELETE FROM card_use WHERE card_id IN ({})", numbers)
    _forget_changes(db, "card", numbers)
    _forget_changes(db, "card_tag", numbers)
    _drop_found_tags(tx, tags)


def compact(db: Database) -> None:
    """Write the file anew, so that no free page keeps what was erased, and empty its log.

    Raises:
        Busy: another process uses the file.

    """
    db.run("VACUUM")
    db.checkpoint()


def _drop_found_tags(tx: Transaction, tags: Iterable[int]) -> None:
    """Delete those of the tags that the program found in texts and that nothing carries or refers to any more."""
    for tag in tags:
        lone = tx.db.row(
            "SELECT 1 FROM tag WHERE id = ? AND source = 'found' AND definition IS NULL", (tag,)
        ) and not undo.referring(tx.db, "tag", tag)
        if lone:
            tx.delete("tag", (tag, 0))
            tx.db.run("DELETE FROM tag_stat WHERE tag_id = ?", (tag,))
            _forget_changes(tx.db, "tag", [tag])


def _owned(db: Database, table: str, numbers: list[int]) -> list[int]:
    """Return the rows of a table that belong or once belonged to the cards."""
    wanted = json.dumps(numbers)
    return [
        row[0]
        for row in db.rows(
            f"SELECT id FROM {table} WHERE card_id IN (SELECT value FROM json_each(?1)) UNION"
            " SELECT key FROM change WHERE tbl = ?2 AND action = 'delete'"
            " AND json_extract(before, '$.card_id') IN (SELECT value FROM json_each(?1))",
            (wanted, table),
        )
    ]


def _forget_changes(db: Database, table: str, keys: Iterable[int]) -> None:
    """Drop the images of rows; runs of inserted rows hold numbers alone, and stay."""
    db.run(
        "DELETE FROM change WHERE tbl = ? AND key IN (SELECT value FROM json_each(?)) AND key = last",
        (table, json.dumps(list(keys))),
    )


def _blank_commands(db: Database, numbers: list[int]) -> None:
    """Cut the command lines of operations that changed these cards down to the command: options may quote texts."""
    wanted = json.dumps(numbers)
    db.run(
        "UPDATE operation SET command = substr(command, 1, 4 + instr(substr(command, 5) || ' ', ' ')) || '…',"
        " summary = '' WHERE id IN (SELECT DISTINCT ch.operation_id FROM change AS ch"
        " WHERE (ch.tbl IN ('card', 'card_tag') AND EXISTS (SELECT 1 FROM json_each(?1) WHERE value BETWEEN ch.key AND ch.last))"
        + "".join(
            f" OR (ch.tbl = '{table}' AND EXISTS (SELECT 1 FROM {table} AS o WHERE o.id BETWEEN ch.key AND ch.last"
            " AND o.card_id IN (SELECT value FROM json_each(?1))))"
            for table in _OWN
        )
        + ")",
        (wanted,),
    )


def _rows(db: Database, sql: str, numbers: list[int]) -> list[tuple[int]]:
    return db.rows(sql.format("SELECT value FROM json_each(?)"), (json.dumps(numbers),))


def _run(db: Database, sql: str, numbers: list[int]) -> None:
    db.run(sql.format("SELECT value FROM json_each(?)"), (json.dumps(numbers),))
