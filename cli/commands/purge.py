"""``wdm purge``: erase cards for good."""

import sys
from typing import Annotated

import typer

from wdm.cli import start
from wdm.cli.inputs import agreed
from wdm.cli.options import CardIds, Command, options
from wdm.cli.output.text import counted, document, one_line
from wdm.engine.rules.cards import summary_of

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command(cls=Command)
def purge(
    context: typer.Context,
    ids: CardIds,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Erase cards for good, everywhere; nothing brings them back.

    Text, index, feedback and what the journal kept of them go, and the file is written anew without them.
    `wdm forget` only hides, and can be undone.
    """
    memory = start.memory(context)
    for card in () if yes else memory.peek(ids):
        if not options(context).json:
            print(f"[{card.id}] {one_line(summary_of(card))}", file=sys.stderr)
    agreed(f"Erase {counted(len(ids), 'card')} for good?", yes=yes)
    erased, backups = memory.cards.purge(ids)
    for path in backups:
        print(f"wdm: a backup may still hold it: {one_line(str(path))}", file=sys.stderr)
    if options(context).json:
        print(document("wdm.purge/1", purged=erased, backups=[str(path) for path in backups]))
    else:
        print(f"{len(erased)} purged")
