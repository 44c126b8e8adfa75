"""Erasing cards for good: rows, index, what the journal remembers of them, and the pages that held them."""

from __future__ import annotations

import json
from collections.abc import Iterable

from wdm.store import cards, undo
from wdm.store.database import Database
from wdm.store.errors import NotFound
from wdm.store.journal import Transaction

_OWN = ("feedback", "card_alias", "preference", "golden", "mood_event")
"""Tables whose rows belong to one card and may quote it."""


def purge(tx: Transaction, card_ids: Iterable[int]) -> None:
    """Erase cards and all that tells of them, the journal's images too; the tags found in them go where none is left.

    Args:
        tx: its own changes are erased as well, so it cannot be undone.
        card_ids: cards that exist, or that an undone operation had made and the journal still knows.

    Raises:
        NotFound: one is none of these; nothing is erased then.

    """
    db, numbers = tx.db, list(card_ids)
    here = {row[0] for row in _rows(db, "SELECT id FROM card WHERE id IN ({})", numbers)}
    for number in numbers:
        if number not in here and not cards.erased(db, number):
            raise NotFound(f"there is no card {number}", hint="`wdm list` shows them")
    tags = [
        row[0] for row in _rows(db, "SELECT DISTINCT tag_id FROM card_tag WHERE card_id IN ({})", numbers)
    ]
    for table in _OWN:
        own = _owned(db, table, numbers)
        for (number,) in _rows(db, f"SELECT id FROM {table} WHERE card_id IN ({{}})", numbers):
            tx.delete(table, (number, 0))
        _forget(db, table, own)
    for (number,) in _rows(db, "SELECT id FROM card WHERE superseded_by IN ({})", numbers):
        tx.update("card", number, {"superseded_by": None})
    documents = _rows(
        db, "SELECT DISTINCT document_id FROM card WHERE document_id IS NOT NULL AND id IN ({})", numbers
    )
    for number in here:
        tx.delete("card", (number, 0))
    for (number,) in documents:
        if undo.referring(db, "document", number):
            tx.update("document", number, {"summary": "", "overview": ""})
        else:  # so that the file can be taken in again
            tx.delete("document", (number, 0))
        _forget(db, "document", [number])
    db.run("DELETE FROM card_use WHERE card_id IN (SELECT value FROM json_each(?))", (json.dumps(numbers),))
    _forget(db, "card", numbers)
    _forget(db, "card_tag", numbers)
    tx.flush()
    _drop_found_tags(tx, tags)
    db.run("UPDATE operation SET command = 'wdm purge' WHERE id = ?", (tx.operation_id,))


def compact(db: Database) -> None:
    """Write the file anew, so that no free page keeps what was erased, and empty its log.

    Raises:
        Busy: another process uses the file.

    """
    db.run("VACUUM")
    db.checkpoint()


def _drop_found_tags(tx: Transaction, tags: Iterable[int]) -> None:
    """Delete those of the tags that the program found in texts and that nothing carries or refers to any more.

    An undone operation that could be redone refers to them too.
    """
    for tag in tags:
        found = tx.db.row(
            "SELECT 1 FROM tag WHERE id = ?1 AND source = 'found' AND definition IS NULL"
            " AND NOT EXISTS (SELECT 1 FROM change WHERE tbl = 'card_tag' AND key2 = ?1)",
            (tag,),
        )
        if found and not undo.referring(tx.db, "tag", tag):
            tx.delete("tag", (tag, 0))
            tx.db.run("DELETE FROM tag_stat WHERE tag_id = ?", (tag,))
            _forget(tx.db, "tag", [tag])


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


def _forget(db: Database, table: str, keys: Iterable[int]) -> None:
    """Drop the images of rows, and what the operations that changed them say of themselves, which may quote texts.

    Runs of inserted rows hold numbers alone, and stay.
    """
    wanted = json.dumps(list(keys))
    touched = (
        "tbl = ?1 AND EXISTS (SELECT 1 FROM json_each(?2) WHERE value BETWEEN change.key AND change.last)"
    )
    db.run(
        "UPDATE operation SET command = substr(command, 1, 4 + instr(substr(command, 5) || ' ', ' ')) || '…',"
        f" summary = '' WHERE id IN (SELECT operation_id FROM change WHERE {touched})",
        (table, wanted),
    )
    db.run(
        "DELETE FROM change WHERE tbl = ? AND key IN (SELECT value FROM json_each(?)) AND key = last",
        (table, wanted),
    )


def _rows(db: Database, sql: str, numbers: list[int]) -> list[tuple[int]]:
    return db.rows(sql.format("SELECT value FROM json_each(?)"), (json.dumps(numbers),))
