"""Moving house: backup, restoring one, export, import, and other programs' stores."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from tests.engine.conftest import NOW, stock
from wdm.engine.ingest import Defaults
from wdm.engine.look import Wanted
from wdm.engine.memory import Caller, Memory
from wdm.engine.moving import foreign
from wdm.engine.reading.items import Item, Rejected
from wdm.engine.recall import Query
from wdm.engine.settings import Settings
from wdm.store.errors import Damaged, NoStore, Refused, Unusable, Usage
from wdm.store.records import Draft, TagDraft

At = Callable[[str], Memory]


@pytest.fixture
def at(tmp_path: Path) -> At:
    """Return a function that opens a memory of a name."""
    numbers = count()

    def memory(name: str) -> Memory:
        caller = Caller(NOW, lambda size: next(numbers).to_bytes(size, "big"), "mei", "wdm test")
        return Memory(tmp_path / f"{name}.db", Settings(), caller)

    return memory


def exported(memory: Memory) -> list[str]:
    return list(memory.moving.export())


def merge(memory: Memory, lines: list[str], *, dry_run: bool = False) -> dict[str, int]:
    return dict(memory.moving.merge(enumerate(lines, start=1), dry_run=dry_run).added)


def test_what_follows_from_a_name_or_a_text_is_worked_out_anew(at: At) -> None:
    baker = Draft(text="Jon is a baker", tags=(TagDraft("Bakers", aliases=("bread shop",)),))
    at("one").ingest([baker], Defaults())
    told = [json.loads(line) for line in exported(at("one"))]
    for row in told:
        row |= {name: "elsewhere" for name in ("key", "match") if name in row}
        row |= {"content_hash": "00" * 12} if "content_hash" in row else {}
    merge(at("two"), [*map(json.dumps, told)])
    assert exported(at("two")) == exported(at("one"))
    assert [each.tag.name for each in next(at("two").recall([Query("a bread shop")])).tags] == ["Bakers"]
    assert at("two").ingest([Draft(text="Jon is a baker")], Defaults()).repeated == 1


class TestExport:
    def test_every_table_is_in_it_in_order(self, at: At) -> None:
        stock(at("one"))
        tables = [json.loads(line).get("table") for line in exported(at("one"))]
        assert tables[0] is None
        assert list(dict.fromkeys(tables[1:])) == [
            "scene", "tag", "tag_alias", "tag_relation", "card", "card_alias", "preference", "feedback", "golden",
            "persona", "mood_event", "card_use",
        ]  # fmt: skip

    def test_export_import_export_is_identical(self, at: At) -> None:
        stock(at("one"))
        told = exported(at("one"))
        merge(at("two"), told)
        assert exported(at("two")) == told
        assert at("two").findings() == []

    def test_it_can_be_read(self, at: At) -> None:
        stock(at("one"))
        card = next(json.loads(line) for line in exported(at("one")) if '"table": "card"' in line)
        assert (card["text"], card["created_at"]) == ("标签池用灰度发布", "2026-06-01T12:00:00Z")


class TestImport:
    def test_again_it_adds_nothing_and_can_be_undone(self, at: At) -> None:
        stock(at("one"))
        told = exported(at("one"))
        merge(at("two"), told)
        assert merge(at("two"), told) == {}
        at("two").undo(None)
        assert at("two").listing(Wanted(everything=True)).cards == []
        assert at("two").findings() == []

    def test_what_is_here_stays_and_the_same_content_makes_no_second_card(self, at: At) -> None:
        stock(at("one"))
        two = at("two")
        two.ingest([Draft("Alice moved to Lisbon!"), Draft("mine", external_id="again")], Defaults())
        two.pool.add("release", definition="my own", dimension=None, kind=None, aliases=("生活",))
        added = merge(two, exported(at("one")))
        # Of 4 cards (3, and the preference) one is here by its content; 生活 is a name here already.
        assert added["card"] == 3
        assert "tag_alias" not in added
        texts = [card.text for card in two.listing(Wanted(everything=True)).cards]
        assert sorted(texts) == sorted(
            ["Alice moved to Lisbon!", "mine", "标签池用灰度发布", "old and gone", "os: BSD"]
        )
        assert two.pool.show("release").tag.definition == "my own"
        assert two.peek(["again"])[0].text == "mine"
        assert two.findings() == []
        (golden,) = two.upkeep.check_golden()
        assert (golden.golden.wanted, golden.rank) == (1, 1)

    def test_a_dry_run_counts_and_changes_nothing(self, at: At) -> None:
        stock(at("one"))
        at("two").ingest([Draft("mine")], Defaults())
        before = exported(at("two"))
        assert merge(at("two"), exported(at("one")), dry_run=True)["card"] == 4
        assert exported(at("two")) == before

    @pytest.mark.parametrize(
        ("spoil", "message"),
        [
            (lambda lines: [*lines, "{"], "not JSON"),
            (lambda lines: [*lines, "[]"], "is no line of an export"),
            (lambda lines: [*lines, '{"table": "operation"}'], "is no table of an export"),
            (lambda lines: [*lines, lines[1]], "out of order"),
            (lambda lines: [*lines[:-1], lines[-1].replace('"day"', '"night"')], "missing or unknown fields"),
            (lambda lines: ['{"schema": "wdm.export/2"}', *lines[1:]], "is not wdm.export/1"),
            (
                lambda lines: [line.replace('"completed"', '"weird"') for line in lines],
                "'weird' is not a valid",
            ),
            (
                lambda lines: [line.replace('"Alice moved to Lisbon"', "7") for line in lines],
                "text cannot be 7",
            ),
            (lambda lines: [line.replace("moved", "\\ud800") for line in lines], "half of a surrogate pair"),
            (
                lambda lines: [line.replace('"repeats": 1', '"repeats": 1e99') for line in lines],
                "repeats cannot be",
            ),
            (
                lambda lines: [line.replace('"created_at": "', '"created_at": "x') for line in lines],
                "is not a time in ISO 8601",
            ),
        ],
    )
    def test_a_bad_line_takes_nothing_in(
        self, spoil: Callable[[list[str]], list[str]], message: str, at: At
    ) -> None:
        stock(at("one"))
        at("two").ingest([Draft("mine")], Defaults())
        before = exported(at("two"))
        with pytest.raises(Usage, match=message):
            merge(at("two"), spoil(exported(at("one"))))
        assert exported(at("two")) == before

    def test_a_row_that_refers_to_nothing_takes_nothing_in(self, at: At) -> None:
        stock(at("one"))
        told = [line for line in exported(at("one")) if '"table": "scene"' not in line]
        with pytest.raises(Refused, match="card refers to scene 1, which is not there"):
            merge(at("two"), told)


class TestBackup:
    def test_a_copy_is_whole_and_private(self, at: At, tmp_path: Path) -> None:
        stock(at("one"))
        assert at("one").moving.backup(tmp_path / "copy.db") == 4
        assert (tmp_path / "copy.db").stat().st_mode & 0o777 == 0o600
        assert exported(at("copy")) == exported(at("one"))
        with pytest.raises(Unusable, match="exists already"):
            at("one").moving.backup(tmp_path / "copy.db")

    def test_a_backup_takes_the_place_of_the_memory_which_is_kept_beside_it(
        self, at: At, tmp_path: Path
    ) -> None:
        stock(at("one"))
        then = exported(at("one"))
        at("one").moving.backup(tmp_path / "copy.db")
        at("one").ingest([Draft("later")], Defaults())
        now = exported(at("one"))
        cards, kept = at("one").moving.restore_from(tmp_path / "copy.db")
        assert (cards, kept) == (4, tmp_path / "one.db.before-restore-1.bak")
        assert exported(at("one")) == then
        at("one").moving.restore_from(tmp_path / "one.db.before-restore-1.bak")
        assert exported(at("one")) == now

    def test_what_is_not_sound_is_refused_and_nothing_is_changed(self, at: At, tmp_path: Path) -> None:
        stock(at("one"))
        before = exported(at("one"))
        (tmp_path / "text.db").write_text("no database " * 100, encoding="utf-8")
        with pytest.raises(Damaged):
            at("one").moving.restore_from(tmp_path / "text.db")
        at("one").moving.backup(tmp_path / "copy.db")
        with closing(sqlite3.connect(tmp_path / "copy.db")) as connection, connection:
            connection.execute("DELETE FROM posting WHERE term = 'lisbon'")
        with pytest.raises(Damaged, match="not indexed"):
            at("one").moving.restore_from(tmp_path / "copy.db")
        with pytest.raises(NoStore):
            at("one").moving.restore_from(tmp_path / "nowhere.db")
        with pytest.raises(Refused, match="from itself"):
            at("one").moving.restore_from(tmp_path / "one.db")
        assert exported(at("one")) == before


def drafts(items: Iterator[Item]) -> list[tuple[str, str | None, list[str]]]:
    return [(i.text, i.topic, [tag.name for tag in i.tags]) for i in items if isinstance(i, Draft)]


class TestForeign:
    def test_a_knowledge_graph_gives_a_fact_for_each_observation_and_relation(self) -> None:
        lines = [
            '{"type": "entity", "name": "Alice", "entityType": "person", "observations": ["lives in Lisbon", " "]}',
            '{"type": "relation", "from": "Alice", "to": "Acme", "relationType": "works at"}',
            '{"type": "other"}',
        ]
        items = list(foreign.graph(enumerate(lines, start=1)))
        assert drafts(iter(items)) == [
            ("Alice: lives in Lisbon", None, ["Alice"]),
            ("Alice works at Acme", None, ["Alice", "Acme"]),
        ]
        assert items[2] == Rejected(3, "neither an entity nor a relation of a knowledge graph")

    def test_notes_give_an_item_for_each_memory_under_its_heading(self) -> None:
        lines = [
            "intro", "", "# People", "- likes tea", "- 对花生过敏", "  严重", "", "a paragraph", "of two lines", "",
            "## Work", "* [x] done", "1. not an item",
        ]  # fmt: skip
        assert drafts(foreign.notes(enumerate(lines, start=1), "MEMORY")) == [
            ("intro", "MEMORY", []),
            ("likes tea", "People", []),
            ("对花生过敏\n严重", "People", []),
            ("a paragraph\nof two lines", "People", []),
            ("done\n1. not an item", "Work", []),
        ]

    def test_names_of_fields_can_be_mapped(self) -> None:
        line = '{"content": "hello", "meta": {"made": "2020-01-01"}, "topic": "t", "junk": 1}'
        (found,) = foreign.mapped([(1, line)], {"text": "content", "time": "meta.made"}, set())
        assert isinstance(found, Draft)
        assert (found.text, found.topic, found.happened_at) == ("hello", "t", 1_577_836_800_000)


class TestRepair:
    def test_what_is_derived_is_made_anew_after_a_backup(self, at: At, tmp_path: Path) -> None:
        stock(at("one"))
        told = exported(at("one"))
        with closing(sqlite3.connect(tmp_path / "one.db")) as connection, connection:
            connection.execute("DELETE FROM posting WHERE term = 'lisbon'")
            connection.execute("UPDATE tag_stat SET cards = 99")
        (tmp_path / "one.db").chmod(0o644)
        assert {finding.kind for finding in at("one").findings()} == {"index", "statistics", "mode"}
        kept, left = at("one").moving.repair()
        assert left == []
        assert at("one").findings() == []
        assert exported(at("one")) == told
        assert kept == tmp_path / "one.db.before-repair-1.bak"
        with closing(sqlite3.connect(kept)) as connection:
            assert connection.execute("SELECT max(cards) FROM tag_stat").fetchone() == (99,)

    def test_what_only_a_person_can_mend_is_left_and_told(self, at: At, tmp_path: Path) -> None:
        stock(at("one"))
        with closing(sqlite3.connect(tmp_path / "one.db")) as connection, connection:
            connection.execute("UPDATE tag SET merged_into = NULL WHERE status = 'merged'")
        _, left = at("one").moving.repair()
        assert [finding.kind for finding in left] == ["tag"]
