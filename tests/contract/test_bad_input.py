"""Odd words, numbers and times in every place of every command: the exit code that is told of, one clear line, and nothing lost."""

from __future__ import annotations

import json
from typing import NamedTuple

import pytest
from tests.contract.odd import Table, met, valued

HAN = "我们决定把部署方案改成灰度发布"
LONG = 10_000
WORDS = {
    "empty": "",
    "space": " \t ",
    "lines": "a\nb\r\nc\rd\u2028e",
    "controls": "a\x1b[31m\x07b\x9b31m\x7f",
    "turned": "a\u202eb\u2066c",
    "joined": "👩\u200d👧 e" + "\u0301" * 20 + " ﬁ",
    "long": "long " * (LONG // 5),
    "han": "长" * LONG,
    "sql": "' OR 1=1 --'; DROP TABLE card; --",
    "fts": '"a" NEAR(b c) AND -d* ^e {col}: OR (',
    "markup": "[red]x[/red] :smile:",
    "number": "9" * 40,
    "wide": "１２",
    "bytes": "a\udcffb",  # as Python gets a byte 0xFF on the command line
}
NOTHING = ("empty", "space")
NO_NAME = (*NOTHING, "controls", "turned", "long", "han")
"""Words that no name can be: a person could not tell what stands there, or read to its end."""
TOO_LONG = ("long", "han")
"""Words that no file can be called."""
SHOWN_IN_JSON = ("controls", "lines")
WRONG = ("empty", "lines", "controls", "han", "bytes")
"""Words that are enough where nearly all are wrong."""
MORE = ("joined", "han", "markup")
"""Words that are like others, for a longer run."""


class Place(NamedTuple):
    """A place of a call where words stand, and how the call ends."""

    line: str
    """Words of the call, with `{}` at the place; `F` is a frame."""
    code: int
    """How it ends with any words but those of `others`."""
    others: dict[str, int | None]
    """By words; None is a case that other tests have, or that depends on the version of Typer."""


def places(code: int, others: dict[str, int | None], *lines: str) -> list[Place]:
    """Return places that end alike; what is not UTF-8 is wrong usage wherever no file is named."""
    return [Place(line, code, {"bytes": 2, **others}) for line in lines]


def each(code: int, *kinds: str) -> dict[str, int | None]:
    return dict.fromkeys(kinds, code)


ABSENT = places(
    4, {}, "show {}", "why {} jon", "complete -t hi {}", "pin {}", "unpin {}", "forget {}", "restore {}", "purge --yes {}",
    "supersede {} jon", "supersede jon {}", "feedback --query job {} confirmed", "golden add job {}", "golden remove {}",
    "golden remove baker {}", "recall jon --tag {}", "list --tag {}", "why jon job --tag {}", "tags show {}", "tags relate {}",
    "tags relate --as related spare {}", "tags unrelate {} spare", "tags unrelate spare {}", "tags merge --yes {} spare",
    "tags merge --yes spare {}", "tags deprecate {}", "tags activate {}", "tags split Jon Ben {}", "tags split {} Ben jon",
    "tags alias {} other", "tags unalias {} other", "tags unalias spare {}", "tags rename {} other",
    "tags define --definition x {}", "persona use {}",
)  # fmt: skip
"""Names and numbers of what is not there."""

PLACES = [
    *ABSENT,
    # A memory, a question, a note: any words are data.
    *places(0, {}, "recall {}", "recall jon --topic {}", "recall jon --scene {}", "why jon {}", "why jon job --topic {}",
            "why jon job --scene {}", "context {}", "list --topic {}", "ingest -t hi --topic {}", "ingest -t hi --tag {}",
            "ingest -t hi --scene a/{}", "frame -t hi --topic {}", "frame -t hi --speaker {}", "frame -t hi --tag {}",
            "complete F -t hi --tag {}", "feedback jon confirmed --query job --note {}", "mood feel praise --note {}",
            "tags add new --definition {}", "tags add new --dimension {}", "tags add new --type {}",
            "tags activate spare --reason {}", "tags deprecate spare --reason {}", "tags merge spare Jon --yes --query {}",
            "tags merge spare Jon --yes --reason {}", "tags relate spare Jon --as related --reason {}"),
    *places(0, each(2, *TOO_LONG), "persona set --role {}", "persona set --background {}", "persona set --style {}"),
    *places(0, each(3, *NOTHING), "ingest -t {}"),
    *places(0, each(2, *NOTHING), "frame -t {}", "frame -t hi --scene {}", "complete F -t {}", "complete F -t hi --summary {}",
            "complete F -t hi --overview {}", "complete F -t hi --scene {}", "complete F -t hi --preference {}=v",
            "complete F -t hi --preference k={}", "ingest -t hi --scene {}", "feedback jon confirmed --query {}",
            "golden add {} jon", "mood judge {}", "tags define spare --definition {}", "tags define spare --dimension {}",
            "tags define spare --type {}"),
    *places(2, {"sql": 0}, "complete F -t hi --preference {}"),  # it holds a `=`
    # Names that something is to have.
    *places(0, each(2, *NO_NAME), "tags add {}", "tags add new --alias {}", "tags alias spare {}", "tags rename spare {}",
            "tags split Jon {} jon"),
    *places(0, each(2, *NOTHING, *TOO_LONG), "persona set --name {}"),
    # Times, choices, names of fields.
    *places(2, {}, "ingest -t hi --time {}", "recall jon --since {}", "recall jon --until {}", "list --since {}",
            "list --until {}", "why jon job --since {}", "why jon job --until {}", "--now {} list", "ingest -t hi --format {}",
            "ingest -t hi --kind {}", "complete F -t hi --status {}", "recall jon --depth {}", "context --depth {}",
            "list --kind {}", "feedback jon {} --query job", "pin jon --tier {}", "tags list --status {}",
            "tags list --sort {}", "tags relate spare Jon --as {}", "tags suggest --only {}", "tags triage --export --only {}",
            "tiers --tier {}", "evolve --only {}", "mood feel {}", "persona set --mode {}", "persona set --baseline {}",
            "persona set --big-five {}", "persona use kite --lang {}", "import - --format {}", "import - --map {}"),
    *places(2, {"empty": None}, "ingest -t hi --encoding {}", "import - --encoding {}"),
    # Numbers, more of which are below.
    *places(2, {"wide": 0}, "recall jon --top {}", "context --top {}", "why jon job --top {}", "list --limit {}",
            "log --limit {}", "tiers --limit {}", "tags list --limit {}", "tags suggest --limit {}", "mood history --limit {}"),
    *places(2, {"number": 0, "wide": 0}, "context --perm {}", "context --hot {}", "context --cold {}", "context --recalled {}"),
    *places(2, {"wide": None}, "mood feel praise --intensity {}", "clean --min-weight {}", "persona set --warmth {}",
            "persona set --sensitivity {}", "persona set --excitability {}", "persona set --resilience {}"),
    *places(2, {"number": 0, "wide": None}, "clean --min-age {}"),
    *places(2, {"number": 4, "wide": 4}, "undo {}"),
    # Files that are not there; more of their names are in process/test_paths.
    *places(74, {"bytes": 74}, "import {}", "ingest {}", "recall --batch {}", "tags triage --from {}"),
    *places(10, {"bytes": 10, **each(74, "empty", *TOO_LONG)}, "restore-from {} --yes"),
    *places(0, {"bytes": None, **each(74, "empty", "markup", *TOO_LONG)}, "backup {}", "export {}"),  # no folder `[red]x[`
    *places(6, {"bytes": 6, "empty": 2}, "--config {} list"),
    *places(10, {"bytes": 10, "empty": 2, **each(74, *TOO_LONG)}, "--store {} list"),
    *places(2, {"number": 10, "wide": 10}, "--workspace {} list"),
]  # fmt: skip


def test_every_place_of_every_command_is_met() -> None:
    assert {met(place.line) for place in PLACES} == set(valued())


KINDS = pytest.mark.parametrize(
    "kinds", [WORDS.keys() - {*MORE}, pytest.param({*MORE}, marks=pytest.mark.slow)], ids=["most", "rest"]
)


@KINDS
@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.line)
def test_odd_words_end_a_call_as_they_should(place: Place, kinds: set[str], table: Table) -> None:
    for kind in sorted(kinds if place.code != 2 else kinds & {*WRONG, *place.others}):
        words = WORDS[kind]
        code = place.others.get(kind, place.code)
        if code is not None:
            table.ends(place.line, words, code)
            if kind in SHOWN_IN_JSON:
                table.ends(place.line, words, code, "--json")


