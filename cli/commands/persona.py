"""``wdm persona``: who the agent is, and how it talks."""

import os
from typing import Annotated

import typer

from wdm.cli import start
from wdm.cli.options import Command, Group, options
from wdm.cli.output import tables
from wdm.cli.output.text import document
from wdm.engine.doors.moods import Portrait
from wdm.engine.rules.flaws import flaw
from wdm.engine.rules.mood import Pad
from wdm.engine.rules.personality import PRESETS, baseline_from_big_five
from wdm.engine.rules.tokens import whole_tokens
from wdm.store.errors import NotFound, Usage
from wdm.store.records import Persona, PersonaMode

app = typer.Typer(add_completion=False, rich_markup_mode=None, cls=Group, no_args_is_help=True)

LONGEST = 2000
"""Characters of the longest text of a persona."""


@app.callback()
def _persona() -> None:
    """Who the agent is, and how it talks.

    What is set here stands at the head of the context block: all of it (full), a line (light), or nothing (off).
    """


@app.command(cls=Command)
def show(context: typer.Context) -> None:
    """Show the persona, and how many tokens each of its modes takes."""
    _tell(context, start.memory(context).moods.portrait())


@app.command("set", cls=Command)
def set_(
    context: typer.Context,
    name: Annotated[str | None, typer.Option(help="What it is called.")] = None,
    role: Annotated[str | None, typer.Option(help="What it is: 沉稳的工程师, a patient tutor.")] = None,
    background: Annotated[str | None, typer.Option(help="Where it comes from.")] = None,
    style: Annotated[
        list[str] | None, typer.Option("--style", help="How it talks, a line; may be repeated.")
    ] = None,
    mode: Annotated[PersonaMode | None, typer.Option(help="full, light or off.")] = None,
    warmth: Annotated[float | None, typer.Option(min=0, max=1, help="How far kindness moves it.")] = None,
    sensitivity: Annotated[float | None, typer.Option(min=0, max=1, help="How far unkindness does.")] = None,
    excitability: Annotated[float | None, typer.Option(min=0, max=1, help="How far it is aroused.")] = None,
    resilience: Annotated[float | None, typer.Option(min=0, max=1, help="How fast it calms down.")] = None,
    baseline: Annotated[
        str | None, typer.Option(metavar="P,A,D", help="Where its mood rests, each from -1 to 1.")
    ] = None,
    big_five: Annotated[
        str | None,
        typer.Option(
            metavar="O,C,E,A,S",
            help="The same from openness, conscientiousness, extraversion, agreeableness, stability.",
        ),
    ] = None,
    absence: Annotated[
        bool | None, typer.Option("--absence/--no-absence", help="Whether a long silence makes it lonely.")
    ] = None,
    novelty: Annotated[
        bool | None, typer.Option("--novelty/--no-novelty", help="Whether what is new makes it curious.")
    ] = None,
) -> None:
    """Set up the persona, or change some of it; what is not said stays as it is."""
    if baseline is not None and big_five is not None:
        raise Usage("a baseline comes from --baseline or from --big-five, not from both")
    told: dict[str, object] = {
        "name": _text("name", name), "role": _text("role", role), "background": _text("background", background),
        "style": None if style is None else "\n".join(str(_text("style", line)) for line in style), "mode": mode,
        "warmth": warmth, "sensitivity": sensitivity, "excitability": excitability, "resilience": resilience,
        "absence": absence, "novelty": novelty,
    }  # fmt: skip
    if baseline is not None:
        told |= Pad(*_numbers("--baseline", baseline, 3))._asdict()
    if big_five is not None:
        o, c, e, a, s = _numbers("--big-five", big_five, 5)
        rest = baseline_from_big_five(
            openness=o, conscientiousness=c, extraversion=e, agreeableness=a, stability=s
        )
        told |= rest._asdict()
    changes = {key: value for key, value in told.items() if value is not None}
    if not changes:
        raise Usage("nothing is said to change", hint="`wdm persona set -h` lists what can be")
    memory = start.memory(context)
    memory.moods.set(changes)
    _tell(context, memory.moods.portrait())


