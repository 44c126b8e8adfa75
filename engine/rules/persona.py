"""What the prompt block says of the agent itself: who it is, how it talks, how it feels."""

from wdm.engine.rules import echo, times
from wdm.engine.rules.mood import Feeling, Pad, in_words, label
from wdm.engine.rules.personality import Personality
from wdm.engine.rules.plain import one_line
from wdm.store.records import Persona, PersonaMode


def personality(of: Persona | None) -> Personality:
    """Return how easily the mood of a persona moves; without one, a neutral one."""
    if of is None:
        return Personality()
    return Personality(of.warmth, of.sensitivity, of.excitability, of.resilience)


def baseline(of: Persona | None) -> Pad:
    """Return the mood to which a persona returns; without one, the origin."""
    return Pad(0.0, 0.0, 0.0) if of is None else Pad(of.pleasure, of.arousal, of.dominance)


def head(of: Persona | None, mood: Pad, cause: str | None, at: int | None, mode: PersonaMode) -> list[str]:
    """Return the lines that stand at the head of a block.

    Args:
        of: the persona; without one, or when it is off, there are none.
        mood: how it feels now.
        cause: the last event that moved it.
        at: when, in milliseconds since 1970.
        mode: full tells all, light only name, role and the first line of the style.

    """
    if of is None or mode is PersonaMode.OFF:
        return []
    who = f"You are {of.name}" + (f", {of.role}." if of.role else ".")
    style = [line.strip() for line in of.style.splitlines() if line.strip()]
    if mode is PersonaMode.LIGHT:
        return [_plain(" ".join([who, *style[:1]]))]
    lines = [" ".join(filter(None, [who, of.background])), " ".join(style), felt(label(mood), cause, at)]
    return [_plain(line) for line in lines if line]


def felt(feeling: Feeling, cause: str | None, at: int | None) -> str:
    """Return the line that tells a mood, in both languages."""
    english, chinese = in_words(feeling)
    since = f", since {times.iso(at)[:16].replace('T', ' ')}: {cause}" if cause and at is not None else ""
    return f"Your mood: {english} ({chinese}){since}."


def _plain(line: str) -> str:
    return one_line(echo.defused(line))
