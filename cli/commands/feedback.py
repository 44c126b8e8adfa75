"""``wdm feedback``: say how a card answered a query."""

from typing import Annotated

import typer

from wdm.cli import start
from wdm.cli.options import Command, options
from wdm.cli.output.text import document, one_line
from wdm.store.errors import Usage
from wdm.store.records import Judgement

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command(cls=Command)
def feedback(
    context: typer.Context,
    card: Annotated[
        str, typer.Argument(metavar="ID", help="A card number, your own id, or the beginning of a uid.")
    ],
    status: Annotated[
        Judgement, typer.Argument(metavar="STATUS", help="confirmed, partial, ignored or rejected.")
    ],
    query: Annotated[str, typer.Option(help="The query that it answered.")],
    note: Annotated[str, typer.Option(help="Why, such as: moved to MySQL.")] = "",
) -> None:
    """Say how a card answered a query.

    Confirmed lifts it; rejected drops it for that query and lowers it for others; partial and ignored leave
    it. The last word on a card and a query holds.
    """
    if not query.strip():
        raise Usage(
            "feedback needs the query that the card answered", hint="--query 'the words of the query'"
        )
    given = start.memory(context).feedback(card, status, query, note)
    if options(context).json:
        fields = {
            "id": given.card_id,
            "status": given.status,
            "query_key": given.query_key,
            "changed": given.changed,
        }
        print(document("wdm.feedback/1", query=query, note=note, **fields))
    else:
        print(
            f"card {given.card_id} is {given.status} for {one_line(query)!r}{'' if given.changed else ', as before'}"
        )
