"""How far a name reaches: tags that a related tag stands in for."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from wdm.store.records import Level

SYNONYM_HOPS = 3
"""Hops that a chain of synonyms may take; beyond that, meaning has usually drifted."""

WEIGHT = {Level.SYNONYM: 0.8, Level.RELATED: 0.15, Level.LOOSE: 0.0}
"""Factor of a hop, against 1 for the tag that the query names itself.

Related is low: at 0.4 the relations that co-occurrence proposes cost more hits than they brought.
"""

NEAREST = (Level.SYNONYM, Level.RELATED, Level.LOOSE)


class Reached(NamedTuple):
    """A tag that a query reaches through relations."""

    tag_id: int
    path: tuple[int, ...]
    """Tags from the one that the query names to this one, both included."""
    level: Level
    weight: float
    """Product of the hops' factors, in (0, 1)."""

    @property
    def hops(self) -> int:
        """Relations on the path."""
        return len(self.path) - 1


def expand(named: Iterable[int], edges: Mapping[int, Sequence[tuple[int, Level]]]) -> list[Reached]:
    """Return the tags that named tags stand in for: up to three hops of synonyms, one of related, none of loose.

    Args:
        named: tags that the query names; they are not returned themselves.
        edges: for each tag its relations; at least those of all tags within two hops of the named ones.

    """
    start = list(dict.fromkeys(named))
    reached: dict[int, Reached] = {}
    for origin in start:
        frontier: list[tuple[int, tuple[int, ...], float]] = [(origin, (origin,), 1.0)]
        for _ in range(SYNONYM_HOPS):
            following: list[tuple[int, tuple[int, ...], float]] = []
            for tag_id, path, weight in frontier:
                for other, level in edges.get(tag_id, ()):
                    if level is Level.SYNONYM and other not in path:
                        step = (other, (*path, other), weight * WEIGHT[level])
                        following.append(step)
                        _keep(reached, Reached(step[0], step[1], level, step[2]))
            frontier = following
        for other, level in edges.get(origin, ()):
            if level is Level.RELATED:
                _keep(reached, Reached(other, (origin, other), level, WEIGHT[level]))
    return sorted((r for r in reached.values() if r.tag_id not in start), key=lambda r: (-r.weight, r.tag_id))


def nearer(one: Level, other: Level) -> bool:
    """Tell whether the first level is nearer than the second."""
    return NEAREST.index(one) < NEAREST.index(other)


def _keep(reached: dict[int, Reached], found: Reached) -> None:
    """Keep the weightiest way to a tag, of equals the one found first."""
    known = reached.get(found.tag_id)
    if known is None or found.weight > known.weight:
        reached[found.tag_id] = found
