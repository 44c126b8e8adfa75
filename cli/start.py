"""What a call starts with: the clock and chance are read here, and nowhere else."""

from __future__ import annotations

import os
import re
import shlex
import sys
from datetime import UTC, datetime
from pathlib import Path

import typer

from wdm.cli.options import options
from wdm.engine.memory import Caller, Memory
from wdm.engine.rules import times
from wdm.engine.settings import Settings, load
from wdm.store.errors import Usage

LONGEST_COMMAND = 200
"""Characters of a command line that the journal keeps."""

TEXTS = ("--text", "--summary", "--overview", "--preference", "--note", "judge")
"""Words of a call that the words of a person follow."""

_NAME = r"[\w][\w.-]{0,63}"


def now(context: typer.Context) -> int:
    """Return the time of the call, in milliseconds since 1970.

    Raises:
        Usage: `--now` or `WDM_NOW` is no time.

    """
    told = options(context).now or os.environ.get("WDM_NOW")
    if not told:
        return times.to_ms(datetime.now(UTC))  # noqa: TID251
    try:
        return times.parse_iso(told)
    except ValueError as error:
        raise Usage(f"{told!r} is not a time in ISO 8601", hint="such as 2026-05-31T09:00:00Z") from error


def borders(since: str | None, until: str | None, moment: int) -> tuple[int | None, int | None]:
    """Return the times that `--since` and `--until` mean: from the first moment, to the end of the last.

    Raises:
        Usage: one is no time.

    """
    return (
        None if since is None else times.parse_border(since, moment),
        None if until is None else times.parse_border(until, moment, end=True),
    )


def memory(context: typer.Context, path: Path | None = None) -> Memory:
    """Return the memory that the call means, or the one at a path; nothing is opened yet."""
    caller = Caller(now(context), os.urandom, who(), command_line(sys.argv[1:]))
    return Memory(path or store_path(context), settings(context), caller)


def settings(context: typer.Context) -> Settings:
    """Return the settings in force."""
    path, named = config_path(context)
    return load(path if named or path.exists() else None)


def config_path(context: typer.Context) -> tuple[Path, bool]:
    """Return the path of the configuration, and whether the call or the environment named it."""
    told = options(context).config or os.environ.get("WDM_CONFIG")
    return (Path(told), True) if told else (Path(typer.get_app_dir("wdm")) / "config.toml", False)


def store_path(context: typer.Context) -> Path:
    """Return the path of the memory file.

    Raises:
        Usage: the workspace's name cannot be a file's.

    """
    chosen = options(context)
    if chosen.store:
        return Path(chosen.store)
    if not chosen.workspace and os.environ.get("WDM_STORE"):
        return Path(os.environ["WDM_STORE"])
    name = chosen.workspace or os.environ.get("WDM_WORKSPACE") or "default"
    if not re.fullmatch(_NAME, name):
        raise Usage(
            f"{name!r} cannot name a workspace", hint="letters, digits, `_`, `-` and `.`; 64 at the most"
        )
    import platformdirs

    return Path(platformdirs.user_data_dir("wdm", appauthor=False)) / f"{name}.db"


def who() -> str:
    """Return the user's name for the journal."""
    named = next(filter(None, map(os.environ.get, ("LOGNAME", "USER", "USERNAME"))), None)
    if named is None:
        import getpass

        try:
            named = getpass.getuser()
        except (OSError, KeyError):  # a user without an entry, as in some containers
            return "unknown"
    return named


def command_line(words: list[str]) -> str:
    """Return a command line for the journal, without the texts of memories, which only their cards hold."""
    kept = []
    hide = False
    for word in words:
        name = next((n for n in ("-t", *(f"{o}=" for o in TEXTS)) if word.startswith(n) and word != n), None)
        kept.append("…" if hide else f"{name}…" if name else word)
        hide = word in ("-t", *TEXTS)
    line = shlex.join(["wdm", *kept])[:LONGEST_COMMAND]
    return line.encode("utf-8", "backslashreplace").decode()
