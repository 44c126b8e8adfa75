"""A store all of whose words would speak to a terminal, and files like it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from tests.contract.conftest import call
from tests.engine.conftest import open_memory
from tests.engine.conftest import stock as fill

from wdm.engine.ingest import Defaults
from wdm.engine.reading import files
from wdm.engine.rules import pool
from wdm.store.records import Draft

ESCAPES = (
    "\x1b[31mred\x1b[0m \x1b[2J \x1b]0;title\x07 \x1b]8;;http://x.example\x1b\\link\x1b]8;;\x1b\\ \x1bP1$r\x1b\\ \x9b31m \x9d0;t\x9c"
    " \x07 back\rover\x08\x7f"
)
TURNS = "\u202eright\u202c \u2066left\u2069 \u202a\u202b\u202d\u2067\u2068"
MARKUP = "[red]Rich[/red] [link=http://x.example]mark[/link] [/] :smile: \\[bold]"
SLY = f"灰度 {MARKUP} {ESCAPES} {TURNS} end"
"""What every text of the store is made of."""

TEXTS = {
    "scene": ("category", "subcategory"), "document": ("path", "mime", "summary", "overview"),
    "tag": ("name", "type", "dimension", "definition", "source"), "tag_alias": ("name",), "tag_relation": ("source", "reason"),
    "verdict": ("proposal", "decision"), "card": ("external_id", "topic", "speaker", "summary", "overview", "text"),
    "card_alias": ("external_id",), "preference": ("key", "value"), "feedback": ("query", "note"), "golden": ("query",),
    "persona": ("name", "role", "background", "style"), "mood_event": ("cause",),
}  # fmt: skip
"""Columns of an export that hold words of anybody's."""

NAME = "[red]Rich \x1b[31m \x9b31m \x07 \r \u202e :smile:"
"""A name of a file."""


class Place:
    """A folder with a sly store, files beside it, and what the names in `CALLS` stand for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.store = folder / "sly.db"
        self.names = {"SLY": SLY, "DIR": str(folder)}

    def write(self, name: str, *lines: object) -> None:
        """Write a file, and let a name stand for it."""
        path = self.folder / f"{name.lower()} {NAME}{'.md' if name == 'NOTES' else ''}"
        told = (line if isinstance(line, str) else json.dumps(line) for line in lines)
        path.write_text("\n".join(told), encoding="utf-8")
        self.names[name] = str(path)

    def words(self, path: str, line: str) -> list[str]:
        """Return the words of a call, which writes to the folder that `DIR` stands for."""
        named = (
            self.names.get(word, word.replace("SLY", NAME if "DIR" in word else SLY)) for word in line.split()
        )
        return [*path.split(), *(word.replace("DIR", self.names["DIR"]) for word in named)]


def sly_export(path: Path) -> list[str]:
    """Return the export of a memory with a row in every table that moves, all of whose words are sly."""
    memory = open_memory(path)
    fill(memory)
    memory.frame(Draft("pending", topic="t", speaker="s"))
    memory.ingest(
        [
            Draft("a fact", summary="s", overview="o", speaker="p", topic="t", perception='{"emotion": "joy"}'),
            *[Draft(f"{number} to relate", scene="a/b") for number in range(5)],
            files.document("# head\n\nbody", "/d.md"),
        ],
        Defaults(scene="a/b", tags=("rollout", "harbour")),
    )  # fmt: skip
    memory.pool.decide(memory.pool.proposals()[0], "skip")
    lines = []
    for number, line in enumerate(memory.moving.export()):
        row = json.loads(line)
        table = row.get("table", "")
        for name in TEXTS.get(table, ()):
            if row[name]:
                row[name] = f"{SLY} {number}{name[:2]}"
        if row.get("perception"):
            row["perception"] = json.dumps({"emotion": SLY, "who": SLY})
        if table in ("tag", "tag_alias"):
            row |= pool.name_columns(row["name"])
        lines.append(json.dumps(row))
    return lines


def make(folder: Path) -> Place:
    """Return a place with a sly store, and sly files beside it."""
    made = Place(folder)
    export = sly_export(made.folder / "plain.db")
    made.write("EXPORT", *export)
    rows = [json.loads(line) for line in export]
    assert {row["table"] for row in rows[1:]} >= TEXTS.keys()
    for name, table, column in (
        ("TAG", "tag", "name"),
        ("ALIAS", "tag_alias", "name"),
        ("QUERY", "golden", "query"),
    ):
        made.names[name] = next(row[column] for row in rows if row.get("table") == table)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["wdm", "import", SLY])
        patch.setenv("LOGNAME", f"mei {SLY}")
        ended = call("--store", str(made.store), "import", made.names["EXPORT"])
    assert ended.code == 0, ended
    made.write("FILE", f"{SLY} from a file", "", SLY)
    made.write("LINES", {"text": SLY, "id": SLY, "tags": [SLY], SLY: 1, f"{SLY}\nwdm: forged": 2}, {"text": SLY, "kind": SLY}, {"text": 5},
               {"text": "a", "time": SLY}, {"text": "a", "scene": "/" + SLY}, "{ " + SLY, {"text": "a", "preferences": {SLY: [SLY]}})  # fmt: skip
    made.write("NOTES", f"# {SLY}", f"- {SLY}")
    made.write("GRAPH", {"type": "entity", "name": SLY, "entityType": SLY, "observations": [SLY]})
    made.write(
        "DECISIONS",
        {"key": SLY, "decision": SLY, "propose": SLY, "tag": SLY},
        {"key": SLY, "decision": "skip"},
    )
    made.write("CONFIG", json.dumps(SLY) + " = 1")
    made.names["BACKUP"] = str(made.folder / f"backup {NAME}.db")
    assert call("--store", str(made.store), "backup", made.names["BACKUP"]).code == 0
    return made
