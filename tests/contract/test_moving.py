"""The commands that move a memory as a whole, as a script sees them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]


def test_a_memory_moves_through_a_pipe(wdm: Run, tmp_path: Path) -> None:
    wdm("ingest", "-t", "标签池用灰度发布", "-t", "Alice moved to Lisbon")
    told = wdm("export").stdout
    other = str(tmp_path / "other.db")
    # Import makes the store that it needs.
    assert wdm("--store", other, "import", "-", stdin=told).stdout.startswith("2 cards added, 0 known, ")
    assert wdm("--store", other, "export", "-").stdout == told
    done = json.loads(wdm("--store", other, "import", "-", "--json", "--dry-run", stdin=told).stdout)
    assert done["schema"] == "wdm.import/1"
    assert (done["added"], done["known"]["card"], done["dry_run"]) == ({}, 2, True)


def test_a_reader_that_stops_early_is_no_error(wdm: Run, surroundings: dict[str, str]) -> None:
    wdm("ingest", *[word for number in range(300) for word in ("-t", f"memory {number} " + "long " * 100)])
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; '{sys.executable}' -m wdm export | head -n 1"],
        env=surroundings, capture_output=True, text=True,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, '{"schema": "wdm.export/1"}\n', "")


def test_files_that_are_there_are_not_written_over(wdm: Run, tmp_path: Path) -> None:
    wdm("ingest", "-t", "one")
    there = tmp_path / "there"
    there.write_text("mine", encoding="utf-8")
    for command in ("export", "backup"):
        assert "exists" in wdm(command, str(there), code=74).stderr
    assert there.read_text(encoding="utf-8") == "mine"
    assert wdm("export", str(tmp_path / "new.jsonl")).stdout == "2 lines written\n"
    assert json.loads(wdm("backup", str(tmp_path / "new.db"), "--json").stdout)["cards"] == 1


@pytest.mark.parametrize(
    ("line", "stdin", "code", "message"),
    [
        ("import /nowhere", "", 74, "cannot read /nowhere"),
        ("import -", "", 2, "is empty"),
        ("import -", "just text\n", 2, "is no export"),
        ("import -", '{"schema": "wdm.export/1"}\n{"table": "card"}\n', 2, "missing or unknown fields"),
        ("import -", '{"schema": "wdm.export/1"}\nx', 2, "line 2: not JSON"),
        ("import - --map x", '{"a": 1}', 2, "maps nothing"),
        ("import - --map text=a", '{"b": 1}', 5, "no text"),
        ("import - --format graph", '{"type": "x"}', 5, "neither an entity nor a relation"),
        ("restore-from /nowhere --yes", "", 10, "there is no store at /nowhere"),
        ("restore-from /nowhere", "", 5, "a script must say --yes"),
    ],
)
def test_what_cannot_be_taken_in_is_said_and_nothing_is_kept(
    line: str, stdin: str, code: int, message: str, wdm: Run
) -> None:
    wdm("ingest", "-t", "one")
    before = wdm("export").stdout
    done = wdm(*line.split(), stdin=stdin, code=code)
    assert message in done.stderr
    assert done.stdout == ""
    assert wdm("export").stdout == before


def test_without_a_store_there_is_nothing_to_copy(wdm: Run, tmp_path: Path) -> None:
    wdm("export", code=10)
    wdm("backup", str(tmp_path / "copy.db"), code=10)
    assert not (tmp_path / "copy.db").exists()


def test_a_backup_is_put_back(wdm: Run, tmp_path: Path) -> None:
    wdm("ingest", "-t", "then")
    wdm("backup", str(tmp_path / "copy.db"))
    wdm("ingest", "-t", "later")
    told = json.loads(wdm("restore-from", str(tmp_path / "copy.db"), "--yes", "--json").stdout)
    assert told["cards"] == 1
    assert Path(told["kept"]).exists()
    assert "later" not in wdm("list").stdout
    assert wdm("doctor").stdout == "the store is sound\n"
