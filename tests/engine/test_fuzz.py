"""Whatever is written: the rules keep their bounds."""

from __future__ import annotations

import json
from collections.abc import Callable
from math import isclose
from typing import Any

import pytest
from hypothesis import strategies as st

from tests.engine.wild import EXAMPLES, HALVES, NUMBERS, SECRETS, TEXTS, VALUES, search
from wdm.engine import cues, tagging
from wdm.engine.rules import cards, echo, importance, mood, plain, pool, sameness, secrets, text, times
from wdm.engine.rules.judge import judge
from wdm.engine.rules.personality import Personality
from wdm.engine.rules.tokens import tokens, whole_tokens
from wdm.store.errors import Usage
from wdm.store.records import Draft, Kind

NOW = times.parse_iso("2026-06-01T12:00:00Z")
CUES = cues.load()

Rule = Callable[[str], None]
rules: list[Rule] = []


def outcome(deed: Callable[[], object]) -> Any:
    """Return what a deed does, or how it is refused."""
    try:
        return deed()
    except (Usage, ValueError) as error:
        return error


def rule(holds: Rule) -> Rule:
    """Note what holds for any text."""
    rules.append(holds)
    return holds


@rule
def a_fold_folds_no_further(words: str) -> None:
    assert text.fold(text.fold(words)) == text.fold(words)


@rule
def the_key_and_the_form_of_a_name_stay_as_they_are(words: str) -> None:
    told = pool.name_columns(words)
    assert pool.name_columns(str(told["name"]))["name"] == told["name"]
    assert text.name_key(str(told["key"])) == told["key"]
    assert text.name_key(f"  {words}\n") == told["key"]


@rule
def terms_are_those_of_the_fold_and_hold_no_space(words: str) -> None:
    found = text.terms(words)
    assert found == text.terms(text.fold(words))
    assert all(term and term == "".join(term.split()) for term in found)
    assert {kept.term for kept in text.query_terms(words).kept} <= set(found)
    assert text.unknown_words(text.query_terms(words), set(found)) == []


@rule
def spans_of_a_text_lie_within_it(words: str) -> None:
    most = len(text.units(words))
    assert all(0 <= one.start < one.end <= most and one.form for one in pool.spans(words))


@rule
def an_echo_is_taken_out_once_and_a_defused_text_is_none(words: str) -> None:
    own, quoted = echo.without_blocks(words)
    assert quoted or own == words
    if not quoted:
        assert echo.without_blocks(own) == (own, False)
    block = "\n".join(
        [echo.BEGIN, echo.HEAD, *(f"  | {line}" for line in echo.defused(words).splitlines()), echo.END]
    )
    assert echo.without_blocks(block) == ("", True)
    assert all(number >= 0 and lines in words for number, lines in echo.entries(words))


@rule
def a_time_is_read_within_the_years_or_refused_in_words(words: str) -> None:
    for end in (False, True):
        border = outcome(lambda end=end: times.parse_border(words, NOW, end=end))
        assert isinstance(border, int) or times.EXAMPLES in border.hint
    stamp = outcome(lambda: times.parse_stamp(words))
    assert (
        times.parse_iso(times.iso(stamp)) == stamp if isinstance(stamp, int) else "is not ISO" in str(stamp)
    )


@rule
def tokens_add_up_over_lines_and_are_fewest_in_one(words: str) -> None:
    lines = words.split("\n")
    assert isclose(tokens(words), sum(map(tokens, lines)), abs_tol=1e-9)
    cut = len(words) // 2
    assert 0 <= tokens(words) <= tokens(words[:cut]) + tokens(words[cut:]) + 1e-9
    assert tokens(words) <= whole_tokens(words) < tokens(words) + 1


@rule
def what_is_shown_has_no_control_and_stays_as_it_is(words: str) -> None:
    shown = plain.one_line(words)
    assert plain.one_line(shown) == shown
    assert not any(
        c < " " or "\x7f" <= c <= "\x9f" or "\u202a" <= c <= "\u202e" or "\u2066" <= c <= "\u2069"
        for c in shown
    )
    assert len(plain.safe(words)) == len(words)
    told = plain.in_json(json.dumps(words, ensure_ascii=False))
    assert json.loads(told) == words
    assert not any(
        "\x7f" <= c <= "\x9f" or "\u2028" <= c <= "\u202e" or "\u2066" <= c <= "\u2069" for c in told
    )


