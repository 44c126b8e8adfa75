"""Mood as a point in the PAD space: what an event does to it, how it calms down, and what it is called.

Every number in [-1, 1] is a mean of Russell & Mehrabian 1977, "Evidence for a three-factor theory of emotions",
J. Research in Personality 11, 273-294, table 4; which row stands for which event or label is our choice.
"""

from enum import StrEnum
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from wdm.engine.rules.personality import Personality

GAIN = 0.4
"""Share of the way to its target that an event of full intensity pulls a mood, by a neutral personality."""

HALF_LIFE = 6.0
"""Hours in which a neutral personality loses half of the distance to its baseline."""

NEUTRAL = 0.5
"""Weight of a trait that changes nothing; a weight w in [0, 1] scales by 0.5 + w, from half to one and a half."""

CALM, SLIGHT, PLAIN = 0.15, 0.35, 0.7
"""Radii under which a mood is calm, slight and plain; from the last on it is strong."""


class Pad(NamedTuple):
    """A point in the space of moods, each axis in [-1, 1]."""

    pleasure: float
    arousal: float
    dominance: float


ORIGIN = Pad(0.0, 0.0, 0.0)


class Happening(StrEnum):
    """What moves a mood; the value is the stored and printed word."""

    PRAISE = "praise"
    THANKS = "thanks"
    COMFORT = "comfort"
    APOLOGY = "apology"
    INSULT = "insult"
    PROVOCATION = "provocation"
    SUCCESS = "success"
    FAILURE = "failure"
    CRITICISM = "criticism"
    USER_SAD = "user_sad"
    ABSENCE = "absence"
    NOVELTY = "novelty"


class Strength(StrEnum):
    """How far a mood is from the origin, the nearest first."""

    CALM = "calm"
    SLIGHT = "a little"
    PLAIN = "plain"
    STRONG = "very"


class Row(NamedTuple):
    """A row of the 1977 table."""

    number: int
    term: str
    pad: Pad


class Named(NamedTuple):
    """A label for moods, with the row that places it."""

    label: str
    label_zh: str
    row: Row


class Feeling(NamedTuple):
    """What a mood is called."""

    label: str
    label_zh: str
    strength: Strength
    radius: float
    """Distance from the origin, in [0, sqrt(3)]."""


TARGETS = {
    Happening.PRAISE: Row(7, "Proud", Pad(0.77, 0.38, 0.65)),
    Happening.THANKS: Row(24, "Friendly", Pad(0.69, 0.35, 0.30)),
    Happening.COMFORT: Row(62, "Secure", Pad(0.74, -0.13, 0.03)),
    Happening.APOLOGY: Row(68, "Consoled", Pad(0.29, -0.19, -0.28)),
    Happening.INSULT: Row(99, "Humiliated", Pad(-0.63, 0.43, -0.38)),
    Happening.PROVOCATION: Row(82, "Angry", Pad(-0.51, 0.59, 0.25)),
    Happening.SUCCESS: Row(19, "Triumphant", Pad(0.69, 0.57, 0.63)),
    Happening.FAILURE: Row(96, "Frustrated", Pad(-0.64, 0.52, -0.35)),
    Happening.CRITICISM: Row(118, "Guilty", Pad(-0.57, 0.28, -0.34)),
    Happening.USER_SAD: Row(105, "Troubled", Pad(-0.63, 0.16, -0.40)),
    Happening.ABSENCE: Row(128, "Lonely", Pad(-0.66, -0.43, -0.32)),
    Happening.NOVELTY: Row(58, "Curious", Pad(0.22, 0.62, -0.01)),
}
"""Where each event pulls a mood; insult leaves dominance low and so hurts, provocation leaves it high and so angers."""

