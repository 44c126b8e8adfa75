"""A store opens, or says in words why it does not; and it never harms a file that is not its own."""

from __future__ import annotations

import json
import os
import resource
import sqlite3
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import peewee
import pytest
from tests.store.conftest import a_card, damage, dump, opened

from wdm.store import database, migrations
from wdm.store.database import Database
from wdm.store.errors import Busy, Damaged, NoStore, SchemaTooNew, Unusable, WdmError
from wdm.store.reader import Reader

NOBODY = 65534

CARD = (
    "INSERT INTO card (uid, kind, status, tier, text, content_hash, happened_at, created_at)"
    " VALUES (zeroblob(16), 'fact', 'completed', 'hot', ?, x'00', 0, 0)"
)


def kept(path: Path, count: int = 1) -> list[str]:
    """Make a store of some cards; return their texts."""
    texts = [f"memory {number}" for number in range(1, count + 1)]
    with opened(path) as store, store.change() as tx:
        tx.insert("card", [a_card(number, text) for number, text in enumerate(texts, start=1)])
    return texts


def read(path: Path) -> list[str]:
    with opened(path, write=False) as store:
        return [row[0] for row in store._db.rows("SELECT text FROM card ORDER BY id")]


def beside(path: Path) -> set[str]:
    """Return what lies beside a store; a reader cannot remove the files of the log, empty as they are."""
    log = [path.with_name(f"{path.name}-{part}") for part in ("wal", "shm")]
    assert not log[0].exists() or log[0].stat().st_size == 0
    return {other.name for other in path.parent.iterdir()} - {path.name, *(part.name for part in log)}


def sql(path: Path, *statements: str) -> None:
    """Change a file behind the program's back."""
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


class TestNew:
    @pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
    def test_only_its_owner_can_read_a_new_store_whatever_the_umask(
        self, store_path: Path, umask: int
    ) -> None:
        before = os.umask(umask)
        try:
            with opened(store_path):
                modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in store_path.parent.iterdir()}
        finally:
            os.umask(before)
        assert modes == {"memory.db": 0o600, "memory.db-wal": 0o600, "memory.db-shm": 0o600}

    def test_missing_folders_are_made_for_the_owner_alone(self, tmp_path: Path) -> None:
        kept(tmp_path / "a" / "b.db")
        assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o700

    def test_nothing_is_left_beside_a_store_that_is_closed(self, store_path: Path) -> None:
        kept(store_path)
        assert list(store_path.parent.iterdir()) == [store_path]

    def test_a_reader_does_not_make_a_store(self, store_path: Path) -> None:
        with pytest.raises(NoStore, match="there is no store at"):
            opened(store_path, write=False)
        assert not store_path.exists()

    def test_an_empty_file_is_no_store_for_a_reader_and_a_new_one_for_a_writer(
        self, store_path: Path
    ) -> None:
        store_path.touch(0o600)
        with pytest.raises(NoStore, match="is empty"):
            opened(store_path, write=False)
        assert store_path.read_bytes() == b""
        assert kept(store_path) == read(store_path)

    @pytest.mark.parametrize(
        "name",
        [
            "a b.db",
            "记忆 库.db",
            "50%.db",
            "100%20.db",
            "what?.db",
            "a#b.db",
            "?mode=memory",
            "o'clock;--.db",
            "é.db",
        ],
    )
    def test_any_name_is_a_name(self, tmp_path: Path, name: str) -> None:
        folder = tmp_path / f"in {name}"
        path = folder / name
        texts = kept(path)
        assert [other.name for other in folder.iterdir()] == [name]
        assert read(path) == texts
        assert beside(path) == set()

    def test_writing_waits_for_the_disk(self, store_path: Path) -> None:
        with closing(Database(store_path, write=True)) as db:
            # 2 is FULL: what was acknowledged survives a loss of power.
            assert db.row("PRAGMA synchronous") == (2,)
            assert db.row("PRAGMA journal_mode") == ("wal",)
            assert db.row("PRAGMA foreign_keys") == (1,)

    @pytest.mark.slow
    def test_many_may_make_the_store_at_the_same_time(self, store_path: Path) -> None:
        make = f"""if 1:
            from pathlib import Path
            from wdm.store.database import Database
            Database(Path({str(store_path)!r}), write=True).close()
        """
        for _ in range(5):
            store_path.unlink(missing_ok=True)
            started = [subprocess.Popen([sys.executable, "-c", make]) for _ in range(8)]
            assert [process.wait(60) for process in started] == [0] * 8


