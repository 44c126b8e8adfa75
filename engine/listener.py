"""Who hears what is said to an agent whose mood is on, and lets it move the mood."""

from __future__ import annotations

from functools import lru_cache

from wdm.engine import moods
from wdm.engine.rules import importance
from wdm.engine.rules.cue_lists import Cues
from wdm.engine.rules.judge import Event, judge
from wdm.engine.rules.mood import Happening
from wdm.engine.rules.times import DAY
from wdm.store.journal import Transaction
from wdm.store.records import Draft, Kind, Persona
from wdm.store.store import Store

NEWS = 0.3
"""Intensity with which each thing that no memory held before makes curious."""


JUDGED = 4_000
"""Texts whose judgement is remembered: more than one chunk of a bulk."""


class Listener:
    """Hears what is said to an agent whose mood is on.

    Args:
        persona: of the agent.
        cues: of the judge.
        now: milliseconds since 1970.

    """

    def __init__(self, persona: Persona, cues: Cues, now: int) -> None:
        self._persona = persona
        # A memory is asked for its emotion, and then heard: it is judged once.
        self._judge = lru_cache(JUDGED)(lambda words: judge(words, cues))
        self._now = now

    def judged(self, draft: Draft) -> tuple[Event, ...]:
        """Return what a memory does to the mood: what its user said, not the agent, and no file."""
        own = (draft.speaker or "").strip().casefold() == self._persona.name.casefold()
        if own or draft.kind in (Kind.FILE, Kind.ACTION, Kind.PREFERENCE):
            return ()
        words = importance.asked_side(draft)
        return self._judge(words) if words.strip() else ()

    def emotion(self, draft: Draft) -> float:
        """Return how strongly a memory was felt: the strength of its strongest event."""
        return max((event.intensity for event in self.judged(draft)), default=0.0)

    def hear(self, store: Store, tx: Transaction, number: int, draft: Draft) -> None:
        """Let a memory move the mood, once, unless it tells of a time that is over."""
        at = self._now if draft.happened_at is None else draft.happened_at
        if not 0 <= self._now - at <= DAY or store.heard(number):
            return
        moods.end_absence(store, tx, self._persona, at)
        for event in self.judged(draft):
            moods.feel(
                store, tx, self._persona, event.event, event.intensity, event.cue, at=at, card_id=number
            )

    def discover(self, store: Store, tx: Transaction, number: int) -> None:
        """Make curious of a card whose features no other card has."""
        if not self._persona.novelty:
            return
        (card,) = store.cards([number])
        news = [tag.name for tag in store.tags(tag.id for tag in card.tags) if tag.cards <= 1]
        if len(news) >= 2 and card.tags:
            intensity = min(NEWS * len(news), 1.0)
            moods.feel(
                store,
                tx,
                self._persona,
                Happening.NOVELTY,
                intensity,
                ", ".join(news),
                at=self._now,
                card_id=number,
            )
