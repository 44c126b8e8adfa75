"""The tags that a query names, and those that relations reach from them."""

from collections.abc import Container
from typing import NamedTuple

from wdm.engine.rules import pool, relations, text
from wdm.store.reader import Reader
from wdm.store.records import Level, Tag, TagStatus

FOUND_BY = (TagStatus.UNEXAMINED, TagStatus.ACTIVE)
"""States in which a tag finds cards."""


class Named(NamedTuple):
    """A tag that a query names or reaches."""

    tag: Tag
    via: tuple[str, ...]
    """The name that stands in the query, then the tags that the relations lead over."""
    level: Level | None
    """Of the last relation; None where the query names the tag."""
    hops: int
    weight: float
    """Product of the factors of the hops, in (0, 1]."""


def named(store: Reader, words: str) -> list[Named]:
    """Return the tags that a text names and those that they reach, weightiest first.

    The longest names win; merged tags lead to where they went; deprecated ones are left out.

    """
    direct = _direct(store, words)
    if not direct:
        return []
    edges: dict[int, list[tuple[int, Level]]] = {}
    frontier = set(direct)
    for _ in range(relations.SYNONYM_HOPS):
        rows = store.relations(frontier) if frontier else []
        for row in rows:
            edges.setdefault(row.tag_id, []).append((row.other_id, row.level))
        frontier = {row.other_id for row in rows if row.level is Level.SYNONYM} - edges.keys()
    reached = relations.expand(direct, edges)
    tags = {tag.id: tag for tag in store.tags({number for one in reached for number in one.path})}
    more = [
        Named(
            tags[one.tag_id],
            (direct[one.path[0]].via[0], *(tags[number].name for number in one.path[1:])),
            one.level,
            one.hops,
            one.weight,
        )
        for one in reached
        if all(tags[number].status in FOUND_BY for number in one.path)
    ]
    return [*direct.values(), *more]


def _direct(store: Reader, words: str) -> dict[int, Named]:
    """Return the tags that stand in a text, by number."""
    spans = pool.spans(words)
    names: dict[str, list[tuple[int, str]]] = {}
    for name in store.tag_names({span.form for span in spans}):
        names.setdefault(name.match, []).append((name.tag_id, name.name))
    found = {tag_id: via for form in pool.longest(spans, names) for tag_id, via in names[form]}
    tags = {tag.id: tag for tag in store.tags(found)}
    direct: dict[int, Named] = {}
    for tag_id, via in found.items():
        tag = tags[tag_id]
        if tag.status is TagStatus.MERGED:
            tag = store.tags([store.target_of(tag_id)])[0]
        if tag.status in FOUND_BY:
            direct.setdefault(tag.id, Named(tag, (via,), None, 0, 1.0))
    return direct


ALIAS = 0.8
"""Weight of the other names of a tag that the query names, when they are looked for in texts."""


def other_names(found: list[Named], asked: Container[str]) -> dict[str, tuple[str, float]]:
    """Return the terms of the names that a query means without saying them: tag name and weight in (0, 1) by term.

    Only other names of the same thing: a related tag finds its cards, but its words mean something else.

    Args:
        found: tags that the query names or reaches.
        asked: terms of the query itself, which are left out.

    """
    terms: dict[str, tuple[str, float]] = {}
    for one in found:
        if one.level is Level.RELATED:
            continue
        weight = one.weight if one.hops else ALIAS
        for name in (one.tag.name, *one.tag.aliases):
            for term in text.terms(name):
                if term not in asked and weight > terms.get(term, ("", 0.0))[1]:
                    terms[term] = (name, weight)
    return terms
