"""``wdm restore-from``: put a backup in place of the memory."""

from pathlib import Path
from typing import Annotated

import typer

from wdm.cli import start
from wdm.cli.inputs import agreed
from wdm.cli.options import Command, options
from wdm.cli.output.text import counted, document, one_line

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command("restore-from", cls=Command)
def restore_from(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="What `wdm backup` wrote.")],
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Put a backup in place of the memory.

    It is checked first, and the memory as it was is kept beside the new one.
    """
    memory = start.memory(context)
    agreed("Put the backup in place of the memory?", yes=yes)
    cards, kept = memory.moving.restore_from(Path(file))
    if options(context).json:
        print(document("wdm.restore-from/1", cards=cards, kept=None if kept is None else str(kept)))
        return
    print(f"{counted(cards, 'card')} restored")
    if kept is not None:
        print(f"the memory as it was: {one_line(str(kept))}")
