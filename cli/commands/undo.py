"""``wdm undo``: take back a change."""

from typing import Annotated

import typer

from wdm.cli import start
from wdm.cli.commands.log import operation_json
from wdm.cli.options import Command, options
from wdm.cli.output.text import document, one_line

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command(cls=Command)
def undo(
    context: typer.Context,
    operation: Annotated[
        int | None,
        typer.Argument(metavar="OP", help="Its number in `wdm log`; without it, the last that stands."),
    ] = None,
) -> None:
    """Take back a change; undoing the undo brings it back.

    Refused (5) where a later change touched the same rows: undo that one first.
    """
    undone = start.memory(context).undo(operation)
    if options(context).json:
        print(document("wdm.undo/1", operation=operation_json(undone)))
    else:
        print(f"undid operation {undone.id}: {one_line(undone.command)}")
