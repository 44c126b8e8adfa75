"""Documents: a file cut into its sections, each of which becomes a card."""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import PurePath

from wdm.engine.reading.items import DocumentDraft, Item, Rejected, Source, decoded
from wdm.engine.rules import cards, echo
from wdm.store.records import Draft, Kind

SECTION = 1500
"""Characters of the longest section: about the length up to which one score speaks for all of it."""

OVERVIEW = 600
"""Columns of a document's overview."""

DEEPER = " › "
"""Stands between a heading and one under it."""

MIME = {
    ".md": "text/markdown",
    ".markdown": "text/markdown",
    ".txt": "text/plain",
    ".rst": "text/x-rst",
    ".org": "text/org",
}

_HEADING = re.compile(r" {0,3}(#{1,6})\s+(.+?)(?:\s+#+)?\s*")
_FENCE = re.compile(r"\s*(`{3,}|~{3,})")


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
    own, _ = echo.without_blocks(words.replace("\r\n", "\n"))
    if own:
        yield document(own, source.path or source.name, source.topic)
    else:
        yield Draft(text=words, line=1)  # nothing but an echo, which taking in tells of


def document(words: str, path: str, topic: str | None = None) -> DocumentDraft:
    """Return a document and its sections: one for each heading, cut at paragraphs where it is long."""
    pieces = [
        (heading, piece, line)
        for heading, body, line in _sections(words)
        for piece, line in (_paragraphs(body, line) if body else [("", line)])
    ]
    title = next((heading.partition(DEEPER)[0] for heading, _, _ in pieces if heading), PurePath(path).name)
    lead = cards.shorten(next((body for _, body, _ in pieces if body.strip()), title))
    headings = list(dict.fromkeys(heading for heading, _, _ in pieces if heading))
    topic = topic or PurePath(path).name
    return DocumentDraft(
        path=path,
        hash=blake2b(words.encode(), digest_size=16).digest(),
        mime=MIME.get(PurePath(path).suffix.lower(), "text/plain"),
        summary=cards.shorten(title if title in lead else f"{title}: {lead}"),
        overview=cards.shorten("; ".join(headings) or words, OVERVIEW),
        sections=tuple(
            Draft(
                text=_joined(heading, body),
                summary=cards.shorten(f"{heading}: {' '.join(body.split())}".removesuffix(": "))
                if heading
                else None,
                kind=Kind.FILE,
                topic=topic,
                line=line,
            )
            for heading, body, line in pieces
        ),
    )


def _joined(heading: str, body: str) -> str:
    """Return the words of a section."""
    return f"{heading}\n\n{body}" if heading and body else heading or body


def _sections(words: str) -> Iterator[tuple[str, str, int]]:
    """Yield (headings from the top, joined by ` › `; body; line) for each section; code is never cut at a `#`."""
    path: list[tuple[int, str]] = []
    body: list[str] = []
    start, fence = 1, ""
    for number, line in enumerate([*words.split("\n"), None], start=1):
        mark = _FENCE.match(line) if line is not None else None
        if mark and not fence:
            fence = mark[1]
        elif mark and line and mark[1].startswith(fence) and not line.strip(f" \t{fence[0]}"):
            fence = ""
        heading = None if fence or line is None else _HEADING.fullmatch(line)
        if line is not None and heading is None:
            body.append(line)
            continue
        level = len(heading[1]) if heading else 0
        # A heading above another one is in that one's path; alone, it is all that its section says.
        told = any(map(str.strip, body))
        if told or (path and path[-1][0] >= level):
            yield DEEPER.join(name for _, name in path), "\n".join(body).strip("\n") if told else "", start
        if heading:
            path = [*(above for above in path if above[0] < level), (level, heading[2])]
        body, start = [], number


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
