"""How the agent's mood stands, and what moves it: what is said to it, a long silence, something new."""

from __future__ import annotations

from typing import NamedTuple

from wdm.engine.rules import mood
from wdm.engine.rules import persona as persona_rules
from wdm.engine.rules.mood import Happening, Pad
from wdm.engine.rules.times import DAY
from wdm.store.journal import Transaction
from wdm.store.reader import Reader
from wdm.store.records import MoodEvent, Persona
from wdm.store.store import Store

HOUR = DAY // 24

ABSENT = 48 * HOUR
"""Silence after which an agent that minds it feels alone."""

LONG_ABSENT = 14 * DAY
"""Silence at which it feels so with full intensity."""

SILENCE = "a long silence"

RESET = "reset"
"""The event by which a person brings the mood to its baseline."""


class State(NamedTuple):
    """The mood at a moment."""

    pad: Pad
    baseline: Pad
    at: int | None
    """When the last event moved it; None when nothing has yet."""
    event: str | None
    cause: str | None


def state(store: Reader, persona: Persona | None, now: int) -> State:
    """Return the mood at a moment, with the silence before it felt, though nothing of that is written."""
    rest = persona_rules.baseline(persona)
    last = _last(store)
    alone = _alone(store, persona, last, now)
    if alone is not None:
        pad = _return(alone.after, persona, now - alone.at)
        return State(pad, rest, alone.at, Happening.ABSENCE, SILENCE)
    pad = _relaxed(last, persona, now)
    if last is None:
        return State(pad, rest, None, None, None)
    return State(pad, rest, last.at, last.event, last.cause)


def feel(
    store: Store,
    tx: Transaction,
    persona: Persona | None,
    happening: Happening,
    intensity: float,
    cause: str,
    *,
    at: int,
    card_id: int | None = None,
) -> tuple[Pad, Pad]:
    """Let an event move the mood, after the silence before it; return the mood before and after.

    An event that is older than the last one is taken to happen with it: time never runs backwards.
    """
    latest = _last(store)
    at = max(at, latest.at) if latest else at
    last = end_absence(store, tx, persona, at)
    before = _relaxed(last, persona, at)
    after = mood.step(before, happening, intensity, persona_rules.personality(persona))
    _write(tx, at, happening, intensity, cause, card_id, before, after)
    return before, after


def reset(store: Store, tx: Transaction, persona: Persona | None, at: int) -> None:
    """Bring the mood to its baseline."""
    rest = persona_rules.baseline(persona)
    before = state(store, persona, at).pad
    _write(tx, at, RESET, 1.0, "reset by hand", None, before, rest)


def end_absence(store: Store, tx: Transaction, persona: Persona | None, at: int) -> MoodEvent | None:
    """Write down the silence that ends at a moment, if it was felt; return the last event before it."""
    last = _last(store)
    alone = _alone(store, persona, last, at)
    if alone is None:
        return last
    _write(tx, alone.at, Happening.ABSENCE, alone.strength, SILENCE, None, alone.before, alone.after)
    return _last(store)


class _Alone(NamedTuple):
    """A silence that was felt: when, how strongly, and the mood before and after."""

    at: int
    strength: float
    before: Pad
    after: Pad


def _alone(store: Reader, persona: Persona | None, last: MoodEvent | None, at: int) -> _Alone | None:
    """Return the silence that was felt before a moment; None where none was, or it is told already."""
    if persona is None or not persona.absence:
        return None
    heard = [moment for moment in (store.last_contact(at), last.at if last else None) if moment is not None]
    if not heard or at - max(heard) < ABSENT:
        return None
    if last is not None and last.event == Happening.ABSENCE and last.at >= max(heard):
        return None
    felt_at, strength = max(heard) + ABSENT, min((at - max(heard)) / LONG_ABSENT, 1.0)
    before = _relaxed(last, persona, felt_at)
    after = mood.step(before, Happening.ABSENCE, strength, persona_rules.personality(persona))
    return _Alone(felt_at, strength, before, after)


def _last(store: Reader) -> MoodEvent | None:
    return next(iter(store.mood_events(1)), None)


def _relaxed(last: MoodEvent | None, persona: Persona | None, at: int) -> Pad:
    if last is None:
        return persona_rules.baseline(persona)
    return _return(Pad(*last.after), persona, at - last.at)


def _return(pad: Pad, persona: Persona | None, ms: int) -> Pad:
    rest, weights = persona_rules.baseline(persona), persona_rules.personality(persona)
    return mood.relax(pad, rest, ms / HOUR, weights.resilience)


def _write(
    tx: Transaction,
    at: int,
    event: str,
    intensity: float,
    cause: str,
    card_id: int | None,
    before: Pad,
    after: Pad,
) -> None:
    row: dict[str, object] = {
        "at": at, "event": event, "intensity": intensity, "cause": cause[:200], "card_id": card_id,
        "pleasure_before": before.pleasure, "arousal_before": before.arousal, "dominance_before": before.dominance,
        "pleasure": after.pleasure, "arousal": after.arousal, "dominance": after.dominance,
    }  # fmt: skip
    tx.insert("mood_event", [row])
