"""The program: its commands, loaded one by one as they are called, and how each call ends."""

import gc

# Before anything else: imports make many objects and no garbage, and looking for it takes a tenth of a recall.
gc.set_threshold(200_000, 20, 20)

import signal

# While the program is loaded, an interrupt ends it as it ends any other: there is nothing yet that could say so.
_AT_FIRST = signal.getsignal(signal.SIGINT)
if _AT_FIRST is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)

import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.main import get_command

from wdm import __version__
from wdm.cli import errors
from wdm.cli.options import Group
from wdm.store.errors import UNSOUND, Damaged, Usage, WdmError

COMMANDS = {
    "demo": "See in a minute what it does, in a store that is thrown away.",
    "ingest": "Take memories in: text, JSON lines, chat logs, documents.",
    "frame": "Keep what was asked of an agent, until `wdm complete` adds the answer.",
    "complete": "Add the answer to a turn that `wdm frame` began.",
    "recall": "Find the memories that answer a query.",
    "context": "Print the block of memory that goes into an agent's prompt.",
    "why": "Tell why a card came for a query, or which gate kept it out and what would bring it.",
    "show": "Show cards in full.",
    "list": "List cards, the latest first.",
    "feedback": "Say how a card answered a query.",
    "forget": "Hide cards from recall and lists; `wdm restore` brings them back.",
    "restore": "Bring forgotten, archived and superseded cards back.",
    "pin": "Fix cards in a tier.",
    "unpin": "Let cards move between the tiers again.",
    "supersede": "Let a card take the place of another.",
    "purge": "Erase cards for good, everywhere; nothing brings them back.",
    "tags": "The tags by which memories are found.",
    "tiers": "Show the tiers, what decides the place of each card, and what would move.",
    "scenes": "List the scenes, with their cards.",
    "stats": "Show how much is kept.",
    "evolve": "Look after the memory: tags, relations, tiers, turns that nobody completed.",
    "clean": "Archive what has faded, thin the journal, give space back.",
    "golden": "Queries that must go on finding a card.",
    "mood": "How the agent feels, and why.",
    "persona": "Who the agent is, and how it talks.",
    "log": "Show what changed the memory.",
    "undo": "Take back a change.",
    "backup": "Copy the memory to a file, even while it is in use.",
    "restore-from": "Put a backup in place of the memory.",
    "export": "Write the memory as JSON lines, all of it.",
    "import": "Merge an export, or the memories of another program.",
    "doctor": "Check the store, and make its index anew.",
    "config": "Show, write or find the configuration.",
}
"""Commands in the order of the help, each with the first line of its own help."""


MODULES = {"restore-from": "restore_from", "import": "import_"}
"""Modules of commands whose names cannot be one's."""

EXPECTED = (WdmError, OSError, EOFError, errors.ClickError, typer.Exit, typer.Abort)
"""What ends a call without being a bug."""

PATHS = ("--store", "--config", "--batch", "--from")
"""Options whose value is a path."""

FILES = ("ingest", "backup", "restore-from", "export", "import")
"""Commands whose words are paths, but for the values of their options."""

VALUED = (
    "-t", "--text", "--format", "--tag", "--scene", "--topic", "--kind", "--time", "--encoding", "--map", "--workspace",
    "--now",
)  # fmt: skip
"""Options of those that have a value, which is no path."""


