"""On which days cards were used: a count beside the journal, which nobody would want to undo."""

from __future__ import annotations

import json
from collections.abc import Iterable

from wdm.store.database import Database


def on(db: Database, card_ids: Iterable[int], day: int) -> set[int]:
    """Return those of the cards that were used on a day, counted from 1970-01-01."""
    rows = db.rows(
        "SELECT card_id FROM card_use WHERE day = ? AND card_id IN (SELECT value FROM json_each(?))",
        (day, json.dumps(list(card_ids))),
    )
    return {row[0] for row in rows}


def between(db: Database, first: int, last: int) -> dict[int, int]:
    """Return on how many days from the first to the last, both included, each card was used."""
    return dict(
        db.rows(
            "SELECT card_id, count(*) FROM card_use WHERE day BETWEEN ? AND ? GROUP BY card_id", (first, last)
        )
    )


def note(db: Database, card_ids: Iterable[int], day: int, at: int) -> None:
    """Count a use of each card that is live and was not used on this day before.

    Args:
        db: inside a transaction.
        card_ids: the cards.
        day: from 1970-01-01.
        at: the moment, in milliseconds since 1970.

    """
    wanted = set(card_ids)
    fresh = sorted(wanted - on(db, wanted, day))
    db.many("INSERT INTO card_use (day, card_id) VALUES (?, ?)", ((day, number) for number in fresh))
    db.many(
        "UPDATE card SET uses = uses + 1, last_used = max(coalesce(last_used, ?1), ?1) WHERE id = ?2",
        ((at, number) for number in fresh),
    )


def drop_before(db: Database, day: int) -> int:
    """Drop the days before this one, whose uses the cards' own count has; return how many uses they were."""
    row = db.row("SELECT count(*) FROM card_use WHERE day < ?", (day,))
    db.run("DELETE FROM card_use WHERE day < ?", (day,))
    return int(row[0]) if row else 0
