"""Streams that are closed, full or slow, and calls that are interrupted: no word of a traceback, and no memory lost."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from tests.conftest import Run

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals and streams of POSIX")

CARDS = 400
CHUNK = 20
MANY = 3000
SIGNALS = {signal.SIGINT: 130, signal.SIGTERM: -signal.SIGTERM, signal.SIGHUP: -signal.SIGHUP}
"""How a call ends by each: Ctrl-C is answered, the others end it as they end any program."""


def lines(count: int) -> str:
    """Return memories as JSON lines, each long enough for a few hundred of them to fill a pipe."""
    told = (
        {
            "id": f"m{number}",
            "text": f"memory {number} 第{number}条 " + f"word{number} " * 30,
            "tags": [f"tag{number}"],
        }
        for number in range(count)
    )
    return "".join(json.dumps(each) + "\n" for each in told)


@pytest.fixture(scope="session")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store whose listings are longer than a pipe holds; only to be read."""
    folder = tmp_path_factory.mktemp("large")
    (folder / "in.jsonl").write_text(lines(CARDS), encoding="utf-8")
    path = folder / "memory.db"
    words = [sys.executable, "-m", "wdm", "--store", str(path), "ingest", "--quiet", str(folder / "in.jsonl")]
    subprocess.run(words, check=True)
    return path


Begin = Callable[..., subprocess.Popen[bytes]]


@pytest.fixture
def begin(surroundings: dict[str, str]) -> Begin:
    """Return what starts a call, through a shell where a redirection is wanted, and does not wait for it."""

    def start(
        *words: str, store: Path | None = None, redirect: str = "", env: dict[str, str] | None = None
    ) -> subprocess.Popen[bytes]:
        told = surroundings | ({} if store is None else {"WDM_STORE": str(store)}) | (env or {})
        call = [sys.executable, "-m", "wdm", *words]
        if redirect:
            call = ["sh", "-c", f'exec "$@" {redirect}', "sh", *call]
        pipe = subprocess.PIPE
        return subprocess.Popen(call, env=told, stdin=pipe, stdout=pipe, stderr=pipe)

    return start


def sound(wdm: Run) -> None:
    """Assert that the store has no damage."""
    assert not [each for each in json.loads(wdm("doctor", "--json").stdout)["findings"] if each["damage"]]


def kept(store: Path) -> list[str]:
    """Return the callers' ids of the cards of a store, in the order in which they came."""
    with closing(sqlite3.connect(store)) as connection:
        try:
            return [row[0] for row in connection.execute("SELECT external_id FROM card ORDER BY id")]
        except sqlite3.OperationalError:  # not made yet
            return []


LONG = [
    "list|--limit|0", "list|--limit|0|--json", "export|-", "tags|list", "tags|list|--json", "recall|--batch|-",
    "recall|memory|--top|400", "recall|memory|--top|400|--json|--depth|deep", "tiers", "scenes", "stats", "log",
]  # fmt: skip


@pytest.mark.parametrize("line", LONG)
def test_a_reader_who_goes_away_after_a_line_is_no_error(line: str, large: Path, begin: Begin) -> None:
    with begin(*line.split("|"), store=large) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        if "--batch" in line:
            process.stdin.write(b"memory\n" * 200)
        process.stdin.close()
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0


def test_a_slow_reader_gets_all_of_it(large: Path, begin: Begin) -> None:
    with begin("export", "-", store=large) as process:
        assert process.stdout
        got = b""
        while piece := process.stdout.read(40_000):
            got += piece
            time.sleep(0.02)
        assert process.wait(60) == 0
    told = [json.loads(line) for line in got.splitlines()]
    assert sum(each.get("table") == "card" for each in told) == CARDS


# The shell's words for a closed stream, what it does to a call that reads or writes, and whether the answer is lost.
CLOSED = [
    ("<&-", False),
    (">&-", True),
    ("2>&-", False),
    ("<&- >&-", True),
    ("<&- >&- 2>&-", True),
    (">/dev/full", True),
]


@pytest.mark.parametrize(("redirect", "lost"), CLOSED)
def test_where_the_answer_cannot_be_given_that_is_told_and_what_was_written_stays(
    redirect: str, lost: bool, begin: Begin, wdm: Run
) -> None:
    for number, line in enumerate(("ingest|-t|one memory", "pin|1", "ingest|-t|another memory"), start=1):
        with begin(*line.split("|"), redirect=redirect) as process:
            out, err = process.communicate(timeout=60)
        assert process.returncode == (74 if lost else 0), (line, err)
        assert b"Traceback" not in out + err
        if lost and "2>&-" not in redirect:
            assert err.count(b"wdm: ") == 1, (line, err)
        cards = json.loads(wdm("list", "--json").stdout)["cards"]
        assert len(cards) == 1 + (number == 3)
        assert (cards[-1]["tier"] == "perm") == (number > 1)
    sound(wdm)


@pytest.mark.parametrize(
    "line",
    ["list", "list|--json", "stats", "log", "tags|list", "export|-", "recall|memory", "--help", "--version"],
)
@pytest.mark.parametrize("redirect", [">/dev/full", ">&-"])
def test_a_listing_that_cannot_be_written_ends_with_74(
    line: str, redirect: str, large: Path, begin: Begin
) -> None:
    with begin(*line.split("|"), store=large, redirect=redirect) as process:
        _, err = process.communicate(timeout=60)
    assert process.returncode == 74, err
    assert err.startswith(b"{" if "--json" in line else b"wdm: "), err
    assert b"Traceback" not in err
    assert err.count(b"\n") <= 2


