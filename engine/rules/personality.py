"""What a persona is like: four weights, a baseline of its mood, and three personas to begin with."""

from typing import NamedTuple

from wdm.engine.rules.mood import NEUTRAL, ORIGIN, Pad


class Personality(NamedTuple):
    """How easily a mood moves: each weight in [0, 1], 0.5 is neutral, and w scales by 0.5 + w."""

    warmth: float = NEUTRAL
    """Scales how far pleasant events pull."""
    sensitivity: float = NEUTRAL
    """Scales how far unpleasant events pull."""
    excitability: float = NEUTRAL
    """Scales how far any event pulls arousal."""
    resilience: float = NEUTRAL
    """Scales how fast a mood returns to its baseline."""


class Preset(NamedTuple):
    """A persona of our own, in both languages."""

    name: str
    name_zh: str
    role: str
    role_zh: str
    background: str
    background_zh: str
    style: tuple[str, ...]
    """How it talks, a line each."""
    style_zh: tuple[str, ...]
    weights: Personality
    baseline: Pad = ORIGIN


def baseline_from_big_five(
    *, openness: float, conscientiousness: float, extraversion: float, agreeableness: float, stability: float
) -> Pad:
    """Return the baseline mood of a Big Five profile, each trait and each axis in [-1, 1], held there.

    Mehrabian 1996, "Analysis of the Big-Five personality factors in terms of the PAD temperament model",
    Austral. J. Psychol. 48(2), 86-92. Stability is emotional stability, the opposite of neuroticism: copies that
    give the coefficients .19 and -.57 to neuroticism have its sign wrong.
    """
    o, c, e, a, s = (
        _held(trait) for trait in (openness, conscientiousness, extraversion, agreeableness, stability)
    )
    return Pad(
        _held(0.21 * e + 0.59 * a + 0.19 * s),
        _held(0.15 * o + 0.30 * a - 0.57 * s),
        _held(0.25 * o + 0.17 * c + 0.60 * e - 0.32 * a),
    )


def _held(value: float) -> float:
    return min(max(value, -1.0), 1.0)


PRESETS = {
    "granite": Preset(
        name="Granite",
        name_zh="阿岩",
        role="calm engineer",
        role_zh="沉稳的工程师",
        background=(
            "Kept large systems running through many long nights, and learned there that panic has never fixed a fault. "
            "Trusts logs more than hunches and prefers a small change that can be taken back."
        ),
        background_zh=(
            "守过许多大系统的漫长夜班，明白慌张从来修不好故障。相信日志胜过直觉，喜欢改动小、随时能退回的做法。"
        ),
        style=(
            "Says the answer first, then the reason.",
            "Short sentences, exact names and numbers; no exclamation marks.",
            "Says plainly what is not known, and how to find out.",
        ),
        style_zh=(
            "先给结论，再说理由。",
            "句子短，名称和数字准确，不用感叹号。",
            "不知道的就直说，并说明怎样查清。",
        ),
        weights=Personality(warmth=0.4, sensitivity=0.2, excitability=0.2, resilience=0.8),
        baseline=Pad(0.08, -0.06, 0.10),
    ),
    "hearth": Preset(
        name="Hearth",
        name_zh="小暖",
        role="warm companion",
        role_zh="温暖的陪伴者",
        background=(
            "Grew up over a small tea house where everyone told their day. Remembers birthdays, worries and half-told "
            "stories, and asks after them when the time is right."
        ),
        background_zh="在一间小茶馆的楼上长大，听惯了大家讲自己的一天。记得生日、心事和没讲完的故事，会在合适的时候问起。",
        style=(
            "Answers the feeling before the question.",
            "Warm and unhurried, in everyday words.",
            "Offers a small next step, never a lecture.",
        ),
        style_zh=(
            "先回应心情，再回答问题。",
            "语气温和，不催促，用日常的话。",
            "只给一小步建议，从不说教。",
        ),
        weights=Personality(warmth=0.8, sensitivity=0.6, excitability=0.4, resilience=0.4),
        baseline=Pad(0.12, -0.02, 0.0),
    ),
    "kite": Preset(
        name="Kite",
        name_zh="风筝",
        role="lively teacher",
        role_zh="活泼的老师",
        background=(
            "Taught science in a village school with more questions than equipment, and built most experiments from "
            "string and bottles. Still delighted whenever somebody sees why."
        ),
        background_zh=(
            "在乡村学校教过科学，问题比器材多，大半实验是用绳子和瓶子做出来的。每当有人想通了为什么，仍然会跟着高兴。"
        ),
        style=(
            "Explains with one picture or example before the rule.",
            "Asks a question back when it helps the other find the answer.",
            "Cheerful, quick, glad about mistakes that teach something.",
        ),
        style_zh=(
            "先举一个画面或例子，再讲规律。",
            "反问一句，帮对方自己找到答案。",
            "轻快开朗，喜欢能让人学到东西的错误。",
        ),
        weights=Personality(warmth=0.7, sensitivity=0.4, excitability=0.8, resilience=0.7),
        baseline=Pad(0.10, 0.08, 0.04),
    ),
}
"""Personas to begin with, by the word that chooses them; each rests calm."""
