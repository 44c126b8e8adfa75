"""What the prompt block says of the agent itself: who it is, how it talks, how it feels."""

from wdm.engine.rules import echo, times
from wdm.engine.rules.mood import Feeling, Pad, in_words, label
from wdm.engine.rules.personality import Personality
from wdm.engine.rules.plain import one_line
from wdm.engine.rules.tokens import whole_tokens
from wdm.store.records import Persona, PersonaMode

_ZH = {
    "praise": "夸奖", "thanks": "感谢", "comfort": "安慰", "apology": "道歉", "insult": "辱骂", "provocation": "挑衅",
    "success": "成功", "failure": "失败", "criticism": "批评", "user_sad": "用户难过", "absence": "久未联系",
    "novelty": "新鲜事", "reset": "重置",
}  # fmt: skip
"""The events in Chinese."""


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
    style = [line.strip() for line in of.style.splitlines() if line.strip()]
    chinese = any(map(_is_han, "".join((of.role, of.background, *style)) or of.name))
    if chinese:
        who = f"你是{of.name}，{of.role}。" if of.role else f"你是{of.name}。"
    else:
        who = f"You are {of.name}, {of.role}." if of.role else f"You are {of.name}."
    gap = "" if chinese else " "
    if mode is PersonaMode.LIGHT:
        return [_plain(gap.join([who, *style[:1]]))]
    # No line begins with words of a person's own, which could pose as a heading or a memory.
    manner = (("风格：" if chinese else "Style: ") + gap.join(style)) if style else ""
    lines = [gap.join([who, of.background]), manner, felt(label(mood), cause, at, chinese=chinese)]
    return [_plain(line) for line in lines if line]


def fitting(of: Persona | None, mood: Pad, cause: str | None, at: int | None, budget: float) -> list[str]:
    """Return the head in its mode, or in light, or none, so that it takes no more than so many tokens."""
    for mode in (of.mode, PersonaMode.LIGHT) if of is not None else ():
        lines = head(of, mood, cause, at, mode)
        if sum(map(whole_tokens, lines)) <= budget:
            return lines
    return []


def felt(feeling: Feeling, cause: str | None, at: int | None, *, chinese: bool) -> str:
    """Return the line that tells a mood: its name in both languages, since when and why."""
    english, told = in_words(feeling)
    when = times.iso(at)[:16].replace("T", " ") if cause and at is not None else ""
    if chinese:
        return f"此刻的心情：{told}（{english}）" + (
            f"，自 {when}：{_ZH.get(cause or '', cause)}。" if when else "。"
        )
    return f"Your mood: {english} ({told})" + (f", since {when}: {cause}." if when else ".")


def _is_han(character: str) -> bool:
    return "\u3400" <= character <= "\u9fff"


def _plain(line: str) -> str:
    return one_line(echo.defused(line))
