"""How fast, how large, how steady: stores of several sizes from real conversations, and what each command takes on them.

`python -m tests.bench.speed --texts DIR [--sizes 1000 10000 100000] [--runs 9] [--keep DIR]` makes the stores and prints
tables. Whole processes are timed by the processor time that they use, in turns with what they are compared with, and
the ratio is the median of the ratios of the turns: machines are noisy. jieba is timed where it is installed.
"""

from __future__ import annotations

import argparse
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from statistics import median
from typing import NamedTuple

from tests.bench.texts import END, Question, Texts
from wdm.engine.recall import Query, Recall
from wdm.engine.settings import Settings
from wdm.store.reader import Reader

IMPORTS = [sys.executable, "-c", "import typer, peewee"]
TYPER = [sys.executable, "-c", "import typer"]
WDM = [sys.executable, "-m", "wdm"]

BARE = """if 1:
    import sqlite3, sys
    connection = sqlite3.connect(sys.argv[1])
    print(connection.execute("SELECT rowid FROM text WHERE text MATCH ? ORDER BY rank LIMIT 5", (sys.argv[2],)).fetchall())
"""
"""One FTS5 query in a bare Python."""

JIEBA = """if 1:
    import json, sys, time
    import jieba
    jieba.setLogLevel(60)
    jieba.initialize()
    texts = [json.loads(line)["text"] for line in open(sys.argv[1], encoding="utf-8")]
    start = time.process_time()
    for text in texts:
        for _ in jieba.cut(text):
            pass
    print(time.process_time() - start)
"""
"""The cut alone: its dictionary is loaded before the clock starts."""


class Used(NamedTuple):
    """What a process took."""

    cpu: float
    """Seconds."""
    peak: int
    """Bytes of memory."""


def used(words: Sequence[str], store: Path) -> Used:
    """Run a process to its end, quietly.

    Raises:
        SystemExit: it failed.

    """
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    env = {**kept, "WDM_STORE": str(store), "WDM_NOW": "2026-06-01T12:00:00Z"}
    with subprocess.Popen(words, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(words)} ended with {process.returncode}")
    unit = 1 if sys.platform == "darwin" else 1024
    return Used(usage.ru_utime + usage.ru_stime, usage.ru_maxrss * unit)


def ratio(one: Sequence[str], other: Sequence[str], store: Path, runs: int) -> float:
    """Return the median ratio of the processor time of two calls, taken in turns."""
    used(one, store)
    used(other, store)
    return median(used(one, store).cpu / used(other, store).cpu for _ in range(runs))


def jieba_seconds(source: Path) -> float | None:
    """Return how long jieba takes to cut the texts on one core, or None where it is not installed."""
    done = subprocess.run([sys.executable, "-c", JIEBA, str(source)], capture_output=True, check=False)
    return float(done.stdout) if done.returncode == 0 else None


