"""Whatever is kept and asked: a query is data, its scores can be worked out again, a block keeps its budgets."""

from __future__ import annotations

import re
from math import isclose, prod

from hypothesis import strategies as st

from tests.engine.wild import EXAMPLES, TEXTS, fresh, search
from wdm.cli.output.cards import answer_json, why_lines
from wdm.cli.output.text import document
from wdm.engine.context import Asked, Budgets
from wdm.engine.ingest import Defaults
from wdm.engine.look import Wanted
from wdm.engine.memory import Memory
from wdm.engine.recall import Query
from wdm.engine.rules import echo, plain, times
from wdm.engine.rules.tokens import whole_tokens
from wdm.store.records import Depth, Draft, Judgement, Kind

WORDS = TEXTS.filter(str.strip)
MEMORIES = st.lists(
    st.fixed_dictionaries(
        {
            "text": WORDS,
            "kind": st.sampled_from([Kind.FACT, Kind.CHAT]),
            "topic": st.none() | st.just("t") | WORDS,
            "speaker": st.none() | st.just("Mei") | WORDS,
            "summary": st.none() | WORDS,
            "overview": st.none() | WORDS,
            "scene": st.none() | st.just("工作/评审"),
            "happened_at": st.none() | st.integers(times.FIRST, times.LAST),
            "remember": st.booleans(),
        }
    ).map(lambda told: Draft(**told)),
    min_size=1,
    max_size=5,
)
QUERIES = st.fixed_dictionaries(
    {
        "words": TEXTS | st.sampled_from(["jon", "灰度发布", "1999", "the"]),
        "top": st.integers(1, 4),
        "topic": st.none() | st.just("t"),
        "scene": st.sampled_from([None, "工作", "工作/评审", "/"]) | TEXTS,
        "since": st.none() | st.integers(times.FIRST, times.LAST),
        "everything": st.booleans(),
    }
).map(lambda told: Query(**told))


@EXAMPLES
def test_any_query_is_answered_and_its_scores_can_be_worked_out_again(examples: int) -> None:
    def told(memories: list[Draft], query: Query, more: str, judged: Judgement) -> None:
        with fresh() as memory:
            ids = memory.ingest(memories, Defaults()).ids
            query = query._replace(words=f"{query.words}{memories[0].text[: len(more)]}{more}")
            memory.feedback(str(ids[0]), judged, query.words, "")
            holds_for_answer(memory, query)

    search(told, examples, MEMORIES, QUERIES, TEXTS, st.sampled_from(Judgement))


def holds_for_answer(memory: Memory, query: Query) -> None:
    """Check an answer against itself, a second one, and the account of each card."""
    (answer,) = memory.recall([query])
    (again,) = memory.recall([query])
    told = document("wdm.recall/1", **answer_json(answer, why=True))
    assert document("wdm.recall/1", **answer_json(again, why=True)) == told
    assert len(answer.hits) <= query.top
    scores = [hit.score for hit in answer.hits]
    assert scores == sorted(scores, reverse=True)
    for hit in answer.hits:
        assert 0 <= hit.scored.relevance < 1
        # The numbers as they are printed: `score S = relevance R x freshness F x …`, then the sum.
        first, second, *rest = why_lines(hit)
        score, factors = first.removeprefix("   score ").split(" = ")
        assert isclose(
            float(score), prod(float(one.split()[1]) for one in factors.split(" x ")), abs_tol=1e-9
        )
        shares = [float(line.split()[0]) for line in rest if not line.lstrip().startswith("#")]
        within = prod(float(one.rpartition(" ")[2]) for one in second.split(" x ")[1:])
        assert isclose(hit.scored.relevance, sum(shares) * within, abs_tol=1e-9)
    came = {hit.card.id for hit in answer.hits}
    for card in memory.listing(Wanted(everything=True)).cards:
        reason = memory.why(str(card.id), query)
        assert (reason.gate is None) == (card.id in came)
        assert reason.detail
        assert bool(reason.change) == (reason.gate is not None)


@EXAMPLES
def test_a_block_keeps_every_budget(examples: int) -> None:
    def told(memories: list[Draft], query: str, budgets: Budgets, depth: Depth, persona: list[str]) -> None:
        with fresh() as memory:
            memory.ingest(memories, Defaults())
            memory.moods.use("hearth", "en")
            memory.moods.set(dict(zip(("role", "background", "style"), persona, strict=True)))
            block = memory.context(Asked(query, depth, 3, budgets))
            assert all(0 <= block.tokens[name] <= budget for name, budget in budgets._asdict().items())
            lines = block.text.split("\n") if block.text else []
            # The frame and the persona are part of the first part that there is.
            assert sum(map(whole_tokens, lines)) == sum(block.tokens.values())
            assert (lines[:1], lines[-1:]) in (([echo.BEGIN], [echo.END]), ([], []))
            marks = re.findall(r"<\s*/?\s*wdm-memory", block.text, re.IGNORECASE)
            assert marks == (["<wdm-memory", "</wdm-memory"] if lines else [])
            assert plain.safe(block.text) == block.text
            assert echo.without_blocks(block.text) == ("", bool(lines))

    some = st.integers(0, 120) | st.integers(0, 3000)
    budgets = st.builds(Budgets, some, some, some, some)
    texts = st.lists(TEXTS, min_size=3, max_size=3)
    search(told, examples, MEMORIES, TEXTS, budgets, st.sampled_from(Depth), texts)
