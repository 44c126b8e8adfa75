"""The pure part of tagging: weights, refusals, ranking and the reading of English."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wdm.engine.rules.generic import ALLOW, GENERIC, WEAK
from wdm.engine.rules.tag_candidates import (
    LOWEST,
    PART,
    SUFFIX,
    Candidate,
    chinese,
    choose,
    english,
    refusal,
    weigh,
)


def names(text: str) -> list[str]:
    return [one.name for one in english(text)]


def test_the_lists_do_not_contradict_each_other() -> None:
    assert not GENERIC & WEAK
    assert not GENERIC & ALLOW
    assert not WEAK & ALLOW


@pytest.mark.parametrize(
    "name",
    [
        "部署",
        "测试",
        "AI",
        "SQL",
        "API",
        "bug",
        "C++",
        "C#",
        "猫",
        "工作",
        "work",
        "🔥",
        "glass",
        "👨\u200d👩\u200d👧",
    ],
)
def test_good_names_are_not_refused(name: str) -> None:
    assert refusal(name) is None


@pytest.mark.parametrize("name", ["东西", "東西", "Thing", "things", "ＴＨＩＮＧ", "Monday", "lol", "大家"])
def test_generic_names_are_refused(name: str) -> None:
    assert refusal(name) == "generic"


@pytest.mark.parametrize(
    "name",
    ["3月5日", "2024年", "十二点半", "May 2023", "5 May", "3rd", "10am", "三天", "8岁", "2 days", "Sept. 3"],
)
def test_dates_and_times_are_refused(name: str) -> None:
    assert refusal(name) == "a date or a time"


@pytest.mark.parametrize(
    "name", ["Mayfair", "marching band", "decoder", "三体", "七夕", "augmented reality", "日历", "Janet"]
)
def test_names_that_look_like_dates_are_not(name: str) -> None:
    assert refusal(name) is None


def test_rarer_words_weigh_more() -> None:
    # (16 - log2(64)) / 2 + 1 = 6, but the rarity is capped at 9: 9 / 2 + 1 = 5.5; (16 - log2(4096)) / 2 + 1 = 3.
    assert weigh("风筝", "n", 64, True).weight == 5.5
    assert weigh("风筝", "n", 4096, True).weight == 3.0


def test_weights_of_the_special_words() -> None:
    assert weigh("店", "n", 900, True).weight == SUFFIX
    assert weigh("创新", "v", 900, True).weight == PART
    assert weigh("东西", "ns", 18_877, True).weight == 0
    assert weigh("很差", "a", 1, False).weight == 0
    assert weigh("决定", "v", 32_771, True).weight == 0
    assert weigh("张艺谋", "nr", 47, True).role == "person"


def test_neighbouring_nouns_make_a_name_and_a_suffix_joins() -> None:
    tokens = [weigh("乒乓球", "n", 300, True), weigh("比赛", "vn", 9_000, True), weigh("馆", "n", 900, True)]
    found = {one.name for one in chinese("乒乓球比赛馆", tokens)}
    assert {"乒乓球", "乒乓球比赛馆"} <= found


def test_the_name_is_taken_from_the_text_itself() -> None:
    assert [one.name for one in chinese("圖書館", [weigh("图书馆", "n", 1_000, True)])] == ["圖書館"]


def test_a_surname_joins_a_title() -> None:
    tokens = [weigh("陈", "nr", 900, True), weigh("医生", "n", 3_000, True)]
    assert [one.name for one in chinese("陈医生", tokens)] == ["陈医生"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("two cities", "city"),
        ("the boxes", "box"),
        ("his heroes", "hero"),
        ("her glasses", "glasses"),
        ("the women's choir", "choir"),
        ("the movies", "movie"),
        ("a bus", "bus"),
        ("some physics", "physics"),
        ("the analysis", "analysis"),
    ],
)
def test_regular_plurals_become_singular(text: str, name: str) -> None:
    assert name in names(text)


def test_a_lone_name_in_an_address_is_no_subject() -> None:
    assert names("Hey Mina! Well done, Mina.") == []
    assert "Mina" in names("I met Mina in Rome.")


def test_a_sentence_does_not_make_its_first_word_a_name() -> None:
    assert "pottery" in names("Pottery helps against worries.")
    assert "Nadia" in names("Nadia won the prize.")


def test_choose_keeps_the_order_of_equals_and_drops_parts() -> None:
    a, b, c = (Candidate(name, name, 3.0) for name in ("support group", "support", "violin"))
    assert choose([a, b, c], most=3, pool=()) == ("support group", "violin")
    assert choose([a, b, c], most=3, pool={"support"}) == ("support", "violin")
    assert choose([a], most=0, pool=()) == ()
    assert choose([Candidate("violin", "violin", LOWEST - 0.1)], most=3, pool=()) == ()


@given(st.text())
def test_english_reads_any_text(text: str) -> None:
    for one in english(text):
        assert one.name
        assert 0 < one.score < 20


@given(st.text(max_size=60))
def test_a_refusal_is_stable_under_case(name: str) -> None:
    if name.isascii():
        assert refusal(name.upper()) == refusal(name.lower())
