"""The program: its commands, loaded one by one as they are called, and how each call ends."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.main import get_command

from wdm import __version__
from wdm.cli import errors
from wdm.cli.options import Group

COMMANDS = {
    "demo": "See in a minute what it does, in a store that is thrown away.",
    "ingest": "Take memories in: text, JSON lines, chat logs, documents.",
    "recall": "Find the memories that answer a query.",
    "show": "Show cards in full.",
    "list": "List cards, the latest first.",
    "tags": "The tags by which memories are found.",
    "stats": "Show how much is kept.",
    "log": "Show what changed the memory.",
    "undo": "Take back a change.",
    "doctor": "Check the store, and make its index anew.",
    "config": "Show, write or find the configuration.",
}
"""Commands in the order of the help, each with the first line of its own help."""


class App(Group):
    """The commands of `wdm`; the module of one is imported when it is called."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        """Return the commands in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        """Return a command, or None where there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        command = get_command(import_module(f"wdm.cli.commands.{cmd_name}").app)
        command.name = cmd_name
        return command

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002
        """Write the list of commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def main(self, args: Sequence[str] | None = None, *rest: Any, **more: Any) -> Any:
        """Run one call and leave with its exit code."""
        more["standalone_mode"] = False
        words = list(sys.argv[1:] if args is None else args)
        sys.exit(errors.ending(lambda: super(App, self).main(words, *rest, **more), words))


def _show_version(value: bool) -> None:
    if value:
        print(f"wdm {__version__}")
        raise typer.Exit


def _declare(
    version: Annotated[
        bool,
        typer.Option(
            "--version", is_eager=True, expose_value=False, callback=_show_version, help="Show the version."
        ),
    ] = False,
) -> None:
    """A memory for local agents that a person can read, correct and trust."""


def _app() -> App:
    declared = typer.Typer(
        cls=App,
        add_completion=False,
        no_args_is_help=True,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    declared.callback()(_declare)
    app = get_command(declared)
    if not isinstance(app, App):
        raise TypeError("the root of the commands must be an App")
    return app


app = _app()


def main() -> None:
    """Run the program."""
    for stream in (sys.stdout, sys.stderr):
        # UTF-8 whatever the locale; what cannot be written so is shown escaped, never a traceback.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    app.main(prog_name="wdm")
