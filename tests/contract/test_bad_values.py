"""Numbers, times, queries and lengths at and beyond their bounds, for every command that takes them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.conftest import Run
from tests.contract.conftest import Call
from tests.contract.odd import Table, told_clearly

NUMBERS = (
    "-1",
    "-0.5",
    "0",
    "1",
    "1.5",
    "10001",
    str(2**63),
    "9" * 5000,
    "1e999",
    "nan",
    "inf",
    "-inf",
    "0x10",
    "five",
)
NUMBERED = {
    "recall jon --top {}": ("1",), "context --top {}": ("1",), "why jon job --top {}": ("1",),  # 1 to 10,000
    **dict.fromkeys(("list --limit {}", "log --limit {}", "tiers --limit {}", "tags list --limit {}", "tags suggest --limit {}"),
                    ("0", "1", "10001")),  # 0 is all
    "mood history --limit {}": ("1", "10001"),
    **dict.fromkeys(("context --perm {}", "context --hot {}", "context --cold {}", "context --recalled {}"),
                    ("0", "1", "10001", str(2**63))),
    **dict.fromkeys(("mood feel praise --intensity {}", "clean --dry-run --min-weight {}", "persona set --warmth {}",
                     "persona set --sensitivity {}", "persona set --excitability {}", "persona set --resilience {}"), ("0", "1")),
    "clean --dry-run --min-age {}": ("0", "1", "1.5", "10001", str(2**63), "9" * 5000, "1e999", "inf"),  # nothing is so old
}  # fmt: skip
"""Of NUMBERS, those that are one there."""


@pytest.mark.parametrize("line", NUMBERED)
def test_a_number_out_of_its_bounds_is_wrong_usage(line: str, table: Table) -> None:
    for words in NUMBERS:
        table.ends(line, words, 0 if words in NUMBERED[line] else 2)
        table.ends(line, words, 0 if words in NUMBERED[line] else 2, "--json")


# Each with how a call ends where a moment is meant, and where the border of a stretch is.
TIMES = {
    "1969-07-20": (0, 0), "0044-03-15T12:00:00Z": (0, 0), "0001-01-01": (0, 0), "0000-01-01": (2, 2),
    "0001-01-01T00:00:00+14:00": (2, 2), "9999-12-31T23:59:59Z": (0, 0), "9999-12-31": (0, 0),
    "9999-12-31T23:59:59-14:00": (2, 2), "10000-01-01": (2, 2), "2026-05-31T09:00:00": (0, 0), "2031-01-01": (0, 0),
    "2026-05-31T09:00:00+08:00": (0, 0), "2024-02-29": (0, 0), "2025-02-29": (2, 2), "2026-04-31": (2, 2),
    "2026-13-01": (2, 2), "2016-12-31T23:59:60Z": (2, 2), "2026-05-31T25:00": (2, 2), "09:00": (2, 2), "soon": (2, 2),
    "1e999": (2, 2), "nan": (2, 2), "-1": (2, 2), "2026-05-31; DROP TABLE card": (2, 2), " 2026-05-31\n": (0, 0),
    "2026-05": (2, 0), "30d": (2, 0), "昨天": (2, 0), "99999年前": (2, 0), "999999年前": (2, 2),
}  # fmt: skip


@pytest.mark.parametrize(
    ("line", "border"),
    [("--now {} list", False), ("--now {} ingest -t hi", False)]
    + [(place, True) for place in ("ingest -t hi --time {}", "recall jon --since {}", "recall jon --until {}", "list --since {}",
                                   "list --until {}", "why jon job --since {}", "why jon job --until {}")],
)  # fmt: skip
def test_a_time_is_understood_or_wrong_usage(line: str, border: bool, table: Table) -> None:
    for words, codes in TIMES.items():
        table.ends(line, words, codes[border])


CALLS = (
    "ingest -t hi", "frame -t hi", "complete F -t hi", "recall jon --depth deep", "context jon", "why jon job", "show jon", "list",
    "feedback jon confirmed --query job", "forget jon", "restore gone", "pin jon", "unpin jon", "supersede jon new",
    "purge jon --yes", "tags list", "tags show Jon", "tags add new", "tags relate spare Jon --as synonym", "tags merge spare Jon --yes",
    "tags deprecate Jon", "tags suggest", "tiers", "scenes", "stats", "evolve --force", "clean --force", "golden check",
    "mood", "mood feel insult", "mood judge 谢谢你，太棒了！ --apply", "mood history", "mood reset", "persona show",
    "persona preview", "log", "undo", "export", "doctor", "doctor --rebuild",
)  # fmt: skip


@pytest.mark.parametrize("line", CALLS)
def test_a_clock_at_the_end_of_all_years_breaks_nothing(line: str, table: Table) -> None:
    for now in ("0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z"):
        table.ends(f"--now {{}} {line}", now, 0)


QUERIES = (
    '"', '""', '"a', "*", "a*", "jon AND", "OR", "NOT a", "NEAR(", "NEAR(a b, 2)", "^", "^a", "{text}: a", "text:a", "a + b", "(", ")",
    "' OR 1=1 --", ";", "%", "_", "\\", "-a", "--all", "?!。，…", "the of 的 了", "🎉🎉", "\ufeff", "\u00ad", "\ue000", "\U0010ffff",
    "\uffff", "%s", "{0}",
)  # fmt: skip


@pytest.mark.parametrize(
    "line", ["recall {}", "why jon {}", "context {}", "feedback jon confirmed --query {}", "golden add {} jon", "mood judge {}"]
)  # fmt: skip
def test_a_query_is_data_whatever_it_looks_like(line: str, table: Table) -> None:
    for words in QUERIES:
        table.ends(line, words, 0)


@pytest.mark.parametrize(
    "words", ['"banker"', "banker*", "^banker", "-banker", "NEAR(banker)", "{col}: banker", "' OR banker --"]
)
def test_what_looks_like_syntax_finds_what_its_words_find(words: str, table: Table) -> None:
    assert table.ends("recall --ids {}", words, 0).out == "2\n"  # the card of Jon, who alone was a banker


@pytest.mark.parametrize("size", [20_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("line", "code"),
    [*[(line, 0) for line in ("recall {}", "why jon {}", "context {}", "feedback jon confirmed --query {}", "golden add {} jon",
                              "mood judge {}", "frame -t {}", "ingest -t {}", "ingest -t hi --tag {}", "ingest -t hi --topic {}")],
     ("tags add {}", 2), ("show {}", 4), ("recall jon --tag {}", 4), ("tags merge --yes spare {}", 4), ("feedback jon {} --query a", 2)],
)  # fmt: skip
def test_very_long_words_are_taken_or_refused_in_few(line: str, code: int, size: int, table: Table) -> None:
    han = "，".join(chr(0x4E00 + number * 7 % 20_000) * 2 for number in range(size // 9))
    for words in (han, " ".join(f"w{number}" for number in range(size // 7)), "x" * size):
        assert len(table.ends(line, words, code).err) < 3000


def test_of_many_words_that_no_memory_holds_the_first_are_told_and_the_rest_counted(table: Table) -> None:
    words = [f"zq{number:02}x" for number in range(30)]
    told = table.ends("recall {}", " ".join(words), 0).err
    assert f"wdm: no memory holds: {', '.join(words[:20])} and 10 more\n" in told


@pytest.mark.parametrize(
    ("env", "code"),
    [({"WDM_NOW": "soon"}, 2), ({"WDM_NOW": "2025-02-29"}, 2), ({"WDM_NOW": ""}, 0), ({"WDM_CONFIG": ""}, 0), ({"WDM_CONFIG": "a\nb"}, 6),
     ({"WDM_STORE": "a\x1b[31m"}, 10), ({"WDM_STORE": "", "WDM_WORKSPACE": "../x"}, 2), ({"WDM_STORE": "", "WDM_WORKSPACE": "\x1b[31m"}, 2)],
)  # fmt: skip
def test_of_the_environment_what_is_empty_is_unset_and_what_is_wrong_is_told(
    env: dict[str, str], code: int, stocked: Path, inside: Call
) -> None:
    ended = inside("list", env={**env})
    assert ended.code == code
    told_clearly(ended, json_wanted=False)


def test_bytes_of_a_real_command_line_are_told_or_name_a_file(
    stocked: Path, wdm: Run, tmp_path: Path
) -> None:
    name = "a\udcffb"  # the byte 0xFF
    assert "is not UTF-8" in wdm("recall", name, code=2).stderr
    assert wdm("recall", "--json", name, code=2).stderr.startswith('{"code": 2, ')
    assert "cannot read" in wdm("import", name, code=74).stderr
    assert "cards copied to" in wdm("backup", str(tmp_path / name)).stdout
    assert (tmp_path / name).exists()
