from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wdm.engine.rules import relevance, text
from wdm.engine.rules.passages import Passage, neighbour, passage
from wdm.engine.rules.relevance import Found, Scored
from wdm.engine.rules.wanted import Origin, weigh

WORDS = ("tea", "cup", "red", "dog", "tree", "today", "茶", "小狗")


def run(query: str, *told: Passage, cards: int = 100, average: float = 4) -> list[Scored]:
    asked = text.query_terms(query)
    wanted = weigh(asked, {}, cards)
    return relevance.rank(
        asked, wanted, {p.number: p for p in told}, [p.number for p in told], average=average
    )


def numbers(found: list[Scored]) -> list[int]:
    return [each.number for each in found]


def test_the_score_of_one_term_by_hand() -> None:
    # 4 terms, mean 4: norm = 1 - 0.5 + 0.5 * 4/4 = 1; x = 2; share = 2 / (2 + 0.9) = 0.6897; one term: relevance = share.
    (found,) = run("tea", passage(1, "tea red tea dog"))
    assert found.relevance == pytest.approx(2 / 2.9)
    (part,) = found.parts
    assert (part.found, part.seen, part.share) == (Found.TEXT, 2.0, pytest.approx(2 / 2.9))


def test_the_share_of_a_neighbour_by_hand() -> None:
    # Card 2 takes 0.4 of card 1's `tea`. Its window has lengths 1 + 0.4 * 1 over a mean of 1 * (1 + 0.4): norm = 1.
    found = run("tea", passage(1, "tea", session="s"), passage(2, "dog", session="s"), average=1)
    assert numbers(found) == [1, 2]
    assert found[0].relevance == pytest.approx(1 / 1.9)
    assert found[1].relevance == pytest.approx(0.4 / 1.3)
    assert found[1].parts[0].found is Found.NEIGHBOUR


@pytest.mark.parametrize("end", ["tea", "tea?"])
def test_a_neighbour_that_is_no_candidate_lends_each_word_once_whatever_its_length(end: str) -> None:
    # 36 ASCII characters are about 36 / 5.2 = 7 terms. Its share is 0.4, or 0.6 where it asks:
    # length 1 + 7 * share over a mean of 1 * (1 + share).
    share = 0.6 if end == "tea?" else 0.4
    near = neighbour(1, ["tea"], session="s", end=end, characters=36, octets=36)
    card = passage(2, "dog", session="s")
    asked = text.query_terms("tea")
    found = relevance.rank(asked, weigh(asked, {}, 100), {1: near, 2: card}, [2], average=1)
    norm = 0.5 + 0.5 * (1 + 7 * share) / (1 + share)
    assert [each.relevance for each in found] == [pytest.approx(share / (share + 0.9 * norm))]


def test_a_question_passes_more_of_its_words_to_the_answer_and_ranks_below_it() -> None:
    # The answer takes 0.4 * 1.5 = 0.6: norm 1, 0.6 / 1.5 = 0.4; the question keeps 0.8 of 1 / 1.9 = 0.421.
    found = run("tea", passage(1, "tea?", session="s"), passage(2, "dog", session="s"), average=1)
    assert [f.relevance for f in found] == [pytest.approx(0.8 / 1.9), pytest.approx(0.6 / 1.5)]
    assert found[0].factors == {"question": relevance.QUESTION}


@pytest.mark.parametrize("session", ["", "other"])
def test_only_a_session_joins_neighbours(session: str) -> None:
    told = passage(1, "tea", session="s" if session else ""), passage(2, "dog", session=session)
    assert numbers(run("tea", *told)) == [1]


def test_the_speaker_whom_the_query_names_comes_first() -> None:
    told = [passage(n, "likes tea", session="s", speaker=who) for n, who in ((1, "Ann"), (9, "Bob"))]
    found = run("What does Ann like, tea?", *told)
    assert numbers(found) == [1, 9]
    assert found[1].factors == {"speaker": relevance.OTHER_SPEAKER}


def test_asking_when_prefers_what_says_a_time() -> None:
    found = run("When was tea?", passage(1, "tea yesterday cup red"), passage(2, "tea cup red dog"))
    assert numbers(found) == [1, 2]
    assert found[1].factors == {"time": relevance.TIMELESS}


def test_the_day_of_a_card_answers_a_date() -> None:
    told = passage(1, "tea", date=frozenset(text.date_terms(2023, 5, 8))), passage(2, "tea")
    found = run("tea in May 2023", *told)
    assert numbers(found) == [1, 2]
    assert {p.wanted.term: p.found for p in found[0].parts} == {"tea": Found.TEXT, "2023": Found.DATE}


def test_a_long_text_is_scored_by_its_best_piece() -> None:
    # 121 terms are 3 pieces of 41, 41, 39; the last holds `tea`, with 0.4 * 0.3 = 0.12 and 0.084 of the two before.
    (found,) = run("tea", passage(1, "dog " * 120 + "tea"), average=60)
    length = (39 + 0.12 * 41 + 0.084 * 41) / (60 * 1.204)
    assert found.relevance == pytest.approx(1 / (1 + 0.9 * (0.5 + 0.5 * length)) * 3**-0.2)
    assert found.factors == {"pieces": pytest.approx(3**-0.2)}


def test_a_tag_counts_like_a_rare_word() -> None:
    asked = text.query_terms("tea")
    wanted = weigh(asked, {}, 100, tags={"#1": ("tea", 1.0, 1)})
    told = {1: passage(1, "tea"), 2: passage(2, "tea", tags={"#1"})}
    first, second = relevance.rank(asked, wanted, told, told, average=1)
    assert (first.number, second.number) == (2, 1)
    assert [p.found for p in first.parts] == [Found.TEXT, Found.TAG]


def test_the_best_cards_lend_words_to_the_query() -> None:
    told = [passage(1, "tea jasmine"), passage(2, "jasmine cup"), passage(3, "tea red")]
    found = run("tea", *told, average=2)
    assert numbers(found)[0] == 1
    assert {p.wanted.term: p.wanted.origin for p in found[0].parts} == {
        "tea": Origin.QUERY,
        "jasmin": Origin.ECHO,
    }
    assert 2 in numbers(found)  # it holds no word of the query


def test_equal_cards_come_newest_first() -> None:
    assert numbers(run("tea", passage(1, "tea"), passage(2, "tea"))) == [2, 1]


PASSAGES = st.lists(
    st.builds(
        lambda words, session, speaker, end: (" ".join(words) + end, session, speaker),
        st.lists(st.sampled_from(WORDS), max_size=130),
        st.sampled_from(("", "s", "t")),
        st.sampled_from(("", "Ann", "user")),
        st.sampled_from(("", "?")),
    ),
    max_size=8,
)


@given(PASSAGES, st.lists(st.sampled_from((*WORDS, "Ann", "when")), max_size=6))
def test_scores_are_bounded_and_add_up(told: list[tuple[str, str, str]], asked: list[str]) -> None:
    cards = [passage(n, body, session=s, speaker=who) for n, (body, s, who) in enumerate(told)]
    found = run(" ".join(asked), *cards)
    for each in found:
        assert 0 < each.relevance < 1
        total = sum(p.contribution for p in each.parts) * prod(each.factors.values())
        assert each.relevance == pytest.approx(total, abs=1e-12)
        assert all(0 < factor < 1 for factor in each.factors.values())
        for part in each.parts:
            assert 0 < part.contribution <= part.share + 1e-12
            assert part.share < 1
    assert found == run(" ".join(asked), *reversed(cards))
