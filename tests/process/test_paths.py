"""Whatever a path is, or leads to: it works, or a word and the right exit code say why it does not."""

from __future__ import annotations

import json
import os
import socket
import stat
from pathlib import Path

import pytest
from tests.process.disk import Disk, Ended, told
from tests.process.writing import Stock, canonical

LOOKS = (
    "list",
    "recall|Jon|--depth|deep",
    "show|jon",
    "tags|list",
    "doctor",
    "export",
    "backup|copy.db",
    "evolve|--dry-run",
)
MAKES = ("ingest|-t|x", "frame|-t|x", "import|other.jsonl", "persona|use|kite")
"""Commands that make a store where there is none."""
CHANGES = (
    "undo",
    "forget|jon",
    "evolve",
    "tags|add|new",
    "doctor|--rebuild",
    "purge|jon|--yes",
    "golden|add|gateway|gateway",
)

ODD = ("记忆 库", "100%20?", "file:x", "-lead", "new\nline \x1b[31mred", "\udce9t\udce9")
"""Beginnings of names; the last one is no UTF-8."""

MORE = (
    "a b", "what?", "a#b", "50%", "a&b=c", "?mode=memory", "file:x?mode=ro", "file::memory:", ":memory:", "--json",
    "'quote\"", "~", "*", "\udcff\udcfe x",
)  # fmt: skip


def run(disk: Disk, folder: Path, store: str, line: str) -> Ended:
    """Run a command on a store of this name, and give up on it soon."""
    return disk.run(line.split("|"), folder, env={"WDM_STORE": store}, patience=20)


def listening(path: Path) -> None:
    """Make a socket; its name is short, for a socket's must be."""
    before = Path.cwd()
    os.chdir(path.parent)
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(path.name)
    finally:
        os.chdir(before)


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        ("folder", "is a folder, not a file"),
        (".", "is a folder, not a file"),
        ("pipe", "is a device or a pipe, not a file"),
        ("socket", "is a device or a pipe, not a file"),
        ("device", "is a device or a pipe, not a file"),
        ("loop", "symbolic links"),
        ("n" * 300, "File name too long"),
        ("memory.db/in-a-file.db", "Not a directory"),
    ],
    ids=lambda word: word[:12],
)
def test_what_is_no_file_is_refused_at_once(
    kind: str, says: str, disk: Disk, kept: Stock, folder: Path
) -> None:
    kept.put(folder)
    place = folder / "place"
    store = kind if kind in (".", "memory.db/in-a-file.db") or len(kind) > 100 else "place"
    if kind == "folder":
        place.mkdir()
    elif kind == "pipe":
        os.mkfifo(place)
    elif kind == "socket":
        listening(place)
    elif kind == "device":
        if os.geteuid() != 0:
            pytest.skip("only root can make a device")
        os.mknod(place, stat.S_IFCHR | 0o600, os.makedev(1, 3))
    elif kind == "loop":
        place.symlink_to("other")
        (folder / "other").symlink_to("place")
    before = {path.name for path in folder.iterdir()}
    for line in (*LOOKS[::2], *MAKES[::2], *CHANGES[::2], "restore-from|other.db|--yes"):
        assert says in told(run(disk, folder, store, line), 74), line
    assert {path.name for path in folder.iterdir()} - before <= {"other.db-wal", "other.db-shm"}


@pytest.mark.parametrize("kind", ["none", "no folder", "link to nothing"])
def test_what_is_not_there_is_made_by_what_makes_a_store_only(
    kind: str, disk: Disk, kept: Stock, folder: Path
) -> None:
    store = {"none": "none.db", "no folder": "no/such/folder/none.db", "link to nothing": "link.db"}[kind]
    for line in (*LOOKS, *CHANGES, *MAKES):
        kept.put(folder)
        if kind == "link to nothing":
            (folder / "link.db").symlink_to("led-to.db")
        names = {path.name for path in folder.iterdir()}
        ended = run(disk, folder, store, line)
        if line in MAKES:
            assert ended.code == 0, (line, ended)
            assert (folder / store).stat().st_mode & 0o777 == 0o600
        else:
            assert "there is no store at" in told(ended, 10)
            assert {path.name for path in folder.iterdir()} == names, line
    assert kind != "link to nothing" or (folder / "led-to.db").is_file()


def test_a_link_that_leads_out_of_all_folders_is_told(disk: Disk, folder: Path) -> None:
    folder.mkdir()
    (folder / "memory.db").symlink_to("no-folder/led-to.db")
    assert "No such file or directory" in told(disk.run(["ingest", "-t", "x"], folder), 74)
    told(disk.run(["list"], folder), 10)


def test_a_store_behind_a_link_is_the_store(disk: Disk, kept: Stock, folder: Path) -> None:
    store = kept.put(folder)
    store.rename(folder / "elsewhere.db")
    store.symlink_to("elsewhere.db")
    for line in (*LOOKS, *MAKES, *CHANGES):
        assert disk.run(line.split("|"), folder).code == 0, line
    assert store.is_symlink()
    assert (folder / "elsewhere.db.upkeep").exists(), "one lock, whatever path leads to the store"


