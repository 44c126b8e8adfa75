"""Reading the journal."""

from __future__ import annotations

import json

from wdm.store.database import Database
from wdm.store.records import Operation


def listing(db: Database, *, limit: int | None = None, only: int | None = None) -> list[Operation]:
    """Return operations, the latest first, with counts of the rows that each changed."""
    where, values = ("WHERE id = ?", [only]) if only is not None else ("", [])
    rows = db.rows(
        f"SELECT id, at, who, command, summary, undoes, undone_by, finished, final FROM operation {where}"
        " ORDER BY id DESC LIMIT ?",
        (*values, -1 if limit is None else limit),
    )
    told: dict[int, dict[str, int]] = {row[0]: {} for row in rows}
    for operation_id, table, action, count in db.rows(
        "SELECT operation_id, tbl, action, sum(last - key + 1) FROM change"
        " WHERE operation_id IN (SELECT value FROM json_each(?)) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3",
        (json.dumps(list(told)),),
    ):
        told[operation_id][f"{table} {action}"] = count
    return [
        Operation(
            number, at, who, command, summary, undoes, undone_by, bool(finished), bool(final), told[number]
        )
        for number, at, who, command, summary, undoes, undone_by, finished, final in rows
    ]


def last_standing(db: Database) -> int | None:
    """Return the latest operation that is neither undone nor itself an undo."""
    found = db.row("SELECT max(id) FROM operation WHERE undone_by IS NULL AND undoes IS NULL")
    return None if found is None or found[0] is None else int(found[0])
