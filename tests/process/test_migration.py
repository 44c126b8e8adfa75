"""Several processes that meet an older store bring it up to date once."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from wdm.store import database, migrations
from wdm.store.database import Database

Run = Callable[..., subprocess.CompletedProcess[str]]

CARD = (
    "INSERT INTO card (uid, kind, status, tier, text, content_hash, happened_at, created_at)"
    " VALUES (randomblob(16), 'fact', 'completed', 'hot', ?, randomblob(16), 0, 0)"
)


@pytest.fixture
def older(store_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A store as the first schema made it, with a megabyte of cards, so that its backup takes a while."""
    with monkeypatch.context() as patched:
        patched.setattr(database, "MIGRATIONS", migrations.MIGRATIONS[:1])
        with closing(Database(store_path, write=True)) as db, db.transaction():
            db.many(CARD, [(f"from long ago {number} " + "x" * 1000,) for number in range(1000)])
    return store_path


def state(path: Path) -> tuple[int, int, str]:
    """Return schema, cards and soundness of a file."""
    with closing(sqlite3.connect(path)) as connection:
        return (
            connection.execute("PRAGMA user_version").fetchone()[0],
            connection.execute("SELECT count(*) FROM card WHERE text LIKE 'from long ago%'").fetchone()[0],
            connection.execute("PRAGMA integrity_check").fetchone()[0],
        )


def test_readers_and_writers_that_come_at_once_migrate_and_back_up_once(older: Path, wdm: Run) -> None:
    calls = [("ingest", "-t", "new 1"), ("list",), ("ingest", "-t", "new 2"), ("stats",)]
    with ThreadPoolExecutor(len(calls)) as pool:
        for done in pool.map(lambda words: wdm(*words), calls):
            assert "lock" not in done.stderr.lower()
    assert state(older) == (len(migrations.MIGRATIONS), 1000, "ok")
    backups = [path.name for path in older.parent.glob("memory.db.*")]
    assert backups == ["memory.db.schema-1.bak"]
    assert state(older.with_name(backups[0])) == (1, 1000, "ok")


MIGRATE = """if 1:
    import sys
    from pathlib import Path
    from wdm.store import database
    whole = database.Database.run
    def run(self, sql, *more):
        if "CREATE TABLE verdict" in sql:  # in the middle of the last step
            print("there", flush=True)
            sys.stdin.read()
        return whole(self, sql, *more)
    database.Database.run = run
    database.Database(Path(sys.argv[1]), write=True)
"""


def test_a_migration_that_is_killed_half_way_is_done_by_the_next(older: Path, wdm: Run) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", MIGRATE, str(older)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None
    with process.stdin, process.stdout:
        assert process.stdout.readline() == b"there\n"
        process.send_signal(signal.SIGKILL)
        assert process.wait(10) == -signal.SIGKILL
    # Half a schema is never seen: the older one is whole.
    assert state(older) == (1, 1000, "ok")
    wdm("ingest", "-t", "new")
    assert state(older) == (len(migrations.MIGRATIONS), 1000, "ok")
    # The first backup, made before the kill, stays.
    assert sorted(path.name for path in older.parent.glob("*.bak")) == [
        "memory.db.schema-1-2.bak",
        "memory.db.schema-1.bak",
    ]


def test_a_store_that_is_being_migrated_is_waited_for(older: Path, wdm: Run) -> None:
    with closing(sqlite3.connect(older, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with ThreadPoolExecutor(1) as pool:
            reading = pool.submit(wdm, "list", "--limit", "1")
            time.sleep(1)
            assert not reading.done()
            other.execute("COMMIT")
            assert reading.result().returncode == 0
    assert state(older)[0] == len(migrations.MIGRATIONS)
