"""Taking feedback on cards: one judgement for a card and a query, the last one holds."""

from __future__ import annotations

from dataclasses import dataclass

from wdm.engine import look
from wdm.engine.recall import Recall
from wdm.store.journal import Transaction
from wdm.store.records import Judgement
from wdm.store.store import Store


@dataclass(frozen=True, slots=True)
class Given:
    """Feedback as it was taken."""

    card_id: int
    status: Judgement
    query_key: str
    changed: bool


def give(
    store: Store, tx: Transaction, recall: Recall, reference: str, status: Judgement, query: str, note: str
) -> Given:
    """Keep a judgement on a card as the answer to a query, in place of an earlier one.

    Raises:
        NotFound: the reference names no card.

    """
    card_id = look.find(store, reference)
    key = recall.key(query)
    values = {"status": status, "query": query.strip(), "note": note.strip(), "given_at": tx.at}
    known = store.feedback_id(card_id, key)
    if known is None:
        tx.insert("feedback", [{"card_id": card_id, "query_key": key, **values}])
        return Given(card_id, status, key, changed=True)
    return Given(card_id, status, key, changed=tx.update("feedback", known, values))
