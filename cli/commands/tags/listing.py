"""``wdm tags list``."""

from enum import StrEnum
from itertools import islice
from typing import Annotated

import typer

from wdm.cli import start
from wdm.cli.options import MOST, options
from wdm.cli.output import tables
from wdm.cli.output.tags import tag_json
from wdm.cli.output.text import print_stream
from wdm.engine.doors.pool import TagFilter
from wdm.store.records import TagStatus


class Order(StrEnum):
    """Orders of a list of tags."""

    CARDS = "cards"
    NAME = "name"
    SEEN = "seen"
    CODE = "code"


def list_(
    context: typer.Context,
    status: Annotated[TagStatus | None, typer.Option(help="Only tags in this state.")] = None,
    unused: Annotated[bool, typer.Option("--unused", help="Only tags that no card carries.")] = False,
    generic: Annotated[
        bool, typer.Option("--generic", help="Only names on the list of generic words.")
    ] = False,
    incomplete: Annotated[
        bool, typer.Option("--incomplete", help="Only tags without a definition or a dimension.")
    ] = False,
    sort: Annotated[Order, typer.Option(help="Most cards, name, latest seen, or code first.")] = Order.CARDS,
    limit: Annotated[int, typer.Option(min=0, max=MOST, help="Tags at most; 0 is all.")] = 0,
) -> None:
    """List the tags, the most used first."""
    wanted = TagFilter(status, unused, generic, incomplete, sort)
    found = islice(start.memory(context).pool.listing(wanted), limit or None)
    if options(context).json:
        print_stream("wdm.tags/1", "tags", map(tag_json, found))
        return
    rows = (
        (tag.code, tag.name, tag.status, tag.cards, ", ".join(tag.aliases), tag.definition or "")
        for tag in found
    )
    tables.show(context, ("code", "name", "status", "cards", "aliases", "definition"), rows)
