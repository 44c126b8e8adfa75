"""Reading cards."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from wdm.store.database import Database, Row, known
from wdm.store.errors import NotFound
from wdm.store.records import Card, CardTag, Kind, Preference, Status, TagStatus, Tier

_PLAIN = (
    "id", "uid", "external_id", "kind", "status", "tier", "pinned", "topic", "speaker", "summary", "overview", "text",
    "reply_at", "perception", "scene_id", "document_id", "repeats", "uses", "last_used", "happened_at", "created_at",
    "superseded_by", "archived_at", "forgotten_at", "explicitness", "emotion", "structure",
)  # fmt: skip
_COLUMNS = ", ".join([*(f"c.{name}" for name in _PLAIN), "s.category", "s.subcategory"])
_FROM = f"SELECT {_COLUMNS} FROM card AS c LEFT JOIN scene AS s ON s.id = c.scene_id"
VALUES = 500
"""Values of one statement; any SQLite takes 999."""

_WANTED = "IN (SELECT value FROM json_each(?))"

LIVE = (
    "c.status = 'completed' AND c.superseded_by IS NULL AND c.archived_at IS NULL AND c.forgotten_at IS NULL"
)
"""The condition under which recall may bring a card unasked, in SQL; `Card.live` says the same."""


TermsOf = Callable[[Card], Sequence[str]]
"""Says under which terms a card is indexed."""


class SessionCard(NamedTuple):
    """A card as a neighbour of others in its session."""

    id: int
    topic: str
    end: str
    """Its last characters."""
    characters: int
    octets: int


class CardFilter(NamedTuple):
    """Which cards a listing wants; None and () mean any."""

    kind: Kind | None = None
    tags: tuple[int, ...] = ()
    topic: str | None = None
    since: int | None = None
    until: int | None = None
    everything: bool = False
    archived: bool = False
    """Only archived cards."""


def by_ids(db: Database, ids: Iterable[int]) -> list[Card]:
    """Return the cards with these numbers, with their tags, in ascending order; missing ones are left out."""
    wanted = json.dumps(list(ids))
    return list(_with_tags(db, db.rows(f"{_FROM} WHERE c.id {_WANTED} ORDER BY c.id", (wanted,)), wanted))


def by_external_id(db: Database, external_id: str) -> int | None:
    """Return the number of the card that a caller knows by this id of its own."""
    found = db.row(
        "SELECT id FROM card WHERE external_id = ?1 UNION ALL"
        " SELECT card_id FROM card_alias WHERE external_id = ?1 LIMIT 1",
        (external_id,),
    )
    return int(found[0]) if found else None


def by_uid(db: Database, prefix: str) -> list[int]:
    """Return the numbers of the cards whose uid, in hexadecimal, begins so; at most two."""
    return [
        int(row[0]) for row in db.rows("SELECT id FROM card WHERE hex(uid) LIKE ? || '%' LIMIT 2", (prefix,))
    ]


def by_external_ids(db: Database, external_ids: Iterable[str]) -> dict[str, int]:
    """Return the numbers of the cards that callers know by these ids."""
    wanted = json.dumps(list(external_ids), ensure_ascii=False)
    return dict(
        db.rows(
            f"SELECT external_id, id FROM card WHERE external_id {_WANTED.replace('?', '?1')} UNION ALL"
            f" SELECT external_id, card_id FROM card_alias WHERE external_id {_WANTED.replace('?', '?1')}",
            (wanted,),
        )
    )


def alias_id(db: Database, external_id: str) -> int:
    """Return the row that gives a card another of its callers' ids.

    Raises:
        NotFound: there is none.

    """
    row = db.row("SELECT id FROM card_alias WHERE external_id = ?", (external_id,))
    if row is None:
        raise NotFound(f"no card is also known as {external_id!r}")
    return int(row[0])


def by_hashes(db: Database, hashes: Iterable[bytes]) -> dict[bytes, int]:
    """Return the first completed card for each of these content hashes; forgotten cards count."""
    found: dict[bytes, int] = {}
    rest = iter(hashes)
    while some := list(islice(rest, VALUES)):
        places = ", ".join("?" * len(some))
        found |= db.rows(
            f"SELECT content_hash, min(id) FROM card WHERE content_hash IN ({places})"
            " AND status = 'completed' GROUP BY content_hash",
            some,
        )
    return found


def live_by_hash(db: Database, content_hash: bytes, besides: int) -> int | None:
    """Return the first live card with a content hash, other than one."""
    row = db.row(
        f"SELECT min(c.id) FROM card AS c WHERE c.content_hash = ? AND c.id <> ? AND {LIVE}",
        (content_hash, besides),
    )
    return None if row is None or row[0] is None else int(row[0])


def erased(db: Database, number: int) -> bool:
    """Tell whether a card is gone, but the journal still knows it: an undone operation had made it."""
    return (
        db.row("SELECT 1 FROM change WHERE tbl = 'card' AND key = ? AND action = 'delete' LIMIT 1", (number,))
        is not None
    )


def of_document(db: Database, document_id: int) -> list[Card]:
    """Return the cards of a document's sections, forgotten ones too."""
    ids = db.rows("SELECT id FROM card WHERE document_id = ? ORDER BY id", (document_id,))
    return by_ids(db, (row[0] for row in ids))


