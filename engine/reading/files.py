"""Documents: a file cut into its sections, each of which becomes a card."""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import PurePath

from wdm.engine.reading.items import DocumentDraft, Item, Rejected, Source, decoded
from wdm.engine.rules import cards
from wdm.store.records import Draft, Kind

SECTION = 1500
"""Characters of the longest section: about the length up to which one score speaks for all of it."""

OVERVIEW = 600
"""Columns of a document's overview."""

MIME = {
    ".md": "text/markdown",
    ".markdown": "text/markdown",
    ".txt": "text/plain",
    ".rst": "text/x-rst",
    ".org": "text/org",
}

_HEADING = re.compile(r"(#{1,6})\s+(.+?)\s*#*$")
_FENCE = re.compile(r"\s*(```|~~~)")


def read(source: Source) -> Iterator[Item]:
    """Yield one document with its sections."""
    raw = source.stream.read()
    source.read(len(raw))
    words = decoded(raw.removeprefix(b"\xef\xbb\xbf"), 1)
    if isinstance(words, Rejected):
        yield words
        return
    if not words.strip():
        yield Rejected(1, "empty document")
        return
    yield document(words.replace("\r\n", "\n"), source.path or source.name)


def document(words: str, path: str) -> DocumentDraft:
    """Return a document and its sections: one for each heading, cut at paragraphs where it is long."""
    pieces = [
        (heading, piece, line)
        for heading, body, line in _sections(words)
        for piece, line in _paragraphs(body, line)
    ]
    title = next((heading for heading, _, _ in pieces if heading), PurePath(path).name)
    lead = cards.shorten(next((body for _, body, _ in pieces if body.strip()), words))
    headings = list(dict.fromkeys(heading for heading, _, _ in pieces if heading))
    topic = PurePath(path).name
    return DocumentDraft(
        path=path,
        hash=blake2b(words.encode(), digest_size=16).digest(),
        mime=MIME.get(PurePath(path).suffix.lower(), "text/plain"),
        summary=cards.shorten(title if title in lead else f"{title}: {lead}"),
        overview=cards.shorten("; ".join(headings) or words, OVERVIEW),
        sections=tuple(
            Draft(
                text=f"{heading}\n\n{body}" if heading else body,
                summary=cards.shorten(f"{heading}: {' '.join(body.split())}") if heading else None,
                kind=Kind.FILE,
                topic=topic,
                line=line,
            )
            for heading, body, line in pieces
        ),
    )


def _sections(words: str) -> Iterator[tuple[str, str, int]]:
    """Yield (headings from the top, joined by ` › `; body; line) for each section; code is never cut at a `#`."""
    path: list[tuple[int, str]] = []
    body: list[str] = []
    start, fenced = 1, False
    for number, line in enumerate(words.split("\n"), start=1):
        fenced ^= _FENCE.match(line) is not None
        heading = None if fenced else _HEADING.fullmatch(line.strip())
        if heading is None:
            body.append(line)
            continue
        if any(map(str.strip, body)):
            yield " › ".join(name for _, name in path), "\n".join(body).strip(), start
        level = len(heading[1])
        path = [*(above for above in path if above[0] < level), (level, heading[2])]
        body, start = [], number
    if any(map(str.strip, body)):
        yield " › ".join(name for _, name in path), "\n".join(body).strip(), start
    elif path and not body:
        yield " › ".join(name for _, name in path), path[-1][1], start


def _paragraphs(body: str, line: int) -> Iterator[tuple[str, int]]:
    """Yield pieces of at most about `SECTION` characters, whole paragraphs where these are shorter."""
    piece: list[str] = []
    for paragraph in re.split(r"\n\s*\n", body):
        for part in _cut(paragraph):
            if piece and sum(map(len, piece)) + len(part) > SECTION:
                yield "\n\n".join(piece), line
                piece = []
            piece.append(part)
    if piece:
        yield "\n\n".join(piece), line


def _cut(paragraph: str) -> Iterator[str]:
    """Yield a paragraph whole, or where it is too long, in pieces that end with a sentence if they can."""
    rest = paragraph.strip("\n")
    while len(rest) > SECTION:
        ends = [found.end() for found in re.finditer(r"[。！？!?]|[.](?=\s)|\n", rest[:SECTION])]
        cut = ends[-1] if ends and ends[-1] > SECTION // 3 else SECTION
        yield rest[:cut].rstrip()
        rest = rest[cut:].lstrip()
    if rest.strip():
        yield rest
