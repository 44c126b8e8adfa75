"""On a full disk every command that writes says so and changes nothing, and works again when there is room."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from tests.process.disk import Disk, Ended, told
from tests.process.writing import CASES, Case, Course, Stock, canonical, course, sound, state

SCHEMA = Path(__file__).parents[1] / "data" / "schema-1.sql"

FILES = {
    "backup": Case("backup|copy.db", again=74),
    "export": Case("export|copy.jsonl", again=74),
}

ROOM = ("make room on the disk", "the disk may be full")
"""What the advice of SQLite's two errors for a full disk begins with."""


def without_room(disk: Disk, kept: Stock, told_of: Course, folder: Path, ended: Ended) -> bool:
    """Assert all that is promised of a case on a full disk, and then with room; return whether it was told as full."""
    case, where = told_of.case, (told_of.words, ended)
    found = state(folder / "memory.db")
    done = ended.code == 0
    if done:
        assert found == told_of.after or (told_of.words[0] == "recall" and found == told_of.before), where
    else:
        shown = "merge" in told_of.words  # what it would do, before it does it
        words = told(ended._replace(out="") if shown else ended, 74)
        assert any(advice in words for advice in (*ROOM, "wdm doctor --rebuild")) or "cannot write" in words
        # What comes after the last part that counts, such as giving pages back, may find no room either.
        done = "the cards are erased" in words or (case.in_parts and found == told_of.after)
        assert found == (told_of.after if done else told_of.before), where
    assert sound(disk, folder) in ([], ["operation"] if case.in_parts else []), where
    left = {path.name for path in folder.iterdir()} - told_of.files
    assert [name for name in left if name.endswith((".partial", "-journal"))] == [], where
    if ended.code:
        assert not left & {"copy.db", "copy.jsonl"}, where
        again = disk.run(told_of.words, folder, stdin=case.stdin)
        assert again.code == (case.again if done else 0), (where, again)
        assert state(folder / "memory.db") == told_of.after, where
    return ended.code == 74


SOME = {
    "ingest", "ingest-lines", "frame", "complete", "forget", "purge", "tags-merge", "evolve", "clean", "undo-bulk", "import",
    "restore-from", "doctor-repair", "persona-set", "recall-counted", *FILES,
}  # fmt: skip
"""Those that every run tries; the others take the same ways."""


@pytest.mark.parametrize(
    "name", [n if n in SOME else pytest.param(n, marks=pytest.mark.slow) for n in (*CASES, *FILES)]
)
def test_a_command_without_room_says_so_and_changes_nothing(
    name: str, disk: Disk, kept: Stock, folder: Path
) -> None:
    told_of = course(disk, kept, {**CASES, **FILES}[name], folder)
    full = False
    # Room for what SQLite shares between processes, but little for the log; then not even for that.
    for limit in (33_000, 512):
        kept.put(folder)
        ended = disk.run(told_of.words, folder, stdin=told_of.case.stdin, file_limit=limit)
        full = full or without_room(disk, kept, told_of, folder, ended)
        if full:
            break
    assert full == (name != "recall-counted"), "to count a use is not worth an error"


@pytest.mark.slow
@pytest.mark.parametrize("journal_mode", ["wal", "delete"])
@pytest.mark.parametrize("name", [*CASES, *FILES])
def test_a_command_with_any_room_that_is_too_small(
    name: str, journal_mode: str, disk: Disk, kept: Stock, folder: Path, tmp_path: Path
) -> None:
    told_of = course(disk, kept, {**CASES, **FILES}[name], folder)
    config = tmp_path / "config.toml"
    chunk = "chunk = 4\n" if name == "ingest-strict-bulk" else ""
    config.write_text(f'[store]\njournal_mode = "{journal_mode}"\n[ingest]\n{chunk}', encoding="utf-8")
    words = [str(config) if word == "few.toml" else word for word in told_of.words]
    size = kept.put(folder).stat().st_size
    for limit in (0, 4096, 10_000, 20_000, 40_000, 80_000, 160_000, size, size + 4096, size + 65_536):
        kept.put(folder)
        env = {"WDM_CONFIG": str(config)}
        ended = disk.run(words, folder, stdin=told_of.case.stdin, file_limit=limit, env=env)
        without_room(disk, kept, told_of, folder, ended)


