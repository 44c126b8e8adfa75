"""Chat logs in the shapes that people paste, and prose, lists and code that only look like one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from wdm.engine.reading.items import Format
from wdm.engine.rules.times import iso
from wdm.store.records import Draft, Kind

Read = Callable[..., list[Any]]


def turns(read: Read, words: str, form: Format = Format.AUTO) -> list[tuple[str | None, str]]:
    return [(turn.speaker, turn.text) for turn in read(words, form, name="talk.txt")]


LOGS = {
    "english": ("Alice: hi\nBob: hello\nAlice: bye: now\n", [("Alice", "hi"), ("Bob", "hello"), ("Alice", "bye: now")]),
    "chinese": ("小明：部署了吗？\n小红：部署了\n小明：好", [("小明", "部署了吗？"), ("小红", "部署了"), ("小明", "好")]),
    "narrow colon": ("小明:你好\n小红:在\n小明:好", [("小明", "你好"), ("小红", "在"), ("小明", "好")]),
    "names of several words": (
        "Anna de Vries: hi\nDr. Who: hello\nAnna de Vries: bye\nAgent 7: ok",
        [("Anna de Vries", "hi"), ("Dr. Who", "hello"), ("Anna de Vries", "bye"), ("Agent 7", "ok")],
    ),
    "roles": ("user: q\nassistant: a\nuser: q2", [("user", "q"), ("assistant", "a"), ("user", "q2")]),
    "addresses": (
        "Al: see https://example.com/a\nBo: ok\nhttps://example.com/b\nAl: fine",
        [("Al", "see https://example.com/a"), ("Bo", "ok\nhttps://example.com/b"), ("Al", "fine")],
    ),
    "continued": (
        "Al: a list\n- one\n  two\n\nBo: ok\nand then 12:30\nAl: fine",
        [("Al", "a list\n- one\n  two"), ("Bo", "ok\nand then 12:30"), ("Al", "fine")],
    ),
    "labels inside a turn": (
        "Al: hi\nNote: bring cake\nBo: ok\n注意：不要迟到\nAl: bye",
        [("Al", "hi\nNote: bring cake"), ("Bo", "ok\n注意：不要迟到"), ("Al", "bye")],
    ),
    "nicks": (
        "2026-05-01 09:05 <al> hi\n2026-05-01 09:06 <bo> hello",
        [("al", "hi"), ("bo", "hello")],
    ),
    "messenger": (
        "小明 2026-05-01 09:05:11\n部署了吗？\n\n小红 2026-05-01 09:06:00\n部署了\n第二行\n",
        [("小明", "部署了吗？"), ("小红", "部署了\n第二行")],
    ),
    "messenger, time first": (
        "2026-05-01 9:05:11 小明\n部署了吗？\n\n2026-05-01 9:06:00 小红\n部署了\n",
        [("小明", "部署了吗？"), ("小红", "部署了")],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LOGS)
def test_a_log_is_known_by_itself_and_read_turn_by_turn(read: Read, name: str) -> None:
    words, expected = LOGS[name]
    assert turns(read, words) == expected
    assert turns(read, words, Format.CHAT) == expected
    assert [turn.speaker for turn in read(words)] == [speaker for speaker, _ in expected]  # a pipe too


@pytest.mark.parametrize(
    ("stamp", "time"),
    [
        ("[2026-05-01 9:05] ", "2026-05-01T09:05:00Z"),
        ("2026-05-01 09:05:11 ", "2026-05-01T09:05:11Z"),
        ("(2026/5/1 09:05) ", "2026-05-01T09:05:00Z"),
        ("2026.05.01, 09:05 - ", "2026-05-01T09:05:00Z"),
        ("2026-05-01T09:05:00Z ", "2026-05-01T09:05:00Z"),
        ("2026-05-01T17:05:00+08:00 ", "2026-05-01T09:05:00Z"),
        ("2026-05-01T09:05:00.250Z ", "2026-05-01T09:05:00.250Z"),
        ("2026-05-01 09:05:00,250 ", "2026-05-01T09:05:00.250Z"),
        ("2026-05-01 ", "2026-05-01T00:00:00Z"),
    ],
)
def test_the_time_before_a_name_is_the_time_of_the_turn(read: Read, stamp: str, time: str) -> None:
    found = read(f"{stamp}小明：你好\n{stamp}Bo: hi\n", name="talk.log")
    assert [(turn.speaker, iso(turn.happened_at)) for turn in found] == [("小明", time), ("Bo", time)]


def test_a_time_that_is_none_costs_the_time_and_not_the_turn(read: Read) -> None:
    found = read("2026-13-41 09:05 Al: hi\n2026-13-41 09:06 Bo: ho\n", Format.CHAT)
    assert [(turn.speaker, turn.happened_at) for turn in found] == [("Al", None), ("Bo", None)]


def test_in_a_log_of_times_a_line_without_one_goes_on(read: Read) -> None:
    words = "2026-05-01 09:05 Al: my list\nMilk: two\nEggs: six\n2026-05-01 09:06 Bo: ok"
    assert turns(read, words) == [("Al", "my list\nMilk: two\nEggs: six"), ("Bo", "ok")]


PROSE = {
    "labels": "Note: this is one thing.\nWarning: that is another.\nNote: and a third.\nTODO: finish it.",
    "chinese labels": "注意：先备份。\n步骤：停机，升级。\n注意：再检查一次。\n结论：可以上线。",
    "addresses": "https://example.com/a\nhttps://example.com/b\nhttp://example.com/c",
    "code": "def f(x):\n    if x: return 1\n    else: return 2\nclass A: pass\nclass B: pass",
    "yaml": "name: wdm\nversion: 1\ndeps:\n  - peewee\n  - typer\nlicense: Apache-2.0",
    "yaml list": "- name: a\n  size: 1\n- name: b\n  size: 2",
    "times": "09:05 up\n09:30 breakfast\n10:00 work",
    "server log": "2026-05-01 09:05:11 INFO server: up\n2026-05-01 09:05:12 INFO server: down",
    "journal": "2026-05-01 09:05 went to the market\n2026-05-01 10:00 came back home",
    "one remark": "I met Bo today. He said: hello.\nThen we left.",
    "a table": "| Al: x | Bo: y |\n| Al: z | Bo: w |",
    "operators": "x := 3\ny := 4\nx := 5\nstd::vector<int> a;\nstd::vector<int> b;",
    "ratio": "3:1\n4:1\n3:2",
}


@pytest.mark.parametrize("name", PROSE)
def test_what_only_looks_like_a_log_is_kept_whole(read: Read, name: str) -> None:
    (found,) = read(PROSE[name])
    assert isinstance(found, Draft)
    assert found.text == PROSE[name]
    assert found.kind is Kind.FACT
    assert found.speaker is None


def test_turns_of_a_file_are_a_session_and_those_of_a_pipe_are_not(read: Read) -> None:
    words = "Al: hi\nBo: ho\nAl: bye"
    assert {turn.topic for turn in read(words, name="monday.txt")} == {"monday"}
    assert {turn.topic for turn in read(words)} == {None}


def test_each_turn_knows_its_line(read: Read) -> None:
    assert [turn.line for turn in read("Al: a\nmore\n\nBo: b\nAl: c")] == [1, 4, 5]


def test_bom_and_crlf_are_no_part_of_a_log(read: Read) -> None:
    assert turns(read, "\ufeff小明：你好\r\n第二行\r\n小红：在\r\n小明：好\r\n") == [
        ("小明", "你好\n第二行"),
        ("小红", "在"),
        ("小明", "好"),
    ]


def test_a_line_that_is_not_utf8_costs_itself_alone(read: Read) -> None:
    found = read(b"Al: a\nBo: b\n" + "小明：你好\n".encode("gbk") + b"Al: c\n", Format.CHAT)
    assert {getattr(item, "text", item.line) for item in found} == {"a", "b", 3, "c"}


def test_a_turn_without_words_is_refused(read: Read) -> None:
    found = read("Al: hi\nBo:\nAl: bye", Format.CHAT)
    assert [getattr(item, "reason", None) for item in found] == [None, "empty text", None]