LABELS = (
    Named("happy", "开心", Row(31, "Happy", Pad(0.81, 0.51, 0.46))),
    Named("excited", "兴奋", Row(11, "Excited", Pad(0.62, 0.75, 0.38))),
    Named("grateful", "感激", Row(48, "Grateful", Pad(0.64, 0.16, -0.21))),
    Named("relaxed", "放松", Row(59, "Relaxed", Pad(0.68, -0.46, 0.06))),
    Named("curious", "好奇", Row(58, "Curious", Pad(0.22, 0.62, -0.01))),
    Named("displeased", "不满", Row(109, "Displeased", Pad(-0.55, 0.16, -0.05))),
    Named("angry", "生气", Row(82, "Angry", Pad(-0.51, 0.59, 0.25))),
    Named("distressed", "难过", Row(97, "Distressed", Pad(-0.61, 0.28, -0.36))),
    Named("sad", "低落", Row(151, "Sad", Pad(-0.63, -0.27, -0.33))),
    Named("tense", "焦虑", Row(124, "Tense", Pad(-0.33, 0.58, -0.11))),
    Named("bored", "无聊", Row(147, "Uninterested", Pad(-0.47, -0.50, -0.08))),
)
"""The labels but one: near the origin a mood is calm, 平静."""


def step(mood: Pad, event: Happening, intensity: float, personality: "Personality") -> Pad:
    """Return the mood after an event: m + k (e - m) on each axis, with k = g I scaled by the personality.

    Warmth scales the gain of events whose target is pleasant, sensitivity that of the others, excitability the
    gain on the arousal axis. As k stays in [0, 1], the new mood lies between the old one and the target.

    Args:
        mood: before the event.
        event: what happened.
        intensity: how strong it was, held in [0, 1].
        personality: of the one whose mood it is.

    """
    target = TARGETS[event].pad
    gain = GAIN * min(max(intensity, 0.0), 1.0)
    gain *= scale(personality.warmth if target.pleasure > 0 else personality.sensitivity)
    aroused = gain * scale(personality.excitability)
    return Pad(
        _between(target.pleasure, mood.pleasure, 1 - gain),
        _between(target.arousal, mood.arousal, 1 - aroused),
        _between(target.dominance, mood.dominance, 1 - gain),
    )


def relax(mood: Pad, baseline: Pad, hours: float, resilience: float = NEUTRAL) -> Pad:
    """Return the mood after quiet hours: b + (m - b) 2^(-t / h); h is 6 hours, less with more resilience.

    Time never runs backwards: hours under 0 count as 0.
    """
    left = float(2.0 ** (-max(hours, 0.0) * scale(resilience) / HALF_LIFE))
    return Pad(*(_between(b, m, left) for b, m in zip(baseline, mood, strict=True)))


def label(mood: Pad) -> Feeling:
    """Return the name of a mood: calm near the origin, else the label with the largest cosine, the first of equals."""
    radius = _length(mood)
    if radius < CALM:
        return Feeling("calm", "平静", Strength.CALM, radius)
    named = max(LABELS, key=lambda one: _cosine(mood, one.row.pad))
    strength = Strength.SLIGHT if radius < SLIGHT else Strength.PLAIN if radius < PLAIN else Strength.STRONG
    return Feeling(named.label, named.label_zh, strength, radius)


def in_words(feeling: Feeling) -> tuple[str, str]:
    """Return a feeling with its strength, in English and in Chinese: `a little angry`, `有点生气`."""
    adverb, adverb_zh = _ADVERBS[feeling.strength]
    return adverb + feeling.label, adverb_zh + feeling.label_zh


_ADVERBS = {
    Strength.CALM: ("", ""),
    Strength.SLIGHT: ("a little ", "有点"),
    Strength.PLAIN: ("", ""),
    Strength.STRONG: ("very ", "非常"),
}


def scale(weight: float) -> float:
    """Return the factor of a personality's weight in [0, 1]: 0.5 + w, in [0.5, 1.5]."""
    return 0.5 + min(max(weight, 0.0), 1.0)


def _between(toward: float, away: float, share: float) -> float:
    """Return toward + (away - toward) * share, held between the two against rounding; the share is held in [0, 1]."""
    place = toward + (away - toward) * min(max(share, 0.0), 1.0)
    return min(max(place, min(toward, away)), max(toward, away))


def _length(point: Pad) -> float:
    return sqrt(sum(axis * axis for axis in point))


def _cosine(one: Pad, other: Pad) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True)) / (_length(one) * _length(other))
