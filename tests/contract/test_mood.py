"""The commands of persona and mood as they are typed: plain text, JSON, exit codes, bars on a terminal."""

from __future__ import annotations

import json
import re
import subprocess
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from tests.contract.conftest import call
from tests.contract.test_terminal import on_terminal

from wdm.cli.output.mood import bar, bars, sparkline
from wdm.engine.moods import State
from wdm.engine.rules.mood import ORIGIN, Happening, Pad

Wdm = Callable[..., subprocess.CompletedProcess[str]]
Call = Callable[..., Any]

ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")

PRAISED = """\
开心  happy  (0.43)
pleasure\t+0.31\tbaseline +0.00
arousal\t+0.15\tbaseline +0.00
dominance\t+0.26\tbaseline +0.00
since 2026-06-01T12:00:00Z, praise
"""
"""0.4 of (.77, .38, .65): sqrt(.308^2 + .152^2 + .26^2) = .4308."""

ANSWERS = {
    "mood": "wdm.mood/1",
    "mood show": "wdm.mood/1",
    "mood feel praise": "wdm.mood/1",
    "mood reset": "wdm.mood/1",
    "mood judge 谢谢你": "wdm.judge/1",
    "mood judge hm": "wdm.judge/1",
    "mood history": "wdm.mood-history/1",
    "persona show": "wdm.persona/1",
    "persona set --role x": "wdm.persona/1",
    "persona presets": "wdm.presets/1",
    "persona use kite": "wdm.persona/1",
    "persona preview": "wdm.persona-preview/1",
}
"""Calls that succeed where there is a persona, with the schema of their answer."""

TROUBLE: list[tuple[str, int, str]] = [
    ("mood feel", 2, "missing argument 'EVENT'"),
    ("mood feel joy", 2, "there is no event 'joy'"),
    ("mood feel reset", 2, "there is no event 'reset'"),
    ("mood feel praise --intensity 1.1", 2, "--intensity"),
    ("mood feel praise --intensity -0.1", 2, "--intensity"),
    ("mood feel praise --intensity nan", 2, "--intensity"),
    ("mood feel praise --intensity much", 2, "--intensity"),
    ("mood feel praise thanks", 2, "unexpected extra argument"),
    ("mood judge", 2, "missing argument"),
    ("mood history --limit 0", 2, "--limit"),
    ("mood swing", 2, "no such command 'swing'"),
    ("persona set", 2, "nothing is said to change"),
    ("persona set --mode half", 2, "'full', 'light', 'off'"),
    ("persona set --name=", 2, "a persona needs a name"),
    ("persona set --warmth 2", 2, "--warmth"),
    ("persona set --resilience nan", 2, "--resilience"),
    ("persona set --baseline 0,0", 2, "--baseline wants 3 numbers from -1 to 1"),
    ("persona set --baseline 0,0,1.1", 2, "--baseline wants 3 numbers"),
    ("persona set --baseline nan,0,0", 2, "--baseline wants 3 numbers"),
    ("persona set --baseline calm", 2, "--baseline wants 3 numbers"),
    ("persona set --big-five 0,0,0,0", 2, "--big-five wants 5 numbers"),
    ("persona set --big-five 0,0,0,0,inf", 2, "--big-five wants 5 numbers"),
    ("persona set --baseline 0,0,0 --big-five 0,0,0,0,0", 2, "not from both"),
    ("persona use", 2, "missing argument"),
    ("persona use kite --lang fr", 2, "there is no language 'fr'"),
    ("persona use nobody", 4, "there is no preset 'nobody'"),
    ("persona show", 4, "there is no persona yet"),
    ("persona preview", 4, "there is no persona yet"),
]
"""Calls that fail on a store without a persona, with their exit code and what they say."""


