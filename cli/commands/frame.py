"""``wdm frame``: keep what was asked, before the answer is known."""

import sys
from typing import Annotated

import typer

from wdm.cli import start
from wdm.cli.inputs import check_scene, told
from wdm.cli.options import Command, options
from wdm.cli.output.text import document, one_line
from wdm.store.records import Draft, Kind, TagDraft

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command(cls=Command)
def frame(
    context: typer.Context,
    text: Annotated[
        str | None, typer.Option("-t", "--text", metavar="INPUT", help="What was asked; `-` is stdin.")
    ] = None,
    tag: Annotated[list[str] | None, typer.Option("--tag", help="A tag; may be repeated.")] = None,
    scene: Annotated[
        str | None, typer.Option(metavar="A/B", help="Where it happens: category/subcategory.")
    ] = None,
    topic: Annotated[str | None, typer.Option(help="The session or subject it belongs to.")] = None,
    speaker: Annotated[str | None, typer.Option(help="Who asks.")] = None,
    remember: Annotated[bool, typer.Option("--remember", help="Keep it for good (tier perm).")] = False,
) -> None:
    """Keep what was asked of an agent, until `wdm complete` adds the answer.

    Prints the number of the card, which is pending and not recalled yet. Without -t, stdin is read.
    """
    check_scene(scene)
    draft = Draft(
        text=told(text, "the input"), kind=Kind.CHAT, topic=topic, speaker=speaker, scene=scene,
        tags=tuple(map(TagDraft, tag or ())), remember=remember,
    )  # fmt: skip

    def warn(words: str) -> None:
        if not options(context).quiet:
            print(f"wdm: {one_line(words)}", file=sys.stderr)

    number = start.memory(context).frame(draft, warn)
    print(document("wdm.frame/1", id=number) if options(context).json else number)
