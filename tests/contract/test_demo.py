"""The demo shows a newcomer what the tool does, and leaves nothing behind."""

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

Wdm = Callable[..., CompletedProcess[str]]


def test_the_demo_keeps_recalls_explains_and_relates(wdm: Wdm, store_path: Path) -> None:
    told = wdm("demo").stdout
    kept, asked = told.index("12 turns were kept"), told.index("wdm recall '上次发布为什么失败？'")
    related = told.index("wdm tags relate dog puppy --as synonym")
    assert kept < asked < related
    # In Chinese, in English, and by a relation, the first hit is the turn that answers.
    for question, answer in (
        ("'上次发布为什么失败？'", "1. 昨天的灰度发布失败了，原因是 Redis 连接数超限。"),
        (
            "'what did the puppy chew?'",
            "1. Biscuit, our new puppy, chewed through the router cable last night!",
        ),
        ("dog puppy --as synonym", "1. Biscuit, our new puppy, chewed through the router cable last night!"),
    ):
        assert told.index(answer, told.index(question)) > 0
    assert "score " in told
    # What an agent reads: told for good, lately, and the answer, between the marks.
    block = told[told.index("<wdm-memory>") : told.index("</wdm-memory>")]
    assert [line in block for line in ("[always]", "[lately]", "[for this question]")] == [True] * 3
    assert "] 记住：Mei 对花生过敏" in block
    assert not store_path.exists(), "it has a store of its own, which is thrown away"
