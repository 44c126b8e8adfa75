"""``wdm doctor``: whether the store is sound."""

from typing import Annotated

import typer

from wdm.cli import start
from wdm.cli.options import Command, options
from wdm.cli.output.text import document, safe

app = typer.Typer(add_completion=False, rich_markup_mode=None)

DAMAGED = 13


@app.command(cls=Command)
def doctor(
    context: typer.Context,
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Make index and statistics anew from the cards.")
    ] = False,
) -> int:
    """Check the store, and make its index anew.

    File, rows and index are checked; the exit code is 13 when something is damaged.
    """
    memory = start.memory(context)
    rebuilt = memory.rebuild() if rebuild else None
    findings = memory.findings()
    damaged = any(finding.damage for finding in findings)
    if options(context).json:
        told = [
            {"kind": f.kind, "detail": f.detail, "repair": f.repair, "damage": f.damage} for f in findings
        ]
        print(document("wdm.doctor/1", findings=told, rebuilt=rebuilt))
    else:
        if rebuilt is not None:
            print(f"indexed {rebuilt} cards anew")
        for finding in findings:
            print(f"{finding.kind}: {safe(finding.detail)}\n  {safe(finding.repair)}")
        if not damaged:
            print("the store is sound")
    return DAMAGED if damaged else 0
