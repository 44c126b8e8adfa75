"""What a reader yields, and what holds for the items of all of them."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from io import BufferedReader, RawIOBase
from pathlib import PurePath
from typing import Any

from wdm.engine.rules.flaws import flaw
from wdm.store.errors import Usage
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
    source: str | None = None
    """The file, where more than one was read."""


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
    topic: str | None = None
    """What the caller says that it is about; else a file's name says it."""

    @property
    def session(self) -> str | None:
        """The topic of the turns of one conversation: the caller's, or the name of the file."""
        return self.topic or (PurePath(self.name).stem if self.path else None)

    def head(self, most: int) -> bytes:
        """Return the first bytes, at most so many, without taking them; waits for a slow pipe."""
        head = self.stream.read(most)
        self.stream = BufferedReader(_Rejoined(head, self.stream), 65_536)
        return head

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


class _Rejoined(RawIOBase):
    """Bytes that were read from a stream, and the stream after them."""

    def __init__(self, head: bytes, rest: BufferedReader) -> None:
        self._head = memoryview(head)
        self._rest = rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if not self._head:
            return self._rest.readinto1(buffer)
        count = min(len(buffer), len(self._head))
        buffer[:count] = self._head[:count]
        self._head = self._head[count:]
        return count


class _Recoded(RawIOBase):
    """Bytes in another encoding, as UTF-8."""

    def __init__(self, stream: BufferedReader, encoding: str) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder(encoding)()
        self._ready = b""
        self._ended = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._ready and not self._ended:
            raw = self._stream.read1(65_536)
            self._ended = not raw
            try:
                words = self._decoder.decode(raw, final=self._ended)
            except UnicodeDecodeError as error:
                raise Usage(
                    f"the input is not written in {error.encoding}", hint="another --encoding?"
                ) from error
            self._ready = words.encode("utf-8", "surrogatepass")
        count = min(len(buffer), len(self._ready))
        buffer[:count], self._ready = self._ready[:count], self._ready[count:]
        return count


def codec(encoding: str) -> str:
    """Return the name by which Python knows an encoding of text.

    Raises:
        Usage: there is none of that name.

    """
    try:
        info = codecs.lookup(encoding)
    except (LookupError, UnicodeEncodeError, ValueError) as error:
        raise Usage(
            f"there is no encoding {encoding!r}", hint="such as gbk, gb18030, big5, utf-16"
        ) from error
    if not info._is_text_encoding:
        raise Usage(f"{encoding!r} is no encoding of text", hint="such as gbk, gb18030, big5, utf-16")
    return info.name


def recoded(stream: BufferedReader, encoding: str) -> BufferedReader:
    """Return a stream of text in some encoding as one in UTF-8.

    Raises:
        Usage: there is no such encoding; or, when it is read, that the input is not written so.

    """
    return BufferedReader(_Recoded(stream, codec(encoding)), 65_536)


def decoded(raw: bytes, number: int) -> str | Rejected:
    """Return bytes as text without the end of line, or why they are none.

    Args:
        raw: the bytes.
        number: of their first line.

    """
    try:
        words = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        before = raw[: error.start]
        place = len(before) - before.rfind(b"\n")
        encoding = "utf-16" if raw.startswith((b"\xff\xfe", b"\xfe\xff")) else "gbk"
        return Rejected(
            number + before.count(b"\n"),
            f"not UTF-8 at byte {place}: say how it is written, such as `--encoding {encoding}`",
        )
    if "\0" in words:
        # Every second byte of UTF-16 is one, but for letters beyond the first few hundred.
        hint = ": UTF-16 is read with `--encoding utf-16-le`" if words.count("\0") * 4 > len(words) else ""
        where = number + words[: words.index("\0")].count("\n")
        return Rejected(where, f"holds a NUL character{hint}")
    return words.rstrip("\r\n")


def checked(drafts: Iterable[Item]) -> Iterator[Item]:
    """Refuse the drafts whose text cannot be a memory, or whose other words no store can hold."""
    for item in drafts:
        reason = _flaw(item) if isinstance(item, Draft) else None
        yield Rejected(item.line or 1, reason) if isinstance(item, Draft) and reason else item


def _flaw(draft: Draft) -> str | None:
    """Return why a draft cannot be kept, or None."""
    if reason := flaw(draft.text):
        return reason
    told = [(name, getattr(draft, name)) for name in _WORDS]
    for tag in draft.tags:
        told += [("a tag", words) for words in (*tag[:4], *tag.aliases)]
    if flaw("-".join([words for _, words in told if words])) is None:
        return None  # nearly always, after one look for all of them
    broken = ((name, flaw(words)) for name, words in told if words and not words.isspace())
    return next((f"{name} {reason}" for name, reason in broken if reason), None)


_WORDS = ("external_id", "topic", "speaker", "summary", "overview", "perception", "scene", "supersedes")
"""Fields of a draft that hold words beside its text."""


def turn(speaker: str | None, words: str, *, line: int | None, topic: str | None = None) -> Draft:
    """Return one turn of a conversation."""
    return Draft(text=words, kind=Kind.CHAT, speaker=speaker, topic=topic, line=line)
