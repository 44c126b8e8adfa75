"""Chat logs: `Name: text` lines, with a time before the name where there is one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from wdm.engine.reading.items import Item, Rejected, Source, turn
from wdm.engine.rules import times
from wdm.store.records import Draft

LONGEST_NAME = 30
MOST_SPEAKERS = 8

_STAMP = r"\[?\(?(?P<time>\d{4}[-/.]\d{1,2}[-/.]\d{1,2}[T ,]*(?:\d{1,2}:\d{2}(?::\d{2})?)?(?:Z|[+-]\d{2}:?\d{2})?)\)?\]?[\s,-]*"
_TURN = re.compile(
    rf"(?:{_STAMP})?(?P<name>[^\s:：\[\](){{}}<>\"'`#*|/\\][^:：\n\"`|/\\]{{0,{LONGEST_NAME - 1}}})[:：]\s?(?P<text>.*)"
)

_PARTS = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})[T ,]*(\S*)")


def looks_like_chat(lines: Sequence[str]) -> bool:
    """Tell whether the first lines of a text are the turns of a conversation: few names that come back."""
    full = [line for line in lines if line.strip()]
    names = Counter(
        found["name"].strip() for line in full if (found := _TURN.fullmatch(line)) and found["text"]
    )
    return (
        len(names) <= MOST_SPEAKERS
        and names.total() >= max(2, 0.6 * len(full))
        and max(names.values(), default=0) >= 2
    )


def read(source: Source, topic: str | None) -> Iterator[Item]:
    """Yield each turn of a log; a line without a name goes on with the turn before it."""
    open_turn: Draft | None = None
    more: list[str] = []
    for number, line in source.lines():
        if isinstance(line, Rejected):
            yield line
            continue
        found = _TURN.fullmatch(line)
        if found is None and open_turn is not None:
            more.append(line)
            continue
        if open_turn is not None:
            yield _closed(open_turn, more)
        more = []
        if found is None:
            open_turn = turn(None, line, line=number, topic=topic)
            continue
        open_turn = turn(found["name"].strip(), found["text"], line=number, topic=topic)
        if found["time"]:
            open_turn = _timed(open_turn, found["time"])
    if open_turn is not None:
        yield _closed(open_turn, more)


def _closed(draft: Draft, more: list[str]) -> Draft:
    return replace(draft, text="\n".join([draft.text, *more])) if more else draft


def _timed(draft: Draft, stamp: str) -> Draft:
    """Give a turn the time that stands before it, unless that is no time at all."""
    found = _PARTS.fullmatch(stamp.strip(" ,"))
    if found is None:
        return draft
    year, month, day, clock = found.groups()
    hour = f"T{clock.zfill(len(clock) + (clock.find(':') == 1))}" if clock else ""
    try:
        return replace(draft, happened_at=times.parse_iso(f"{year}-{int(month):02}-{int(day):02}{hour}"))
    except ValueError:
        return draft
