"""Reading what decides the tiers of cards, and the cards that a prompt block may hold."""

from __future__ import annotations

from collections.abc import Iterator

from wdm.store.cards import LIVE
from wdm.store.database import Database, known
from wdm.store.records import Kind, Standing, Tier

_COLUMNS = ", ".join(
    f"coalesce(c.{name}, 0)" if name in ("explicitness", "emotion", "structure") else f"c.{name}"
    for name in Standing._fields
)


def standings(db: Database, tier: Tier | None = None) -> Iterator[Standing]:
    """Yield what decides the tier of each live card, or of those of one tier, in the order of their numbers."""
    where, values = (f"{LIVE} AND c.tier = ?", (tier,)) if tier else (LIVE, ())
    for row in db.each(f"SELECT {_COLUMNS} FROM card AS c WHERE {where} ORDER BY c.id", values):
        yield _standing(row)


def newest(db: Database, tier: Tier, limit: int, *, marked: bool = False) -> list[Standing]:
    """Return the live cards of a tier that happened last, or only those that were told to be remembered."""
    more = " AND c.explicitness > 0" if marked else ""
    rows = db.rows(
        f"SELECT {_COLUMNS} FROM card AS c WHERE {LIVE} AND c.tier = ?{more} ORDER BY c.happened_at DESC LIMIT ?",
        (tier, limit),
    )
    return [_standing(row) for row in rows]


def used_since(db: Database, tier: Tier, day: int) -> list[Standing]:
    """Return the live cards of a tier that were used on this day, counted from 1970-01-01, or later; the last first."""
    # From the uses to the cards: the other way it would read all cards of the tier.
    rows = db.rows(
        f"SELECT {_COLUMNS} FROM (SELECT card_id, max(day) AS day FROM card_use WHERE day >= ? GROUP BY 1) AS u"
        f" CROSS JOIN card AS c ON c.id = u.card_id WHERE {LIVE} AND c.tier = ? ORDER BY u.day DESC, c.id DESC",
        (day, tier),
    )
    return [_standing(row) for row in rows]


def counts(db: Database) -> dict[Tier, int]:
    """Return how many live cards each tier has."""
    found = dict(db.rows(f"SELECT c.tier, count(*) FROM card AS c WHERE {LIVE} GROUP BY c.tier"))
    return {tier: found.get(tier, 0) for tier in Tier}


def _standing(row: tuple[object, ...]) -> Standing:
    told = Standing(*row)  # type: ignore[arg-type]
    return told._replace(tier=known(Tier, told.tier), kind=known(Kind, told.kind), pinned=bool(told.pinned))
