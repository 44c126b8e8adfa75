"""What upkeep did, as JSON and in words."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any

import typer

from wdm.cli.options import options
from wdm.cli.output import tables
from wdm.cli.output.text import counted, document, one_line
from wdm.engine.doors.upkeep import Done
from wdm.engine.rules import upkeep
from wdm.engine.rules.upkeep import Change


def tell(context: typer.Context, name: str, done: Done, started: float, *, dry_run: bool) -> None:
    """Print what a run did: a line for cron, the plan in a dry run, all of it in JSON."""
    plan = done.plan
    if options(context).json:
        fields: dict[str, Any] = {
            "plan": [_json(change) for change in plan.changes], "applied": done.applied, "refused": done.refused,
            "suggestions": list(plan.suggestions), "dry_run": dry_run, "duration_s": round(perf_counter() - started, 3),
        }  # fmt: skip
        if name == "clean":
            fields |= {"thinned": done.thinned, "rewritten": done.rewritten}
        print(document(f"wdm.{name}/1", **fields))
    elif dry_run:
        rows = ((c.kind, c.target, c.source or "", c.to, c.reason) for c in plan.changes)
        tables.show(context, ("what", "which", "from", "to", "why"), rows)
    if done.flood and not options(context).quiet:
        print(f"wdm: a run would be refused: {one_line(done.flood)}", file=sys.stderr)
    if dry_run or options(context).json:
        return
    words = upkeep.counted(plan.changes) or "nothing to do"
    more = []
    if done.refused:
        more.append(f"{done.refused} no longer called for")
    if done.thinned:
        more.append(f"{counted(done.thinned, 'operation')} can no longer be undone")
    if done.rewritten:
        more.append("unused space given back")
    if plan.suggestions:
        more.append(f"{counted(len(plan.suggestions), 'merge')} to decide on: wdm tags triage")
    print(one_line("; ".join([f"{name}: {words}", *more])))


@contextmanager
def progress(context: typer.Context) -> Iterator[Callable[[str], None]]:
    """Show on a terminal which step a long run is at; elsewhere nothing."""
    if options(context).quiet or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("looking", total=None)
        yield lambda step: bar.update(task, description=step)


def _json(change: Change) -> dict[str, Any]:
    return {
        "kind": change.kind, "target": change.target, "from": change.source, "to": change.to, "reason": change.reason,
    }  # fmt: skip
