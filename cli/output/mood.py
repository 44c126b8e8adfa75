"""The agent's mood as JSON, as bars and as sparklines."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import typer

from wdm.cli.output.tables import plain
from wdm.cli.output.text import one_line
from wdm.engine.moods import State
from wdm.engine.rules import times
from wdm.engine.rules.mood import in_words, label
from wdm.store.records import MoodEvent

AXES = (("pleasure", "愉悦"), ("arousal", "激动"), ("dominance", "掌控"))
SPARKS = "▁▂▃▄▅▆▇█"
NARROWEST, WIDEST = 11, 41
"""Columns of a bar; odd, so that it has a middle."""

BESIDE = 35
"""Columns beside a bar: the axis in both languages and two numbers."""


def state_json(state: State) -> dict[str, Any]:
    """Return the fields of a `wdm.mood/1` document."""
    feeling = label(state.pad)
    return {
        "pad": list(state.pad), "baseline": list(state.baseline), "label": feeling.label, "label_zh": feeling.label_zh,
        "strength": feeling.strength, "radius": feeling.radius, "event": state.event, "cause": state.cause,
        "at": None if state.at is None else times.iso(state.at),
    }  # fmt: skip


def event_json(event: MoodEvent) -> dict[str, Any]:
    """Return one event of a history as JSON."""
    return {
        "at": times.iso(event.at), "event": event.event, "intensity": event.intensity, "cause": event.cause,
        "card": event.card_id, "before": list(event.before), "after": list(event.after),
    }  # fmt: skip


def show(context: typer.Context, state: State) -> None:
    """Print a mood: in words and numbers in a pipe, with bars on a terminal."""
    if not sys.stdout.isatty():
        print("\n".join([words(state), *numbers(state), since(state)]).rstrip())
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(no_color=plain(context), highlight=False)
    console.print(Text(words(state), style="" if plain(context) else "bold"))
    for line in bars(state, console.width):
        console.print(Text(line), no_wrap=True, overflow="crop")
    if since(state):
        console.print(Text(since(state)))


def words(state: State) -> str:
    """Return what a mood is called, in both languages, with its strength in numbers."""
    feeling = label(state.pad)
    english, chinese = in_words(feeling)
    return f"{chinese}  {english}  ({feeling.radius:.2f})"


def since(state: State) -> str:
    """Return why a mood is as it is, and since when."""
    if state.at is None:
        return "at its baseline: nothing has moved it yet"
    told = f": {one_line(state.cause)}" if state.cause and state.cause != state.event else ""
    return f"since {times.iso(state.at)}, {state.event}{told}"


def numbers(state: State) -> list[str]:
    """Return the axes as tab-separated lines: name, value, baseline."""
    return [
        f"{name}\t{value:+.2f}\tbaseline {rest:+.2f}"
        for (name, _), value, rest in zip(AXES, state.pad, state.baseline, strict=True)
    ]


def bars(state: State, width: int) -> list[str]:
    """Return the axes as bars for a terminal of so many columns; a narrow one leaves the Chinese names out."""
    room = width - BESIDE if width >= BESIDE + NARROWEST else width - 18
    columns = max(min(room, WIDEST), NARROWEST) // 2 * 2 - 1
    lines = []
    for (name, chinese), value, rest in zip(AXES, state.pad, state.baseline, strict=True):
        drawn = bar(value, rest, columns)
        if width >= BESIDE + NARROWEST:
            lines.append(f"{chinese} {name:9} {drawn} {value:+.2f} (rests {rest:+.2f})")
        else:
            lines.append(f"{name:9} {drawn} {value:+.2f}")
    return lines


def bar(value: float, rest: float, columns: int) -> str:
    """Return a value in [-1, 1] as a bar from the middle, with `◆` where it comes to rest.

    Args:
        value: where the bar ends.
        rest: the baseline.
        columns: of the bar, an odd number.

    """
    middle = columns // 2
    end, mark = (middle + round(max(min(at, 1.0), -1.0) * middle) for at in (value, rest))
    low, high = min(middle, end), max(middle, end)
    cells = ["█" if low <= place <= high and end != middle else "·" for place in range(columns)]
    if end == middle or cells[middle] == "·":
        cells[middle] = "│"
    cells[mark] = "◆"
    return "".join(cells)


def sparkline(values: Sequence[float]) -> str:
    """Return values in [-1, 1] as a line of blocks, the lowest for -1."""
    return "".join(SPARKS[min(int((value + 1) / 2 * len(SPARKS)), len(SPARKS) - 1)] for value in values)


def sparklines(events: Sequence[MoodEvent], width: int | None) -> list[str]:
    """Return a sparkline for each axis over the moods after events, the earliest first; as many as a width has room for."""
    after = [event.after for event in reversed(events)]
    room = len(after) if width is None else max(width - 10, 1)
    gap = "\t" if width is None else " "
    return [
        f"{name:9}{gap}{sparkline([pad[axis] for pad in after[-room:]])}"
        for axis, (name, _) in enumerate(AXES)
    ]


def pad(values: Sequence[float], *, brief: bool = False) -> str:
    """Return a point as three numbers: `-0.41 +0.39 +0.02`, or in brief `-.4 +.4 +.0`."""
    if brief:
        return " ".join(f"{value:+.1f}".replace("0.", ".") for value in values)
    return " ".join(f"{value:+.2f}" for value in values)
