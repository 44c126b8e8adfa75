"""Plain text: a paragraph is a memory."""

from __future__ import annotations

from collections.abc import Iterator

from wdm.engine.reading.items import Item, Rejected, Source, decoded
from wdm.store.records import Draft


def read(source: Source) -> Iterator[Item]:
    """Yield each paragraph: lines up to a blank one."""
    paragraph: list[str] = []
    start, number = 1, 0
    for number, raw in enumerate(source.stream, start=1):
        source.read(len(raw))
        line = decoded(raw.removeprefix(b"\xef\xbb\xbf") if number == 1 else raw, number)
        if isinstance(line, Rejected):
            yield line
        elif line.strip():
            start = start if paragraph else number
            paragraph.append(line)
        elif paragraph:
            yield Draft(text="\n".join(paragraph), line=start)
            paragraph = []
    if paragraph:
        yield Draft(text="\n".join(paragraph), line=start)
    elif number == 0:
        yield Rejected(1, "empty input")