def test_a_folder_that_vanishes_between_two_commands_is_told(disk: Disk, kept: Stock, folder: Path) -> None:
    store = kept.put(folder)
    apart = folder / "apart"
    apart.mkdir()
    store.rename(apart / "m.db")
    assert run(disk, folder, "apart/m.db", "list").code == 0
    apart.rename(folder / "moved")
    told(run(disk, folder, "apart/m.db", "list"), 10)
    assert run(disk, folder, "moved/m.db", "list").code == 0


@pytest.mark.parametrize("line", ["list", "doctor", "forget|jon", "ingest|-t|x", "frame|-t|x"])
def test_in_a_folder_that_is_gone_only_other_folders_can_be_meant(
    line: str, disk: Disk, kept: Stock, folder: Path
) -> None:
    store = kept.put(folder)
    for name, codes in ((str(store), (0,)), ("m.db", (10, 74))):
        gone = folder / "gone"
        gone.mkdir()
        ended = disk.run(line.split("|"), gone, env={"WDM_STORE": name}, gone=True)
        assert ended.code in codes, (name, ended)
        assert "Traceback" not in ended.err
    told(ended, 74 if line.startswith(("ingest", "frame")) else 10)


@pytest.mark.parametrize("option", ["--store", "--config", "--workspace", "--now"])
def test_an_empty_option_never_means_another_store(
    option: str, disk: Disk, kept: Stock, folder: Path
) -> None:
    store = kept.put(folder)
    before = canonical(store)
    for line in ("list", "ingest|-t|x", "purge|1|--yes"):
        for words in ([option, "", *line.split("|")], [*line.split("|"), f"{option}="]):
            assert f"{option} needs a value" in told(disk.run(words, folder), 2)
    assert canonical(store) == before


@pytest.mark.parametrize(
    "line", ["ingest|", "import|", "export|", "backup|", "restore-from||--yes", "recall|--batch|"]
)
def test_an_empty_name_of_a_file_is_told(line: str, disk: Disk, kept: Stock, folder: Path) -> None:
    kept.put(folder)
    told(disk.run(line.split("|"), folder), 74)


def modes(folder: Path) -> dict[str, int]:
    """Return the modes of what the program makes."""
    made = (path for path in folder.iterdir() if path.is_file() and not path.name.endswith((".txt", ".md")))
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in made}


@pytest.mark.parametrize(
    "name",
    [*ODD, *(pytest.param(name, marks=pytest.mark.slow) for name in MORE)],
    ids=[f"name{number}" for number in range(len(ODD + MORE))],
)
def test_any_name_is_a_name(name: str, disk: Disk, folder: Path) -> None:
    folder.mkdir()
    store = f"--store={name}.db"

    def run(*words: str, code: int = 0) -> Ended:
        ended = disk.run([store, *words], folder)
        assert ended.code == code, (words, ended)
        # No escape gets through to a terminal, and no name makes up a line of its own.
        assert not any(ord(sign) < 32 and sign not in "\n\t" for sign in ended.out + ended.err), ended
        return ended

    run("ingest", "-t", "hello there")
    (folder / f"{name}.txt").write_text("a memory of odd names\n")
    (folder / f"{name}.md").write_text("# Odd\n\nnames here\n")
    assert "1 added" in run("ingest", "--", f"{name}.txt").out
    assert "1 added" in run("ingest", "--", f"{name}.md").out
    assert "there" in run("recall", "hello").out
    run("export", "--", f"{name}.jsonl")
    lines = (folder / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    assert lines == run("export").out.splitlines()
    assert "3 cards copied" in run("backup", "--", f"{name}.copy.db").out
    assert disk.run([f"--store={name}.copy.db", "export"], folder).out.splitlines() == lines
    assert len(run("backup", "--", f"{name}.copy.db", code=74).err.splitlines()) == 1
    run("forget", "1")
    run("import", "--", f"{name}.jsonl")
    run("restore-from", "--yes", "--", f"{name}.copy.db")
    assert run("export").out.splitlines() == lines
    assert json.loads(run("doctor", "--repair", "--json").out)["findings"] == []
    backups = [path for path in folder.iterdir() if path.name.startswith(f"{name}.db.before-")]
    assert len(backups) == 2
    assert all(path.stat().st_size > 0 for path in backups)
    run("evolve")
    run("log")
    run("config", "path", "--config", f"{name}.toml")
    run("config", "init", "--config", f"{name}.toml")
    run("import", "--", f"{name}.none", code=74)
    missing = disk.run([f"--store={name}/none.db", "list", "--json"], folder)
    assert missing.code == 10
    assert json.loads(missing.err)["code"] == 10
    odd = {path.name for path in folder.iterdir() if not path.name.startswith(name)}
    assert odd == set(), "nothing has another name"
    assert set(modes(folder).values()) == {0o600}, modes(folder)


@pytest.mark.parametrize("umask", [0o000, 0o077])
def test_only_the_owner_can_read_what_is_made(umask: int, disk: Disk, folder: Path) -> None:
    folder.mkdir()
    for line in ("ingest|-t|hello", "evolve", "clean", "export|e.jsonl", "backup|b.db", "restore-from|b.db|--yes", "list",
                 "doctor|--repair", "--config|c.toml|config|init"):  # fmt: skip
        assert disk.run(line.split("|"), folder, umask=umask).code == 0, line
        wrong = {name: oct(mode) for name, mode in modes(folder).items() if mode != 0o600}
        assert wrong == {}, line
    assert {"memory.db", "memory.db.upkeep", "e.jsonl", "b.db", "c.toml"} <= set(modes(folder))
