from collections.abc import Callable

import pytest

from tests.engine.conftest import DAY, NOW
from wdm.engine.ingest import Defaults
from wdm.engine.memory import Memory
from wdm.engine.recall import Answer, Query
from wdm.store.errors import NotFound
from wdm.store.records import Draft, Judgement, TagStatus

Keep = Callable[..., list[int]]
Ask = Callable[..., Answer]


def test_a_card_that_came_has_its_place_and_calculation(memory: Memory, keep: Keep) -> None:
    (card,) = keep("the tram runs late")
    reason = memory.why(str(card), Query("tram"))
    assert (reason.gate, reason.place) == (None, 1)
    assert reason.hit is not None


def test_out_of_the_top_tells_how_deep_to_look(memory: Memory, keep: Keep) -> None:
    cards = keep("tram", "tram tram line", "the tram and a very long tail of other words that dilute it")
    reason = memory.why(str(cards[2]), Query("tram", top=1))
    assert (reason.gate, reason.place, reason.change) == ("top", 3, "--top 3")


def test_forgotten(memory: Memory, keep: Keep) -> None:
    (card,) = keep("the tram runs late")
    memory.cards.forget([str(card)])
    reason = memory.why(str(card), Query("tram"))
    assert (reason.gate, reason.change) == ("forgotten", f"wdm restore {card}")
    assert reason.hit is not None, "how it would have fared is told too"


def test_superseded(memory: Memory) -> None:
    memory.ingest([Draft(text="tea at four", external_id="a")], Defaults())
    memory.ingest([Draft(text="tea at five", external_id="b", supersedes="a")], Defaults())
    reason = memory.why("a", Query("tea"))
    assert (reason.gate, reason.detail, reason.change) == ("superseded", "card 2 took its place", "--all")


def test_rejected(memory: Memory, keep: Keep) -> None:
    (card,) = keep("the tram runs late")
    memory.feedback(str(card), Judgement.REJECTED, "tram", "sold")
    reason = memory.why(str(card), Query("tram"))
    assert reason.gate == "rejected"
    assert "sold" in reason.detail
    assert reason.change == f"wdm feedback {card} ignored --query tram"


@pytest.mark.parametrize(
    ("query", "change"),
    [
        (Query("tram", tags=("boat",)), "without --tag boat"),
        (Query("tram", topic="sea"), "without --topic"),
        (Query("tram", since=NOW), "--since 2026-05-31"),
        (Query("tram", until=NOW - 9 * DAY), "--until 2026-05-31"),
    ],
)
def test_a_limit_of_the_query(memory: Memory, query: Query, change: str) -> None:
    memory.ingest([Draft(text="a boat", line=1)], Defaults(tags=("boat",)))
    memory.ingest([Draft(text="the tram runs late", happened_at=NOW - DAY)], Defaults())
    reason = memory.why("2", query)
    assert (reason.gate, reason.change) == ("limit", change)


def test_a_deprecated_tag(memory: Memory, keep: Keep) -> None:
    (card,) = keep("每周整理一次", tags=("zebra",))
    # The index holds a card's tag names too; only a tag that is no word of the card shows the gate.
    memory.pool.alias("zebra", "okapi")
    memory.pool.set_status(["zebra"], TagStatus.DEPRECATED)
    reason = memory.why(str(card), Query("okapi"))
    assert (reason.gate, reason.change) == ("deprecated tag", "wdm tags activate zebra")


def test_nothing_shared_proposes_a_name_or_a_relation(memory: Memory, keep: Keep) -> None:
    (card,) = keep("每周整理一次", tags=("zebra",))
    reason = memory.why(str(card), Query("okapi"))
    assert (reason.gate, reason.change) == ("no shared feature", "wdm tags alias zebra okapi")
    keep("a b", tags=("okapi",))
    reason = memory.why(str(card), Query("okapi"))
    assert reason.change == "wdm tags relate okapi zebra --as synonym"


def test_the_change_that_is_proposed_brings_the_card(memory: Memory, keep: Keep) -> None:
    (card,) = keep("每周整理一次", tags=("zebra",))
    memory.pool.alias("zebra", "okapi")
    assert memory.why(str(card), Query("okapi")).gate is None


def test_an_unknown_card(memory: Memory, keep: Keep) -> None:
    keep("a b")
    with pytest.raises(NotFound):
        memory.why("99", Query("a"))


@pytest.mark.parametrize("newer", [100, 450])
def test_a_card_that_better_ones_leave_no_room_for_comes_with_more_hits(
    memory: Memory, ask: Ask, newer: int
) -> None:
    told = [Draft(text="the tram to the harbour is late", happened_at=NOW - 9 * DAY)]
    memory.ingest([*told, *(Draft(text=f"tram harbour number {n}") for n in range(newer))], Defaults())
    reason = memory.why("1", Query("tram harbour"))
    assert reason.gate == "candidates"
    assert reason.change.startswith("--top ")
    top = int(reason.change.removeprefix("--top "))
    assert 1 in [hit.card.id for hit in ask("tram harbour", top=top).hits]


def test_a_common_word_of_which_only_newer_cards_were_read(memory: Memory, keep: Keep) -> None:
    keep(*(f"tram number {n}" for n in range(1200)))
    memory.settings = memory.settings._replace(recall=memory.settings.recall._replace(postings=1000))
    reason = memory.why("1", Query("tram"))
    assert (reason.gate, reason.change) == ("cap", "a rarer word, or recall.postings above 1000")


def test_a_turn_that_is_not_completed(memory: Memory) -> None:
    number = memory.frame(Draft(text="when does the tram leave?"))
    reason = memory.why(str(number), Query("tram"))
    assert (reason.gate, reason.detail, reason.change) == ("status", "its status is pending", "--all")
