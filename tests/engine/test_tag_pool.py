import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from tests.engine.conftest import open_memory
from wdm.engine.doors.pool import TagFilter
from wdm.engine.ingest import Defaults
from wdm.engine.memory import Memory
from wdm.engine.recall import Answer
from wdm.store import tables
from wdm.store.errors import NotFound, Refused, WdmError
from wdm.store.records import Draft, Level, TagStatus

Keep = Callable[..., list[int]]
Ask = Callable[..., Answer]


def canonical(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return all rows that nobody could make anew."""
    with sqlite3.connect(path) as db:
        names = [tables.table_name(model) for model in tables.CANONICAL]
        rows = {name: sorted(db.execute(f"SELECT * FROM {name}").fetchall(), key=repr) for name in names}
    db.close()
    return rows


def found(answer: Answer) -> list[int]:
    return [hit.card.id for hit in answer.hits]


def names(memory: Memory) -> dict[str, TagStatus]:
    return {tag.name: tag.status for tag in memory.pool.listing(TagFilter())}


def test_synonyms_find_each_others_cards_and_say_by_which_way(memory: Memory, keep: Keep, ask: Ask) -> None:
    (one,) = keep("每周整理一次词条", tags=("标签池",))
    (other,) = keep("新词放进来之前要审核", tags=("词表",))
    assert found(ask("标签池")) == [one]
    memory.pool.relate("标签池", "词表", Level.SYNONYM, "两个叫法")
    answer = ask("标签池")
    assert set(found(answer)) == {one, other}
    (way,) = next(hit for hit in answer.hits if hit.card.id == other).tags
    assert (way.via, way.level, way.hops, way.weight) == (("标签池", "词表"), Level.SYNONYM, 1, 0.8)
    assert set(found(ask("词表"))) == {one, other}


def test_relations_stand_on_both_sides_and_people_may_lower_them(memory: Memory, keep: Keep) -> None:
    keep("x y", tags=("tea", "cup"))
    memory.pool.relate("tea", "cup", Level.SYNONYM, "")
    assert memory.pool.relate("cup", "tea", Level.SYNONYM, "")[2] is False
    memory.pool.relate("cup", "tea", Level.LOOSE, "")
    for name, other in (("tea", "cup"), ("cup", "tea")):
        (relation,) = memory.pool.show(name).relations
        assert (relation[0].level, relation[1].name) == (Level.LOOSE, other)


def test_a_tag_is_not_related_to_itself_nor_to_one_that_is_not_there(memory: Memory, keep: Keep) -> None:
    keep("x y", tags=("tea",))
    memory.pool.alias("tea", "chai")
    with pytest.raises(Refused):
        memory.pool.relate("tea", "chai", Level.SYNONYM, "")
    with pytest.raises(NotFound):
        memory.pool.relate("tea", "coffee", Level.SYNONYM, "")


def test_a_deprecated_tag_leaves_recall_and_comes_back(memory: Memory, keep: Keep, ask: Ask) -> None:
    (card,) = keep("每周整理一次词条", tags=("标签池",))
    memory.pool.set_status(["标签池"], TagStatus.DEPRECATED)
    assert ask("标签池").tags == ()
    assert memory.pool.show("标签池").cards == (card,)  # what it would still have matched
    memory.pool.set_status(["标签池"], TagStatus.ACTIVE)
    assert [named.tag.name for named in ask("标签池").tags] == ["标签池"]


def test_a_merge_moves_cards_names_relations_and_definitions(memory: Memory, keep: Keep, ask: Ask) -> None:
    (both,) = keep("a b", tags=("k8s", "kubernetes"))
    (only,) = keep("c d", tags=("k8s",))
    keep("e f", tags=("cluster",))
    memory.pool.define("k8s", definition="short for kubernetes", dimension="tool", kind=None)
    memory.pool.alias("k8s", "kube")
    memory.pool.relate("k8s", "cluster", Level.RELATED, "runs in one")
    plan = memory.pool.merge(["k8s"], "kubernetes", (), dry_run=False)
    moved = plan.moved
    assert (moved.cards, moved.both, moved.relations, moved.aliases) == (1, 1, 1, 1)
    view = memory.pool.show("kubernetes")
    assert (view.tag.cards, view.tag.definition, view.tag.dimension) == (2, "short for kubernetes", "tool")
    assert view.tag.aliases == ("kube",)
    assert [(relation.level, other.name) for relation, other in view.relations] == [
        (Level.RELATED, "cluster")
    ]
    # The old name leads to the target, for queries and for new memories alike.
    assert set(found(ask("k8s"))) >= {both, only}
    keep("g h", tags=("k8s",))
    assert memory.pool.show("kubernetes").tag.cards == 3


def test_chains_of_merges_are_flattened_and_cycles_refused(memory: Memory, keep: Keep) -> None:
    keep("a b", tags=("tea", "chai", "brew"))
    memory.pool.merge(["tea"], "chai", (), dry_run=False)
    memory.pool.merge(["chai"], "brew", (), dry_run=False)
    pool = {tag.name: tag for tag in memory.pool.listing(TagFilter())}
    assert pool["tea"].merged_into == pool["chai"].merged_into == pool["brew"].id
    for source, target in (("brew", "tea"), ("brew", "brew"), ("tea", "brew")):
        with pytest.raises(Refused):
            memory.pool.merge([source], target, (), dry_run=False)


def test_a_rehearsed_merge_changes_nothing_and_tells_which_queries_change(memory: Memory, keep: Keep) -> None:
    keep("a b", tags=("tea",))
    keep("c d", tags=("chai",))
    before = canonical(memory.path)
    plan = memory.pool.merge(["chai"], "tea", ["tea", "zebra"], dry_run=True)
    assert canonical(memory.path) == before
    assert memory.log(1)[0].command == "wdm test"
    assert len(memory.log(None)) == 2
    assert plan.checked == 2
    assert [(shift.query, shift.before, len(shift.after)) for shift in plan.shifts] == [("tea", (1,), 2)]


def test_undoing_a_merge_restores_every_row(memory: Memory, keep: Keep) -> None:
    keep("a b", tags=("tea", "chai"))
    keep("c d", tags=("chai",))
    memory.pool.define("chai", definition="spiced", dimension="drink", kind=None)
    memory.pool.relate("chai", "tea", Level.RELATED, "")
    before = canonical(memory.path)
    memory.pool.merge(["chai"], "tea", (), dry_run=False)
    assert canonical(memory.path) != before
    memory.undo(None)
    assert canonical(memory.path) == before
    assert not [finding for finding in memory.findings() if finding.damage]


def test_a_renamed_tag_is_found_by_both_names(memory: Memory, keep: Keep, ask: Ask) -> None:
    (card,) = keep("每周整理一次词条", tags=("标签池",))
    memory.pool.rename("标签池", "词库")
    assert found(ask("词库")) == found(ask("标签池")) == [card]
    memory.pool.rename("词库", "标签池")  # back to a name that is its own alias now
    assert memory.pool.show("标签池").tag.aliases == ("词库",)


def test_names_are_unique_whatever_their_width_or_case(memory: Memory, keep: Keep) -> None:
    keep("a b", tags=("SQL",))
    for name in ("sql", "ＳＱＬ", "  Sql "):
        with pytest.raises(Refused):
            memory.pool.add(name, definition=None, dimension=None, kind=None, aliases=())


def test_codes_are_never_given_twice(memory: Memory, keep: Keep) -> None:
    keep("a b", tags=("tea",))
    memory.undo(None)
    keep("c d", tags=("chai",))
    assert memory.pool.show("chai").tag.code == "T00002"


def test_a_split_moves_the_cards_that_are_named(memory: Memory, keep: Keep) -> None:
    river, money = keep("the river bank", "the savings bank", tags=("bank",))
    moved = memory.pool.split("bank", "riverbank", [str(river)])
    assert (moved.cards, memory.pool.show("riverbank").cards) == (1, (river,))
    assert memory.pool.show("bank").cards == (money,)
    with pytest.raises(NotFound):
        memory.pool.split("bank", "riverbank", [str(river)])


def test_empty_words_never_replace_a_definition(memory: Memory, keep: Keep) -> None:
    keep("a b", tags=("tea",))
    memory.pool.define("tea", definition="a drink", dimension=None, kind=None)
    memory.pool.define("tea", definition="  ", dimension="drink", kind=None)
    tag = memory.pool.show("tea").tag
    assert (tag.definition, tag.dimension) == ("a drink", "drink")


def test_listing_filters(memory: Memory, keep: Keep) -> None:
    keep("a b", tags=("tea", "cup"))
    memory.pool.add("flag", definition="x", dimension="y", kind=None, aliases=())
    listing = memory.pool.listing
    assert [tag.name for tag in listing(TagFilter(unused=True))] == ["flag"]
    assert [tag.name for tag in listing(TagFilter(incomplete=True, sort="name"))] == ["cup", "tea"]
    assert [tag.name for tag in listing(TagFilter(status=TagStatus.ACTIVE))] == ["flag"]


NAMES = ("tea", "chai", "brew", "标签池", "标签库")


class TagOperations(RuleBasedStateMachine):
    """Any sequence of what people do to tags; taking it all back restores the store it began with."""

    def __init__(self) -> None:
        super().__init__()
        import tempfile

        self.folder = tempfile.TemporaryDirectory()
        self.memory = open_memory(Path(self.folder.name) / "memory.db")
        drafts = [
            Draft(text=f"card {place} {name}", line=place)
            for place, name in enumerate((*NAMES, *NAMES), start=1)
        ]
        for place, draft in enumerate(drafts):
            tags = (NAMES[place % 5], NAMES[(place * 2 + 1) % 5])
            self.memory.ingest([draft], Defaults(tags=tags))
        self.start = canonical(self.memory.path)
        self.done = len(self.memory.log(None))

    def attempt(self, deed: Callable[[], object]) -> None:
        """Do it; what a rule refuses must leave everything as it was."""
        before = canonical(self.memory.path)
        try:
            deed()
        except WdmError:
            assert canonical(self.memory.path) == before

    @rule(one=st.sampled_from(NAMES), other=st.sampled_from(NAMES), level=st.sampled_from(Level))
    def relate(self, one: str, other: str, level: Level) -> None:
        self.attempt(lambda: self.memory.pool.relate(one, other, level, "why"))

    @rule(one=st.sampled_from(NAMES), other=st.sampled_from(NAMES))
    def unrelate(self, one: str, other: str) -> None:
        self.attempt(lambda: self.memory.pool.unrelate(one, other))

    @rule(one=st.sampled_from(NAMES), other=st.sampled_from(NAMES))
    def merge(self, one: str, other: str) -> None:
        self.attempt(lambda: self.memory.pool.merge([one], other, (), dry_run=False))

    @rule(one=st.sampled_from(NAMES), name=st.sampled_from((*NAMES, "newname", "new other")))
    def rename(self, one: str, name: str) -> None:
        self.attempt(lambda: self.memory.pool.rename(one, name))

    @rule(one=st.sampled_from(NAMES), name=st.sampled_from(("newname", "another")))
    def alias(self, one: str, name: str) -> None:
        self.attempt(lambda: self.memory.pool.alias(one, name))

    @rule(one=st.sampled_from(NAMES), status=st.sampled_from((TagStatus.ACTIVE, TagStatus.DEPRECATED)))
    def set_status(self, one: str, status: TagStatus) -> None:
        self.attempt(lambda: self.memory.pool.set_status([one], status))

    @rule(one=st.sampled_from(NAMES), card=st.integers(1, 10))
    def split(self, one: str, card: int) -> None:
        self.attempt(lambda: self.memory.pool.split(one, "split off", [str(card)]))

    @rule()
    def undo(self) -> None:
        if self.standing() > self.done:
            self.memory.undo(None)

    def standing(self) -> int:
        return sum(1 for op in self.memory.log(None) if op.undone_by is None and op.undoes is None)

    @invariant()
    def relations_stand_on_both_sides_and_merges_end(self) -> None:
        rows = canonical(self.memory.path)
        pairs = {(row[0], row[1], row[2]) for row in rows["tag_relation"]}
        assert pairs == {(b, a, level) for a, b, level in pairs}
        merged = {row[0]: row[10] for row in rows["tag"] if row[10] is not None}
        assert not set(merged.values()) & merged.keys(), "chains are flat"

    def teardown(self) -> None:
        while self.standing() > self.done:
            self.memory.undo(None)
        assert canonical(self.memory.path) == self.start
        assert not [finding for finding in self.memory.findings() if finding.damage]
        self.folder.cleanup()


TestTagOperations = TagOperations.TestCase
TestTagOperations.settings = settings(
    max_examples=12, stateful_step_count=12, deadline=None, suppress_health_check=list(HealthCheck)
)
