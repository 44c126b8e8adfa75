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
from tests.process.disk import Disk
from tests.process.writing import CASES, Stock, course, state

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
    "recall|memory|--top|400", "recall|memory|--top|400|--json|--depth|deep", "tiers", "scenes", "stats", "log", "context|memory",
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


KEPT = "make room on the disk; whatever the command changes is kept, see `wdm log`"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("name", [name for name in CASES if name != "recall-counted"])
def test_whatever_a_command_changes_is_kept_where_its_answer_cannot_be_written(
    name: str, disk: Disk, kept: Stock, folder: Path
) -> None:
    told = course(disk, kept, CASES[name], folder)
    kept.put(folder)
    ended = disk.run(told.words, folder, stdin=told.case.stdin, unheard="out")
    assert ended.code == 74, ended
    assert ended.err.splitlines()[-2:] == [
        "wdm: the answer cannot be written: No space left on device", f"     {KEPT}"
    ]  # fmt: skip
    assert state(folder / "memory.db") == told.after


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_remark_that_cannot_be_written_costs_no_answer(disk: Disk, kept: Stock, folder: Path) -> None:
    kept.put(folder)
    for line, code, out in (
        ("ingest|-t|new words|--tag|事情", 0, "1 added\n"),  # a generic tag is refused
        ("ingest|-t|new words|-t|", 3, "1 added, 1 rejected\n"),
        ("recall|zzz", 0, ""),
        ("show|nobody", 4, ""),
    ):
        kept.put(folder)
        assert disk.run(line.split("|"), folder).err != ""
        kept.put(folder)
        ended = disk.run(line.split("|"), folder, unheard="err")
        assert (ended.code, ended.out) == (code, out), line


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


def until_it_reads(process: subprocess.Popen[bytes]) -> None:
    """Give a process a blank, and wait until it has taken it."""
    import fcntl
    import termios

    assert process.stdin
    pipe = process.stdin.fileno()
    os.write(pipe, b" ")
    until(lambda: fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)) == bytes(4), process)


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


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("line", ["backup|copy.db", "export|copy.jsonl"])
def test_a_file_that_is_being_written_is_taken_away(
    line: str, number: signal.Signals, large: Path, begin: Begin, wdm: Run, tmp_path: Path
) -> None:
    command, name = line.split("|")
    target = tmp_path / "new" / name
    target.parent.mkdir()
    with begin(command, str(target), store=large) as process:
        until(lambda: any(target.parent.iterdir()), process)
        interrupted(process, number, done=(0,))
    there = [*target.parent.iterdir()]
    if process.returncode == 130:
        assert there == []
    elif process.returncode < 0:  # as when it is killed: the next one takes it away
        assert target not in there
        wdm("--store", str(large), command, str(target))
        assert [*target.parent.iterdir()] == [target]


def test_who_interrupts_does_not_wait_for_a_slow_reader(large: Path, begin: Begin) -> None:
    with begin("export", "-", store=large) as process:
        assert process.stdout
        process.stdout.readline()
        time.sleep(0.3)  # until the pipe is full
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130


def test_a_batch_can_be_interrupted(large: Path, begin: Begin) -> None:
    with begin("recall", "--batch", "-", store=large) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(b"memory\n" * 4000)  # less than a pipe holds
        process.stdin.flush()
        first = process.stdout.readline()
        assert json.loads(first)["hits"]
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err == b"wdm: interrupted\n"
    assert {*out.split(b"\n")[:-1]} <= {first.removesuffix(b"\n")}


def test_a_second_interrupt_is_told_of_no_more_than_the_first(begin: Begin) -> None:
    for number in range(6):
        with begin("ingest") as process:
            until_it_reads(process)
            process.send_signal(signal.SIGINT)
            time.sleep(0.0004 * number)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
        assert (process.returncode, out) == (130, b"")
        assert b"wdm: interrupted\n".startswith(err), err


@pytest.mark.slow
@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_at_any_moment_leads_to_no_traceback(
    number: signal.Signals, begin: Begin, wdm: Run, store_path: Path
) -> None:
    wdm("ingest", "-t", "one")
    loaded = False
    for moment in range(60):
        with begin("stats") as process:
            # It loads its first modules; before, there is Python itself, which has its own answer.
            until(lambda: b"_bz2" in Path(f"/proc/{process.pid}/maps").read_bytes(), process)
            time.sleep(0.003 * moment)
            process.send_signal(number)
            out, err = process.communicate(timeout=60)
        assert process.returncode in (0, SIGNALS[number], -number), (process.returncode, err)
        # Where Python runs a callback of its own, it tells of an interrupt and goes on.
        if not err.startswith(b"Exception ignored in"):
            assert err in (b"", b"wdm: interrupted\n")
        assert process.returncode or out
        loaded |= process.returncode != 0
    assert loaded
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
        until_it_reads(process)
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
            # On a slow machine it is still being loaded; or the lock was waited for in vain.
            interrupted(process, signal.SIGINT, done=(11, -signal.SIGINT))
        holder.execute("ROLLBACK")
    assert len(kept(store_path)) == 1
    wdm("ingest", "-t", "two")
    assert len(kept(store_path)) == 2
