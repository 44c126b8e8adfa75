"""The help names everything that a command takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import pytest
from typer.main import get_command

from wdm.cli.app import COMMANDS, MODULES, app

Call = Callable[..., Any]


def commands() -> Iterator[tuple[str, ...]]:
    """Yield every command, and under a group each of its own."""
    yield ()
    for name in COMMANDS:
        yield (name,)
        command = app.get_command(None, name)
        for under in getattr(command, "commands", ()):
            yield name, under


def found(path: tuple[str, ...]) -> Any:
    command: Any = app
    for name in path:
        command = command.get_command(None, name)
    return command


@pytest.mark.parametrize("path", list(commands()), ids=lambda path: " ".join(path) or "wdm")
@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_the_help_names_every_option_and_every_argument(
    path: tuple[str, ...], flag: str, inside: Call
) -> None:
    ended = inside(*path, flag)
    assert (ended.code, ended.err) == (0, "")
    help_words = ended.out.replace(",", " ").split()
    for parameter in found(path).params:
        for option in parameter.opts if parameter.param_type_name == "option" else []:
            assert option in help_words, option
        if parameter.param_type_name == "option":
            assert parameter.help, parameter.name
    assert max(map(len, ended.out.splitlines())) <= 80


@pytest.mark.parametrize("path", list(commands()), ids=lambda path: " ".join(path) or "wdm")
def test_the_options_of_all_commands_stand_on_either_side(path: tuple[str, ...], inside: Call) -> None:
    out = inside(*path, "--help").out
    for option in ("--store", "--workspace", "--config", "--now", "--json", "--quiet", "--no-color"):
        assert option in out


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_says_of_each_what_it_says_of_itself(name: str) -> None:
    command = get_command(import_module(f"wdm.cli.commands.{MODULES.get(name, name)}").app)
    # The first sentence may go on where the list has said enough.
    assert (command.help or "").startswith(COMMANDS[name].rstrip("."))


def test_the_help_lists_the_commands_uncut(inside: Call) -> None:
    words = " ".join(inside("--help").out.split())
    for name, line in COMMANDS.items():
        assert f"{name} {line}" in words
    assert "..." not in words.replace("[ARGS]...", "")


def test_without_any_word_the_help_goes_to_stderr(inside: Call) -> None:
    ended = inside()
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == inside("--help").out


def test_the_version_is_one_line(inside: Call) -> None:
    from wdm import __version__

    assert inside("--version").out == f"wdm {__version__}\n"


@pytest.mark.parametrize("place", ["before", "between", "after"])
def test_an_option_of_all_commands_is_heard_wherever_it_stands(
    place: str, inside: Call, tmp_path: Any
) -> None:
    path = str(tmp_path / "other.db")
    option = ["--store", path]
    lines = {
        "before": [*option, "tags", "list"],
        "between": ["tags", *option, "list"],
        "after": ["tags", "list", *option],
    }
    assert f"there is no store at {path}" in inside(*lines[place]).err


def test_the_word_of_the_call_goes_before_the_environment(inside: Call, tmp_path: Any) -> None:
    path = str(tmp_path / "named.db")
    assert path in inside("--store", path, "list", env={"WDM_STORE": "/nowhere.db"}).err
    ended = inside("config", "path", "--workspace", "mine", env={"WDM_STORE": "/nowhere.db"})
    assert ended.out.splitlines()[1].endswith("mine.db")
    ended = inside("config", "path", env={"WDM_STORE": None, "WDM_WORKSPACE": "yours"})
    assert ended.out.splitlines()[1].endswith("yours.db")


def test_the_time_of_the_call_can_be_pinned(stocked: Any, inside: Call) -> None:
    inside("--now", "2030-01-01", "ingest", "-t", "later")
    assert "2030-01-01T00:00:00Z" in inside("log", "--limit", "1").out
