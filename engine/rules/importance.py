"""How important a memory is, S in [0, 1], from four parts that each lie in [0, 1]."""

import json
import re
from typing import NamedTuple

from wdm.engine.rules.text import fold
from wdm.store.records import Card, Draft, Kind, Standing

EXPLICITNESS, REPETITION, EMOTION, STRUCTURE = 0.35, 0.25, 0.20, 0.20
"""Weights of the parts; they add up to 1."""

TOLD, URGED = 1.0, 0.7
"""Explicitness of `remember that …` and of `always …`."""

FELT = 0.5
"""Emotion of a memory whose caller names a feeling without its strength."""

LOOKED_AT = 4_000
"""Characters of a text that are searched for cues."""

AGENTS = frozenset(
    {"agent", "ai", "assistant", "bot", "model", "system", "tool", "function", "助手", "助理", "模型"}
)
"""Speakers whose `remember` asks nobody to keep anything."""

# Patterns are text: only writing needs them, and every start of the program would compile them.
_BEFORE = r"[\s\-*•“”\"'‘「『(（]*"
_SENTENCE = rf"(?:^|[。！？!?.;；:：\n]){_BEFORE}"
_START = rf"(?:^|[。！？!?.;；,，:：\n]){_BEFORE}"
_NOT_TOLD = (
    r"(?:不用|不必|不需要|没必要|无需|无须|别|不要|甭)(?:再|去|帮我|给我|替我)?(?:记(?!错|混)|牢记|放在心上)"
    r"|(?<![别勿要])忘了(?:它|这个|这件事|这条|吧)|当我没说"
    r"|(?:no need|don't need|do not need|needn't|don't have|not necessary) (?:for you )?(?:to )?(?:remember|note|keep)"
    r"|(?:don't|do not) (?:bother to )?(?:remember|note|memorize|keep|save)\b"
    r"|(?<!don't )(?<!not )(?<!never )\bforget (?:it|that|this|about (?:it|that|this))\b|\bnever mind\b"
)
_ASKED = (
    r"记住了?[吗没么]|记得住|记不住|让人记住|被记住"
    r"|remember(?:ed)?\s+(?:when|how\b|the (?:time|day|night|first)|me\b|last\b|us\b|back\b)|remember\?"
)
_REMEMBER = (
    _START + r"(?:(?:请|麻烦|拜托|帮我?|给我|替我|你|要|得|一定|务必|千万|好好|也|都|再|先|那|还有)\s*){0,6}"
    r"(?:记(?:住|好|牢|下来?|一下)(?!了)|牢记|切记|(?:别|不要|不能|可别)忘(?:了|记)?|勿忘)"
    r"|" + _START + r"(?:(?:请|你|要|得|一定|务必|千万)\s*){1,4}记得(?!那|当时|以前|小时候|上次|吗)"
    r"|" + _START + r"(?:(?:please|and|also|but|so|you must|you should|ok|okay|hey)[ ,]+){0,3}"
    r"(?:(?:always |do )?remember\b|(?:don't|do not|never) forget\b|keep in mind\b|make a note\b|note down\b|memorize\b)"
    r"|\b(?:please|must) (?:always )?(?:remember|keep in mind|make a note)\b"
)
_ASKED_TO = (
    r"\b(?:can|could|will|would) you (?:please )?(?:remember|keep in mind|make a note|note down) (?:that|:)"
)
_URGE = (
    r"务必|一定要|千万(?:别|不|要)|(?<!我)永远(?:不要|别)|(?<!我)绝(?:对)?不(?:要|能|可)|以后都|从现在起"
    r"|从今(?:以后|往后|天起)|今后|每次都?(?:要|得|必须)|无论如何|重要[:：]"
    r"|" + _SENTENCE + r"(?:please |you (?:should|must|have to) )?(?:always|never) [a-z]"
    r"|\bplease (?:always|never) [a-z]|\bfrom now on\b|\bgoing forward\b|\bin (?:the )?future,"
    r"|\bmake sure (?:to|that|you)\b|\bmust (?:always|never|not)\b|\bimportant:"
)
_TELLING = ("记", "忘", "remember", "forget", "keep in mind", "make a note", "note down", "memorize")
_URGING = (
    "务必", "一定要", "千万", "永远", "绝", "以后", "从", "今后", "每", "无论如何", "重要", "always", "never",
    "from now on", "going forward", "future,", "make sure", "must", "important:",
)  # fmt: skip
"""What every match of `_REMEMBER` and `_ASKED_TO`, and every one of `_URGE`, has one of: most texts have none."""
_WHO = r"[我你他她咱俺]|\b(?:i|we|you|he|she|my|our|his|her|they|their)\b"
_WHERE = (
    r"在[^，。！？\s]{1,10}[里上中内外处家店城市区县省国楼室站校司院]"
    r"|\b(?:in|at|near|from|into) (?:my|our|his|her|their|the (?!time|end|morning|evening|afternoon|beginning|way|case))"
)
_NAMED_PLACE = r"\b(?:[Ii]n|[Aa]t|near|from|to) [A-Z]"
"""Of a text as it is written: folding takes the capitals, by which a place is known."""
# What begins with a class of characters is found ten times as fast as what begins with a choice of words.
_WHEN_COUNTED = r"\d(?:\d{3}-\d|\d?[:：]\d{2}|\d*\s*[年月日号点])"
_WHEN_HAN = (
    r"[今明昨前后去上下这本周星早晚](?:(?<=[今明昨前后])天|(?<=[今去明])年|(?<=[上下这本])个?[周月]"
    r"|(?<=周)[一二三四五六日末]|(?<=星)期|(?<=[早晚])上)"
)
_WHEN_ENGLISH = (
    r"\b(?:today|tomorrow|yesterday|tonight|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july"
    r"|august|september|october|november|december|(?:last|next|this) (?:week|month|year|spring|summer|autumn|fall|winter)|ago)\b"
)
_WHY = r"因为|由于|为了|所以|原因|导致|\b(?:because|since|so that|due to|in order to|therefore)\b"
_OUTCOME = (
    r"结果|于是|最后|终于|完成|解决|成功|失败|决定|定在|改成"
    r"|\b(?:decided|finally|resolved|fixed|solved|finished|done|failed|succeeded|turned out|ended up|as a result)\b"
)
_TOLD_BY = {
    "who": (_WHO,), "where": (_WHERE,), "when": (_WHEN_COUNTED, _WHEN_HAN, _WHEN_ENGLISH), "why": (_WHY,),
    "outcome": (_OUTCOME,),
}  # fmt: skip
_FIELDS = {
    "who": ("who", "speaker"), "where": ("where", "place"), "when": ("when", "time"), "why": ("why", "context"),
    "outcome": ("outcome", "state"),
}  # fmt: skip
"""Keys of a perception by which a caller tells a part of the structure."""


