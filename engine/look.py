"""Looking at what is kept, without any question of relevance."""

from collections.abc import Sequence
from typing import NamedTuple

from wdm.engine.rules.text import name_key
from wdm.store.cards import CardFilter
from wdm.store.errors import NotFound, Refused
from wdm.store.reader import Reader
from wdm.store.records import Card, Kind, Preference

SHORTEST_UID = 8
"""Hexadecimal digits of a uid that are enough to name a card."""


class Wanted(NamedTuple):
    """Which cards a listing wants; None and () mean any."""

    kind: Kind | None = None
    tags: tuple[str, ...] = ()
    topic: str | None = None
    since: int | None = None
    until: int | None = None
    everything: bool = False
    limit: int | None = None
    archived: bool = False


class Shown(NamedTuple):
    """Cards in full, and what stands beside them."""

    cards: list[Card]
    """In the order in which they were asked for."""
    replaced: dict[int, list[int]]
    """The cards that each of them superseded."""
    preferences: dict[int, Preference]
    use: str | None = None
    """`counted`, or why their use was not; None where uses are not counted."""


class Stats(NamedTuple):
    """How much is kept."""

    cards: dict[str, dict[str, int]]
    tags: dict[str, int]
    terms: int
    file_bytes: int
    operations: int


def show(store: Reader, references: Sequence[str]) -> list[Card]:
    """Return the cards that are named, in that order."""
    numbers = [find(store, reference) for reference in references]
    cards = {card.id: card for card in store.cards(numbers)}
    return [cards[number] for number in numbers]


def shown(store: Reader, references: Sequence[str]) -> Shown:
    """Return cards that are named, in that order, with what stands beside them."""
    return _beside(store, show(store, references))


def _beside(store: Reader, cards: list[Card]) -> Shown:
    numbers = [card.id for card in cards]
    return Shown(cards, store.replaced_by(numbers), store.preferences(numbers))


def find(store: Reader, reference: str, *, erased: bool = False) -> int:
    """Return the number of the card that a reference names.

    Args:
        store: the store.
        reference: the caller's own id, a card number, or at least eight digits of a uid, in this order.
        erased: also the number of a card that an undone operation had made, and only the journal knows.

    Raises:
        NotFound: none is named so.
        Refused: the beginning of a uid fits more than one.

    """
    number = store.card_by_external_id(reference)
    if number is not None:
        return number
    if reference.isascii() and reference.isdigit() and len(reference) < 19:
        number = int(reference)
        if store.cards([number]) or (erased and store.erased(number)):
            return number
    digits = reference.replace("-", "").lower()
    if len(digits) >= SHORTEST_UID and set(digits) <= set("0123456789abcdef"):
        found = store.cards_by_uid(digits)
        if len(found) > 1:
            raise Refused(f"{reference!r} is the beginning of more than one uid", hint="give more digits")
        if found:
            return found[0]
    raise NotFound(f"there is no card {reference!r}", hint="`wdm list` shows them")


def tag_ids(store: Reader, names: Sequence[str]) -> tuple[int, ...]:
    """Return the tags with these names or aliases, merged ones followed to where they went.

    Raises:
        NotFound: one is not in the pool.

    """
    by_key = store.tags_by_keys(map(name_key, names))
    ids = []
    for name in names:
        tag_id = by_key.get(name_key(name))
        if tag_id is None:
            raise NotFound(f"there is no tag {name!r}", hint="`wdm tags list` shows them")
        ids.append(store.target_of(tag_id))
    return tuple(ids)


def listing(store: Reader, wanted: Wanted) -> Shown:
    """Return cards, the latest first, with what stands beside them."""
    chosen = CardFilter(
        wanted.kind,
        tag_ids(store, wanted.tags),
        wanted.topic,
        wanted.since,
        wanted.until,
        wanted.everything,
        wanted.archived,
    )
    return _beside(store, store.list_cards(chosen, limit=wanted.limit))


def stats(store: Reader) -> Stats:
    """Return how much is kept."""
    newest = store.operations(limit=1)
    return Stats(
        cards=store.card_counts(),
        tags=store.tag_counts(),
        terms=store.totals()[1],
        file_bytes=store.path.stat().st_size,
        operations=newest[0].id if newest else 0,
    )
