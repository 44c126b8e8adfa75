"""Persona and mood on real SQLite: what moves the mood, how it calms down, and what it never touches."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count, pairwise
from pathlib import Path

import pytest

from tests.engine.conftest import DAY, NOW
from tests.store.conftest import dump
from wdm.engine.evolve import Step
from wdm.engine.frames import Completion
from wdm.engine.ingest import Defaults
from wdm.engine.memory import Caller, Memory
from wdm.engine.moods import RESET
from wdm.engine.recall import Query
from wdm.engine.rules import importance
from wdm.engine.rules.mood import ORIGIN, Happening, Pad, relax
from wdm.engine.rules.personality import PRESETS, Personality, baseline_from_big_five
from wdm.engine.settings import Settings
from wdm.store.errors import NotFound, Usage
from wdm.store.records import Card, Depth, Draft, Kind, PersonaMode, PreferenceDraft

At = Callable[..., Memory]
HOUR = DAY // 24

FIRST_PRAISE = (0.308, 0.152, 0.26)
"""0.4 of the way from the origin to praise, which is (.77, .38, .65)."""


@pytest.fixture
def at(tmp_path: Path) -> At:
    """Return a function that opens the memory some hours after NOW."""
    numbers = count()

    def memory(hours: float, settings: Settings | None = None, name: str = "memory") -> Memory:
        caller = Caller(
            NOW + round(hours * HOUR), lambda size: next(numbers).to_bytes(size, "big"), "mei", "wdm"
        )
        return Memory(tmp_path / f"{name}.db", settings or Settings(), caller)

    return memory


def persona(memory: Memory, mode: PersonaMode = PersonaMode.FULL, **told: object) -> Memory:
    memory.moods.set({"name": "Kite", "mode": mode, **told})
    return memory


def keep(memory: Memory, *drafts: Draft | str) -> list[int]:
    return memory.ingest((Draft(d) if isinstance(d, str) else d for d in drafts), Defaults()).ids


def feel(memory: Memory, happening: Happening = Happening.PRAISE, intensity: float = 1.0) -> None:
    memory.moods.feel(happening, intensity, "")


def events(memory: Memory) -> list[str]:
    """Return the events of the history, the earliest first."""
    return [event.event for event in reversed(memory.moods.history(1000))]


def card(memory: Memory, number: int) -> Card:
    return memory.peek([str(number)])[0]


class TestCalming:
    def test_an_event_moves_it_and_half_a_day_takes_three_quarters_back(self, at: At) -> None:
        told = at(0).moods.feel(Happening.PRAISE, 1.0, "")
        assert told.pad == pytest.approx(FIRST_PRAISE)
        assert (told.baseline, told.at, told.event, told.cause) == (ORIGIN, NOW, "praise", "praise")
        # 2^(-12/6) = 1/4
        assert at(12).moods.state().pad == pytest.approx((0.077, 0.038, 0.065))
        assert at(12).moods.state()._replace(pad=told.pad) == told
        assert at(24 * 7).moods.state().pad == pytest.approx(ORIGIN, abs=1e-8)

    def test_looking_changes_nothing(self, at: At) -> None:
        feel(at(0))
        shown = [at(3).moods.state() for _ in range(3)]
        assert shown[0] == shown[1] == shown[2]
        assert len(at(3).moods.history()) == 1

    def test_it_returns_to_the_baseline_of_the_persona(self, at: At) -> None:
        persona(at(0), pleasure=0.2, arousal=-0.1, dominance=0.4)
        assert at(0).moods.state().pad == (0.2, -0.1, 0.4)
        # gain .4 * .5 toward (-.63, .43, -.38): .2 - .2 * .83 = .034; -.1 + .2 * .53 = .006; .4 - .2 * .78 = .244
        assert at(0).moods.feel(Happening.INSULT, 0.5, "").pad == pytest.approx((0.034, 0.006, 0.244))
        # six hours: half of the way back
        assert at(6).moods.state().pad == pytest.approx((0.117, -0.047, 0.322))
        assert at(6).moods.state().baseline == (0.2, -0.1, 0.4)

    def test_weights_scale_the_gain_and_the_speed(self, at: At) -> None:
        persona(at(0), warmth=1.0, sensitivity=0.0, excitability=0.0, resilience=1.0)
        # praise: gain .4 * 1.5 = .6, on arousal .6 * .5 = .3; after four hours half of it: h = 6 / 1.5
        assert at(0).moods.feel(Happening.PRAISE, 1.0, "").pad == pytest.approx((0.462, 0.114, 0.39))
        assert at(4).moods.state().pad == pytest.approx((0.231, 0.057, 0.195))
        at(4).moods.reset()
        # insult: gain .4 * .5 = .2, on arousal .1
        assert at(4).moods.feel(Happening.INSULT, 1.0, "").pad == pytest.approx((-0.126, 0.043, -0.076))

    def test_the_second_event_starts_where_the_first_has_calmed_to(self, at: At) -> None:
        feel(at(0))
        feel(at(6), Happening.INSULT)
        second, first = at(6).moods.history()
        # Half of (.308, .152, .26), then .4 of the way to (-.63, .43, -.38).
        assert second.before == pytest.approx((0.154, 0.076, 0.13))
        assert second.after == pytest.approx((-0.1596, 0.2176, -0.074))
        assert first.after == pytest.approx(FIRST_PRAISE)
        assert at(6).moods.state().pad == second.after

    def test_many_events_stay_within_the_cube_and_short_of_their_target(self, at: At) -> None:
        persona(at(0), warmth=1.0, excitability=1.0)
        for _ in range(15):
            feel(at(0))
        assert at(0).moods.state().pad == pytest.approx((0.77, 0.38, 0.65), abs=1e-3)

    def test_a_clock_that_went_back_calms_nothing(self, at: At) -> None:
        feel(at(10))
        assert at(0).moods.state().pad == pytest.approx(FIRST_PRAISE)
        feel(at(0), Happening.INSULT, 0.0)
        assert at(0).moods.history()[0].at == NOW + 10 * HOUR
        assert at(0).moods.state().pad == pytest.approx(FIRST_PRAISE)


class TestHistory:
    def test_an_event_is_told_with_its_cause_and_what_it_did(self, at: At) -> None:
        at(0).moods.feel(Happening.PRAISE, 0.5, "shipped it")
        (event,) = at(0).moods.history()
        assert (event.at, event.event, event.intensity) == (NOW, "praise", 0.5)
        assert (event.cause, event.card_id, event.before) == ("shipped it", None, ORIGIN)
        assert event.after == pytest.approx((0.154, 0.076, 0.13))

    def test_the_latest_first_and_thirty_unless_told(self, at: At) -> None:
        for number in range(32):
            at(number).moods.feel(Happening.PRAISE, 0.1, str(number))
        causes = [event.cause for event in at(40).moods.history()]
        assert causes == [str(number) for number in range(31, 1, -1)]
        assert [event.cause for event in at(40).moods.history(1)] == ["31"]

    def test_each_event_starts_where_the_one_before_has_calmed_to(self, at: At) -> None:
        persona(at(0), pleasure=0.1, dominance=-0.2, resilience=0.9, absence=True)
        for number, happening in enumerate(Happening):
            feel(at(number * 13), happening, 0.7)
        feel(at(400))
        told = at(400).moods.history()
        assert [event.event for event in told[:2]] == ["praise", "absence"]
        for after, before in pairwise(told):
            hours = (after.at - before.at) / HOUR
            calmed = relax(Pad(*before.after), Pad(0.1, 0.0, -0.2), hours, 0.9)
            assert after.before == pytest.approx(calmed)

    def test_reset_is_an_event_and_brings_it_to_the_baseline(self, at: At) -> None:
        persona(at(0), pleasure=0.3)
        feel(at(0), Happening.INSULT)
        before = at(1).moods.state().pad
        told = at(1).moods.reset()
        assert (told.pad, told.event, told.at) == ((0.3, 0.0, 0.0), RESET, NOW + HOUR)
        event = at(1).moods.history()[0]
        assert (event.event, event.before, event.after) == (RESET, before, (0.3, 0.0, 0.0))
        assert at(2).moods.state().pad == pytest.approx((0.3, 0.0, 0.0))

    def test_undo_takes_back_feeling_judging_and_resetting(self, at: At) -> None:
        feel(at(0))
        kept = at(5).moods.state()
        for deed in (
            lambda: feel(at(1), Happening.INSULT),
            lambda: at(1).moods.judge("谢谢你，你很棒", apply=True),
            lambda: at(1).moods.reset(),
        ):
            deed()
            assert at(5).moods.state() != kept
            at(2).undo(None)
            assert at(5).moods.state() == kept
        assert events(at(5)) == ["praise"]

    def test_judging_moves_it_only_when_that_is_wanted(self, at: At) -> None:
        feel(at(0), Happening.PRAISE, 0.0)
        (judged,) = at(0).moods.judge("你很棒", apply=False)
        assert (judged.event, judged.intensity) == (Happening.PRAISE, 0.75)
        assert len(at(0).moods.history()) == 1
        at(0).moods.judge("你很棒", apply=True)
        # gain .4 * .75 = .3
        assert at(0).moods.state().pad == pytest.approx((0.231, 0.114, 0.195))
        at(0).moods.judge("今天天气不错", apply=True)
        assert len(at(0).moods.history()) == 2

    def test_judging_alone_needs_no_store(self, at: At) -> None:
        assert at(0).moods.judge("你很棒", apply=False)
        assert at(0).moods.judge("今天天气不错", apply=True) == ()
        assert not at(0).path.exists()


class TestAbsence:
    def test_two_days_of_silence_make_lonely_an_agent_that_minds(self, at: At) -> None:
        keep(persona(at(0), absence=True), "Alice moved to Lisbon")
        assert at(47.9).moods.state().event is None
        told = at(72).moods.state()
        assert (told.event, told.at) == ("absence", NOW + 48 * HOUR)
        # Intensity 3 of 14 days, gain .4 * 3/14 toward (-.66, -.43, -.32); then a day: 2^-4 is left.
        gain = 0.4 * 3 / 14
        assert told.pad == pytest.approx((-0.66 * gain / 16, -0.43 * gain / 16, -0.32 * gain / 16))
        assert at(72).moods.history() == []

    def test_after_a_week_it_rests_and_the_next_event_tells_the_silence_first(self, at: At) -> None:
        keep(persona(at(0), absence=True), "Alice moved to Lisbon")
        shown = at(168).moods.state()
        assert shown.pad == pytest.approx(ORIGIN, abs=1e-6)
        assert (shown.event, shown.at, shown.cause) == ("absence", NOW + 48 * HOUR, "a long silence")
        feel(at(168))
        praise, absence = at(168).moods.history()
        assert (absence.event, absence.at, absence.cause) == (shown.event, shown.at, shown.cause)
        assert (absence.intensity, absence.before) == (0.5, ORIGIN)
        # gain .4 * .5
        assert absence.after == pytest.approx((-0.132, -0.086, -0.064))
        assert (praise.event, praise.before) == ("praise", shown.pad)

    @pytest.mark.parametrize("hours", [48, 49, 60, 100, 336, 2000])
    def test_what_is_shown_is_what_the_next_event_starts_from(self, at: At, hours: int) -> None:
        feel(persona(at(0), absence=True, pleasure=0.1, resilience=0.2), Happening.INSULT)
        shown = at(hours).moods.state()
        feel(at(hours))
        praise, absence, insult = at(hours).moods.history()
        assert [insult.event, absence.event] == ["insult", "absence"]
        assert praise.before == shown.pad
        assert absence.at == shown.at
        assert absence.intensity == pytest.approx(min(hours / 336, 1))

    def test_it_is_told_once(self, at: At) -> None:
        keep(persona(at(0), absence=True), "Alice moved to Lisbon")
        feel(at(72))
        feel(at(73))
        assert events(at(74)) == ["absence", "praise", "praise"]
        assert at(100).moods.state().event == "praise"
        feel(at(200))
        assert events(at(200)) == ["absence", "praise", "praise", "absence", "praise"]
        assert at(200).moods.history()[1].at == NOW + (73 + 48) * HOUR

    def test_what_was_told_by_hand_is_not_told_again(self, at: At) -> None:
        persona(at(0), absence=True)
        feel(at(0), Happening.ABSENCE)
        assert at(400).moods.state().at == NOW
        feel(at(400))
        assert events(at(400)) == ["absence", "praise"]

    def test_one_that_does_not_mind_or_was_never_spoken_to_is_not_lonely(self, at: At) -> None:
        keep(persona(at(0)), "Alice moved to Lisbon")
        persona(at(0, name="other"), absence=True)
        for memory in (at(400), at(400, name="other")):
            assert memory.moods.state().event is None
            feel(memory)
            assert events(memory) == ["praise"]

    def test_there_is_none_while_cards_are_written_daily(self, at: At) -> None:
        persona(at(0), absence=True)
        for day in range(6):
            keep(at(24 * day), f"Note {day}: trams run on rails")
            assert at(24 * day + 23).moods.state().event is None
        feel(at(24 * 6))
        assert events(at(24 * 6)) == ["praise"]

    def test_it_does_not_vanish_when_somebody_speaks_of_something_else(self, at: At) -> None:
        keep(persona(at(0), absence=True, resilience=0.0), "Alice moved to Lisbon")
        shown = at(50).moods.state()
        assert shown.event == "absence"
        keep(at(50), "Bob moved to Porto")
        assert at(50).moods.state().pad == shown.pad
        later = at(51).moods.state()
        assert later.event == "absence"
        # One hour of resilience 0: h = 12
        assert later.pad == pytest.approx([axis * 2 ** (-1 / 12) for axis in shown.pad])

    def test_undo_of_the_event_after_it_takes_it_back_too(self, at: At) -> None:
        keep(persona(at(0), absence=True), "Alice moved to Lisbon")
        shown = at(72).moods.state()
        feel(at(72))
        at(72).undo(None)
        assert at(72).moods.history() == []
        assert at(72).moods.state() == shown


def ingested(memory: Memory, words: str) -> None:
    keep(memory, words)


def framed(memory: Memory, words: str) -> None:
    memory.frame(Draft(words))


def completed(memory: Memory, words: str) -> None:
    """Complete a turn whose frame was kept while nobody listened."""
    known = memory.moods.portrait().persona if memory.path.exists() else None
    if known is not None:
        memory.moods.set({"mode": PersonaMode.OFF})
    number = memory.frame(Draft(words))
    if known is not None:
        memory.moods.set({"mode": known.mode})
    memory.complete(str(number), Completion("好的"))


class TestHearing:
    @pytest.mark.parametrize("way", [ingested, framed, completed])
    @pytest.mark.parametrize("mode", [*PersonaMode, None])
    def test_what_is_said_moves_it_in_full_mode_alone(
        self, at: At, way: Callable[[Memory, str], None], mode: PersonaMode | None
    ) -> None:
        if mode is not None:
            persona(at(0), mode)
        way(at(0), "你很棒")
        told = at(0).moods.history()
        if mode is not PersonaMode.FULL:
            assert told == []
            return
        (event,) = told
        assert (event.event, event.intensity, event.card_id, event.at) == ("praise", 0.75, 1, NOW)
        # gain .4 * .75 = .3
        assert event.after == pytest.approx((0.231, 0.114, 0.195))

    @pytest.mark.parametrize("words", ["You are amazing", "你又答错了"])
    def test_a_turn_is_judged_once(self, at: At, words: str) -> None:
        number = str(persona(at(0)).frame(Draft(words)))
        assert len(at(0).moods.history()) == 1
        at(1).complete(number, Completion("Thank you so much, you are amazing!"))
        assert len(at(1).moods.history()) == 1

    def test_a_turn_taken_in_at_once_is_judged_once_too(self, at: At) -> None:
        for _ in range(2):
            keep(persona(at(0)), Draft("谢谢你\n你很棒", kind=Kind.CHAT, reply_at=4))
        assert events(at(0)) == ["thanks"]

    def test_two_events_of_a_text_move_it_one_after_the_other(self, at: At) -> None:
        keep(persona(at(0)), "谢谢你，你很棒")
        praise, thanks = at(0).moods.history()
        # .4 * .6 = .24 toward (.69, .35, .30), then .3 of the way on to (.77, .38, .65):
        # .1656 + .3 * .6044 = .34692; .084 + .3 * .296 = .1728; .072 + .3 * .578 = .2454
        assert thanks.after == pytest.approx((0.1656, 0.084, 0.072))
        assert praise.before == thanks.after
        assert praise.after == pytest.approx((0.34692, 0.1728, 0.2454))

    @pytest.mark.parametrize(
        "draft",
        [
            pytest.param(Draft("谢谢你，你很棒", speaker="assistant"), id="agent"),
            pytest.param(Draft("谢谢你，你很棒", speaker="助手"), id="agent-zh"),
            pytest.param(Draft("谢谢你，你很棒", speaker="Kite"), id="agent-by-name"),
            pytest.param(Draft("Why?\nYou are amazing", kind=Kind.CHAT, reply_at=5), id="answer"),
            pytest.param(Draft("谢谢你，你很棒", kind=Kind.FILE), id="file"),
            pytest.param(Draft("谢谢你，你很棒", kind=Kind.ACTION), id="action"),
            pytest.param(Draft("谢谢你，你很棒", kind=Kind.PREFERENCE), id="preference"),
            pytest.param(
                Draft("Hm", preferences=(PreferenceDraft("saying", "你很棒"),)), id="its-preference"
            ),
            pytest.param(Draft("谢谢你，你很棒", happened_at=NOW - DAY - 1), id="yesterday"),
            pytest.param(Draft("谢谢你，你很棒", happened_at=NOW - 4000 * DAY), id="years-ago"),
            pytest.param(Draft("谢谢你，你很棒", happened_at=NOW + 1), id="to-come"),
        ],
    )
    def test_what_nobody_says_to_it_now_moves_nothing(self, at: At, draft: Draft) -> None:
        keep(persona(at(0)), draft)
        assert at(0).moods.history() == []

    def test_what_was_said_today_moves_it_when_it_was_said(self, at: At) -> None:
        keep(persona(at(0)), Draft("你很棒", happened_at=NOW - 6 * HOUR))
        (event,) = at(0).moods.history()
        assert event.at == NOW - 6 * HOUR
        # Half of (.231, .114, .195) is left.
        assert at(0).moods.state().pad == pytest.approx((0.1155, 0.057, 0.0975))

    def test_a_frame_of_last_week_that_is_completed_now_moves_nothing(self, at: At) -> None:
        number = persona(at(0), PersonaMode.OFF).frame(Draft("你很棒"))
        persona(at(240)).complete(str(number), Completion("谢谢"))
        assert at(240).moods.history() == []

    def test_events_older_than_the_last_do_not_run_time_backwards(self, at: At) -> None:
        feel(persona(at(0)))
        keep(
            at(0),
            Draft("谢谢你", happened_at=NOW - 10 * HOUR),
            Draft("you are a moron", happened_at=NOW - 5 * HOUR),
        )
        insult, thanks, praise = at(0).moods.history()
        assert [praise.event, thanks.event, insult.event] == ["praise", "thanks", "insult"]
        assert praise.at == thanks.at == insult.at == NOW
        assert (thanks.before, insult.before) == (praise.after, thanks.after)
        assert at(0).moods.state().pad == insult.after

    def test_undo_of_a_frame_takes_its_event_back(self, at: At) -> None:
        feel(persona(at(0)), Happening.THANKS)
        kept = at(1).moods.state()
        at(1).frame(Draft("you are a moron"))
        assert events(at(1)) == ["thanks", "insult"]
        at(1).undo(None)
        assert events(at(1)) == ["thanks"]
        assert at(1).moods.state() == kept

    def test_purge_of_a_card_erases_what_it_said_from_the_history(self, at: At) -> None:
        keep(persona(at(0)), "you are a moron")
        at(0).cards.purge(["1"])
        assert at(0).moods.history() == []
        with at(0)._store(write=False) as store:
            assert "moron" not in str(dump(store))

    def test_a_users_own_cues_are_heard(self, at: At) -> None:
        persona(at(0))
        own = Settings(cues={"praise": {"zh": ["泰裤辣"], "en": ["kudosss"]}})
        keep(at(0), "泰裤辣")
        assert at(0).moods.history() == []
        keep(at(1, own), "这真泰裤辣", "kudosss")
        assert events(at(1)) == ["praise", "praise"]


class TestEmotion:
    def weight(self, memory: Memory, number: int = 1) -> float:
        return importance.parts(card(memory, number)).importance

    @pytest.mark.parametrize("way", [ingested, framed, completed])
    def test_what_is_felt_is_the_more_important(self, at: At, way: Callable[[Memory, str], None]) -> None:
        way(persona(at(0)), "你很棒")
        way(persona(at(0, name="off"), PersonaMode.OFF), "你很棒")
        assert card(at(0), 1).emotion == 0.75
        # 0.20 * 0.75
        assert self.weight(at(0)) - self.weight(at(0, name="off")) == pytest.approx(0.15)

    def test_the_stronger_of_what_is_told_and_what_is_judged_counts(self, at: At) -> None:
        keep(
            persona(at(0)),
            Draft("你很棒", perception='{"emotion": 0.9}'),
            Draft("你很棒，我说", perception='{"emotion": 0.1}'),
            "谢谢你，你很棒呀",
        )
        assert [card(at(0), number).emotion for number in (1, 2, 3)] == [0.9, 0.75, 0.75]

    def test_its_own_answer_adds_none(self, at: At) -> None:
        number = persona(at(0)).frame(Draft("Where is the café?"))
        at(0).complete(str(number), Completion("You are amazing!!"))
        assert card(at(0), number).emotion == 0.0


TALK = [
    "谢谢你，标签池的部署方案很好",
    "Thank you so much! The tag pool is deployed.",
    "you are a moron, the tag pool is broken",
    "Alice moved to Lisbon",
    "记住：我对花生过敏",
    "标签池部署失败了，我好难过",
    "The tag pool holds forty tags.",
]
ASKED = ["标签池 部署", "tag pool", "Alice", "花生", "难过 失败"]


def found(memory: Memory) -> list[object]:
    """Return what recall tells: cards in their order, with score and tier."""
    answers = memory.recall([Query(words, depth=Depth.SHALLOW, top=20) for words in ASKED])
    return [[(hit.card.id, hit.score, hit.card.tier) for hit in answer.hits] for answer in answers]


class TestColourOnly:
    def test_no_mood_changes_what_is_found(self, at: At) -> None:
        keep(persona(at(0)), *TALK)
        before = found(at(1))
        assert all(before)
        for happening in Happening:
            feel(at(1), happening)
            assert found(at(1)) == before

    def test_recall_is_the_same_with_a_persona_and_without(self, at: At) -> None:
        keep(persona(at(0), novelty=True, absence=True), *TALK)
        keep(persona(at(0, name="off"), PersonaMode.OFF), *TALK)
        keep(at(0, name="none"), *TALK)
        assert at(0).moods.history()
        for hours in (1, 100):
            told = found(at(hours))
            assert told == found(at(hours, name="off")) == found(at(hours, name="none"))

    def test_upkeep_keeps_the_same_whatever_the_mood(self, at: At) -> None:
        keep(persona(at(0)), *TALK)
        keep(persona(at(0, name="off")), *TALK)
        for _ in range(5):
            at(0, name="off").moods.feel(Happening.INSULT, 1.0, "")
        for hours in (48, 24 * 40):
            for name in ("memory", "off"):
                at(hours, name=name).upkeep.evolve(list(Step), dry_run=False, force=True)
                at(hours, name=name).upkeep.clean(None, None, dry_run=False, force=True)
            assert found(at(hours)) == found(at(hours, name="off"))


class TestPersona:
    def test_a_new_one_is_neutral_in_all_that_is_not_told(self, at: At) -> None:
        told = at(0).moods.set({"name": "Kite"})
        assert told == at(0).moods.portrait().persona
        assert (told.name, told.role, told.background, told.style) == ("Kite", "", "", "")
        assert told.mode is PersonaMode.FULL
        assert Personality(told.warmth, told.sensitivity, told.excitability, told.resilience) == Personality()
        assert (told.pleasure, told.arousal, told.dominance) == ORIGIN
        assert (told.absence, told.novelty) == (False, False)

    def test_what_is_not_told_stays(self, at: At) -> None:
        before = at(0).moods.set({"name": "Kite", "role": "teacher", "warmth": 0.9, "absence": True})
        after = at(0).moods.set({"role": "", "mode": PersonaMode.LIGHT, "pleasure": 0.5})
        assert after == before._replace(role="", mode=PersonaMode.LIGHT, pleasure=0.5)
        assert at(0).undo(None)
        assert at(0).moods.portrait().persona == before

    def test_a_new_one_needs_a_name_and_makes_no_store_without(self, at: At) -> None:
        with pytest.raises(Usage, match="needs a name"):
            at(0).moods.set({"role": "teacher"})
        assert not at(0).path.exists()

    def test_there_is_none_until_one_is_made(self, at: At) -> None:
        keep(at(0), "Alice moved to Lisbon")
        told = at(0).moods.portrait()
        assert told.persona is None
        assert set(told.tokens.values()) == {0}
        assert at(0).moods.state().pad == ORIGIN

    @pytest.mark.parametrize("word", PRESETS)
    def test_a_preset_speaks_both_languages_and_rests_where_it_says(self, at: At, word: str) -> None:
        preset = PRESETS[word]
        english = at(0).moods.use(word, "en")
        assert (english.name, english.role, english.background) == (
            preset.name,
            preset.role,
            preset.background,
        )
        assert english.style.splitlines() == list(preset.style)
        assert (english.warmth, english.resilience) == (preset.weights.warmth, preset.weights.resilience)
        assert at(0).moods.state().pad == at(0).moods.state().baseline == preset.baseline
        chinese = at(0).moods.use(word, "zh")
        assert (chinese.name, chinese.role) == (preset.name_zh, preset.role_zh)
        assert chinese.id == english.id

    def test_taking_another_preset_can_be_undone_and_leaves_the_senses(self, at: At) -> None:
        at(0).moods.use("kite", "en")
        before = at(0).moods.set({"absence": True, "novelty": True, "mode": PersonaMode.OFF})
        after = at(0).moods.use("granite", "zh")
        assert (after.name, after.mode, after.absence, after.novelty) == (
            "阿岩",
            PersonaMode.FULL,
            True,
            True,
        )
        at(0).undo(None)
        assert at(0).moods.portrait().persona == before

    def test_a_preset_that_is_not_there_makes_no_store(self, at: At) -> None:
        with pytest.raises(NotFound, match="no preset 'nope'"):
            at(0).moods.use("nope", "en")
        assert not at(0).path.exists()

    def test_the_baseline_of_a_big_five_profile(self, at: At) -> None:
        rest = baseline_from_big_five(
            openness=-0.2, conscientiousness=0.6, extraversion=0.4, agreeableness=0.5, stability=0.8
        )
        persona(at(0), **rest._asdict())
        # P = .21 * .4 + .59 * .5 + .19 * .8 = .084 + .295 + .152 = .531
        # A = .15 * -.2 + .30 * .5 - .57 * .8 = -.03 + .15 - .456 = -.336
        # D = .25 * -.2 + .17 * .6 + .60 * .4 - .32 * .5 = -.05 + .102 + .24 - .16 = .132
        assert at(0).moods.state().baseline == pytest.approx((0.531, -0.336, 0.132))
        assert at(0).moods.state().pad == at(0).moods.state().baseline

    def test_a_portrait_counts_less_for_each_lighter_mode(self, at: At) -> None:
        at(0).moods.use("hearth", "zh")
        tokens = at(0).moods.portrait().tokens
        assert tokens[PersonaMode.FULL] > tokens[PersonaMode.LIGHT] > tokens[PersonaMode.OFF] == 0


class TestNovelty:
    def turn(self, memory: Memory, *tags: str, summary: str | None = None) -> str:
        number = str(memory.frame(Draft(f"What about {tags}?")))
        memory.complete(number, Completion("It is there.", tags=tags, summary=summary))
        return number

    def test_two_things_that_no_memory_holds_make_curious(self, at: At) -> None:
        self.turn(persona(at(0), novelty=True), "灯塔", "渔港")
        (event,) = at(0).moods.history()
        assert (event.event, event.intensity, event.card_id) == ("novelty", 0.6, 1)
        assert sorted(event.cause.split(", ")) == sorted(["灯塔", "渔港"])
        # gain .4 * .6 = .24 toward (.22, .62, -.01)
        assert event.after == pytest.approx((0.0528, 0.1488, -0.0024))

    def test_four_new_things_are_no_stronger_than_any_event(self, at: At) -> None:
        self.turn(persona(at(0), novelty=True), "灯塔", "渔港", "harpoon", "zeppelin")
        assert [event.intensity for event in at(0).moods.history()] == [1.0]

    def test_one_new_thing_or_known_ones_do_not(self, at: At) -> None:
        self.turn(persona(at(0)), "灯塔", "渔港")
        persona(at(0), novelty=True)
        self.turn(at(1), "灯塔", "渔港")
        self.turn(at(1), "灯塔", "zeppelin")
        assert at(1).moods.history() == []

    @pytest.mark.parametrize("mode", [PersonaMode.LIGHT, PersonaMode.OFF])
    def test_one_whose_mood_is_off_is_not_curious(self, at: At, mode: PersonaMode) -> None:
        self.turn(persona(at(0), mode, novelty=True), "灯塔", "渔港")
        assert at(0).moods.history() == []

    def test_a_turn_is_new_once(self, at: At) -> None:
        number = self.turn(persona(at(0), novelty=True), "灯塔", "渔港")
        at(1).complete(number, Completion("It is there.", tags=("灯塔", "渔港")))
        assert events(at(1)) == ["novelty"]
        at(1).complete(number, Completion("It is there.", summary="Lighthouse and port"))
        assert events(at(1)) == ["novelty"]

    def test_praise_for_something_new_is_both(self, at: At) -> None:
        number = persona(at(0), novelty=True).frame(Draft("你很棒"))
        at(0).complete(str(number), Completion("谢谢", tags=("灯塔", "渔港")))
        assert events(at(0)) == ["praise", "novelty"]

    def test_undo_of_the_end_takes_the_curiosity_back(self, at: At) -> None:
        number = persona(at(0), novelty=True).frame(Draft("你很棒"))
        at(0).complete(str(number), Completion("谢谢", tags=("灯塔", "渔港")))
        at(0).undo(None)
        assert events(at(0)) == ["praise"]
