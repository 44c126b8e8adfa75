"""Shown is not used: what counts as use of a card, how often, and that counting never stands in the way of reading."""

from __future__ import annotations

import os
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.engine.conftest import DAY, NOW, open_memory
from tests.store.test_database import as_nobody
from wdm.engine.context import Asked, Budgets
from wdm.engine.doors.pool import TagFilter
from wdm.engine.frames import Completion
from wdm.engine.ingest import Defaults
from wdm.engine.look import Shown, Wanted
from wdm.engine.memory import Caller, Memory
from wdm.engine.recall import Answer, Query
from wdm.engine.settings import RecallSettings, Settings
from wdm.store.records import Card, Depth, Draft, Judgement, Tier

Keep = Callable[..., list[int]]

DEEPER = [Depth.MEDIUM, Depth.DEEP]


def at(path: Path, now: int, settings: Settings | None = None) -> Memory:
    """Open the memory of a path at another time, or with other settings."""
    return Memory(path, settings or Settings(), Caller(now, os.urandom, "mei", "wdm test"))


def recall(memory: Memory, *words: str, depth: Depth = Depth.MEDIUM) -> list[Answer]:
    return list(memory.recall(Query(each, depth=depth) for each in words))


def uses(memory: Memory) -> dict[int, int]:
    """Return the uses of each card, without using it."""
    return {card.id: card.uses for card in memory.listing(Wanted(everything=True)).cards}


@pytest.fixture(autouse=True)
def trams(keep: Keep) -> None:
    keep("a red tram", "a blue tram", "a green bus")


