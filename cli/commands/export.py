"""``wdm export``: the memory as JSON lines."""

from pathlib import Path
from typing import Annotated

import typer

from wdm.cli import start
from wdm.cli.options import Command, options
from wdm.cli.output.text import document

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command(cls=Command)
def export(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="[FILE]", help="A new file; `-` is standard output.")] = "-",
) -> None:
    """Write the memory as JSON lines, all of it.

    Cards, archived and forgotten ones too, with tags, relations, scenes, feedback, preferences, golden queries, persona
    and mood. The order is fixed: equal memories give equal bytes. `wdm import` reads it; the journal stays behind.
    """
    moving = start.memory(context).moving
    if file == "-":
        for line in moving.export():
            print(line)
        return
    count = moving.export_to(Path(file))
    print(
        document("wdm.export-done/1", file=file, lines=count)
        if options(context).json
        else f"{count} lines written"
    )