def preference(db: Database, key: str) -> Preference | None:
    """Return a preference that holds now."""
    row = db.row(
        "SELECT p.id, p.card_id, p.key, p.value, p.confidence FROM preference AS p JOIN card AS c ON c.id = p.card_id"
        f" WHERE p.key = ? AND {LIVE} ORDER BY p.id DESC LIMIT 1",
        (key,),
    )
    return Preference(*row) if row else None


def preferences(db: Database, card_ids: Iterable[int]) -> dict[int, Preference]:
    """Return the preference that each of these cards keeps, where it keeps one."""
    rows = db.rows(
        f"SELECT id, card_id, key, value, confidence FROM preference WHERE card_id {_WANTED} ORDER BY id",
        (json.dumps(list(card_ids)),),
    )
    return {row[1]: Preference(*row) for row in rows}


def replaced_by(db: Database, card_ids: Iterable[int]) -> dict[int, list[int]]:
    """Return the cards that each of these superseded."""
    found: dict[int, list[int]] = defaultdict(list)
    for number, old in db.rows(
        f"SELECT superseded_by, id FROM card WHERE superseded_by {_WANTED} ORDER BY id",
        (json.dumps(list(card_ids)),),
    ):
        found[number].append(old)
    return found


def superseded(db: Database, limit: int | None) -> list[Card]:
    """Return the cards that others have replaced and that are not forgotten, the newest first."""
    rows = db.rows(
        "SELECT id FROM card WHERE superseded_by IS NOT NULL AND forgotten_at IS NULL ORDER BY id DESC LIMIT ?",
        (-1 if limit is None else limit,),
    )
    return by_ids(db, (row[0] for row in rows))[::-1]


def listing(db: Database, wanted: CardFilter, *, limit: int | None) -> list[Card]:
    """Return cards that a filter wants, the latest first."""
    where, values = _conditions(wanted)
    sql = f"{_FROM} WHERE {where} ORDER BY c.happened_at DESC, c.id DESC LIMIT ?"
    rows = db.rows(sql, (*values, -1 if limit is None else limit))
    order = [row[0] for row in rows]
    cards = {card.id: card for card in _with_tags(db, rows, json.dumps(order))}
    return [cards[number] for number in order]


def passing(db: Database, ids: Iterable[int], wanted: CardFilter) -> set[int]:
    """Return those of the numbers whose cards a filter wants."""
    where, values = _conditions(wanted)
    rows = db.rows(
        f"SELECT c.id FROM card AS c WHERE c.id {_WANTED} AND {where}", (json.dumps(list(ids)), *values)
    )
    return {row[0] for row in rows}


def has_topics(db: Database) -> bool:
    """Tell whether any card belongs to a session."""
    return db.row("SELECT 1 FROM card WHERE topic IS NOT NULL LIMIT 1") is not None


def in_sessions(db: Database, ids: Iterable[int]) -> list[SessionCard]:
    """Return those of the cards that belong to a session and are not forgotten."""
    rows = db.rows(
        "SELECT id, topic, substr(text, -4), length(text), length(CAST(text AS BLOB)) FROM card"
        " WHERE id IN (SELECT value FROM json_each(?)) AND topic IS NOT NULL AND forgotten_at IS NULL",
        (json.dumps(list(ids)),),
    )
    return [SessionCard(*row) for row in rows]


