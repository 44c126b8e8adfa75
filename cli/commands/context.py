"""``wdm context``: the block of memory for a prompt."""

import sys
from typing import Annotated

import typer

from wdm.cli import start
from wdm.cli.inputs import decoded
from wdm.cli.options import Command, options
from wdm.cli.output.text import document, one_line
from wdm.engine.context import Asked, Budgets, Context
from wdm.engine.rules.block import Entry
from wdm.store.records import Depth

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command(cls=Command)
def context(
    context: typer.Context,
    query: Annotated[
        str | None, typer.Argument(metavar="[QUERY]", help="What is being asked; `-` is standard input.")
    ] = None,
    depth: Annotated[
        Depth | None, typer.Option(help="How much is told of what answers: shallow, medium, deep.")
    ] = None,
    top: Annotated[int | None, typer.Option(min=1, max=1000, help="Memories that may answer.")] = None,
    perm: Annotated[int | None, typer.Option(min=0, help="Tokens for what is permanent.")] = None,
    hot: Annotated[int | None, typer.Option(min=0, help="Tokens for what is hot.")] = None,
    cold: Annotated[int | None, typer.Option(min=0, help="Tokens for the index of what is cold.")] = None,
    recalled: Annotated[int | None, typer.Option(min=0, help="Tokens for what answers.")] = None,
    ledger: Annotated[
        bool, typer.Option("--ledger", help="Say on stderr what was kept, shortened, skipped, and why.")
    ] = False,
) -> None:
    """Print the block of memory that goes into an agent's prompt.

    What is permanent, what is hot, an index of what is cold, and what answers the query, each within its budget of
    tokens. What does not fit is shortened before it is skipped. Showing a card so is no use of it.
    """
    memory = start.memory(context)
    told = memory.settings.context
    words = decoded(sys.stdin.buffer.read(), "the query") if query == "-" else query or ""
    budgets = Budgets(
        told.perm if perm is None else perm,
        told.hot if hot is None else hot,
        told.cold if cold is None else cold,
        told.recalled if recalled is None else recalled,
    )
    counted = ledger or options(context).json
    block = memory.context(Asked(words, depth or Depth(told.depth), top or told.top, budgets, counted))
    if options(context).json:
        print(_document(block))
    elif block.text:
        print(block.text)
    if ledger:
        _tell(block)
    elif not block.text and not options(context).quiet:
        print("wdm: there is nothing to tell yet", file=sys.stderr)


def _document(block: Context) -> str:
    fields = {
        "text": block.text, "tokens": block.tokens, "budgets": block.budgets, "unread": block.unread,
        "unknown": list(block.unknown), "entries": [_entry(entry) for entry in block.entries],
        "skipped": [_entry(entry) for entry in block.skipped],
    }  # fmt: skip
    return document("wdm.context/1", **fields)


def _entry(entry: Entry) -> dict[str, object]:
    told: dict[str, object] = {
        "id": entry.id, "tier": entry.part, "tokens": entry.tokens, "reason": entry.reason,
    }  # fmt: skip
    return told | ({"form": entry.form} if entry.form else {})


def _tell(block: Context) -> None:
    """Write the account, a card a line: part, number, form, tokens, reason."""
    for entry in (*block.entries, *block.skipped):
        cells = (entry.part, entry.id, entry.form or "skipped", entry.tokens, one_line(entry.reason))
        print("\t".join(map(str, cells)), file=sys.stderr)
    for name, budget in block.budgets.items():
        print(f"{name}\t{block.tokens[name]} of {budget} tokens", file=sys.stderr)
    for name, count in block.unread.items():
        print(f"{one_line(name)}\t{count} more, which weigh less than all of these", file=sys.stderr)
