"""Tables on a terminal: as wide as it is, plain where that is wanted."""

from __future__ import annotations

import os
import re
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from wdm.cli.output.tables import widths

pty = pytest.importorskip("pty", reason="needs a terminal to ask")

Call = Callable[..., Any]

_ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def on_terminal(
    store: Path, *words: str, columns: int = 80, env: dict[str, str] | None = None
) -> tuple[int, str]:
    """Run a call on a terminal; return its exit code and all that it showed."""
    import fcntl
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    told = {
        **{name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")},
        "TERM": "xterm-256color", "WDM_STORE": str(store), "WDM_NOW": "2026-06-01T12:00:00Z", **(env or {}),
    }  # fmt: skip
    running = subprocess.Popen(
        [sys.executable, "-m", "wdm", *words], stdin=theirs, stdout=theirs, stderr=theirs, env=told
    )
    os.close(theirs)
    shown = b""
    while True:
        try:
            more = os.read(ours, 65_536)
        except OSError:  # the other end is gone
            break
        if not more:
            break
        shown += more
    os.close(ours)
    return running.wait(timeout=60), shown.decode("utf-8").replace("\r\n", "\n")


@pytest.fixture
def wide(inside: Call, stocked: Path) -> Path:
    """A store with memories, tags and commands that are too wide for any terminal."""
    long = "这是一条很长很长的记忆，用来看看表格会不会超出终端的宽度，应该折行而不是溢出。" * 2
    inside(
        "ingest",
        "-t",
        long,
        "--tag",
        "一个很长很长的标签名字",
        "--tag",
        "a-very-long-tag-name",
        "--tag",
        "third-tag",
    )
    inside("ingest", "-t", "x" * 300, "--topic", "a topic " * 20)
    return stocked


@pytest.mark.parametrize("columns", [80, 40, 200])
@pytest.mark.parametrize("line", ["list", "stats", "tags list", "log", "scenes", "list --all"])
def test_no_table_is_wider_than_the_terminal(line: str, columns: int, wide: Path) -> None:
    code, shown = on_terminal(wide, *line.split(), columns=columns)
    assert code == 0, shown
    lines = _ESCAPE.sub("", shown).splitlines()
    assert max(map(cell_len, lines)) <= columns
    assert len(lines) > 1


def test_the_memory_keeps_most_of_the_room(wide: Path) -> None:
    _, shown = on_terminal(wide, "list")
    lines = _ESCAPE.sub("", shown).splitlines()
    assert lines[0].split() == ["id", "day", "tier", "tags", "memory"]
    # Two columns of id, ten of day, four of tier, at most twenty of tags, and four gaps of two.
    assert lines[0].index("memory") <= 2 + 10 + 4 + 20 + 4 * 2
    assert len(lines) < 60


def test_every_column_of_the_log_is_there(wide: Path) -> None:
    _, shown = on_terminal(wide, "log")
    lines = _ESCAPE.sub("", shown).splitlines()
    assert lines[0].split() == ["op", "when", "who", "command", "what"]
    assert re.match(r"\d+\s+2026-06-01T12:00:00Z\s+\S+\s+wdm ", lines[1])


@pytest.mark.parametrize("how", [{"NO_COLOR": "1"}, None], ids=["NO_COLOR", "--no-color"])
def test_without_colour_a_terminal_gets_plain_text(how: dict[str, str] | None, wide: Path) -> None:
    for line in ("list", "tags list", "log", "stats", "recall 部署"):
        _, shown = on_terminal(wide, *line.split(), *([] if how else ["--no-color"]), env=how)
        assert "\x1b" not in shown


def test_on_a_terminal_markup_and_escapes_of_a_memory_are_text(wide: Path) -> None:
    _, shown = on_terminal(wide, "list", columns=200)
    assert "[red]Rich[/red]" in _ESCAPE.sub("", shown)
    assert "\x1b[31m" not in shown
    assert "\u202e" not in shown


def test_ingest_on_a_terminal_without_input_says_what_to_give(wide: Path) -> None:
    code, shown = on_terminal(wide, "ingest")
    assert code == 2
    assert "give a FILE, -t TEXT, or pipe something in" in shown


def test_reading_a_large_file_shows_progress_and_leaves_no_trace_of_it(wide: Path, tmp_path: Path) -> None:
    path = tmp_path / "big.txt"
    path.write_text("\n\n".join(f"paragraph {n} " + "word " * 100 for n in range(300)))
    code, shown = on_terminal(wide, "ingest", str(path))
    assert code == 0
    assert "reading" in shown
    assert _ESCAPE.sub("", shown).strip().splitlines()[-1].endswith("added")
    _, quiet = on_terminal(wide, "--quiet", "ingest", str(path))
    assert "reading" not in quiet


@given(st.lists(st.integers(0, 300), min_size=1, max_size=7), st.data(), st.integers(40, 250))
def test_columns_share_the_room_there_is(longest: list[int], data: st.DataObject, room: int) -> None:
    stretch = data.draw(st.integers(0, len(longest) - 1))
    told = widths(longest, stretch, room)
    assert sum(told) + 2 * (len(told) - 1) <= room
    assert all(width <= max(most, 1) for width, most in zip(told, longest, strict=True))
    whole = [max(most, 1) if place == stretch else most for place, most in enumerate(longest)]
    if sum(whole) + 2 * (len(whole) - 1) <= room and max(whole) <= 20:
        assert told == whole


def test_widths_are_those_worked_out_by_hand() -> None:
    # 80 columns; four gaps of two leave 72. Tags give way to a quarter, 20; the memory gets 72 - 2 - 10 - 4 - 20.
    assert widths([2, 10, 4, 54, 160], 4, 80) == [2, 10, 4, 20, 36]
    # All fits: nothing is stretched.
    assert widths([2, 10, 4, 5, 12], 4, 80) == [2, 10, 4, 5, 12]
