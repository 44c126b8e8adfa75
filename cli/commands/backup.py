"""``wdm backup``: copy the memory to a file."""

from pathlib import Path
from typing import Annotated

import typer

from wdm.cli import start
from wdm.cli.options import Command, options
from wdm.cli.output.text import counted, document, one_line

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command(cls=Command)
def backup(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A new file.")],
) -> None:
    """Copy the memory to a file, even while it is in use.

    The copy is checked before it is called done; `wdm restore-from` puts it back.
    """
    cards = start.memory(context).moving.backup(Path(file))
    if options(context).json:
        print(document("wdm.backup/1", file=file, cards=cards))
    else:
        print(f"{counted(cards, 'card')} copied to {one_line(file)}")
