"""Governing the tag pool: what people do to tags by hand. Each function is one change of one transaction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from wdm.engine.rules import pool, relations, text
from wdm.engine.rules.tag_candidates import refusal
from wdm.store.errors import NotFound, Refused, Usage
from wdm.store.journal import Transaction
from wdm.store.records import Level, Relation, Tag, TagStatus
from wdm.store.store import Store

PERSON = "person"
"""Source of what people add to the pool."""

SHAPES = {"empty", "control characters", "too long"}
"""Reasons to refuse a name that hold for people too; they may well want a generic word or a date."""


def find(store: Store, name: str, *, follow: bool = True) -> Tag:
    """Return the tag with a name, an alias or a code.

    Args:
        store: the store.
        name: its name, an alias, or its code.
        follow: go on from a merged tag to the one it was merged into.

    Raises:
        NotFound: there is none.

    """
    tag_id = _named(store, name) or store.tag_by_code(name)
    if tag_id is None:
        raise NotFound(f"there is no tag {name!r}", hint="`wdm tags list` shows them")
    return store.tags([store.target_of(tag_id) if follow else tag_id])[0]


def add(
    store: Store, tx: Transaction, name: str, *, definition: str | None, dimension: str | None, kind: str | None,
    aliases: Sequence[str] = (),
) -> Tag:  # fmt: skip
    """Make a tag; one that a person adds is active at once.

    Raises:
        Refused: the name is taken, or cannot be a tag's.

    """
    clean = _clean(name)
    _refuse_taken(store, clean)
    number = tx.next_id("tag")
    row = {
        "code": pool.tag_code(number), **pool.name_columns(clean),
        "type": kind, "dimension": dimension, "definition": definition, "source": PERSON,
        "status": TagStatus.ACTIVE, "created_at": tx.at,
    }  # fmt: skip
    tx.insert("tag", [row])
    for name_too in aliases:
        alias(store, tx, number, name_too)
    return store.tags([number])[0]


def define(
    tx: Transaction, tag: Tag, *, definition: str | None, dimension: str | None, kind: str | None
) -> bool:
    """Give a tag a definition, dimension or type; an empty text leaves what there is. Return whether it changed."""
    told = {"definition": definition, "dimension": dimension, "type": kind}
    return tx.update(
        "tag", tag.id, {name: value.strip() for name, value in told.items() if value and value.strip()}
    )


def alias(store: Store, tx: Transaction, tag_id: int, name: str) -> None:
    """Give a tag another name.

    Raises:
        Refused: the name is taken by another tag, or cannot be a tag's.

    """
    clean = _clean(name)
    _refuse_taken(store, clean)
    tx.insert("tag_alias", [_alias_row(tag_id, clean)])


def unalias(store: Store, tx: Transaction, tag: Tag, name: str) -> None:
    """Take a name from a tag.

    Raises:
        NotFound: the tag has no such alias.

    """
    alias_id = store.alias_id(tag.id, text.name_key(name))
    if alias_id is None:
        raise NotFound(
            f"{tag.name!r} has no alias {name!r}", hint=f"aliases: {', '.join(tag.aliases) or 'none'}"
        )
    tx.delete("tag_alias", (alias_id, 0))


def rename(store: Store, tx: Transaction, tag: Tag, name: str) -> None:
    """Give a tag a new name; the old one stays as an alias, so that it is still found by it.

    Raises:
        Refused: the name is taken by another tag, or cannot be a tag's.

    """
    clean = _clean(name)
    key = text.name_key(clean)
    if key != tag.key:
        own_alias = store.alias_id(tag.id, key)
        if own_alias is not None:
            tx.delete("tag_alias", (own_alias, 0))
        _refuse_taken(store, clean)
    tx.update("tag", tag.id, pool.name_columns(clean))
    if key != tag.key:
        tx.insert("tag_alias", [_alias_row(tag.id, tag.name)])


def set_status(tx: Transaction, tag: Tag, status: TagStatus) -> bool:
    """Activate or deprecate a tag; return whether that changed it.

    Raises:
        Refused: the tag was merged into another.

    """
    if tag.status is TagStatus.MERGED:
        raise Refused(f"{tag.name!r} was merged", hint="`wdm log` and `wdm undo` bring it back")
    return tx.update("tag", tag.id, {"status": status})


def relate(
    store: Store,
    tx: Transaction,
    one: Tag,
    other: Tag,
    level: Level,
    *,
    source: str = PERSON,
    reason: str = "",
) -> bool:
    """Relate two tags in both directions; return whether that changed anything.

    People set any level; any other source only raises one.

    Raises:
        Refused: a tag cannot be related to itself.

    """
    if one.id == other.id:
        raise Refused(f"{one.name!r} cannot be related to itself")
    known = {relation.other_id: relation for relation in store.relations([one.id])}.get(other.id)
    if known is not None:
        if known.level is level or (source != PERSON and not relations.nearer(level, known.level)):
            return False
        _drop(tx, one.id, other.id)
    tx.insert(
        "tag_relation",
        [
            {"tag_id": a, "other_id": b, "level": level, "source": source, "reason": reason, "made_at": tx.at}
            for a, b in ((one.id, other.id), (other.id, one.id))
        ],
    )
    return True


def unrelate(store: Store, tx: Transaction, one: Tag, other: Tag) -> None:
    """Take a relation back, in both directions.

    Raises:
        NotFound: they are not related.

    """
    if other.id not in {relation.other_id for relation in store.relations([one.id])}:
        raise NotFound(f"{one.name!r} and {other.name!r} are not related")
    _drop(tx, one.id, other.id)


@dataclass(slots=True)
class Moved:
    """What a merge or a split moves."""

    sources: list[str]
    target: str
    cards: int = 0
    """Cards that get the target."""
    both: int = 0
    """Cards that had it already."""
    relations: int = 0
    aliases: int = 0
    joined: list[str] = field(default_factory=list)
    """Fields of the target that the sources filled or added to."""


def merge(store: Store, tx: Transaction, sources: Sequence[Tag], target: Tag) -> Moved:
    """Merge tags into another: their names, cards, relations and definitions join it, and their codes redirect to it.

    Raises:
        Refused: a source is the target, or is merged already.

    """
    if target.status is TagStatus.DEPRECATED:
        raise Refused(f"{target.name!r} is deprecated", hint=f"`wdm tags activate {target.name}` first")
    moved = Moved([source.name for source in sources], target.name)
    for source in sources:
        if source.id == target.id:
            raise Refused(f"{source.name!r} and {target.name!r} are one tag already")
        if source.status is TagStatus.MERGED:
            raise Refused(f"{source.name!r} is merged already")
        _move_cards(store, tx, source.id, target.id, store.cards_of_tag(source.id, -1), moved)
        _move_relations(store, tx, source.id, target.id, moved)
        for alias_id in store.alias_ids(source.id):
            tx.update("tag_alias", alias_id, {"tag_id": target.id})
            moved.aliases += 1
        _join_texts(store, tx, source, target.id, moved)
        # Chains are flattened: what was merged into the source now leads to the target at once.
        for merged_id in store.merged_into(source.id):
            tx.update("tag", merged_id, {"merged_into": target.id})
        tx.update("tag", source.id, {"status": TagStatus.MERGED, "merged_into": target.id})
    return moved


def split(store: Store, tx: Transaction, tag: Tag, name: str, card_ids: Iterable[int]) -> Moved:
    """Move some cards of a tag to another one, which is made when it is missing.

    Raises:
        NotFound: a card does not carry the tag.
        Refused: the new name cannot be a tag's, or is the tag's own.

    """
    wanted = list(dict.fromkeys(card_ids))
    carrying = set(store.cards_of_tag(tag.id, -1))
    stranger = next((number for number in wanted if number not in carrying), None)
    if stranger is not None:
        raise NotFound(f"card {stranger} does not carry {tag.name!r}")
    known = _named(store, name)
    if known == tag.id:
        raise Refused(
            f"{name!r} is a name of {tag.name!r} itself", hint="`wdm tags unalias` takes it away first"
        )
    new = (
        store.tags([known])[0] if known else add(store, tx, name, definition=None, dimension=None, kind=None)
    )
    moved = Moved([tag.name], new.name)
    _move_cards(store, tx, tag.id, new.id, wanted, moved)
    return moved


def of_tag(store: Store, tag: Tag) -> list[tuple[Relation, Tag]]:
    """Return a tag's relations with the tags they lead to, the nearest first."""
    found = store.relations([tag.id])
    tags = {other.id: other for other in store.tags(relation.other_id for relation in found)}
    return sorted(
        ((relation, tags[relation.other_id]) for relation in found),
        key=lambda pair: (relations.NEAREST.index(pair[0].level), -pair[1].cards, pair[1].key),
    )