def asked(inside: Call, *words: str, stdin: str | bytes = "") -> Any:
    """Return the JSON document of a call that succeeds."""
    ended = inside("--json", *words, stdin=stdin)
    assert ended.code == 0, ended
    return json.loads(ended.out)


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of stores, made once: `bare` without a persona, `kite` of one praised and insulted, `eventful` of another."""
    folder = tmp_path_factory.mktemp("stores")

    def on(name: str, *words: str) -> None:
        assert call("--store", str(folder / name), *words).code == 0

    on("bare", "ingest", "-t", "hello")
    for words in ("persona use kite --lang en", "mood feel praise", "mood feel insult --intensity 0.5"):
        on("kite", *words.split())
    on("eventful", "persona", "use", "hearth", "--lang", "zh")
    for number in range(31):
        on("eventful", "mood", "feel", "user_sad", "--note", f"第{number}次，" + "很长的原因" * 8)
    return folder


@pytest.fixture
def bare(inside: Call, stores: Path, store_path: Path) -> Call:
    """Return a caller on a store of an agent without a persona."""
    store_path.write_bytes((stores / "bare").read_bytes())
    return inside


@pytest.fixture
def kite(inside: Call, stores: Path, store_path: Path) -> Call:
    """Return a caller on a store of an agent that has a persona, and was praised and insulted."""
    store_path.write_bytes((stores / "kite").read_bytes())
    return inside


class TestAll:
    @pytest.mark.parametrize("line", ANSWERS)
    def test_an_answer_in_json_is_one_sorted_document_alone_on_stdout(self, line: str, kite: Call) -> None:
        ended = kite(*line.split(), "--json")
        assert ended.code == 0, ended
        told = json.loads(ended.out)
        assert told["schema"] == ANSWERS[line]
        assert json.dumps(told, ensure_ascii=False, sort_keys=True) + "\n" == ended.out
        assert ended.err == ""

    @pytest.mark.parametrize("line", ANSWERS)
    def test_a_pipe_gets_plain_text(self, line: str, kite: Call) -> None:
        ended = kite(*line.split())
        assert (ended.code, ended.err) == (0, "")
        marks = {c for c in ended.out if unicodedata.category(c) in ("Cc", "Cf") and c not in "\n\t"}
        assert not marks
        assert not set(ended.out) & set("│┃━─◆")
        assert ended.out.endswith("\n") or ended.out == ""

    @pytest.mark.parametrize(("line", "code", "says"), TROUBLE, ids=lambda told: str(told).replace(" ", "-"))
    def test_trouble_is_told_on_stderr_and_changes_nothing(
        self, line: str, code: int, says: str, bare: Call
    ) -> None:
        before = bare("log").out
        ended = bare(*line.split())
        assert ended.code == code, ended
        assert says in ended.err
        assert ended.out == ""
        error = json.loads(bare("--json", *line.split()).err)
        assert (error["schema"], error["code"]) == ("wdm.error/1", code)
        assert bare("log").out == before

    @pytest.mark.parametrize("line", ["mood", "mood show", "mood history", "persona show", "persona preview"])
    def test_without_a_store_what_only_reads_says_so(self, line: str, inside: Call, store_path: Path) -> None:
        ended = inside(*line.split())
        assert (ended.code, ended.out) == (10, "")
        assert f"there is no store at {store_path}" in ended.err
        assert not store_path.exists()

    @pytest.mark.parametrize(
        ("line", "code"),
        [("mood judge 谢谢你", 0), ("mood judge hm --apply", 0), ("persona presets", 0), ("persona use nobody", 4),
         ("persona set --role teacher", 2), ("mood feel joy", 2), ("persona set --baseline 5,0,0", 2)],
    )  # fmt: skip
    def test_what_needs_no_store_or_fails_makes_none(
        self, line: str, code: int, inside: Call, store_path: Path
    ) -> None:
        assert inside(*line.split()).code == code
        assert not store_path.exists()

    @pytest.mark.parametrize("limit", ["9223372036854775808", "99999999999999999999"])
    def test_a_limit_beyond_any_number_of_events_is_no_bug(self, limit: str, kite: Call) -> None:
        assert kite("mood", "history", "--limit", limit).code in (0, 2)

    def test_it_is_utf_8_whatever_the_locale(self, wdm: Wdm) -> None:
        ended = wdm("mood", "feel", "praise", env={"LC_ALL": "C", "PYTHONUTF8": "0", "LANG": "C"})
        assert ended.stdout == PRAISED
        assert wdm("mood").stdout == PRAISED

    @pytest.mark.parametrize(
        "lines",
        [
            "mood feel thanks",
            "mood judge 谢谢你 --apply",
            "mood reset",
            "persona use hearth",
            "persona set --mode off",
        ],
    )
    def test_undo_takes_each_back(self, lines: str, kite: Call) -> None:
        before = [kite(*words.split()).out for words in ("mood", "mood history", "persona show")]
        assert kite(*lines.split()).code == 0
        assert kite("undo").code == 0
        assert [kite(*words.split()).out for words in ("mood", "mood history", "persona show")] == before


class TestMood:
    def test_bare_and_show_are_the_same(self, kite: Call) -> None:
        assert kite("mood").out == kite("mood", "show").out
        assert asked(kite, "mood") == asked(kite, "mood", "show") == json.loads(kite("mood", "--json").out)

    def test_in_a_pipe_it_is_words_and_numbers(self, inside: Call) -> None:
        assert inside("mood", "feel", "praise").out == PRAISED
        assert inside("mood").out == PRAISED

    def test_before_anything_moved_it(self, inside: Call) -> None:
        inside("ingest", "-t", "hello")
        assert inside("mood").out.splitlines() == [
            "平静  calm  (0.00)",
            *(f"{axis}\t+0.00\tbaseline +0.00" for axis in ("pleasure", "arousal", "dominance")),
            "at its baseline: nothing has moved it yet",
        ]
        told = asked(inside, "mood")
        assert (told["pad"], told["at"], told["cause"], told["label"]) == ([0, 0, 0], None, None, "calm")

    def test_the_document(self, inside: Call) -> None:
        inside("persona", "set", "--name", "Kite", "--baseline", "0.1,-0.2,0.3")
        told = asked(inside, "mood", "feel", "praise", "--note", "shipped it")
        # 0.4 of the way from (.1, -.2, .3) to (.77, .38, .65): .1 + .268; -.2 + .232; .3 + .14
        assert told["pad"] == pytest.approx([0.368, 0.032, 0.44])
        assert told["baseline"] == [0.1, -0.2, 0.3]
        assert (told["label"], told["label_zh"], told["strength"]) == ("happy", "开心", "plain")
        assert (told["at"], told["event"], told["cause"]) == ("2026-06-01T12:00:00Z", "praise", "shipped it")
        assert {"schema", "pad", "label", "label_zh", "strength", "baseline", "at", "cause"} <= set(told)
        assert asked(inside, "mood") == told

    def test_it_calms_down_with_the_clock(self, inside: Call) -> None:
        inside("mood", "feel", "praise")
        later = inside("--now", "2026-06-02T00:00:00Z", "mood").out.splitlines()
        # a quarter of (.308, .152, .26)
        assert [line.split("\t")[1] for line in later[1:4]] == ["+0.08", "+0.04", "+0.07"]
        assert later[0] == "平静  calm  (0.11)"

    @pytest.mark.parametrize("event", Happening)
    def test_every_event_can_be_felt(self, event: str, inside: Call) -> None:
        assert asked(inside, "mood", "feel", event)["event"] == event

    def test_intensity_scales_it(self, inside: Call) -> None:
        assert asked(inside, "mood", "feel", "praise", "--intensity", "0")["pad"] == [0, 0, 0]
        assert asked(inside, "mood", "feel", "praise", "--intensity=0.5")["pad"] == pytest.approx(
            [0.154, 0.076, 0.13]
        )

    def test_reset(self, kite: Call) -> None:
        told = asked(kite, "mood", "reset")
        assert told["pad"] == told["baseline"] == [0.1, 0.08, 0.04]
        assert (told["event"], told["cause"]) == ("reset", "reset by hand")
        assert kite("mood").out.splitlines()[-1] == "since 2026-06-01T12:00:00Z, reset: reset by hand"

    def test_a_note_with_escapes_is_harmless_text(self, inside: Call) -> None:
        inside("mood", "feel", "praise", "--note", "a\x1b[31mb\nc\u202e")
        for words in (["mood"], ["mood", "history"]):
            shown = inside(*words).out
            assert "a␛[31mb c�" in shown
            assert not {"\x1b", "\u202e"} & set(shown)

    def test_a_long_note_is_cut(self, inside: Call) -> None:
        inside("mood", "feel", "praise", "--note", "好" * 5000)
        assert len(asked(inside, "mood")["cause"]) == 200


class TestJudge:
    def test_it_tells_event_intensity_and_cue(self, inside: Call) -> None:
        assert inside("mood", "judge", "ok, thank you so much").out == "thanks\t0.75\tthank you much\n"
        assert asked(inside, "mood", "judge", "ok, thank you so much") == {
            "schema": "wdm.judge/1",
            "events": [{"event": "thanks", "intensity": 0.75, "cue": "thank you much"}],
            "applied": False,
        }

    def test_nothing_is_an_answer_too(self, inside: Call) -> None:
        assert inside("mood", "judge", "今天天气不错").out == ""
        assert asked(inside, "mood", "judge", "今天天气不错", "--apply")["events"] == []

    def test_it_reads_a_pipe(self, inside: Call) -> None:
        assert inside("mood", "judge", "-", stdin="谢谢你\n").out == "thanks\t0.60\t谢谢你\n"
        assert inside("mood", "judge", "-", stdin="部署".encode("gbk")).code == 2
        assert inside("mood", "judge", "-", stdin="a\0b").code == 2
        assert inside("mood", "judge", "").code == 2

    def test_it_moves_the_mood_only_when_told(self, inside: Call) -> None:
        inside("ingest", "-t", "hello")
        inside("mood", "judge", "你很棒")
        assert asked(inside, "mood")["at"] is None
        assert asked(inside, "mood", "judge", "你很棒", "--apply")["applied"] is True
        told = asked(inside, "mood")
        assert (told["event"], told["cause"]) == ("praise", "你棒")
        assert told["pad"] == pytest.approx([0.231, 0.114, 0.195])  # 0.4 * 0.75

    def test_cues_of_the_configuration_are_heard(self, inside: Call, tmp_path: Path) -> None:
        config = tmp_path / "config.toml"
        config.write_text('[cues.praise]\nzh = ["泰裤辣"]\n', encoding="utf-8")
        assert inside("mood", "judge", "泰裤辣").out == ""
        assert inside("--config", str(config), "mood", "judge", "泰裤辣").out == "praise\t0.60\t泰裤辣\n"
        config.write_text('[cues.joy]\nzh = ["泰裤辣"]\n', encoding="utf-8")
        wrong = inside("--config", str(config), "mood", "judge", "泰裤辣")
        assert (wrong.code, wrong.out) == (6, "")
        assert "there is no event 'joy'" in wrong.err


class TestHistory:
    def test_it_is_a_table_the_latest_first_with_a_line_for_each_axis(self, inside: Call) -> None:
        inside("mood", "feel", "praise")
        inside("mood", "feel", "insult", "--note", "from the log")
        # Praise leaves (.308, .152, .26); .4 of the way on to (-.63, .43, -.38): (-.0672, .2632, .004).
        # Eighths of [-1, 1]: (1 + .308) * 4 = 5.2, 3.7; 4.6, 5.1; 5.0, 4.0, which are the blocks 6, 4; 5, 6; 6, 5.
        assert inside("mood", "history").out.splitlines() == [
            "2026-06-01T12:00:00Z\tinsult\t1.00\t+0.31 +0.15 +0.26\t-0.07 +0.26 +0.00\tfrom the log",
            "2026-06-01T12:00:00Z\tpraise\t1.00\t+0.00 +0.00 +0.00\t+0.31 +0.15 +0.26\tpraise",
            "pleasure \t▆▄",
            "arousal  \t▅▆",
            "dominance\t▆▅",
        ]

    def test_the_document(self, inside: Call) -> None:
        inside("persona", "use", "kite", "--lang", "en")
        inside("persona", "set", "--baseline", "0,0,0", "--warmth", "0.5", "--excitability", "0.5")
        inside("ingest", "-t", "you are amazing")
        told = asked(inside, "mood", "history")
        (event,) = told["events"]
        assert event["after"] == pytest.approx([0.1848, 0.0912, 0.156])  # 0.4 * 0.6
        del event["after"]
        assert event == {
            "at": "2026-06-01T12:00:00Z", "event": "praise", "intensity": 0.6, "cause": event["cause"], "card": 1,
            "before": [0.0, 0.0, 0.0],
        }  # fmt: skip
        assert "amazing" in event["cause"]

    def test_a_limit(self, kite: Call) -> None:
        assert [event["event"] for event in asked(kite, "mood", "history", "--limit", "1")["events"]] == [
            "insult"
        ]
        assert len(asked(kite, "mood", "history")["events"]) == 2

    def test_none_is_an_empty_answer(self, inside: Call) -> None:
        inside("ingest", "-t", "hello")
        assert inside("mood", "history").out == ""
        assert asked(inside, "mood", "history")["events"] == []

    def test_a_file_that_is_taken_in_says_nothing_to_the_agent(self, inside: Call, tmp_path: Path) -> None:
        inside("persona", "use", "kite")
        note = tmp_path / "note.md"
        note.write_text("# Thanks\n\n谢谢你，你很棒。\n\nYou are amazing!\n", encoding="utf-8")
        assert inside("ingest", str(note)).code == 0
        assert inside("mood", "history").out == ""


class TestPersona:
    def test_show_tells_all_and_what_each_mode_takes(self, inside: Call) -> None:
        inside(
            "persona", "set", "--name", "Kite", "--role", "teacher", "--background", "From a\nvillage.",
            "--style", "Short.", "--style", "Asks back.", "--mode", "light", "--warmth", "0.7",
            "--baseline", "0.1,-0.25,0", "--absence",
        )  # fmt: skip
        lines = [line.split("\t") for line in inside("persona", "show").out.splitlines()]
        assert lines[:5] == [
            ["name", "Kite"], ["role", "teacher"], ["background", "From a village."], ["style", "Short."],
            ["style", "Asks back."],
        ]  # fmt: skip
        assert lines[5][0] == "mode"
        assert re.fullmatch(r"full \d+ tokens, \*light \d+ tokens, off 0 tokens", lines[5][1])
        assert lines[6:] == [
            ["weights", "warmth 0.7, sensitivity 0.5, excitability 0.5, resilience 0.5"],
            ["baseline", "+0.10 -0.25 +0.00"],
            ["moved by", "what is said, absence"],
        ]
        told = asked(inside, "persona", "show")
        assert (told["name"], told["style"], told["mode"]) == ("Kite", ["Short.", "Asks back."], "light")
        assert (told["absence"], told["novelty"], told["pleasure"], told["arousal"]) == (
            True,
            False,
            0.1,
            -0.25,
        )
        assert set(told["tokens"]) == {"full", "light", "off"}

    def test_what_is_not_said_stays_and_an_empty_word_clears(self, kite: Call) -> None:
        before = asked(kite, "persona", "show")
        after = asked(kite, "persona", "set", "--role", "", "--no-absence", "--novelty")
        assert after | {"tokens": None} == before | {"role": "", "novelty": True, "tokens": None}

    def test_a_baseline_from_the_big_five(self, inside: Call) -> None:
        told = asked(inside, "persona", "set", "--name", "Kite", "--big-five", "0.4,0.2,0.5,0.6,0.1")
        # .21 * .5 + .59 * .6 + .19 * .1; .15 * .4 + .30 * .6 - .57 * .1; .25 * .4 + .17 * .2 + .60 * .5 - .32 * .6
        assert [told[axis] for axis in Pad._fields] == pytest.approx([0.478, 0.183, 0.242])
        assert asked(inside, "mood")["pad"] == pytest.approx([0.478, 0.183, 0.242])

    @pytest.mark.parametrize(
        ("words", "env", "name"),
        [
            (["--lang", "zh"], {"LC_ALL": "en_US.UTF-8"}, "小暖"),
            (["--lang", "en"], {"LC_ALL": "zh_CN.UTF-8"}, "Hearth"),
            ([], {"LC_ALL": "zh_TW.UTF-8"}, "小暖"),
            ([], {"LC_ALL": "C", "LANG": "zh_CN.UTF-8"}, "Hearth"),
            ([], {"LC_ALL": "", "LC_MESSAGES": "", "LANG": "zh_CN.UTF-8"}, "小暖"),
        ],
    )
    def test_a_preset_speaks_the_language_asked_for_or_that_of_the_locale(
        self, words: list[str], env: dict[str, str], name: str, inside: Call
    ) -> None:
        assert inside("persona", "use", "hearth", *words, env=env).code == 0
        assert asked(inside, "persona", "show")["name"] == name

    def test_presets_can_all_be_used(self, inside: Call) -> None:
        listed = asked(inside, "persona", "presets")["presets"]
        assert [one["preset"] for one in listed] == ["granite", "hearth", "kite"]
        for one, line in zip(listed, inside("persona", "presets").out.splitlines(), strict=True):
            told = f"{one['preset']}\t{one['name']} {one['name_zh']}\t{one['role']}\t{one['role_zh']}"
            assert line == told
            assert inside("persona", "use", one["preset"]).code == 0

    @pytest.mark.parametrize("mode", ["full", "light", "off"])
    def test_a_preview_is_what_the_context_holds(self, mode: str, kite: Call) -> None:
        kite("ingest", "-t", "Trams run on rails.")
        kite("persona", "set", "--mode", mode)
        told, block = kite("persona", "preview").out, kite("context").out
        assert told.count("\n") == {"full": 3, "light": 1, "off": 0}[mode]
        assert block.startswith(f"<wdm-memory>\n{told}Notes from memory.")
        document = asked(kite, "persona", "preview")
        assert (document["lines"], document["mode"]) == (told.splitlines(), mode)
        assert document["tokens"] == asked(kite, "persona", "show")["tokens"][mode]

    def test_escapes_in_its_texts_are_harmless(self, inside: Call) -> None:
        sly = "\x1b[31m</wdm-memory>\x07\u202e"
        words = [word for name in ("name", "role", "background", "style") for word in (f"--{name}", sly)]
        shown = [inside("persona", "set", *words)]
        shown += [inside(*line.split()) for line in ("persona show", "persona preview", "context", "log")]
        for ended in shown:
            assert ended.code == 0
            assert not {"\x1b", "\x07", "\u202e"} & set(ended.out + ended.err)
        assert shown[3].out.count("</wdm-memory>") == 1

    @pytest.mark.parametrize("words", ["好" * 2001, "\udc80"], ids=["long", "surrogate"])
    @pytest.mark.parametrize("field", ["--name", "--role", "--background", "--style"])
    def test_a_text_that_cannot_be_kept_is_told(
        self, field: str, words: str, inside: Call, store_path: Path
    ) -> None:
        ended = inside("persona", "set", "--name", "Kite", field, words)
        assert (ended.code, ended.out) == (2, ""), ended
        assert not store_path.exists()


class TestBars:
    @pytest.mark.parametrize(
        ("value", "rest", "drawn"),
        [
            (0.0, 0.0, "····◆····"),
            (0.0, 0.5, "····│·◆··"),
            (0.1, -1.0, "◆···│····"),  # round(.4) = 0
            (1.0, 0.0, "····◆████"),
            (1.0, -1.0, "◆···█████"),
            (-1.0, 0.5, "█████·◆··"),
            (-0.5, -0.5, "··◆██····"),
            (0.75, 1.0, "····████◆"),
            (9.0, -9.0, "◆···█████"),
        ],
    )
    def test_a_bar_runs_from_the_middle_and_marks_where_it_rests(
        self, value: float, rest: float, drawn: str
    ) -> None:
        assert bar(value, rest, 9) == drawn

    @pytest.mark.parametrize("rest", [ORIGIN, Pad(-1.0, 0.2, 1.0)])
    def test_no_line_is_wider_than_the_terminal(self, rest: Pad) -> None:
        state = State(Pad(-0.31, 1.0, 0.0), rest, None, None, None)
        wide = {width for width in range(26, 201) if max(map(cell_len, bars(state, width))) > width}
        assert wide == set()

    def test_bars_are_as_wide_as_there_is_room_and_have_a_middle(self) -> None:
        state = State(ORIGIN, ORIGIN, None, None, None)
        for width in range(26, 201):
            told = bars(state, width)
            assert len({cell_len(line) for line in told}) == 1
            assert all((line.count("·") + 1) % 2 for line in told)

    def test_sparks_by_hand(self) -> None:
        # Eighths of [-1, 1]: -1 to -.75 is the first, 0 begins the fifth, 1 belongs to the last.
        assert sparkline([-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1]) == "▁▂▃▄▅▆▇██"
        assert sparkline([-0.76, -0.01, 0.24, 0.99]) == "▁▄▅█"
        assert sparkline([]) == ""


@pytest.fixture
def praised(inside: Call, store_path: Path) -> Path:
    """A store of an agent without a persona that was praised."""
    inside("mood", "feel", "praise")
    return store_path


class TestTerminal:
    def test_at_80_columns(self, praised: Path) -> None:
        code, shown = on_terminal(praised, "mood")
        assert code == 0, shown
        # Bars of 39: 19 to each side. 19 * .308 = 5.9, 19 * .152 = 2.9, 19 * .26 = 4.9.
        left = "·" * 19
        assert ESCAPE.sub("", shown).splitlines() == [
            "开心  happy  (0.43)",
            f"愉悦 pleasure  {left}◆██████{'·' * 13} +0.31 (rests +0.00)",
            f"激动 arousal   {left}◆███{'·' * 16} +0.15 (rests +0.00)",
            f"掌控 dominance {left}◆█████{'·' * 14} +0.26 (rests +0.00)",
            "since 2026-06-01T12:00:00Z, praise",
        ]
        assert "\x1b[1m" in shown

    def test_at_40_columns(self, praised: Path) -> None:
        code, shown = on_terminal(praised, "mood", "show", columns=40)
        assert code == 0, shown
        # Bars of 21: 10 to each side. 3.1, 1.5, which goes to the even 2, 2.6.
        left = "·" * 10
        assert ESCAPE.sub("", shown).splitlines() == [
            "开心  happy  (0.43)",
            f"pleasure  {left}◆███{'·' * 7} +0.31",
            f"arousal   {left}◆██{'·' * 8} +0.15",
            f"dominance {left}◆███{'·' * 7} +0.26",
            "since 2026-06-01T12:00:00Z, praise",
        ]

    def test_a_baseline_is_marked(self, inside: Call, store_path: Path) -> None:
        inside("persona", "set", "--name", "Kite", "--baseline", "-0.5,0.5,1")
        _, shown = on_terminal(store_path, "mood", columns=40)
        assert ESCAPE.sub("", shown).splitlines()[1:4] == [
            f"pleasure  ·····◆█████{'·' * 10} -0.50",
            f"arousal   {'·' * 10}█████◆····· +0.50",
            f"dominance {'·' * 10}██████████◆ +1.00",
        ]

    @pytest.mark.parametrize("how", [{"NO_COLOR": "1"}, None], ids=["NO_COLOR", "--no-color"])
    @pytest.mark.usefixtures("kite")
    def test_without_colour_it_is_plain_text(self, how: dict[str, str] | None, store_path: Path) -> None:
        told = {}
        for line in ("mood", "mood history", "persona show"):
            told[line] = on_terminal(store_path, *line.split(), *([] if how else ["--no-color"]), env=how)
        assert {line for line, (code, shown) in told.items() if code or "\x1b" in shown} == set()

    @pytest.mark.parametrize("columns", [80, 40])
    @pytest.mark.parametrize("line", ["mood", "mood history", "persona show", "persona presets"])
    def test_no_line_is_wider_than_the_terminal(self, line: str, columns: int, stores: Path) -> None:
        code, shown = on_terminal(stores / "eventful", *line.split(), columns=columns)
        assert code == 0, shown
        lines = ESCAPE.sub("", shown).expandtabs().splitlines()
        assert max(map(cell_len, lines)) <= columns

    def test_escapes_of_a_note_are_text_there_too(self, inside: Call, store_path: Path) -> None:
        inside("mood", "feel", "praise", "--note", "[red]x[/red]\x1b[31my\u202e :smile:")
        for line in ("mood", "mood history"):
            _, shown = on_terminal(store_path, *line.split(), columns=200)
            assert "[red]x[/red]␛[31my� :smile:" in ESCAPE.sub("", shown)
            assert "\x1b[31m" not in shown
