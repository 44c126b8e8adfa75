"""The commands of a card's life as they are typed: turns, the prompt block, tiers, pins, replacements, purges."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import unicodedata
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.contract.conftest import as_written

Wdm = Callable[..., subprocess.CompletedProcess[str]]
Call = Callable[..., Any]

NOT_UTF8 = "部署".encode("gbk")

ANSWERS = {
    "frame -t hello": "wdm.frame/1",
    "complete turn --summary cafés": "wdm.complete/1",
    "context": "wdm.context/1",
    "context 部署": "wdm.context/1",
    "tiers": "wdm.tiers/1",
    "tiers --moves --tier hot": "wdm.tiers/1",
    "pin jon": "wdm.pin/1",
    "unpin new": "wdm.unpin/1",
    "supersede jon new": "wdm.supersede/1",
    "purge jon --yes": "wdm.purge/1",
    "list --kind preference": "wdm.list/1",
}
"""Calls that succeed on the stocked store, with the schema of their answer."""

TROUBLE: list[tuple[str, int, str]] = [
    ("frame -t a --scene /x", 2, "scene '/x' has no category"),
    ("frame -t a b", 2, "unexpected extra argument"),
    ("complete", 2, "missing argument"),
    ("complete 99 -t a", 4, "there is no card '99'"),
    ("complete jon -t a", 5, "is no frame"),
    ("complete turn -t other", 5, "completed already, with another answer"),
    ("complete turn --status failed", 5, "is completed already"),
    ("complete turn -t a --status pending", 2, "completed, interrupted or failed"),
    ("complete turn -t a --status done", 2, "'done' is not one of"),
    ("complete turn -t a --scene /x", 2, "scene '/x' has no category"),
    ("complete turn -t a --preference editor", 2, "'editor' is no preference"),
    ("complete turn -t a --preference =vim", 2, "'=vim' is no preference"),
    ("context --perm -1", 2, "--perm"),
    ("context --top 0", 2, "--top"),
    ("context --depth deepest", 2, "'shallow', 'medium', 'deep'"),
    ("tiers --tier warm", 2, "'perm', 'hot', 'cold'"),
    ("tiers --limit -1", 2, "--limit"),
    ("pin", 2, "missing argument"),
    ("pin jon --tier warm", 2, "'perm', 'hot', 'cold'"),
    ("pin jon nobody", 4, "there is no card 'nobody'"),
    ("unpin nobody", 4, "there is no card 'nobody'"),
    ("supersede jon", 2, "missing argument"),
    ("supersede jon jon", 5, "they are the same"),
    ("supersede jon nobody", 4, "there is no card 'nobody'"),
    ("supersede nobody jon", 4, "there is no card 'nobody'"),
    ("purge", 2, "missing argument"),
    ("purge jon", 5, "a script must say --yes"),
    ("purge jon nobody --yes", 4, "there is no card 'nobody'"),
    ("purge nobody", 4, "there is no card 'nobody'"),
    ("list --kind diary", 2, "--kind"),
]
"""Calls that fail on the stocked store, with their exit code and what they say."""


@pytest.fixture
def card(inside: Call) -> Callable[[str | int], dict[str, Any]]:
    """Return a reader of one card."""

    def read(reference: str | int) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(inside("show", str(reference), "--json").out)["cards"][0]
        return told

    return read


Card = Callable[[str | int], dict[str, Any]]


def asked(inside: Call, *words: str, stdin: str | bytes = "") -> Any:
    """Return the JSON document of a call that succeeds."""
    ended = inside("--json", *words, stdin=stdin)
    assert ended.code == 0, ended
    return json.loads(ended.out)


class TestAll:
    @pytest.mark.parametrize("line", ANSWERS)
    @pytest.mark.usefixtures("stocked")
    def test_an_answer_in_json_is_one_sorted_document_alone_on_stdout(self, line: str, inside: Call) -> None:
        ended = inside(*line.split(), "--json", stdin="Beside the station.")
        assert ended.code == 0, ended
        told = json.loads(ended.out)
        assert told["schema"] == ANSWERS[line]
        assert json.dumps(told, ensure_ascii=False, sort_keys=True) + "\n" == as_written(ended.out)
        assert ended.err == ""

    @pytest.mark.parametrize(("line", "code", "says"), TROUBLE, ids=lambda told: str(told).replace(" ", "-"))
    @pytest.mark.usefixtures("stocked")
    def test_trouble_is_told_on_stderr_with_its_exit_code_and_changes_nothing(
        self, line: str, code: int, says: str, inside: Call
    ) -> None:
        before = inside("list", "--all", "--json").out, inside("log").out
        ended = inside(*line.split())
        assert ended.code == code, ended
        assert says in ended.err
        assert ended.out == ""
        assert (inside("list", "--all", "--json").out, inside("log").out) == before

    @pytest.mark.parametrize(("line", "code", "says"), TROUBLE, ids=lambda told: str(told).replace(" ", "-"))
    @pytest.mark.usefixtures("stocked")
    def test_trouble_in_json_is_one_document_on_stderr(
        self, line: str, code: int, says: str, inside: Call
    ) -> None:
        ended = inside("--json", *line.split())
        assert (ended.code, ended.out) == (code, "")
        error = json.loads(ended.err)
        assert (error["schema"], error["code"]) == ("wdm.error/1", code)
        assert says in error["message"] or says in (error["hint"] or "")

    @pytest.mark.parametrize(
        "line",
        ["complete 1 -t x", "context", "context x", "tiers", "pin 1", "unpin 1", "supersede 1 2", "purge 1",
         "purge 1 --yes", "list --kind preference"],
    )  # fmt: skip
    def test_without_a_store_all_but_frame_say_so(self, line: str, inside: Call, store_path: Path) -> None:
        ended = inside(*line.split())
        assert (ended.code, ended.out) == (10, "")
        assert f"there is no store at {store_path}" in ended.err
        assert not store_path.exists()

    @pytest.mark.parametrize("line", [*ANSWERS, "context --ledger", "list --all", "show sly"])
    @pytest.mark.usefixtures("stocked")
    def test_no_control_character_of_a_memory_reaches_stdout(self, line: str, inside: Call) -> None:
        inside("pin", "sly")
        inside("supersede", "jon", "sly")
        ended = inside(*line.split(), stdin="Beside the station.")
        assert ended.code == 0, ended
        for told in (ended.out, ended.err):
            marks = {c for c in told if unicodedata.category(c) in ("Cc", "Cf") and c not in "\n\t\u200d"}
            assert not marks, marks

    @pytest.mark.usefixtures("stocked")
    def test_nor_those_of_a_call_that_is_told_again(self, inside: Call) -> None:
        number = inside("frame", stdin="a \x1b[31mred\x1b[0m question").out.strip()
        done = inside(
            "complete",
            number,
            "-t",
            "\x1b[1mx\x07",
            "--tag",
            "thing\x1b[0m",
            "--tag",
            "thing",
            "--summary",
            "\x9bs",
        )
        assert done.code == 0
        purged = inside("purge", number)
        assert purged.code == 5
        shown = inside("context", "red question", "--ledger")
        for told in (done, purged, shown):
            assert not {"\x1b", "\x07", "\x9b"} & set(told.out + told.err)


class TestTurn:
    def test_a_turn_goes_its_way_through_processes(self, wdm: Wdm, store_path: Path) -> None:
        number = wdm("frame", "-t", "Where is the café?", "--topic", "trip", "--speaker", "Mei").stdout
        assert number == "1\n"
        assert store_path.stat().st_mode & 0o777 == 0o600
        done = wdm("complete", "1", stdin="Beside the station.\n")
        assert done.stdout == "card 1 is completed\n"
        assert (
            wdm("complete", "1", stdin="Beside the station.\n").stdout == "card 1 is completed, as before\n"
        )
        (card,) = json.loads(wdm("show", "1", "--json").stdout)["cards"]
        assert (card["user"], card["agent"]) == ("Where is the café?", "Beside the station.")
        assert (card["topic"], card["speaker"], card["status"]) == ("trip", "Mei", "completed")
        assert "Beside the station." in wdm("recall", "café", "--depth", "deep").stdout
        told = wdm("log").stdout
        assert "café" not in told
        assert "station" not in told

    @pytest.mark.parametrize("words", [["frame"], ["frame", "-t", "-"], ["frame", "--text", "-"]])
    def test_what_was_asked_comes_from_a_pipe(self, words: list[str], inside: Call, card: Card) -> None:
        assert inside(*words, stdin="第一行\n第二行\n").out == "1\n"
        assert card(1)["text"] == "第一行\n第二行"

    def test_a_text_that_looks_like_an_option_is_a_text(self, inside: Call, card: Card) -> None:
        assert inside("frame", "--text=--help").code == 0
        assert card(1)["text"] == "--help"

    @pytest.mark.parametrize(
        "words", [["frame"], ["complete", "1"], ["complete", "1", "--status", "failed", "-t", "-"]]
    )
    @pytest.mark.parametrize(
        ("stdin", "says"),
        [(NOT_UTF8, "is not UTF-8"), (b"a\0b", "holds a NUL character"), (b"", "empty text"), (b" \n\n", "empty text")],
        ids=["gbk", "NUL", "empty", "blank"],
    )  # fmt: skip
    def test_what_cannot_be_kept_is_told_and_not_kept(
        self, words: list[str], stdin: bytes, says: str, inside: Call
    ) -> None:
        inside("frame", "-t", "a question")
        before = inside("list", "--all", "--json").out
        ended = inside(*words, stdin=stdin)
        assert (ended.code, ended.out) == (2, ""), ended
        assert says in ended.err
        assert inside("list", "--all", "--json").out == before

    def test_a_byte_order_mark_is_no_part_of_it(self, inside: Call, card: Card) -> None:
        inside("frame", stdin="\ufeffhello".encode())
        assert card(1)["text"] == "hello"

    def test_an_empty_text_of_the_command_line_is_none(self, inside: Call, store_path: Path) -> None:
        assert inside("frame", "-t", "").code == 2
        assert not store_path.exists()

    @pytest.mark.usefixtures("stocked")
    def test_a_block_alone_is_refused(self, inside: Call) -> None:
        told = inside("context").out
        ended = inside("frame", stdin=told)
        assert (ended.code, ended.out) == (5, "")
        assert "nothing but a block" in ended.err

    def test_a_turn_that_broke_off_reads_no_pipe_and_ends_late(self, inside: Call, card: Card) -> None:
        inside("frame", "-t", "a question")
        assert (
            inside("complete", "1", "--status", "interrupted", stdin="not this").out
            == "card 1 is interrupted\n"
        )
        assert card(1)["text"] == "a question"
        assert inside("complete", "1", "-t", "an answer").out == "card 1 is completed\n"
        assert card(1)["text"] == "a question\nan answer"

    def test_all_that_is_told_beside_it_is_in_the_document(self, inside: Call, card: Card) -> None:
        inside("frame", "-t", "记住：用 vim")
        told = asked(
            inside, "complete", "1", "-t", "好", "--tag", "编辑器", "--tag", "thing", "--summary", "short",
            "--overview", "longer", "--scene", "工作/桌面", "--preference", "editor = vim = vi",
        )  # fmt: skip
        assert (told["id"], told["status"], told["changed"], told["tier"]) == (1, "completed", True, "perm")
        assert (told["tags"], told["repeats"]) == (["编辑器"], None)
        assert len(told["warnings"]) == 1
        kept = card(1)
        assert (kept["summary"], kept["overview"], kept["scene"]) == ("short", "longer", "工作/桌面")
        (preference,) = asked(inside, "list", "--kind", "preference")["cards"]
        assert preference["preference"] == {"key": "editor", "value": "vim = vi", "confidence": 1.0}

    def test_a_warning_is_on_stderr_unless_it_is_to_be_quiet(self, inside: Call) -> None:
        inside("frame", "-t", "a question")
        loud = inside("complete", "1", "-t", "an answer", "--tag", "thing")
        assert loud.out == "card 1 is completed\n"
        assert "'thing' is refused" in loud.err
        inside("frame", "-t", "another question")
        assert inside("--quiet", "complete", "2", "-t", "an answer", "--tag", "thing").err == ""

    def test_a_turn_that_repeats_another_says_so(self, inside: Call) -> None:
        for number in ("1", "2"):
            inside("frame", "-t", "a question")
            ended = inside("complete", number, "-t", "an answer")
        assert ended.out == "card 2 is completed; it repeats card 1\n"


@pytest.mark.usefixtures("stocked")
class TestContext:
    def test_the_block_alone_is_on_stdout_and_the_ledger_on_stderr(self, wdm: Wdm) -> None:
        plain, told = wdm("context", "部署"), wdm("context", "部署", "--ledger")
        assert plain.stdout == told.stdout
        assert plain.stderr == ""
        assert told.stdout.startswith("<wdm-memory>\n")
        assert told.stdout.endswith("\n</wdm-memory>\n")
        lines = [line.split("\t") for line in told.stderr.splitlines()]
        cards = [line for line in lines if len(line) == 5]
        assert {line[0] for line in cards} <= {"perm", "hot", "cold", "recalled"}
        # Six from the lines of the input, and the one that keeps the preference.
        assert sorted(int(line[1]) for line in cards) == sorted(
            card["id"] for card in json.loads(wdm("list", "--json").stdout)["cards"]
        )
        assert [line[0] for line in lines[len(cards) :]] == ["perm", "hot", "cold", "recalled"]

    def test_the_document_tells_what_the_ledger_does(self, inside: Call) -> None:
        told = asked(inside, "context", "部署")
        assert told["text"] + "\n" == inside("context", "部署").out
        assert told["budgets"] == {"perm": 700, "hot": 900, "cold": 400, "recalled": 800}
        assert set(told["entries"][0]) == {"id", "tier", "form", "tokens", "reason"}
        for name, most in told["budgets"].items():
            assert told["tokens"][name] <= most
        assert told["unread"] == {}

    def test_the_query_may_be_a_word_or_a_pipe(self, inside: Call) -> None:
        assert inside("context", "-", stdin="部署").out == inside("context", "部署").out
        assert inside("context", stdin="部署").out == inside("context").out

    @pytest.mark.parametrize("stdin", ["", "\0", '"NEAR(*', " \n", "quokka"])
    def test_a_query_that_says_nothing_is_none(self, stdin: str, inside: Call) -> None:
        ended = inside("context", "-", stdin=stdin)
        assert (ended.code, ended.out) == (0, inside("context").out)

    def test_a_query_in_another_encoding_is_told(self, inside: Call) -> None:
        ended = inside("context", "-", stdin=NOT_UTF8)
        assert (ended.code, ended.out) == (2, "")
        assert "the query is not UTF-8" in ended.err

    def test_budgets_of_the_call_go_before_those_of_the_configuration(
        self, inside: Call, tmp_path: Path
    ) -> None:
        config = tmp_path / "config.toml"
        config.write_text("[context]\nperm = 0\nhot = 0\ncold = 0\nrecalled = 0\n")
        nothing = inside("--config", str(config), "context", "部署")
        assert (nothing.code, nothing.out) == (0, "")
        assert "nothing to tell yet" in nothing.err
        assert inside("--quiet", "--config", str(config), "context", "部署").err == ""
        told = asked(inside, "--config", str(config), "context", "部署", "--hot", "900")
        assert {entry["tier"] for entry in told["entries"]} == {"hot"}
        assert {entry["tier"] for entry in told["skipped"]} >= {"perm"}

    def test_all_is_skipped_and_told_where_there_is_no_room(self, inside: Call) -> None:
        words = [f"--{part}=0" for part in ("perm", "hot", "cold", "recalled")]
        ended = inside("context", *words, "--ledger")
        assert (ended.code, ended.out) == (0, "")
        assert ended.err.count("\tskipped\t") == len(json.loads(inside("list", "--json").out)["cards"])

    def test_what_it_prints_can_be_taken_in_again_without_a_trace(self, inside: Call) -> None:
        before = inside("list", "--json").out
        told = inside("context", "部署").out
        assert inside("ingest", stdin=told).out == "0 added, 1 echoed\n"
        assert inside("list", "--json").out == before


@pytest.mark.usefixtures("stocked")
class TestTiers:
    def test_a_pipe_gets_a_line_for_each_card(self, inside: Call) -> None:
        inside("pin", "jon")
        inside("supersede", "code", "plan")
        lines = [line.split("\t") for line in inside("tiers").out.splitlines()]
        assert all(len(line) == 9 for line in lines)
        told = {int(line[1]): (line[0], line[7]) for line in lines}
        numbers = {name: card["id"] for name in ("jon", "code", "plan") for card in _shown(inside, name)}
        assert told[numbers["jon"]] == ("perm pinned", "")
        assert told[numbers["code"]] == ("superseded", f"by {numbers['plan']}")
        assert lines[-1][0] == "superseded"
        assert [line[0].split()[0] for line in lines[:-1]] == sorted(
            (line[0].split()[0] for line in lines[:-1]), key=["perm", "hot", "cold"].index
        )

    def test_the_document_counts_the_tiers(self, inside: Call) -> None:
        inside("pin", "jon", "--tier", "cold")
        told = asked(inside, "tiers")
        live = asked(inside, "list")["cards"]
        assert told["counts"] == {
            tier: sum(card["tier"] == tier for card in live) for tier in ("perm", "hot", "cold")
        }
        (jon,) = [one for one in told["cards"] if one["pinned"]]
        assert (jon["tier"], jon["next"], jon["superseded_by"]) == ("cold", None, None)
        parts = jon["parts"]
        weights = {"explicitness": 0.35, "repetition": 0.25, "emotion": 0.2, "structure": 0.2}
        assert jon["importance"] == round(sum(weight * parts[name] for name, weight in weights.items()), 4)

    def test_limits_hold_for_each_tier(self, inside: Call) -> None:
        assert len(asked(inside, "tiers", "--tier", "hot", "--limit", "2")["cards"]) == 2
        assert len(asked(inside, "tiers", "--limit", "1")["cards"]) == 2  # one perm, one hot
        hot = sum(card["tier"] == "hot" for card in asked(inside, "list")["cards"])
        assert len(asked(inside, "tiers", "--tier", "hot", "--limit", "0")["cards"]) == hot

    def test_only_what_would_move_is_shown_for_moves(self, inside: Call) -> None:
        assert asked(inside, "tiers", "--moves")["cards"] == []
        later = asked(inside, "--now", "2027-06-01T12:00:00Z", "tiers", "--moves")
        assert later["cards"]
        assert all(card["next"]["to"] == "cold" for card in later["cards"])
        assert later["moves"] == {"hot > cold": len(later["cards"])}


def _shown(inside: Call, name: str) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = asked(inside, "show", name)["cards"]
    return told


class TestDecisions:
    @pytest.mark.usefixtures("stocked")
    def test_pin_and_unpin_tell_what_they_changed(self, inside: Call, card: Card) -> None:
        numbers = [card("jon")["id"], card("plan")["id"]]
        assert inside("pin", "jon", "plan").out == "2 pinned to perm\n"
        assert (card("jon")["pinned"], card("jon")["tier"]) == (True, "perm")
        assert inside("pin", "jon", "plan").out == "0 pinned to perm\n"
        assert asked(inside, "pin", "jon", "plan", "--tier", "cold") == {
            "schema": "wdm.pin/1", "pinned": numbers, "tier": "cold",
        }  # fmt: skip
        assert inside("unpin", "jon").out == "1 unpinned\n"
        assert asked(inside, "unpin", "jon", "plan")["unpinned"] == [numbers[1]]

    @pytest.mark.usefixtures("stocked")
    def test_a_replacement_is_told_by_both_cards(self, inside: Call, card: Card) -> None:
        old, new = card("jon")["id"], card("new")["id"]
        assert inside("supersede", "jon", "new").out == f"card {new} replaces card {old}\n"
        assert card("jon")["superseded_by"] == new
        assert card("new")["supersedes"] == [old]
        assert f"supersedes     {old}\n" in inside("show", "new").out
        assert not asked(inside, "supersede", "jon", "new")["changed"]
        ended = inside("supersede", "new", "jon")
        assert ended.code == 5
        assert f"card {new} has replaced it" in ended.err
        assert inside("restore", "jon").out == "1 restored\n"

    def test_lines_that_replace_each_other_are_kept_and_warned_of(self, inside: Call) -> None:
        lines = [{"id": "a", "text": "tea"}, {"id": "b", "text": "coffee", "supersedes": "a"}]
        inside("ingest", "--format", "jsonl", stdin="\n".join(map(json.dumps, lines)))
        ended = inside("ingest", "--format", "jsonl", stdin='{"id": "a", "text": "mate", "supersedes": "b"}')
        assert (ended.code, ended.out) == (0, "0 added, 1 updated\n")
        assert "line 1: card 1 cannot replace card 2: card 2 has replaced it" in ended.err

    @pytest.mark.usefixtures("stocked")
    def test_preferences_are_listed_with_their_values(self, inside: Call) -> None:
        (told,) = asked(inside, "list", "--kind", "preference")["cards"]
        assert (told["kind"], told["preference"]["key"], told["preference"]["value"]) == (
            "preference",
            "editor",
            "vim",
        )
        assert inside("list", "--kind", "preference").out.endswith("editor: vim\n")
        assert inside("list", "--kind", "task").out == ""


@pytest.mark.usefixtures("stocked")
class TestUse:
    def test_show_and_a_deeper_recall_say_that_they_counted(self, inside: Call, card: Card) -> None:
        assert asked(inside, "show", "jon")["use"] == "counted"
        assert "use" not in asked(inside, "recall", "job")
        assert asked(inside, "recall", "job", "--depth", "medium")["use"] == "counted"
        assert (card("jon")["uses"], card("jon")["last_used"]) == (1, "2026-06-01T12:00:00Z")

    def test_where_it_cannot_be_counted_the_answer_comes_with_the_reason(
        self, stocked: Path, inside: Call
    ) -> None:
        with closing(sqlite3.connect(stocked, isolation_level=None)) as writer:
            writer.execute("BEGIN IMMEDIATE")
            told = asked(inside, "show", "jon")
            plain = inside("show", "plan")
        assert told["use"] == "skipped: another process writes"
        assert told["cards"][0]["text"] == "Jon lost his job as a banker."
        assert (plain.code, plain.err) == (0, "")

    def test_where_it_is_not_to_be_counted_nothing_is_said(
        self, inside: Call, card: Card, tmp_path: Path
    ) -> None:
        config = tmp_path / "config.toml"
        config.write_text("[recall]\ncount_uses = false\n")
        assert "use" not in asked(inside, "--config", str(config), "show", "jon")
        assert "use" not in asked(inside, "--config", str(config), "recall", "job", "--depth", "deep")
        assert card("jon")["uses"] == 0


class TestPurge:
    def test_a_script_must_say_yes(self, stocked: Path, wdm: Wdm) -> None:
        before = stocked.read_bytes()
        ended = wdm("purge", "jon", stdin="y\n", code=5)
        assert "a script must say --yes" in ended.stderr
        assert "Jon lost his job" in ended.stderr
        assert stocked.read_bytes() == before

    def test_what_is_purged_is_nowhere(self, wdm: Wdm, inside: Call, store_path: Path) -> None:
        line = {
            "id": "numbat", "text": "The quagga is extinct.", "summary": "okapi", "overview": "dugong",
            "tags": ["aye-aye"], "preferences": {"beverage": "mezcal"}, "topic": "tarsier",
        }  # fmt: skip
        inside("ingest", "--format", "jsonl", stdin=json.dumps(line))
        inside("ingest", "-t", "Something else.")
        inside("ingest", "--format", "jsonl", stdin=json.dumps({**line, "text": "The thylacine is extinct."}))
        wdm(
            "ingest",
            "--format",
            "jsonl",
            stdin=json.dumps({"id": "axolotl", "text": "The thylacine is extinct."}),
        )
        wdm("feedback", "1", "confirmed", "--query", "pangolin", "--note", "saiga")
        wdm("frame", "-t", "unrelated", "--topic", "narwhal")
        assert wdm("purge", "1", "2", "--yes").stdout == "2 purged\n"
        left = b"".join(path.read_bytes() for path in store_path.parent.glob("memory.db*"))
        for word in ("quagga", "thylacine", "okapi", "dugong", "mezcal", "beverage", "tarsier", "numbat", "axolotl",
                     "pangolin", "saiga"):  # fmt: skip
            assert word.encode() not in left, word
        for word in ("Something else.", "narwhal"):
            assert word.encode() in left
        assert inside("doctor").out == "the store is sound\n"
        assert "quagga" not in inside("log").out

    def test_the_name_by_which_it_was_called_is_gone_too(
        self, wdm: Wdm, inside: Call, store_path: Path
    ) -> None:
        inside("ingest", "--format", "jsonl", stdin='{"id": "numbat", "text": "The quagga is extinct."}')
        wdm("purge", "numbat", "--yes")
        assert b"numbat" not in store_path.read_bytes()
        assert "numbat" not in inside("log").out

    @pytest.mark.usefixtures("stocked")
    def test_it_cannot_be_undone_and_says_so(self, inside: Call) -> None:
        assert inside("purge", "jon", "-y").code == 0
        ended = inside("undo")
        assert ended.code == 5
        assert "cannot be undone" in ended.err
        assert inside("show", "jon").code == 4

    def test_the_document_tells_the_numbers_and_the_backups(self, stocked: Path, inside: Call) -> None:
        number = _shown(inside, "jon")[0]["id"]
        beside = stocked.with_name(f"{stocked.name}.schema-1.bak")
        beside.touch()
        ended = inside("purge", "jon", str(number), "--yes", "--json")
        told = json.loads(ended.out)
        assert (told["purged"], told["backups"]) == ([number], [str(beside)])
        assert f"a backup may still hold it: {beside}" in ended.err

    @pytest.mark.skipif(os.name != "posix", reason="needs a lock to hold")
    def test_while_another_process_reads_it_is_busy_but_the_card_is_gone(
        self, stocked: Path, inside: Call, tmp_path: Path
    ) -> None:
        config = tmp_path / "config.toml"
        config.write_text("[store]\nbusy_ms = 50\n")
        with closing(sqlite3.connect(stocked, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM card").fetchone()
            ended = inside("--config", str(config), "purge", "jon", "--yes")
            assert (ended.code, ended.out) == (11, "")
            assert inside("show", "jon").code == 4
            assert inside("doctor").code == 0
