"""What reaches a terminal or a pipe: UTF-8, no escapes of a memory's own, the answer alone on stdout."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Wdm = Callable[..., subprocess.CompletedProcess[str]]
Call = Callable[..., Any]

TEXTS = [
    "list", "list --all --limit 0", "show sly", "recall markup", "recall markup --explain", "recall markup --depth deep",
    "why sly markup", "tags list", "tags show [bold]tag[/bold]", "scenes", "stats", "log", "forget sly", "demo",
]  # fmt: skip

LOCALES: list[dict[str, str]] = [
    {"LANG": "C", "LC_ALL": "C"},
    {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    {"PYTHONIOENCODING": "ascii"},
    {"PYTHONIOENCODING": "gbk"},
    {"LANG": "zh_CN.GBK", "LC_ALL": "zh_CN.GBK"},
]


@pytest.mark.parametrize("env", LOCALES, ids=lambda env: " ".join(f"{k}={v}" for k, v in env.items()))
def test_answers_are_utf8_whatever_the_locale(env: dict[str, str], stocked: Path) -> None:
    def run(*words: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        told = {**os.environ, "WDM_STORE": str(stocked), "WDM_NOW": "2026-06-01T12:00:00Z", **env}
        return subprocess.run(
            [sys.executable, "-m", "wdm", *words], env=told, input=stdin, capture_output=True
        )

    assert "灰度发布" in run("list").stdout.decode("utf-8")
    assert "灰度发布" in run("list", "--json").stdout.decode("utf-8")
    assert "🎉" in run("show", "code").stdout.decode("utf-8")
    asked = run("recall", "-", stdin="部署方案".encode())
    assert "灰度发布" in asked.stdout.decode("utf-8")
    told = run("recall", "-", stdin="量子计算机".encode())
    assert "量子" in told.stderr.decode("utf-8")
    assert run("ingest", stdin="新的一段记忆".encode()).returncode == 0
    assert "新的一段记忆" in run("list").stdout.decode("utf-8")


@pytest.mark.parametrize("line", TEXTS)
def test_no_control_character_of_a_memory_reaches_a_pipe(line: str, stocked: Path, inside: Call) -> None:
    ended = inside(*line.split())
    assert ended.code == 0, ended
    for told in (ended.out, ended.err):
        # Cc holds escapes and bells; Cf the marks that turn the direction of writing.
        marks = {c for c in told if unicodedata.category(c) in ("Cc", "Cf") and c not in "\n\t\u200d"}
        assert not marks, marks


@pytest.mark.parametrize("line", ["show sly", "recall markup", "list"])
def test_markup_in_a_memory_is_text(line: str, stocked: Path, inside: Call) -> None:
    out = inside(*line.split()).out
    assert "[red]Rich[/red] [link=http://x.example]markup[/link]" in out
    assert "😄" not in out  # :smile: stays as it was written


def test_a_message_shows_the_words_of_the_call_without_their_controls(stocked: Path, inside: Call) -> None:
    ended = inside("show", "x\x1b[31m\u202ey")
    assert "\x1b" not in ended.err
    assert "\u202e" not in ended.err


def test_in_json_a_memory_is_as_it_was_written(stocked: Path, inside: Call) -> None:
    ended = inside("show", "sly", "--json")
    (card,) = json.loads(ended.out)["cards"]
    assert "\x1b[31mred\x1b[0m" in card["text"]
    assert "\x1b" not in ended.out  # escaped, as JSON wants it


def test_in_a_pipe_rows_are_separated_by_tabs_and_have_no_heads(stocked: Path, inside: Call) -> None:
    rows = [line.split("\t") for line in inside("list").out.splitlines()]
    assert {len(row) for row in rows} == {5}
    assert {row[1] for row in rows} >= {"2026-05-01", "2026-06-01"}
    assert {row[2] for row in rows} <= {"perm", "hot", "cold"}
    assert {len(line.split("\t")) for line in inside("log").out.splitlines()} == {5}
    assert {len(line.split("\t")) for line in inside("stats").out.splitlines()} == {2}


def test_a_tab_or_line_end_in_a_memory_makes_no_column_or_row(inside: Call) -> None:
    inside("ingest", "-t", "one\ttwo\nthree\r\nfour\u2028five\x0bsix", "--tag", "a\tb", "--topic", "x\ty")
    (row,) = inside("list").out.splitlines()
    assert row.count("\t") == 4


@pytest.mark.parametrize(
    "line", ["list", "stats", "recall 部署", "--help", "log", "tags list", "recall x --now no"]
)
def test_a_pipe_gets_no_escape_sequence(line: str, stocked: Path, wdm: Wdm) -> None:
    done = wdm(
        *line.split(),
        env={"FORCE_COLOR": "1", "TERM": "xterm-256color"},
        code=2 if "no" in line.split() else 0,
    )
    assert "\x1b" not in done.stdout + done.stderr


def test_remarks_go_to_stderr_and_the_answer_to_stdout(stocked: Path, inside: Call) -> None:
    ended = inside("ingest", stdin='{"text": "a", "colour": 1}\n{"text": "b", "tags": ["事情"]}')
    assert ended.out == "2 added\n"
    assert "fields without a meaning here were ignored: colour" in ended.err
    assert "tag '事情' is refused: generic" in ended.err
