"""A copy of a store is whole, or there is none."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import pytest
from tests.store.conftest import a_card, dump, opened
from tests.store.test_database import as_nobody, kept, read

from wdm.store.errors import Damaged


def test_a_copy_holds_what_was_committed_while_another_is_writing(store_path: Path, tmp_path: Path) -> None:
    kept(store_path)
    with opened(store_path) as writer, writer.change() as tx:
        tx.insert("card", [a_card(2, "not yet")])
        with opened(store_path, write=False) as store:
            store.copy_to(tmp_path / "copy.db")
    assert read(tmp_path / "copy.db") == ["memory 1"]


def test_a_copy_holds_what_is_still_in_the_write_ahead_log(store_path: Path, tmp_path: Path) -> None:
    with opened(store_path) as store:
        with store.change() as tx:
            tx.insert("card", [a_card(1, "one")])
        assert store_path.with_name("memory.db-wal").stat().st_size > 0
        store.copy_to(tmp_path / "copy.db")
        before = dump(store)
    with opened(tmp_path / "copy.db") as copy:
        assert dump(copy) == before


def test_a_copy_is_one_file_beside_which_readers_leave_nothing(store_path: Path, tmp_path: Path) -> None:
    kept(store_path)
    (tmp_path / "copies").mkdir()
    with opened(store_path, write=False) as store:
        store.copy_to(tmp_path / "copies" / "copy.db")
    assert read(tmp_path / "copies" / "copy.db") == ["memory 1"]
    with opened(tmp_path / "copies" / "copy.db", write=False) as copy:
        assert [card.text for card in copy.cards([1])] == ["memory 1"]
    assert [path.name for path in (tmp_path / "copies").iterdir()] == ["copy.db"]


def test_a_copy_that_fails_leaves_no_half_of_it(store_path: Path, tmp_path: Path) -> None:
    kept(store_path, 2000)
    with opened(store_path, write=False) as store:
        # A page in the middle goes missing while the store is open.
        os.truncate(store_path, 8192)
        with pytest.raises(Damaged):
            store.copy_to(tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can act as another user")
def test_a_store_in_a_read_only_folder_can_be_copied_to_another() -> None:
    with tempfile.TemporaryDirectory() as locked, tempfile.TemporaryDirectory() as free:
        path, target = Path(locked) / "memory.db", Path(free) / "copy.db"
        kept(path)
        path.chmod(0o644)
        Path(locked).chmod(0o755)
        Path(free).chmod(0o777)

        def copy() -> str:
            with opened(path, write=False) as store:
                store.copy_to(target)
            return "copied"

        assert as_nobody(copy) == "'copied'"
        with closing(sqlite3.connect(target)) as copied:
            assert copied.execute("SELECT text FROM card").fetchall() == [("memory 1",)]
