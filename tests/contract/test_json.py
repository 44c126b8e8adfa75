"""Every answer in JSON is one document, of a schema, in a fixed order, with times in UTC."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.contract.conftest import as_written

Call = Callable[..., Any]
Wdm = Callable[..., subprocess.CompletedProcess[str]]

ANSWERS = {
    "ingest -t hello": "wdm.ingest/1",
    "recall 部署": "wdm.recall/1",
    "recall 部署 --explain --depth deep": "wdm.recall/1",
    "recall quokka": "wdm.recall/1",
    "recall ''": "wdm.recall/1",
    "why jon job": "wdm.why/1",
    "show jon plan": "wdm.show/1",
    "list": "wdm.list/1",
    "list --all": "wdm.list/1",
    "feedback jon confirmed --query job": "wdm.feedback/1",
    "forget jon": "wdm.forget/1",
    "restore gone": "wdm.restore/1",
    "tags list": "wdm.tags/1",
    "scenes": "wdm.scenes/1",
    "stats": "wdm.stats/1",
    "log": "wdm.log/1",
    "undo": "wdm.undo/1",
    "doctor": "wdm.doctor/1",
    "doctor --rebuild": "wdm.doctor/1",
    "config show": "wdm.config/1",
    "config path": "wdm.config/1",
    "demo": "wdm.demo/1",
}
TIME = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z")
TIMES = {"time", "created", "at", "archived", "forgotten", "first_seen", "last_seen", "last_used", "when"}


def words(line: str) -> list[str]:
    return ["" if word == "''" else word for word in line.split()]


def members(told: object) -> Iterator[tuple[str, object]]:
    """Yield every name and value at any depth."""
    if isinstance(told, dict):
        for name, value in told.items():
            yield name, value
            yield from members(value)
    elif isinstance(told, list):
        for value in told:
            yield from members(value)


@pytest.mark.parametrize("line", ANSWERS)
@pytest.mark.parametrize("side", ["before", "after"])
def test_an_answer_is_one_sorted_document_of_its_schema(
    line: str, side: str, stocked: Path, inside: Call
) -> None:
    ended = inside(*(["--json", *words(line)] if side == "before" else [*words(line), "--json"]))
    assert ended.code == 0, ended
    assert ended.out.count("\n") == 1
    assert ended.out.endswith("\n")
    told = json.loads(ended.out)
    assert told["schema"] == ANSWERS[line]
    assert json.dumps(told, ensure_ascii=False, sort_keys=True) + "\n" == as_written(ended.out)
    for name, value in members(told):
        if name in TIMES and isinstance(value, str):
            assert TIME.fullmatch(value), (name, value)


def test_a_batch_is_a_document_a_line_with_the_id_of_its_query(stocked: Path, inside: Call) -> None:
    lines = [
        "部署",
        "",
        '{"id": "q2", "query": "Jon", "top": 1}',
        '{"query": "quokka", "id": 7}',
        '{"query": ""}',
    ]
    ended = inside("recall", "--batch", "-", stdin="\ufeff" + "\r\n".join(lines))
    told = [json.loads(line) for line in ended.out.splitlines()]
    assert [each["schema"] for each in told] == ["wdm.recall/1"] * 4
    assert [each.get("id") for each in told] == [None, "q2", 7, None]
    assert [each["query"] for each in told] == ["部署", "Jon", "quokka", ""]
    assert [bool(each["hits"]) for each in told] == [True, True, False, False]
    assert len(told[1]["hits"]) == 1  # its own `top`


def test_a_batch_of_a_file_is_that_of_a_pipe(stocked: Path, inside: Call, tmp_path: Path) -> None:
    path = tmp_path / "queries.txt"
    path.write_text("部署\nJon\n", encoding="utf-8")
    assert (
        inside("recall", "--batch", str(path)).out == inside("recall", "--batch", "-", stdin="部署\nJon").out
    )


@pytest.mark.parametrize(
    "line",
    ["[1]", '{"query": 5}', '{"id": "a"}', '{"query": "a", "top": "x"}', '{"query": "a", "depth": "x"}',
     '{"query": "a", "since": "someday"}', '{"query": "a", "tags": "x"}', '{"query": "a", "id": []}',
     '{"query": "a", "top": 0}', '{"query": "a", "top": true}', '{"query": "a", "topic": 5}',
     '{"query": "a", "scene": 5}', '{"query": "a", "since": 5}', "{", '{"query": "\\ud800"}'],
)  # fmt: skip
def test_a_query_that_cannot_be_read_is_told_with_its_number(line: str, stocked: Path, inside: Call) -> None:
    ended = inside("recall", "--batch", "-", stdin=f"部署\n{line}\n")
    if line == "[1]":  # plain text: only an object is read as one
        assert ended.code == 0
        return
    assert ended.code == 2, ended
    assert "query 2" in ended.err
    assert "Traceback" not in ended.err


def test_a_card_tells_what_it_is(stocked: Path, inside: Call) -> None:
    (card,) = json.loads(inside("show", "plan", "--json").out)["cards"]
    assert card["external_id"] == "plan"
    assert card["kind"] == "fact"
    assert card["tags"] == ["标签池", "部署方案"]
    assert card["scene"] == "工作/部署"
    assert card["time"] == "2026-05-01T01:00:00Z"  # +08:00 in the input
    assert card["created"] == "2026-06-01T12:00:00Z"
    (turn,) = json.loads(inside("show", "turn", "--json").out)["cards"]
    assert (turn["user"], turn["agent"]) == ("Where is the café?", "Beside the station.")


def test_a_hit_is_as_deep_as_was_asked(stocked: Path, inside: Call) -> None:
    def hit(*more: str) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(inside("recall", "job", "--json", *more).out)["hits"][0]
        return found

    shallow, medium, deep = hit(), hit("--depth", "medium"), hit("--depth", "deep")
    assert "overview" not in shallow
    assert "text" not in medium
    assert medium.keys() - shallow.keys() == {"overview"}
    assert deep.keys() - medium.keys() == {"text"}
    assert "why" in hit("--explain")


def test_rejected_lines_are_told_in_the_document_with_their_file(inside: Call, tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    one.write_text('{"text": "a"}\n')
    two.write_text('{"text": "b"}\n{"text": 5}\n')
    ended = inside("ingest", str(one), str(two), "--json")
    told = json.loads(ended.out)
    assert (ended.code, told["added"], told["ids"]) == (3, 2, [1, 2])
    assert told["rejected"] == [{"line": 2, "reason": "text must be a text, not 5", "source": str(two)}]
    plain = inside("ingest", str(one), str(two))
    assert f"wdm: {two}, line 2: text must be a text" in plain.err


def test_of_many_rejected_lines_stderr_tells_the_first_and_json_all(inside: Call) -> None:
    lines = '{"text": 5}\n' * 50
    ended = inside("ingest", stdin=lines)
    assert ended.err.count("text must be a text") == 20
    assert "and 30 more" in ended.err
    assert len(json.loads(inside("ingest", "--json", stdin=lines).out)["rejected"]) == 50


def test_quiet_leaves_the_answer_and_the_errors(stocked: Path, inside: Call) -> None:
    assert inside("--quiet", "recall", "quokka").err == ""
    assert inside("recall", "quokka").err != ""
    assert inside("--quiet", "recall", "部署").out == inside("recall", "部署").out
    assert "line 1" in inside("--quiet", "ingest", stdin="").err


def test_the_journal_does_not_hold_the_texts_of_memories(wdm: Wdm) -> None:
    for call in (["-t", "secret one"], ["-tsecret two"], ["--text", "secret three"], ["--text=secret four"]):
        wdm("ingest", *call, "--topic", "seen")
    told = wdm("log", "--json").stdout
    assert "secret" not in told
    assert told.count("--topic seen") == 4


def test_a_path_of_other_bytes_is_no_error(inside: Call, tmp_path: Path) -> None:
    path = os.fsdecode(os.fsencode(tmp_path) + b"/\xd6\xd0.txt")
    Path(path).write_text("words of a document")
    assert inside("ingest", path).code == 0
    assert inside("ingest", path).out == "0 added, 1 repeated\n"
    assert "words of a document" in inside("list").out


@pytest.mark.parametrize(
    "call",
    [["recall", "\udcd6"], ["ingest", "-t", "\udcd6"], ["ingest", "-t", "a", "--tag=\udcd6"], ["show", "\udcd6"],
     ["list", "--topic", "\udcd6"], ["feedback", "1", "confirmed", "--query", "\udcd6"]],
)  # fmt: skip
def test_words_that_are_not_utf8_are_told(call: list[str], stocked: Path, inside: Call) -> None:
    ended = inside(*call)
    assert ended.code == 2
    assert "is not UTF-8" in ended.err


@pytest.mark.parametrize("call", [["recall", "-"], ["recall", "--batch", "-"]])
def test_a_query_in_another_encoding_is_told(call: list[str], stocked: Path, inside: Call) -> None:
    ended = inside(*call, stdin="部署".encode("gbk"))
    assert ended.code == 2
    assert "is not UTF-8" in ended.err
    assert inside(*call, stdin="部署".encode()).code == 0
