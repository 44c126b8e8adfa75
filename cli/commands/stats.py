"""``wdm stats``: how much is kept."""

import typer

from wdm.cli import start
from wdm.cli.options import Command, options
from wdm.cli.output import tables
from wdm.cli.output.text import document

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command(cls=Command)
def stats(context: typer.Context) -> None:
    """Show how much is kept."""
    memory = start.memory(context)
    told = memory.stats()
    if options(context).json:
        print(
            document(
                "wdm.stats/1", store=str(memory.path), cards=told.cards, tags=told.tags, terms=told.terms,
                file_bytes=told.file_bytes, operations=told.operations,
            )
        )  # fmt: skip
        return
    rows: list[tuple[object, object]] = [("store", memory.path)]
    rows += [
        (f"cards, {name}", count) for name, count in told.cards["cards"].items() if count and name != "bytes"
    ]
    rows += [
        (f"cards, {name}", count)
        for part in ("kind", "tier", "status")
        for name, count in told.cards[part].items()
    ]
    rows += [(f"tags, {name}", count) for name, count in told.tags.items()]
    rows += [
        ("text", f"{told.cards['cards']['bytes']:,} bytes"),
        ("file", f"{told.file_bytes:,} bytes"),
        ("terms in the index", told.terms),
        ("operations", told.operations),
    ]
    tables.show(context, ("what", "how much"), rows)
