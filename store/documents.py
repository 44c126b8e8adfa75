"""Reading documents."""

from __future__ import annotations

from wdm.store.database import Database
from wdm.store.records import Document


def by_path(db: Database, path: str) -> Document | None:
    """Return the document that was read from a path."""
    row = db.row(
        "SELECT id, path, hash, mime, summary, overview, read_at FROM document WHERE path = ?", (path,)
    )
    return Document(*row) if row else None