def _move_cards(
    store: Store, tx: Transaction, source: int, target: int, card_ids: Sequence[int], moved: Moved
) -> None:
    have = set(store.cards_of_tag(target, -1))
    ranks = store.ranks(source)
    for card_id in sorted(card_ids):
        tx.delete("card_tag", (card_id, source))
        if card_id in have:
            moved.both += 1
        else:
            tx.insert("card_tag", [{"card_id": card_id, "tag_id": target, "rank": ranks[card_id]}])
            moved.cards += 1


def _move_relations(store: Store, tx: Transaction, source: int, target: int, moved: Moved) -> None:
    have = {relation.other_id: relation for relation in store.relations([target])}
    for relation in store.relations([source]):
        _drop(tx, source, relation.other_id)
        other = relation.other_id
        if other == target or (other in have and not relations.nearer(relation.level, have[other].level)):
            continue
        if other in have:
            _drop(tx, target, other)
        row = {
            "level": relation.level,
            "source": relation.source,
            "reason": relation.reason,
            "made_at": relation.made_at,
        }
        tx.insert(
            "tag_relation",
            [{"tag_id": a, "other_id": b, **row} for a, b in ((target, other), (other, target))],
        )
        moved.relations += 1


def _join_texts(store: Store, tx: Transaction, source: Tag, target_id: int, moved: Moved) -> None:
    target = store.tags([target_id])[0]
    changes: dict[str, object] = {}
    for name in ("dimension", "type"):
        if getattr(target, name) is None and getattr(source, name) is not None:
            changes[name] = getattr(source, name)
    if source.definition and source.definition not in (target.definition or ""):
        changes["definition"] = "; ".join(filter(None, (target.definition, source.definition)))
    if tx.update("tag", target_id, changes):
        moved.joined += [name for name in changes if name not in moved.joined]


def _drop(tx: Transaction, one: int, other: int) -> None:
    tx.delete("tag_relation", (one, other))
    tx.delete("tag_relation", (other, one))


def _alias_row(tag_id: int, name: str) -> dict[str, object]:
    return {"tag_id": tag_id, **pool.name_columns(name)}


def _named(store: Store, name: str) -> int | None:
    """Return the tag that has a name, or an alias, of this key."""
    key = text.name_key(name)
    return store.tags_by_keys([key]).get(key)


def _clean(name: str) -> str:
    """Return a name as it is kept; people may use generic words, which programs may not."""
    clean = " ".join(name.split())
    reason = refusal(clean)
    if reason in SHAPES:
        raise Usage(f"{name!r} cannot name a tag: {reason}")
    return clean


def _refuse_taken(store: Store, name: str) -> None:
    taken = _named(store, name)
    if taken is not None:
        tag = store.tags([taken])[0]
        raise Refused(
            f"{name!r} is taken by tag {tag.code} ({tag.name})", hint="`wdm tags show` tells what it is"
        )
