"""``wdm scenes``: where memories happened."""

import typer

from wdm.cli import start
from wdm.cli.options import Command, options
from wdm.cli.output import tables
from wdm.cli.output.text import document
from wdm.engine.rules import times

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command(cls=Command)
def scenes(context: typer.Context) -> None:
    """List the scenes, with their cards."""
    found = start.memory(context).scenes()
    if options(context).json:
        told = [
            {
                "category": a,
                "subcategory": b or None,
                "cards": count,
                "latest": None if at is None else times.iso(at),
            }
            for a, b, count, at in found
        ]
        print(document("wdm.scenes/1", scenes=told))
        return
    rows = ((a, b, count, "" if at is None else times.iso(at)[:10]) for a, b, count, at in found)
    tables.show(context, ("category", "subcategory", "cards", "latest"), rows, wide=1)
