"""A turn that is written in two phases: what was asked is safe before the answer is known, and ends once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.engine.conftest import DAY, NOW, open_memory
from wdm.engine.context import Asked, Budgets
from wdm.engine.frames import Completed, Completion
from wdm.engine.ingest import Defaults
from wdm.engine.look import Wanted
from wdm.engine.memory import Memory
from wdm.engine.recall import Answer
from wdm.engine.rules.echo import BEGIN, END, QUOTED
from wdm.store.errors import NotFound, Refused
from wdm.store.records import Card, Depth, Draft, Kind, PreferenceDraft, Status, TagDraft, Tier

Keep = Callable[..., list[int]]
Ask = Callable[..., Answer]

QUESTION, ANSWER = "Where does the quokka live?", "On Rottnest Island."
BLOCK = f"{BEGIN}\n[lately]\n- [1] 2026-06-01 a note\n{END}"
TURN_ENDS = [Status.INTERRUPTED, Status.FAILED]


def asked(memory: Memory, words: str = QUESTION, **more: object) -> int:
    return memory.frame(Draft(words, **more))  # type: ignore[arg-type]


def end(
    memory: Memory,
    number: int,
    reply: str | None = ANSWER,
    status: Status = Status.COMPLETED,
    **more: object,
) -> Completed:
    return memory.complete(str(number), Completion(reply, status, **more))  # type: ignore[arg-type]


def card(memory: Memory, number: int) -> Card:
    return memory.peek([str(number)])[0]


def everything(memory: Memory) -> object:
    """Return all cards, operations and tags, to see that nothing changed."""
    listed = memory.listing(Wanted(everything=True))
    return listed, memory.log(None), memory.stats().tags


def hits(answer: Answer) -> list[int]:
    return [hit.card.id for hit in answer.hits]


class TestFrame:
    def test_it_keeps_what_was_asked_before_there_is_an_answer(self, memory: Memory) -> None:
        number = asked(memory, topic="zoo", speaker="Mei", scene="家/厨房", tags=(TagDraft("quokka"),))
        told = card(memory, number)
        assert (told.text, told.reply_at, told.kind, told.status) == (
            QUESTION,
            None,
            Kind.CHAT,
            Status.PENDING,
        )
        assert (told.topic, told.speaker, told.scene, told.happened_at) == ("zoo", "Mei", "家/厨房", NOW)
        assert [tag.name for tag in told.tags] == ["quokka"]

    def test_it_makes_the_store(self, memory: Memory) -> None:
        assert not memory.path.exists()
        assert asked(memory) == 1
        assert memory.findings() == []

    def test_the_same_question_again_is_another_turn(self, memory: Memory) -> None:
        assert [asked(memory), asked(memory)] == [1, 2]

    def test_a_pending_one_is_neither_recalled_nor_listed_nor_in_the_context(
        self, memory: Memory, ask: Ask
    ) -> None:
        number = asked(memory, remember=True)
        assert hits(ask("quokka")) == []
        assert hits(ask("quokka", everything=True)) == [number]
        assert memory.listing(Wanted()).cards == []
        told = memory.context(Asked("quokka", Depth.DEEP, 5, Budgets(900, 900, 900, 900)))
        assert (told.text, told.entries, told.skipped) == ("", (), ())

    def test_one_that_only_quotes_a_block_is_refused_and_makes_no_store(self, memory: Memory) -> None:
        with pytest.raises(Refused, match="block"):
            asked(memory, BLOCK)
        assert not memory.path.exists()

    def test_of_one_that_quotes_a_block_the_own_words_are_kept(self, memory: Memory) -> None:
        number = asked(memory, f"{BLOCK}\n{QUESTION}")
        assert card(memory, number).text == QUESTION


class TestComplete:
    def test_both_sides_are_kept_whole(self, memory: Memory) -> None:
        number = asked(memory)
        told = end(memory, number)
        assert (told.card.text, told.card.status) == (f"{QUESTION}\n{ANSWER}", Status.COMPLETED)
        # 27 characters of the question and the end of its line.
        assert told.card.reply_at == 28
        assert told.card.text[28:] == ANSWER
        assert (told.changed, told.repeats, told.warnings) == (True, None, ())
        assert card(memory, number) == told.card

    @pytest.mark.parametrize(
        ("question", "answer"),
        [("a\n", "b"), ("a", "\nb\n"), ("a\n\nb", "c\n\nd"), ("  a ", "  b "), ("斑马？", "在非洲🦓"), ("a\r", "b\r\n")],
    )  # fmt: skip
    def test_to_the_letter_whatever_their_ends(self, question: str, answer: str, memory: Memory) -> None:
        number = asked(memory, question)
        told = end(memory, number, answer).card
        at = told.reply_at
        assert at is not None
        assert (told.text[: at - 1], told.text[at - 1], told.text[at:]) == (question, "\n", answer)
        assert not end(memory, number, answer).changed

    def test_it_is_recalled_by_the_words_of_either_side(self, memory: Memory, ask: Ask) -> None:
        number = asked(memory)
        end(memory, number)
        assert hits(ask("quokka")) == hits(ask("Rottnest")) == [number]

    def test_the_same_end_again_changes_nothing(self, memory: Memory) -> None:
        number = asked(memory)
        told = Completion(
            ANSWER, summary="quokkas", overview="where they live", tags=("island",), scene="home/kitchen",
            preferences=(PreferenceDraft("animal", "quokka"),),
        )  # fmt: skip
        first = memory.complete(str(number), told)
        before = everything(memory)
        again = memory.complete(str(number), told)
        assert (again.changed, again.card) == (False, first.card)
        assert everything(memory) == before

    def test_by_another_process_neither(self, memory: Memory) -> None:
        number = asked(memory)
        end(memory, number)
        assert not end(open_memory(memory.path), number).changed

    def test_another_answer_is_refused_and_changes_nothing(self, memory: Memory) -> None:
        number = asked(memory)
        end(memory, number, tags=("island",))
        before = everything(memory)
        with pytest.raises(Refused, match="another answer"):
            end(memory, number, "In Sydney.", tags=("city",), summary="wrong", scene="x")
        assert everything(memory) == before

    @pytest.mark.parametrize("status", TURN_ENDS)
    def test_a_completed_one_does_not_fail_later(self, status: Status, memory: Memory) -> None:
        number = asked(memory)
        end(memory, number)
        before = everything(memory)
        with pytest.raises(Refused, match="completed already"):
            end(memory, number, None, status)
        assert everything(memory) == before

    def test_a_completed_one_takes_what_was_left_out(self, memory: Memory, ask: Ask) -> None:
        number = asked(memory)
        end(memory, number)
        told = end(memory, number, None, summary="Small wallabies", tags=("marsupial",))
        assert told.changed
        assert (told.card.summary, told.card.text) == ("Small wallabies", f"{QUESTION}\n{ANSWER}")
        assert hits(ask("wallabies")) == [number]

    @pytest.mark.parametrize("reply", [None, "", " \n"])
    def test_without_an_answer_nothing_is_completed(self, reply: str | None, memory: Memory) -> None:
        number = asked(memory)
        with pytest.raises(Refused, match="without an answer"):
            end(memory, number, reply)
        assert card(memory, number).status is Status.PENDING

    def test_what_is_no_turn_is_refused(self, memory: Memory, keep: Keep) -> None:
        (fact,) = keep("a fact")
        memory.ingest([Draft("hello", kind=Kind.CHAT)], Defaults())
        for number in (fact, 2):
            with pytest.raises(Refused, match=f"card {number} is no frame"):
                end(memory, number)

    def test_what_is_not_there_is_not_found(self, memory: Memory, keep: Keep) -> None:
        keep("a fact")
        with pytest.raises(NotFound):
            end(memory, 99)


class TestBrokenOff:
    @pytest.mark.parametrize("status", TURN_ENDS)
    def test_it_keeps_its_input_and_is_not_recalled(self, status: Status, memory: Memory, ask: Ask) -> None:
        number = asked(memory)
        told = end(memory, number, None, status).card
        assert (told.text, told.reply_at, told.status) == (QUESTION, None, status)
        assert hits(ask("quokka")) == []
        assert hits(ask("quokka", everything=True)) == [number]

    @pytest.mark.parametrize("status", TURN_ENDS)
    def test_it_is_completed_late(self, status: Status, memory: Memory, ask: Ask) -> None:
        number = asked(memory)
        end(memory, number, None, status)
        told = end(memory, number).card
        assert (told.text, told.status) == (f"{QUESTION}\n{ANSWER}", Status.COMPLETED)
        assert hits(ask("Rottnest")) == [number]

    @pytest.mark.parametrize("status", TURN_ENDS)
    def test_half_an_answer_is_kept_until_the_whole_one_comes(self, status: Status, memory: Memory) -> None:
        number = asked(memory)
        assert end(memory, number, "On Rott", status).card.text == f"{QUESTION}\nOn Rott"
        assert end(memory, number, None, status).card.text == f"{QUESTION}\nOn Rott"
        assert end(memory, number).card.text == f"{QUESTION}\n{ANSWER}"

    def test_half_an_answer_is_an_answer_when_nothing_more_comes(self, memory: Memory) -> None:
        number = asked(memory)
        end(memory, number, "On Rott", Status.INTERRUPTED)
        told = end(memory, number, None).card
        assert (told.text, told.status) == (f"{QUESTION}\nOn Rott", Status.COMPLETED)

    @pytest.mark.parametrize("status", TURN_ENDS)
    def test_the_same_end_again_changes_nothing(self, status: Status, memory: Memory) -> None:
        number = asked(memory)
        end(memory, number, "On Rott", status)
        before = everything(memory)
        assert not end(memory, number, "On Rott", status).changed
        assert everything(memory) == before

    def test_it_makes_nothing_permanent(self, memory: Memory) -> None:
        number = asked(memory, "记住：我不吃香菜")
        assert end(memory, number, None, Status.FAILED).card.tier is Tier.HOT
        assert end(memory, number, "好的").card.tier is Tier.PERM


class TestWhatIsToldBeside:
    def test_summary_overview_and_scene_are_kept_and_asked_for_by_depth(
        self, memory: Memory, ask: Ask
    ) -> None:
        number = asked(memory)
        end(memory, number, summary="Quokka facts", overview="Where they live", scene="工作/评审")
        told = card(memory, number)
        assert (told.summary, told.overview, told.scene) == ("Quokka facts", "Where they live", "工作/评审")
        assert hits(ask("facts")) == [number]
        medium, deep = (ask("quokka", depth=depth).hits[0].card for depth in (Depth.MEDIUM, Depth.DEEP))
        assert medium.overview == "Where they live"
        assert deep.text == f"{QUESTION}\n{ANSWER}"

    def test_what_is_left_out_stays_as_the_frame_had_it(self, memory: Memory) -> None:
        number = asked(memory, summary="before", scene="home", speaker="Mei")
        told = end(memory, number).card
        assert (told.summary, told.scene, told.speaker) == ("before", "home", "Mei")

    def test_a_later_scene_takes_the_place_of_the_earlier(self, memory: Memory) -> None:
        number = asked(memory, scene="home")
        assert end(memory, number, scene="work/desk").card.scene == "work/desk"

    def test_tags_of_both_phases_are_on_the_card_once(self, memory: Memory, ask: Ask) -> None:
        number = asked(memory, tags=(TagDraft("quokka"), TagDraft("animal")))
        told = end(memory, number, tags=("island", "Quokka")).card
        assert [tag.name for tag in told.tags] == ["quokka", "animal", "island"]
        assert hits(ask("island")) == [number]

    def test_a_tag_that_says_nothing_is_refused_and_told(self, memory: Memory) -> None:
        number = asked(memory)
        told = end(memory, number, tags=("thing", "island"))
        assert [tag.name for tag in told.card.tags] == ["island"]
        assert len(told.warnings) == 1
        assert "'thing'" in told.warnings[0]

    def test_without_tags_the_program_finds_some_in_the_turn(self, memory: Memory) -> None:
        number = asked(memory)
        assert card(memory, number).tags == ()
        assert "Rottnest Island" in [tag.name for tag in end(memory, number).card.tags]

    def test_a_preference_is_a_card_of_its_own_and_a_new_value_replaces_it(self, memory: Memory) -> None:
        for place, value in enumerate(["vim", "emacs"]):
            number = asked(memory, f"question {place}")
            end(memory, number, preferences=(PreferenceDraft("editor", value),))
        shown = memory.listing(Wanted(kind=Kind.PREFERENCE))
        assert [card.text for card in shown.cards] == ["editor: emacs"]
        (kept,) = shown.preferences.values()
        assert (kept.key, kept.value) == ("editor", "emacs")


class TestRemember:
    @pytest.mark.parametrize("words", ["记住：我不吃香菜", "Remember that I am allergic to nuts."])
    def test_what_the_user_says_to_remember_is_permanent(self, words: str, memory: Memory) -> None:
        number = asked(memory, words)
        told = end(memory, number, "OK").card
        assert (told.tier, told.explicitness) == (Tier.PERM, 1.0)

    @pytest.mark.parametrize("words", ["记住：我不吃香菜", "Remember that I am allergic to nuts."])
    def test_the_same_words_in_the_reply_are_not(self, words: str, memory: Memory) -> None:
        number = asked(memory, "hello")
        told = end(memory, number, words).card
        assert (told.tier, told.explicitness) == (Tier.HOT, 0.0)

    def test_what_the_caller_says_to_remember_is_permanent_when_it_is_completed(self, memory: Memory) -> None:
        number = asked(memory, remember=True)
        assert card(memory, number).tier is Tier.HOT
        assert end(memory, number).card.tier is Tier.PERM


class TestRepeat:
    def test_a_turn_that_was_there_before_is_a_repeat_of_it(self, memory: Memory, ask: Ask) -> None:
        first, second = asked(memory), asked(memory)
        end(memory, first)
        told = end(memory, second)
        assert (told.repeats, told.card.superseded_by) == (first, first)
        assert card(memory, first).repeats == 1
        assert hits(ask("quokka")) == [first]

    def test_it_is_counted_once_however_often_it_is_completed(self, memory: Memory) -> None:
        first, second = asked(memory), asked(memory)
        end(memory, first)
        end(memory, second)
        assert end(memory, second).repeats == first
        assert card(memory, first).repeats == 1

    def test_the_same_question_with_another_answer_is_no_repeat(self, memory: Memory) -> None:
        first, second = asked(memory), asked(memory)
        end(memory, first)
        assert end(memory, second, "In Perth's zoo.").repeats is None
        assert card(memory, first).repeats == 0

    def test_the_same_turn_of_another_speaker_is_no_repeat(self, memory: Memory) -> None:
        first, second = asked(memory, speaker="Al"), asked(memory, speaker="Bo")
        end(memory, first)
        assert end(memory, second).repeats is None

    def test_a_turn_that_was_forgotten_takes_no_repeat(self, memory: Memory, ask: Ask) -> None:
        first, second = asked(memory), asked(memory)
        end(memory, first)
        memory.cards.forget([str(first)])
        assert end(memory, second).repeats is None
        assert hits(ask("quokka")) == [second]

    def test_one_that_is_out_of_sight_does_not_hide_a_later_one(self, memory: Memory, ask: Ask) -> None:
        for _ in range(3):
            asked(memory)
        end(memory, 1)
        memory.cards.forget(["1"])
        assert end(memory, 2).repeats is None
        assert end(memory, 3).repeats == 2
        assert hits(ask("quokka")) == [2]

    def test_the_earlier_one_that_ends_later_is_the_one_that_stays(self, memory: Memory, ask: Ask) -> None:
        first, second = asked(memory), asked(memory)
        end(memory, second)
        end(memory, first)
        assert len(hits(ask("quokka"))) == 1


class TestEcho:
    def test_of_an_answer_that_quotes_a_block_the_own_words_are_kept(self, memory: Memory) -> None:
        number = asked(memory)
        told = end(memory, number, f"{BLOCK}\n{ANSWER}").card
        assert told.text == f"{QUESTION}\n{ANSWER}"
        assert not end(memory, number, f"{BLOCK}\n{ANSWER}").changed

    def test_an_answer_that_is_nothing_but_a_block_is_kept_as_a_mark(self, memory: Memory) -> None:
        number = asked(memory)
        told = end(memory, number, BLOCK).card
        assert told.text == f"{QUESTION}\n{QUOTED}"
        assert not end(memory, number, BLOCK).changed


class TestUndo:
    def test_a_completion_that_is_undone_leaves_the_frame_which_may_end_otherwise(
        self, memory: Memory
    ) -> None:
        number = asked(memory)
        before = card(memory, number)
        end(memory, number, tags=("island",), preferences=(PreferenceDraft("animal", "quokka"),))
        memory.undo(None)
        assert card(memory, number) == before
        assert memory.listing(Wanted(everything=True)).cards == [before]
        assert end(memory, number, "In Sydney.").card.text == f"{QUESTION}\nIn Sydney."

    def test_that_of_a_repeat_too(self, memory: Memory) -> None:
        first, second = asked(memory), asked(memory)
        end(memory, first)
        before = everything_but_the_log(memory)
        end(memory, second)
        memory.undo(None)
        assert everything_but_the_log(memory) == before

    def test_a_frame_is_undone_only_after_its_completion(self, memory: Memory) -> None:
        number = asked(memory)
        end(memory, number)
        with pytest.raises(Refused, match="operation 2"):
            memory.undo(1)
        memory.undo(2)
        memory.undo(1)
        assert memory.listing(Wanted(everything=True)).cards == []
        assert memory.findings() == []
        with pytest.raises(NotFound):
            end(memory, number)

    def test_redone_it_is_as_it_was(self, memory: Memory) -> None:
        number = asked(memory)
        done = end(memory, number, tags=("island",)).card
        memory.undo(2)
        memory.undo(3)
        assert card(memory, number) == done
        assert not end(memory, number).changed


def everything_but_the_log(memory: Memory) -> object:
    return memory.listing(Wanted(everything=True)), memory.stats().cards


def test_a_turn_ends_at_the_time_it_began(memory: Memory) -> None:
    number = asked(memory, happened_at=NOW - DAY)
    assert end(memory, number).card.happened_at == NOW - DAY
