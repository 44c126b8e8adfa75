"""``wdm forget``: hide cards."""

import typer

from wdm.cli import start
from wdm.cli.options import CardIds, Command, options
from wdm.cli.output.text import document

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command(cls=Command)
def forget(
    context: typer.Context,
    ids: CardIds,
) -> None:
    """Hide cards from recall and lists; `wdm restore` brings them back."""
    hidden = start.memory(context).cards.forget(ids)
    if options(context).json:
        print(document("wdm.forget/1", forgotten=[card.id for card in hidden]))
    else:
        print(f"{len(hidden)} forgotten")