@pytest.mark.parametrize("journal_mode", ["wal", "delete"])
def test_of_a_bulk_whole_chunks_are_kept_and_the_rest_comes_later(
    journal_mode: str, disk: Disk, kept: Stock, folder: Path, tmp_path: Path
) -> None:
    config = tmp_path / "config.toml"
    config.write_text(f'[store]\njournal_mode = "{journal_mode}"\n[ingest]\nchunk = 7\n', encoding="utf-8")
    lines = "\n".join(
        json.dumps({"id": f"b{number}", "text": f"memory {number} of the bulk " + f"word{number} " * 40})
        for number in range(60)
    )
    words, env = ["ingest", "--quiet", "--format", "jsonl"], {"WDM_CONFIG": str(config)}
    size = kept.put(folder).stat().st_size
    counts = []
    # With a log, the log is what grows at first.
    for more in (-50_000, 100_000) if journal_mode == "wal" else (0, 16_384):
        store = kept.put(folder)
        ended = disk.run(words, folder, stdin=lines, env=env, file_limit=size + more)
        told(ended, 74)
        assert any(advice in ended.err for advice in ROOM)
        with closing(sqlite3.connect(store)) as connection:
            query = "SELECT external_id FROM card WHERE external_id GLOB 'b[0-9]*' ORDER BY id"
            ids = [row[0] for row in connection.execute(query)]
        assert ids == [f"b{number}" for number in range(len(ids))], "the first ones, in order"
        assert len(ids) % 7 == 0
        counts.append(len(ids))
        assert sound(disk, folder) in ([], ["operation"])
        assert disk.run(words, folder, stdin=lines, env=env).code == 0
        with closing(sqlite3.connect(store)) as connection:
            assert connection.execute(f"SELECT count(*) FROM ({query})").fetchone() == (60,)
        assert [kind for kind in sound(disk, folder) if kind != "operation"] == []
    assert 0 < max(counts) < 60, counts


@pytest.mark.parametrize("limit", [0, 20_000, pytest.param(100, marks=pytest.mark.slow), 100_000])
@pytest.mark.parametrize(
    "line", ["ingest|-t|first", "frame|-t|first", "persona|use|kite", "import|other.jsonl"]
)
def test_a_store_that_cannot_be_made_is_no_store_and_is_made_later(
    line: str, limit: int, disk: Disk, kept: Stock, folder: Path
) -> None:
    store = kept.put(folder)
    store.unlink()
    ended = disk.run(line.split("|"), folder, file_limit=limit)
    if ended.code:
        told(ended, 74)
        listed = disk.run(["list", "--all"], folder)
        assert listed.code == 10 or (listed.code == 0 and listed.out == ""), listed
    assert limit > 20_000 or ended.code == 74, "there is no room for the tables"
    assert disk.run(line.split("|"), folder).code == 0
    assert sound(disk, folder) == []


@pytest.mark.parametrize("line", ["list", "ingest|-t|new"])
def test_an_older_store_stays_as_it_is_until_there_is_room(line: str, disk: Disk, tmp_path: Path) -> None:
    migrated = 0
    for limit in (0, 70_000, 130_000, 10_000_000):
        folder = tmp_path / f"older{limit}"
        folder.mkdir()
        store = folder / "memory.db"
        with closing(sqlite3.connect(store)) as connection:
            connection.executescript(SCHEMA.read_text(encoding="utf-8"))
        store.chmod(0o600)
        ended = disk.run(line.split("|"), folder, file_limit=limit)
        with closing(sqlite3.connect(store)) as connection:
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        if ended.code:
            told(ended, 74)
            assert not list(folder.glob("*.partial*"))
        else:
            migrated += 1
        assert version == 1 or (folder / "memory.db.schema-1.bak").exists()
        assert disk.run(line.split("|"), folder).code == 0
        backups = list(folder.glob("*.bak"))
        assert backups
        for backup in backups:
            with closing(sqlite3.connect(backup)) as connection:
                assert connection.execute("PRAGMA user_version").fetchone() == (1,)
                assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert sound(disk, folder) == []
    assert 0 < migrated < 4


