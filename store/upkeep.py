"""What upkeep needs of the store: who runs it, when it ran, its golden queries, and the thinning of the journal."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from wdm.store.database import Database
from wdm.store.errors import Busy, Unusable
from wdm.store.records import Golden

if os.name == "nt":  # pragma: no cover
    import msvcrt

    def _lock(descriptor: int) -> None:
        # A byte far behind the words, which others may then read.
        os.lseek(descriptor, 1 << 20, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        os.lseek(descriptor, 0, os.SEEK_SET)
else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def owned(store: Path, words: str) -> Iterator[None]:
    """Be the one process that keeps a store up, for a block.

    The lock is one of the operating system on a file beside the store, so it goes with its owner, however that
    ends; the file tells who it is.

    Args:
        store: the store's path.
        words: who runs what, and since when.

    Raises:
        Busy: another process is it.
        Unusable: there can be no file beside the store.

    """
    # Beside the file itself, whatever link leads there: the lock is the same for all.
    path = Path(f"{os.path.realpath(store)}.upkeep")
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise Unusable(f"cannot make {path}: {error.strerror}") from error
    try:
        try:
            _lock(descriptor)
        except OSError as error:
            owner = os.read(descriptor, 500).decode("utf-8", "replace") or "another process"
            raise Busy(
                f"upkeep is under way: {owner}", hint="one at a time; it leaves no lock behind"
            ) from error
        with suppress(OSError):  # on a full disk nobody is told who it is
            os.ftruncate(descriptor, 0)
            os.write(descriptor, f"{words}, process {os.getpid()}".encode("utf-8", "replace"))
        yield
        os.ftruncate(descriptor, 0)
    finally:
        os.close(descriptor)


def last_run(db: Database, name: str) -> int | None:
    """Return when a task last ran, in milliseconds since 1970."""
    row = db.row("SELECT at FROM upkeep WHERE name = ?", (name,))
    return int(row[0]) if row else None


def note_run(db: Database, name: str, at: int) -> None:
    """Keep when a task ran."""
    db.run(
        "INSERT INTO upkeep (name, at) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET at = excluded.at",
        (name, at),
    )


def golden(db: Database) -> list[Golden]:
    """Return the golden queries, each with the card that must be found now: the one that replaced its own, if any."""
    return [
        Golden(number, query, card_id, _successor(db, card_id), added_at)
        for number, query, card_id, added_at in db.rows(
            "SELECT id, query, card_id, added_at FROM golden ORDER BY id"
        )
    ]


def thin_journal(db: Database, before: int) -> int:
    """Drop the row images of operations that ended before a time; they stay listed, but can no longer be undone.

    Returns:
        How many operations were thinned.

    """
    old = "at < ? AND final = 0 AND EXISTS (SELECT 1 FROM change WHERE operation_id = operation.id)"
    row = db.row(f"SELECT count(*) FROM operation WHERE {old}", (before,))
    db.run(f"UPDATE operation SET final = 1 WHERE {old}", (before,))
    db.run("DELETE FROM change WHERE operation_id IN (SELECT id FROM operation WHERE final = 1)")
    return int(row[0]) if row else 0


def undone_deeds(db: Database, name: str) -> set[tuple[str, int, int]]:
    """Return (table, key, second key) of the rows that undone runs of a task had changed; their summaries name it."""
    return {
        (table, number, key2)
        for table, key, last, key2 in db.rows(
            "SELECT DISTINCT ch.tbl, ch.key, ch.last, ch.key2 FROM operation AS o"
            " JOIN change AS ch ON ch.operation_id = o.id"
            " WHERE o.undone_by IS NOT NULL AND o.summary LIKE ? || ': %'",
            (name,),
        )
        for number in range(key, last + 1)
    }


def free_share(db: Database) -> float:
    """Return the share of the file's pages that nothing uses."""
    free, pages = db.row("PRAGMA freelist_count"), db.row("PRAGMA page_count")
    return int(free[0]) / max(int(pages[0]), 1) if free and pages else 0.0


def _successor(db: Database, number: int) -> int:
    """Return the card that has taken the place of another one, over as many steps as there are."""
    seen = {number}
    while (row := db.row("SELECT superseded_by FROM card WHERE id = ?", (number,))) and row[0] is not None:
        if row[0] in seen:
            break
        number = int(row[0])
        seen.add(number)
    return number
