"""Whatever is done to a memory, in any order, it stays sound, and all of it can be taken back."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from tests.engine.conftest import DAY, NOW
from tests.store.conftest import dump, run_machine
from wdm.engine.evolve import Step
from wdm.engine.frames import Completion
from wdm.engine.ingest import Defaults
from wdm.engine.memory import Caller, Memory
from wdm.engine.reading.items import DocumentDraft
from wdm.engine.rules.mood import Happening
from wdm.engine.settings import IngestSettings, JournalSettings, Settings
from wdm.store.check import Finding
from wdm.store.errors import WdmError
from wdm.store.records import (
    Draft,
    Judgement,
    Kind,
    Level,
    PreferenceDraft,
    Status,
    TagDraft,
    TagStatus,
    Tier,
)

# Few enough of each that they meet: the same text under two ids, an alias that is another's name, and so on.
TAGS = st.sampled_from(["fruit", "Fruits", "苹果", "水果", "jon", "report"])
IDS = st.sampled_from(["a", "b", "c", "d"])
TEXTS = st.sampled_from(
    ["Jon lost his job.", "我们吃了苹果", "The report is late.", "水果和苹果都买了", "plain"]
)
SCENES = st.none() | st.sampled_from(["工作/评审", "工作", "home"])
CARDS = st.integers(1, 8).map(str)

TAG_DRAFTS = st.tuples(TAGS, st.none() | st.just("d"), st.lists(TAGS, max_size=1)).map(
    lambda told: TagDraft(told[0], definition=told[1], aliases=tuple(told[2]))
)

PREFERENCES = st.sampled_from(["vim", "emacs"]).map(lambda value: (PreferenceDraft("editor", value),))

DRAFTS = st.fixed_dictionaries(
    {
        "text": TEXTS,
        "external_id": st.none() | IDS,
        "kind": st.sampled_from([Kind.FACT, Kind.CHAT]),
        "topic": st.none() | st.just("t"),
        "summary": st.none() | st.just("short"),
        "scene": SCENES,
        "tags": st.lists(TAG_DRAFTS, max_size=2).map(tuple),
        "preferences": st.just(()) | PREFERENCES,
        "supersedes": st.none() | IDS,
        "remember": st.booleans(),
    }
).map(lambda told: Draft(**told))

DOCUMENTS = st.builds(
    DocumentDraft,
    path=st.sampled_from(["/a.md", "/b.md"]),
    hash=st.sampled_from([b"1", b"2"]),
    mime=st.just("text/markdown"),
    summary=st.just("s"),
    overview=st.just("o"),
    sections=st.lists(TEXTS, max_size=3, unique=True).map(
        lambda texts: tuple(Draft(text, kind=Kind.FILE) for text in texts)
    ),
)


class Deeds(RuleBasedStateMachine):
    """A memory, and what it held before each operation of its journal."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.chance = count()
        self.before: dict[int, object] = {}
        self.memory = Memory(
            self.folder / "memory.db",
            Settings(ingest=IngestSettings(chunk=2), journal=JournalSettings(keep_days=36_500)),
            Caller(NOW, lambda size: next(self.chance).to_bytes(size, "big"), "mei", "wdm test"),
        )
        self.memory.ingest([Draft("first")], Defaults())
        self.memory.undo(None)
        self.begun = self.memory.log(1)[0].id

    def wrong(self) -> list[Finding]:
        """Return what is wrong, but for remarks on time: its deeds are of many days."""
        return [found for found in self.memory.findings() if found.kind not in ("clock", "frame")]

    def held(self) -> object:
        with self.memory._store(write=False) as store:
            return dump(store)

    def do(self, deed: Callable[[], object]) -> None:
        before = self.held()
        try:
            deed()
        except WdmError:
            assert self.held() == before, "a deed that was refused changed something"
        latest = self.memory.log(1)[0].id
        if latest > max(self.before, default=self.begun):
            self.before[latest] = before
        else:
            assert self.held() == before, "a change that is not in the journal"
        # Each operation is closed, the index agrees with the cards, nothing refers to what is gone.
        assert self.wrong() == []

    @rule(items=st.lists(DRAFTS | DOCUMENTS, min_size=1, max_size=4), strict=st.booleans())
    def ingest(self, items: list[Draft | DocumentDraft], *, strict: bool) -> None:
        self.do(lambda: self.memory.ingest(items, Defaults(), strict=strict))

    @rule(card=CARDS)
    def forget(self, card: str) -> None:
        self.do(lambda: self.memory.cards.forget([card]))

    @rule(card=CARDS)
    def restore(self, card: str) -> None:
        self.do(lambda: self.memory.cards.restore([card]))

    @rule(card=CARDS, tier=st.none() | st.sampled_from(Tier))
    def pin(self, card: str, tier: Tier | None) -> None:
        self.do(lambda: self.memory.cards.pin([card], tier) if tier else self.memory.cards.unpin([card]))

    @rule(old=CARDS, new=CARDS)
    def supersede(self, old: str, new: str) -> None:
        self.do(lambda: self.memory.cards.supersede(old, new))

    @rule(text=TEXTS, tags=st.lists(TAG_DRAFTS, max_size=1).map(tuple))
    def frame(self, text: str, tags: tuple[TagDraft, ...]) -> None:
        self.do(lambda: self.memory.frame(Draft(text, tags=tags)))

    @rule(
        card=CARDS,
        reply=st.none() | TEXTS,
        status=st.sampled_from([Status.COMPLETED, Status.FAILED]),
        preferences=st.just(()) | PREFERENCES,
    )
    def complete(
        self, card: str, reply: str | None, status: Status, preferences: tuple[PreferenceDraft, ...]
    ) -> None:
        self.do(lambda: self.memory.complete(card, Completion(reply, status, preferences=preferences)))

    @rule(query=st.sampled_from(["jon", "水果"]), card=CARDS)
    def hold_golden(self, query: str, card: str) -> None:
        self.do(lambda: self.memory.upkeep.add_golden(query, card))

    @rule(days=st.sampled_from([0, 2, 400]))
    def keep_up(self, days: int) -> None:
        later = self.memory.caller._replace(now=NOW + days * DAY)
        memory = Memory(self.memory.path, self.memory.settings, later)
        self.do(lambda: memory.upkeep.evolve(list(Step), dry_run=False, force=True))
        self.do(lambda: memory.upkeep.clean(None, None, dry_run=False, force=True))

    @rule(happening=st.sampled_from([Happening.PRAISE, Happening.INSULT]))
    def feel(self, happening: Happening) -> None:
        self.do(lambda: self.memory.moods.feel(happening, 0.5, ""))

    @rule(word=st.sampled_from(["hearth", "kite"]))
    def become(self, word: str) -> None:
        self.do(lambda: self.memory.moods.use(word, "en"))

    @rule(card=CARDS, status=st.sampled_from(Judgement), query=st.sampled_from(["jon", "水果", "who?"]))
    def judge(self, card: str, status: Judgement, query: str) -> None:
        self.do(lambda: self.memory.feedback(card, status, query, ""))

    @rule(name=TAGS, aliases=st.lists(TAGS, max_size=1))
    def add_tag(self, name: str, aliases: list[str]) -> None:
        self.do(
            lambda: self.memory.pool.add(name, definition=None, dimension="d", kind=None, aliases=aliases)
        )

    @rule(name=TAGS, definition=st.sampled_from(["d", "e"]))
    def define_tag(self, name: str, definition: str) -> None:
        self.do(lambda: self.memory.pool.define(name, definition=definition, dimension=None, kind=None))

    @rule(name=TAGS, other=TAGS)
    def give_alias(self, name: str, other: str) -> None:
        self.do(lambda: self.memory.pool.alias(name, other))

    @rule(name=TAGS, other=TAGS)
    def take_alias(self, name: str, other: str) -> None:
        self.do(lambda: self.memory.pool.unalias(name, other))

    @rule(name=TAGS, other=TAGS)
    def rename_tag(self, name: str, other: str) -> None:
        self.do(lambda: self.memory.pool.rename(name, other))

    @rule(name=TAGS, status=st.sampled_from([TagStatus.ACTIVE, TagStatus.DEPRECATED]))
    def set_status(self, name: str, status: TagStatus) -> None:
        self.do(lambda: self.memory.pool.set_status([name], status))

    @rule(name=TAGS, other=TAGS, level=st.sampled_from(Level))
    def relate_tags(self, name: str, other: str, level: Level) -> None:
        self.do(lambda: self.memory.pool.relate(name, other, level, ""))

    @rule(name=TAGS, other=TAGS)
    def part_tags(self, name: str, other: str) -> None:
        self.do(lambda: self.memory.pool.unrelate(name, other))

    @rule(names=st.lists(TAGS, min_size=1, max_size=2), into=TAGS, dry_run=st.booleans())
    def merge_tags(self, names: list[str], into: str, *, dry_run: bool) -> None:
        self.do(lambda: self.memory.pool.merge(names, into, ["jon"], dry_run=dry_run))

    @rule(name=TAGS, new=TAGS, card=CARDS)
    def split_tag(self, name: str, new: str, card: str) -> None:
        self.do(lambda: self.memory.pool.split(name, new, [card]))

    @rule(back=st.integers(0, 6))
    def undo(self, back: int) -> None:
        latest = self.memory.log(1)[0].id
        self.do(lambda: self.memory.undo(max(latest - back, 1)))

    def teardown(self) -> None:
        """Moving house loses nothing; taking back everything, the latest first, passes through every earlier state."""
        try:
            self.move_house()
            for number in sorted(self.before, reverse=True):
                self.memory.undo(number)
                assert self.held() == self.before[number], f"operation {number}"
            assert self.wrong() == []
        finally:
            shutil.rmtree(self.folder)

    def move_house(self) -> None:
        """Export, import elsewhere, export: the same bytes; a second import adds nothing."""
        told = list(self.memory.moving.export())
        other = Memory(self.folder / "other.db", Settings(), self.memory.caller)
        other.moving.merge(enumerate(told, start=1), dry_run=False)
        assert list(other.moving.export()) == told
        assert other.findings() == []
        again = other.moving.merge(enumerate(told, start=1), dry_run=False)
        assert dict(again.added) == {}
        assert list(other.moving.export()) == told


def test_any_deeds_leave_a_sound_memory_and_can_all_be_taken_back() -> None:
    run_machine(Deeds, examples=6, steps=12)


@pytest.mark.slow
def test_many_deeds_leave_a_sound_memory_and_can_all_be_taken_back() -> None:
    run_machine(Deeds, examples=60, steps=40)