def test_a_closed_input_is_an_empty_one(begin: Begin) -> None:
    ends = []
    for redirect in ("<&-", "</dev/null"):
        with begin("ingest", redirect=redirect) as process:
            out, err = process.communicate(timeout=60)
        ends.append((process.returncode, out, err))
    assert ends[0] == ends[1]
    assert b"Traceback" not in ends[0][2]


@pytest.fixture
def chunked(tmp_path: Path) -> dict[str, str]:
    """Return an environment in which chunks are small and a lock is waited for a second."""
    (tmp_path / "config.toml").write_text(
        f"[ingest]\nchunk = {CHUNK}\n[store]\nbusy_ms = 1000\n", encoding="utf-8"
    )
    return {"WDM_CONFIG": str(tmp_path / "config.toml")}


def until(there: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
    """Wait until something is there, or the process has ended."""
    end = time.monotonic() + 60
    while not there() and process.poll() is None:
        assert time.monotonic() < end
        time.sleep(0.005)


def interrupted(
    process: subprocess.Popen[bytes], number: signal.Signals, *, done: Sequence[int] = ()
) -> None:
    """Send a signal, and assert that the call ends as it should; `done` are codes of a call that was faster."""
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert process.returncode in (SIGNALS[number], *done), (process.returncode, err)
    assert b"Traceback" not in out + err
    if process.returncode == 130:
        assert err.strip().splitlines()[-1:] == [b"wdm: interrupted"], err


@pytest.mark.parametrize("number", SIGNALS)
def test_an_interrupted_ingest_keeps_whole_chunks_and_the_next_one_completes_it(
    number: signal.Signals, begin: Begin, wdm: Run, store_path: Path, tmp_path: Path, chunked: dict[str, str]
) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text(lines(MANY), encoding="utf-8")
    with begin("ingest", str(source), env=chunked) as process:
        until(lambda: store_path.exists() and len(kept(store_path)) >= 2 * CHUNK, process)
        interrupted(process, number)
    ids = kept(store_path)
    assert 2 * CHUNK <= len(ids) < MANY
    assert len(ids) % CHUNK == 0
    assert ids == [f"m{place}" for place in range(len(ids))]
    sound(wdm)
    wdm("ingest", "--quiet", str(source))
    assert sorted(kept(store_path)) == sorted(f"m{place}" for place in range(MANY))


WHOLE = ["import|{folder}/out.jsonl", "evolve|--force", "backup|{folder}/copy.db", "doctor|--rebuild", "undo"]


@pytest.mark.parametrize("line", WHOLE)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_what_is_all_or_nothing_is_so_when_interrupted(
    line: str, number: signal.Signals, large: Path, begin: Begin, wdm: Run, store_path: Path, tmp_path: Path
) -> None:
    if line.startswith("import"):
        wdm("--store", str(large), "export", str(tmp_path / "out.jsonl"))
        wdm("ingest", "-t", "what was there")
    else:
        with closing(sqlite3.connect(large)) as source, closing(sqlite3.connect(store_path)) as copy:
            source.backup(copy)
    before = len(kept(store_path))
    words = line.format(folder=tmp_path).split("|")
    with begin(*words) as process:
        until(lambda: Path(f"{store_path}-shm").exists(), process)  # it has opened the store
        time.sleep(0.05)
        interrupted(process, number, done=(0,))
    after = {"import": before + CARDS, "undo": 0}.get(words[0], before)
    assert len(kept(store_path)) in (before, after)
    sound(wdm)
    wdm(*words, code=None)
    if words[0] in ("import", "backup"):
        assert len(kept(tmp_path / "copy.db" if words[0] == "backup" else store_path)) == after
    assert not [*tmp_path.glob("*.partial*")]
    sound(wdm)


@pytest.mark.parametrize(
    ("line", "number"),
    [
        *((line, signal.SIGINT) for line in ("recall|-", "recall|--batch|-", "complete|1|-t|-", "import|-")),
        *(("ingest", number) for number in SIGNALS),
    ],
)
def test_who_waits_for_input_can_be_interrupted(
    line: str, number: signal.Signals, begin: Begin, wdm: Run, store_path: Path
) -> None:
    wdm("frame", "-t", "a question")
    with begin(*line.split("|")) as process:
        time.sleep(0.4)
        interrupted(process, number)
    assert kept(store_path) == [None]
    sound(wdm)


def test_who_waits_for_a_lock_can_be_interrupted(
    begin: Begin, wdm: Run, store_path: Path, chunked: dict[str, str]
) -> None:
    wdm("ingest", "-t", "one")
    with closing(sqlite3.connect(store_path, isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        with begin("ingest", "-t", "two", env=chunked) as process:
            time.sleep(0.4)
            interrupted(process, signal.SIGINT, done=(11,))
        holder.execute("ROLLBACK")
    assert len(kept(store_path)) == 1
    wdm("ingest", "-t", "two")
    assert len(kept(store_path)) == 2