def every(db: Database, *, size: int = 1000) -> Iterator[list[Card]]:
    """Yield all cards in the order of their numbers, `size` at a time."""
    last = 0
    while batch := db.rows(f"{_FROM} WHERE c.id > ? ORDER BY c.id LIMIT ?", (last, size)):
        last = batch[-1][0]
        yield list(_with_tags(db, batch, json.dumps([row[0] for row in batch])))


def pending(db: Database, before: int) -> list[int]:
    """Return the pending frames that were made before a time."""
    return [
        row[0]
        for row in db.rows(
            "SELECT id FROM card WHERE status = 'pending' AND created_at < ? ORDER BY id", (before,)
        )
    ]


def unassessed(db: Database) -> bool:
    """Tell whether some cards came before importance was kept."""
    return db.row("SELECT 1 FROM card WHERE structure IS NULL LIMIT 1") is not None


def reassess(db: Database, assess: Callable[[Card], dict[str, object]]) -> int:
    """Set the columns that `assess` returns on the cards that lack them; return how many they were."""
    done = 0
    while ids := [row[0] for row in db.rows("SELECT id FROM card WHERE structure IS NULL LIMIT 1000")]:
        for card in by_ids(db, ids):
            values = assess(card)
            names = ", ".join(f"{name} = ?" for name in values)
            db.run(f"UPDATE card SET {names} WHERE id = ?", (*values.values(), card.id))
        done += len(ids)
    return done


def counts(db: Database) -> dict[str, dict[str, int]]:
    """Return how many cards there are, by status, tier, kind and state of life."""
    told: dict[str, dict[str, int]] = {}
    for column in ("status", "tier", "kind"):
        told[column] = dict(db.rows(f"SELECT {column}, count(*) FROM card GROUP BY 1 ORDER BY 1"))
    state = db.row(
        f"SELECT count(*), coalesce(sum({LIVE}), 0), count(c.superseded_by), count(c.archived_at),"
        " count(c.forgotten_at), coalesce(sum(length(CAST(c.text AS BLOB))), 0) FROM card AS c"
    )
    if state is None:
        raise AssertionError("an aggregate always has a row")
    names = ("all", "live", "superseded", "archived", "forgotten", "bytes")
    told["cards"] = dict(zip(names, state, strict=True))
    return told


def _conditions(wanted: CardFilter) -> tuple[str, list[object]]:
    conditions, values = ["1"], list[object]()
    if wanted.archived:
        conditions.append("c.archived_at IS NOT NULL AND c.forgotten_at IS NULL")
    elif not wanted.everything:
        conditions.append(LIVE)
    for condition, value in (
        ("c.kind = ?", wanted.kind),
        ("c.topic = ?", wanted.topic),
        ("c.happened_at >= ?", wanted.since),
        ("c.happened_at < ?", wanted.until),
    ):
        if value is not None:
            conditions.append(condition)
            values.append(value)
    for tag_id in wanted.tags:
        conditions.append("EXISTS (SELECT 1 FROM card_tag WHERE card_id = c.id AND tag_id = ?)")
        values.append(tag_id)
    return " AND ".join(conditions), values


def _with_tags(db: Database, rows: Sequence[Row], wanted: str) -> Iterator[Card]:
    tags: dict[int, list[CardTag]] = defaultdict(list)
    for card_id, tag_id, code, name, status in db.rows(
        "SELECT ct.card_id, t.id, t.code, t.name, t.status FROM card_tag AS ct JOIN tag AS t ON t.id = ct.tag_id"
        f" WHERE ct.card_id {_WANTED} ORDER BY ct.card_id, ct.rank, t.id",
        (wanted,),
    ):
        tags[card_id].append(CardTag(tag_id, code, name, known(TagStatus, status)))
    for row in rows:
        yield _card(row, tuple(tags.get(row[0], ())))


def _card(row: Row, tags: tuple[CardTag, ...]) -> Card:
    told = dict(zip(_PLAIN, row, strict=False))
    told["kind"], told["status"], told["tier"] = (
        known(Kind, told["kind"]),
        known(Status, told["status"]),
        known(Tier, told["tier"]),
    )
    told["pinned"] = bool(told["pinned"])
    category, subcategory = row[len(_PLAIN) :]
    return Card(**told, tags=tags, scene=f"{category}/{subcategory}" if subcategory else category)
