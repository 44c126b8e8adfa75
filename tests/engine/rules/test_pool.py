"""Names of tags in a text: longest first, on borders of words, whatever the spelling."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wdm.engine.rules import pool


def names(words: str, *known: str) -> list[str]:
    """Return the known names in a text, as they were given."""
    forms = {pool.match_form(name): name for name in known}
    return [forms[form] for form in pool.longest(pool.spans(words), forms)]


@pytest.mark.parametrize(
    ("words", "known", "found"),
    [
        ("我们讨论标签池的部署方案", ("标签池", "部署方案", "部署"), ["标签池", "部署方案"]),
        ("我们讨论標籤池", ("标签池",), ["标签池"]),
        ("标签池", ("標籤池",), ["標籤池"]),
        ("标签池", ("标签", "签池"), ["标签"]),  # from the left, none inside another
        ("C盘满了", ("C盘",), ["C盘"]),
        ("Ｃ盘满了", ("C盘",), ["C盘"]),
        ("the PYTHON code", ("Python",), ["Python"]),
        ("用Python写的", ("python",), ["python"]),
        ("the catalogue", ("cat",), []),
        ("a cat", ("at",), []),
        ("he deployed it", ("deploy",), ["deploy"]),  # by the stem
        ("machine  learning\nmodels", ("machine learning",), ["machine learning"]),
        ("machine learning models", ("machine", "machine learning", "learning models"), ["machine learning"]),
        ("written in C++ and C", ("C++", "C"), ["C++", "C"]),
        ("upgrade to v1.2 now", ("v1.2",), ["v1.2"]),
        ("install wdm-cli", ("wdm-cli",), ["wdm-cli"]),
        ("nothing here", ("标签池",), []),
        ("", ("标签池",), []),
        ("标签池 and 标签池", ("标签池",), ["标签池", "标签池"]),
    ],
)
def test_the_names_in_a_text_are_found(words: str, known: tuple[str, ...], found: list[str]) -> None:
    assert names(words, *known) == found


@pytest.mark.parametrize(
    "spellings",
    [
        ("Machine Learning", "machine  learning", " MACHINE\tLEARNING "),
        ("标签池", "標籤池", " 标签池 "),
        ("C++", "c++", "Ｃ＋＋"),
    ],
)
def test_spellings_of_one_name_have_one_form(spellings: tuple[str, ...]) -> None:
    assert len({pool.match_form(spelling) for spelling in spellings}) == 1


def test_a_name_longer_than_the_longest_is_not_looked_for() -> None:
    name = "一二三四五六七八九十" * 2
    assert len(name) > pool.LONGEST
    assert names(name, name) == []
    assert names(name, name[: pool.LONGEST]) == [name[: pool.LONGEST]]


@given(st.text(max_size=60))
def test_spans_lie_in_order_within_the_text(words: str) -> None:
    for span in pool.spans(words):
        assert 0 <= span.start < span.end <= span.start + pool.LONGEST


@given(st.text(max_size=40), st.text(alphabet="标签池部署方案", min_size=1, max_size=6))
def test_a_chinese_name_is_found_wherever_it_stands(words: str, name: str) -> None:
    forms = {pool.match_form(name)}
    assert list(pool.longest(pool.spans(f"{words}。{name}。{words}"), forms))
