"""A store with a bit of everything, made once and copied for each test, and the program in this very process."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.contract.odd import Table
from typer.testing import CliRunner

from wdm.cli.app import app

NOW = "2026-06-01T12:00:00Z"


class Ended(NamedTuple):
    """How a call ended, and what it wrote."""

    code: int
    out: str
    err: str


def call(*words: str, stdin: str | bytes = "", env: dict[str, str | None] | None = None) -> Ended:
    """Run a call in this process."""
    code = 0
    with CliRunner().isolation(input=stdin, env={"WDM_NOW": NOW, **(env or {})}) as (out, err, _):
        try:
            app.main(list(words), prog_name="wdm")
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
        sys.stdout.flush()
        sys.stderr.flush()
        return Ended(code, out.getvalue().decode(), err.getvalue().decode())


def as_written(told: str) -> str:
    """Return JSON with what a terminal would obey, which alone is escaped beyond the needs of JSON, as it is."""
    return re.sub(r"\\u(00[7-9][0-9a-f]|20[26].)", lambda found: chr(int(found[1], 16)), told)


MEMORIES = [
    {"id": "plan", "text": "我们决定把标签池的部署方案改成灰度发布，C盘空间不够了。", "tags": ["标签池", "部署方案"],
     "scene": "工作/部署", "time": "2026-05-01T09:00:00+08:00", "topic": "deploy"},
    {"id": "jon", "text": "Jon lost his job as a banker.", "tags": [{"name": "Jon", "definition": "a friend",
     "aliases": ["约翰"]}], "time": "2026-05-20", "speaker": "Mei"},
    {"id": "code", "text": "The service is written in C++ and runs v1.2 of wdm-cli 🎉.", "kind": "fact"},
    {"id": "turn", "user": "Where is the café?", "agent": "Beside the station.", "topic": "deploy"},
    {"id": "sly", "text": "[red]Rich[/red] [link=http://x.example]markup[/link] \x1b[31mred\x1b[0m \x9b31m "
     "\u202eright to left\u202c \u2066isolate\u2069 \x07bell \r over :smile:", "tags": ["[bold]tag[/bold]"],
     "summary": None, "speaker": "Eve\x1b]0;title\x07", "topic": "[red]topic"},
    {"id": "editor", "text": "We talked about editors.", "preferences": {"editor": "vim"}},
    {"id": "new", "text": "Jon is a baker now.", "supersedes": "jon-old", "remember": True},
    {"text": "A forgotten thing about zebras.", "id": "gone"},
]  # fmt: skip


@pytest.fixture(scope="session")
def stock(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a bit of everything; copy it before use."""
    path = tmp_path_factory.mktemp("stock") / "stock.db"
    lines = "\n".join(json.dumps(memory) for memory in MEMORIES)
    ended = call("--store", str(path), "ingest", "--format", "jsonl", stdin=lines)
    assert ended.code == 0, ended
    assert call("--store", str(path), "forget", "gone").code == 0
    assert not Path(f"{path}-wal").exists()
    return path


@pytest.fixture
def stocked(stock: Path, store_path: Path) -> Path:
    """A store of the test's own, at the path that `wdm` uses."""
    store_path.write_bytes(stock.read_bytes())
    return store_path


Call = Callable[..., Ended]


@pytest.fixture
def inside(store_path: Path) -> Call:
    """Return a caller of the program in this process, on the test's own store."""

    def run(*words: str, stdin: str | bytes = "", env: dict[str, str | None] | None = None) -> Ended:
        return call(*words, stdin=stdin, env={"WDM_STORE": str(store_path), **(env or {})})

    return run


@pytest.fixture(scope="session")
def ready(stock: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, str]:
    """Return a store with something for each command, and the number of a frame in it."""
    path = tmp_path_factory.mktemp("ready") / "ready.db"
    path.write_bytes(stock.read_bytes())
    frame = call("--store", str(path), "frame", "-t", "a question").out.strip()
    for line in ("tags add spare", "golden add baker new", "persona set --name Kai", "mood feel praise"):
        assert call("--store", str(path), *line.split()).code == 0
    return path.read_bytes(), frame


@pytest.fixture
def table(
    ready: tuple[bytes, str], store_path: Path, inside: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Table:
    """Return a store to call odd things on, from a folder of its own."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return Table(ready, store_path, inside, tmp_path / "here")
