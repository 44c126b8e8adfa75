"""``wdm mood``: how the agent feels, and why."""

import shutil
import sys
from typing import Annotated

import typer

from wdm.cli import start
from wdm.cli.inputs import told
from wdm.cli.options import MOST, Command, Group, options
from wdm.cli.output import mood as view
from wdm.cli.output import tables
from wdm.cli.output.text import document, one_line
from wdm.engine.doors.moods import HISTORY
from wdm.engine.moods import State
from wdm.engine.rules import times
from wdm.engine.rules.mood import Happening
from wdm.store.errors import Usage

app = typer.Typer(add_completion=False, rich_markup_mode=None, cls=Group, invoke_without_command=True)


@app.callback()
def _mood(context: typer.Context) -> None:
    """How the agent feels, and why.

    Without a word after it, the mood is shown. Praise, insults and the like move it; it returns to the persona's
    baseline by itself. It colours the context block, and never what is remembered or found.
    """
    if context.invoked_subcommand is None:
        _show(context)


@app.command(cls=Command)
def show(context: typer.Context) -> None:
    """Show the mood: pleasure, arousal, dominance, what that is called, since when and why."""
    _show(context)


@app.command(cls=Command)
def feel(
    context: typer.Context,
    event: Annotated[str, typer.Argument(metavar="EVENT", help=f"One of {', '.join(Happening)}.")],
    intensity: Annotated[float, typer.Option(min=0, max=1, help="How strong it is.")] = 1.0,
    note: Annotated[str, typer.Option(help="Why, for the history.")] = "",
) -> None:
    """Let an event move the mood."""
    if event not in set(Happening):
        raise Usage(f"there is no event {event!r}", hint=f"events: {', '.join(Happening)}")
    state = start.memory(context).moods.feel(Happening(event), intensity, note.strip())
    _tell(context, state)


@app.command(cls=Command)
def judge(
    context: typer.Context,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What was said to the agent; `-` is stdin.")],
    apply: Annotated[bool, typer.Option("--apply", help="Let it move the mood.")] = False,
) -> None:
    """Tell what a text does to the mood: praise, thanks, insult and so on; when in doubt, nothing."""
    events = start.memory(context).moods.judge(told(text, "the text"), apply=apply)
    if options(context).json:
        fields = [{"event": one.event, "intensity": one.intensity, "cue": one.cue} for one in events]
        print(document("wdm.judge/1", events=fields, applied=apply and bool(events)))
        return
    for one in events:
        print(f"{one.event}\t{one.intensity:.2f}\t{one_line(one.cue)}")


@app.command(cls=Command)
def history(
    context: typer.Context,
    limit: Annotated[int, typer.Option(min=1, max=MOST, help="Events at most.")] = HISTORY,
) -> None:
    """Show what moved the mood, the latest first, with a line for each axis over time."""
    events = start.memory(context).moods.history(limit)
    if options(context).json:
        print(document("wdm.mood-history/1", events=[view.event_json(event) for event in events]))
        return
    drawn = sys.stdout.isatty()
    rows = (
        (
            times.iso(e.at)[5:16].replace("T", " ") if drawn else times.iso(e.at),
            e.event,
            f"{e.intensity:.2f}",
            view.pad(e.before, brief=drawn),
            view.pad(e.after, brief=drawn),
            e.cause,
        )
        for e in events
    )
    tables.show(context, ("when", "event", "I", "before", "after", "cause"), rows)
    if events:
        width = shutil.get_terminal_size().columns if drawn else None
        print("\n".join(view.sparklines(events, width)))


@app.command(cls=Command)
def reset(context: typer.Context) -> None:
    """Bring the mood to its baseline."""
    _tell(context, start.memory(context).moods.reset())


def _show(context: typer.Context) -> None:
    _tell(context, start.memory(context).moods.state())


def _tell(context: typer.Context, state: State) -> None:
    if options(context).json:
        print(document("wdm.mood/1", **view.state_json(state)))
    else:
        view.show(context, state)
