"""``wdm log``: what changed the memory."""

from typing import Annotated

import typer

from wdm.cli import start
from wdm.cli.options import MOST, Command, options
from wdm.cli.output import tables
from wdm.cli.output.text import document
from wdm.engine.rules import times
from wdm.store.records import Operation

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command(cls=Command)
def log(
    context: typer.Context,
    limit: Annotated[int, typer.Option(min=0, max=MOST, help="Operations at most; 0 is all.")] = 20,
) -> None:
    """Show what changed the memory, the latest first; each can be undone."""
    operations = start.memory(context).log(limit or None)
    if options(context).json:
        print(document("wdm.log/1", operations=[operation_json(operation) for operation in operations]))
        return
    rows = (
        (op.id, times.iso(op.at), op.who, op.command, f"{op.summary or _counts(op)}{_state(op)}")
        for op in operations
    )
    tables.show(context, ("op", "when", "who", "command", "what"), rows)


def operation_json(operation: Operation) -> dict[str, object]:
    """Return an operation of the journal as JSON."""
    return {
        "id": operation.id, "at": times.iso(operation.at), "who": operation.who, "command": operation.command,
        "summary": operation.summary, "undoes": operation.undoes, "undone_by": operation.undone_by,
        "finished": operation.finished, "changes": operation.counts,
    }  # fmt: skip


def _counts(operation: Operation) -> str:
    return ", ".join(f"{name}: {count}" for name, count in operation.counts.items())


def _state(operation: Operation) -> str:
    if operation.undone_by is not None:
        return f" (undone by {operation.undone_by})"
    return "" if operation.finished else " (cut short)"
