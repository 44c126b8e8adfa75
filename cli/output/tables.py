"""Tables: drawn on a terminal, tab-separated in a pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence

import typer

from wdm.cli.options import options
from wdm.cli.output.text import one_line


def show(
    context: typer.Context, heads: Sequence[str], rows: Iterable[Sequence[object]], *, wide: int | None = None
) -> None:
    """Print rows under their heads.

    Args:
        context: of the call.
        heads: of the columns; a pipe gets none.
        rows: cells in the order of the heads.
        wide: the column that takes what room the others leave; the last one by default.

    """
    if not sys.stdout.isatty():
        for row in rows:
            print("\t".join(one_line(str(cell)) for cell in row))
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold")
    stretch = len(heads) - 1 if wide is None else wide
    for place, head in enumerate(heads):
        if place == stretch:
            table.add_column(head, ratio=1, overflow="fold")
        else:
            table.add_column(head, no_wrap=True)
    for row in rows:
        table.add_row(*(Text(one_line(str(cell))) for cell in row))
    Console(no_color=plain(context), highlight=False).print(table)


def plain(context: typer.Context) -> bool:
    """Tell whether the call wants no colour."""
    return options(context).no_color or bool(os.environ.get("NO_COLOR"))
