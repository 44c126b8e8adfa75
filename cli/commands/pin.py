"""``wdm pin``: fix cards in a tier."""

from typing import Annotated

import typer

from wdm.cli import start
from wdm.cli.options import CardIds, Command, options
from wdm.cli.output.text import document
from wdm.store.records import Tier

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command(cls=Command)
def pin(
    context: typer.Context,
    ids: CardIds,
    tier: Annotated[
        Tier, typer.Option("--tier", help="perm for good, hot at hand, cold out of the way.")
    ] = Tier.PERM,
) -> None:
    """Fix cards in a tier.

    Nothing but `wdm unpin` moves them from there, and `wdm clean` never archives them.
    """
    pinned = start.memory(context).cards.pin(ids, tier)
    if options(context).json:
        print(document("wdm.pin/1", pinned=[card.id for card in pinned], tier=tier))
    else:
        print(f"{len(pinned)} pinned to {tier}")
