"""What people type into recall, in both languages and with all their punctuation, and what they get."""

from __future__ import annotations

import json
import math
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Wdm = Callable[..., subprocess.CompletedProcess[str]]
Call = Callable[..., Any]

MEMORIES = {
    1: "我们决定把标签池的部署方案改成灰度发布，C盘空间不够了。",
    2: "明天去超市买牛奶和面包。",
    3: "Jon lost his job as a banker",
    4: "The service is written in C++ and runs v1.2 of wdm-cli",
    5: "Mail lin.hao@example.com about ~/app/config.toml",
    6: "We had cake 🎉 for the launch",
    7: "I love reading novels in the evening",
    8: "Plan B is near the river: (a) boats, (b) bikes",
    9: "這個資料庫的索引壞了，要重新建立。",
}


@pytest.fixture
def ask(inside: Call, store_path: Path) -> Callable[..., dict[str, Any]]:
    """Return a caller of `recall --json` on a store that holds the memories."""
    lines = "\n".join(json.dumps({"text": words}) for words in MEMORIES.values())
    assert inside("ingest", "--format", "jsonl", stdin=lines).code == 0

    def asked(query: str, *more: str) -> dict[str, Any]:
        ended = inside("recall", "--json", *more, "--", query)
        assert ended.code == 0, ended
        assert ended.err == ""
        told: dict[str, Any] = json.loads(ended.out)
        return told

    return asked


def ids(told: dict[str, Any]) -> list[int]:
    return [hit["id"] for hit in told["hits"]]


FINDS = [
    ("部署", 1), ("部署方案", 1), ("标签池", 1), ("标签", 1), ("池", 1), ("灰度发布", 1), ("C盘", 1), ("c盘", 1),
    ("Ｃ盘", 1), ("標籤池", 1), ("標簽", 1), ("部署方案是什么？", 1), ("“部署”", 1), ("部 署", 1), ("空间不够", 1),
    ("牛奶", 2), ("超市", 2), ("买", 2), ("明天买什么", 2), ("面包！", 2),
    ("资料库", 9), ("資料庫", 9), ("索引坏了", 9), ("重新建立", 9),
    ("Jon lost his job", 3), ("Jon lost his job?", 3), ("JON", 3), ("ｊｏｎ", 3), ("banker.", 3), ("bankers", 3),
    ("(banker)", 3), ('"job"', 3), ("job*", 3), ("-job", 3), ("job:", 3), ("job AND", 3), ("lost NEAR(job, 5)", 3),
    ("C++", 4), ("c++", 4), ("Ｃ＋＋", 4), ("v1.2", 4), ("v1.2?", 4), ("wdm-cli", 4),
    ("lin.hao@example.com", 5), ("~/app/config.toml", 5), ("🎉", 6), ("cake 🎉", 6), ("love novels", 7), ("reads", 7),
    ("river", 8), ("boats OR bikes", 8),
]  # fmt: skip


@pytest.mark.parametrize(("query", "number"), FINDS)
def test_the_first_hit_is_the_memory_that_holds_the_words(query: str, number: int, ask: Any) -> None:
    assert ids(ask(query))[:1] == [number]


NOTHING = [
    "",
    " ",
    "\t\n　",
    "*",
    '"',
    "()",
    "'; DROP TABLE card; --",
    "--",
    "^",
    ":",
    "{}",
    "%",
    "_",
    "？！。",
]


@pytest.mark.parametrize("query", NOTHING)
def test_a_query_without_words_finds_nothing_and_is_no_error(query: str, ask: Any) -> None:
    told = ask(query)
    if "DROP" not in query:
        assert ids(told) == []
        assert told["unknown"] == []
    assert told["query"] == query


@pytest.mark.parametrize(
    "query", ["a OR b", "NEAR(", "x AND NOT y", "text: job", "NEAR/3", "co{1}l", "\\", "\x1b[31m", "\x00job"]
)
def test_signs_of_search_languages_mean_nothing(query: str, ask: Any) -> None:
    assert ask(query)["query"] == query


def test_a_question_mark_changes_nothing(ask: Any) -> None:
    plain, asked = ask("Jon lost his job"), ask("Jon lost his job?")
    assert ids(plain) == ids(asked) == [3]
    assert plain["hits"][0]["score"] == asked["hits"][0]["score"]


@pytest.mark.parametrize(
    "query", ["部署" * 5_000, "word " * 2_000, "x" * 10_000, "🎉" * 10_000, "?" * 10_000]
)
def test_ten_thousand_characters_are_answered(query: str, ask: Any) -> None:
    assert ask(query)["query"] == query


def test_words_that_no_memory_holds_are_named_and_make_no_tag(
    ask: Any, inside: Call, store_path: Path
) -> None:
    before = inside("tags", "list", "--json").out
    told = ask("quokka 量子计算 job")
    assert ids(told) == [3]
    assert "quokka" in told["unknown"]
    assert any("量子" in word for word in told["unknown"])
    assert "job" not in told["unknown"]
    assert inside("tags", "list", "--json").out == before


def test_unknown_words_are_told_on_stderr(ask: Any, inside: Call) -> None:
    ended = inside("recall", "quokka job")
    assert "wdm: no memory holds: quokka" in ended.err
    assert "quokka" not in ended.out


@pytest.mark.parametrize("query", ["job", "部署方案", "C++ and v1.2", "love novels"])
def test_the_same_call_gives_the_same_bytes(query: str, ask: Any, wdm: Wdm) -> None:
    for more in ([], ["--json"], ["--explain"]):
        first, second = (wdm("recall", query, *more, stdin="") for _ in range(2))
        assert first.stdout == second.stdout != ""


