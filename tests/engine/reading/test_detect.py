"""What an input is taken for, from its name and its first bytes, however slowly they come."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from io import BufferedReader, BytesIO
from pathlib import Path
from typing import Any, cast

import pytest

from wdm.engine.reading.detect import LOOKED_AT, detect
from wdm.engine.reading.detect import read as read_source
from wdm.engine.reading.items import LONGEST_LINE, Format, Rejected, Source

Read = Callable[..., list[Any]]

LINES = '{"text": "a"}\n{"text": "b"}\n'
SPREAD = '{\n  "text": "a",\n  "tags": []\n}\n'
PROSE = "Some words.\n\nMore words.\n"
CHAT = "Al: hi\nBo: ho\nAl: bye\n"


@pytest.mark.parametrize(
    ("name", "words", "form"),
    [
        ("a.jsonl", "", Format.JSONL),
        ("a.ndjson", PROSE, Format.JSONL),
        ("a.json", SPREAD, Format.JSON),
        ("a.json", LINES, Format.JSONL),
        ("a.json", "[1]", Format.JSON),
        ("a.JSON", SPREAD, Format.JSON),
        ("a.md", CHAT, Format.DOCUMENT),
        ("a.md", LINES, Format.DOCUMENT),
        ("a.txt", PROSE, Format.DOCUMENT),
        ("a.txt", CHAT, Format.CHAT),
        ("a.txt", LINES, Format.JSONL),
        ("a.log", CHAT, Format.CHAT),
        ("noname", PROSE, Format.DOCUMENT),
        (None, PROSE, Format.TEXT),
        (None, "", Format.TEXT),
        (None, CHAT, Format.CHAT),
        (None, LINES, Format.JSONL),
        (None, '{"text": "a"}', Format.JSONL),
        (None, '{"text": "broken\n{"text": "b"}', Format.JSONL),
        (None, SPREAD, Format.JSON),
        (None, '[{"text": "a"}]', Format.JSON),
        (None, '[\n  {\n "text": "a"}]', Format.JSON),
        (None, "[draft] some words", Format.TEXT),
        (None, "\ufeff" + LINES, Format.JSONL),
        (None, '{"messages": [\n{"role": "user", "content": "x"}]}', Format.JSON),
    ],
)
def test_name_and_content_tell_the_form(name: str | None, words: str, form: Format) -> None:
    source = Source(BufferedReader(cast(Any, BytesIO())), name or "-", f"/somewhere/{name}" if name else None)
    assert detect(words.encode(), source) is form


def test_a_first_line_longer_than_what_is_looked_at_is_one_of_json_lines(read: Read) -> None:
    long = json.dumps({"text": "x" * LOOKED_AT})
    assert [item.text[0] for item in read(f'{long}\n{{"text": "y"}}\n')] == ["x", "y"]


def test_paragraphs_of_a_pipe_are_memories(read: Read) -> None:
    found = read("one\nline two\n\n\n  \nthree\n")
    assert [(item.text, item.line) for item in found] == [("one\nline two", 1), ("three", 6)]


def test_an_empty_pipe_is_told(read: Read) -> None:
    assert read("") == [Rejected(1, "empty input")]


def test_a_bad_line_of_plain_text_costs_itself_alone(read: Read) -> None:
    found = read(b"one\n\xff\ntwo\n", Format.TEXT)
    assert found[0].line == 2
    assert found[1].text == "one\ntwo"


def test_a_slow_pipe_is_not_judged_by_its_first_line(tmp_path: Path) -> None:
    read_end, write_end = os.pipe()
    with os.fdopen(write_end, "wb", buffering=0) as writer:
        done = subprocess.Popen(
            [sys.executable, "-m", "wdm", "--store", str(tmp_path / "a.db"), "--json", "ingest"],
            stdin=read_end, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        os.close(read_end)
        for line in CHAT.splitlines(keepends=True):
            writer.write(line.encode())
    out, _ = done.communicate(timeout=60)
    assert json.loads(out)["added"] == 3  # three turns, not one paragraph


def test_a_line_beyond_all_measure_is_refused_and_the_next_one_kept(read: Read) -> None:
    found = read(b'{"text": "' + b"x" * LONGEST_LINE + b'"}\n{"text": "b"}\n', Format.JSONL)
    assert found[0] == Rejected(1, "longer than 32 MB")
    assert found[1].text == "b"


# Not `ru_maxrss`: a child begins with that of the process that started it.
PEAK = "next(int(line.split()[1]) for line in open('/proc/self/status') if line.startswith('VmHWM')) // 1024"

MEASURE = f"""
import sys
from wdm.engine.reading import detect
from wdm.engine.reading.items import Format, Source
count = sum(1 for _ in detect.read(Source(open(sys.argv[1], "rb"), sys.argv[1], sys.argv[1]), Format.AUTO, set()))
print(count, {PEAK})
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_sixty_megabytes_of_json_lines_are_read_in_little_memory(tmp_path: Path) -> None:
    path = tmp_path / "big.jsonl"
    line = json.dumps({"text": "记忆 " * 300}, ensure_ascii=False) + "\n"
    count = 60_000_000 // len(line.encode())
    with path.open("w", encoding="utf-8") as stream:
        stream.writelines(line for _ in range(count))
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, str(path)], capture_output=True, text=True, check=True, timeout=300
    )
    read, peak = map(int, done.stdout.split())
    assert read == count
    assert peak < 150


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_thirty_megabytes_are_taken_in_in_bounded_memory(tmp_path: Path) -> None:
    path = tmp_path / "big.jsonl"
    with path.open("w", encoding="utf-8") as stream:
        for number in range(3_000):  # long memories: what counts is how much text is held at a time
            stream.write(json.dumps({"text": f"memory {number} " + "some plain words " * 600}) + "\n")
    runner = (
        "import sys; from wdm.cli.app import app\n"
        "try: app.main(['--store', sys.argv[1], '--quiet', 'ingest', sys.argv[2]])\n"
        f"finally: print({PEAK})"
    )
    done = subprocess.run(
        [sys.executable, "-c", runner, str(tmp_path / "a.db"), str(path)],
        capture_output=True, text=True, check=True, timeout=600,
    )  # fmt: skip
    assert int(done.stdout.split()[-1]) < 300


@pytest.mark.parametrize(
    ("name", "words"),
    [("a.md", "# A\n\na"), ("a.txt", CHAT), ("a.json", '{"messages": [{"role": "user", "content": "x"}]}'),
     ("a.jsonl", '{"messages": [{"role": "user", "content": "x"}]}'), ("a.json", '[{"role": "user", "content": "x"}]')],
)  # fmt: skip
def test_the_topic_of_the_caller_goes_before_the_name_of_the_file(name: str, words: str) -> None:
    source = Source(BufferedReader(cast(Any, BytesIO(words.encode()))), name, f"/n/{name}", topic="mine")
    found: list[Any] = list(read_source(source, Format.AUTO, set()))
    drafts = [draft for item in found for draft in getattr(item, "sections", (item,))]
    assert {draft.topic for draft in drafts} == {"mine"}