class TestSchema:
    def test_a_store_of_a_later_program_is_refused_and_left_as_it_is(self, store_path: Path) -> None:
        kept(store_path)
        known = len(migrations.MIGRATIONS)
        sql(store_path, f"PRAGMA user_version = {known + 1}")
        before = store_path.read_bytes()
        for write in (True, False):
            with pytest.raises(
                SchemaTooNew, match=f"has schema {known + 1}, this program knows {known}"
            ) as refused:
                opened(store_path, write=write)
            assert refused.value.hint == "install a newer wdm"
        assert store_path.read_bytes() == before
        assert beside(store_path) == set()

    @pytest.fixture
    def older(self, store_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """A store as the first schema made it, with one card."""
        with monkeypatch.context() as patched:
            patched.setattr(database, "MIGRATIONS", migrations.MIGRATIONS[:1])
            with closing(Database(store_path, write=True)) as db:
                db.run(CARD, ("from long ago",))
                assert db.row("PRAGMA user_version") == (1,)
        return store_path

    @pytest.mark.parametrize("write", [True, False], ids=["by a writer", "by a reader"])
    def test_an_older_store_is_backed_up_and_brought_up_to_date(self, older: Path, *, write: bool) -> None:
        before = older.read_bytes()
        with opened(older, write=write) as store:
            assert store._db.row("PRAGMA user_version") == (len(migrations.MIGRATIONS),)
            assert store._db.rows("SELECT text FROM card") == [("from long ago",)]
            assert store._db.rows("SELECT * FROM feedback") == []
        backup = older.with_name("memory.db.schema-1.bak")
        assert beside(older) == {backup.name}
        assert stat.S_IMODE(backup.stat().st_mode) == 0o600
        assert older.read_bytes() != before
        with closing(sqlite3.connect(backup)) as old:
            assert old.execute("PRAGMA user_version").fetchone() == (1,)
            assert old.execute("SELECT text FROM card").fetchall() == [("from long ago",)]

    def test_an_earlier_backup_is_kept_and_does_not_stand_for_a_new_one(self, older: Path) -> None:
        earlier, later = (older.with_name(f"memory.db.schema-1{more}.bak") for more in ("", "-2"))
        earlier.write_bytes(b"an earlier one")
        older.with_name("memory.db.bak.partial").write_bytes(b"of a process that was killed")
        opened(older).__exit__(None, None, None)
        assert earlier.read_bytes() == b"an earlier one"
        assert beside(older) == {earlier.name, later.name}
        with closing(sqlite3.connect(later)) as old:
            assert old.execute("SELECT text FROM card").fetchall() == [("from long ago",)]

    def test_a_migration_that_fails_leaves_the_older_store(
        self, older: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        broken = ("broken", "CREATE TABLE mood (id INTEGER);\nCREATE TABLE mood (id INTEGER);\n")
        with monkeypatch.context() as patched:
            patched.setattr(database, "MIGRATIONS", (migrations.MIGRATIONS[0], broken))
            with pytest.raises(peewee.OperationalError, match="table mood already exists"):
                opened(older)
        with closing(sqlite3.connect(older)) as old:
            assert old.execute("PRAGMA user_version").fetchone() == (1,)
            assert old.execute("SELECT name FROM sqlite_master WHERE name = 'mood'").fetchall() == []


class TestForeign:
    @pytest.mark.parametrize(
        "statements",
        [
            ["CREATE TABLE bookmark (url TEXT)"],
            ["CREATE TABLE bookmark (url TEXT)", "PRAGMA user_version = 2"],
            ["CREATE TABLE bookmark (url TEXT)", "PRAGMA user_version = 99"],
            ["PRAGMA application_id = 1"],
        ],
    )
    @pytest.mark.parametrize("write", [True, False])
    def test_a_database_of_another_program_is_refused_and_left_as_it_is(
        self, store_path: Path, statements: list[str], *, write: bool
    ) -> None:
        sql(store_path, *statements)
        before = store_path.read_bytes()
        with pytest.raises(Damaged, match="is a database, but not a store of wdm"):
            opened(store_path, write=write)
        assert store_path.read_bytes() == before
        assert beside(store_path) == set()


class TestDamaged:
    @pytest.mark.parametrize("write", [True, False])
    @pytest.mark.parametrize("content", [b"no database at all, only words. " * 200, b"x"])
    def test_a_file_that_is_no_database_is_refused_and_left_as_it_is(
        self, store_path: Path, content: bytes, *, write: bool
    ) -> None:
        store_path.write_bytes(content)
        with pytest.raises(Damaged):
            opened(store_path, write=write)
        assert store_path.read_bytes() == content

    def test_a_flipped_byte_in_the_header_is_told(self, store_path: Path) -> None:
        kept(store_path)
        content = bytearray(store_path.read_bytes())
        content[3] ^= 0xFF
        store_path.write_bytes(content)
        with pytest.raises(Damaged, match="is not a sound store"):
            opened(store_path, write=False)

    @pytest.mark.parametrize("part", [0.1, 0.5, 0.9])
    @pytest.mark.parametrize("write", [True, False])
    def test_a_truncated_store_is_told(self, store_path: Path, part: float, *, write: bool) -> None:
        kept(store_path, 500)
        content = store_path.read_bytes()
        store_path.write_bytes(content[: int(len(content) * part)])
        try:
            with opened(store_path, write=write) as store:
                assert damage(store) != []
        except Damaged:
            pass

    def test_overwritten_pages_are_told(self, store_path: Path) -> None:
        kept(store_path, 500)
        content = bytearray(store_path.read_bytes())
        size = int.from_bytes(content[16:18], "big")
        for page in range(1, len(content) // size):
            broken = bytearray(content)
            broken[page * size : page * size + 64] = b"\xa5" * 64
            store_path.write_bytes(broken)
            try:
                with opened(store_path, write=False) as store:
                    # A page that holds nothing yet, such as that of an empty table, may still read as wrong.
                    assert damage(store) != [], f"page {page} of {len(content) // size}"
            except Damaged:
                pass

    def test_text_that_is_no_longer_utf_8_is_told(self, store_path: Path) -> None:
        kept(store_path)
        content = store_path.read_bytes()
        assert content.count(b"memory 1") > 0
        # Byte 0xFF is nowhere in UTF-8.
        store_path.write_bytes(content.replace(b"memory 1", b"memor\xff 1"))
        with opened(store_path, write=False) as store:
            with pytest.raises(Damaged, match="is not a sound store"):
                store.cards([1])
            assert "decode" in damage(store)[0]

    @pytest.mark.parametrize("step", [991, pytest.param(97, marks=pytest.mark.slow)])
    def test_no_flipped_byte_ends_in_anything_but_words(self, store_path: Path, step: int) -> None:
        kept(store_path, 30)
        content = store_path.read_bytes()
        # Steps of a prime, so that all parts of pages are met.
        for place in range(0, len(content), step):
            broken = bytearray(content)
            broken[place] ^= 0x5A
            store_path.write_bytes(broken)
            try:
                with opened(store_path, write=False) as store:
                    store.findings()
                    store.cards(range(1, 31))
            except WdmError:
                pass


class TestReader:
    def test_a_reader_cannot_write(self, store_path: Path) -> None:
        kept(store_path)
        before = store_path.read_bytes()
        with closing(Database(store_path, write=False)) as db:
            with pytest.raises(Unusable, match="readonly"):
                db.run("DELETE FROM card")
            with pytest.raises(Unusable, match="readonly"):
                db.run("CREATE TABLE more (id INTEGER)")
        assert store_path.read_bytes() == before

    def test_a_reader_sees_what_was_there_while_a_writer_holds_the_lock(self, store_path: Path) -> None:
        kept(store_path)
        with opened(store_path) as writer, writer.change() as tx:
            tx.insert("card", [a_card(2, "not yet committed")])
            assert read(store_path) == ["memory 1"]
        assert read(store_path) == ["memory 1", "not yet committed"]

    def test_a_snapshot_stays_as_it_is_while_others_write(self, store_path: Path) -> None:
        kept(store_path)
        with Reader(store_path, busy_ms=5000) as reader:
            with reader.snapshot():
                assert len(reader.cards([1, 2])) == 1
                with opened(store_path) as writer, writer.change() as tx:
                    tx.insert("card", [a_card(2, "later")])
                assert len(reader.cards([1, 2])) == 1
            assert len(reader.cards([1, 2])) == 2


class TestBusy:
    def test_a_second_writer_gives_up_after_the_busy_timeout(self, store_path: Path) -> None:
        kept(store_path)
        with opened(store_path) as first, first.change():
            start = time.monotonic()
            with opened(store_path, busy_ms=200) as second, pytest.raises(Busy) as refused, second.change():
                pass
            assert 0.15 < time.monotonic() - start < 3
        assert "locked" not in refused.value.message
        assert refused.value.message.endswith("is in use by another process")

    def test_a_second_writer_waits_within_the_busy_timeout(self, store_path: Path) -> None:
        kept(store_path)
        begun = threading.Event()

        def hold() -> None:
            with opened(store_path) as first, first.change() as tx:
                begun.set()
                time.sleep(0.3)
                tx.insert("card", [a_card(2, "first")])

        holder = threading.Thread(target=hold)
        holder.start()
        assert begun.wait(5)
        with opened(store_path) as second, second.change() as tx:
            tx.insert("card", [a_card(3, "second")])
        holder.join()
        assert read(store_path) == ["memory 1", "first", "second"]


class TestCopy:
    def test_a_copy_holds_what_the_store_holds(self, store_path: Path, tmp_path: Path) -> None:
        texts = kept(store_path, 50)
        target = tmp_path / "copy.db"
        with opened(store_path, write=False) as store:
            store.copy_to(target)
            before = dump(store)
        with opened(target) as copy:
            assert dump(copy) == before
            assert damage(copy) == []
        assert read(target) == texts
        assert stat.S_IMODE(target.stat().st_mode) == 0o600

    def test_a_copy_does_not_overwrite(self, store_path: Path, tmp_path: Path) -> None:
        kept(store_path)
        target = tmp_path / "copy.db"
        target.write_bytes(b"precious")
        with opened(store_path, write=False) as store, pytest.raises(Unusable, match="exists already"):
            store.copy_to(target)
        assert target.read_bytes() == b"precious"


def run(*words: str, env: dict[str, str], stdin: str = "", before: Callable[[], None] | None = None) -> subprocess.CompletedProcess[str]:  # fmt: skip
    """Run `wdm` with something done in its process before it starts."""
    return subprocess.run(
        [sys.executable, "-m", "wdm", *words], env=env, input=stdin, capture_output=True, check=False,
        text=True, encoding="utf-8", preexec_fn=before, timeout=60,
    )  # fmt: skip


def as_nobody(act: Callable[[], object]) -> str:
    """Do something as a user who owns nothing, in a child of this process; return what it said."""
    come, go = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
            said = repr(act())
        except WdmError as error:
            said = f"{type(error).__name__}: {error.message}"
        except BaseException as error:  # noqa: BLE001 - it must not get out of the child
            said = f"bug: {error!r}"
        os.write(go, said.encode())
        os._exit(0)
    os.close(go)
    os.waitpid(child, 0)
    with os.fdopen(come, encoding="utf-8") as pipe:
        return pipe.read()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can act as another user")
class TestReadOnlyFolder:
    @pytest.fixture
    def locked(self) -> Iterator[Path]:
        """A store that all may read, in a folder that all may read and none but its owner write."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "memory.db"
            kept(path)
            path.chmod(0o644)
            path.parent.chmod(0o755)
            yield path

    def test_a_store_in_it_can_be_read(self, locked: Path) -> None:
        assert as_nobody(lambda: read(locked)) == "['memory 1']"
        assert list(locked.parent.iterdir()) == [locked]

    def test_a_store_in_it_cannot_be_written(self, locked: Path) -> None:
        before = locked.read_bytes()
        assert as_nobody(lambda: kept(locked)).startswith("Unusable: ")
        assert locked.read_bytes() == before

    def test_a_store_cannot_be_made_in_it(self, locked: Path) -> None:
        path = locked.with_name("new.db")
        assert as_nobody(lambda: kept(path)) == f"Unusable: cannot make {path}: Permission denied"
        assert not path.exists()

    def test_a_folder_cannot_be_made_in_it(self, locked: Path) -> None:
        folder = locked.with_name("new")
        told = as_nobody(lambda: kept(folder / "new.db"))
        assert told == f"Unusable: cannot make the folder {folder}: Permission denied"

    def test_a_store_that_only_its_owner_can_read_is_not_read_by_another(self, locked: Path) -> None:
        locked.chmod(0o600)
        assert as_nobody(lambda: read(locked)).startswith("Unusable: ")


class TestFullDisk:
    @pytest.mark.parametrize("room", [0, 40_000, 400_000])
    def test_a_full_disk_is_told_and_what_was_acknowledged_is_there(
        self, store_path: Path, surroundings: dict[str, str], room: int
    ) -> None:
        first = run("ingest", "-t", "acknowledged before", env=surroundings)
        assert first.returncode == 0, first.stderr

        def full() -> None:
            limit = store_path.stat().st_size + room if room else 4096
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        lines = "\n".join(json.dumps({"id": f"n{number}", "text": f"memory {number} " + "word " * 40})
                          for number in range(20_000 if room > 100_000 else 5_000))  # fmt: skip
        done = run("ingest", "--format", "jsonl", env=surroundings, stdin=lines, before=full)
        assert done.returncode == 74, done.stderr
        assert done.stderr.startswith("wdm: ")
        assert "Traceback" not in done.stderr
        with opened(store_path) as store:
            assert [row[0] for row in store._db.rows("PRAGMA integrity_check")] == ["ok"]
        assert "acknowledged before" in read(store_path)
        sound = run("doctor", env=surroundings)
        assert sound.returncode == 0, sound.stdout + sound.stderr
        # With room again, all of it finds its place.
        again = run(
            "ingest",
            "--format",
            "jsonl",
            "--quiet",
            env=surroundings,
            stdin=lines[:20_000].rsplit("\n", 1)[0],
        )
        assert again.returncode == 0, again.stderr