@app.command(cls=Command)
def presets(context: typer.Context) -> None:
    """List the personas to begin with."""
    if options(context).json:
        told = [
            {
                "preset": word,
                "name": one.name,
                "name_zh": one.name_zh,
                "role": one.role,
                "role_zh": one.role_zh,
            }
            for word, one in PRESETS.items()
        ]
        print(document("wdm.presets/1", presets=told))
        return
    rows = ((word, f"{one.name} {one.name_zh}", one.role, one.role_zh) for word, one in PRESETS.items())
    tables.show(context, ("preset", "name", "role", "角色"), rows)


@app.command(cls=Command)
def use(
    context: typer.Context,
    preset: Annotated[str, typer.Argument(metavar="PRESET", help=f"One of {', '.join(PRESETS)}.")],
    lang: Annotated[
        str | None, typer.Option("--lang", metavar="zh|en", help="Its language; your locale's by default.")
    ] = None,
) -> None:
    """Take one of the presets for the persona."""
    if lang not in (None, "zh", "en"):
        raise Usage(f"there is no language {lang!r}", hint="zh or en")
    memory = start.memory(context)
    memory.moods.use(preset, lang or _language())
    _tell(context, memory.moods.portrait())


@app.command(cls=Command)
def preview(context: typer.Context) -> None:
    """Print exactly what the context block holds of the persona."""
    portrait = start.memory(context).moods.portrait()
    persona = _there(portrait)
    lines = portrait.lines
    if options(context).json:
        print(
            document(
                "wdm.persona-preview/1", lines=lines, mode=persona.mode, tokens=sum(map(whole_tokens, lines))
            )
        )
    elif lines:
        print("\n".join(lines))


def _tell(context: typer.Context, portrait: Portrait) -> None:
    persona = _there(portrait)
    told = persona._asdict() | {"style": persona.style.splitlines()}
    del told["id"]
    if options(context).json:
        print(document("wdm.persona/1", **told, tokens=portrait.tokens))
        return
    weights = ("warmth", "sensitivity", "excitability", "resilience")
    rows = [
        *((name, told[name]) for name in ("name", "role", "background")),
        *(("style", line) for line in told["style"]),
        ("mode", ", ".join(f"{'*' if mode is persona.mode else ''}{mode} {count} tokens" for mode, count in portrait.tokens.items())),
        ("weights", ", ".join(f"{name} {told[name]:g}" for name in weights)),
        ("baseline", " ".join(f"{told[name]:+.2f}" for name in Pad._fields)),
        ("moved by", ", ".join(["what is said", *(name for name in ("absence", "novelty") if told[name])])),
    ]  # fmt: skip
    tables.show(context, ("persona", persona.name), [row for row in rows if row[1]])


def _there(portrait: Portrait) -> Persona:
    if portrait.persona is None:
        raise NotFound("there is no persona yet", hint="`wdm persona presets` lists some to begin with")
    return portrait.persona


def _text(what: str, words: str | None) -> str | None:
    if words is None:
        return None
    plain = " ".join(words.split())
    if plain and (reason := flaw(plain)):
        raise Usage(f"{what}: {reason}")
    if what == "name" and not plain:
        raise Usage("a persona needs a name")
    if len(plain) > LONGEST:
        raise Usage(f"{what} is longer than {LONGEST} characters")
    return plain


def _numbers(option: str, words: str, count: int) -> list[float]:
    try:
        found = [float(part) for part in words.split(",")]
    except ValueError:
        found = []
    if len(found) != count or not all(-1 <= number <= 1 for number in found):
        raise Usage(f"{option} wants {count} numbers from -1 to 1, parted by commas, not {words!r}")
    return found


def _language() -> str:
    told = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return "zh" if told.lower().startswith("zh") else "en"
