"""Taking an operation back by the images that the journal keeps of the rows it changed."""

from __future__ import annotations

from itertools import groupby

from wdm.store.database import Database
from wdm.store.errors import NotFound, Refused
from wdm.store.journal import RUN, Transaction, decode, where

_REFERRING = {
    "tag": ("card_tag.tag_id", "tag_alias.tag_id", "tag_relation.tag_id", "tag.merged_into"),
    "scene": ("card.scene_id",),
    "document": ("card.document_id",),
    "card": (
        "feedback.card_id",
        "card_alias.card_id",
        "preference.card_id",
        "card.superseded_by",
        "golden.card_id",
        "mood_event.card_id",
    ),
}
"""Columns that refer to a row of a table."""

_SHARED = {"tag", "scene", "document"}
"""Tables whose rows stay, when their making is undone, as long as others refer to them."""


def undo(tx: Transaction, operation_id: int) -> None:
    """Take back all changes of an operation; the caller's operation is the undoing one, so it can be undone too.

    Raises:
        NotFound: no such operation.
        Refused: it is undone already, or a later operation touched the same rows.

    """
    db = tx.db
    found = db.row("SELECT undone_by, final FROM operation WHERE id = ?", (operation_id,))
    if found is None:
        raise NotFound(f"there is no operation {operation_id}", hint="`wdm log` lists them")
    if found[1]:
        raise Refused(
            f"operation {operation_id} cannot be undone: what it changed is no longer kept",
            hint="`wdm undo OP` takes back an earlier one; `wdm log` lists them",
        )
    if found[0] is not None:
        raise Refused(f"operation {operation_id} is undone already, by operation {found[0]}")
    _refuse_if_touched_later(db, operation_id)
    changes = db.rows(
        "SELECT tbl, action, key, key2, last, before FROM change WHERE operation_id = ? ORDER BY id DESC",
        (operation_id,),
    )
    # Stable, so the latest first among each; what rows may share leaves after the rows that share it.
    changes.sort(key=lambda change: change[0] in _SHARED and change[1] == "insert")
    # What an upkeep changed alike in many rows goes back in one stroke.
    for (table, action, before), alike in groupby(changes, key=lambda change: (*change[:2], change[5])):
        if action == "update":
            keys = (number for _, _, key, _, last, _ in alike for number in range(key, last + 1))
            tx.update_many(table, keys, decode(before))
            continue
        for _, _, key, key2, last, _ in alike:
            if action == "delete":
                tx.insert(table, [decode(before)])
            else:
                for number in range(last, key - 1, -1):
                    _take_away(tx, operation_id, table, (number, key2))
    _refuse_double_names(db, operation_id, tx.operation_id)
    _mark_undone(db, operation_id, tx.operation_id)


def _take_away(tx: Transaction, operation_id: int, table: str, key: tuple[int, int]) -> None:
    """Delete a row that an operation inserted, unless it was purged or is shared by others that came later.

    Raises:
        Refused: something refers to it that cannot do without.

    """
    holder = referring(tx.db, table, key[0])
    if holder is None:
        if _is_there(tx.db, table, key):
            tx.delete(table, key)
    elif table not in _SHARED:
        raise Refused(
            f"operation {operation_id} cannot be undone: a later {holder} refers to {table} {key[0]}",
            hint="`wdm log` shows what came later; undo that first",
        )


def _refuse_double_names(db: Database, operation_id: int, by: int) -> None:
    """Refuse when a name that came back is another tag's by now: names and aliases live in two tables."""
    double = db.row(
        "SELECT t.name FROM change AS c JOIN tag AS t ON t.id BETWEEN c.key AND c.last"
        " JOIN tag_alias AS a ON a.key = t.key WHERE c.operation_id = ?1 AND c.tbl = 'tag'"
        " UNION ALL SELECT t.name FROM change AS c JOIN tag_alias AS a ON a.id BETWEEN c.key AND c.last"
        " JOIN tag AS t ON t.key = a.key WHERE c.operation_id = ?1 AND c.tbl = 'tag_alias' LIMIT 1",
        (by,),
    )
    if double:
        raise Refused(
            f"operation {operation_id} cannot be undone: {double[0]!r} would be a name and an alias at once",
            hint="`wdm log` shows what came later; undo that first",
        )


def _mark_undone(db: Database, operation_id: int, by: int) -> None:
    """Mark an operation as undone; if it is itself an undo, what it took back stands again, and so on."""
    undoing: int | None = by
    target: int | None = operation_id
    while target is not None:
        db.run("UPDATE operation SET undone_by = ? WHERE id = ?", (undoing, target))
        undoing = target if undoing is None else None
        row = db.row("SELECT undoes FROM operation WHERE id = ?", (target,))
        target = row[0] if row else None


def _refuse_if_touched_later(db: Database, operation_id: int) -> None:
    """Refuse when an operation that still stands changed a row after this one did.

    An undo of something later than this operation does not count: the two cancel out. An undo of something
    earlier does: it took away what this operation stands on.
    """
    stands = "o.undone_by IS NULL AND (o.undoes IS NULL OR o.undoes < mine.operation_id)"
    blocking = db.row(
        "SELECT o.id, o.command, later.tbl, later.key FROM change AS mine JOIN change AS later"
        f" ON later.tbl = mine.tbl AND later.key BETWEEN mine.key - {RUN} AND mine.last"
        " AND later.last >= mine.key AND later.key2 = mine.key2"
        " AND later.id > mine.id AND later.operation_id <> mine.operation_id"
        " JOIN operation AS o ON o.id = later.operation_id"
        f" WHERE mine.operation_id = ? AND {stands} ORDER BY o.id LIMIT 1",
        (operation_id,),
    ) or db.row(
        "SELECT o.id, o.command, 'card', later.key FROM change AS mine JOIN change AS later"
        " ON later.tbl = 'card_tag' AND later.key BETWEEN mine.key AND mine.last"
        " AND later.id > mine.id AND later.operation_id <> mine.operation_id"
        " JOIN operation AS o ON o.id = later.operation_id"
        f" WHERE mine.operation_id = ? AND mine.tbl = 'card' AND mine.action = 'insert' AND {stands}"
        " ORDER BY o.id LIMIT 1",
        (operation_id,),
    )
    if blocking:
        later, command, table, key = blocking
        raise Refused(
            f"operation {operation_id} cannot be undone: operation {later} ({command}) changed {table} {key} after it",
            hint=f"`wdm undo {later}` first",
        )


def referring(db: Database, table: str, number: int) -> str | None:
    """Return a table whose rows refer to a row, or None."""
    for column in _REFERRING.get(table, ()):
        other, name = column.split(".")
        if db.row(f"SELECT 1 FROM {other} WHERE {name} = ? LIMIT 1", (number,)):
            return other
    return None


def _is_there(db: Database, table: str, key: tuple[int, int]) -> bool:
    condition, values = where(table, key)
    return db.row(f"SELECT 1 FROM {table} WHERE {condition}", values) is not None
