"""Summaries, identities and index terms of cards, with lengths worked out by hand."""

from __future__ import annotations

import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wdm.engine.rules import cards
from wdm.store.records import Card, CardTag, Kind, Status, Tier


def card(
    text: str, *, summary: str | None = None, speaker: str | None = None, tags: tuple[str, ...] = ()
) -> Card:
    return Card(
        id=1, uid=b"\0" * 16, external_id=None, kind=Kind.FACT, status=Status.COMPLETED, tier=Tier.HOT, pinned=False,
        topic=None, speaker=speaker, summary=summary, overview=None, text=text, reply_at=None, perception=None,
        scene_id=None, document_id=None, repeats=0, uses=0, last_used=None, happened_at=0, created_at=0,
        superseded_by=None, archived_at=None, forgotten_at=None,
        tags=tuple(CardTag(n, f"T{n:05d}", name) for n, name in enumerate(tags, start=1)),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("words", "columns"),
    [("", 0), ("abc", 3), ("部署", 4), ("C盘", 3), ("é", 1), ("，", 2), ("한국", 4), ("🎉", 2)],
)
def test_a_chinese_character_takes_two_columns(words: str, columns: int) -> None:
    assert cards.columns(words) == columns


@pytest.mark.parametrize(
    ("words", "width", "short"),
    [
        ("all of it", 20, "all of it"),
        ("two\n  lines\there", 20, "two lines here"),
        # 11 columns of the first sentence; the second would make 28.
        ("One is done. Two is not done yet.", 20, "One is done."),
        # The first sentence is 10 columns, the second 8 more, the third too many.
        ("标签池满了。要扩容。明天再说吧。", 20, "标签池满了。要扩容。"),
        # No sentence ends in 10 columns: 9 of them, then the mark.
        ("abcdefghijklmnop", 10, "abcdefghi…"),
        # Four characters are 8 columns, a fifth would be 10.
        ("一二三四五六七八", 10, "一二三四…"),
        # The only whole sentence is less than a third of the width: too little to stand for all.
        ("No. abcdefghijklmnopqrstuvwxyz", 20, "No. abcdefghijklmno…"),
        ("", 10, ""),
    ],
)
def test_a_long_text_is_cut_after_a_sentence_or_marked(words: str, width: int, short: str) -> None:
    assert cards.shorten(words, width) == short


@given(st.text(), st.integers(4, 200))
def test_a_short_form_is_one_line_within_its_width(words: str, width: int) -> None:
    short = cards.shorten(words, width)
    assert "\n" not in short
    assert cards.columns(short) <= width + 1  # the mark counts as one column in a terminal, as two here


@given(st.text(max_size=500))
def test_shortening_twice_changes_nothing(words: str) -> None:
    assert cards.shorten(cards.shorten(words)) == cards.shorten(words)


def test_a_given_summary_goes_before_the_head_of_the_text() -> None:
    assert cards.summary_of(card("the text", summary="the summary")) == "the summary"
    assert cards.summary_of(card("the\ntext")) == "the text"


def test_a_card_is_found_by_text_summary_speaker_tags_and_day() -> None:
    terms = set(cards.index_terms(card("部署 kangaroo", summary="rollout", speaker="Mei", tags=("C++",))))
    assert {"部署", "kangaroo", "rollout", "mei", "c++"} <= terms
    assert set(cards.date_terms(0)) <= terms


@given(st.integers(-(10**15), 2**48 - 1), st.binary(min_size=10, max_size=10))
def test_a_uid_is_a_uuid_of_version_7_that_sorts_by_time(now: int, noise: bytes) -> None:
    raw = cards.uuid7(now, noise)
    known = uuid.UUID(bytes=raw)
    assert known.version == 7
    assert known.variant == uuid.RFC_4122
    assert cards.uid_text(raw) == str(known)
    # The first 48 bits are the milliseconds; a time before 1970 counts as 1970.
    assert int.from_bytes(raw[:6], "big") == max(now, 0)