def test_a_configuration_is_written_whole_or_stays_as_it_was(disk: Disk, tmp_path: Path) -> None:
    words = ["--config", "config.toml", "config", "init"]
    told(disk.run(words, tmp_path, file_limit=100), 74)
    assert not (tmp_path / "config.toml").exists()
    mine = "[recall]\ntop = 9\n"
    (tmp_path / "config.toml").write_text(mine, encoding="utf-8")
    told(disk.run([*words, "--force"], tmp_path, file_limit=100), 74)
    assert (tmp_path / "config.toml").read_text(encoding="utf-8") == mine
    assert [path.name for path in tmp_path.iterdir()] == ["config.toml"]
    assert disk.run([*words, "--force"], tmp_path).code == 0
    assert "top = 5" in (tmp_path / "config.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("line", ["backup|target", "export|target"])
def test_a_file_that_was_there_stays_as_it_was(line: str, disk: Disk, kept: Stock, folder: Path) -> None:
    kept.put(folder)
    (folder / "target").write_bytes(b"precious")
    for limit in (None, 0, 4096):
        assert "exists already" in told(disk.run(line.split("|"), folder, file_limit=limit), 74)
        assert (folder / "target").read_bytes() == b"precious"


def test_reading_needs_no_room(disk: Disk, kept: Stock, folder: Path) -> None:
    store = kept.put(folder)
    before = canonical(store)
    for line in ("list", "recall|Jon|--depth|deep", "show|jon", "context|Jon", "stats", "tags|list", "doctor", "export",
                 "why|jon|Jon", "log", "tiers", "scenes", "mood", "golden|check", "evolve|--dry-run"):  # fmt: skip
        ended = disk.run(line.split("|"), folder, file_limit=512)
        assert ended.code == 0, (line, ended)
    assert canonical(store) == before


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    """A small file system."""
    mount, umount = shutil.which("mount"), shutil.which("umount")
    if os.geteuid() != 0 or mount is None or umount is None:
        pytest.skip("only root can mount a file system")
    place = tmp_path / "small"
    place.mkdir()
    made = subprocess.run(
        [mount, "-t", "tmpfs", "-o", "size=4m", "tmpfs", place], capture_output=True, check=False
    )
    if made.returncode != 0:
        pytest.skip("no file system can be mounted here")
    try:
        yield place
    finally:
        subprocess.run([umount, place], check=True)


@pytest.mark.parametrize(
    "name",
    [
        "ingest-lines", "purge", "restore-from", "backup",
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("frame", "tags-merge", "undo-bulk", "import", "evolve")),
    ],
)  # fmt: skip
def test_a_file_system_that_is_really_full(
    name: str, small: Path, disk: Disk, kept: Stock, tmp_path: Path
) -> None:
    told_of = course(disk, kept, {**CASES, **FILES}[name], tmp_path / "outside")
    filler, folder = small / "filler", small / "run"
    full = 0
    for room in (0, 12):
        kept.put(folder)
        with filler.open("wb", buffering=0) as stream, suppress(OSError):
            while stream.write(bytes(4096)):
                pass
        os.truncate(filler, filler.stat().st_size - room * 4096)
        ended = disk.run(told_of.words, folder, stdin=told_of.case.stdin)
        filler.unlink()
        full += without_room(disk, kept, told_of, folder, ended)
    assert full > 0
