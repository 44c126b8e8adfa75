from collections.abc import Callable

from wdm.engine.ingest import Defaults
from wdm.engine.memory import Memory
from wdm.engine.suggest import Deed
from wdm.store.records import Draft, Level

Keep = Callable[..., list[int]]


def told(memory: Memory, deed: Deed) -> set[tuple[str, str | None]]:
    return {
        (p.tag.name, p.other.name if p.other else None) for p in memory.pool.proposals() if p.deed is deed
    }


def test_names_of_the_same_form_are_proposed_for_merging(memory: Memory, keep: Keep) -> None:
    keep("a b", "c d", tags=("Code Review",))
    keep("e f", tags=("code reviews", "標籤池"))
    keep("g h", "i j", tags=("标签池",))
    assert told(memory, Deed.MERGE) == {("code reviews", "Code Review"), ("標籤池", "标签池")}


def test_a_name_inside_another_is_proposed_as_related(memory: Memory, keep: Keep) -> None:
    keep("a b", tags=("部署", "部署方案", "灰度部署流程"))
    assert told(memory, Deed.RELATE) >= {("部署", "部署方案"), ("部署", "灰度部署流程")}
    assert all(p.level is Level.RELATED for p in memory.pool.proposals() if p.deed is Deed.RELATE)


def test_tags_that_keep_company_are_proposed_with_the_figures(memory: Memory, keep: Keep) -> None:
    keep("a b", "c d", "e f", "g h", tags=("router", "puppy"))
    keep(*(f"x {n}" for n in range(16)), tags=("garden",))
    (proposal,) = [p for p in memory.pool.proposals() if p.deed is Deed.RELATE]
    assert {proposal.tag.name, proposal.other and proposal.other.name} == {"router", "puppy"}
    # 4 cards of 20 have both and none has one alone: G² = 2 (4 ln 5 + 16 ln 1.25) = 20.0, NPMI 1
    assert proposal.evidence == "together on 4 cards, G² 20.0, NPMI 1.00"


def test_a_tag_that_is_everywhere_alike_is_proposed_for_deprecation(memory: Memory) -> None:
    for scene in ("a", "b", "c"):
        for place in range(4):
            special = (f"only {scene}",) if place else ("minutes", f"only {scene}")
            memory.ingest([Draft(text=f"{scene} {place}")], Defaults(tags=(*special, "weekly"), scene=scene))
    # `weekly` is on all 12 cards of all 3 scenes; `only a` on a third of them, but of one scene alone.
    assert told(memory, Deed.DEPRECATE) == {("weekly", None)}


def test_what_was_decided_is_not_proposed_again(memory: Memory, keep: Keep) -> None:
    keep("a b", tags=("部署", "部署方案"))
    (proposal,) = memory.pool.proposals()
    memory.pool.decide(proposal, "skip")
    assert memory.pool.proposals() == []
    memory.undo(None)
    assert memory.pool.proposals() == [proposal]
    memory.pool.decide(proposal, "relate")
    assert [other.name for _, other in memory.pool.show("部署").relations] == ["部署方案"]
    assert memory.pool.proposals() == []


def test_decisions_from_a_file_are_one_operation_and_bad_ones_are_told(memory: Memory, keep: Keep) -> None:
    keep("a b", tags=("部署", "部署方案", "tea"))
    lines: list[dict[str, object]] = [
        {"decision": "relate", "tag": "部署", "other": "部署方案", "level": "synonym"},
        {"decision": "deprecate", "tag": "tea"},
        {"decision": "relate", "tag": "部署", "other": "nowhere"},
        {"decision": "explode", "tag": "部署"},
        {"tag": "部署"},
    ]
    done = memory.pool.decide_all(enumerate(lines, start=1))
    assert (done.applied, done.skipped, [line for line, _ in done.refused]) == (2, 1, [3, 4])
    memory.undo(None)
    assert memory.pool.show("部署").relations == ()
    assert memory.pool.show("tea").tag.status == "unexamined"
