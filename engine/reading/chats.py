"""Chat logs: `Name: text` lines, with a time before the name where there is one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wdm.engine.reading.items import Item, Rejected, Source, turn
from wdm.engine.rules import times
from wdm.store.records import Draft

LONGEST_NAME = 30
MOST_SPEAKERS = 8

_DAY = r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}"
_CLOCK = r"\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d+)?(?:Z|[+-]\d{2}:?\d{2})?"
_NAME = rf"[^\s:：\-\[\](){{}}<>\"'`#*|/\\][^:：\n\"`|/\\]{{0,{LONGEST_NAME - 1}}}?"
# A clock is part of the stamp wherever one stands: never is its hour taken for a name.
_STAMP = rf"\[?\(?(?P<time>{_DAY}(?![\d:])(?:[T ,]*{_CLOCK}|(?![T ,]*\d)))\)?\]?[\s,-]*"
# After `:` comes white space or a letter: `//` is an address, a digit the time of day or a port.
_TURN = re.compile(
    rf"(?:{_STAMP})?(?:<(?P<nick>{_NAME})>\s|(?P<name>{_NAME})\s*(?::(?![/\d:=])|：)\s?)(?P<text>.*)"
)
# Exports of Chinese messengers: name and time, or time and name, on a line above the text.
_HEADER = re.compile(
    rf"(?P<name>{_NAME})\s+(?P<time>{_DAY}\s+{_CLOCK})\s*|(?P<time2>{_DAY}\s+{_CLOCK})\s+(?P<name2>{_NAME})\s*"
)

_LABELS = """
    note notes todo fixme warning error info debug hint tip example examples important caution summary subject
    from to date time address phone email url link http https ftp file mailto ps nb version title name author
    return else try finally default case default description remember
    注 注意 备注 说明 提示 警告 例 例如 比如 如下 总结 结论 时间 地点 地址 电话 邮箱 主题 标题 日期 版本 链接 网址
    原因 结果 问题 目标 背景 步骤 方法 优点 缺点 要求 内容 作者 待办 重要
"""
LABELS = frozenset(_LABELS.split())
"""Words before a colon that name no speaker."""

_PARTICLES = "al bin da de del den der di do dos du el la le ten van von y"
PARTICLES = frozenset(_PARTICLES.split())
"""Words of names that are written small."""

_PARTS = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})[T ,]*(\S*)")


@dataclass(frozen=True, slots=True)
class Opening:
    """How a turn begins: who speaks, when, and the rest of the line."""

    name: str
    stamp: str | None
    text: str
    header: bool = False
    """Whether the words come in the lines below."""


def opening(line: str) -> Opening | None:
    """Return how a line begins a turn, or None where it begins none."""
    if found := _HEADER.fullmatch(line):
        name, stamp = found["name"] or found["name2"], found["time"] or found["time2"]
        return Opening(name.strip(), stamp, "", header=True) if _names_someone(name, False) else None
    found = _TURN.fullmatch(line)
    if found is None:
        return None
    name = (found["nick"] or found["name"]).strip()
    return Opening(name, found["time"], found["text"]) if _names_someone(name, bool(found["time"])) else None


def looks_like_chat(lines: Sequence[str]) -> bool:
    """Tell whether the first lines of a text are the turns of a conversation: few names, that come back or have times."""
    full = [line for line in lines if line.strip()]
    turns = [turn for line in full if (turn := opening(line)) and (turn.text or turn.header)]
    stamped = [turn for turn in turns if turn.stamp]
    if len(stamped) >= 2:  # of a log of times, the other lines go on with the one before
        turns = stamped
    names = Counter(turn.name for turn in turns)
    headed = any(turn.header for turn in turns)
    return (
        len(names) <= MOST_SPEAKERS
        and len(turns) >= max(2, (0.1 if headed else 0.25 if turns is stamped else 0.5) * len(full))
        and (turns is stamped or max(names.values()) >= 2)
        and (not headed or opening(full[0]) is not None)
    )


def read(source: Source, topic: str | None) -> Iterator[Item]:
    """Yield each turn of a log; a line without a name, or without a time in a log of times, goes on with the turn before it."""
    open_turn: Draft | None = None
    more: list[str] = []
    stamped = False
    for number, line in source.lines():
        if isinstance(line, Rejected):
            yield line
            continue
        found = opening(line)
        if open_turn is not None and (found is None or (stamped and not found.stamp)):
            more.append(line)
            continue
        if open_turn is not None:
            yield _closed(open_turn, more)
        more = []
        if found is None:
            open_turn = turn(None, line, line=number, topic=topic)
            continue
        stamped = bool(found.stamp)
        open_turn = turn(found.name, found.text, line=number, topic=topic)
        if found.stamp:
            open_turn = _timed(open_turn, found.stamp)
    if open_turn is not None:
        yield _closed(open_turn, more)


def _names_someone(name: str, stamped: bool) -> bool:
    """Tell whether a name can be a speaker's: no number, no label, no beginning of a sentence."""
    first, *more = name.split()
    if first.casefold() in LABELS or not any(map(str.isalpha, name)):
        return False
    # `but remember: …` goes on with a sentence; `Anna de Vries` and `Agent 7` are names.
    phrase = any(word[0].islower() and word not in PARTICLES for word in more)
    return not more or not (first[0].islower() or (phrase and not stamped))


def _closed(draft: Draft, more: list[str]) -> Draft:
    return draft._replace(text="\n".join([draft.text, *more] if draft.text else more)) if more else draft


def _timed(draft: Draft, stamp: str) -> Draft:
    """Give a turn the time that stands before it, unless that is no time at all."""
    found = _PARTS.fullmatch(stamp.strip(" ,"))
    if found is None:
        return draft
    year, month, day, clock = found.groups()
    clock = clock.replace(",", ".")
    hour = f"T{clock.zfill(len(clock) + (clock.find(':') == 1))}" if clock else ""
    try:
        return draft._replace(happened_at=times.parse_iso(f"{year}-{int(month):02}-{int(day):02}{hour}"))
    except ValueError:
        return draft
