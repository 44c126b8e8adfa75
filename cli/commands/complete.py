"""``wdm complete``: add the answer to a turn."""

import sys
from typing import Annotated

import typer

from wdm.cli import start
from wdm.cli.inputs import check_scene, told
from wdm.cli.options import Command, options
from wdm.cli.output.text import document, one_line
from wdm.engine.frames import Completion
from wdm.engine.rules.flaws import flaw
from wdm.store.errors import Usage
from wdm.store.records import PreferenceDraft, Status

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command(cls=Command)
def complete(
    context: typer.Context,
    card: Annotated[str, typer.Argument(metavar="ID", help="What `wdm frame` printed.")],
    text: Annotated[
        str | None, typer.Option("-t", "--text", metavar="RESPONSE", help="The answer; `-` is stdin.")
    ] = None,
    status: Annotated[
        Status, typer.Option("--status", help="completed, interrupted or failed.")
    ] = Status.COMPLETED,
    summary: Annotated[str | None, typer.Option(help="The turn in a line.")] = None,
    overview: Annotated[str | None, typer.Option(help="The turn in a paragraph.")] = None,
    tag: Annotated[list[str] | None, typer.Option("--tag", help="A tag; may be repeated.")] = None,
    scene: Annotated[
        str | None, typer.Option(metavar="A/B", help="Where it happened: category/subcategory.")
    ] = None,
    preference: Annotated[
        list[str] | None,
        typer.Option("--preference", metavar="K=V", help="What somebody prefers; may be repeated."),
    ] = None,
) -> None:
    """Add the answer to a turn that `wdm frame` began.

    The same answer again changes nothing. A turn that was interrupted or failed keeps what was asked, and may be
    completed later. Without -t, stdin is read, unless the status says that there is no answer.
    """
    if status is Status.PENDING:
        raise Usage("a turn ends completed, interrupted or failed")
    check_scene(scene)
    for name, words in (("the summary", summary), ("the overview", overview)):
        if words is not None and (reason := flaw(words)):
            raise Usage(f"{name}: {reason}")
    reply = told(text, "the answer") if text is not None or status is Status.COMPLETED else None
    ending = Completion(
        reply, status, summary, overview, tuple(tag or ()), scene, tuple(map(_preference, preference or ()))
    )
    done = start.memory(context).complete(card, ending)
    if options(context).json:
        fields = {"id": done.card.id, "status": done.card.status, "changed": done.changed}
        told_ = {
            "tags": [tag.name for tag in done.card.tags],
            "tier": done.card.tier,
            "repeats": done.repeats,
        }
        print(document("wdm.complete/1", **fields, **told_, warnings=list(done.warnings)))
        return
    for warning in () if options(context).quiet else done.warnings:
        print(f"wdm: {one_line(warning)}", file=sys.stderr)
    again = "" if done.changed else ", as before"
    repeat = f"; it repeats card {done.repeats}" if done.repeats else ""
    print(f"card {done.card.id} is {done.card.status}{again}{repeat}")


def _preference(words: str) -> PreferenceDraft:
    key, equals, value = (part.strip() for part in words.partition("="))
    if not key or not equals or not value or flaw(words):
        raise Usage(f"{words!r} is no preference", hint="write it as key=value")
    return PreferenceDraft(key, value)
