from hypothesis import given
from hypothesis import strategies as st

from wdm.engine.rules.relations import SYNONYM_HOPS, WEIGHT, expand, nearer
from wdm.store.records import Level

S, R, L = Level.SYNONYM, Level.RELATED, Level.LOOSE
NEAR = WEIGHT[S]


def both(*pairs: tuple[int, int, Level]) -> dict[int, list[tuple[int, Level]]]:
    edges: dict[int, list[tuple[int, Level]]] = {}
    for one, other, level in pairs:
        edges.setdefault(one, []).append((other, level))
        edges.setdefault(other, []).append((one, level))
    return edges


def test_synonyms_reach_three_hops_and_no_farther() -> None:
    chain = both((1, 2, S), (2, 3, S), (3, 4, S), (4, 5, S))
    reached = expand([1], chain)
    assert [(r.tag_id, r.path, r.hops) for r in reached] == [
        (2, (1, 2), 1),
        (3, (1, 2, 3), 2),
        (4, (1, 2, 3, 4), 3),
    ]
    assert [r.weight for r in reached] == [NEAR, NEAR * NEAR, NEAR * NEAR * NEAR]


def test_related_reaches_one_hop_and_only_from_a_named_tag() -> None:
    assert [r.tag_id for r in expand([1], both((1, 2, R), (2, 3, R), (2, 4, S)))] == [2]
    assert [r.tag_id for r in expand([1], both((1, 2, S), (2, 3, R)))] == [2]


def test_loose_reaches_nothing() -> None:
    assert expand([1], both((1, 2, L))) == []


def test_the_weightiest_way_is_kept() -> None:
    # 1 - 3 is related, but 1 - 2 - 3 by synonyms weighs more: 0.8 · 0.8 against 0.15.
    (two, three) = expand([1], both((1, 3, R), (1, 2, S), (2, 3, S)))
    assert (two.tag_id, three.tag_id) == (2, 3)
    assert three.path == (1, 2, 3)


def test_named_tags_are_not_reached_again() -> None:
    assert expand([1, 2], both((1, 2, S))) == []


def test_levels_are_ordered() -> None:
    assert nearer(S, R)
    assert nearer(R, L)
    assert not nearer(R, R)
    assert not nearer(L, S)


@given(
    st.lists(st.tuples(st.integers(1, 8), st.integers(1, 8), st.sampled_from(Level)), max_size=20),
    st.lists(st.integers(1, 8), min_size=1, max_size=3),
)
def test_whatever_the_graph_hops_are_limited_and_paths_are_real(
    pairs: list[tuple[int, int, Level]], named: list[int]
) -> None:
    edges = both(*((a, b, level) for a, b, level in pairs if a != b))
    reached = expand(named, edges)
    assert len({r.tag_id for r in reached}) == len(reached)
    for one in reached:
        assert one.path[0] in named
        assert one.tag_id == one.path[-1] not in named
        assert one.hops <= (SYNONYM_HOPS if one.level is S else 1)
        assert len(set(one.path)) == len(one.path)
        for here, there in zip(one.path, one.path[1:], strict=False):
            assert (there, one.level) in edges[here]
        assert 0 < one.weight < 1
