"""Tables: drawn on a terminal, tab-separated in a pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence

import typer

from wdm.cli.options import options
from wdm.cli.output.text import one_line

LEAST = 24
"""Columns that the stretched column of a table keeps, if it has as many."""


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
    from rich.cells import cell_len
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    bare = plain(context)
    console = Console(no_color=bare, highlight=False)
    named = [one_line(head) for head in heads]
    cells = [[one_line(str(cell)) for cell in row] for row in rows]
    longest = [max(map(cell_len, column)) for column in zip(named, *cells, strict=True)]
    stretch = len(heads) - 1 if wide is None else wide
    table = Table(box=None, pad_edge=False, header_style="" if bare else "bold")
    for place, width in enumerate(widths(longest, stretch, console.width)):
        stretched = place == stretch
        table.add_column(
            Text(named[place]),
            width=width,
            no_wrap=not stretched,
            overflow="fold" if stretched else "ellipsis",
        )
    for row in cells:
        table.add_row(*map(Text, row))
    console.print(table)


def widths(longest: Sequence[int], stretch: int, room: int) -> list[int]:
    """Return the widths of columns that share a terminal.

    A column takes at most a quarter of it, but for the one that stretches, which takes what is left.
    Where all that is too much, the widest of the others give way.

    Args:
        longest: columns of the longest cell of each.
        stretch: which of them takes the rest.
        room: columns of the terminal.

    """
    told = [min(width, max(20, room // 4)) for width in longest]
    gaps = 2 * (len(told) - 1)
    told[stretch] = 0
    least = max(min(longest[stretch], LEAST), 1)
    while sum(told) + gaps + least > room and max(told) > 4:
        told[told.index(max(told))] -= 1
    told[stretch] = max(min(longest[stretch], room - sum(told) - gaps), 1)
    return told


def plain(context: typer.Context) -> bool:
    """Tell whether the call wants no colour."""
    return options(context).no_color or bool(os.environ.get("NO_COLOR"))
