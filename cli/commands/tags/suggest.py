"""``wdm tags suggest``."""

from typing import Annotated

import typer

from wdm.cli import start
from wdm.cli.options import MOST, options
from wdm.cli.output import tables
from wdm.cli.output.tags import proposal_json, proposal_line
from wdm.cli.output.text import document
from wdm.engine.suggest import Deed


def suggest(
    context: typer.Context,
    only: Annotated[Deed | None, typer.Option(help="Only proposals of this kind.")] = None,
    limit: Annotated[int, typer.Option(min=0, max=MOST, help="Proposals at most; 0 is all.")] = 50,
) -> None:
    """Propose merges, relations, deprecations and activations, each with its evidence; nothing is changed."""
    found = start.memory(context).pool.proposals()
    found = [proposal for proposal in found if only in (None, proposal.deed)]
    shown = found[:limit] if limit else found
    if options(context).json:
        print(document("wdm.proposals/1", proposals=[proposal_json(one) for one in shown], total=len(found)))
        return
    rows = ((proposal_line(one), one.evidence) for one in shown)
    tables.show(context, ("proposal", "evidence"), rows, wide=0)
