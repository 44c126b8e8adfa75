"""``wdm unpin``: let cards move between the tiers again."""

import typer

from wdm.cli import start
from wdm.cli.options import CardIds, Command, options
from wdm.cli.output.text import document

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command(cls=Command)
def unpin(
    context: typer.Context,
    ids: CardIds,
) -> None:
    """Let cards move between the tiers again.

    A permanent card, pinned or not, goes to the hot tier, and moves on from there as it is used.
    """
    free = start.memory(context).cards.unpin(ids)
    if options(context).json:
        print(document("wdm.unpin/1", unpinned=[card.id for card in free]))
    else:
        print(f"{len(free)} unpinned")
