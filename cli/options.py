"""The options that every command has, on either side of its name.

Modules whose functions Typer reads have no `from __future__ import annotations`: annotations that are text
are evaluated twice at every start, which takes longer than all else that Typer does for a command.
"""

from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from wdm.cli.coercion import lighten
from wdm.store.errors import Usage


@dataclass(slots=True)
class Options:
    """What the call says of all commands; None is unsaid."""

    store: str | None = None
    workspace: str | None = None
    config: str | None = None
    now: str | None = None
    json: bool = False
    quiet: bool = False
    no_color: bool = False


def options(context: typer.Context) -> Options:
    """Return what the call says of all commands."""
    root = context.find_root()
    if not isinstance(root.obj, Options):
        root.obj = Options()
    return root.obj


def _note(context: typer.Context, parameter: typer.CallbackParam, value: Any) -> Any:
    if value == "":  # such as of a variable that is not set, and then another memory would be meant
        raise Usage(f"--{parameter.name} needs a value")
    if value:
        setattr(options(context), str(parameter.name), value)
    return value


def _option(*names: str, metavar: str | None = None, words: str) -> Any:
    return typer.Option(*names, metavar=metavar, help=words, callback=_note, expose_value=False)


def _declare(
    store: Annotated[
        str | None, _option("--store", metavar="PATH", words="The memory file. [env: WDM_STORE]")
    ] = None,
    workspace: Annotated[
        str | None,
        _option(
            "--workspace",
            metavar="NAME",
            words="A memory of its own in your data folder. [env: WDM_WORKSPACE]",
        ),
    ] = None,
    config: Annotated[
        str | None, _option("--config", metavar="PATH", words="The configuration file. [env: WDM_CONFIG]")
    ] = None,
    now: Annotated[
        str | None, _option("--now", metavar="ISO", words="Take this for the time. [env: WDM_NOW]")
    ] = None,
    json: Annotated[bool, _option("--json", words="Answer with one JSON document.")] = False,
    quiet: Annotated[bool, _option("--quiet", words="No progress, no remarks.")] = False,
    no_color: Annotated[bool, _option("--no-color", words="No colour. [env: NO_COLOR]")] = False,
) -> None:
    """Declare the common options; they note themselves in `Options`."""


@cache
def common() -> list[Any]:
    """Return the common options as parameters, the same for all commands: they keep nothing of a call."""
    declared = typer.Typer(add_completion=False, rich_markup_mode=None)
    declared.command()(_declare)
    return [
        parameter
        for parameter in get_command(declared).params
        if parameter.name in Options.__dataclass_fields__
    ]


class Common:
    """Adds the common options to a command or a group, and checks all its values lightly."""

    params: list[Any]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params += common()
        lighten(self.params)

    def get_help_option(self, ctx: Any) -> Any:
        """Return the option that shows the help."""
        option = super().get_help_option(ctx)  # type: ignore[misc]
        lighten([option] if option else [])
        return option


class Command(Common, TyperCommand):
    """A command that takes the common options after its name."""


class Group(Common, TyperGroup):
    """A group of commands that takes the common options too."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the commands, each with the first line of its help, never cut."""
        rows = []
        for name in self.list_commands(ctx):
            command = self.get_command(ctx, name)
            if command is not None and not command.hidden:
                rows.append((name, " ".join((command.help or "").split("\n\n")[0].split())))
        with formatter.section("Commands"):
            formatter.write_dl(rows)


CardIds = Annotated[
    list[str], typer.Argument(metavar="ID", help="Card numbers, your own ids, or beginnings of uids.")
]
"""The cards that a command is about."""

MOST = 1_000_000_000
"""What a limit may be at most: more than any memory holds, and less than SQLite counts to."""
