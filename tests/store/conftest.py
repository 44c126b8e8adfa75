"""Stores of a few hand-made cards, under index terms that a reader of a test can count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

from wdm.store import tables
from wdm.store.journal import Transaction
from wdm.store.records import Card
from wdm.store.store import Author, Store

AT = 1_780_315_200_000  # 2026-06-01T12:00:00Z


def words(card: Card) -> Sequence[str]:
    """Return the words of a card's text and the names of its tags: its index terms, for these tests."""
    return [*card.text.split(), *(tag.name for tag in card.tags)]


def opened(path: Path, *, write: bool = True, busy_ms: int = 5000) -> Store:
    return Store(path, write=write, author=Author(AT, "tester", "wdm test"), terms_of=words, busy_ms=busy_ms)


@pytest.fixture
def store(store_path: Path) -> Iterator[Store]:
    with opened(store_path) as store:
        yield store


def a_card(number: int, text: str, **more: object) -> dict[str, object]:
    """Return the row of a new card; `number` tells its uid from others."""
    return {
        "uid": number.to_bytes(16, "big"), "kind": "fact", "status": "completed", "tier": "hot", "text": text,
        "content_hash": text.encode(), "happened_at": AT, "created_at": AT, **more,
    }  # fmt: skip


def a_tag(name: str, **more: object) -> dict[str, object]:
    """Return the row of a new tag."""
    return {
        "code": f"T_{name}", "name": name, "key": name, "match": name, "source": "told",
        "status": "unexamined", "created_at": AT, **more,
    }  # fmt: skip


def a_relation(tag: int, other: int, level: str = "related") -> list[dict[str, object]]:
    """Return the two rows of a relation: one from each side."""
    more = {"level": level, "source": "told", "made_at": AT}
    return [{"tag_id": tag, "other_id": other, **more}, {"tag_id": other, "other_id": tag, **more}]


def tagged(tx: Transaction, card: int, *tags: int, owned: bool = False) -> None:
    """Put tags on a card, in this order."""
    rows = [{"card_id": card, "tag_id": tag, "rank": rank} for rank, tag in enumerate(tags)]
    tx.insert("card_tag", rows, owned=owned)


def dump(store: Store) -> dict[str, list[tuple[object, ...]]]:
    """Return every row of every canonical table, in the order of its key."""
    kept = {}
    for model in tables.CANONICAL:
        name = tables.table_name(model)
        order = ", ".join(tables.NAMES_OF_KEYS.get(name, ("id",)))
        kept[name] = store._db.rows(f"SELECT * FROM {name} ORDER BY {order}")
    return kept


def damage(store: Store) -> list[str]:
    """Return what the check finds wrong, a remark on the file's mode or an unfinished operation apart."""
    return [found.detail for found in store.findings() if found.damage]


def run_machine(machine: type[RuleBasedStateMachine], examples: int, steps: int) -> None:
    """Look for a sequence of steps that breaks a state machine; the same ones every time."""
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
