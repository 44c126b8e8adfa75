"""What becomes of memories that are taken in: once each, brought up to date, never doubled, never lost."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from pathlib import Path

import pytest

from wdm.engine.card_writer import Report
from wdm.engine.doors.pool import TagFilter
from wdm.engine.ingest import Defaults
from wdm.engine.look import Wanted
from wdm.engine.memory import Caller, Memory
from wdm.engine.reading.files import document
from wdm.engine.reading.items import Item, Rejected
from wdm.engine.settings import IngestSettings, Settings
from wdm.store.errors import NotFound, Refused
from wdm.store.records import Card, Draft, Kind, PreferenceDraft, Tag, TagDraft, Tier

NOW = 1_780_315_200_000  # 2026-06-01T12:00:00Z
DAY = 86_400_000


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    """A memory that finds no tags of its own, so that each test sees the ones it gives."""
    numbers = count()
    caller = Caller(NOW, lambda size: next(numbers).to_bytes(size, "big"), "tester", "wdm ingest")
    return Memory(tmp_path / "a.db", Settings(ingest=IngestSettings(tags=0)), caller)


def take(memory: Memory, *items: Item, defaults: Defaults | None = None, strict: bool = False) -> Report:
    return memory.ingest(items, defaults or Defaults(), strict=strict)


def figures(report: Report) -> tuple[int, int, int]:
    """Return how many were added, repeated, updated."""
    return report.added, report.repeated, report.updated


def card(memory: Memory, reference: int | str) -> Card:
    return memory.peek([str(reference)])[0]


def tags(memory: Memory) -> list[Tag]:
    return list(memory.pool.listing(TagFilter()))


def texts(memory: Memory) -> set[str]:
    return {each.text for each in memory.listing(Wanted()).cards}


@pytest.mark.parametrize("together", [True, False], ids=["in one call", "in two calls"])
class TestAgain:
    """The same, whether a memory comes again within one input or in a later one."""

    def both(self, memory: Memory, first: Draft, second: Draft, *, together: bool) -> list[int]:
        """Take two drafts in; return the numbers of their cards."""
        if together:
            return take(memory, first, second).ids
        return [*take(memory, first).ids, *take(memory, second).ids]

    def test_the_same_content_is_one_card_with_a_repeat(self, memory: Memory, together: bool) -> None:
        ids = self.both(memory, Draft("likes tea"), Draft(" likes tea\n"), together=together)
        assert ids == [1, 1]
        assert card(memory, 1).repeats == 1

    def test_the_same_id_and_content_is_no_repeat_of_the_content(
        self, memory: Memory, together: bool
    ) -> None:
        draft = Draft("likes tea", external_id="a")
        assert self.both(memory, draft, draft, together=together) == [1, 1]
        assert card(memory, 1).repeats == 0  # the caller only sent it again

    def test_the_same_id_with_another_content_is_a_correction(self, memory: Memory, together: bool) -> None:
        ids = self.both(
            memory,
            Draft("likes tea", external_id="a"),
            Draft("likes coffee", external_id="a"),
            together=together,
        )
        assert ids == [1, 1]
        assert card(memory, "a").text == "likes coffee"
        assert len(texts(memory)) == 1

    def test_the_same_content_under_another_id_is_found_by_both(self, memory: Memory, together: bool) -> None:
        ids = self.both(
            memory,
            Draft("likes tea", external_id="a"),
            Draft("likes tea", external_id="b"),
            together=together,
        )
        assert ids == [1, 1]
        assert card(memory, "a").id == card(memory, "b").id == 1

    def test_the_same_content_gets_an_id_later(self, memory: Memory, together: bool) -> None:
        self.both(memory, Draft("likes tea"), Draft("likes tea", external_id="b"), together=together)
        assert card(memory, "b").id == 1

    def test_the_words_of_another_speaker_are_another_memory(self, memory: Memory, together: bool) -> None:
        ids = self.both(memory, Draft("ok", speaker="Al"), Draft("ok", speaker="Bo"), together=together)
        assert ids == [1, 2]

    def test_tags_of_a_repeat_are_added(self, memory: Memory, together: bool) -> None:
        self.both(
            memory,
            Draft("likes tea", tags=(TagDraft("tea"),)),
            Draft("likes tea", tags=(TagDraft("green"), TagDraft("Tea"))),
            together=together,
        )
        assert [tag.name for tag in card(memory, 1).tags] == ["tea", "green"]

    def test_what_a_repeat_is_told_to_remember_is_remembered(self, memory: Memory, together: bool) -> None:
        self.both(memory, Draft("likes tea"), Draft("likes tea", remember=True), together=together)
        assert card(memory, 1).tier is Tier.PERM

    def test_preferences_of_a_repeat_are_kept(self, memory: Memory, together: bool) -> None:
        told = Draft("likes tea", preferences=(PreferenceDraft("drink", "tea"),))
        self.both(memory, Draft("likes tea"), told, together=together)
        assert texts(memory) == {"likes tea", "drink: tea"}

    def test_a_new_value_supersedes_the_preference_before(self, memory: Memory, together: bool) -> None:
        self.both(
            memory,
            Draft("one", preferences=(PreferenceDraft("editor", "vim"),)),
            Draft("two", preferences=(PreferenceDraft("editor", "helix"),)),
            together=together,
        )
        assert texts(memory) == {"one", "two", "editor: helix"}
        old = next(
            each for each in memory.listing(Wanted(everything=True)).cards if each.text == "editor: vim"
        )
        assert old.kind is Kind.PREFERENCE
        assert old.superseded_by is not None
        assert card(memory, old.superseded_by).text == "editor: helix"

    def test_the_same_value_of_a_preference_is_kept_once(self, memory: Memory, together: bool) -> None:
        self.both(
            memory,
            Draft("one", preferences=(PreferenceDraft("editor", "vim"),)),
            Draft("two", preferences=(PreferenceDraft("editor", "vim"),)),
            together=together,
        )
        assert len(memory.listing(Wanted(everything=True)).cards) == 3

    def test_a_memory_takes_the_place_of_the_one_it_names(self, memory: Memory, together: bool) -> None:
        self.both(
            memory,
            Draft("lives in Xi'an", external_id="a"),
            Draft("lives in Chengdu", external_id="b", supersedes="a"),
            together=together,
        )
        assert card(memory, "a").superseded_by == card(memory, "b").id
        assert texts(memory) == {"lives in Chengdu"}


def test_saying_the_same_again_changes_nothing(memory: Memory) -> None:
    draft = Draft(
        "likes tea", external_id="a", topic="drinks", scene="life/home", summary="tea", happened_at=NOW - DAY,
        tags=(TagDraft("tea"),),
    )  # fmt: skip
    assert figures(take(memory, draft)) == (1, 0, 0)
    assert figures(take(memory, draft)) == (0, 1, 0)
    assert len(memory.log(None)) == 1  # a call that changes nothing leaves no operation


def test_a_correction_changes_what_it_tells_and_keeps_the_rest(memory: Memory) -> None:
    first = Draft("likes tea", external_id="a", topic="drinks", scene="life/home", happened_at=NOW - DAY)
    take(memory, first)
    told = Draft("likes tea", external_id="a", scene="life/work", happened_at=NOW - 2 * DAY, summary="tea!")
    assert figures(take(memory, told)) == (0, 0, 1)
    found = card(memory, "a")
    assert (found.scene, found.happened_at, found.summary) == ("life/work", NOW - 2 * DAY, "tea!")
    assert found.topic == "drinks"
    # Without a time of its own, a correction does not move the memory to today.
    take(memory, Draft("likes coffee", external_id="a"))
    assert card(memory, "a").happened_at == NOW - 2 * DAY


def test_a_corrected_kind_holds_and_is_no_change_the_next_time(memory: Memory) -> None:
    take(memory, Draft("water the plants", external_id="a"))
    told = Draft("water the plants", external_id="a", kind=Kind.TASK)
    assert figures(take(memory, told)) == (0, 0, 1)
    assert card(memory, "a").kind is Kind.TASK
    assert figures(take(memory, told)) == (0, 1, 0)


def test_a_corrected_card_is_found_by_its_new_words_alone(memory: Memory) -> None:
    from wdm.engine.recall import Query

    take(memory, Draft("likes tea", external_id="a"))
    take(memory, Draft("likes coffee", external_id="a"))
    old, new = memory.recall([Query("tea"), Query("coffee")])
    assert [hit.card.id for hit in old.hits] == []
    assert [hit.card.id for hit in new.hits] == [1]


def test_a_forgotten_memory_that_comes_again_is_told(memory: Memory) -> None:
    take(memory, Draft("likes tea", external_id="a"))
    memory.cards.forget(["a"])
    hint = "`wdm restore 1` brings it back"
    assert any(hint in warning for warning in take(memory, Draft("likes tea")).warnings)
    assert any(hint in warning for warning in take(memory, Draft("likes tea", external_id="a")).warnings)


def test_superseding_what_is_not_known_is_told_and_the_memory_kept(memory: Memory) -> None:
    report = take(memory, Draft("new", supersedes="nobody", line=7))
    assert report.added == 1
    assert report.warnings == ["line 7: supersedes 'nobody', which no card is known by"]


def test_a_memory_cannot_supersede_itself(memory: Memory) -> None:
    take(memory, Draft("a", external_id="a", supersedes="a"))
    assert card(memory, "a").superseded_by is None


def test_definitions_complete_a_tag_and_never_overwrite_it(memory: Memory) -> None:
    take(memory, Draft("one", tags=(TagDraft("tea"),)))
    take(memory, Draft("two", tags=(TagDraft("Tea", "a drink", None, None, ("茶",)),)))
    take(memory, Draft("three", tags=(TagDraft("tea", "a plant", "things", None, ("茶", "cha")),)))
    (tag,) = tags(memory)
    assert (tag.name, tag.definition, tag.dimension) == ("tea", "a drink", "things")
    assert set(tag.aliases) == {"茶", "cha"}
    assert tag.cards == 3


def test_an_alias_is_the_tag_it_names(memory: Memory) -> None:
    take(memory, Draft("one", tags=(TagDraft("tea", aliases=("茶",)),)))
    take(memory, Draft("two", tags=(TagDraft("茶"),)))
    assert [tag.name for tag in card(memory, 2).tags] == ["tea"]
    assert len(tags(memory)) == 1


def test_generic_and_empty_tags_are_refused_and_the_memory_kept(memory: Memory) -> None:
    report = take(memory, Draft("one", tags=(TagDraft("事情"), TagDraft(" "), TagDraft("tea")), line=4))
    assert report.added == 1
    assert [tag.name for tag in card(memory, 1).tags] == ["tea"]
    assert "line 4: tag '事情' is refused: generic" in report.warnings


def test_a_memory_goes_before_the_defaults_of_the_call(memory: Memory) -> None:
    defaults = Defaults(("all",), "life/home", "talk", Kind.TASK, NOW - DAY, remember=True)
    mine = Draft("mine", topic="own", scene="work/review", happened_at=NOW - 2 * DAY, tags=(TagDraft("tea"),))
    take(memory, mine, Draft("bare"), defaults=defaults)
    own, bare = card(memory, 1), card(memory, 2)
    assert (own.topic, own.scene, own.happened_at) == ("own", "work/review", NOW - 2 * DAY)
    assert (bare.topic, bare.scene, bare.happened_at) == ("talk", "life/home", NOW - DAY)
    assert [tag.name for tag in own.tags] == ["tea", "all"]
    assert (bare.kind, bare.tier) == (Kind.TASK, Tier.PERM)


def test_without_any_time_a_memory_happened_now(memory: Memory) -> None:
    take(memory, Draft("one"))
    assert card(memory, 1).happened_at == NOW


def test_strict_keeps_nothing_when_one_piece_is_refused(memory: Memory) -> None:
    with pytest.raises(Refused) as caught:
        take(memory, Draft("good"), Rejected(2, "empty text"), Draft("good too"), strict=True)
    assert caught.value.message == "line 2: empty text"
    assert texts(memory) == set()
    assert tags(memory) == []
    assert memory.log(None) == []


def test_strict_keeps_nothing_even_of_earlier_chunks(memory: Memory) -> None:
    memory.settings = memory.settings._replace(ingest=IngestSettings(tags=0, chunk=2))
    items = [*(Draft(f"good {n}") for n in range(5)), Rejected(6, "empty text", "b.jsonl")]
    with pytest.raises(Refused, match=r"b\.jsonl, line 6: empty text"):
        take(memory, *items, strict=True)
    assert texts(memory) == set()


def test_without_strict_the_good_ones_are_kept_and_the_others_told(memory: Memory) -> None:
    report = take(memory, Draft("good"), Rejected(2, "empty text"), Draft("good too"))
    assert report.rejected == [Rejected(2, "empty text")]
    assert texts(memory) == {"good", "good too"}


def test_an_input_of_many_chunks_is_one_operation(memory: Memory) -> None:
    memory.settings = memory.settings._replace(ingest=IngestSettings(tags=0, chunk=3))
    report = take(memory, *(Draft(f"memory {n % 10}") for n in range(20)))
    assert figures(report) == (10, 10, 0)
    assert report.ids == [*range(1, 11), *range(1, 11)]
    assert [each.repeats for each in memory.listing(Wanted()).cards] == [1] * 10
    assert len(memory.log(None)) == 1
    memory.undo(None)
    assert texts(memory) == set()


def read(memory: Memory, words: str) -> Report:
    return take(memory, document(words, "/notes/plan.md"))


def sections(memory: Memory) -> dict[int, str]:
    return {each.id: each.text for each in memory.listing(Wanted()).cards}


PLAN = "# Food\n\nRice.\n\n# Drink\n\nTea.\n\n# Guests\n\nMei."


def test_a_document_is_a_card_for_each_section(memory: Memory) -> None:
    assert figures(read(memory, PLAN)) == (3, 0, 0)
    assert sections(memory) == {1: "Food\n\nRice.", 2: "Drink\n\nTea.", 3: "Guests\n\nMei."}


def test_the_same_document_again_changes_nothing(memory: Memory) -> None:
    read(memory, PLAN)
    assert figures(read(memory, PLAN)) == (0, 3, 0)
    assert len(memory.log(None)) == 1


def test_a_changed_section_keeps_its_card(memory: Memory) -> None:
    read(memory, PLAN)
    assert figures(read(memory, PLAN.replace("Tea.", "Coffee."))) == (0, 2, 1)
    assert sections(memory) == {1: "Food\n\nRice.", 2: "Drink\n\nCoffee.", 3: "Guests\n\nMei."}


def test_a_new_section_takes_no_card_from_one_that_only_changed(memory: Memory) -> None:
    read(memory, PLAN)
    new = "# Place\n\nHome.\n\n" + PLAN.replace("Rice.", "Noodles.").replace("Tea.", "Coffee.")
    assert figures(read(memory, new)) == (1, 1, 2)
    assert sections(memory) == {
        1: "Food\n\nNoodles.",
        2: "Drink\n\nCoffee.",
        3: "Guests\n\nMei.",
        4: "Place\n\nHome.",
    }


def test_headings_with_a_colon_are_told_apart(memory: Memory) -> None:
    read(memory, "# Day: one\n\na\n\n# Day: two\n\nb")
    read(memory, "# Day: two\n\nB\n\n# Day: one\n\nA")
    assert sections(memory) == {1: "Day: one\n\nA", 2: "Day: two\n\nB"}


def test_a_section_that_is_gone_is_forgotten_and_can_be_brought_back(memory: Memory) -> None:
    read(memory, PLAN)
    read(memory, "# Food\n\nRice.\n\n# Guests\n\nMei.")
    assert sections(memory) == {1: "Food\n\nRice.", 3: "Guests\n\nMei."}
    assert card(memory, 2).forgotten_at is not None
    memory.undo(None)
    assert sections(memory).keys() == {1, 2, 3}


def test_sections_that_move_keep_their_cards(memory: Memory) -> None:
    read(memory, PLAN)
    assert figures(read(memory, "# Guests\n\nMei.\n\n# Food\n\nRice.\n\n# Drink\n\nTea.")) == (0, 3, 0)


def test_equal_sections_of_one_document_are_each_kept(memory: Memory) -> None:
    twice = "# A\n\nsame\n\n# A\n\nsame"
    assert figures(read(memory, twice)) == (2, 0, 0)
    read(memory, twice + "\n\n# B\n\nmore")
    assert sorted(sections(memory).values()) == ["A\n\nsame", "A\n\nsame", "B\n\nmore"]


def test_nothing_is_no_operation(memory: Memory) -> None:
    assert figures(take(memory)) == (0, 0, 0)
    assert memory.log(None) == []


def test_ids_stand_in_the_order_of_the_input(memory: Memory) -> None:
    take(memory, Draft("old", external_id="o"))
    items: Sequence[Item] = [
        Draft("a"), Draft("old"), document("# D\n\nd", "/d.md"), Draft("a"), Draft("older", external_id="o"), Draft("b"),
    ]  # fmt: skip
    assert take(memory, *items).ids == [2, 1, 3, 2, 1, 4]


def test_a_missing_reference_is_told(memory: Memory) -> None:
    take(memory, Draft("a"))
    with pytest.raises(NotFound):
        card(memory, "nobody")


def test_an_id_that_shared_a_card_parts_from_it_when_it_says_something_else(memory: Memory) -> None:
    memory.ingest([Draft(text="bye", external_id="a", topic="one")], Defaults())
    memory.ingest([Draft(text="bye", external_id="b", topic="two")], Defaults())
    again = memory.ingest([Draft(text="bye", external_id="b", topic="two")], Defaults())
    assert (again.repeated, again.updated, again.ids) == (1, 0, [1]), (
        "the shared card is not pulled to and fro"
    )
    changed = memory.ingest([Draft(text="see you", external_id="b")], Defaults())
    assert (changed.added, changed.ids) == (1, [2])
    assert [card.text for card in memory.peek(["a", "b"])] == ["bye", "see you"]
    memory.undo(None)
    assert [card.text for card in memory.peek(["a", "b"])] == ["bye", "bye"]
