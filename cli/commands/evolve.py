"""``wdm evolve``: look after a memory."""

from time import perf_counter
from typing import Annotated

import typer

from wdm.cli import start
from wdm.cli.options import Command
from wdm.cli.output.upkeep import progress, tell
from wdm.engine.evolve import Step
from wdm.store.errors import Usage

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command(cls=Command)
def evolve(
    context: typer.Context,
    only: Annotated[
        str | None,
        typer.Option(
            metavar="STEP,…", help="Only these steps: frames, tags, relations, align, tiers; in this order."
        ),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print the plan, change nothing.")] = False,
    force: Annotated[bool, typer.Option("--force", help="However many cards would move.")] = False,
) -> None:
    """Look after the memory: tags, relations, tiers, turns that nobody completed.

    Tags that recur become active, generic ones deprecated; names that belong together are related; cards move
    between the tiers. It is one operation, which `wdm undo` takes back. Merging is left to people.
    """
    started = perf_counter()
    steps = _steps(only)
    memory = start.memory(context)
    with progress(context) as step:
        done = memory.upkeep.evolve(steps, dry_run=dry_run, force=force, progress=step)
    tell(context, "evolve", done, started, dry_run=dry_run)


def _steps(told: str | None) -> list[Step]:
    names = list(Step) if told is None else [name.strip() for name in told.split(",") if name.strip()]
    unknown = [name for name in names if name not in set(Step)]
    if unknown or not names:
        raise Usage(f"there is no step {', '.join(unknown) or told!r}", hint=f"steps: {', '.join(Step)}")
    return [Step(name) for name in names]