IDS = (
    "0",
    "-1",
    str(2**63),
    str(10**30),
    "1.0",
    "1e0",
    "0x1",
    "+1",
    "#1",
    "１",
    "٣",
    "T00000",
    "T99999",
    "1;2",
    "%",
    "_",
    "jon%",
    "*",
)


@pytest.mark.parametrize("place", ABSENT, ids=lambda place: place.line)
def test_what_nothing_is_known_by_is_not_found(place: Place, table: Table) -> None:
    for words in IDS:
        told = table.ends(place.line, words, 4, "--json").err
        assert words in json.loads(told)["message"]


# Bytes on standard input, and what is wrong with them, if anything, for a text; a query may hold a NUL.
RAW = {
    "not UTF-8": (b"a\xffb", "not UTF-8"), "half a pair": (b"a\xed\xa0\x80b", "not UTF-8"), "cut off": ("词".encode()[:2], "not UTF-8"),
    "GBK": (HAN.encode("gbk"), "not UTF-8"), "UTF-16": (HAN.encode("utf-16"), "not UTF-8"), "NUL": (b"a\0b", "NUL"),
    "UTF-16 without a mark": ("hello there".encode("utf-16-le"), "NUL"), "empty": (b"", "empty"), "space": (b" \t ", "empty"),
    "BOM": (b"\xef\xbb\xbfhello", ""), "CRLF": (b"one\r\ntwo\r\n", ""), "lone CR": (b"one\rtwo", ""),
    "controls": (b"a\x1b[31m\xc2\x9b\x07\x7f", ""), "100 kB": (b"word " * 20_000, ""),
}  # fmt: skip


