"""``wdm restore``: bring hidden cards back."""

from typing import Annotated

import typer

from wdm.cli import start
from wdm.cli.options import Command, options
from wdm.cli.output.text import document

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command(cls=Command)
def restore(
    context: typer.Context,
    ids: Annotated[
        list[str], typer.Argument(metavar="ID", help="Card numbers, your own ids, or beginnings of uids.")
    ],
) -> None:
    """Bring forgotten, archived and superseded cards back."""
    back = start.memory(context).cards.restore(ids)
    if options(context).json:
        print(document("wdm.restore/1", restored=[card.id for card in back]))
    else:
        print(f"{len(back)} restored")