class TestUse:
    def test_showing_a_card_is_use(self, memory: Memory) -> None:
        assert memory.show(["1", "3"]).use == "counted"
        assert uses(memory) == {1: 1, 2: 0, 3: 1}
        (one,) = memory.peek(["1"])
        assert one.last_used == NOW

    @pytest.mark.parametrize("depth", DEEPER)
    def test_a_deeper_recall_is_use_of_what_it_brings(self, depth: Depth, memory: Memory) -> None:
        (answer,) = recall(memory, "tram", depth=depth)
        assert answer.use == "counted"
        assert uses(memory) == {1: 1, 2: 1, 3: 0}

    def test_only_of_what_it_brings(self, memory: Memory) -> None:
        (answer,) = memory.recall([Query("tram", top=1, depth=Depth.MEDIUM)])
        assert sum(uses(memory).values()) == 1
        assert uses(memory)[answer.hits[0].card.id] == 1

    def test_a_card_that_is_shown_twice_at_once_is_used_once(self, memory: Memory) -> None:
        assert len(memory.show(["1", "1"]).cards) == 2
        assert uses(memory)[1] == 1

    def test_a_day_counts_once_however_a_card_is_used(self, memory: Memory) -> None:
        memory.show(["1"])
        memory.show(["1"])
        recall(memory, "red", depth=Depth.DEEP)
        assert recall(memory, "red tram", "tram")[1].use == "counted"
        assert uses(memory) == {1: 1, 2: 1, 3: 0}

    def test_the_next_day_counts_anew_from_midnight_utc(self, memory: Memory) -> None:
        # NOW is noon.
        for hours in (0, 11, 12, 35, 36):
            at(memory.path, NOW + hours * DAY // 24).show(["1"])
        assert uses(memory)[1] == 3
        (one,) = memory.peek(["1"])
        assert one.last_used == NOW + 36 * DAY // 24

    def test_what_is_out_of_sight_is_used_when_it_is_shown(self, memory: Memory) -> None:
        memory.cards.forget(["2"])
        assert memory.show(["2"]).cards[0].forgotten_at == NOW
        assert uses(memory)[2] == 1

    def test_the_answer_tells_the_uses_from_before(self, memory: Memory) -> None:
        assert memory.show(["1"]).cards[0].uses == 0
        assert memory.show(["1"]).cards[0].uses == 1

    def test_it_is_no_operation(self, memory: Memory) -> None:
        before = memory.log(None)
        memory.show(["1"])
        recall(memory, "tram")
        assert memory.log(None) == before
        memory.undo(None)
        assert uses(memory) == {}

    def test_uses_make_a_card_warm(self, memory: Memory) -> None:
        memory.cards.pin(["1"], Tier.COLD)
        memory.cards.unpin(["1"])
        for day in range(3):
            moves = at(memory.path, NOW + day * DAY).tiers(None, None, moves=True).moves
            assert "cold > hot" not in moves
            at(memory.path, NOW + day * DAY).show(["1"])
        # Three days of use within fourteen.
        assert at(memory.path, NOW + 2 * DAY).tiers(None, None, moves=True).moves["cold > hot"] == 1

    def test_nothing_is_left_beside_the_file(self, memory: Memory) -> None:
        recall(memory, "tram")
        memory.show(["3"])
        assert [path.name for path in memory.path.parent.glob("memory.db-wal") if path.stat().st_size] == []


BLOCK = Asked("tram", Depth.DEEP, 5, Budgets(700, 900, 400, 800))

LOOKS: dict[str, Callable[[Memory], object]] = {
    "list": lambda memory: memory.listing(Wanted()),
    "list --all": lambda memory: memory.listing(Wanted(everything=True)),
    "recall": lambda memory: recall(memory, "tram", depth=Depth.SHALLOW),
    "context": lambda memory: memory.context(BLOCK),
    "tiers": lambda memory: memory.tiers(None, None, moves=False),
    "tiers --moves": lambda memory: memory.tiers(Tier.HOT, 1, moves=True),
    "stats": lambda memory: memory.stats(),
    "doctor": lambda memory: memory.findings(),
    "doctor --rebuild": lambda memory: memory.rebuild(),
    "why": lambda memory: memory.why("1", Query("tram")),
    "peek": lambda memory: memory.peek(["1"]),
    "feedback": lambda memory: memory.feedback("1", Judgement.CONFIRMED, "tram", ""),
    "log": lambda memory: memory.log(None),
    "scenes": lambda memory: memory.scenes(),
    "tags list": lambda memory: list(memory.pool.listing(TagFilter())),
    "pin": lambda memory: memory.cards.pin(["1"], Tier.PERM),
    "forget": lambda memory: memory.cards.forget(["1"]),
    "supersede": lambda memory: memory.cards.supersede("1", "2"),
    "ingest again": lambda memory: memory.ingest([Draft("a red tram")], Defaults()),
}


@pytest.mark.parametrize("look", LOOKS)
def test_what_only_looks_or_decides_is_no_use(look: str, memory: Memory) -> None:
    before = uses(memory)
    LOOKS[look](memory)
    assert uses(memory) == before
    assert all(card.last_used is None for card in memory.listing(Wanted(everything=True)).cards)


def test_a_turn_that_is_written_and_read_back_is_no_use(memory: Memory) -> None:
    number = memory.frame(Draft("a question"))
    memory.complete(str(number), Completion("an answer"))
    assert uses(memory)[number] == 0


@pytest.mark.parametrize("look", ["list", "recall", "context", "tiers", "stats", "doctor"])
def test_what_only_looks_leaves_the_file_as_it_is(look: str, memory: Memory) -> None:
    before = memory.path.read_bytes()
    LOOKS[look](memory)
    assert memory.path.read_bytes() == before


class TestSetting:
    @pytest.fixture
    def uncounted(self, memory: Memory) -> Memory:
        return at(memory.path, NOW, Settings(recall=RecallSettings(count_uses=False)))

    def test_without_counting_nothing_is_said_and_nothing_is_written(self, uncounted: Memory) -> None:
        before = uncounted.path.read_bytes()
        assert uncounted.show(["1"]).use is None
        assert [answer.use for answer in recall(uncounted, "tram", "bus", depth=Depth.DEEP)] == [None, None]
        assert uncounted.path.read_bytes() == before

    @pytest.mark.parametrize("depth", Depth)
    def test_an_answer_that_is_too_shallow_says_nothing_of_use(self, depth: Depth, memory: Memory) -> None:
        (answer,) = recall(memory, "tram", depth=depth)
        assert (answer.use is None) is (depth is Depth.SHALLOW)


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Hold the write lock of a store for a block."""
    with closing(sqlite3.connect(path, isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        yield
        holder.execute("ROLLBACK")


class TestInTheWay:
    """Reading neither waits nor fails where the use cannot be counted."""

    def test_of_another_writer_the_answer_comes_at_once_and_says_so(self, memory: Memory) -> None:
        start = time.monotonic()
        with writing(memory.path):
            shown = memory.show(["1"])
            answers = recall(memory, "tram", "bus")
        # `busy_ms` is 5,000: one wait would be longer than this.
        assert time.monotonic() - start < 4
        assert [card.text for card in shown.cards] == ["a red tram"]
        assert [len(answer.hits) for answer in answers] == [2, 1]
        said = {shown.use, *(answer.use for answer in answers)}
        assert said == {"skipped: another process writes"}
        assert uses(memory) == {1: 0, 2: 0, 3: 0}

    def test_afterwards_it_counts_again(self, memory: Memory) -> None:
        with writing(memory.path):
            memory.show(["1"])
        assert memory.show(["1"]).use == "counted"
        assert uses(memory)[1] == 1

    def test_what_was_counted_today_needs_no_writing(self, memory: Memory) -> None:
        memory.show(["1"])
        with writing(memory.path):
            assert memory.show(["1"]).use == "counted"

    def test_nothing_found_needs_no_writing(self, memory: Memory) -> None:
        with writing(memory.path):
            assert [answer.use for answer in recall(memory, "quokka")] == ["counted"]


def shut_out(act: Callable[[], object]) -> str:
    """Do something as somebody who may not write where it is done; return what it said."""
    return as_nobody(act) if os.geteuid() == 0 else repr(act())


@pytest.mark.skipif(os.name != "posix", reason="needs modes of files and folders")
class TestReadOnly:
    @pytest.fixture(params=["file and folder", "folder", "file"])
    def locked(self, request: pytest.FixtureRequest) -> Iterator[Memory]:
        """A memory in a folder, of which one or both are only for reading."""
        with tempfile.TemporaryDirectory() as folder:
            memory = open_memory(Path(folder) / "memory.db")
            memory.ingest([Draft("a red tram"), Draft("a blue tram")], Defaults())
            memory.show(["2"])  # so that all that a call imports is there
            memory.path.chmod(0o666 if request.param == "folder" else 0o444)
            memory.path.parent.chmod(0o777 if request.param == "file" else 0o555)
            yield memory
            memory.path.parent.chmod(0o700)

    def test_a_card_is_shown_and_its_use_is_left(self, locked: Memory) -> None:
        def show() -> tuple[list[str], str]:
            shown: Shown = locked.show(["1"])
            return [card.text for card in shown.cards], (shown.use or "")[:9]

        assert shut_out(show) == repr((["a red tram"], "skipped: "))

    @pytest.mark.parametrize("depth", DEEPER)
    def test_a_recall_answers_and_leaves_it_too(self, depth: Depth, locked: Memory) -> None:
        def answer() -> tuple[list[int], str]:
            (told,) = recall(locked, "red tram", depth=depth)
            return sorted(hit.card.id for hit in told.hits), (told.use or "")[:9]

        assert shut_out(answer) == repr(([1, 2], "skipped: "))

    def test_what_it_says_names_no_traceback_but_the_reason(self, locked: Memory) -> None:
        said = shut_out(lambda: locked.show(["1"]).use)
        assert "readonly" in said or "unable to open" in said or "cannot make" in said

    def test_nothing_changed(self, locked: Memory) -> None:
        before = locked.path.read_bytes()
        shut_out(lambda: locked.show(["1"]).use)
        assert locked.path.read_bytes() == before

        def one() -> Card:
            return locked.peek(["1"])[0]

        assert one().uses == 0