def in_process(store: Path, questions: Sequence[Question], rounds: int = 3) -> dict[str, tuple[float, float]]:
    """Return p50 and p95 in milliseconds of recall in one process, by kind of question; each at its best of `rounds`."""
    with Reader(store, busy_ms=5000) as reader:
        recall = Recall(reader, Settings().recall, END)
        best = [float("inf")] * len(questions)
        for _ in range(rounds):
            for place, question in enumerate(questions):
                start = time.perf_counter()
                recall.answer(Query(question.words))
                best[place] = min(best[place], 1000 * (time.perf_counter() - start))
    by_kind: dict[str, list[float]] = {}
    for question, took in zip(questions, best, strict=True):
        by_kind.setdefault(f"{question.kind} {question.language}", []).append(took)
        by_kind.setdefault("all", []).append(took)
    return {
        kind: (sorted(took)[len(took) // 2], sorted(took)[min(len(took) * 95 // 100, len(took) - 1)])
        for kind, took in by_kind.items()
    }


def build(texts: Texts, size: int, folder: Path) -> tuple[Path, Path, dict[str, str]]:
    """Make a store of a size; return it, its source, and what making it took."""
    source, tagged, store = (folder / f"{size}{end}" for end in (".jsonl", ".tagged.jsonl", ".db"))
    for kept in (*folder.glob(f"{size}.db*"), *folder.glob(f"{size}.tagged.db*")):
        kept.unlink()
    octets = 0
    with source.open("w", encoding="utf-8") as plain, tagged.open("w", encoding="utf-8") as given:
        for number, memory in enumerate(texts.memories(size)):
            octets += len(memory["text"].encode())
            plain.write(json.dumps(memory, ensure_ascii=False) + "\n")
            more = {**memory, "tags": [f"alpha{number % 700}", f"主题{number % 300}"]}
            given.write(json.dumps(more, ensure_ascii=False) + "\n")
    took = used([*WDM, "ingest", "--quiet", str(source)], store)
    whole = store.stat().st_size
    with_tags = used([*WDM, "ingest", "--quiet", str(tagged)], folder / f"{size}.tagged.db")
    alone = jieba_seconds(source)
    return store, source, {
        "cards": f"{size:,}",
        "cards/s": f"{size / took.cpu:,.0f}",
        "x jieba": f"{took.cpu / alone:.2f}" if alone else "-",
        "cards/s, tags given": f"{size / with_tags.cpu:,.0f}",
        "peak MB": f"{took.peak / 1e6:.0f}",
        "bytes/card": f"{whole / size:.0f}",
        "x text": f"{whole / octets:.2f}",
    }  # fmt: skip


def processes(store: Path, source: Path, questions: Sequence[Question], runs: int) -> dict[str, str]:
    """Return what whole processes take against others."""
    bare = store.with_suffix(".fts.db")
    bare.unlink(missing_ok=True)
    with closing(sqlite3.connect(bare)) as connection, connection, source.open(encoding="utf-8") as lines:
        connection.execute("CREATE VIRTUAL TABLE text USING fts5(body)")
        connection.executemany("INSERT INTO text VALUES (?)", ((json.loads(line)["text"],) for line in lines))
    found = {
        (one.kind, one.language): one.words for one in questions if one.kind in ("rare", "common", "mixed")
    }
    recalls = [[*WDM, "recall", "--json", words] for words in found.values()]
    plain = [*WDM, "recall", "--json", found["common", "en"]]
    fts = [sys.executable, "-c", BARE, str(bare), found["common", "en"]]
    told = {
        "recall x imports": f"{median(ratio(each, IMPORTS, store, runs) for each in recalls):.2f}",
        "recall x FTS5": f"{ratio(plain, fts, store, runs):.2f}",
        "ingest -t x recall": f"{_ingest(store, plain, runs):.2f}",
        "context x imports": f"{ratio([*WDM, 'context', found['mixed', 'en']], IMPORTS, store, runs):.2f}",
        "--help x typer": f"{ratio([*WDM, '--help'], TYPER, store, runs):.2f}",
    }
    took = used([*WDM, "evolve", "--quiet", "--force"], store)
    return {**told, "evolve s": f"{took.cpu:.1f}", "evolve MB": f"{took.peak / 1e6:.0f}"}


def _ingest(store: Path, recall: Sequence[str], runs: int) -> float:
    """Return the ratio of taking in one memory, a new one each time, to a recall."""
    ratios = []
    for number in range(runs):
        text = f"第{number}次：我们把会议改到了周五。"
        ratios.append(used([*WDM, "ingest", "--quiet", "-t", text], store).cpu / used(recall, store).cpu)
    return median(ratios)


def show(title: str, rows: Sequence[dict[str, str]]) -> None:
    """Print rows as a Markdown table."""
    print(f"\n{title}\n", flush=True)
    print(f"| {' | '.join(rows[0])} |\n|{'---|' * len(rows[0])}")
    for row in rows:
        print(f"| {' | '.join(row.values())} |", flush=True)


def main() -> None:
    """Make the stores and print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--texts", type=Path, required=True, help="folder of conversations, JSON lines with a text"
    )
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000])
    parser.add_argument("--runs", type=int, default=9, help="turns of a comparison")
    parser.add_argument("--questions", type=int, default=15, help="of each kind and language")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--keep", type=Path, help="folder for the stores, which are else thrown away")
    told = parser.parse_args()
    texts = Texts(told.texts, told.seed)
    questions = texts.questions(told.questions)
    with tempfile.TemporaryDirectory() as scratch:
        folder = told.keep or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        for size in told.sizes:
            store, source, ingest = build(texts, size, folder)
            show(f"## {size:,} cards: taking in", [ingest])
            spread = in_process(store, questions)
            show(
                "Recall in one process, milliseconds",
                [
                    {"question": kind, "p50": f"{p50:.1f}", "p95": f"{p95:.1f}"}
                    for kind, (p50, p95) in spread.items()
                ],
            )
            show("Whole processes, processor time", [processes(store, source, questions, told.runs)])


if __name__ == "__main__":
    main()
