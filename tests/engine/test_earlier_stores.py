"""Stores as every earlier schema wrote them (tests/data/schema-N.sql) open with all that they hold."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.engine.conftest import open_memory
from wdm.engine.ingest import Defaults
from wdm.engine.look import Wanted
from wdm.engine.recall import Query
from wdm.store.migrations import MIGRATIONS
from wdm.store.records import Draft, Tier

DATA = Path(__file__).parents[1] / "data"
VERSIONS = range(1, len(MIGRATIONS) + 1)


@pytest.fixture(params=VERSIONS)
def version(request: pytest.FixtureRequest) -> int:
    return int(request.param)


@pytest.fixture
def earlier(version: int, tmp_path: Path) -> Path:
    """Return a store as that schema wrote it."""
    path = tmp_path / "memory.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((DATA / f"schema-{version}.sql").read_text(encoding="utf-8"))
        connection.execute("PRAGMA journal_mode = wal")
    path.chmod(0o600)
    return path


def rows(path: Path) -> dict[str, list[dict[str, object]]]:
    """Return every row of every table, by column."""
    with closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: [dict(row) for row in connection.execute(f"SELECT * FROM {name}")] for name in names}


def test_it_is_of_its_version(earlier: Path, version: int) -> None:
    with closing(sqlite3.connect(earlier)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (version,)


def test_nothing_that_it_held_is_lost_or_changed(earlier: Path, version: int) -> None:
    before = rows(earlier)
    memory = open_memory(earlier)
    assert memory.findings() == []
    after = rows(earlier)
    before.pop(
        "posting"
    )  # derived, and packed anew by the sixth step: that there are no findings says that it is whole
    for table, kept in before.items():
        cut = [{name: row[name] for name in old} for old, row in zip(kept, after[table], strict=True)]
        assert cut == kept, table
    backups = [path.name for path in earlier.parent.glob("*.bak")]
    assert backups == ([] if version == len(MIGRATIONS) else [f"memory.db.schema-{version}.bak"])


def test_its_memories_are_found_and_its_changes_can_be_undone(earlier: Path) -> None:
    memory = open_memory(earlier)
    texts = {card.text for card in memory.listing(Wanted(everything=True)).cards}
    assert {"标签池服务用灰度发布", "Alice moved to Lisbon", "我对花生过敏\n好的", "editor: vim"} <= texts
    (answer,) = memory.recall([Query("里斯本")])
    assert [hit.card.external_id for hit in answer.hits][:1] == ["b"]
    operations = memory.log(None)
    memory.undo(None)
    assert len(memory.log(None)) == len(operations) + 1
    assert memory.findings() == []


def test_what_came_before_importance_was_kept_is_assessed_with_the_first_change(earlier: Path) -> None:
    memory = open_memory(earlier)
    report = memory.ingest([Draft("标签池服务用灰度发布！"), Draft("something new")], Defaults())
    assert (report.added, report.repeated) == (1, 1)  # near-same to what an earlier program took in
    cards = memory.listing(Wanted(everything=True)).cards
    assert all(card.structure is not None for card in cards)
    told = next(card for card in cards if card.external_id == "b")
    assert (told.tier, told.explicitness) == (Tier.PERM, 1.0)
