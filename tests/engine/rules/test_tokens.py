import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wdm.engine.rules.tokens import tokens, whole_tokens

TEXTS = st.text(max_size=60) | st.text(alphabet="ab é1２，。“,.!<|>中國𠀀한か🎉\t \u3000\n", max_size=40)


@pytest.mark.parametrize(
    ("words", "before_margin"),
    [
        ("", 0),
        (" \t\n ", 0),
        ("部署", 2 * 0.60),
        (
            "㐀龥豈𠀀",
            4 * 0.60,
        ),  # rare Han: extension A, the last of the block, a compatibility form, extension B
        ("，。", 2 * 0.80),
        ("“好”……—", 0.60 + 5 * 0.80),
        ("ＡＢ（）", 4 * 0.80),  # full width
        ("hello", 1.07),
        ("hello world", 2 * 1.07),
        ("antidisestablishmentarianism", 1.07),
        ("café Ñandú", 2 * 1.07),
        ("2026", 4 * 0.75),
        ("a,b", 2 * 1.07 + 0.95),
        ("<|>", 3 * 0.95),
        ("don't", 2 * 1.07 + 0.95),
        ("🎉", 0.2),
        ("안녕", 2 * 0.2),
        ("かな", 2 * 0.2),
        ("Привет", 6 * 0.2),
        # 2 words, 2 digits, 1 point; 4 Han, 1 mark
        ("wdm v1.2 已经发布。", 2 * 1.07 + 2 * 0.75 + 0.95 + 4 * 0.60 + 0.80),
        # a dash, 2 brackets, 2 hyphens of a date, a colon; the number and 8 digits; 2 words
        ("- [3] 2026-05-31 Mei: yes", 0.95 * (1 + 2 + 2 + 1) + 0.75 * (1 + 8) + 1.07 * 2),
        ("C盘", 1.07 + 0.60),
        ("abc123def", 2 * 1.07 + 3 * 0.75),
    ],
)
def test_tokens_by_hand(words: str, before_margin: float) -> None:
    assert tokens(words) == pytest.approx(before_margin * 1.1)


def test_whole_tokens_are_rounded_up() -> None:
    assert whole_tokens("") == 0
    assert whole_tokens("hello") == 2  # 1.177
    assert whole_tokens("部署") == 2  # 1.32
    assert whole_tokens("🎉") == 1  # 0.22
    assert whole_tokens("2026 2026") == 7  # 6.6


def test_lines_of_an_entry_add_up() -> None:
    lines = ["- [1] 我喜欢茶", "  | I like tea.", "", "3.14"]
    # .95 * 3 + .75 + 4 * .6 = 6.0; .95 + 3 * 1.07 + .95 = 5.11; 0; 3 * .75 + .95 = 3.2
    assert [tokens(line) for line in lines] == pytest.approx([6.6, 5.621, 0, 3.52])
    assert tokens("\n".join(lines)) == pytest.approx(15.741)


@given(TEXTS, TEXTS)
def test_tokens_of_lines_are_the_sum_of_the_tokens_of_each(one: str, other: str) -> None:
    assert tokens(f"{one}\n{other}") == pytest.approx(tokens(one) + tokens(other))


@given(TEXTS, TEXTS)
def test_joining_texts_costs_no_less_than_either_and_no_more_than_both(one: str, other: str) -> None:
    joined = tokens(one + other)
    assert max(tokens(one), tokens(other)) - 1e-9 <= joined <= tokens(one) + tokens(other) + 1e-9


@given(TEXTS)
def test_every_visible_character_costs_and_white_space_is_free(words: str) -> None:
    words = words.replace("\u3000", " ")  # see the known bug below
    assert (tokens(words) > 0) == bool(words.strip())
    assert tokens(f"\t {words} \n") == pytest.approx(tokens(words))


@given(st.lists(TEXTS, max_size=6))
def test_whole_tokens_of_lines_stay_on_the_safe_side(lines: list[str]) -> None:
    whole = sum(map(whole_tokens, lines))
    assert tokens("\n".join(lines)) - 1e-9 <= whole < math.fsum(map(tokens, lines)) + len(lines) + 1


def test_a_chinese_space_is_free_too() -> None:
    assert tokens("你好\u3000世界") == tokens("你好世界")
