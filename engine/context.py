"""The block of memory that goes into a prompt, and the account of what it holds and what it leaves out."""

from collections.abc import Sequence
from typing import NamedTuple

from wdm.engine.recall import Query, Recall
from wdm.engine.rules import block, echo, freshness, importance
from wdm.engine.rules.block import Entry, Form
from wdm.engine.rules.times import DAY
from wdm.engine.settings import Settings
from wdm.store.reader import Reader
from wdm.store.records import Card, Depth, PersonaMode, Standing, Tier

LOOKED_AT = 400
"""Cards of a tier, of each kind that may matter (new, used, told to be remembered), that are weighed."""

LEAST_LINE, SPARE = 10, 30
"""Tokens of about the shortest line, and cards beyond those that a budget might hold that are read: for the ledger."""


DATED = ("hot", "recalled")
"""Parts whose cards tell their day: it matters there, and takes the tokens of a sentence."""


PERSONA_SHARE = 0.6
"""Share of the permanent part's budget that the persona may take."""


class Budgets(NamedTuple):
    """Tokens for each part of a block."""

    perm: int
    hot: int
    cold: int
    recalled: int


class Asked(NamedTuple):
    """What a block is made for."""

    query: str
    depth: Depth
    top: int
    budgets: Budgets
    ledger: bool = True
    """Whether `Context.unread` is wanted, for which all cards are counted: a tenth of a second for a million."""


class Context(NamedTuple):
    """A block, and its ledger."""

    text: str
    tokens: dict[str, int]
    """What each part takes, by its name."""
    budgets: dict[str, int]
    entries: tuple[Entry, ...]
    """In the order of the block."""
    skipped: tuple[Entry, ...]
    unread: dict[str, int]
    """Cards of each tier that are not even in the ledger: others weigh more, by far more than there is room for.

    Empty where no ledger was asked for.
    """
    unknown: tuple[str, ...]
    """Words of the query that no memory holds."""


def context(store: Reader, finder: Recall, settings: Settings, now: int, asked: Asked) -> Context:
    """Return the block for a query, or for none.

    The frame counts toward the first part that has an entry. What answers the query stands in its own part, unless
    it is permanent: that part is the same whatever is asked, so that a model may keep what it has read of it.
    """
    ranked = {
        tier: _ranked(store, settings, now, tier, getattr(asked.budgets, tier) // LEAST_LINE + SPARE)
        for tier in Tier
    }
    counts = store.tier_counts() if asked.ledger else {}
    unread = {tier.value: count - len(ranked[tier]) for tier, count in counts.items()}
    answer = (
        finder.answer(Query(asked.query, top=asked.top, depth=asked.depth)) if asked.query.strip() else None
    )
    head = [*_persona(store, now, asked.budgets.perm), echo.HEAD]
    frame = block.frame_tokens(head)
    parts: dict[str, block.Part] = {}
    shown: set[int] = set()

    def add(name: str, cards: Sequence[tuple[Card, str]], longest: Form) -> None:
        nonlocal frame
        budget = getattr(asked.budgets, name)
        mine = [(card, reason) for card, reason in cards if card.id not in shown]
        told = {card.id: block.forms(card, longest, dated=name in DATED) for card, _ in mine}
        parts[name] = block.fit(name, mine, told, budget, block.heading_tokens(name) + frame)
        kept = {entry.id for entry in parts[name].entries if entry.form}
        shown.update(kept)
        if name == "perm" and len(head) > 1 and not kept:  # the persona belongs to what is permanent
            parts[name] = parts[name]._replace(tokens=frame)
            frame = 0
        frame = 0 if kept else frame

    add("perm", ranked[Tier.PERM], Form.FULL)
    found = [(hit.card, _why(hit.score, place)) for place, hit in enumerate(answer.hits, 1)] if answer else []
    add("recalled", found, block.LONGEST[asked.depth])
    add("hot", ranked[Tier.HOT], Form.FULL)
    add("cold", ranked[Tier.COLD], Form.INDEX)
    entries = {name: _in_order(name, parts[name].entries) for name in echo.SECTIONS}
    return Context(
        block.text(head, entries, alone=len(head) > 1),
        {name: parts[name].tokens for name in echo.SECTIONS},
        asked.budgets._asdict(),
        tuple(entry for mine in entries.values() for entry in mine),
        tuple(
            entry
            for name in echo.SECTIONS
            for entry in parts[name].entries
            if not entry.form and entry.id not in shown
        ),
        {name: count for name, count in unread.items() if count},
        answer.unknown if answer else (),
    )


def _persona(store: Reader, now: int, budget: int) -> list[str]:
    """Return what the block says of the agent itself, shortened where it would take the budget of what is permanent."""
    told = store.persona()
    if told is None or told.mode is PersonaMode.OFF:
        return []
    from wdm.engine import moods  # most memories have no persona
    from wdm.engine.rules import persona

    felt = moods.state(store, told, now)
    room = persona_room(budget)
    return persona.fitting(told, felt.pad, felt.event, felt.at, room)


def persona_room(budget: int) -> float:
    """Return the tokens that a persona may take of the budget of the permanent part, beside the frame."""
    return PERSONA_SHARE * budget - block.frame_tokens([echo.HEAD])


def _ranked(store: Reader, settings: Settings, now: int, tier: Tier, most: int) -> list[tuple[Card, str]]:
    """Return cards of a tier with the reason for their place, the most valuable first."""
    window = now // DAY - settings.tiers.warm_days + 1
    looked_at = {
        one.id: one
        for some in (
            store.newest_of(tier, LOOKED_AT),
            store.newest_of(tier, LOOKED_AT, marked=True),
            store.used_of(tier, window)[:LOOKED_AT],
        )
        for one in some
    }
    values = {number: _value(one, settings, now) for number, one in looked_at.items()}
    order = sorted(
        looked_at.values(), key=lambda one: (-one.pinned, -values[one.id], -one.happened_at, -one.id)
    )[:most]
    cards = {card.id: card for card in store.cards(one.id for one in order)}
    return [(cards[one.id], _reason(one, values[one.id])) for one in order]


def _value(of: Standing, settings: Settings, now: int) -> float:
    kept = freshness.retention(of, now, settings.recall.fading)
    return importance.parts(of).importance * kept


def _reason(of: Standing, value: float) -> str:
    return f"{of.tier}{', pinned' if of.pinned else ''}, S x retention {value:.2f}"


def _why(score: float, place: int) -> str:
    return f"answers the query: place {place}, score {score:.3f}"


def _in_order(name: str, entries: Sequence[Entry]) -> Sequence[Entry]:
    """Return the entries that are shown: answers the best first, the others as they came to be.

    So a block changes little from one turn to the next.
    """
    kept = [entry for entry in entries if entry.form]
    return kept if name == "recalled" else sorted(kept, key=lambda entry: entry.id)
