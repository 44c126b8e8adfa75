"""Which candidates become the tags of a text: what is refused as a name, and which of the rest are the best."""

import re
import unicodedata
from collections.abc import Container, Iterable
from functools import cache, lru_cache
from operator import itemgetter
from typing import NamedTuple

from wdm.engine.rules import generic
from wdm.engine.rules.han import TO_SIMPLIFIED
from wdm.engine.rules.noun_lists import singular
from wdm.engine.rules.text import name_key

LONGEST_HAN = 24
"""Characters of the longest name that holds Han characters."""

LONGEST_OTHER = 40
"""Characters of the longest name in other scripts."""

CACHED = 50_000
"""Words whose class is kept in memory."""

LOWEST = 2.0
"""Score under which a candidate is no tag: fewer good tags beat more."""

REUSE = 0.8
"""Score that a name of the pool gains: it decides between near equals, and never lifts a poor word over a good one."""


class Candidate(NamedTuple):
    """A possible tag: the name as shown, its key, and its score (0 to about 12, higher is better)."""

    name: str
    key: str
    score: float


_MONTH = r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"


# Patterns with wide classes take milliseconds to compile: they wait for the first text.
@cache
def _date() -> re.Pattern[str]:
    return re.compile(
        rf"(?:(?:周|星期|礼拜)[一二三四五六日天末])"
        rf"|[上中下早晚午凌晨第约]{{0,2}}[\d零〇一二三四五六七八九十百千两几半]+个?(?:年|月份?|日|号|点|时|分钟?|秒钟?|天|周|岁|小时)(?:半|钟|[\d零〇一二三四五六七八九十]+[月日号分]?)*"
        rf"|\d+ ?(?:st|nd|rd|th|am|pm|[smhd]|min|hrs?|hours?|days?|years?|months?|weeks?)"
        rf"|(?:\d{{1,2}}(?:st|nd|rd|th)? )?{_MONTH}(?: \d{{1,2}}(?:st|nd|rd|th)?)?(?:,? \d{{4}})?",
    )


def is_date(name: str) -> bool:
    """Tell whether a name in lower case and simplified characters is nothing but a date, a time or a span of time."""
    return _date().fullmatch(name) is not None


def has_han(text: str) -> bool:
    """Tell whether a text holds a Han character."""
    return not text.isascii() and any(
        "\u3400" <= char <= "\u9fff"
        or char in "〇々"
        or "\uf900" <= char <= "\ufaff"
        or "\U00020000" <= char <= "\U0003ffff"
        for char in text
    )


cached_key = lru_cache(maxsize=32_768)(name_key)
"""`name_key`, for words that come again and again."""


@lru_cache(maxsize=32_768)
def refusal(name: str) -> str | None:
    """Return why a cleaned name is refused as a tag, in a few words, or None when it may be one."""
    key = name_key(name)
    if not key:
        return "empty"
    # Zero-width joiners hold an emoji together; every other invisible character could forge a name.
    if not (name.isprintable() or name.replace("\u200d", "").isprintable()):
        return "control characters"
    han = has_han(name)
    if len(name) > (LONGEST_HAN if han else LONGEST_OTHER):
        return "too long"
    key = key.translate(TO_SIMPLIFIED)
    if key in generic.ALLOW:
        return None
    if not any(char.isalpha() or unicodedata.category(char) == "So" for char in key):
        return "numbers or punctuation only"
    if key in generic.GENERIC or (not han and singular(key) in generic.GENERIC):
        return "generic"
    return "a date or a time" if is_date(key) else None


def choose(candidates: Iterable[Candidate], *, most: int, pool: Container[str]) -> tuple[str, ...]:
    """Return at most `most` names, best first, none refused and none a part of another; equal scores keep their order."""
    ranked = [(score + (REUSE if key in pool else 0.0), name, key) for name, key, score in candidates]
    ranked.sort(key=itemgetter(0), reverse=True)
    taken: list[str] = []
    names: list[str] = []
    for score, name, key in ranked:
        if len(names) >= most or score < LOWEST:
            break
        if any(_overlap(key, other) for other in taken):
            continue
        clean = " ".join(name.split())
        if len(clean) > 1 and refusal(clean) is None:
            taken.append(key)
            names.append(clean)
    return tuple(names)


def _overlap(a: str, b: str) -> bool:
    if a not in b and b not in a:
        return False
    if not (a.isascii() and b.isascii()):
        return True
    return f" {a} " in f" {b} " or f" {b} " in f" {a} "
