"""Reading feedback on cards, and verdicts on proposals."""

from __future__ import annotations

import json
from collections.abc import Iterable

from wdm.store.database import Database, known
from wdm.store.records import FeedbackGiven, Judgement


def of_cards(db: Database, card_ids: Iterable[int]) -> list[FeedbackGiven]:
    """Return all feedback on these cards."""
    return [
        FeedbackGiven(card_id, known(Judgement, status), query, key, note, given_at)
        for card_id, status, query, key, note, given_at in db.rows(
            "SELECT card_id, status, query, query_key, note, given_at FROM feedback"
            " WHERE card_id IN (SELECT value FROM json_each(?)) ORDER BY card_id, id",
            (json.dumps(list(card_ids)),),
        )
    ]


def feedback_id(db: Database, card_id: int, query_key: str) -> int | None:
    """Return the row that holds the feedback on a card for a query."""
    row = db.row("SELECT id FROM feedback WHERE card_id = ? AND query_key = ?", (card_id, query_key))
    return int(row[0]) if row else None


def recent_queries(db: Database, limit: int) -> list[str]:
    """Return the queries that feedback was last given for, the latest first."""
    rows = db.rows(
        "SELECT query FROM feedback GROUP BY query ORDER BY max(given_at) DESC, query LIMIT ?", (limit,)
    )
    return [str(row[0]) for row in rows]


def verdicts(db: Database) -> dict[str, str]:
    """Return what was decided about each proposal."""
    return dict(db.rows("SELECT proposal, decision FROM verdict"))


def verdict_id(db: Database, proposal: str) -> int | None:
    """Return the row that holds what was decided about a proposal."""
    row = db.row("SELECT id FROM verdict WHERE proposal = ?", (proposal,))
    return int(row[0]) if row else None


def confirmed(db: Database) -> set[int]:
    """Return the cards that somebody confirmed as an answer."""
    return {row[0] for row in db.rows("SELECT card_id FROM feedback WHERE status = 'confirmed'")}
