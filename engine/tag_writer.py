"""Giving cards their tags and scenes: names are looked up in the pool, and made where the pool lacks them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wdm.engine import tagging
from wdm.engine.rules import pool, text
from wdm.store.errors import Usage
from wdm.store.journal import Transaction
from wdm.store.records import Draft, Tag, TagDraft, TagStatus
from wdm.store.store import Store

FOUND = "found"
"""Source of a tag that the program found in a text."""

CALLER = "caller"
"""Source of a tag that came with a memory."""

Warn = Callable[[str], None]


def attach(
    store: Store, tx: Transaction, cards: Sequence[tuple[int, Draft]], warn: Warn, *, new: bool
) -> None:
    """Give each card the tags of its draft, after those that it has.

    Args:
        store: the store that the transaction writes to.
        tx: the transaction.
        cards: card numbers with the drafts they come from.
        warn: told of names that are refused.
        new: the cards have no tags yet.

    """
    accepted = [(number, _accepted(draft, warn)) for number, draft in cards]
    by_key = _resolve(store, tx, [tag for _, tags in accepted for tag in tags])
    have = {
        card.id: [tag.id for tag in card.tags]
        for card in store.cards(number for number, tags in accepted if tags and not new)
    }
    rows = []
    for number, tags in accepted:
        mine = have.setdefault(number, [])
        for draft in tags:
            tag_id = by_key[text.name_key(draft.name)]
            if tag_id not in mine:
                rows.append({"card_id": number, "tag_id": tag_id, "rank": len(mine)})
                mine.append(tag_id)
    fresh = tx.inserted()
    tx.insert("card_tag", [row for row in rows if row["card_id"] in fresh], owned=True)
    fresh = tx.inserted()
    tx.insert("card_tag", [row for row in rows if row["card_id"] not in fresh])


def scene(tx: Transaction, told: str | None) -> int | None:
    """Return the number of a scene written `category/subcategory` or `category`, made where it is new.

    Raises:
        Usage: it has no category.

    """
    if not told:
        return None
    category, _, subcategory = (part.strip() for part in told.partition("/"))
    if not category:
        raise Usage(f"scene {told!r} has no category", hint="write it as 工作/代码评审, or work")
    found = tx.db.row("SELECT id FROM scene WHERE category = ? AND subcategory = ?", (category, subcategory))
    return (
        int(found[0])
        if found
        else tx.insert("scene", [{"category": category, "subcategory": subcategory}])[0]
    )


def _accepted(draft: Draft, warn: Warn) -> list[TagDraft]:
    found = [tag for tag in draft.tags if tag.type == FOUND]
    told = {tag.name: tag for tag in draft.tags if tag.type != FOUND}
    names, refused = tagging.caller_tags(list(told))
    for name, reason in refused:
        warn(f"{f'line {draft.line}: ' if draft.line else ''}tag {name!r} is refused: {reason}")
    by_key = {text.name_key(name): tag for name, tag in told.items()}
    return [
        TagDraft(name, tag.definition, tag.dimension, tag.type, tag.aliases)
        for name in names
        for tag in [by_key[text.name_key(name)]]
    ] + found


def _resolve(store: Store, tx: Transaction, drafts: Sequence[TagDraft]) -> dict[str, int]:
    """Return the tag of each name; make those that are missing, complete those that lack a definition."""
    wanted = {text.name_key(draft.name): draft for draft in reversed(drafts)}
    by_key = store.tags_by_keys(wanted)
    tags = {tag.id: tag for tag in store.tags(set(by_key.values()))}
    for key, tag_id in by_key.items():
        _complete(tx, tags[tag_id], wanted[key])
        by_key[key] = store.target_of(tag_id)
    missing = [draft for key, draft in wanted.items() if key not in by_key]
    first = tx.next_id("tag")
    rows = [_row(tx, draft, first + place) for place, draft in enumerate(missing)]
    by_key.update(zip((str(row["key"]) for row in rows), tx.insert("tag", rows), strict=True))
    for draft in wanted.values():
        if draft.aliases:
            _add_aliases(store, tx, by_key[text.name_key(draft.name)], draft)
    return by_key


def _row(tx: Transaction, draft: TagDraft, number: int) -> dict[str, object]:
    found = draft.type == FOUND
    return {
        "code": pool.tag_code(number),
        **pool.name_columns(draft.name),
        "type": None if found else draft.type,
        "dimension": draft.dimension,
        "definition": draft.definition,
        "source": FOUND if found else CALLER,
        "status": TagStatus.UNEXAMINED,
        "created_at": tx.at,
    }


def _complete(tx: Transaction, tag: Tag, draft: TagDraft) -> None:
    """Fill in what a tag lacks; what it has is for people to change."""
    lacking = {
        name: getattr(draft, name)
        for name in ("definition", "dimension", "type")
        if getattr(tag, name) is None and getattr(draft, name) not in (None, FOUND)
    }
    if lacking:
        tx.update("tag", tag.id, lacking)


def _add_aliases(store: Store, tx: Transaction, tag_id: int, draft: TagDraft) -> None:
    taken = store.tags_by_keys(map(text.name_key, draft.aliases))
    fresh = {text.name_key(alias): alias for alias in draft.aliases if alias.strip()}
    tx.insert(
        "tag_alias",
        [{"tag_id": tag_id, **pool.name_columns(alias)} for key, alias in fresh.items() if key not in taken],
    )
