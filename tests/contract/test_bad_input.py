"""Odd words in every place of every command: the exit code that is told of, one clear line, and nothing lost."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.contract.conftest import Ended

from wdm.cli.app import app

Call = Callable[..., Ended]

LONG = 10_000
WORDS = {
    "empty": "",
    "space": " \t ",
    "lines": "a\nb\r\nc\rd\u2028e",
    "controls": "a\x1b[31m\x07b\x9b31m\x7f",
    "turned": "a\u202eb\u2066c",
    "joined": "👩\u200d👧 e\u0301 ﬁ",
    "long": "long " * (LONG // 5),
    "han": "长" * LONG,
    "sql": "'; DROP TABLE card; --",
    "fts": '"a" NEAR(b c) AND -d* ^e {col}: OR (',
    "markup": "[red]x[/red] :smile:",
    "number": "9" * 40,
    "wide": "１２",
    "nan": "nan",
}
NOTHING = ("empty", "space")
NO_NAME = (*NOTHING, "controls", "turned", "long", "han")
"""Words that no name can be: a person could not tell what stands there, or read to its end."""
SHOWN_IN_JSON = ("controls", "lines", "fts")


class Place(NamedTuple):
    """A place of a call where words stand, and how the call ends."""

    line: str
    """Words of the call, with `{}` at the place."""
    code: int
    """How it ends with any words but those of `others`."""
    others: dict[str, int] = {}  # noqa: RUF012 (never changed)


def places(code: int, others: dict[str, int], *lines: str) -> list[Place]:
    return [Place(line, code, others) for line in lines]


PLACES = [
    # A memory, a question, a note: any words are data.
    *places(0, {}, "recall {}", "recall jon --topic {}", "recall jon --scene {}", "why jon {}", "context {}",
            "list --topic {}", "ingest -t hi --topic {}", "ingest -t hi --tag {}", "mood feel praise --note {}",
            "complete FRAME -t hi --tag {}"),
    *places(0, dict.fromkeys(NOTHING, 3), "ingest -t {}"),
    *places(0, dict.fromkeys(NOTHING, 2), "frame -t {}", "complete FRAME -t {}", "complete FRAME -t hi --summary {}", "ingest -t hi --scene {}",
            "feedback jon confirmed --query {}", "golden add {} jon", "mood judge {}",
            "tags define spare --definition {}"),
    # Names that something is to have.
    *places(0, dict.fromkeys(NO_NAME, 2), "tags add {}", "tags alias spare {}",
            "tags rename spare {}", "tags split Jon {} jon"),
    *places(0, {"empty": 2, "space": 2, "long": 2, "han": 2}, "persona set --name {}"),
    # Names and numbers of what is not there.
    *places(4, {}, "show {}", "why {} jon", "complete {} -t hi", "pin {}", "unpin {}", "forget {}", "restore {}",
            "purge {} --yes", "supersede {} jon", "supersede jon {}", "feedback {} confirmed --query job",
            "golden add job {}", "golden remove {}", "recall jon --tag {}", "list --tag {}", "tags show {}",
            "tags relate spare {} --as related", "tags unrelate spare {}", "tags merge spare {} --yes",
            "tags merge {} spare --yes", "tags deprecate {}", "tags activate {}", "tags split Jon Ben {}",
            "tags alias {} other", "tags unalias spare {}", "tags rename {} other", "tags define {} --definition x",
            "persona use {}"),
    # Times, numbers and choices.
    *places(2, {}, "ingest -t hi --time {}", "recall jon --since {}", "recall jon --until {}", "list --since {}",
            "--now {} list", "mood feel {}", "mood feel praise --intensity {}", "persona set --baseline {}",
            "persona set --big-five {}", "persona set --warmth {}", "ingest -t hi --kind {}", "recall jon --depth {}",
            "list --tier {}", "tags list --status {}", "evolve --only {}", "clean --limit={}",),
    *places(2, {"wide": 0}, "recall jon --top {}", "list --limit {}", "log --limit {}", "tiers --limit {}",
            "tags suggest --limit {}", "mood history --limit {}"),
    *places(2, {"number": 4, "wide": 4}, "undo {}"),
    # Files that are not there.
    *places(74, {}, "import {}", "ingest {}", "recall --batch {}", "tags triage --from {}"),
    *places(10, {"empty": 74, "long": 74, "han": 74}, "restore-from {} --yes"),
    *places(6, {"empty": 2}, "--config {} list"),
    *places(10, {"empty": 2, "long": 74, "han": 74}, "--store {} list"),
]  # fmt: skip

WITHOUT = {
    "scenes", "stats", "mood show", "mood reset", "persona show", "persona presets", "persona preview", "golden list",
    "golden check", "doctor", "demo", "config show", "config path",
    # These take the name of a file to write: see process/test_paths.
    "config init", "backup", "export",
}  # fmt: skip
"""Commands that take no words of a person."""


def leaves(command: Any, *names: str) -> Iterator[str]:
    """Yield the names of all commands that do something."""
    if not hasattr(command, "list_commands"):
        yield " ".join(names)
        return
    for name in command.list_commands(None):
        yield from leaves(command.get_command(None, name), *names, name)


def test_every_command_is_met() -> None:
    met = {line for line, _, _ in PLACES}
    missing = [
        name
        for name in leaves(app)
        if not any(f"{line} ".startswith((f"{name} ", f"--now {{}} {name} ")) for line in met)
    ]
    assert set(missing) == WITHOUT


def told_clearly(ended: Ended, *, json_wanted: bool) -> None:
    """Assert that an error is one message, without a traceback or a control character, as JSON where that is wanted."""
    for told in (ended.out, ended.err):
        assert "Traceback" not in told
        assert not {c for c in told if unicodedata.category(c) == "Cc" and c not in "\n\t"}
    if json_wanted and ended.code not in (0, 3):
        assert ended.out == ""
        told = json.loads(ended.err)
        assert (told["schema"], told["code"]) == ("wdm.error/1", ended.code)
    elif json_wanted:
        json.loads(ended.out)
    elif ended.code:
        lines = ended.err.splitlines()
        assert lines[0].startswith("wdm: ")
        assert all(line.startswith("     ") for line in lines[1:]), "a hint, and no more"


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.line)
def test_odd_words_end_a_call_as_they_should(
    place: Place,
    inside: Call,
    stocked: Path,
    store_path: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    number = json.loads(inside("frame", "-t", "a question", "--json").out)["id"]
    inside("tags", "add", "spare")
    stock, before = store_path.read_bytes(), inside("export", "-").out
    for kind, words in WORDS.items():
        for json_wanted in (False, True) if kind in SHOWN_IN_JSON else (False,):
            call = [
                str(number) if word == "FRAME" else word.replace("{}", words)
                for word in place.line.split(" ")
            ]
            ended = inside(*call, *(["--json"] if json_wanted else []))
            assert ended.code == place.others.get(kind, place.code), (kind, ended)
            told_clearly(ended, json_wanted=json_wanted)
            if ended.code in (0, 3):
                assert not [
                    f for f in json.loads(inside("doctor", "--json").out)["findings"] if f["damage"]
                ], kind
                store_path.write_bytes(stock)
            else:
                assert inside("export", "-").out == before, kind