@pytest.mark.parametrize("kind", RAW)
@pytest.mark.parametrize("line", ["frame", "frame -t -", "complete F", "mood judge -", "recall -", "context -", "ingest", "ingest --format text"])  # fmt: skip
def test_text_on_standard_input_is_text_or_told_of(line: str, kind: str, table: Table) -> None:
    raw, wrong = RAW[kind]
    if line.startswith(("recall", "context")) and wrong != "not UTF-8":
        wrong = ""  # any text is a query
    if line.startswith("ingest") and kind == "space":
        wrong = ""  # blank lines are no memories
    code = 0 if not wrong else 3 if line.startswith("ingest") else 2
    for more in ((), ("--json",)):
        ended = table.ends(line, "", code, *more, stdin=raw)
        assert wrong in ended.err + ended.out
        if "UTF" in wrong:
            hint = "--encoding utf-16" if kind == "UTF-16" else "--encoding gbk"
            assert (hint if line.startswith("ingest") else "iconv") in ended.err + ended.out
        if kind.startswith("UTF-16 without") and line.startswith("ingest"):
            assert "--encoding utf-16-le" in ended.err + ended.out


EMPTY = {"text": 3, "json": 3, "document": 3, "jsonl": 0, "chat": 0}
"""How an empty input ends: no lines are no memories, but no JSON and no document either."""


@pytest.mark.parametrize("form", EMPTY)
def test_in_every_format_broken_bytes_are_told_of(form: str, table: Table) -> None:
    table.ends(f"ingest --format {form}", "", EMPTY[form])
    for kind in ("not UTF-8", "GBK", "UTF-16", "NUL"):
        raw, wrong = RAW[kind]
        assert wrong in table.ends(f"ingest --format {form}", "", 3, stdin=raw).err
        assert table.ends(f"ingest --strict --format {form}", "", 5, stdin=raw).out == ""
