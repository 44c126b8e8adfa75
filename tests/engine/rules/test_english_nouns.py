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
