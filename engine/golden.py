"""Golden queries: what must stay findable, whatever upkeep and people do to the tags and the cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from wdm.engine import look
from wdm.engine.recall import Query, Recall
from wdm.store.errors import NotFound, Refused
from wdm.store.journal import Transaction
from wdm.store.reader import Reader
from wdm.store.records import Golden
from wdm.store.store import Store

FIRST = 10
"""Places among which the card of a golden query must be found."""


class Checked(NamedTuple):
    """A golden query, and where its card is found."""

    golden: Golden
    rank: int | None
    """Its place among the first ten, from 1; None where it is not among them."""


def check(store: Reader, finder: Recall) -> list[Checked]:
    """Return every golden query with the place of its card."""
    answers: dict[str, list[int]] = {}
    return [_checked(finder, one, answers) for one in store.golden()]


def _checked(finder: Recall, one: Golden, answers: dict[str, list[int]]) -> Checked:
    """Return a golden query with the place of its card; answers are kept for others of the same words."""
    if one.query not in answers:
        answers[one.query] = [hit.card.id for hit in finder.answer(Query(one.query, top=FIRST)).hits]
    found = answers[one.query]
    return Checked(one, found.index(one.wanted) + 1 if one.wanted in found else None)


def refuse_lost(before: Iterable[Checked], after: Iterable[Checked]) -> None:
    """Refuse a change after which a golden query no longer finds its card.

    Raises:
        Refused: one was found before and is not now; the caller's transaction is rolled back by it.

    """
    now = {one.golden.id: one.rank for one in after}
    lost = [one for one in before if one.rank is not None and now.get(one.golden.id) is None]
    if lost:
        first = lost[0]
        more = f", and {len(lost) - 1} more" if len(lost) > 1 else ""
        raise Refused(
            f"golden query {first.golden.query!r} would lose card {first.golden.wanted}{more}",
            hint="nothing was changed; `wdm golden remove` gives it up",
        )


def add(store: Store, tx: Transaction, finder: Recall, query: str, reference: str) -> Checked:
    """Keep that a query must find a card; return where it is found now.

    Raises:
        NotFound: the reference names no card.

    """
    card_id = look.find(store, reference)

    def kept() -> Golden | None:
        return next((one for one in store.golden() if (one.query, one.card_id) == (query, card_id)), None)

    one = kept()
    if one is None:
        tx.insert("golden", [{"query": query, "card_id": card_id, "added_at": tx.at}])
        one = kept()
    if one is None:
        raise AssertionError("it was inserted just now")
    return _checked(finder, one, {})


def remove(store: Store, tx: Transaction, query: str, reference: str | None) -> int:
    """Give up a golden query, for one card or for all of its cards; return how many went.

    Raises:
        NotFound: there is none such.

    """
    card_id = None if reference is None else look.find(store, reference)
    gone = [
        one for one in store.golden() if one.query == query and card_id in (None, one.card_id, one.wanted)
    ]
    if not gone:
        raise NotFound(f"there is no golden query {query!r}", hint="`wdm golden list` shows them")
    for one in gone:
        tx.delete("golden", (one.id, 0))
    return len(gone)
