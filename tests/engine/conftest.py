"""A memory on real SQLite, with a pinned clock and a chance that repeats."""

from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from wdm.engine.ingest import Defaults
from wdm.engine.memory import Caller, Memory
from wdm.engine.recall import Answer, Query
from wdm.engine.rules.mood import Happening
from wdm.engine.settings import Settings
from wdm.store.records import Draft, Judgement, Level, PreferenceDraft, Tier

NOW = 1_780_315_200_000  # 2026-06-01T12:00:00Z
DAY = 86_400_000


def open_memory(path: Path) -> Memory:
    numbers = count()
    caller = Caller(NOW, lambda size: next(numbers).to_bytes(size, "big"), "mei", "wdm test")
    return Memory(path, Settings(), caller)


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    return open_memory(tmp_path / "memory.db")


@pytest.fixture
def keep(memory: Memory) -> Callable[..., list[int]]:
    """Return a function that takes texts in, all with the same tags and scene, and returns their card numbers."""

    def take(
        *texts: str, tags: tuple[str, ...] = (), scene: str | None = None, topic: str | None = None
    ) -> list[int]:
        drafts = (Draft(text=words, line=number) for number, words in enumerate(texts, start=1))
        return memory.ingest(drafts, Defaults(tags=tags, scene=scene, topic=topic)).ids

    return take


@pytest.fixture
def ask(memory: Memory) -> Callable[..., Answer]:
    """Return a function that recalls."""

    def recall(words: str, **more: object) -> Answer:
        return next(memory.recall([Query(words, **more)]))  # type: ignore[arg-type]

    return recall


def stock(memory: Memory) -> None:
    """Put something into every table that moves."""
    memory.ingest(
        [
            Draft("标签池用灰度发布", external_id="a", scene="工作/运维", preferences=(PreferenceDraft("os", "BSD", 0.5),)),
            Draft("Alice moved to Lisbon", external_id="b", supersedes="a", happened_at=-1),
            Draft("标签池用灰度发布！", external_id="again"),
            Draft("old and gone"),
        ],
        Defaults(tags=("rollout", "harbour")),
    )  # fmt: skip
    memory.pool.alias("harbour", "生活")
    memory.pool.relate("rollout", "harbour", Level.LOOSE, "as an example")
    memory.pool.add("release", definition="d", dimension="e", kind=None, aliases=())
    memory.pool.merge(["rollout"], "release", [], dry_run=False)
    memory.feedback("b", Judgement.CONFIRMED, "Lisbon", "still there")
    memory.upkeep.add_golden("Lisbon", "b")
    memory.moods.use("kite", "en")
    memory.moods.feel(Happening.PRAISE, 1.0, "nice")
    memory.cards.forget(["3"])
    memory.cards.pin(["2"], Tier.PERM)
    memory.show(["2"])
