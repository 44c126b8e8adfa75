"""Every command that writes, and a store on which each of them has something to do."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from tests.process.forks import Runner
from tests.process.killer import Killer

LATER = "2026-07-20T12:00:00Z"
"""When evolve and clean find something to do."""

MEMORIES = [
    {"id": "plan", "text": "我们决定把标签池的部署方案改成灰度发布，C盘空间不够了。", "tags": ["标签池", "部署方案"],
     "scene": "工作/部署", "time": "2026-01-01T09:00:00+08:00", "topic": "deploy"},
    {"id": "jon", "text": "Jon lost his job as a banker.", "tags": [{"name": "Jon", "definition": "a friend"}],
     "time": "2026-05-20", "speaker": "Mei"},
    {"id": "baker", "text": "Jon is a baker now.", "tags": ["Jon", "bakery"], "time": "2026-05-21"},
    {"id": "turn", "user": "Where is the café?", "agent": "Beside the station.", "time": "2026-01-02"},
    {"id": "pinned", "text": "The service is written in C++ and runs v1.2.", "kind": "fact"},
    {"id": "hidden", "text": "A forgotten thing about zebras.", "tags": ["zebra", "stripes"]},
    {"id": "bread", "text": "The bread shop opens at seven.", "tags": ["bread shop", "bread"]},
    {"id": "gateway", "text": "The gateway log is full.", "tags": ["gateway", "gateway log"],
     "preferences": {"editor": "vim"}},
]  # fmt: skip

DOCUMENT = "# Guide\n\nHow we work.\n\n## Release\n\nShip on Friday.\n\n## Review\n\nTwo people look.\n"

MORE = [
    {"id": f"more{number}", "text": f"memory {number} 第{number}条", "tags": ["batch", f"batch{number % 3}"]}
    for number in range(12)
]


class Case(NamedTuple):
    """A command that writes."""

    line: str
    """Its words, parted by `|`."""
    stdin: str = ""
    again: int = 0
    """How it ends when it is run once more after it was done."""
    undoable: bool = True
    """Whether the journal takes it back; otherwise it leaves no operation, or a final one."""

    @property
    def in_parts(self) -> bool:
        """Whether it is an operation over several transactions, which a kill may leave open in the journal."""
        return any(word in self.line.split("|") for word in ("ingest", "notes.md", "evolve", "clean"))


CASES = {
    "ingest": Case("ingest|-t|Mei moved to Lisbon|--tag|Lisbon"),
    "ingest-repeat": Case("ingest|-t|Jon lost his job as a banker."),
    "ingest-lines": Case("ingest|--format|jsonl", "\n".join(map(json.dumps, MORE))),
    "ingest-strict": Case("ingest|--strict|--format|jsonl", "\n".join(map(json.dumps, MORE[:2]))),
    "ingest-strict-bulk": Case(
        "--config|few.toml|ingest|--strict|--format|jsonl", "\n".join(map(json.dumps, MORE))
    ),
    "ingest-replacing": Case("ingest|--format|jsonl", '{"text": "Jon has a shop.", "supersedes": "baker"}'),
    "ingest-document": Case("ingest|notes.md"),
    "ingest-changed-document": Case("ingest|guide.md"),
    "frame": Case("frame|-t|What did Mei say?|--tag|Mei"),
    "complete": Case("complete|FRAME|-t|On Friday. Thank you, great work!|--preference|day=Friday"),
    "feedback": Case("feedback|jon|rejected|--query|banker|--note|long ago"),
    "pin": Case("pin|plan|jon"),
    "unpin": Case("unpin|pinned"),
    "supersede": Case("supersede|jon|baker"),
    "forget": Case("forget|plan|turn"),
    "restore": Case("restore|hidden"),
    "purge": Case("purge|turn|hidden|--yes", again=4, undoable=False),
    "tags-add": Case("tags|add|上线|--definition|放给用户|--alias|发布上线", again=5),
    "tags-define": Case("tags|define|Jon|--definition|a banker|--dimension|person"),
    "tags-alias": Case("tags|alias|Jon|约翰", again=5),
    "tags-unalias": Case("tags|unalias|部署方案|灰度发布法", again=4),
    "tags-rename": Case("tags|rename|bakery|baking"),
    "tags-relate": Case("tags|relate|Jon|bakery|--as|related|--reason|his trade"),
    "tags-unrelate": Case("tags|unrelate|标签池|部署方案", again=4),
    "tags-merge": Case("tags|merge|bread|bread shop|--yes", again=5),
    "tags-split": Case("tags|split|Jon|Jonny|baker", again=4),
    "tags-activate": Case("tags|activate|zebra|stripes"),
    "tags-deprecate": Case("tags|deprecate|zebra|stripes"),
    "golden-add": Case("golden|add|gateway log|gateway"),
    "golden-remove": Case("golden|remove|Where is the café?", again=4),
    "evolve": Case(f"--now|{LATER}|evolve|--force"),
    "clean": Case(f"--now|{LATER}|clean|--force|--min-weight|0.9"),
    "undo-bulk": Case("undo|BULK", again=5),
    "undo-merge": Case("undo|MERGE", again=5),
    "undo-undo": Case("undo|UNDO", again=5),
    "import": Case("import|other.jsonl"),
    "import-notes": Case("import|notes.md"),
    "restore-from": Case("restore-from|other.db|--yes", undoable=False),
    "doctor-rebuild": Case("doctor|--rebuild", undoable=False),
    "doctor-repair": Case("doctor|--repair", undoable=False),
    "mood-feel": Case("mood|feel|insult|--note|a bad day"),
    "mood-judge": Case("mood|judge|Thank you, great work!|--apply"),
    "mood-reset": Case("mood|reset"),
    "persona-set": Case("persona|set|--name|Kai|--warmth|0.9"),
    "persona-use": Case("persona|use|kite|--lang|en"),
    "recall-counted": Case("recall|bread|--depth|deep", undoable=False),
}


class Stock(NamedTuple):
    """A store with something for each case to do, and the files that the cases read."""

    folder: Path
    meant: dict[str, str]
    """What the words of the cases in capital letters stand for."""

    def put(self, folder: Path) -> Path:
        """Copy all of it to a folder, in place of what is there; return the store."""
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.folder, folder)
        return folder / "memory.db"

    def words(self, case: Case) -> list[str]:
        """Return the command line of a case."""
        return self.words_of(case.line)

    def words_of(self, line: str) -> list[str]:
        """Return the words of a line, parted by `|`."""
        return [self.meant.get(word, word) for word in line.split("|")]


def stock(killer: Killer, folder: Path) -> Stock:
    """Make a store in a folder."""

    def run(line: str, stdin: str = "", config: str = "") -> str:
        env = {"WDM_CONFIG": config} if config else {}
        ended = killer.run(line.split("|"), folder, stdin=stdin, env=env)
        assert ended.code == 0, (line, ended)
        return ended.out

    def last() -> str:
        return str(json.loads(run("log|--json|--limit|1"))["operations"][0]["id"])

    (folder / "notes.md").write_text("# Trip\n\nWe took the tram.\n\n# Food\n\nBacalhau.\n", encoding="utf-8")
    (folder / "guide.md").write_text(DOCUMENT, encoding="utf-8")
    other = "\n".join(
        json.dumps({"id": f"far{n}", "text": f"far away {n}", "tags": ["far", "Jon"]}) for n in range(5)
    )
    run("ingest|--format|jsonl", other)
    run("forget|far1")
    run("export|other.jsonl")
    run("backup|other.db")
    for path in folder.glob("memory.db*"):
        path.unlink()

    words = {}
    run("persona|use|granite|--lang|en")
    run("ingest|--format|jsonl", "\n".join(map(json.dumps, MEMORIES)))
    run("ingest|guide.md")
    (folder / "guide.md").write_text(DOCUMENT.replace("Friday", "Monday") + "\n## New\n\nMore.\n", "utf-8")
    words["FRAME"] = run("frame|-t|When do we ship?").strip()
    run("pin|pinned")
    run("forget|hidden")
    run("tags|alias|部署方案|灰度发布法")
    run("tags|relate|标签池|部署方案|--as|synonym")
    run("mood|feel|praise")
    run("golden|add|Where is the café?|turn")
    few = folder / "few.toml"
    few.write_text("[ingest]\nchunk = 4\n", encoding="utf-8")
    bulk = "\n".join(json.dumps({"id": f"bulk{n}", "text": f"in bulk, number {n}"}) for n in range(10))
    run("ingest|--format|jsonl", bulk, str(few))
    words["BULK"] = last()
    run("feedback|plan|partial|--query|部署")
    run("undo")
    words["UNDO"] = last()
    run("tags|merge|gateway log|gateway|--yes")
    words["MERGE"] = last()
    run("show|jon")  # a use of it is counted
    return Stock(folder, words)


def canonical(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return the rows of all canonical tables but the journal, without the random ids for exchange."""
    beside = {"operation", "change", "upkeep", "posting", "tag_stat", "counter"}
    with closing(sqlite3.connect(path)) as connection:
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        found = {}
        for name in names:
            if name in beside or name.startswith("sqlite_"):
                continue
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({name})") if row[1] != "uid"]
            found[name] = sorted(connection.execute(f"SELECT {', '.join(columns)} FROM {name}"), key=repr)
        return found


