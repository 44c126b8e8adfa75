"""What is refused as a name, and which candidates are chosen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wdm.engine.rules.tag_candidates import LOWEST, Candidate, choose, refusal


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


def test_choose_keeps_the_order_of_equals_and_drops_parts() -> None:
    a, b, c = (Candidate(name, name, 3.0) for name in ("support group", "support", "violin"))
    assert choose([a, b, c], most=3, pool=()) == ("support group", "violin")
    assert choose([a, b, c], most=3, pool={"support"}) == ("support", "violin")
    assert choose([a], most=0, pool=()) == ()
    assert choose([Candidate("violin", "violin", LOWEST - 0.1)], most=3, pool=()) == ()


@given(st.text(max_size=60))
def test_a_refusal_is_stable_under_case(name: str) -> None:
    if name.isascii():
        assert refusal(name.upper()) == refusal(name.lower())
