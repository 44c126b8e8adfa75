from collections.abc import Callable
from math import prod
from pathlib import Path

import pytest

from tests.engine.conftest import DAY, NOW, open_memory
from wdm.engine.ingest import Defaults
from wdm.engine.memory import Memory
from wdm.engine.recall import Answer, Query, Recall, scene_factor
from wdm.engine.settings import Settings
from wdm.store.errors import NotFound
from wdm.store.reader import Reader
from wdm.store.records import Draft, Judgement, Kind

Keep = Callable[..., list[int]]
Ask = Callable[..., Answer]


def found(answer: Answer) -> list[int]:
    return [hit.card.id for hit in answer.hits]


def test_the_factors_multiply_to_the_score_and_the_parts_to_the_relevance(keep: Keep, ask: Ask) -> None:
    keep("标签池服务用灰度发布", "Alice moved to Lisbon", "灰度 for Alice", topic="x")
    for words in ("灰度发布", "Where did Alice move?", "Alice 灰度"):
        for hit in ask(words).hits:
            assert prod(hit.factors.values()) == pytest.approx(hit.score, abs=1e-9)
            parts = sum(part.contribution for part in hit.scored.parts)
            assert parts * prod(hit.scored.factors.values()) == pytest.approx(
                hit.factors["relevance"], abs=1e-9
            )
            assert 0 < hit.score < 1


def test_an_older_memory_yields_to_an_equal_newer_one_and_is_still_found(memory: Memory, ask: Ask) -> None:
    drafts = [
        Draft(text="the tram to Belem runs late", happened_at=NOW - 400 * DAY),
        Draft(text="the tram to Baixa runs late", happened_at=NOW),
    ]
    memory.ingest(drafts, Defaults())
    assert found(ask("tram runs late")) == [2, 1]
    # 400 days at a half-life of 67: 0.9 + 0.1 · 2^(-400 / 67) = 0.9016
    assert ask("tram runs late").hits[1].factors["freshness"] == pytest.approx(0.9 + 0.1 * 2 ** (-400 / 67))


def test_a_memory_of_the_future_counts_as_new(memory: Memory, ask: Ask) -> None:
    memory.ingest([Draft(text="a tram", happened_at=NOW + 9 * DAY)], Defaults())
    assert ask("tram").hits[0].factors["freshness"] == 1


def test_what_is_remembered_for_good_does_not_age(memory: Memory, ask: Ask) -> None:
    memory.ingest([Draft(text="a tram", happened_at=NOW - 900 * DAY, remember=True)], Defaults())
    assert ask("tram").hits[0].factors["freshness"] == 1


@pytest.mark.parametrize(("wanted", "most"), [(99, 80), (100, 160)])
def test_a_long_query_looks_at_twice_as_many_cards(tmp_path: Path, wanted: int, most: int) -> None:
    open_memory(tmp_path / "memory.db").ingest(
        [Draft(text=f"tram number {n}") for n in range(300)], Defaults()
    )
    query = " ".join(["tram", *(f"word{n}" for n in range(wanted - 2))])  # the tram is a tag too
    with Reader(tmp_path / "memory.db", busy_ms=1000) as store:
        found = Recall(store, Settings().recall, NOW).search(Query(query))
    assert (len(found.wanted), len(found.chosen)) == (wanted, most)


def test_limits_come_before_the_top(memory: Memory, keep: Keep, ask: Ask) -> None:
    keep(*(f"tram number {n}" for n in range(300)))
    (late,) = keep("a tram at last", tags=("vehicle",), topic="city")
    assert found(ask("tram number 7", top=1, tags=("vehicle",))) == [late]
    assert found(ask("tram number 7", top=1, topic="city")) == [late]
    with pytest.raises(NotFound):
        ask("tram", tags=("nowhere",))


def test_time_limits_take_the_first_and_leave_the_last_moment(memory: Memory, ask: Ask) -> None:
    memory.ingest([Draft(text=f"tram {n}", happened_at=NOW - n * DAY) for n in range(3)], Defaults())
    assert set(found(ask("tram", since=NOW - DAY))) == {1, 2}
    assert set(found(ask("tram", until=NOW - DAY))) == {3}


