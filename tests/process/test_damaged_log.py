"""A log that is cut, spoilt or another store's: what is whole of it counts, and the store is never made worse."""

from __future__ import annotations

import random  # noqa: TID251 - seeded, for the garbage of a test
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.process.disk import Disk
from tests.process.test_damage import FEW, LOOKS, PAGE, seen_by_sqlite
from tests.process.writing import Stock


def log_of(content: bytes, folder: Path) -> tuple[bytes, bytes]:
    """Return the log, and its shared part, of a change that is not in the file yet."""
    path = folder / "logged.db"
    path.write_bytes(content)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = wal")
        connection.execute("UPDATE card SET topic = 'from-the-log' WHERE external_id IN ('jon', 'far2')")
        connection.commit()
        return Path(f"{path}-wal").read_bytes(), Path(f"{path}-shm").read_bytes()


@pytest.mark.parametrize(
    ("log", "shared", "counts"),
    [
        ("whole", None, True),
        ("whole", "whole", True),
        ("whole", "garbage", True),
        ("whole", "short", True),
        ("cut", None, False),
        ("cut", "whole", False),
        ("header", None, False),
        ("flipped", None, False),
        ("garbage", None, False),
        ("empty", "garbage", False),
        (None, "garbage", False),
    ],
)
def test_a_log_counts_as_far_as_it_is_whole(
    log: str | None, shared: str | None, counts: bool, disk: Disk, kept: Stock, folder: Path, tmp_path: Path
) -> None:
    store = kept.put(folder)
    content = store.read_bytes()
    wal, shm = log_of(content, tmp_path)
    garbage = random.Random(1).randbytes(32_768)  # noqa: S311 - chance of a test
    middle = len(wal) - PAGE // 2
    logs = {
        "whole": wal, "cut": wal[:-1000], "header": wal[:40], "garbage": garbage, "empty": b"",
        "flipped": wal[:middle] + bytes([wal[middle] ^ 0xFF]) + wal[middle + 1 :],
    }  # fmt: skip
    for line in ("export", "backup|copy.db", "ingest|-t|new"):
        kept.put(folder)
        if log is not None:
            Path(f"{store}-wal").write_bytes(logs[log])
        if shared is not None:
            Path(f"{store}-shm").write_bytes({"whole": shm, "garbage": garbage, "short": b"xx"}[shared])
        ended = disk.run(line.split("|"), folder)
        assert ended.code == 0, (line, ended)
        if line in LOOKS and log == "whole":
            assert Path(f"{store}-wal").read_bytes() == wal, "a look leaves the log"
            assert store.read_bytes() == content
        assert ("from-the-log" in disk.run(["export"], folder).out) == counts, line
        assert disk.run(["doctor"], folder).code == 0


def test_the_log_of_another_store_is_told_where_it_does_harm(
    disk: Disk, kept: Stock, folder: Path, tmp_path: Path
) -> None:
    store = kept.put(folder)
    wal, _ = log_of((folder / "other.db").read_bytes(), tmp_path)
    content = store.read_bytes()
    for line in (*FEW, "export", "stats"):
        kept.put(folder)
        Path(f"{store}-wal").write_bytes(wal)
        damaged = seen_by_sqlite(store)
        kept.put(folder)
        Path(f"{store}-wal").write_bytes(wal)
        ended = disk.run(line.split("|"), folder)
        assert ended.code in (0, 13, 5 if line == "undo" else 0), (line, ended)
        assert "Traceback" not in ended.err
        if damaged and line in ("doctor", "backup|copy.db"):
            assert ended.code == 13
            assert not (folder / "copy.db").exists()
        if line in LOOKS or line == "list":
            assert store.read_bytes() == content
