"""``wdm restore``: bring hidden cards back."""

import typer

from wdm.cli import start
from wdm.cli.options import CardIds, Command, options
from wdm.cli.output.text import document

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command(cls=Command)
def restore(
    context: typer.Context,
    ids: CardIds,
) -> None:
    """Bring forgotten, archived and superseded cards back."""
    back = start.memory(context).cards.restore(ids)
    if options(context).json:
        print(document("wdm.restore/1", restored=[card.id for card in back]))
    else:
        print(f"{len(back)} restored")