@rule
def a_summary_is_a_line_of_bounded_width(words: str) -> None:
    short = cards.shorten(words)
    assert cards.columns(short.removesuffix("…")) + short.endswith("…") <= cards.SUMMARY
    assert short == " ".join(short.split()) or short.endswith("…")
    assert bool(short) == bool(words.strip())


@rule
def tags_are_few_and_clean(words: str) -> None:
    found = tagging.extract(words)
    assert len(found) <= 4
    assert all(name == " ".join(name.split()) and tagging.caller_tags([name])[0] == (name,) for name in found)


@rule
def a_text_that_is_told_has_a_form_to_be_known_by(words: str) -> None:
    assert bool(sameness.same_form(words)) == bool(words.strip())
    again = [sameness.content_hash(Kind.FACT, None, words) for _ in range(2)]
    assert again[0] == again[1]


@pytest.mark.parametrize("holds", rules, ids=lambda holds: holds.__name__)
@EXAMPLES
def test_for_any_text(holds: Rule, examples: int) -> None:
    search(holds, 2 * examples, HALVES)


@EXAMPLES
def test_no_secret_stays_in_any_text(examples: int) -> None:
    def told(before: str, secret: str, after: str) -> None:
        words = f"{before}\n{secret} {after}"
        clean, kinds = secrets.redact(words)
        assert kinds == [one.kind for one in secrets.find(words)]
        assert kinds
        assert secrets.redact(clean) == (clean, [])
        for one in secrets.find(words):
            assert len(words[one.start : one.end]) >= 6

    search(
        told,
        2 * examples,
        TEXTS,
        st.sampled_from(SECRETS[:10]),
        st.lists(TEXTS | st.sampled_from(SECRETS)).map(" ".join),
    )


SAID = [
    "谢谢你，太棒了！",
    "You are useless!!",
    "I bet you can't",
    "THANK YOU so much!!!",
    "对不起，是我错了",
    "I feel so sad today",
]


@EXAMPLES
def test_events_are_of_a_kind_each_and_of_bounded_strength(examples: int) -> None:
    def told(lines: list[str]) -> None:
        events = judge("\n".join(lines), CUES)
        assert len({one.event for one in events}) == len(events)
        assert all(0.2 <= one.intensity <= 1 and one.cue for one in events)
        felt = mood.ORIGIN
        for one in events * 9:
            felt = mood.step(felt, one.event, one.intensity, Personality(1.0, 1.0, 1.0, 0.0))
            assert all(-1 <= axis <= 1 for axis in felt)
            assert mood.label(felt).radius <= 3**0.5

    assert all(judge(words, CUES) for words in SAID)
    search(told, examples, st.lists(st.sampled_from(SAID) | HALVES, max_size=5))


@EXAMPLES
def test_importance_is_a_share_whatever_is_told(examples: int) -> None:
    def told(words: str, speaker: str | None, kind: Kind, perception: dict[str, Any], repeats: int) -> None:
        draft = Draft(words, kind=kind, speaker=speaker, perception=json.dumps(perception))
        parts = importance.assessed(draft)
        whole = importance.Parts(**parts, repetition=importance.repetition(repeats))
        assert all(0 <= part <= 1 for part in whole)
        assert 0 <= whole.importance <= 1

    fields = ("emotion", "who", "where", "when", "why", "outcome")
    perceptions = st.dictionaries(st.sampled_from(fields), VALUES) | VALUES.map(
        lambda value: dict.fromkeys(fields, value)
    )
    search(
        told, examples, TEXTS, st.none() | TEXTS, st.sampled_from(Kind), perceptions, st.integers(0, 2**62)
    )


@EXAMPLES
def test_a_stamp_is_a_time_or_refused(examples: int) -> None:
    def told(value: object) -> None:
        stamp = outcome(lambda: times.parse_stamp(value))
        assert (
            times.FIRST <= stamp <= times.LAST if isinstance(stamp, int) else str(stamp).startswith("time ")
        )

    search(told, 2 * examples, NUMBERS | VALUES)
