"""Taking memories in: each is kept once, tagged, indexed and on disk before it is reported."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace

from wdm.engine import document_writer, echoes, secrets, tag_finder, tag_writer
from wdm.engine.card_writer import CardWriter, Report, Writing, hash_of_draft, hashed
from wdm.engine.reading.items import DocumentDraft, Item, Rejected
from wdm.engine.rules import secrets as rules
from wdm.store.errors import Refused
from wdm.store.journal import Transaction
from wdm.store.records import Draft, Kind, TagDraft
from wdm.store.store import Store, Work

CHUNK_CHARACTERS = 4_000_000
"""Text that is held in memory at a time, whatever the chunk counts."""


@dataclass(frozen=True, slots=True)
class Defaults:
    """What the caller says of all memories of a call; a memory's own word goes before it."""

    tags: tuple[str, ...] = ()
    scene: str | None = None
    topic: str | None = None
    kind: Kind | None = None
    happened_at: int | None = None
    remember: bool = False


def ingest(store: Store, items: Iterable[Item], defaults: Defaults, writing: Writing) -> Report:
    """Keep what an input holds; return what became of each piece.

    Chunks are committed one by one as one operation; strict writing takes one transaction for all.

    Raises:
        Refused: strict, and something was rejected; nothing is kept.

    """
    report = Report()
    with store.operation() as work, _parts(work, strict=writing.strict) as part:
        names = tag_finder.Finder(store) if writing.tags else None
        for chunk, last in _chunks(items, writing.chunk):
            for item in chunk:
                if isinstance(item, Rejected):
                    report.rejected.append(item)
            if writing.strict and report.rejected:
                first = report.rejected[0]
                where = f"{first.source}, line" if first.source else "line"
                raise Refused(
                    f"{where} {first.line}: {first.reason}",
                    hint="nothing was kept",
                )
            kept = [item for item in chunk if not isinstance(item, Rejected)]
            fresh = [item for item in (_without_echo(store, each) for each in kept) if item is not None]
            report.echoed += len(kept) - len(fresh)
            safe = [_guarded(item, report, writing) for item in fresh]
            prepared = _prepare(store, safe, defaults, names, writing)
            if prepared:
                with part(last) as tx:
                    writer = CardWriter(store, tx, writing, report)
                    for run in _runs(prepared):
                        if isinstance(run, DocumentDraft):
                            document_writer.keep(writer, run)
                        else:
                            writer.keep(run)
                    work.summary = _summary(report)
        work.summary = _summary(report)
    return report


def _summary(report: Report) -> str:
    return f"{report.added} added, {report.repeated} repeated, {report.updated} updated"


@contextmanager
def _parts(work: Work, *, strict: bool) -> Iterator[Callable[[bool], AbstractContextManager[Transaction]]]:
    """Yield a maker of transactions, told which is the last: a new one each time, or, when strict, always the same."""
    if not strict:
        yield lambda last: work.part(last=last)
        return
    with work.part(last=True) as tx:

        @contextmanager
        def same(_: bool) -> Iterator[Transaction]:
            yield tx
            tx.flush()

        yield same


def _chunks(items: Iterable[Item], most: int) -> Iterator[tuple[list[Item], bool]]:
    """Yield the items some at a time, and whether these are known to be the last."""
    chunk: list[Item] = []
    characters = 0
    for item in items:
        chunk.append(item)
        characters += len(item.text) if isinstance(item, Draft) else 0
        if len(chunk) >= most or characters >= CHUNK_CHARACTERS or isinstance(item, DocumentDraft):
            yield chunk, False
            chunk, characters = [], 0
    if chunk:
        yield chunk, True


def _runs(prepared: Sequence[Draft | DocumentDraft]) -> Iterator[list[Draft] | DocumentDraft]:
    """Yield documents one by one and the drafts between them together, in the order of the input."""
    run: list[Draft] = []
    for item in prepared:
        if isinstance(item, Draft):
            run.append(item)
            continue
        if run:
            yield run
        run = []
        yield item
    if run:
        yield run


def _prepare(
    store: Store,
    items: Sequence[Draft | DocumentDraft],
    defaults: Defaults,
    names: tag_finder.Finder | None,
    writing: Writing,
) -> list[Draft | DocumentDraft]:
    """Fill in defaults and find tags, before the write lock is taken: cutting words is what takes long."""
    prepared: list[Draft | DocumentDraft] = []
    for item in items:
        if isinstance(item, Draft):
            prepared.append(_with_defaults(item, defaults))
        else:
            sections = tuple(_with_defaults(section, defaults) for section in item.sections)
            prepared.append(replace(item, sections=sections))
    if names is None:
        return prepared
    flat = [
        draft
        for item in prepared
        for draft in (item.sections if isinstance(item, DocumentDraft) else (item,))
    ]
    tagged = iter(_tagged(store, flat, names, writing.tags))
    return [
        replace(item, sections=tuple(next(tagged) for _ in item.sections))
        if isinstance(item, DocumentDraft)
        else next(tagged)
        for item in prepared
    ]


def _guarded(item: Draft | DocumentDraft, report: Report, writing: Writing) -> Draft | DocumentDraft:
    """Say of secrets, or replace them."""
    if isinstance(item, Draft):
        return secrets.guarded(item, report.warn, redact=writing.redact)
    sections = tuple(secrets.guarded(each, report.warn, redact=writing.redact) for each in item.sections)
    if not writing.redact:
        return replace(item, sections=sections)
    summary, overview = (rules.redact(words)[0] for words in (item.summary, item.overview))
    return replace(item, sections=sections, summary=summary, overview=overview)


def _without_echo(store: Store, item: Draft | DocumentDraft) -> Draft | DocumentDraft | None:
    """Return a piece without the prompt blocks that it quotes, or None where nothing is left.

    Documents come without blocks from their reader, which cuts them into sections.
    """
    if isinstance(item, DocumentDraft):
        return item
    words = echoes.own_words(store, item.text)
    if words == item.text:
        return item
    # A turn of two sides keeps them apart only where the quotation stands in the second.
    asked = "" if item.reply_at is None else item.text[: item.reply_at].removesuffix("\n")
    at = len(asked) + 1 if asked and words.startswith(f"{asked}\n") else None
    return item._replace(text=words, reply_at=at) if words else None


def _with_defaults(draft: Draft, defaults: Defaults) -> Draft:
    kind = defaults.kind if defaults.kind and draft.kind in (Kind.FACT, Kind.CHAT) else draft.kind
    full = draft._replace(
        kind=kind,
        tags=(*draft.tags, *map(TagDraft, defaults.tags)),
        scene=draft.scene or defaults.scene,
        topic=draft.topic or defaults.topic,
        happened_at=defaults.happened_at if draft.happened_at is None else draft.happened_at,
        remember=draft.remember or defaults.remember,
    )
    return hashed(full)


def _tagged(store: Store, drafts: Sequence[Draft], names: tag_finder.Finder, most: int) -> list[Draft]:
    """Return drafts with the tags that were found for those that are new and have none."""
    known = store.known_hashes(hash_of_draft(draft) for draft in drafts)
    bare = {
        place: draft.text
        for place, draft in enumerate(drafts)
        if not draft.tags and hash_of_draft(draft) not in known
    }
    found = dict(zip(bare, names.find_all(bare.values(), most), strict=True))
    return [
        draft._replace(tags=tuple(TagDraft(name, type=tag_writer.FOUND) for name in found[place]))
        if place in found
        else draft
        for place, draft in enumerate(drafts)
    ]
