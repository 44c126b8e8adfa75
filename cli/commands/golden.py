"""``wdm golden``: queries that must go on finding a card."""

import sys
from typing import Annotated

import typer

from wdm.cli import start
from wdm.cli.options import Command, Group, options
from wdm.cli.output import tables
from wdm.cli.output.text import counted, document, one_line
from wdm.engine.golden import FIRST, Checked
from wdm.engine.rules import times
from wdm.store.errors import Usage

app = typer.Typer(add_completion=False, rich_markup_mode=None, cls=Group, no_args_is_help=True)

LOST = 5
"""The exit code when a golden query has lost its card."""


@app.callback()
def _golden() -> None:
    """Queries that must go on finding a card.

    Evolve, clean, and merging or deprecating tags are refused when one of them would lose its card.
    """


@app.command(cls=Command)
def add(
    context: typer.Context,
    query: Annotated[str, typer.Argument(metavar="QUERY", help="The words of the query.")],
    card: Annotated[str, typer.Argument(metavar="CARD", help="The card that it must find.")],
) -> None:
    """Keep that a query must find a card."""
    words = query.strip()
    if not words:
        raise Usage("a golden query needs words")
    found = start.memory(context).upkeep.add_golden(words, card)
    if options(context).json:
        print(document("wdm.golden/1", golden=[_json(found)]))
        return
    print(f"golden: {one_line(words)!r} finds card {found.golden.wanted}{_place(found)}")
    if found.rank is None and not options(context).quiet:
        print(
            f"wdm: it is not among the first {FIRST} now, so nothing can be held to it yet", file=sys.stderr
        )


@app.command("list", cls=Command)
def list_(context: typer.Context) -> None:
    """List the golden queries, each with the place where its card is found."""
    _tell(context, start.memory(context).upkeep.check_golden())


@app.command(cls=Command)
def remove(
    context: typer.Context,
    query: Annotated[str, typer.Argument(metavar="QUERY", help="The words of the query.")],
    card: Annotated[
        str | None, typer.Argument(metavar="[CARD]", help="Only for this card; else for all of its cards.")
    ] = None,
) -> None:
    """Give up a golden query."""
    gone = start.memory(context).upkeep.remove_golden(query.strip(), card)
    if options(context).json:
        print(document("wdm.golden-remove/1", removed=gone))
    else:
        print(f"{gone} removed")


@app.command(cls=Command)
def check(context: typer.Context) -> int:
    """Find every golden query; the exit code is 5 when one has lost its card."""
    found = start.memory(context).upkeep.check_golden()
    lost = [one for one in found if one.rank is None]
    _tell(context, found)
    if lost and not options(context).quiet:
        print(f"wdm: {counted(len(lost), 'golden query').replace('querys', 'queries')} lost", file=sys.stderr)
    return LOST if lost else 0


def _tell(context: typer.Context, found: list[Checked]) -> None:
    if options(context).json:
        print(document("wdm.golden/1", golden=[_json(one) for one in found]))
        return
    if not found and not options(context).quiet:
        print("wdm: no golden queries", file=sys.stderr)
    rows = (
        (
            one.golden.wanted,
            "lost" if one.rank is None else one.rank,
            times.iso(one.golden.added_at)[:10],
            one.golden.query,
        )
        for one in found
    )
    tables.show(context, ("card", "place", "since", "query"), rows)


def _json(one: Checked) -> dict[str, object]:
    told = one.golden
    return {
        "query": told.query, "card": told.card_id, "wanted": told.wanted, "rank": one.rank, "found": one.rank is not None,
        "added": times.iso(told.added_at),
    }  # fmt: skip


def _place(found: Checked) -> str:
    return "" if found.rank is None else f", at place {found.rank}"
