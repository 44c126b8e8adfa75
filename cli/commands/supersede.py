"""``wdm supersede``: let a card take the place of another."""

from typing import Annotated

import typer

from wdm.cli import start
from wdm.cli.options import Command, options
from wdm.cli.output.text import document

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command(cls=Command)
def supersede(
    context: typer.Context,
    old: Annotated[str, typer.Argument(metavar="OLD", help="The card that no longer holds.")],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The card that holds instead.")],
) -> None:
    """Let a card take the place of another.

    The old one leaves recall and context; `--all` shows it, and `wdm restore` brings it back.
    """
    before, after = start.memory(context).cards.supersede(old, new)
    if options(context).json:
        print(
            document("wdm.supersede/1", old=before.id, new=after.id, changed=before.superseded_by != after.id)
        )
    else:
        print(f"card {after.id} replaces card {before.id}")