class Parts(NamedTuple):
    """The four parts of an importance, each in [0, 1]."""

    explicitness: float
    repetition: float
    emotion: float
    structure: float

    @property
    def importance(self) -> float:
        """Return S = 0.35 explicitness + 0.25 repetition + 0.20 emotion + 0.20 structure."""
        return (
            EXPLICITNESS * self.explicitness
            + REPETITION * self.repetition
            + EMOTION * self.emotion
            + STRUCTURE * self.structure
        )


def parts(of: Card | Standing) -> Parts:
    """Return the parts of a card as they are kept; what nobody has looked at counts as 0."""
    return Parts(of.explicitness or 0.0, repetition(of.repeats), of.emotion or 0.0, of.structure or 0.0)


def assessed(of: Draft | Card) -> dict[str, float]:
    """Return the parts that the words of a memory decide, by the names of their columns."""
    perception = json.loads(of.perception) if of.perception else {}
    return {
        "explicitness": explicitness(of),
        "emotion": emotion(perception),
        "structure": structure(of, perception),
    }


def repetition(repeats: int) -> float:
    """Return 1 - 2^-repeats: half for the first repeat, and half of what is left for each further one."""
    return 1.0 - float(2.0 ** -min(max(repeats, 0), 64))


def told_to_remember(draft: Draft) -> bool:
    """Tell whether the caller or the words of a memory ask to keep it for good."""
    return draft.remember or explicitness(draft) == TOLD


def explicitness(of: Draft | Card) -> float:
    """Return 1 where a memory is told to be remembered, 0.7 where it is a standing order, else 0.

    A preference that a caller hands over is told. Files and actions tell their readers, not the memory; so does an
    agent that tells its user.
    """
    if isinstance(of, Draft) and of.remember:
        return TOLD
    if of.kind in (Kind.FILE, Kind.ACTION):
        return 0.0
    least = URGED if of.kind is Kind.PREFERENCE else 0.0
    words = fold(asked_side(of)[:LOOKED_AT])
    telling, urging = (any(cue in words for cue in cues) for cues in (_TELLING, _URGING))
    if not (telling or urging) or re.search(_NOT_TOLD, words):
        return least
    if telling and _is_told(words):
        return TOLD
    urged = re.search(_URGE, words) if urging else None
    return URGED if urged and not _is_question(words, urged.end()) else least


def _is_told(words: str) -> bool:
    """Tell whether a text asks to be remembered."""
    told = re.search(_REMEMBER, words)
    if told and not re.search(_ASKED, words) and not _is_question(words, told.end()):
        return True
    return re.search(_ASKED_TO, words) is not None


def emotion(perception: dict[str, object]) -> float:
    """Return how strongly a memory was felt, by the `emotion` of its perception: a number, or a word for a feeling."""
    told = perception.get("emotion")
    named = list(told.values()) if isinstance(told, dict) else told if isinstance(told, list) else [told]
    felt = [
        float(min(max(one, 0), 1)) for one in named if isinstance(one, int | float) and one == one
    ]  # no NaN
    words = any(isinstance(one, str) and one.strip() for one in named)
    return max(felt, default=FELT if words else 0.0)


def structure(of: Draft | Card, perception: dict[str, object]) -> float:
    """Return the share of who, when, where, what, why and outcome that a memory tells; what it says is the `what`."""
    words = fold(of.text[:LOOKED_AT])
    given = (
        {part for part, keys in _FIELDS.items() if any(map(perception.get, keys))} if perception else set()
    )
    if of.speaker:
        given.add("who")
    if of.scene or re.search(_NAMED_PLACE, of.text[:LOOKED_AT]):
        given.add("where")
    told = 1 + len(given)
    for part, patterns in _TOLD_BY.items():
        if part not in given:
            told += any(re.search(pattern, words) for pattern in patterns)
    return told / 6


def asked_side(of: Draft | Card) -> str:
    """Return the words of a memory that are not an agent's own."""
    if (of.speaker or "").strip().casefold() in AGENTS:
        return ""
    return of.text if of.reply_at is None else of.text[: of.reply_at]


def _is_question(words: str, place: int) -> bool:
    """Tell whether the sentence at a place ends as a question."""
    end = re.search(r"[。！!？?\n]|\.(?:\s|$)", words[place:])
    return end is not None and end[0] in "？?"