class App(Group):
    """The commands of `wdm`; the module of one is imported when it is called."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that a call names.

        Raises:
            Usage: there is none; the hint names those that are spelt nearly so.

        """
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from difflib import get_close_matches

            near = get_close_matches(args[0], COMMANDS, n=3)
            hint = f"did you mean {' or '.join(map(repr, near))}?" if near else "`wdm -h` lists the commands"
            raise Usage(f"there is no command {args[0]!r}", hint=hint)
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        """Return the commands in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        """Return a command, or None where there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        module = MODULES.get(cmd_name, cmd_name)
        command = get_command(import_module(f"wdm.cli.commands.{module}").app)
        command.name = cmd_name
        return command

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002
        """Write the list of commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def main(
        self, args: Sequence[str] | None = None, prog_name: str | None = None, *_: Any, **more: Any
    ) -> Any:
        """Run one call and leave with its exit code."""
        words = list(sys.argv[1:] if args is None else args)

        def run() -> Any:
            # Not Typer's own `main`: it takes interrupts and closed pipes for itself.
            _refuse_bytes(words)
            with self.make_context(prog_name or "wdm", list(words), **more) as context:
                try:
                    return self.invoke(context)
                except EXPECTED:
                    raise
                except Exception as error:
                    _tell_damage(context, error)
                    raise

        sys.exit(errors.ending(run, words))


def _tell_damage(context: Any, error: Exception) -> None:
    """Look, before something unexpected is taken for a bug, whether it comes of a damaged store.

    Raises:
        Damaged: it may.

    """
    from wdm.cli import start

    memory = start.memory(context)
    damage = []
    with suppress(WdmError, OSError):
        damage = [finding for finding in memory.findings() if finding.damage]
    if damage:
        raise Damaged(
            f"{memory.path} is not a sound store: {damage[0].detail}",
            hint=UNSOUND,
        ) from error


def _refuse_bytes(words: Sequence[str]) -> None:
    """Refuse words that are not UTF-8, unless they are paths, which may be anything.

    Raises:
        Usage: one is not.

    """
    command = next((word for word in words if word in COMMANDS), None)
    for before, word in zip(("", *words), words, strict=False):
        name, _, value = word.rpartition("=") if word.startswith("--") else (before, "", word)
        if not value.isascii() and any("\ud800" <= character <= "\udfff" for character in value):
            if name in PATHS or os.path.lexists(value) or (command in FILES and name not in VALUED):
                continue
            raise Usage(
                f"{value!r} is not UTF-8", hint="convert it first, such as with `iconv -f gbk -t utf-8`"
            )


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


def _open_closed() -> None:
    """Put an end where a caller closed a standard stream: nothing to read, nowhere to write an answer to."""
    if sys.stdin is None:
        sys.stdin = open(os.open(os.devnull, os.O_RDONLY), encoding="utf-8")  # noqa: PTH123, SIM115
    if sys.stdout is None:
        # Not opened for writing: an answer that nobody can get is an error, as on a full disk.
        sys.stdout = open(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")  # noqa: PTH123, SIM115
    if sys.stderr is None:
        sys.stderr = open(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")  # noqa: PTH123, SIM115


class _Remarks(io.TextIOWrapper):
    """Standard error, on which no answer depends: a remark that cannot be written is one that nobody reads."""

    def write(self, words: str) -> int:
        with suppress(OSError):
            super().write(words)
        return len(words)

    def flush(self) -> None:
        with suppress(OSError, ValueError):
            super().flush()


def main() -> None:
    """Run the program."""
    _open_closed()
    for stream, errors_ in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace")):
        # UTF-8 whatever the locale; what cannot be written so is shown escaped, never a traceback.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors=errors_)
    if isinstance(sys.stderr, io.TextIOWrapper):
        sys.stderr = _Remarks(sys.stderr.detach(), "utf-8", "backslashreplace", line_buffering=True)
    try:
        code = _ended()
    except KeyboardInterrupt:  # once more, while the first was told of
        code = errors.INTERRUPTED
    # All is written and closed; taking the modules apart one by one would only keep the caller waiting.
    with suppress(OSError, ValueError, KeyboardInterrupt):
        sys.stdout.flush()  # a reader that has gone away was told of in `ending`
    os._exit(code)


def _ended() -> int:
    """Run the call; return how it ends."""
    try:
        app.main(prog_name="wdm")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    return 0


if _AT_FIRST is signal.default_int_handler:
    signal.signal(signal.SIGINT, _AT_FIRST)
