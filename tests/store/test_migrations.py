"""The schema that the migrations make is the one that the models describe."""

from __future__ import annotations

import pytest

from wdm.store import migrations, tables, undo
from wdm.store.store import Store

NAMES = [tables.table_name(model) for model in tables.ALL]


def test_the_store_has_exactly_the_tables_of_the_models(store: Store) -> None:
    made = store._db.rows("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    assert {row[0] for row in made} == set(NAMES)


@pytest.mark.parametrize("model", tables.ALL, ids=NAMES)
def test_a_table_has_exactly_the_columns_of_its_model(store: Store, model: type[tables.Model]) -> None:
    name = tables.table_name(model)
    made = [row[0] for row in store._db.rows("SELECT name FROM pragma_table_info(?) ORDER BY cid", (name,))]
    assert made == list(tables.columns(model))


@pytest.mark.parametrize("model", tables.ALL, ids=NAMES)
def test_a_column_takes_null_where_its_model_does(store: Store, model: type[tables.Model]) -> None:
    name = tables.table_name(model)
    # A key is never null, though SQLite does not say so of an INTEGER PRIMARY KEY.
    made = store._db.rows('SELECT name, "notnull" FROM pragma_table_info(?) WHERE pk = 0', (name,))
    told = {field.column_name: not field.null for field in model._meta.sorted_fields}
    assert {column: bool(never) for column, never in made} == {column: told[column] for column, _ in made}


@pytest.mark.parametrize("model", tables.CANONICAL, ids=NAMES[: len(tables.CANONICAL)])
def test_a_canonical_table_is_keyed_by_one_or_two_integers(store: Store, model: type[tables.Model]) -> None:
    name = tables.table_name(model)
    keys = store._db.rows("SELECT name, type FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk", (name,))
    assert tuple(row[0] for row in keys) == tables.NAMES_OF_KEYS.get(name, ("id",))
    assert {row[1] for row in keys} == {"INTEGER"}


WITH_IDS = [tables.table_name(model) for model in tables.ALL if "id" in tables.columns(model)]


@pytest.mark.parametrize("name", WITH_IDS)
def test_a_table_with_ids_never_gives_one_twice(store: Store, name: str) -> None:
    sql = store._db.row("SELECT sql FROM sqlite_master WHERE name = ?", (name,))
    assert sql is not None
    assert "id INTEGER PRIMARY KEY AUTOINCREMENT" in sql[0]


def test_the_version_counts_the_steps(store: Store) -> None:
    assert store._db.row("PRAGMA user_version") == (len(migrations.MIGRATIONS),)
    # `wdm1` in ASCII.
    assert store._db.row("PRAGMA application_id") == (int.from_bytes(b"wdm1", "big"),)


def test_every_reference_between_tables_is_one_that_the_journal_heeds(store: Store) -> None:
    made = {
        (parent, f"{table}.{column}")
        for table in map(tables.table_name, tables.CANONICAL)
        for parent, column in store._db.rows(
            'SELECT "table", "from" FROM pragma_foreign_key_list(?)', (table,)
        )
    }
    heeded = {(table, column) for table, columns in undo._REFERRING.items() for column in columns}
    # A card takes its tags along, and a relation stands in its table from both sides.
    assert made == heeded | {("card", "card_tag.card_id"), ("tag", "tag_relation.other_id")}
