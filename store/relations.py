"""Reading relations between tags, and which tags stand together on cards."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from wdm.store.database import Database, known
from wdm.store.records import Level, Relation


def of_tags(db: Database, tag_ids: Iterable[int]) -> list[Relation]:
    """Return the relations that start from these tags, in a fixed order."""
    return [
        Relation(tag_id, other_id, known(Level, level), source, reason, made_at)
        for tag_id, other_id, level, source, reason, made_at in db.rows(
            "SELECT tag_id, other_id, level, source, reason, made_at FROM tag_relation"
            " WHERE tag_id IN (SELECT value FROM json_each(?)) ORDER BY tag_id, other_id",
            (json.dumps(list(tag_ids)),),
        )
    ]


def pairs(db: Database) -> Iterator[tuple[int, int]]:
    """Yield every pair once, the smaller number first, that a program cannot raise: only its own `loose` ones it can."""
    yield from db.each(
        "SELECT tag_id, other_id FROM tag_relation WHERE tag_id < other_id AND (level <> 'loose' OR source = 'person')"
    )


def together(db: Database, tag_id: int, limit: int) -> list[tuple[int, int]]:
    """Return the tags that most often stand on a card beside this one, with the number of such cards."""
    return [
        (other, count)
        for other, count in db.rows(
            "SELECT b.tag_id, count(*) AS n FROM card_tag AS a JOIN card_tag AS b ON b.card_id = a.card_id"
            " WHERE a.tag_id = ?1 AND b.tag_id <> ?1 GROUP BY b.tag_id ORDER BY n DESC, b.tag_id LIMIT ?2",
            (tag_id, limit),
        )
    ]


def card_tags(db: Database, least: int) -> Iterator[tuple[int, int]]:
    """Yield (card, tag) in the order of cards, of tags that stand on at least `least` cards."""
    yield from db.each(
        "SELECT ct.card_id, ct.tag_id FROM card_tag AS ct JOIN tag_stat AS s ON s.tag_id = ct.tag_id"
        " JOIN tag AS t ON t.id = ct.tag_id WHERE s.cards >= ? AND t.status IN ('unexamined', 'active')"
        " ORDER BY ct.card_id, ct.tag_id",
        (least,),
    )


def spread(db: Database, tag_id: int) -> dict[str, int]:
    """Return on how many cards of each scene, or where a card has none of each topic, a tag stands."""
    return dict(
        db.rows(
            "SELECT coalesce(s.category || '/' || s.subcategory, c.topic, ''), count(*) FROM card_tag AS ct"
            " JOIN card AS c ON c.id = ct.card_id LEFT JOIN scene AS s ON s.id = c.scene_id"
            " WHERE ct.tag_id = ? GROUP BY 1",
            (tag_id,),
        )
    )


def places(db: Database) -> dict[str, int]:
    """Return how many cards each scene has, or where cards have none each topic."""
    return dict(
        db.rows(
            "SELECT coalesce(s.category || '/' || s.subcategory, c.topic, ''), count(*) FROM card AS c"
            " LEFT JOIN scene AS s ON s.id = c.scene_id GROUP BY 1"
        )
    )


def scenes(db: Database) -> list[tuple[str, str, int, int | None]]:
    """Return category, subcategory, live cards and the time of the latest of each scene."""
    return [
        (category, subcategory, count, latest)
        for category, subcategory, count, latest in db.rows(
            "SELECT s.category, s.subcategory, count(c.id), max(c.happened_at) FROM scene AS s"
            " LEFT JOIN card AS c ON c.scene_id = s.id AND c.forgotten_at IS NULL AND c.archived_at IS NULL"
            " GROUP BY s.id ORDER BY s.category, s.subcategory"
        )
    ]


def main_scenes(db: Database, least: int) -> Iterator[tuple[int, str, int, int]]:
    """Yield, for tags without a dimension on at least `least` cards, their commonest category of scenes.

    Each as tag, category, cards of it, cards in all.
    """
    yield from db.each(
        "SELECT tag_id, category, max(n), sum(n) FROM (SELECT ct.tag_id AS tag_id, s.category AS category, count(*) AS n"
        " FROM card_tag AS ct JOIN tag AS t ON t.id = ct.tag_id JOIN card AS c ON c.id = ct.card_id"
        " LEFT JOIN scene AS s ON s.id = c.scene_id WHERE t.dimension IS NULL AND t.status IN ('unexamined', 'active')"
        " GROUP BY ct.tag_id, s.category) GROUP BY tag_id HAVING sum(n) >= ? AND category IS NOT NULL ORDER BY tag_id",
        (least,),
    )