@pytest.mark.parametrize("line", ["recall job", "recall job --explain", "context job --depth deep --json", "why 3 job",
                                  "list", "stats", "tiers", "tags list", "log", "doctor"])  # fmt: skip
def test_reading_writes_nothing(line: str, ask: Any, wdm: Wdm, store_path: Path) -> None:
    def state() -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in store_path.parent.glob(store_path.name + "*")}

    before = state()
    wdm(*line.split())
    after = state()
    assert after[store_path.name] == before[store_path.name]
    assert not after.get(store_path.name + "-wal")


def test_reading_works_on_a_read_only_file_in_a_read_only_folder(
    ask: Any, wdm: Wdm, store_path: Path
) -> None:
    folder = store_path.parent / "locked"
    folder.mkdir()
    copy = folder / "a.db"
    copy.write_bytes(store_path.read_bytes())
    copy.chmod(0o400)
    folder.chmod(0o500)
    try:
        assert "[3]" in wdm("recall", "job", "--store", str(copy)).stdout
    finally:
        folder.chmod(0o700)


@pytest.mark.parametrize("query", ["job banker", "部署方案", "C++ v1.2", "love"])
def test_the_factors_multiply_to_the_score_in_json(query: str, ask: Any, inside: Call) -> None:
    for now in ("2026-06-01T12:00:00Z", "2026-09-01", "2035-01-01"):
        told = ask(query, "--explain", "--now", now)
        assert told["hits"]
        for hit in told["hits"]:
            why = hit["why"]
            product = why["relevance"] * why["freshness"] * why["feedback"] * why["scene"]
            assert math.isclose(product, hit["score"], rel_tol=0, abs_tol=1e-9)
            total = sum(part["contribution"] for part in why["parts"])
            relevance = total * math.prod(why["relevance_factors"].values())
            assert math.isclose(relevance, why["relevance"], rel_tol=0, abs_tol=1e-9)


_NUMBER = r"(\d+(?:\.\d+)?(?:e-?\d+)?)"


@pytest.mark.parametrize("query", ["job banker", "部署方案", "C++ v1.2", "love"])
def test_the_factors_multiply_to_the_score_as_printed(query: str, ask: Any, inside: Call) -> None:
    ended = inside("recall", query, "--explain", "--now", "2026-09-01", "--scene", "life/home")
    score = re.search(rf"score {_NUMBER} = (.*)", ended.out)
    assert score
    factors = re.findall(rf"(\w+) {_NUMBER}", score[2])
    assert [name for name, _ in factors] == ["relevance", "freshness", "feedback", "scene"]
    product = math.prod(float(value) for _, value in factors)
    assert math.isclose(product, float(score[1]), rel_tol=0, abs_tol=1e-9)
    hits = re.split(r"(?m)^\d+\. ", ended.out)[1:]
    for hit in hits:
        line = re.search(rf"relevance {_NUMBER} = sum of the words below(.*)", hit)
        assert line
        within = math.prod(float(value) for _, value in re.findall(rf"x (\w+) {_NUMBER}", line[2]))
        parts = re.findall(rf"(?m)^     {_NUMBER}  ", hit)
        assert math.isclose(sum(map(float, parts)) * within, float(line[1]), rel_tol=0, abs_tol=1e-9)


def test_why_tells_the_same_sum_as_recall(ask: Any, inside: Call) -> None:
    (hit,) = ask("job banker", "--explain")["hits"]
    assert repr(hit["score"]) in inside("why", "3", "job banker").out
    assert repr(hit["why"]["relevance"]) in inside("why", "3", "job banker").out


def test_limits_keep_what_they_name(ask: Any, inside: Call) -> None:
    lines = [
        {"text": "tea in May", "time": "2026-05-31T23:59:59Z", "topic": "t"},
        {"text": "tea in June", "time": "2026-06-01T00:00:00Z", "tags": ["herbal"]},
    ]
    inside("ingest", "--format", "jsonl", stdin="\n".join(map(json.dumps, lines)))
    may, june = 10, 11
    assert ids(ask("tea", "--until", "2026-05")) == [may]
    assert ids(ask("tea", "--since", "2026-06")) == [june]
    assert ids(ask("tea", "--since", "今天")) == [june]
    assert ids(ask("tea", "--until", "昨天")) == [may]
    assert ids(ask("tea", "--topic", "t")) == [may]
    assert ids(ask("tea", "--tag", "Herbal")) == [june]
    assert ids(ask("tea", "--top", "1")) in ([may], [june])
    assert set(ids(ask("tea"))) == {may, june}


def test_a_forgotten_memory_is_not_found_but_named_where_nothing_else_is(ask: Any, inside: Call) -> None:
    inside("forget", "7")
    told = ask("novels")
    assert (ids(told), told["hidden"]) == ([], [7])
    assert "wdm show 7" in inside("recall", "novels").err
    assert ids(ask("novels", "--all")) == [7]


def test_ids_alone_are_for_scripts(ask: Any, inside: Call) -> None:
    assert inside("recall", "job", "--ids").out == "3\n"
    assert inside("recall", "quokka", "--ids").out == ""


def test_a_query_from_standard_input_is_the_query_of_the_call(ask: Any, inside: Call) -> None:
    assert inside("recall", "-", stdin="部署方案\n").out == inside("recall", "部署方案").out
