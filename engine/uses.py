"""Counting that cards were used, beside reading: it never delays or fails a read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set
from typing import TYPE_CHECKING

from wdm.engine.rules.times import DAY
from wdm.store.errors import Busy, WdmError
from wdm.store.reader import Reader
from wdm.store.records import Card

if TYPE_CHECKING:
    from wdm.engine.recall import Answer
    from wdm.store.store import Store

COUNTED = "counted"

STANDS_OUT = 0.5
"""Share of the first hit's score from which a hit is used; what scores less is merely shown with it."""


def used(answer: Answer) -> list[Card]:
    """Return the cards that an answer uses: those that answer the query, not those that only fill its places."""
    best = max((hit.score for hit in answer.hits), default=0.0)
    return [hit.card for hit in answer.hits if hit.score >= STANDS_OUT * best]


def unused(store: Reader, cards: Iterable[Card], now: int) -> set[int]:
    """Return those of the cards whose use today is still to be counted: once a day and card is enough."""
    numbers = {card.id for card in cards}
    return numbers - store.used_on(numbers, now // DAY)


def count(impatient: Callable[[], Store], fresh: Set[int], now: int) -> str:
    """Count a use of cards; return `counted`, or why it was left.

    Args:
        impatient: opens the store for writing, without waiting for anybody.
        fresh: cards that were not used today yet; where there are none, nothing is opened.
        now: milliseconds since 1970.

    """
    if fresh:
        try:
            with impatient() as store:
                store.note_uses(fresh, now // DAY)
        except Busy:
            return "skipped: another process writes"
        except WdmError as error:  # a folder that is read only, a full disk: reading goes on
            return f"skipped: {error.message}"
    return COUNTED


def settle(impatient: Callable[[], Store]) -> None:
    """Open and close the store: who closes it last brings its log into the file."""
    try:
        impatient().close()
    except WdmError:  # whoever keeps us from it will do it
        return
