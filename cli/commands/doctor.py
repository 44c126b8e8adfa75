"""``wdm doctor``: whether the store is sound."""

from typing import Annotated

import typer

from wdm.cli import start
from wdm.cli.options import Command, options
from wdm.cli.output.text import document, one_line

app = typer.Typer(add_completion=False, rich_markup_mode=None)

DAMAGED = 13


@app.command(cls=Command)
def doctor(
    context: typer.Context,
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Make index and statistics anew from the cards.")
    ] = False,
    repair: Annotated[
        bool, typer.Option("--repair", help="Mend what can be, after a backup beside the store.")
    ] = False,
) -> int:
    """Check the store, and make its index anew.

    File, rows and index are checked; the exit code is 13 when something is damaged. --repair makes index and
    statistics anew where they are off, and the files private; what it cannot mend is told with what would.
    """
    memory = start.memory(context)
    rebuilt = memory.rebuild() if rebuild else None
    kept, findings = memory.moving.repair() if repair else (None, memory.findings())
    damaged = any(finding.damage for finding in findings)
    if options(context).json:
        told = [
            {"kind": f.kind, "detail": f.detail, "repair": f.repair, "damage": f.damage} for f in findings
        ]
        backup = None if kept is None else str(kept)
        print(document("wdm.doctor/1", findings=told, rebuilt=rebuilt, backup=backup))
    else:
        if rebuilt is not None:
            print(f"indexed {rebuilt} cards anew")
        if kept is not None:
            print(f"the store as it was: {one_line(str(kept))}")
        for finding in findings:
            print(f"{finding.kind}: {one_line(finding.detail)}\n  {one_line(finding.repair)}")
        if not damaged:
            print("the store is sound")
    return DAMAGED if damaged else 0
