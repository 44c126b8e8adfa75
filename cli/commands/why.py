"""``wdm why``: why a card came, or what kept it out."""

from typing import Annotated

import typer

from wdm.cli import start
from wdm.cli.options import Command, options
from wdm.cli.output.cards import hit_json, why_lines
from wdm.cli.output.text import document, one_line
from wdm.engine.recall import Query
from wdm.engine.rules.cards import summary_of
from wdm.store.records import Depth

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command(cls=Command)
def why(
    context: typer.Context,
    card: Annotated[
        str, typer.Argument(metavar="ID", help="A card number, your own id, or the beginning of a uid.")
    ],
    query: Annotated[str, typer.Argument(metavar="QUERY", help="The query, as for recall.")],
    top: Annotated[int | None, typer.Option(min=1, max=10_000, help="Hits at most, as for recall.")] = None,
    tag: Annotated[list[str] | None, typer.Option("--tag", help="As for recall; may be repeated.")] = None,
    scene: Annotated[str | None, typer.Option(metavar="A/B", help="As for recall.")] = None,
    topic: Annotated[str | None, typer.Option(help="As for recall.")] = None,
    since: Annotated[str | None, typer.Option(help="As for recall.")] = None,
    until: Annotated[str | None, typer.Option(help="As for recall.")] = None,
) -> None:
    """Tell why a card came for a query, or which gate kept it out and what would bring it."""
    memory = start.memory(context)
    first, last = start.borders(since, until, memory.caller.now)
    asked = Query(
        query,
        top=top or memory.settings.recall.top,
        tags=tuple(tag or ()),
        scene=scene,
        topic=topic,
        since=first,
        until=last,
    )
    reason = memory.why(card, asked)
    if options(context).json:
        fields = {
            "id": reason.card.id, "query": query, "came": reason.gate is None, "place": reason.place,
            "gate": reason.gate, "detail": reason.detail, "change": reason.change or None,
            "hit": hit_json(reason.hit, Depth.SHALLOW, why=True) if reason.hit else None,
        }  # fmt: skip
        print(document("wdm.why/1", **fields))
        return
    print(f"[{reason.card.id}] {one_line(summary_of(reason.card))}")
    if reason.gate is None:
        print(f"   came: {one_line(reason.detail)}")
    else:
        print(f"   kept out by: {reason.gate} ({one_line(reason.detail)})")
        print(f"   to bring it: {one_line(reason.change)}")
    if reason.hit:
        if reason.place is None:
            print("   without that gate:")
        print("\n".join(why_lines(reason.hit)))
