"""Reading the tag pool."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator

from wdm.store.database import Database, Row, known
from wdm.store.records import Tag, TagName, TagStatus

_PLAIN = (
    "id", "code", "name", "key", "type", "dimension", "definition", "source", "status", "merged_into", "created_at",
)  # fmt: skip
_COUNTED = ("cards", "first_seen", "last_seen")
_FROM = (
    f"SELECT {', '.join(f't.{name}' for name in _PLAIN)}, coalesce(s.cards, 0), s.first_seen, s.last_seen FROM tag AS t"
    " LEFT JOIN tag_stat AS s ON s.tag_id = t.id"
)
_WANTED = "IN (SELECT value FROM json_each(?1))"


def by_ids(db: Database, ids: Iterable[int]) -> list[Tag]:
    """Return the tags with these numbers, in ascending order."""
    rows = db.rows(f"{_FROM} WHERE t.id {_WANTED} ORDER BY t.id", (json.dumps(list(ids)),))
    return _with_aliases(db, rows)


def by_keys(db: Database, keys: Iterable[str]) -> dict[str, int]:
    """Return the tag that each of these name keys belongs to, by name or by alias."""
    wanted = json.dumps(list(keys), ensure_ascii=False)
    return dict(
        db.rows(
            f"SELECT key, id FROM tag WHERE key {_WANTED} UNION ALL"
            f" SELECT key, tag_id FROM tag_alias WHERE key {_WANTED}",
            (wanted,),
        )
    )


def named(db: Database, matches: Iterable[str]) -> list[TagName]:
    """Return the names and aliases whose match form is among these."""
    # Joined, since a dialogue may name a hundred things in twelve thousand ways, of which IN would make an index first.
    wanted = json.dumps(list(dict.fromkeys(matches)), ensure_ascii=False)
    return [
        TagName(key, match, tag_id, name, bool(alias))
        for key, match, tag_id, name, alias in db.rows(
            "WITH wanted AS (SELECT value FROM json_each(?))"
            " SELECT key, match, id, name, 0 FROM wanted CROSS JOIN tag ON match = value UNION ALL"
            " SELECT key, match, tag_id, name, 1 FROM wanted CROSS JOIN tag_alias ON match = value",
            (wanted,),
        )
    ]


ORDERS = {
    "cards": "coalesce(s.cards, 0) DESC, t.key",
    "name": "t.key",
    "seen": "coalesce(s.last_seen, t.created_at) DESC, t.key",
    "code": "t.id",
}
"""Orders of a listing, in SQL."""


def each(db: Database, *, status: TagStatus | None = None, order: str = "cards") -> Iterator[Tag]:
    """Yield the tags of the pool one by one, so that memory stays flat, in one of `ORDERS`."""
    where = "" if status is None else " WHERE t.status = ?"
    aliases = (
        "(SELECT json_group_array(name) FROM (SELECT name FROM tag_alias WHERE tag_id = t.id ORDER BY key))"
    )
    sql = f"{_FROM.replace(' FROM tag AS t', f', {aliases} FROM tag AS t')}{where} ORDER BY {ORDERS[order]}"
    for row in db.each(sql, () if status is None else (status,)):
        tag = _tag(row[:-1])
        yield tag if row[-1] == "[]" else tag._replace(aliases=tuple(json.loads(row[-1])))


def target(db: Database, tag_id: int) -> int:
    """Return the tag itself, or the one at the end of its chain of merges; a cycle ends where it closes."""
    seen = {tag_id}
    while row := db.row("SELECT merged_into FROM tag WHERE id = ?", (tag_id,)):
        if row[0] is None or row[0] in seen:
            break
        tag_id = int(row[0])
        seen.add(tag_id)
    return tag_id


def governed(db: Database) -> list[tuple[str, str]]:
    """Return match form and tag name of every name that a person or a caller stands for, aliases too."""
    stands = "t.status IN ('unexamined', 'active') AND (t.status = 'active' OR t.source <> 'found')"
    return [
        (match, name)
        for match, name in db.rows(
            f"SELECT t.match, t.name FROM tag AS t WHERE {stands} UNION ALL"
            f" SELECT a.match, t.name FROM tag_alias AS a JOIN tag AS t ON t.id = a.tag_id WHERE {stands}"
        )
    ]


def by_code(db: Database, code: str) -> int | None:
    """Return the tag with a code."""
    row = db.row("SELECT id FROM tag WHERE code = ?", (code,))
    return int(row[0]) if row else None


def alias_id(db: Database, tag_id: int, key: str) -> int | None:
    """Return the row that gives a tag another name."""
    row = db.row("SELECT id FROM tag_alias WHERE tag_id = ? AND key = ?", (tag_id, key))
    return int(row[0]) if row else None


def alias_ids(db: Database, tag_id: int) -> list[int]:
    """Return the rows that give a tag other names."""
    return [row[0] for row in db.rows("SELECT id FROM tag_alias WHERE tag_id = ? ORDER BY id", (tag_id,))]


def merged_into(db: Database, tag_id: int) -> list[int]:
    """Return the tags that were merged into this one."""
    return [row[0] for row in db.rows("SELECT id FROM tag WHERE merged_into = ? ORDER BY id", (tag_id,))]


def ranks(db: Database, tag_id: int) -> dict[int, int]:
    """Return the place of a tag among the tags of each card that carries it."""
    return dict(db.rows("SELECT card_id, rank FROM card_tag WHERE tag_id = ?", (tag_id,)))


def cards_of(db: Database, tag_id: int, limit: int) -> list[int]:
    """Return the numbers of the cards that carry a tag, the newest first, at most `limit`."""
    return [
        row[0]
        for row in db.rows(
            "SELECT card_id FROM card_tag WHERE tag_id = ? ORDER BY card_id DESC LIMIT ?", (tag_id, limit)
        )
    ]


def counts(db: Database) -> dict[str, int]:
    """Return how many tags there are, by status."""
    return dict(db.rows("SELECT status, count(*) FROM tag GROUP BY 1 ORDER BY 1"))


def _with_aliases(db: Database, rows: list[Row]) -> list[Tag]:
    aliases: dict[int, list[str]] = defaultdict(list)
    wanted = json.dumps([row[0] for row in rows])
    for tag_id, name in db.rows(
        f"SELECT tag_id, name FROM tag_alias WHERE tag_id {_WANTED} ORDER BY key", (wanted,)
    ):
        aliases[tag_id].append(name)
    return [_tag(row)._replace(aliases=tuple(aliases.get(row[0], ()))) for row in rows]


def _tag(row: Row) -> Tag:
    told = dict(zip(_PLAIN + _COUNTED, row, strict=True))
    return Tag(**{**told, "status": known(TagStatus, told["status"]), "uses": told["cards"]})
