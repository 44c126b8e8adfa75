"""``wdm list``: cards, the latest first."""

import sys
from typing import Annotated

import typer

from wdm.cli import start
from wdm.cli.options import MOST, Command, options
from wdm.cli.output import tables
from wdm.cli.output.cards import beside_json, card_json
from wdm.cli.output.text import document
from wdm.engine.look import Wanted
from wdm.engine.rules import times
from wdm.engine.rules.cards import summary_of
from wdm.store.records import Kind

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command("list", cls=Command)
def list_(
    context: typer.Context,
    limit: Annotated[int, typer.Option(min=0, max=MOST, help="Cards at most; 0 is all.")] = 50,
    kind: Annotated[Kind | None, typer.Option(help="Only cards of this kind.")] = None,
    tag: Annotated[
        list[str] | None, typer.Option("--tag", help="Only cards with this tag; may be repeated.")
    ] = None,
    topic: Annotated[str | None, typer.Option(help="Only cards of this session or subject.")] = None,
    since: Annotated[
        str | None, typer.Option(help="Only what happened from then on: 2026-05, 30d, 昨天.")
    ] = None,
    until: Annotated[str | None, typer.Option(help="Only what happened up to the end of then.")] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Also forgotten, archived, superseded and pending cards.")
    ] = False,
    archived: Annotated[bool, typer.Option("--archived", help="Only cards that were archived.")] = False,
) -> None:
    """List cards, the latest first."""
    memory = start.memory(context)
    first, last = start.borders(since, until, memory.caller.now)
    wanted = Wanted(kind, tuple(tag or ()), topic, first, last, everything, limit or None, archived)
    listed = memory.listing(wanted)
    cards = listed.cards
    if options(context).json:
        told = [{**card_json(card), **beside_json(listed, card)} for card in cards]
        print(document("wdm.list/1", cards=told))
        return
    if not cards and not options(context).quiet:
        print("wdm: no cards", file=sys.stderr)
    rows = (
        (
            card.id,
            times.iso(card.happened_at)[:10],
            card.tier,
            " ".join(f"#{tag.name}" for tag in card.tags[:3]),
            summary_of(card),
        )
        for card in cards
    )
    tables.show(context, ("id", "day", "tier", "tags", "memory"), rows)
