"""``wdm clean``: archive what has faded."""

from time import perf_counter
from typing import Annotated

import typer

from wdm.cli import start
from wdm.cli.options import Command
from wdm.cli.output.upkeep import progress, tell

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command(cls=Command)
def clean(
    context: typer.Context,
    min_weight: Annotated[
        float | None, typer.Option(min=0, max=1, help="Archive what weighs less.  [default: 0.3]")
    ] = None,
    min_age: Annotated[
        float | None, typer.Option(min=0, help="Days since it came or was last used.  [default: 30]")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print the plan, change nothing.")] = False,
    force: Annotated[bool, typer.Option("--force", help="However many cards would go.")] = False,
) -> None:
    """Archive what has faded, thin the journal, give space back.

    An archived card is kept whole and brought back by `wdm restore`; permanent, pinned, confirmed and golden ones
    are never archived. What the journal needs to undo changes older than `journal.keep_days` is dropped.
    """
    started = perf_counter()
    memory = start.memory(context)
    with progress(context) as step:
        step("cleaning")
        done = memory.upkeep.clean(min_weight, min_age, dry_run=dry_run, force=force)
    tell(context, "clean", done, started, dry_run=dry_run)
