"""Documents: sections by heading, long ones by paragraph and sentence, code left whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from wdm.engine.reading.files import SECTION, document
from wdm.engine.reading.items import DocumentDraft, Format, Rejected
from wdm.store.records import Kind

Read = Callable[..., list[Any]]


def sections(words: str) -> list[tuple[str, int | None]]:
    return [(section.text, section.line) for section in document(words, "/n/plan.md").sections]


def test_each_section_carries_the_headings_above_it() -> None:
    words = "before\n\n# Plan\n\nWe start.\n\n## Food\nRice.\n\n# 部署\n\n灰度发布。\n"
    assert sections(words) == [
        ("before", 1),
        ("Plan\n\nWe start.", 3),
        ("Plan › Food\n\nRice.", 7),
        ("部署\n\n灰度发布。", 10),
    ]


def test_a_heading_alone_is_kept_unless_a_deeper_one_carries_it() -> None:
    assert sections("# Buy\n\n## Milk\n## Eggs\n# Done\n") == [
        ("Buy › Milk", 3),
        ("Buy › Eggs", 4),
        ("Done", 5),
    ]
    assert sections("# Only\n") == [("Only", 1)]


@pytest.mark.parametrize("fence", ["```", "~~~", "````"])
def test_code_is_not_cut_at_its_comments(fence: str) -> None:
    words = f"# Setup\n\n{fence}sh\n# a comment\n## and one more\nrun\n{fence}\n\n# Next\n\nyes"
    assert sections(words) == [
        (f"Setup\n\n{fence}sh\n# a comment\n## and one more\nrun\n{fence}", 1),
        ("Next\n\nyes", 9),
    ]


def test_a_fence_of_another_kind_does_not_end_the_code() -> None:
    words = "# A\n```\n~~~\n# no heading\n```\n# B\nb"
    assert [text for text, _ in sections(words)] == ["A\n\n```\n~~~\n# no heading\n```", "B\n\nb"]


@pytest.mark.parametrize("line", ["#hashtag", "#!/bin/sh", "    # indented code", "####### seven", "C#", "#"])
def test_what_is_no_heading_stays_in_the_text(line: str) -> None:
    assert sections(f"# A\n\nbefore\n{line}\nafter") == [(f"A\n\nbefore\n{line}\nafter", 1)]


def test_closing_marks_of_a_heading_are_no_part_of_it() -> None:
    assert sections("## A ##\n\na\n\n# C#\n\nc") == [("A\n\na", 1), ("C#\n\nc", 5)]


def test_a_long_section_is_cut_between_paragraphs() -> None:
    # Two of 700 characters fit under 1,500, a third does not.
    one, two, three = ("x" * 700, "y" * 700, "z" * 700)
    texts = [text for text, _ in sections(f"# T\n\n{one}\n\n{two}\n\n{three}")]
    assert texts == [f"T\n\n{one}\n\n{two}", f"T\n\n{three}"]


def test_a_long_paragraph_is_cut_after_a_sentence() -> None:
    # A sentence of 5 characters: 300 of them fill a section of 1,500 exactly.
    texts = [text for text, _ in sections("句子很长。" * 800)]
    assert [len(text) for text in texts] == [1500, 1500, 1000]
    assert all(text.endswith("。") for text in texts)


def test_a_paragraph_without_sentences_is_cut_where_it_must_be() -> None:
    assert [len(text) for text, _ in sections("x" * 3500)] == [1500, 1500, 500]


@given(st.lists(st.text(alphabet="ab。. \n#`词", max_size=400), max_size=8))
@example(["# a\n "])  # a heading over nothing but a blank
def test_no_section_is_much_longer_than_the_longest_and_no_letter_is_lost(parts: list[str]) -> None:
    words = "\n\n".join(parts)
    texts = [section.text for section in document(words, "x.txt").sections]
    longest_heading = max(map(len, words.split("\n")), default=0)
    for text in texts:
        assert len(text) <= SECTION + 8 * (longest_heading + 3) + 2 * len(parts) + 400
    for letter in "ab词":
        assert sum(text.count(letter) for text in texts) >= words.count(letter)


def test_a_document_is_described_by_title_and_headings() -> None:
    draft = document("# Plan\n\nWe start in May.\n\n## Food\n\nRice.", "/n/plan.md")
    assert draft.mime == "text/markdown"
    assert draft.summary == "Plan: We start in May."
    assert draft.overview == "Plan; Plan › Food"
    assert [section.summary for section in draft.sections] == ["Plan: We start in May.", "Plan › Food: Rice."]
    assert {section.topic for section in draft.sections} == {"plan.md"}
    assert {section.kind for section in draft.sections} == {Kind.FILE}


def test_a_document_without_headings_is_described_by_its_name() -> None:
    draft = document("Just some words.", "/n/notes.txt")
    assert draft.summary == "notes.txt: Just some words."
    assert draft.sections[0].summary is None


def test_equal_words_have_an_equal_hash_whatever_the_line_ends(read: Read) -> None:
    (unix,) = read("# A\n\na\n", name="a.md")
    (windows,) = read(b"\xef\xbb\xbf# A\r\n\r\na\r\n", name="a.md")
    assert isinstance(unix, DocumentDraft)
    assert unix == windows
    assert unix.hash != document("# A\n\nb\n", "a.md").hash


def test_bytes_that_are_not_utf8_are_told_by_line_and_byte(read: Read) -> None:
    (found,) = read("# 标题\n\n好".encode() + "中文".encode("gbk"), name="a.md")
    # The third line has three good bytes: 好 in UTF-8.
    assert found == Rejected(3, "not UTF-8 at byte 4: say how it is written, such as `--encoding gbk`")


def test_a_utf16_file_is_told_what_it_is(read: Read) -> None:
    (found,) = read("plan".encode("utf-16"), name="a.txt")
    assert "--encoding utf-16" in found.reason


@pytest.mark.parametrize(("raw", "reason"), [(b"", "empty document"), (b" \n\n", "empty document")])
def test_an_empty_document_is_refused(read: Read, raw: bytes, reason: str) -> None:
    assert read(raw, Format.DOCUMENT, name="a.md") == [Rejected(1, reason)]


def test_nul_is_refused_at_its_line(read: Read) -> None:
    assert read(b"a\nb\0c", name="a.md") == [Rejected(2, "holds a NUL character")]
