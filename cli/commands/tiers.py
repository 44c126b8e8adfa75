"""``wdm tiers``: where the cards stand, and what would move."""

import sys
from typing import Annotated

import typer

from wdm.cli import start
from wdm.cli.options import MOST, Command, options
from wdm.cli.output import tables
from wdm.cli.output.cards import parts_json
from wdm.cli.output.text import document
from wdm.engine.rules import importance, times
from wdm.engine.rules.cards import summary_of
from wdm.engine.tiers import Place
from wdm.store.records import Tier

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command(cls=Command)
def tiers(
    context: typer.Context,
    tier: Annotated[Tier | None, typer.Option("--tier", help="Only this tier: perm, hot, cold.")] = None,
    limit: Annotated[int, typer.Option(min=0, max=MOST, help="Cards of each tier at most; 0 is all.")] = 20,
    moves: Annotated[bool, typer.Option("--moves", help="Only cards that `wdm evolve` would move.")] = False,
) -> None:
    """Show the tiers, what decides the place of each card, and what would move.

    S is the importance, of explicitness, repetition, emotion and structure; left is what time has left of it. A card
    that another one superseded belongs to no tier any more, and stands at the end.
    """
    view = start.memory(context).tiers(tier, limit or None, moves=moves)
    if options(context).json:
        cards = [_json(place) for place in view.places]
        print(document("wdm.tiers/1", counts=view.counts, moves=view.moves, cards=cards))
        return
    heads = ("tier", "id", "S", "e r f s", "left", "uses", "used on", "next", "memory")
    tables.show(context, heads, map(_row, view.places))


def _row(place: Place) -> tuple[object, ...]:
    card, parts, drawn = place.card, importance.parts(place.card), sys.stdout.isatty()
    new = f"by {card.superseded_by}" if card.superseded_by else ""
    used = "" if card.last_used is None else times.iso(card.last_used)[:10]
    move = f"{place.move.target}: {place.move.reason}" if place.move else ""
    return (
        "superseded" if new else f"{card.tier}{' pinned' if card.pinned else ''}",
        card.id,
        f"{parts.importance:.2f}",
        " ".join(f"{part:.1f}".replace("0.", ".") if drawn else f"{part:.1f}" for part in parts),
        f"{place.retention:.2f}",
        card.uses,
        used[5:] if drawn else used,
        new
        or (
            move.partition(":")[0] if drawn else move
        ),  # a terminal has no room for the reason; JSON tells it
        summary_of(card),
    )


def _json(place: Place) -> dict[str, object]:
    card, move = place.card, place.move
    return {
        "id": card.id, "tier": card.tier, "pinned": card.pinned, "retention": round(place.retention, 4),
        "freshness": round(place.freshness, 4), "uses": card.uses,
        "last_used": None if card.last_used is None else times.iso(card.last_used), "superseded_by": card.superseded_by,
        "summary": summary_of(card), "next": {"to": move.target, "reason": move.reason} if move else None,
        **parts_json(card),
    }  # fmt: skip
