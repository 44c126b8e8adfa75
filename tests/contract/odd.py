"""A store that every odd call finds as it was, what is looked at after each call, and where words stand in a call."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tests.contract.test_help import commands, found
from tests.process.writing import state

if TYPE_CHECKING:
    from tests.contract.conftest import Call, Ended

READS = (
    "recall", "why", "context", "list", "show", "tags list", "tags show", "tags suggest", "tiers", "log", "mood history", "--config",
    "--store", "--workspace", "--now {} list",
)  # fmt: skip
"""Beginnings of calls that change nothing, however they end."""

TURNING = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
"""Kinds of marks that turn the direction of what follows."""

COMMON = ("store", "workspace", "config", "now")

paths = cache(lambda: list(commands()))


def valued() -> Iterator[tuple[str, str]]:
    """Yield every argument and every option with a value, after the command that takes it; the common ones once."""
    yield from (("", f"--{name}") for name in COMMON)
    for path in paths():
        command = found(path)
        for parameter in () if hasattr(command, "commands") or not path else command.params:
            if not getattr(parameter, "is_flag", False) and parameter.name not in COMMON:
                yield " ".join(path), named(parameter)


def named(parameter: object) -> str:
    """Return the longest name of an option, or that of an argument."""
    names: list[str] = getattr(parameter, "opts", [])
    return max(names, key=len)


@cache
def met(line: str) -> tuple[str, str]:
    """Return the command of a line, and the argument or option that stands at `{}`."""
    words = line.split(" ")
    path = max((path for path in paths() if words[: len(path)] == [*path]), key=len)
    parameters = found(path).params
    options = {name: one for one in parameters for name in one.opts if one.param_type_name == "option"}
    arguments = [one for one in parameters if one.param_type_name == "argument"]
    for word in words[len(path) :]:
        if word.startswith("-") and word != "-":
            one = options[word]
            if not getattr(one, "is_flag", False):
                options[""] = one  # whose value comes next
                continue
        elif "" in options:
            one = options.pop("")
        else:
            one = arguments.pop(0) if len(arguments) > 1 else arguments[0]
        if "{}" in word:
            return " ".join(path), named(one)
    raise AssertionError(line)


class Table:
    """A store that each call finds as it was, and what is looked at after each."""

    def __init__(self, ready: tuple[bytes, str], store: Path, inside: Call, folder: Path) -> None:
        self.stock, self.frame = ready
        self.store, self.inside, self.folder = store, inside, folder
        store.write_bytes(self.stock)
        self.before = state(store)

    def ends(self, line: str, words: str, code: int | None, *more: str, stdin: str | bytes = "") -> Ended:
        """Assert how a call ends, that it is told clearly, and that the store is sound; put the store back."""
        ended = self.inside(*more, *self.words(line, words), stdin=stdin)
        assert code is None or ended.code == code, (words[:50], ended.code, ended.err[:500])
        told_clearly(ended, json_wanted="--json" in more)
        log = self.store.with_name(f"{self.store.name}-wal")
        if log.exists() or self.store.read_bytes() != self.stock:
            if ended.code not in (0, 3) or line.startswith(READS):
                assert state(self.store) == self.before, (line, words[:50])
            elif "--json" not in more:  # which does the same as without it
                findings = json.loads(self.inside("doctor", "--json").out)["findings"]
                assert not [found for found in findings if found["damage"]], words[:50]
            self.store.write_bytes(self.stock)
        for path in self.folder.iterdir():
            path.unlink()
        return ended

    def words(self, line: str, words: str) -> list[str]:
        """Return the words of a call; where words begin with `-`, ` -- ` goes before them, as the hint says."""
        told: list[str] = []
        for word in line.split(" "):
            if word == "{}" and words.startswith("-") and not met(line)[1].startswith("-"):
                told.append("--")
            told.append(self.frame if word == "F" else word.replace("{}", words))
        return told


def told_clearly(ended: Ended, *, json_wanted: bool) -> None:
    """Assert that an error is one message, without a traceback or a control character, as JSON where that is wanted."""
    for told in (ended.out, ended.err):
        assert "Traceback" not in told
        assert not {c for c in told if unicodedata.category(c) == "Cc" and c not in "\n\t"}
        assert not {c for c in told if unicodedata.bidirectional(c) in TURNING}
    lines = ended.err.splitlines()
    if json_wanted and ended.code not in (0, 3):
        assert ended.out == ""
        error = json.loads(ended.err)
        assert (error["schema"], error["code"]) == ("wdm.error/1", ended.code)
    elif json_wanted:
        json.loads(ended.out)
    elif ended.code not in (0, 3):
        assert ended.out == ""
        assert lines[0].startswith("wdm: ")
        assert all(line.startswith("     ") for line in lines[1:]), "a hint, and no more"
        assert len(ended.err) < 3000, "whoever writes much need not read it again"
    else:
        assert all(line.startswith("wdm: ") for line in lines)
