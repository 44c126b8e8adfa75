"""Whatever a memory holds, no command lets it speak to the terminal: not in a pipe, not on a screen, not in JSON."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import struct
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.contract.conftest import NOW, Call
from tests.contract.sly import SLY, TEXTS, Place, make
from tests.contract.test_help import commands, found
from tests.process import forks

from wdm.cli.app import main

pty = pytest.importorskip("pty", reason="needs a terminal to ask")

CALLS = {
    "ingest": ["-t SLY --tag SLY --topic SLY", "FILE", "--format jsonl LINES", "--strict --format jsonl LINES", "SLY", "--scene /SLY -t a"],
    "frame": ["-t SLY --tag SLY"], "complete": ["5 -t SLY --preference SLY=SLY", "5 -t SLY --preference SLY", "SLY -t SLY"],
    "recall": [
        "SLY", "SLY --explain --top 20", "灰度 --depth medium --all --top 20", "灰度 --depth deep --all --explain", "SLYquokka --ids",
        "灰度 --tag SLY", "灰度 --topic SLY --scene SLY", "灰度 --since SLY", "--batch FILE",
    ],
    "context": ["SLY --ledger --depth deep --top 20", "SLYquokka --hot 90 --perm 90 --cold 9 --recalled 9 --ledger"],
    "why": ["1 SLY", "2 SLY", "3 SLY", "4 SLY", "2 quokka", "2 SLY --tag SLY", "2 SLY --topic other", "SLY SLY"],
    "show": ["1 2 3 4 5 6 7", "SLY"], "list": ["--all", "--tag TAG", "--tag SLY", "--topic SLY", "--since SLY"],
    "feedback": ["2 confirmed --query SLY --note SLY", "2 SLY --query SLY", "SLY confirmed --query SLY"],
    "forget": ["2", "SLY"], "restore": ["3", "SLY"], "pin": ["2", "SLY"], "unpin": ["2", "SLY"], "supersede": ["4 2", "SLY 2"],
    "purge": ["2 --yes", "2", "SLY"], "tiers": ["", "--tier SLY"], "scenes": [""], "stats": [""], "log": [""], "undo": ["", "SLY", "99"],
    "tags list": ["", "--status SLY"], "tags show": ["TAG", "T00002", "T00003", "SLY"],
    "tags add": ["new --definition SLY --dimension SLY --type SLY", "SLY --alias other", "new --alias SLY"],
    "tags define": ["TAG --definition SLY", "SLY --definition SLY"], "tags alias": ["TAG other", "TAG SLY", "SLY SLY"],
    "tags unalias": ["TAG ALIAS", "TAG SLY"], "tags rename": ["TAG other", "TAG SLY"], "tags activate": ["TAG", "SLY"],
    "tags deprecate": ["TAG", "SLY"], "tags relate": ["TAG T00003 --as related --reason SLY", "TAG T00003", "T00003", "SLY"],
    "tags unrelate": ["TAG T00003", "SLY TAG"], "tags split": ["TAG parted 1 2", "TAG SLY 1", "SLY SLY 1"],
    "tags merge": ["TAG T00003 --dry-run --query SLY", "TAG T00003 --yes --query SLY --reason SLY", "TAG T00003", "SLY TAG --yes"],
    "tags suggest": [""], "tags triage": ["", "--export", "--from LINES", "--from DECISIONS"],
    "evolve": ["--dry-run --force", "--force"], "clean": ["--dry-run --force", "--force"],
    "golden add": ["SLY 2", "SLY SLY"], "golden list": [""], "golden check": [""], "golden remove": ["QUERY", "SLY"],
    "mood show": [""], "mood feel": ["praise --note SLY", "SLY"], "mood judge": ["SLY谢谢你，太棒了！ --apply"], "mood history": [""],
    "mood reset": [""], "mood": [""],
    "persona show": [""], "persona set": ["--name SLY --role SLY --background SLY --style SLY", "--baseline SLY"], "persona presets": [""],
    "persona use": ["kite --lang en", "SLY"], "persona preview": [""],
    "backup": ["DIR/SLY.db", "DIR/no/SLY"], "restore-from": ["BACKUP --yes", "DIR/SLY --yes", "BACKUP"],
    "export": ["", "DIR/SLY.jsonl", "DIR/no/SLY"], "import": ["EXPORT", "NOTES", "GRAPH", "LINES --map text=text,id=id", "LINES", "SLY"],
    "doctor": ["", "--rebuild", "--repair"], "config show": ["", "--config CONFIG"], "config init": ["--config DIR/SLY.toml"],
    "config path": ["--workspace x", "--store SLY"], "demo": [""], "": ["SLY", "--now SLY list", "--workspace SLY list", "--store SLY list"],
}  # fmt: skip
"""Words after each command, where names in capitals stand for what `words` puts there."""

ALL = [(path, line) for path, lines in CALLS.items() for line in lines]
OWN = re.compile(r"\x1b\[[0-9;]*m")
"""How Rich gives colours and takes them back."""

STEPS = re.compile(r"\x1b\[\??[0-9;]*[A-Za-z]|\r")
"""How Rich moves about while a run tells its steps, on stderr and on a terminal alone."""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    return make(tmp_path_factory.mktemp("sly"))


@pytest.fixture
def sly(place: Place, store_path: Path, tmp_path: Path) -> Place:
    """Return the place, its store copied to where `inside` looks, and a folder to write to."""
    store_path.write_bytes(place.store.read_bytes())
    place.names["DIR"] = str(tmp_path)
    return place


def test_no_command_is_forgotten() -> None:
    wanted = {
        " ".join(path)
        for path in commands()
        if not hasattr(found(path), "commands") or path in ((), ("mood",))
    }
    assert CALLS.keys() == wanted


def test_every_column_of_words_is_sly(place: Place) -> None:
    words = {
        row["table"]: {name for name, value in row.items() if isinstance(value, str)}
        for row in map(json.loads, Path(place.names["EXPORT"]).read_text("utf-8").splitlines()[1:])
    }
    own = {"table", "code", "key", "match", "status", "uid", "content_hash", "hash", "kind", "tier", "level", "query_key", "mode",
           "event", "perception", "at", "last_used"}  # fmt: skip
    for table, names in words.items():
        left = {name for name in names - own - set(TEXTS.get(table, ())) if not name.endswith("_at")}
        assert not left, table


CODES = (0, 2, 3, 4, 5, 6, 10, 74, 130)
"""How a call may end: never by a bug."""

TURNING = {*"\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"}


def assert_safe(shown: str, *allowed: re.Pattern[str]) -> None:
    """Check that a text holds no control and no open mark of direction, and that markup stands as it was written."""
    for one in allowed:
        shown = re.sub(one, "", shown)
    marks = {c for c in shown if unicodedata.category(c) == "Cc" and c not in "\n\t"}
    assert not marks, marks
    assert not set(shown) & TURNING
    assert "😄" not in shown
    assert not re.search(r"(?<!\[red\])(?<!\[red\] )Rich", shown)


@pytest.mark.parametrize(("path", "line"), ALL)
def test_nothing_sly_reaches_a_pipe(
    path: str, line: str, sly: Place, inside: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = sly.words(path, line)
    monkeypatch.setattr(sys, "argv", ["wdm", *words])
    ended = inside(*words)
    assert ended.code in (CODES if line != CALLS[path][0] or path in ("", "tags triage") else [0]), ended
    assert_safe(ended.out)
    assert_safe(ended.err)
    assert "\nwdm: forged" not in ended.err


@pytest.mark.parametrize(("path", "line"), ALL)
def test_in_json_what_is_sly_is_escaped_and_unchanged(
    path: str, line: str, sly: Place, inside: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = sly.words(path, line)
    monkeypatch.setattr(sys, "argv", ["wdm", *words])
    ended = inside("--json", *words)
    assert ended.code in CODES, ended
    for told in (ended.out, ended.err):
        marks = {
            c
            for c in told
            if (unicodedata.category(c) == "Cc" and c not in "\n\t") or c in TURNING or c in "\u2028\u2029"
        }
        assert not marks, marks
    for document in ended.out.splitlines():
        json.loads(document)
    for remark in ended.err.splitlines():
        assert remark.startswith("wdm: ") or "\t" in remark or json.loads(remark)["schema"] == "wdm.error/1"


def test_in_json_every_word_is_as_it_was_written(sly: Place, inside: Call) -> None:
    shown: set[str] = set()
    for line in ("show 1 2 3 4 5 6 7", "list --all", "tags list", "tags relate TAG", "golden list", "mood history", "persona show",
                 "scenes", "recall 灰度 --all --top 99 --depth deep", "log"):  # fmt: skip
        ended = inside(*sly.words("", line), "--json")
        assert ended.code == 0, ended
        shown |= set(strings(json.loads(ended.out)))
    rows = [json.loads(line) for line in Path(sly.names["EXPORT"]).read_text("utf-8").splitlines()]
    hidden = ("document", "verdict", "card_alias", "feedback", "preference")
    for row in rows:
        for name in TEXTS.get(row.get("table", ""), ()) if row.get("table") not in hidden else ():
            assert not row[name] or row[name] in shown or row[name].splitlines()[0] in shown, (
                row["table"],
                name,
            )
    assert any(command.startswith("wdm import ") for command in shown)
    assert f"mei {SLY}" in shown


def strings(told: object) -> Iterator[str]:
    """Yield every text of a value of JSON, at any depth."""
    if isinstance(told, dict):
        for name, value in told.items():
            yield name
            yield from strings(value)
    elif isinstance(told, list):
        for value in told:
            yield from strings(value)
    elif isinstance(told, str):
        yield told


def on_warm_terminal(store: Path, words: list[str], env: dict[str, str]) -> tuple[int, str]:
    """Run a call in a fork on a terminal of 80 columns, and answer what it asks; return its exit code and all that it showed."""
    import fcntl
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))

    def become() -> None:
        os.login_tty(theirs)
        os.environ.update({"TERM": "xterm-256color", "WDM_STORE": str(store), "WDM_NOW": NOW, **env})
        for name in {"COLUMNS", "LINES", "NO_COLOR"} - env.keys():
            os.environ.pop(name, None)
        signal.alarm(30)
        sys.argv = ["wdm", *words]
        sys.stdin, sys.stdout, sys.stderr = map(os.fdopen, range(3), "rww")
        main()

    child = forks.fork(become)
    os.close(theirs)
    shown, keys = b"", [b"s", b"q"] if "triage" in words else [b"y\n"]
    while True:
        if keys and not select.select([ours], [], [], 0.4)[0]:
            os.write(ours, keys.pop(0))
            continue
        try:
            more = os.read(ours, 65_536)
        except OSError:  # the other end is gone
            break
        if not more:
            break
        shown += more
    os.close(ours)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return code, shown.decode("utf-8").replace("\r\n", "\n")


@pytest.mark.parametrize("env", [{}, {"NO_COLOR": "1"}], ids=["colour", "NO_COLOR"])
@pytest.mark.parametrize(("path", "line"), ALL)
def test_nothing_sly_reaches_a_terminal(
    path: str, line: str, env: dict[str, str], sly: Place, store_path: Path, tmp_path: Path
) -> None:
    code, shown = on_warm_terminal(store_path, sly.words(path, line), {**env, "HOME": str(tmp_path)})
    assert code in CODES, shown
    steps = [STEPS] if path in ("evolve", "clean") else []
    assert_safe(shown, *steps, *([OWN] if not env else []))
    assert "\x1b[31m" not in shown
