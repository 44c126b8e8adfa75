"""The prompt block: which form each card takes under the budget of its part, and the text of it all."""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from wdm.engine.rules import cards as card_rules
from wdm.engine.rules import echo, times
from wdm.engine.rules.plain import one_line, safe
from wdm.engine.rules.tokens import whole_tokens
from wdm.store.records import Card, Depth

INDEX = 48
"""Columns of the words of an index line."""

FULL_SHARE = 0.6
"""Share of a budget that is given out to full cards before the lesser ones have had their line."""


class Form(StrEnum):
    """How much of a card a block holds, the longest first."""

    FULL = "full"
    OVERVIEW = "overview"
    SUMMARY = "summary"
    INDEX = "index"


class Entry(NamedTuple):
    """A card in a block, or one that it has no room for."""

    id: int
    part: str
    """perm, hot, cold or recalled."""
    form: Form | None
    """None: skipped."""
    tokens: int
    """What it takes, or would have taken as an index line."""
    reason: str
    lines: tuple[str, ...] = ()


class Part(NamedTuple):
    """One part of a block."""

    entries: tuple[Entry, ...]
    tokens: int
    """Its heading and its entries, never over its budget."""


LONGEST = {Depth.SHALLOW: Form.SUMMARY, Depth.MEDIUM: Form.OVERVIEW, Depth.DEEP: Form.FULL}
"""The longest form of a card that is recalled at a depth."""


def forms(card: Card, longest: Form = Form.FULL, *, dated: bool = True) -> dict[Form, tuple[str, ...]]:
    """Return the lines of a card in each form that it may take: the longest first, each shorter than the one before.

    Args:
        card: the card.
        longest: the longest form that is wanted; one that tells the whole text is called full.
        dated: whether the day is told.

    """
    summary = card_rules.summary_of(card)
    told = {
        Form.FULL: card.text,
        Form.OVERVIEW: "\n".join(filter(None, [summary, card.overview])),
        Form.SUMMARY: summary,
        Form.INDEX: card_rules.shorten(summary, INDEX),
    }
    kept: dict[Form, tuple[str, ...]] = {}
    least = None
    for form in list(Form)[list(Form).index(longest) :]:
        lines = _lines(card, told[form], dated=dated)
        size = sum(map(whole_tokens, lines))
        if least is None or size < least:
            whole = not kept and longest is not Form.INDEX and told[form].split() == card.text.split()
            kept[Form.FULL if whole else form], least = lines, size
    return kept


def fit(
    part: str,
    ranked: Sequence[tuple[Card, str]],
    told: Mapping[int, Mapping[Form, tuple[str, ...]]],
    budget: int,
    overhead: int,
) -> Part:
    """Return the form that each card takes so that a part stays within its budget.

    Cards are taken in the order of their value. Each gets its longest form while the long ones fill no more than
    `FULL_SHARE` of the budget (the first may fill all of it), then its shortest; the first that has no room ends
    the part. What is left over lengthens cards, again the most valuable first. So whether a card is kept depends
    only on those before it: a card of lower value never takes the place of one of higher value.

    Args:
        part: its name.
        ranked: cards with the reason why they are there, the most valuable first.
        told: the lines of each card in each form, the longest first.
        budget: tokens.
        overhead: tokens of what the part carries besides: its heading and, in the first part, the frame.

    """
    used, full = overhead, True
    chosen: dict[int, Form] = {}
    cost = {
        card.id: {form: sum(map(whole_tokens, lines)) for form, lines in told[card.id].items()}
        for card, _ in ranked
    }
    for card, _ in ranked:
        mine = cost[card.id]
        longest, shortest = next(iter(mine)), next(reversed(mine))
        share = budget if not chosen else FULL_SHARE * budget
        full = full and used + mine[longest] <= share
        form = longest if full else shortest
        if used + mine[form] > budget:
            break
        chosen[card.id] = form
        used += mine[form]
    for number, form in chosen.items():
        for longer, tokens in cost[number].items():
            if longer is form:
                break
            if used + tokens - cost[number][form] <= budget:
                chosen[number] = longer
                used += tokens - cost[number][form]
                break
    entries = []
    for card, reason in ranked:
        picked = chosen.get(card.id)
        if picked is None:
            least = min(cost[card.id].values())
            entries.append(Entry(card.id, part, None, least, f"no room left in {budget} tokens"))
            continue
        short = "" if picked is next(iter(cost[card.id])) else f"; shortened to fit {budget} tokens"
        entries.append(
            Entry(card.id, part, picked, cost[card.id][picked], reason + short, told[card.id][picked])
        )
    return Part(tuple(entries), used if chosen else 0)


def text(head: Iterable[str], parts: Mapping[str, Sequence[Entry]], *, alone: bool = False) -> str:
    """Return a block: its marks, the head, and each part that has an entry, in order.

    Args:
        head: lines before the parts.
        parts: entries by the name of their part.
        alone: whether the head says something without any entry; else there is no block without one.

    """
    lines = [echo.BEGIN, *head]
    for name, entries in parts.items():
        if entries:
            lines.append(echo.SECTIONS[name])
            for entry in entries:
                lines += entry.lines
    return "\n".join([*lines, echo.END]) if alone or any(parts.values()) else ""


def heading_tokens(name: str) -> int:
    """Return the tokens of the heading of a part."""
    return whole_tokens(echo.SECTIONS[name])


def frame_tokens(head: Iterable[str]) -> int:
    """Return the tokens of the marks and the head of a block."""
    return sum(map(whole_tokens, (echo.BEGIN, *head, echo.END)))


def _lines(card: Card, words: str, *, dated: bool) -> tuple[str, ...]:
    """Return words of a card as lines of a block: number, day and speaker before the first, a bar before the others."""
    told = [safe(echo.defused(line)) for line in words.splitlines() if line.strip()]
    day = f"{times.iso(card.happened_at)[:10]} " if dated else ""
    speaker = f"{one_line(echo.defused(card.speaker))}: " if card.speaker else ""
    first = f"- [{card.id}] {day}{speaker}{told[0] if told else ''}"
    return (first, *(f"  | {line}" for line in told[1:]))
