"""What a reader yields, and what holds for the items of all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from io import BufferedReader

from wdm.store.records import Draft, Kind

LONGEST_LINE = 32 * 1024 * 1024
"""Bytes of the longest line that is read; a longer one is refused without being held in memory."""


class Format(StrEnum):
    """What the input is taken for."""

    AUTO = "auto"
    TEXT = "text"
    JSONL = "jsonl"
    JSON = "json"
    CHAT = "chat"
    DOCUMENT = "document"


@dataclass(frozen=True, slots=True)
class Rejected:
    """A piece of the input that cannot be kept, and why."""

    line: int
    reason: str


@dataclass(frozen=True, slots=True)
class DocumentDraft:
    """A file and its sections."""

    path: str
    hash: bytes
    mime: str
    summary: str
    overview: str
    sections: tuple[Draft, ...]


Item = Draft | DocumentDraft | Rejected


@dataclass(slots=True)
class Source:
    """One input: a stream of bytes, its name, and how many of its bytes were read."""

    stream: BufferedReader
    name: str
    path: str | None = None
    """The absolute path of a file; None for standard input."""
    read: Callable[[int], None] = field(default=lambda _: None)
    """Told of bytes as they are read."""

    def lines(self) -> Iterator[tuple[int, str | Rejected]]:
        """Yield each line, without its end, with its number from 1; blank ones are left out."""
        number = 0
        while raw := self.stream.readline(LONGEST_LINE):
            number += 1
            self.read(len(raw))
            if len(raw) == LONGEST_LINE and not raw.endswith(b"\n"):
                while more := self.stream.readline(LONGEST_LINE):
                    self.read(len(more))
                    if more.endswith(b"\n"):
                        break
                yield number, Rejected(number, f"longer than {LONGEST_LINE // 1024 // 1024} MB")
            elif raw.strip():
                yield number, decoded(raw.removeprefix(b"\xef\xbb\xbf") if number == 1 else raw, number)


def decoded(raw: bytes, number: int) -> str | Rejected:
    """Return bytes as text without the end of line, or why they are none."""
    try:
        words = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        return Rejected(
            number,
            f"not UTF-8 at byte {error.start + 1}: convert it first, such as with `iconv -f gbk -t utf-8`",
        )
    if "\0" in words:
        return Rejected(number, "holds a NUL character")
    return words.rstrip("\r\n")


def flaw(words: str) -> str | None:
    """Return why a text cannot be a memory, or None."""
    if not words.strip():
        return "empty text"
    if "\0" in words:
        return "holds a NUL character"
    try:
        words.encode("utf-8")
    except UnicodeEncodeError:
        return "holds half of a surrogate pair"
    return None


def checked(drafts: Iterable[Item]) -> Iterator[Item]:
    """Refuse the drafts whose text cannot be a memory."""
    for item in drafts:
        reason = flaw(item.text) if isinstance(item, Draft) else None
        yield Rejected(item.line or 1, reason) if isinstance(item, Draft) and reason else item


def turn(speaker: str | None, words: str, *, line: int | None, topic: str | None = None) -> Draft:
    """Return one turn of a conversation."""
    return Draft(text=words, kind=Kind.CHAT, speaker=speaker, topic=topic, line=line)
