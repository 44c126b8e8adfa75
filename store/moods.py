"""Reading the persona and what moved its mood."""

from __future__ import annotations

from wdm.store.database import Database, Row, known
from wdm.store.records import MoodEvent, Persona, PersonaMode

_EVENT = (
    "id, at, event, intensity, cause, card_id, pleasure_before, arousal_before, dominance_before, pleasure, arousal,"
    " dominance"
)


def persona(db: Database) -> Persona | None:
    """Return the persona of the agent, if it has one."""
    row = db.row(f"SELECT {', '.join(Persona._fields)} FROM persona ORDER BY id DESC LIMIT 1")
    if row is None:
        return None
    told = Persona(*row)
    return told._replace(
        mode=known(PersonaMode, told.mode), absence=bool(told.absence), novelty=bool(told.novelty)
    )


def events(db: Database, limit: int) -> list[MoodEvent]:
    """Return what moved the mood, the latest first."""
    rows = db.rows(f"SELECT {_EVENT} FROM mood_event ORDER BY at DESC, id DESC LIMIT ?", (limit,))
    return [_event(row) for row in rows]


def heard(db: Database, card_id: int) -> bool:
    """Tell whether a card has moved the mood already."""
    return db.row("SELECT 1 FROM mood_event WHERE card_id = ? LIMIT 1", (card_id,)) is not None


def last_contact(db: Database, before: int) -> int | None:
    """Return when the last card before a time was made, in milliseconds since 1970."""
    row = db.row("SELECT created_at FROM card WHERE created_at < ? ORDER BY id DESC LIMIT 1", (before,))
    return int(row[0]) if row else None


def _event(row: Row) -> MoodEvent:
    number, at, event, intensity, cause, card_id, *axes = row
    before, after = tuple(axes[:3]), tuple(axes[3:])
    return MoodEvent(number, at, event, intensity, cause, card_id, before, after)
