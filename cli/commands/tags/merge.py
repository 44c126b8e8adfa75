"""``wdm tags merge`` and ``split``."""

from typing import Annotated

import typer

from wdm.cli import start
from wdm.cli.inputs import agreed
from wdm.cli.options import options
from wdm.cli.output import tables
from wdm.cli.output.tags import moved_json, plan_json, plan_rows
from wdm.cli.output.text import document, one_line
from wdm.store.errors import Usage


def merge(
    context: typer.Context,
    tags: Annotated[
        list[str], typer.Argument(metavar="SOURCE… TARGET", help="Tags that go, and the one that stays.")
    ],
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show what would happen.")] = False,
    query: Annotated[
        list[str] | None, typer.Option("--query", help="Show whether its first hits change; may be repeated.")
    ] = None,
    reason: Annotated[str, typer.Option(help="Why, for the journal.")] = "",
) -> None:
    """Merge tags into another, after a preview; `wdm undo` takes it back.

    Their names go on finding: they lead to the target.
    """
    if len(tags) < 2:
        raise Usage("a merge needs a source and a target", hint="wdm tags merge SOURCE TARGET")
    pool = start.memory(context).pool
    *sources, target = tags
    plan = pool.merge(sources, target, query or [], dry_run=True)
    as_json = options(context).json
    if not as_json:
        tables.show(
            context, ("merge", " ".join([*plan.moved.sources, "->", plan.moved.target])), plan_rows(plan)
        )
    if not dry_run:
        agreed("Merge?", yes=yes)
        pool.merge(sources, target, (), dry_run=False, reason=reason)
    if as_json:
        print(document("wdm.merge/1", **plan_json(plan), applied=not dry_run))
    else:
        print("nothing was merged: --dry-run" if dry_run else "merged; `wdm undo` takes it back")


def split(
    context: typer.Context,
    tag: Annotated[str, typer.Argument(metavar="TAG", help="The tag that means two things.")],
    new: Annotated[
        str, typer.Argument(metavar="NEW", help="The tag for one of them; made when it is missing.")
    ],
    cards: Annotated[list[str], typer.Argument(metavar="CARD…", help="The cards that go to it.")],
) -> None:
    """Move some cards of a tag to another one."""
    moved = start.memory(context).pool.split(tag, new, cards)
    if options(context).json:
        print(document("wdm.split/1", **moved_json(moved)))
    else:
        count = moved.cards + moved.both
        print(f"{count} cards go from {one_line(moved.sources[0])} to {one_line(moved.target)}")
