"""The door to the agent's persona and mood."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from wdm.engine import moods
from wdm.engine.moods import State
from wdm.engine.rules import persona as rules
from wdm.engine.rules import personality
from wdm.engine.rules.mood import Happening, Pad
from wdm.engine.rules.personality import Personality
from wdm.engine.rules.tokens import whole_tokens
from wdm.store.errors import NoStore, NotFound, Usage
from wdm.store.reader import Reader
from wdm.store.records import MoodEvent, Persona, PersonaMode
from wdm.store.store import Store

if TYPE_CHECKING:
    from wdm.engine.rules.judge import Event

HISTORY = 30
"""Events that a history tells."""

DEFAULTS: dict[str, object] = {
    "name": "", "role": "", "background": "", "style": "", "mode": PersonaMode.FULL, **Personality()._asdict(),
    **Pad(0.0, 0.0, 0.0)._asdict(), "absence": False, "novelty": False,
}  # fmt: skip
"""What a new persona has of what is not told."""


class Portrait(NamedTuple):
    """A persona, and what it puts into a prompt block."""

    persona: Persona | None
    lines: list[str]
    """What a block holds of it now."""
    tokens: dict[PersonaMode, int]
    """What each mode takes."""


class Moods:
    """The persona and the mood of a memory's agent.

    Args:
        open_reader: opens the store for reading.
        open_store: opens the store for writing, and makes it when it is missing.
        extra: a user's own cues.
        room: tokens that a persona may take of a block.
        now: milliseconds since 1970.

    """

    def __init__(
        self,
        open_reader: Callable[[], Reader],
        open_store: Callable[[], Store],
        extra: Mapping[str, Any],
        room: float,
        now: int,
    ) -> None:
        self._read = open_reader
        self._open = open_store
        self._extra = extra
        self._room = room
        self._now = now

    def state(self) -> State:
        """Return the mood now."""
        with self._read() as store, store.snapshot():
            return moods.state(store, store.persona(), self._now)

    def history(self, limit: int = HISTORY) -> list[MoodEvent]:
        """Return what moved the mood, the latest first."""
        with self._read() as store:
            return store.mood_events(limit)

    def feel(self, happening: Happening, intensity: float, note: str) -> State:
        """Let an event move the mood; return it."""
        with self._open() as store:
            persona = store.persona()
            with store.change() as tx:
                moods.feel(store, tx, persona, happening, intensity, note or happening, at=self._now)
            return moods.state(store, persona, self._now)

    def judge(self, words: str, *, apply: bool) -> tuple[Event, ...]:
        """Return the events that a text tells of; `apply` lets them move the mood."""
        from wdm.engine import cues  # the lists of cues: to look at a mood needs none
        from wdm.engine.rules.judge import judge

        events = judge(words, cues.load(self._extra))
        if apply and events:
            with self._open() as store:
                persona = store.persona()
                with store.change() as tx:
                    for event in events:
                        moods.feel(store, tx, persona, event.event, event.intensity, event.cue, at=self._now)
        return events

    def reset(self) -> State:
        """Bring the mood to its baseline."""
        with self._open() as store:
            persona = store.persona()
            with store.change() as tx:
                moods.reset(store, tx, persona, self._now)
            return moods.state(store, persona, self._now)

    def portrait(self) -> Portrait:
        """Return the persona, and what each mode of it puts into a prompt block."""
        with self._read() as store, store.snapshot():
            persona = store.persona()
            told = moods.state(store, persona, self._now)
        lines = {mode: rules.head(persona, told.pad, told.event, told.at, mode) for mode in PersonaMode}
        tokens = {mode: sum(map(whole_tokens, lines[mode])) for mode in PersonaMode}
        return Portrait(persona, rules.fitting(persona, told.pad, told.event, told.at, self._room), tokens)

    def set(self, told: Mapping[str, object]) -> Persona:
        """Change the persona, or make one; what is not told stays.

        Raises:
            Usage: a new one has no name.

        """
        if not told.get("name"):
            try:
                with self._read() as reader:
                    nameless = reader.persona() is None
            except NoStore:  # and none is made for nothing
                nameless = True
            if nameless:
                raise Usage("a persona needs a name", hint="--name, or `wdm persona use` one of the presets")
        with self._open() as store:
            known = store.persona()
            with store.change() as tx:
                if known is None:
                    tx.insert("persona", [{**DEFAULTS, **told}])
                else:
                    tx.update("persona", known.id, told)
            persona = store.persona()
            if persona is None:
                raise AssertionError("it was written just now")
            return persona

    def use(self, word: str, language: str) -> Persona:
        """Take a preset for the persona, in English (`en`) or Chinese (`zh`); the mood goes on from where it is.

        Raises:
            NotFound: there is no such preset.

        """
        preset = personality.PRESETS.get(word)
        if preset is None:
            raise NotFound(f"there is no preset {word!r}", hint=f"presets: {', '.join(personality.PRESETS)}")
        chinese = language == "zh"
        style: Sequence[str] = preset.style_zh if chinese else preset.style
        return self.set(
            {
                "name": preset.name_zh if chinese else preset.name,
                "role": preset.role_zh if chinese else preset.role,
                "background": preset.background_zh if chinese else preset.background,
                "style": "\n".join(style),
                "mode": PersonaMode.FULL,
                **preset.weights._asdict(),
                **preset.baseline._asdict(),
            }
        )
