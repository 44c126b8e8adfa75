"""``wdm tags add``, ``define``, ``alias``, ``unalias``, ``rename``, ``activate``, ``deprecate``."""

from collections.abc import Sequence
from typing import Annotated

import typer

from wdm.cli import start
from wdm.cli.options import options
from wdm.cli.output.tags import tag_json
from wdm.cli.output.text import counted, document, one_line
from wdm.store.errors import Usage
from wdm.store.records import Tag, TagStatus

Name = Annotated[str, typer.Argument(metavar="TAG", help="Its name, an alias, or its code.")]
Names = Annotated[list[str], typer.Argument(metavar="TAG…", help="Names, aliases, or codes.")]
Definition = Annotated[str | None, typer.Option(help="What it means.")]
Dimension = Annotated[
    str | None, typer.Option(help="What it is a feature of, such as person, place, method.")
]
Reason = Annotated[str, typer.Option(help="Why, for the journal.")]
Type = Annotated[str | None, typer.Option("--type", help="A word on its kind.")]


def add(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="The name of the new tag.")],
    definition: Definition = None,
    dimension: Dimension = None,
    kind: Type = None,
    alias: Annotated[list[str] | None, typer.Option("--alias", help="Another name; may be repeated.")] = None,
) -> None:
    """Add a tag; it is active at once."""
    pool = start.memory(context).pool
    made = pool.add(name, definition=definition, dimension=dimension, kind=kind, aliases=alias or [])
    _tell(context, "added", [made])


def define(
    context: typer.Context,
    tag: Name,
    definition: Definition = None,
    dimension: Dimension = None,
    kind: Type = None,
) -> None:
    """Say what a tag means; what is left out or empty stays as it is."""
    if not any(map(str.strip, filter(None, (definition, dimension, kind)))):
        raise Usage("nothing to define", hint="give --definition, --dimension or --type")
    pool = start.memory(context).pool
    _tell(context, "defined", [pool.define(tag, definition=definition, dimension=dimension, kind=kind)])


def alias(
    context: typer.Context, tag: Name, name: Annotated[str, typer.Argument(help="The other name.")]
) -> None:
    """Give a tag another name."""
    _tell(context, "named", [start.memory(context).pool.alias(tag, name)])


def unalias(
    context: typer.Context, tag: Name, name: Annotated[str, typer.Argument(help="The name to take away.")]
) -> None:
    """Take a name from a tag."""
    _tell(context, "named", [start.memory(context).pool.unalias(tag, name)])


def rename(
    context: typer.Context, tag: Name, name: Annotated[str, typer.Argument(help="The new name.")]
) -> None:
    """Give a tag a new name; the old one still finds it, as an alias."""
    _tell(context, "renamed", [start.memory(context).pool.rename(tag, name)])


def activate(context: typer.Context, tags: Names, reason: Reason = "") -> None:
    """Take tags into active use."""
    _tell(context, "active", start.memory(context).pool.set_status(tags, TagStatus.ACTIVE, reason))


def deprecate(context: typer.Context, tags: Names, reason: Reason = "") -> None:
    """Take tags out of recall; their cards keep them, and stay to be found by their words."""
    _tell(context, "deprecated", start.memory(context).pool.set_status(tags, TagStatus.DEPRECATED, reason))


def _tell(context: typer.Context, deed: str, tags: Sequence[Tag]) -> None:
    if options(context).json:
        print(document("wdm.tags/1", tags=[tag_json(tag) for tag in tags]))
        return
    for tag in tags:
        names = f" ({', '.join(map(one_line, tag.aliases))})" if tag.aliases else ""
        print(f"{deed}: {tag.code} {one_line(tag.name)}{names}, on {counted(tag.cards, 'card')}")
