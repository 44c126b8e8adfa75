"""``wdm tags triage``."""

import sys
from collections.abc import Iterator
from typing import Annotated

import typer

from wdm.cli import start
from wdm.cli.inputs import decoded, opened
from wdm.cli.options import options
from wdm.cli.output.tags import proposal_json, proposal_line
from wdm.cli.output.text import cut, document, json_line, one_line
from wdm.engine.doors.pool import Pool
from wdm.engine.reading.json_text import NotJson, parsed
from wdm.engine.suggest import Deed, Proposal
from wdm.store.errors import Usage, WdmError

KEYS = {"a": "activate", "d": "deprecate", "r": "relate", "m": "merge", "s": "skip", "q": "quit"}
INTERRUPT = ("\x03", "\x04")


def triage(
    context: typer.Context,
    decisions: Annotated[
        str | None,
        typer.Option(
            "--from", metavar="FILE", help="Carry out decisions, a JSON object a line; `-` is standard input."
        ),
    ] = None,
    export: Annotated[bool, typer.Option("--export", help="Write the open proposals in that form.")] = False,
    only: Annotated[Deed | None, typer.Option(help="Only proposals of this kind.")] = None,
) -> int:
    """Decide on proposals one by one, with one key each; what was decided is not asked again.

    In a script, write the proposals with --export, give each line a `decision` (activate, deprecate, relate,
    merge or skip), and carry them out with --from.
    """
    pool = start.memory(context).pool
    if decisions is not None:
        return _carry_out(context, pool, decisions)
    found = [proposal for proposal in pool.proposals() if only in (None, proposal.deed)]
    if export:
        for proposal in found:
            print(json_line({**proposal_json(proposal), "decision": None}))
        return 0
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Usage("triage asks on a terminal", hint="in a script: --export, then --from")
    return _ask(pool, found)


def _ask(pool: Pool, found: list[Proposal]) -> int:
    keys = "  ".join(f"[{key}]{word[1:]}" for key, word in KEYS.items())
    for number, proposal in enumerate(found, start=1):
        print(
            f"\n{number}/{len(found)}  {proposal_line(proposal)}\n  {one_line(proposal.evidence)}\n  {keys}"
        )
        while (key := typer.getchar().lower()) not in KEYS:
            if key in INTERRUPT:
                raise KeyboardInterrupt
        if KEYS[key] == "quit":
            print(f"  {len(found) - number + 1} are left for another time")
            return 0
        try:
            pool.decide(proposal, KEYS[key])
            print(f"  {KEYS[key]}")
        except (WdmError, ValueError) as error:
            print(f"  cannot be done: {one_line(str(error))}")
    print("\nnothing is left to decide")
    return 0


def _carry_out(context: typer.Context, pool: Pool, name: str) -> int:
    told = pool.decide_all(_lines(name))
    if options(context).json:
        refused = [{"line": line, "reason": reason} for line, reason in told.refused]
        print(document("wdm.triage/1", applied=told.applied, skipped=told.skipped, refused=refused))
    else:
        for line, reason in told.refused:
            print(f"wdm: line {line}: {one_line(cut(reason))}", file=sys.stderr)
        print(f"{told.applied} applied, {told.skipped} skipped, {len(told.refused)} refused")
    return 3 if told.refused else 0


def _lines(name: str) -> Iterator[tuple[int, dict[str, object]]]:
    with opened(name) as stream:
        for number, raw in enumerate(stream, start=1):
            if not raw.strip():
                continue
            try:
                told = parsed(decoded(raw, f"line {number}"))
            except NotJson as error:
                raise Usage(f"line {number}: {error}", hint="nothing was changed") from error
            if not isinstance(told, dict):
                raise Usage(f"line {number} is not a JSON object", hint="nothing was changed")
            yield number, told
