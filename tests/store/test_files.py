"""Files that are there whole, or not at all."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from wdm.store import files
from wdm.store.errors import Unusable
from wdm.store.files import numbered, private_text, put_aside, whole


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_gets_its_name_when_it_is_whole(tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    with whole(target) as partial:
        partial.write_text("half")
        assert not target.exists()
        assert partial.parent == tmp_path  # so that a rename is enough
        partial.write_text("all of it")
    assert names(tmp_path) == ["copy.db"]
    assert target.read_text() == "all of it"


def test_a_file_that_fails_leaves_nothing(tmp_path: Path) -> None:
    def interrupted() -> None:
        with whole(tmp_path / "copy.db") as partial:
            partial.write_text("half")
            partial.with_name(f"{partial.name}-journal").write_text("of SQLite")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert names(tmp_path) == []


def test_a_file_that_is_there_is_refused_or_where_that_is_wanted_replaced(tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    target.write_text("precious")
    with pytest.raises(Unusable, match="exists already"), whole(target):
        pytest.fail("it was let write")
    with whole(target, over=True) as partial:
        partial.write_text("new")
        assert target.read_text() == "precious"
    assert (names(tmp_path), target.read_text()) == (["copy.db"], "new")


@pytest.mark.parametrize("links", [True, False])
def test_a_file_that_another_makes_in_the_meantime_stays(
    links: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not links:
        monkeypatch.setattr(os, "link", _no_links)
    target = tmp_path / "copy.db"

    def late() -> None:
        with whole(target) as partial:
            partial.write_text("mine")
            target.write_text("another's")

    with pytest.raises(Unusable, match="exists already"):
        late()
    assert (names(tmp_path), target.read_text()) == (["copy.db"], "another's")


def test_on_a_file_system_without_links_a_file_is_renamed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "link", _no_links)
    with whole(tmp_path / "copy.db") as partial:
        partial.write_text("all of it")
    assert names(tmp_path) == ["copy.db"]


def _no_links(*_: object) -> None:
    raise PermissionError(1, "Operation not permitted")


def test_what_dead_processes_left_of_the_same_file_is_removed(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as dead:
        pass
    target = tmp_path / "memory.db.before-repair-2.bak"
    left = [f"memory.db.before-repair-{number}.bak.{dead.pid}.partial" for number in (1, 2)]
    others = [
        f"another.bak.{dead.pid}.partial", f"memory.db.before-repair-1.bak.{os.getppid()}.partial",
        f"memory.db.before-repair-1.bak.{10**9 - 1}x.partial", "memory.db.before-repair-1.bak",
    ]  # fmt: skip
    for name in (*left, f"{left[0]}-wal", *others):
        (tmp_path / name).touch()
    with whole(target) as partial:
        partial.touch()
    assert names(tmp_path) == sorted([*others, target.name])


def test_the_number_of_another_users_process_is_one_that_lives(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "kill", forbidden)
    assert files._lives(1)


def test_a_number_is_taken_at_which_nothing_is_not_even_a_link_to_nowhere(tmp_path: Path) -> None:
    store = tmp_path / "memory.db"
    (tmp_path / "memory.db.kept-1.bak").touch()
    (tmp_path / "memory.db.kept-2.bak").symlink_to("nowhere")
    assert numbered(store, "kept") == tmp_path / "memory.db.kept-3.bak"


def test_a_store_is_put_aside_with_its_log_and_without_what_processes_shared(tmp_path: Path) -> None:
    store, target = tmp_path / "memory.db", tmp_path / "aside.bak"
    for end in ("", "-wal", "-journal", "-shm"):
        Path(f"{store}{end}").write_text(end)
    put_aside(store, target)
    assert names(tmp_path) == ["aside.bak", "aside.bak-journal", "aside.bak-wal"]
    store.write_text("alone")
    put_aside(store, tmp_path / "again.bak")
    assert names(tmp_path) == ["again.bak", "aside.bak", "aside.bak-journal", "aside.bak-wal"]


def test_a_private_text_is_its_owners_alone_and_ends_its_lines_everywhere_alike(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with private_text(tmp_path / "out") as stream:
            stream.write("我们\n")
    finally:
        os.umask(before)
    assert (tmp_path / "out").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "out").read_bytes() == "我们\n".encode()
    with pytest.raises(FileExistsError):
        private_text(tmp_path / "out")
