"""Exit codes of every command, as a process and inside this one, and what is said with them."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

Wdm = Callable[..., subprocess.CompletedProcess[str]]
Call = Callable[..., Any]


class Case(NamedTuple):
    """One call on the stocked store."""

    words: tuple[str, ...]
    code: int
    says: str = ""
    stdin: str = ""


def case(line: str, code: int, says: str = "", stdin: str = "") -> Case:
    return Case(tuple("" if word == "''" else word for word in line.split()), code, says, stdin)


CASES = [
    case("--version", 0),
    case("--help", 0),
    case("recall --help", 0),
    case("ingest -t hello", 0),
    case("ingest", 0, stdin="piped"),
    case("ingest -", 0, stdin="piped"),
    case("ingest --format jsonl", 3, "line 2: text must be a text", stdin='{"text": "a"}\n{"text": 5}'),
    case("ingest --strict --format jsonl", 5, "line 2: text must", stdin='{"text": "a"}\n{"text": 5}'),
    case("ingest --kind diary -t a", 2, "'diary' is not one of 'chat', 'fact'"),
    case("ingest --scene /x -t a", 2, "scene '/x' has no category"),
    case("ingest --time someday -t a", 2, "'someday' is not a time"),
    case("ingest no-such-file.txt", 74, "cannot read no-such-file.txt: No such file or directory"),
    case("ingest /", 74, "cannot read /: Is a directory"),
    case("recall 部署", 0),
    case("recall quokka", 0, "no memory holds: quokka"),
    case("recall quokka --fail-empty", 4, "nothing found"),
    case("recall 部署 --fail-empty", 0),
    case("recall ''", 0),
    case("recall", 2, "give a QUERY or --batch FILE"),
    case("recall a --batch -", 2, "give a QUERY or --batch FILE"),
    case("recall --batch - --ids", 2, "--ids does not go with --batch"),
    case("list --since 2099", 0, "wdm: no cards"),
    case("recall a b", 2, "unexpected extra argument"),
    case("recall -x", 2, "words that begin with `-` go after ` -- `"),
    case("recall -- -x", 0),
    case("recall a --top 0", 2, "--top"),
    case("recall a --top many", 2, "--top"),
    case("recall a --depth deepest", 2, "'shallow', 'medium', 'deep'"),
    case("recall a --since someday", 2, "good ones: 2026-05-31"),
    case("recall a --tag nobody", 4, "there is no tag 'nobody'"),
    case("recall --batch no-such-file", 74, "cannot read no-such-file"),
    case("recall --batch -", 0, stdin="部署\n\nquokka\n"),
    case("recall --batch - --fail-empty", 4, stdin="quokka\n"),
    case("recall --batch -", 2, "query 2 cannot be read", stdin='部署\n{"query": 5}\n'),
    case("why jon job", 0),
    case("why nobody job", 4, "there is no card 'nobody'"),
    case("why jon", 2, "missing argument"),
    case("show 1 jon", 0),
    case("show 99", 4, "there is no card '99'"),
    case("show 1 99", 4, "there is no card '99'"),
    case("show", 2, "missing argument"),
    case("show 019e830e", 5, "beginning of more than one uid"),
    case("list", 0),
    case("list --limit -1", 2, "--limit"),
    case("list --kind diary", 2, "--kind"),
    case("list --tag nobody", 4, "there is no tag 'nobody'"),
    case("list --until someday", 2, "is not a time"),
    case("feedback jon confirmed --query job", 0),
    case("feedback jon loved --query job", 2),
    case("feedback nobody confirmed --query job", 4),
    case("forget jon", 0),
    case("forget nobody", 4),
    case("restore gone", 0),
    case("restore nobody", 4),
    case("tags list", 0),
    case("tags list --status zzz", 2),
    case("tags", 2),
    case("tags lst", 2, "list"),
    case("scenes", 0),
    case("stats", 0),
    case("log", 0),
    case("log --limit x", 2, "--limit"),
    case("undo", 0),
    case("undo 1", 5),
    case("undo 99", 4, "99"),
    case("undo first", 2),
    case("doctor", 0),
    case("doctor --rebuild", 0),
    case("config show", 0),
    case("config path", 0),
    case("config", 2),
    case("demo", 0),
    case("", 2),
    case("recal x", 2, "did you mean 'recall'?"),
    case("quokka", 2, "there is no command 'quokka'"),
    case("--stor x list", 2, "no such option: --stor"),
    case("--now someday list", 2, "'someday' is not a time in ISO 8601"),
    case("--workspace ../x list", 2, "cannot name a workspace"),
    case("--config no-such.toml list", 6, "there is no configuration at no-such.toml"),
    case("--store no-such.db list", 10, "there is no store at no-such.db"),
]


@pytest.mark.parametrize("told", CASES, ids=lambda told: " ".join(told.words) or "nothing")
def test_a_call_ends_alike_as_a_process_and_inside(
    told: Case,
    stock: Path,
    stocked: Path,
    wdm: Wdm,
    inside: Call,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    done = wdm(*told.words, stdin=told.stdin, code=told.code)
    assert told.says in done.stderr
    assert "Traceback" not in done.stderr
    stocked.write_bytes(stock.read_bytes())
    ended = inside(*told.words, stdin=told.stdin)
    assert ended.code == told.code
    if "Usage:" not in ended.err:  # help is as wide as the terminal
        assert ended.err == done.stderr
    assert bool(ended.out) == bool(done.stdout)


@pytest.mark.parametrize(
    "told",
    [told for told in CASES if told.code in (2, 4, 5, 6, 10, 74) and "--batch" not in told.words
     and "--fail-empty" not in told.words],
    ids=lambda told: " ".join(told.words) or "nothing",
)  # fmt: skip
def test_an_error_in_json_is_one_document_on_stderr_and_nothing_on_stdout(
    told: Case, stocked: Path, inside: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    ended = inside("--json", *told.words, stdin=told.stdin)
    assert ended.code == told.code
    assert ended.out == ""
    error = json.loads(ended.err)
    assert error["schema"] == "wdm.error/1"
    assert error["code"] == told.code
    assert error["message"]
    assert set(error) == {"schema", "code", "message", "hint"}


READS = [
    "recall x", "why 1 x", "show 1", "list", "tags list", "tags show x", "scenes", "stats", "log", "undo", "doctor",
    "doctor --rebuild", "forget 1", "restore 1", "feedback 1 confirmed --query x", "tags define x --definition y",
]  # fmt: skip


@pytest.mark.parametrize("line", READS)
def test_without_a_store_what_does_not_make_one_says_so(line: str, inside: Call, store_path: Path) -> None:
    ended = inside(*line.split())
    assert ended.code == 10
    assert f"there is no store at {store_path}" in ended.err
    assert "`wdm ingest` creates one" in ended.err
    assert ended.out == ""
    assert not store_path.exists()


@pytest.mark.parametrize("line", [*READS, "ingest -t x"])
def test_a_file_that_is_no_store_is_damaged_and_left_as_it_is(
    line: str, inside: Call, store_path: Path
) -> None:
    store_path.write_bytes(b"this is no database at all, only words " * 200)
    before = store_path.read_bytes()
    assert inside(*line.split()).code == 13
    assert store_path.read_bytes() == before


@pytest.mark.parametrize("line", [*READS, "ingest -t x"])
def test_a_store_of_a_later_version_is_refused_and_left_as_it_is(
    line: str, inside: Call, stocked: Path
) -> None:
    with sqlite3.connect(stocked) as db:
        db.execute("PRAGMA user_version = 999")
    db.close()
    before = stocked.read_bytes()
    ended = inside(*line.split())
    assert ended.code == 12, ended
    assert stocked.read_bytes() == before


@pytest.mark.parametrize("line", ["list", "ingest -t x"])
def test_a_folder_in_place_of_the_store_cannot_be_read(line: str, inside: Call, store_path: Path) -> None:
    store_path.mkdir()
    assert inside(*line.split()).code == 74


def test_another_writer_that_stays_is_told_as_busy(inside: Call, stocked: Path, tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text("[store]\nbusy_ms = 0\n")
    holder = sqlite3.connect(stocked, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    try:
        ended = inside("--config", str(config), "ingest", "-t", "x")
        assert ended.code == 11
        assert inside("list").code == 0  # reading waits for nobody
    finally:
        holder.close()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("[recall]\ntop = 0", "recall.top must lie between 1 and 1,000, not 0"),
        ("[recal]", "there is no section [recal]"),
        ("not toml", "is not TOML"),
    ],
)
def test_a_wrong_configuration_ends_every_call_that_needs_it(
    words: str, says: str, inside: Call, stocked: Path, tmp_path: Path
) -> None:
    config = tmp_path / "config.toml"
    config.write_text(words)
    for line in ("list", "recall x", "ingest -t x", "config show"):
        ended = inside("--config", str(config), *line.split())
        assert ended.code == 6
        assert says in ended.err


def test_a_configuration_is_not_written_over(inside: Call, tmp_path: Path) -> None:
    path = tmp_path / "deep" / "config.toml"
    assert inside("config", "init", "--config", str(path)).code == 0
    assert path.stat().st_mode & 0o777 == 0o600
    path.write_text("[recall]\ntop = 9\n")
    ended = inside("config", "init", "--config", str(path))
    assert ended.code == 5
    assert "--force writes over it" in ended.err
    assert path.read_text() == "[recall]\ntop = 9\n"
    assert inside("config", "init", "--config", str(path), "--force").code == 0
    assert "top = 5" in path.read_text()


def _running(store: Path, *words: str, **more: Any) -> subprocess.Popen[bytes]:
    env = {**os.environ, "WDM_STORE": str(store), "WDM_NOW": "2026-06-01T12:00:00Z"}
    return subprocess.Popen([sys.executable, "-m", "wdm", *words], env=env, **more)


@pytest.mark.parametrize("json_", [False, True])
def test_an_interrupt_ends_with_130_and_without_a_traceback(json_: bool, stocked: Path) -> None:
    before = stocked.read_bytes()
    running = _running(
        stocked, *(["--json"] if json_ else []), "ingest",
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        # What runs in the background of a script ignores interrupts, and so would its child.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    assert running.stdin is not None
    running.stdin.write(b"Al: hi\n")
    running.stdin.flush()
    time.sleep(1)  # it waits for the rest of its input by then
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=30)
    assert running.returncode == 130
    assert out == b""
    if json_:
        assert json.loads(err)["code"] == 130
    else:
        assert err == b"wdm: interrupted\n"
    assert stocked.read_bytes() == before


@pytest.mark.parametrize(
    "line", ["list --limit 0", "list --limit 0 --json", "recall --batch queries.txt", "--help"]
)
def test_a_closed_pipe_ends_quietly(
    line: str, stocked: Path, inside: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "queries.txt").write_text("部署\n" * 2000)
    inside("ingest", stdin="\n\n".join(f"memory number {n} " + "with words " * 20 for n in range(600)))
    running = _running(stocked, *line.split(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert running.stdout is not None
    assert running.stderr is not None
    assert running.stdout.read(1)
    running.stdout.close()
    assert running.stderr.read() == b""
    running.stderr.close()
    assert running.wait(timeout=60) == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.parametrize(
    "line", ["list", "list --json", "recall 部署", "stats", "--help", "--version", "ingest -t x"]
)
def test_an_answer_that_cannot_be_written_is_an_error(line: str, stocked: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        running = _running(stocked, *line.split(), stdout=full, stderr=subprocess.PIPE)
        _, err = running.communicate(timeout=60)
    assert running.returncode == 74
    assert b"No space left on device" in err
    assert b"Traceback" not in err


@pytest.mark.skipif(os.name != "posix", reason="needs a shell that closes streams")
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("list >&-", 74),  # an answer that nobody can get
        ("--json list >&- 2>&-", 74),
        ("recall quokka 2>&-", 0),
        ("ingest -t x <&-", 0),
        ("ingest <&-", 3),  # empty input
        ("recall - <&-", 0),
    ],
)
def test_streams_that_the_caller_closed_are_no_bug(line: str, code: int, stocked: Path) -> None:
    env = {**os.environ, "WDM_STORE": str(stocked), "WDM_NOW": "2026-06-01T12:00:00Z"}
    done = subprocess.run(
        ["sh", "-c", f"exec '{sys.executable}' -m wdm {line}"], env=env, capture_output=True, text=True
    )
    assert done.returncode == code, done
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr


def test_a_closed_stderr_changes_no_exit_code(stocked: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    running = _running(stocked.with_name("nowhere.db"), "list", stdout=subprocess.PIPE, stderr=writing)
    os.close(writing)
    assert running.communicate(timeout=30)[0] == b""
    assert running.returncode == 10
