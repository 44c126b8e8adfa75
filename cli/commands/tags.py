"""``wdm tags``: the tags by which memories are found."""

from __future__ import annotations

from typing import Annotated

import typer

from wdm.cli import start
from wdm.cli.options import Command, Group, options
from wdm.cli.output import tables
from wdm.cli.output.text import document
from wdm.store.records import Tag, TagStatus

app = typer.Typer(cls=Group, add_completion=False, rich_markup_mode=None, no_args_is_help=True)


@app.callback()
def tags() -> None:
    """The tags by which memories are found."""


@app.command("list", cls=Command)
def list_(
    context: typer.Context,
    status: Annotated[TagStatus | None, typer.Option(help="Only tags in this state.")] = None,
    limit: Annotated[int, typer.Option(min=0, help="Tags at most; 0 is all.")] = 0,
) -> None:
    """List the tags, the most used first."""
    found = start.memory(context).tags(status)
    found = found[:limit] if limit else found
    if options(context).json:
        print(document("wdm.tags/1", tags=[tag_json(tag) for tag in found]))
        return
    rows = (
        (tag.code, tag.name, tag.status, tag.cards, ", ".join(tag.aliases), tag.definition or "")
        for tag in found
    )
    tables.show(context, ("code", "name", "status", "cards", "aliases", "definition"), rows)


def tag_json(tag: Tag) -> dict[str, object]:
    """Return a tag as JSON."""
    told: dict[str, object] = {
        "code": tag.code, "name": tag.name, "status": tag.status, "type": tag.type, "dimension": tag.dimension,
        "definition": tag.definition, "aliases": list(tag.aliases), "cards": tag.cards, "uses": tag.uses,
        "source": tag.source,
    }  # fmt: skip
    if tag.merged_into is not None:
        told["merged_into"] = f"T{tag.merged_into:05d}"
    return told