@pytest.mark.parametrize(
    ("asked", "scene", "factor"),
    [
        ("工作/代码评审", "工作/代码评审", 1.1 * 1.1),
        ("工作/代码评审", "工作/站会", 1.1),
        ("工作", "工作/站会", 1.1),
        ("工作", "家/厨房", 1.0),
        (None, "工作", 1.0),
        ("工作", None, 1.0),
    ],
)
def test_the_scene_breaks_ties(asked: str | None, scene: str | None, factor: float) -> None:
    assert scene_factor(asked, scene) == pytest.approx(factor)


def test_a_scene_never_lifts_a_poor_match_over_a_good_one(keep: Keep, ask: Ask) -> None:
    (good,) = keep("灰度发布失败，回滚脚本在旧机器上")
    (poor,) = keep("发布会的请柬已经寄出", scene="工作/运维")
    assert found(ask("灰度发布失败", scene="工作/运维")) == [good, poor]


def test_unknown_words_are_told_and_no_tag_is_made(memory: Memory, keep: Keep, ask: Ask) -> None:
    keep("the tram runs late")
    before = memory.stats().tags
    answer = ask("zebra tram")
    assert answer.unknown == ("zebra",)
    assert memory.stats().tags == before


def test_forgotten_cards_are_named_when_nothing_else_is_found(memory: Memory, keep: Keep, ask: Ask) -> None:
    (card,) = keep("the tram runs late")
    memory.cards.forget([str(card)])
    assert (found(ask("tram")), ask("tram").hidden) == ([], (card,))
    assert found(ask("tram", everything=True)) == [card]
    memory.cards.restore([str(card)])
    assert found(ask("tram")) == [card]


def test_rejected_is_dropped_for_its_query_and_lowered_for_others(
    memory: Memory, keep: Keep, ask: Ask
) -> None:
    one, other = keep("we use Postgres for orders", "we use Postgres for bills")
    memory.feedback(str(one), Judgement.REJECTED, "Postgres orders", "moved to MySQL")
    answer = ask("Postgres orders")
    assert found(answer) == [other]
    assert [given.note for given in answer.rejected] == ["moved to MySQL"]
    elsewhere = {hit.card.id: hit.factors["feedback"] for hit in ask("bills Postgres use").hits}
    assert elsewhere in ({one: 0.8, other: 1.0}, {other: 1.0})
    memory.feedback(str(one), Judgement.CONFIRMED, "Postgres orders", "")
    assert ask("Postgres orders").hits[0].factors["feedback"] == pytest.approx(1.3)
    memory.undo(None)
    memory.undo(None)
    assert ask("Postgres orders").hits[0].factors["feedback"] == 1.0


def test_what_is_said_around_a_turn_helps_to_find_it(memory: Memory, ask: Ask) -> None:
    turns = ("Shall we book the hotel in Porto?", "Yes, the one by the river.", "Done.")
    drafts = [Draft(text=words, kind=Kind.CHAT, speaker="Mei", topic="trip") for words in turns]
    memory.ingest(drafts, Defaults())
    memory.ingest(
        [Draft(text="Yes, the one by the stairs.", kind=Kind.CHAT, speaker="Mei", topic="other")], Defaults()
    )
    assert {1, 2} <= set(found(ask("hotel in Porto")))
    assert 4 not in found(ask("hotel in Porto"))


def test_traditional_and_simplified_find_each_other(keep: Keep, ask: Ask) -> None:
    one, other = keep("標籤池每週整理", "标签池已经清空")
    assert set(found(ask("标签池"))) == set(found(ask("標籤池"))) == {one, other}


@pytest.mark.parametrize(
    "words", ["", "   ", "？！", '"', "*", "NEAR(", "-x", "a OR b", "'; DROP TABLE card; --"]
)
def test_any_query_gets_a_clean_answer(keep: Keep, ask: Ask, words: str) -> None:
    keep("the tram runs late")
    assert found(ask(words)) == []


def test_the_same_question_gets_the_same_answer(keep: Keep, ask: Ask) -> None:
    keep(*(f"tram {n} 电车" for n in range(40)))
    assert ask("tram 电车 7") == ask("tram 电车 7")
