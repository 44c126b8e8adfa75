import pytest
from hypothesis import given
from hypothesis import strategies as st

from wdm.engine.rules.english_nouns import english


def names(text: str) -> list[str]:
    return [one.name for one in english(text)]


def test_a_lone_name_in_an_address_is_no_subject() -> None:
    assert names("Hey Mina! Well done, Mina.") == []
    assert "Mina" in names("I met Mina in Rome.")


def test_a_sentence_does_not_make_its_first_word_a_name() -> None:
    assert "pottery" in names("Pottery helps against worries.")
    assert "Nadia" in names("Nadia won the prize.")


@given(st.text())
def test_english_reads_any_text(text: str) -> None:
    for one in english(text):
        assert one.name
        assert 0 < one.score < 20


def test_names_are_in_the_singular() -> None:
    assert {"city", "box"} <= set(names("two cities in the boxes"))
    assert "choir" in names("the women's choir")


def test_the_width_of_the_white_space_does_not_matter() -> None:
    assert names("the  animal   shelter ") == names("the animal shelter")


@pytest.mark.parametrize("between", [" 🐈 ", "🐈", " 🐈 🐈 ", " - ", ", "])
def test_what_is_no_word_ends_a_phrase(between: str) -> None:
    assert set(names(f"the animal{between}shelter")) == {"animal", "shelter"}


def test_a_word_weighs_more_the_earlier_it_stands() -> None:
    # 3.0 after a determiner, 0.08 for each character, and 0.6 times what part of the 22 characters follows the phrase:
    # the first ends at the comma, after 8; the second with the text.
    first, second = english("a violin, and a cellos")
    assert first.score == pytest.approx(3.0 + 6 * 0.08 + 0.6 * (1 - 8 / 22))
    assert second.score == pytest.approx(3.0 + 5 * 0.08)


@given(st.text(alphabet="aT- .~/\n\t🐈猫'", max_size=30))
def test_a_text_read_again_gives_the_same(text: str) -> None:
    assert english(text) == english(text)