def operations(path: Path) -> list[int]:
    """Return the numbers of all operations in the journal."""
    with closing(sqlite3.connect(path)) as connection:
        return [row[0] for row in connection.execute("SELECT id FROM operation ORDER BY id")]


State = tuple[dict[str, list[tuple[object, ...]]], list[int]]


def state(store: Path) -> State:
    """Return the canonical rows, and the numbers of the operations in the journal."""
    return canonical(store), operations(store)


class Course(NamedTuple):
    """What a case does when nothing disturbs it."""

    case: Case
    words: list[str]
    files: set[str]
    """Names in the folder before it."""
    before: State
    after: State
    ended: Any
    """As the runner tells it."""


def course(runner: Runner, kept: Stock, case: Case, folder: Path) -> Course:
    """Run a case to its end."""
    store = kept.put(folder)
    files = {path.name for path in folder.iterdir()}
    before = state(store)
    words = kept.words(case)
    ended = runner.run(words, folder, stdin=case.stdin)
    assert ended.code == 0, ended
    return Course(case, words, files, before, state(store), ended)


def sound(runner: Runner, folder: Path) -> list[str]:
    """Assert that the store opens and that nothing in it is damaged; return what else deserves a look."""
    doctor = runner.run(["doctor", "--json"], folder)
    assert doctor.code == 0, doctor
    findings = json.loads(doctor.out)["findings"]
    assert [found for found in findings if found["damage"]] == []
    return [
        found["kind"] for found in findings if found["kind"] != "clock"
    ]  # each case has a clock of its own
