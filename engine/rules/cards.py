"""What follows from a card's own words: its terms, its summary, its identity."""

from __future__ import annotations

import re
from functools import lru_cache

from wdm.engine.rules import text, times
from wdm.store.records import Card

SUMMARY = 160
"""Characters of a summary that is made from the text; a Chinese character counts as two."""

_SENTENCE_END = r"(?<=[。！？!?…])|(?<=\.)\s+|\n+"


def index_terms(card: Card) -> list[str]:
    """Return the terms under which a card is indexed: its words, its date, its speaker, its tags."""
    parts = [
        card.text,
        card.summary or "",
        card.overview or "",
        card.speaker or "",
        *(tag.name for tag in card.tags),
    ]
    return [*text.terms("\n".join(filter(None, parts))), *date_terms(card.happened_at)]


def date_terms(happened_at: int) -> tuple[str, ...]:
    """Return the terms under which the day of a memory is found."""
    return _terms_of_day(happened_at // times.DAY)


@lru_cache(4096)
def _terms_of_day(number: int) -> tuple[str, ...]:
    day = times.to_moment(number * times.DAY)
    return tuple(text.date_terms(day.year, day.month, day.day))


def summary_of(card: Card) -> str:
    """Return a card's summary: the one that was given, else the head of its text on one line."""
    return card.summary or shorten(card.text)


def shorten(words: str, width: int = SUMMARY) -> str:
    """Return text on one line, whole where it fits, else cut after a sentence or, failing that, with `…`.

    Args:
        words: any text.
        width: columns; a character from U+1100 on counts as two.

    """
    line = " ".join(words[: width * 4].split())
    if len(words) <= width * 4 and columns(line) <= width:
        return line
    kept, used = "", 0
    for sentence in filter(None, re.split(_SENTENCE_END, line)):
        if kept and used + columns(sentence) > width:
            break
        kept, used = kept + sentence, used + columns(sentence)
    if used <= width and used >= width // 3:
        return kept.rstrip()
    cut, used = [], 0
    for character in line:
        used += columns(character)
        if used >= width:
            break
        cut.append(character)
    return "".join(cut).rstrip() + "…"


def columns(words: str) -> int:
    """Return about how many terminal columns a text takes."""
    return sum(2 if character >= "\u1100" else 1 for character in words)


def uuid7(now: int, noise: bytes) -> bytes:
    """Return a UUID of version 7 (RFC 9562, section 5.7).

    Args:
        now: milliseconds since 1970; times before that count as 0.
        noise: ten random bytes.

    """
    raw = bytearray(max(now, 0).to_bytes(6, "big") + noise)
    raw[6] = raw[6] & 0x0F | 0x70
    raw[8] = raw[8] & 0x3F | 0x80
    return bytes(raw)


def uid_text(uid: bytes) -> str:
    """Return a uid as the world writes it: 8-4-4-4-12 hexadecimal digits."""
    digits = uid.hex()
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
