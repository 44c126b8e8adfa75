"""Where only reading is allowed, all reading works; where not even that is, a word and exit code 74 say so."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.process.disk import NOBODY, Disk, told
from tests.process.writing import CASES, Stock, canonical

LOOKS = (
    "list", "recall|Jon", "recall|Jon|--depth|deep", "context|Jon", "show|jon", "why|jon|Jon", "stats", "tags|list", "scenes",
    "tiers", "log", "doctor", "export", "golden|check", "mood", "persona|show", "evolve|--dry-run", "backup|OUT/copy.db",
    "export|OUT/copy.jsonl",
)  # fmt: skip

SOME = ("ingest", "ingest-lines", "frame", "complete", "forget", "purge", "tags-merge", "evolve", "undo-bulk", "import",
        "restore-from", "doctor-rebuild", "doctor-repair", "mood-feel", "persona-set")  # fmt: skip


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that another user can come to, with one in it where all may write."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        folder.chmod(0o755)
        if os.geteuid() == 0 and not all(parent.stat().st_mode & 0o001 for parent in folder.parents):
            pytest.skip("another user cannot come to the folder for temporary files")
        (folder / "out").mkdir()
        (folder / "out").chmod(0o777)
        yield folder
        (folder / "run").chmod(0o755)


def logged(store: Path) -> None:
    """Leave a change in the log, as a process does that was killed."""
    with closing(sqlite3.connect(store)) as connection:
        connection.execute("PRAGMA journal_mode = wal")
        connection.execute("UPDATE card SET topic = 'from-the-log' WHERE external_id = 'jon'")
        connection.commit()
        log, shared = (Path(f"{store}{end}").read_bytes() for end in ("-wal", "-shm"))
    Path(f"{store}-wal").write_bytes(log)
    Path(f"{store}-shm").write_bytes(shared)


def locked(kept: Stock, folder: Path, file_mode: int, folder_mode: int, log: str) -> dict[str, bytes]:
    """Put the store into a folder with these modes; return what all of its files hold."""
    if folder.exists():
        folder.chmod(0o755)
    store = kept.put(folder)
    content = store.read_bytes()
    if log != "none":
        logged(store)
        store.write_bytes(content)
    if log == "empty":
        Path(f"{store}-wal").write_bytes(b"")
    elif log == "unshared":
        Path(f"{store}-shm").unlink()
    for path in folder.iterdir():
        path.chmod(0o644)
    for path in folder.glob("memory.db*"):
        path.chmod(file_mode)
    folder.chmod(folder_mode)
    return {path.name: path.read_bytes() for path in folder.glob("memory.db*")} if folder_mode else {}


def run_of(disk: Disk, folder: Path, line: str) -> list[str]:
    return [word.replace("OUT", str(folder.parent / "out")) for word in line.split("|")]


@pytest.mark.parametrize("log", ["none", "whole", pytest.param("empty", marks=pytest.mark.slow)])
@pytest.mark.parametrize(("file_mode", "folder_mode"), [(0o444, 0o555), (0o444, 0o777), (0o644, 0o555)])
def test_reading_needs_no_right_to_write_and_writing_says_so(
    file_mode: int, folder_mode: int, log: str, disk: Disk, kept: Stock, open_folder: Path
) -> None:
    folder = open_folder / "run"
    before = locked(kept, folder, file_mode, folder_mode, log)
    for line in LOOKS:
        ended = disk.run(run_of(disk, folder, line), folder, user=NOBODY)
        assert ended.code == 0, (line, ended)
        assert "Traceback" not in ended.err
        if line == "export":
            assert ("from-the-log" in ended.out) == (log == "whole"), "what is in the log counts"
    for made in (open_folder / "out").iterdir():
        made.unlink()
    assert (folder / "memory.db").read_bytes() == before["memory.db"]
    for name in SOME if log == "none" else SOME[::4]:
        locked(kept, folder, file_mode, folder_mode, log)
        case = CASES[name]
        ended = disk.run(kept.words(case), folder, stdin=case.stdin, user=NOBODY)
        shown = name == "tags-merge"  # what it would do, before it does it
        words = told(ended._replace(out="") if shown else ended, 74)
        assert any(
            said in words
            for said in ("readonly", "Permission denied", "not permitted", "to read takes the right")
        ), words
        assert (folder / "memory.db").read_bytes() == before["memory.db"], name


def test_a_log_that_cannot_be_read_is_not_passed_over(disk: Disk, kept: Stock, open_folder: Path) -> None:
    folder = open_folder / "run"
    before = locked(kept, folder, 0o444, 0o555, "unshared")
    for line in ("list", "export", "recall|Jon", "backup|OUT/copy.db"):
        ended = disk.run(run_of(disk, folder, line), folder, user=NOBODY)
        if ended.code == 0:
            assert line != "export" or "from-the-log" in ended.out
        else:
            assert "to read takes the right" in told(ended, 74)
    assert {path.name: path.read_bytes() for path in folder.glob("memory.db*")} == before


@pytest.mark.parametrize(("file_mode", "folder_mode"), [(0o000, 0o777), (0o644, 0o000), (0o000, 0o000)])
def test_what_is_forbidden_is_said(
    file_mode: int, folder_mode: int, disk: Disk, kept: Stock, open_folder: Path
) -> None:
    folder = open_folder / "run"
    locked(kept, folder, file_mode, folder_mode, "none")
    lines = [
        *LOOKS,
        *(
            CASES[name].line
            for name in SOME
            if name not in ("import", "restore-from", "complete", "undo-bulk")
        ),
    ]
    for line in lines:
        words = ["--store", str(folder / "memory.db"), *run_of(disk, folder, line)]
        ended = disk.run(words, open_folder / "out", user=NOBODY)
        told(ended, 74)
    folder.chmod(0o755)
    assert canonical(folder / "memory.db") == canonical(kept.folder / "memory.db")
    assert list((open_folder / "out").iterdir()) == []


def test_files_that_cannot_be_read_or_made_are_told(disk: Disk, kept: Stock, open_folder: Path) -> None:
    folder = open_folder / "run"
    store = kept.put(folder)
    for path in (store, folder):
        path.chmod(0o777)
    (folder / "notes.md").chmod(0o000)
    (folder / "other.db").chmod(0o000)
    closed = open_folder / "closed"
    closed.mkdir(mode=0o500)
    for line in ("ingest|notes.md", "import|notes.md", "recall|--batch|notes.md", "restore-from|other.db|--yes",
                 f"export|{closed}/e.jsonl", f"backup|{closed}/b.db", f"--config|{closed}/c.toml|config|init",
                 f"--store|{closed}/m.db|ingest|-t|x", f"--store|{closed}/a/b/m.db|ingest|-t|x"):  # fmt: skip
        told(disk.run(line.split("|"), folder, user=NOBODY), 74)
    assert list(closed.iterdir()) == []


def test_a_configuration_that_cannot_be_read_is_told(disk: Disk, kept: Stock, open_folder: Path) -> None:
    folder = open_folder / "run"
    kept.put(folder).chmod(0o644)
    config = folder / "closed.toml"
    config.write_text("[recall]\ntop = 3\n", encoding="utf-8")
    config.chmod(0o000)
    ended = disk.run(["--config", "closed.toml", "list"], folder, user=NOBODY)
    assert "Permission denied" in told(ended, 6, 74)
