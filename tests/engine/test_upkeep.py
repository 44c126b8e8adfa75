"""Evolve, clean and golden queries, on real SQLite, with a clock that the tests move."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from tests.engine.conftest import DAY, NOW
from tests.store.conftest import dump
from wdm.engine.doors.upkeep import Done
from wdm.engine.evolve import Step
from wdm.engine.frames import Completion
from wdm.engine.ingest import Defaults
from wdm.engine.memory import Caller, Memory
from wdm.engine.recall import Query
from wdm.engine.rules.upkeep import Change
from wdm.engine.settings import CleanSettings, JournalSettings, Settings, UpkeepSettings
from wdm.engine.tag_pool import PERSON
from wdm.store.errors import NotFound, Refused
from wdm.store.records import Card, Depth, Draft, Judgement, Level, Status, TagStatus, Tier

At = Callable[..., Memory]
ALL = list(Step)


@pytest.fixture
def at(tmp_path: Path) -> At:
    """Return a function that opens the memory some days after NOW."""
    numbers = count()

    def memory(days: float, settings: Settings | None = None) -> Memory:
        caller = Caller(
            NOW + round(days * DAY), lambda size: next(numbers).to_bytes(size, "big"), "mei", "wdm"
        )
        return Memory(tmp_path / "memory.db", settings or Settings(), caller)

    return memory


def evolve(memory: Memory, *steps: Step, dry_run: bool = False, force: bool = False) -> Done:
    return memory.upkeep.evolve(list(steps) or ALL, dry_run=dry_run, force=force)


def clean(memory: Memory, *, dry_run: bool = False, force: bool = False) -> Done:
    return memory.upkeep.clean(None, None, dry_run=dry_run, force=force)


def keep(memory: Memory, *texts: str, **more: object) -> list[int]:
    drafts = [Draft(words, line=number, **more) for number, words in enumerate(texts, 1)]  # type: ignore[arg-type]
    return memory.ingest(drafts, Defaults()).ids


def card(memory: Memory, number: int) -> Card:
    return memory.peek([str(number)])[0]


def held(memory: Memory) -> object:
    with memory._store(write=False) as store:
        return dump(store)


def deeds(done: Done, kind: str) -> list[tuple[int | str, str | None, str]]:
    return [(change.target, change.source, change.to) for change in done.plan.changes if change.kind == kind]


class TestTiers:
    def test_a_plain_card_sinks_after_a_day_and_one_told_to_be_remembered_never(self, at: At) -> None:
        keep(at(0), "Alice moved to Lisbon", "记住：我对花生过敏")
        assert deeds(evolve(at(0.9)), "tier") == []
        assert deeds(evolve(at(1.1)), "tier") == [(1, "hot", "cold")]
        assert deeds(evolve(at(4000)), "tier") == []
        assert card(at(0), 2).tier is Tier.PERM

    def test_three_days_of_use_warm_a_card_and_a_fortnight_without_cools_it(self, at: At) -> None:
        keep(at(0), "Alice moved to Lisbon")
        evolve(at(2))
        for day in (3, 4):
            at(day).show(["1"])
        assert deeds(evolve(at(4.1)), "tier") == []
        at(5).show(["1"])
        assert deeds(evolve(at(5.1)), "tier") == [(1, "cold", "hot")]
        # Used on the days 3, 4 and 5: the last of them is within 14 days up to day 18.
        assert deeds(evolve(at(18)), "tier") == []
        assert deeds(evolve(at(19)), "tier") == [(1, "hot", "cold")]

    def test_use_on_five_days_makes_a_hot_card_permanent(self, at: At) -> None:
        keep(at(0), "Alice moved to Lisbon")
        for day in range(5):
            for _ in range(3):
                at(day + 0.1).show(["1"])
        assert card(at(5), 1).uses == 5
        assert deeds(evolve(at(5)), "tier") == [(1, "hot", "perm")]

    def test_recalled_in_depth_counts_as_use_and_shown_in_lists_does_not(self, at: At) -> None:
        keep(at(0), "Alice moved to Lisbon")
        for depth, uses in ((Depth.SHALLOW, 0), (Depth.MEDIUM, 1), (Depth.DEEP, 1)):
            list(at(1).recall([Query("Lisbon", depth=depth)]))
            assert card(at(1), 1).uses == uses

    def test_a_pinned_card_stays_where_a_person_put_it(self, at: At) -> None:
        keep(at(0), "Alice moved to Lisbon", "Bob moved to Porto")
        at(0).cards.pin(["1"], Tier.HOT)
        assert deeds(evolve(at(400), force=True), "tier") == [(2, "hot", "cold")]


class TestFrames:
    def test_a_frame_of_yesterday_is_closed_and_may_still_be_completed(self, at: At) -> None:
        number = at(0).frame(Draft("谁负责网关？"))
        assert deeds(evolve(at(0.9)), "frame") == []
        assert deeds(evolve(at(1.1)), "frame") == [(number, "pending", "interrupted")]
        at(2).complete(str(number), Completion("王芳负责"))
        assert card(at(2), number).status is Status.COMPLETED


class TestTags:
    def test_a_tag_on_three_cards_becomes_active(self, at: At) -> None:
        memory = at(0)
        memory.ingest([Draft(f"rain {number}") for number in range(3)], Defaults(tags=("monsoon",)))
        assert ("monsoon", "unexamined", "active") in deeds(evolve(at(1), Step.TAGS), "tag")
        assert memory.pool.show("monsoon").tag.status is TagStatus.ACTIVE

    def generic(self, memory: Memory) -> None:
        """Make a tag that stands evenly on cards of three scenes."""
        for scene in ("a", "b", "c"):
            memory.ingest(
                [Draft(f"{scene} {number} {word}") for number, word in enumerate(["x", "y", "z"])],
                Defaults(tags=("everywhere",), scene=scene),
            )

    def test_a_tag_that_is_everywhere_is_deprecated_and_finds_nothing_any_more(self, at: At) -> None:
        self.generic(at(0))
        assert deeds(evolve(at(1), Step.TAGS), "tag") == [("everywhere", "unexamined", "deprecated")]
        (answer,) = at(1).recall([Query("everywhere")])
        assert answer.tags == ()

    def test_what_a_person_activated_or_made_is_not_deprecated(self, at: At) -> None:
        self.generic(at(0))
        at(0).pool.set_status(["everywhere"], TagStatus.ACTIVE)
        assert deeds(evolve(at(1), Step.TAGS), "tag") == []

    def test_what_was_undone_is_not_done_again(self, at: At) -> None:
        self.generic(at(0))
        before = held(at(0))
        evolve(at(1), Step.TAGS)
        at(1).undo(None)
        assert held(at(1)) == before
        assert evolve(at(2), Step.TAGS).plan.changes == ()

    def test_a_person_s_own_tag_is_left_alone(self, at: At) -> None:
        keep(at(0), "first")
        at(0).pool.add("everywhere", definition=None, dimension=None, kind=None, aliases=())
        self.generic(at(0))
        assert at(0).pool.show("everywhere").tag.source == PERSON
        assert deeds(evolve(at(1), Step.TAGS), "tag") == []


class TestRelations:
    def test_names_one_inside_the_other_are_loosely_related_with_their_reason(self, at: At) -> None:
        at(0).ingest([Draft("one")], Defaults(tags=("灰度发布",)))
        at(0).ingest([Draft("two")], Defaults(tags=("灰度",)))
        (change,) = evolve(at(1), Step.RELATIONS).plan.changes
        assert (change.target, change.to, change.reason) == (
            "灰度 ~ 灰度发布", "loose", "'灰度发布' contains '灰度'",
        )  # fmt: skip
        ((relation, other),) = at(1).pool.show("灰度发布").relations
        assert (other.name, relation.level, relation.source) == ("灰度", Level.LOOSE, "evolve")
        assert evolve(at(2), Step.RELATIONS).plan.changes == ()

    def together(self, memory: Memory, cards: int) -> None:
        """Let two tags stand on the same cards, and others elsewhere."""
        memory.ingest([Draft(f"tram {n}") for n in range(cards)], Defaults(tags=("Lisbon", "tram")))
        memory.ingest([Draft(f"plain {n}") for n in range(40)], Defaults())

    def test_tags_that_stand_together_beyond_chance_are_related(self, at: At) -> None:
        self.together(at(0), 5)
        # 5 of 45 cards have both, none has one: G2 = 2 (5 ln(45/5) + 40 ln(45/40)) = 31.4, NPMI = 1.
        (change,) = evolve(at(1), Step.RELATIONS).plan.changes
        assert (change.source, change.to, change.reason) == (
            None, "related", "together on 5 cards, G² 31.4, NPMI 1.00",
        )  # fmt: skip

    def test_a_loose_relation_of_its_own_is_raised_and_a_person_s_is_not(self, at: At) -> None:
        self.together(at(0), 5)
        at(0).pool.relate("Lisbon", "tram", Level.LOOSE, "as I see it")
        assert evolve(at(1), Step.RELATIONS).plan.changes == ()
        with at(1)._existing(True) as store, store.change() as tx:
            tx.db.run("UPDATE tag_relation SET source = 'evolve'")
        (change,) = evolve(at(1), Step.RELATIONS).plan.changes
        assert (change.source, change.to) == ("loose", "related")
        ((relation, _),) = at(1).pool.show("tram").relations
        assert relation.level is Level.RELATED

    def test_what_a_person_parted_stays_parted(self, at: At) -> None:
        self.test_names_one_inside_the_other_are_loosely_related_with_their_reason(at)
        at(2).pool.unrelate("灰度", "灰度发布")
        assert evolve(at(3), Step.RELATIONS).plan.changes == ()

    def test_it_suggests_merges_and_makes_none(self, at: At) -> None:
        at(0).ingest([Draft("one")], Defaults(tags=("deploy plan",)))
        at(0).ingest([Draft("two")], Defaults(tags=("deploy plans",)))
        done = evolve(at(1), Step.RELATIONS)
        assert done.plan.suggestions == (
            "merge deploy plans into deploy plan: the same name but for its form",
        )
        for name in ("deploy plan", "deploy plans"):
            assert at(1).pool.show(name).tag.status is TagStatus.UNEXAMINED


class TestAlign:
    def test_a_tag_gets_the_dimension_of_the_scene_that_its_cards_share(self, at: At) -> None:
        memory = at(0)
        memory.ingest([Draft(f"w{n}") for n in range(4)], Defaults(tags=("monsoon",), scene="天气/雨"))
        memory.ingest([Draft("elsewhere")], Defaults(tags=("monsoon",), scene="旅行"))
        # 4 of 5 cards are 80 %.
        assert deeds(evolve(at(1), Step.ALIGN), "align") == [("monsoon", None, "天气")]
        assert memory.pool.show("monsoon").tag.dimension == "天气"

    def test_a_tag_of_two_scenes_gets_none(self, at: At) -> None:
        memory = at(0)
        memory.ingest([Draft(f"w{n}") for n in range(3)], Defaults(tags=("monsoon",), scene="天气/雨"))
        memory.ingest([Draft("elsewhere")], Defaults(tags=("monsoon",), scene="旅行"))
        assert evolve(at(1), Step.ALIGN).plan.changes == ()


class TestRuns:
    def stocked(self, at: At) -> None:
        keep(at(0), "Alice moved to Lisbon", "Alice loves the tram", "Alice again", "标签池用灰度发布")
        at(0).frame(Draft("unanswered"))

    def test_a_dry_run_tells_the_very_plan_and_changes_nothing(self, at: At) -> None:
        self.stocked(at)
        before = held(at(0))
        told = evolve(at(3), dry_run=True)
        assert held(at(0)) == before
        done = evolve(at(3))
        assert done.plan == told.plan
        assert (done.applied, done.refused) == (len(told.plan.changes), 0)
        assert told.plan.changes

    def test_a_second_run_right_after_changes_nothing(self, at: At) -> None:
        self.stocked(at)
        evolve(at(3))
        before = held(at(0))
        assert evolve(at(3)).plan.changes == ()
        assert held(at(0)) == before

    def test_a_run_is_one_operation_that_can_be_undone(self, at: At) -> None:
        self.stocked(at)
        before = held(at(0))
        evolve(at(3))
        assert at(3).log(1)[0].summary.startswith("evolve: ")
        at(3).undo(None)
        assert held(at(0)) == before
        assert [found.kind for found in at(3).findings()] == ["frame"]  # which is pending again

    def test_a_clock_that_was_set_back_or_far_ahead_loses_nothing(self, at: At) -> None:
        self.stocked(at)
        assert deeds(evolve(at(-1000)), "tier") == []
        assert card(at(0), 1).tier is Tier.HOT
        evolve(at(20_000), force=True)
        clean(at(20_000), force=True)
        cards = at(0).peek(["1", "2", "3", "4"])
        assert [each.text for each in cards if each.forgotten_at is None] == [each.text for each in cards]

    def test_cards_that_an_earlier_run_had_placed_may_not_all_sink_at_once(self, at: At) -> None:
        # Urged, so S is 0.35 x 0.7 = 0.245 at least: they stay hot when they are no longer new.
        keep(at(0), *[f"always check valve {number}" for number in range(10)])
        assert deeds(evolve(at(2)), "tier") == []
        keep(at(50), "something new")
        with pytest.raises(Refused, match="10 of 11 cards would move, more than max_change allows"):
            evolve(at(90))
        assert evolve(at(90), dry_run=True).flood is not None
        assert len(deeds(evolve(at(90), force=True), "tier")) == 11

    def test_that_new_cards_sink_after_their_first_day_is_no_flood(self, at: At) -> None:
        keep(at(0), "one", "two", "three")
        assert evolve(at(0.5)).plan.changes == ()
        keep(at(0.6), *map(str, range(2000, 2020)))
        assert len(deeds(evolve(at(1.1)), "tier")) == 3
        assert len(deeds(evolve(at(1.7)), "tier")) == 20


class TestClean:
    def test_weight_is_importance_and_what_time_left_of_the_rest(self, at: At) -> None:
        # S = 0.2 x 2/6 ("moved": who; what) -> 0.0667; r = 2^(-160/67) = 0.1911; 0.0667 + 0.9333 x 0.1910 = 0.24497.
        keep(at(0), "he moved", "newer one", "another", "and another")
        keep(at(150), "fresh", "fresh too", "and this", "and that", "more", "even more")
        done = clean(at(160), dry_run=True)
        first = next(change for change in done.plan.changes if change.target == 1)
        assert isinstance(first, Change)
        assert first.reason.startswith("weight 0.24 is under 0.3, 160 days")

    def test_what_is_permanent_pinned_confirmed_or_golden_is_never_archived(self, at: At) -> None:
        keep(at(0), "记住：花生", "pinned", "confirmed tea", "golden rain", "plain")
        at(0).cards.pin(["2"], Tier.COLD)
        at(0).feedback("3", Judgement.CONFIRMED, "tea", "")
        at(0).upkeep.add_golden("golden rain", "4")
        assert deeds(clean(at(4000), force=True), "archive") == [(5, "hot", "archived")]

    def test_a_young_or_used_card_stays_however_old_what_it_tells(self, at: At) -> None:
        keep(at(0), "long ago", happened_at=0)
        keep(at(0), "another of old", happened_at=0)
        at(20).show(["2"])
        assert deeds(clean(at(29), force=True), "archive") == []
        assert deeds(clean(at(31), force=True), "archive") == [(1, "hot", "archived")]

    def test_what_was_restored_or_undone_is_not_archived_again(self, at: At) -> None:
        keep(at(0), "one thing", "other thing")
        clean(at(400), force=True)
        assert [each.archived_at for each in at(400).peek(["1", "2"])] == [NOW + 400 * DAY] * 2
        at(400).cards.restore(["1"])
        assert clean(at(401), force=True).plan.changes == ()
        at(401).undo(None)  # the restoring
        at(401).undo(None)  # the clean
        assert clean(at(402), force=True).plan.changes == ()

    def test_half_of_a_memory_is_not_archived_unasked(self, at: At) -> None:
        keep(at(0), "one thing", "other thing")
        with pytest.raises(Refused, match="2 of 2 cards would move"):
            clean(at(400))
        settings = Settings(upkeep=UpkeepSettings(max_change=1.0))
        assert clean(at(400, settings)).applied == 2

    def test_settings_say_what_is_archived(self, at: At) -> None:
        keep(at(0), "one thing")
        spare = Settings(clean=CleanSettings(min_weight=0.01, min_age=0))
        assert clean(at(100, spare), force=True).plan.changes == ()

    def test_an_archived_card_is_listed_and_comes_back_whole(self, at: At) -> None:
        keep(at(0), "Alice moved to Lisbon")
        whole = card(at(0), 1)
        clean(at(400), force=True)
        (answer,) = at(400).recall([Query("Lisbon")])
        assert (answer.hits, answer.hidden) == ((), (1,))
        at(400).cards.restore(["1"])
        back = card(at(400), 1)
        assert back == whole._replace(last_used=NOW + 400 * DAY)

    def test_the_journal_is_thinned_after_its_days_and_says_so(self, at: At) -> None:
        settings = Settings(journal=JournalSettings(keep_days=100))
        keep(at(0, settings), "one thing")
        keep(at(50, settings), "another thing")
        assert clean(at(99, settings)).thinned == 0
        assert clean(at(101, settings)).thinned == 1
        with pytest.raises(Refused, match="no longer kept"):
            at(101, settings).undo(1)
        at(101, settings).undo(2)
        assert [each.id for each in at(101, settings).log(None) if each.final] == [1]


class TestGolden:
    def test_a_golden_query_tells_its_place(self, at: At) -> None:
        keep(at(0), "Alice moved to Lisbon", "Bob moved to Porto")
        assert at(0).upkeep.add_golden("Porto", "2").rank == 1
        assert at(0).upkeep.add_golden("Porto", "1").rank is None
        assert [(one.golden.card_id, one.rank) for one in at(0).upkeep.check_golden()] == [(2, 1), (1, None)]
        at(0).upkeep.add_golden("Porto", "2")
        assert len(at(0).upkeep.check_golden()) == 2

    def test_it_follows_the_card_that_took_the_place_of_its_own(self, at: At) -> None:
        keep(at(0), "the office is in Porto", "the office moved within Porto")
        at(0).upkeep.add_golden("Porto office", "1")
        at(0).cards.supersede("1", "2")
        (one,) = at(0).upkeep.check_golden()
        assert (one.golden.wanted, one.rank) == (2, 1)

    def test_removing_one_and_all(self, at: At) -> None:
        keep(at(0), "Alice moved to Lisbon", "Bob moved to Porto")
        for number in ("1", "2"):
            at(0).upkeep.add_golden("moved", number)
        assert at(0).upkeep.remove_golden("moved", "2") == 1
        assert at(0).upkeep.remove_golden("moved", None) == 1
        with pytest.raises(NotFound):
            at(0).upkeep.remove_golden("moved", None)

    def hanging_on_a_tag(self, memory: Memory) -> None:
        """Make a card that only an alias of a tag finds, and the tag one that looks generic."""
        for scene in ("a", "b", "c"):
            memory.ingest(
                [Draft(f"{scene} {number}") for number in range(2)], Defaults(tags=("monsoon",), scene=scene)
            )
        memory.pool.alias("monsoon", "梅雨")
        assert memory.upkeep.add_golden("梅雨", "1").rank is not None

    def test_evolve_is_refused_and_rolled_back_when_one_would_be_lost(self, at: At) -> None:
        self.hanging_on_a_tag(at(0))
        before = held(at(0))
        assert deeds(evolve(at(1), Step.TAGS, dry_run=True), "tag") == [
            ("monsoon", "unexamined", "deprecated")
        ]
        with pytest.raises(Refused, match="golden query '梅雨' would lose card 1"):
            evolve(at(1), Step.TAGS)
        assert held(at(0)) == before
        assert at(1).findings() == []

    def test_so_is_deprecating_by_hand(self, at: At) -> None:
        self.hanging_on_a_tag(at(0))
        before = held(at(0))
        with pytest.raises(Refused, match="would lose card 1"):
            at(1).pool.set_status(["monsoon"], TagStatus.DEPRECATED)
        assert held(at(0)) == before
        at(1).upkeep.remove_golden("梅雨", None)
        at(1).pool.set_status(["monsoon"], TagStatus.DEPRECATED)

    def test_one_that_is_lost_already_holds_nothing_up(self, at: At) -> None:
        self.hanging_on_a_tag(at(0))
        at(0).upkeep.add_golden("no such words", "2")
        at(0).upkeep.remove_golden("梅雨", None)
        assert evolve(at(1), Step.TAGS).applied == 1
