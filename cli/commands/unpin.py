"""``wdm unpin``: let cards move between the tiers again."""

from typing import Annotated

import typer

from wdm.cli import start
from wdm.cli.options import Command, options
from wdm.cli.output.text import document

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command(cls=Command)
def unpin(
    context: typer.Context,
    ids: Annotated[
        list[str], typer.Argument(metavar="ID", help="Card numbers, your own ids, or beginnings of uids.")
    ],
) -> None:
    """Let cards move between the tiers again.

    A permanent card, pinned or not, goes to the hot tier, and moves on from there as it is used.
    """
    free = start.memory(context).cards.unpin(ids)
    if options(context).json:
        print(document("wdm.unpin/1", unpinned=[card.id for card in free]))
    else:
        print(f"{len(free)} unpinned")
