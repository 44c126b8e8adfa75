"""Taking memories in: each is kept once, tagged, indexed and on disk before it is reported."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace

from wdm.engine import tag_finder, tag_writer
from wdm.engine.reading.items import DocumentDraft, Item, Rejected
from wdm.engine.rules import cards as card_rules
from wdm.store.errors import Refused
from wdm.store.journal import Transaction
from wdm.store.records import Card, Draft, Kind, Status, TagDraft, Tier
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


@dataclass(slots=True)
class Report:
    """What became of an input."""

    added: int = 0
    repeated: int = 0
    updated: int = 0
    rejected: list[Rejected] = field(default_factory=list)
    ids: list[int] = field(default_factory=list)
    """Card numbers in the order of the input; a repeat has the number of the card it repeats."""
    warnings: list[str] = field(default_factory=list)

    def warn(self, message: str) -> None:
        """Add a warning that was not given before."""
        if message not in self.warnings:
            self.warnings.append(message)


@dataclass(frozen=True, slots=True)
class Writing:
    """What writing needs besides the store: the time, chance, and how to tag."""

    now: int
    noise: Callable[[int], bytes]
    tags: int
    chunk: int
    strict: bool = False


def ingest(store: Store, items: Iterable[Item], defaults: Defaults, writing: Writing) -> Report:
    """Keep what an input holds; return what became of each piece.

    Chunks are committed one by one as one operation; strict writing takes one transaction for all.

    Raises:
        Refused: strict, and something was rejected; nothing is kept.

    """
    report = Report()
    with store.operation() as work, _parts(work, strict=writing.strict) as part:
        names = tag_finder.Finder(store) if writing.tags else None
        for chunk in _chunks(items, writing.chunk):
            for item in chunk:
                if isinstance(item, Rejected):
                    report.rejected.append(item)
            if writing.strict and report.rejected:
                first = report.rejected[0]
                where = f"{first.source}, line" if first.source else "line"
                raise Refused(
                    f"{where} {first.line}: {first.reason}",
                    hint="nothing was kept; without --strict the good ones are",
                )
            prepared = _prepare(
                store, [item for item in chunk if not isinstance(item, Rejected)], defaults, names, writing
            )
            if prepared:
                with part() as tx:
                    for run in _runs(prepared):
                        if isinstance(run, DocumentDraft):
                            _keep_document(store, tx, run, writing, report)
                        else:
                            _keep(store, tx, run, writing, report)
        work.summary = f"{report.added} added, {report.repeated} repeated, {report.updated} updated"
    return report


@contextmanager
def _parts(work: Work, *, strict: bool) -> Iterator[Callable[[], AbstractContextManager[Transaction]]]:
    """Yield a maker of transactions: a new one each time, or, when strict, always the same."""
    if not strict:
        yield work.part
        return
    with work.part() as tx:

        @contextmanager
        def same() -> Iterator[Transaction]:
            yield tx
            tx.flush()

        yield same


def _chunks(items: Iterable[Item], most: int) -> Iterator[list[Item]]:
    chunk: list[Item] = []
    characters = 0
    for item in items:
        chunk.append(item)
        characters += len(item.text) if isinstance(item, Draft) else 0
        if len(chunk) >= most or characters >= CHUNK_CHARACTERS or isinstance(item, DocumentDraft):
            yield chunk
            chunk, characters = [], 0
    if chunk:
        yield chunk


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
    known = store.known_hashes(_hash(draft) for draft in flat)
    return [
        replace(
            item, sections=tuple(_tagged(section, names, known, writing.tags) for section in item.sections)
        )
        if isinstance(item, DocumentDraft)
        else _tagged(item, names, known, writing.tags)
        for item in prepared
    ]


def _with_defaults(draft: Draft, defaults: Defaults) -> Draft:
    kind = defaults.kind if defaults.kind and draft.kind in (Kind.FACT, Kind.CHAT) else draft.kind
    return draft._replace(
        kind=kind,
        tags=(*draft.tags, *map(TagDraft, defaults.tags)),
        scene=draft.scene or defaults.scene,
        topic=draft.topic or defaults.topic,
        happened_at=defaults.happened_at if draft.happened_at is None else draft.happened_at,
        remember=draft.remember or defaults.remember,
    )


def _tagged(draft: Draft, names: tag_finder.Finder, known: dict[bytes, int], most: int) -> Draft:
    if draft.tags or _hash(draft) in known:
        return draft
    return draft._replace(
        tags=tuple(TagDraft(name, type=tag_writer.FOUND) for name in names.find(draft.text, most))
    )


def _keep(store: Store, tx: Transaction, drafts: Sequence[Draft], writing: Writing, report: Report) -> None:
    """Write drafts: new cards together, repeats and corrections one by one."""
    by_external = store.cards_by_external_ids(d.external_id for d in drafts if d.external_id)
    by_hash = store.known_hashes(_hash(draft) for draft in drafts)
    fresh: list[Draft] = []
    repeats: dict[int, int] = {}
    aliases: list[tuple[str, int]] = []
    places: list[tuple[str, int]] = []
    fresh_by_external: dict[str, int] = {}
    fresh_by_hash: dict[bytes, int] = {}
    for draft in drafts:
        external, content = draft.external_id, _hash(draft)
        if external in by_external:
            number = by_external[str(external)]
            places.append(("old", number))
            _correct(store, tx, number, draft, writing, report)
        elif external in fresh_by_external:
            place = fresh_by_external[str(external)]
            places.append(("new", place))
            report.repeated += 1
            fresh[place] = _joined(fresh[place], draft)  # the later word of the same memory holds
            fresh_by_hash[content] = place
        elif content in fresh_by_hash:
            place = fresh_by_hash[content]
            places.append(("new", place))
            report.repeated += 1
            repeats[place] = repeats.get(place, 0) + 1
            fresh[place] = _repeated(fresh[place], draft)
            if external:
                aliases.append((external, place))
                fresh_by_external[external] = place
        elif content in by_hash:
            number = by_hash[content]
            places.append(("old", number))
            _repeat(store, tx, number, draft, writing, report)
            if external:
                by_external[external] = number
        else:
            places.append(("new", len(fresh)))
            if external:
                fresh_by_external[external] = len(fresh)
            fresh_by_hash[content] = len(fresh)
            fresh.append(draft)
    numbers = _add(store, tx, fresh, repeats, writing, report)
    tx.insert("card_alias", [{"external_id": name, "card_id": numbers[place]} for name, place in aliases])
    report.ids += [number if kind == "old" else numbers[number] for kind, number in places]


def _joined(before: Draft, after: Draft) -> Draft:
    """Return the later of two drafts of one memory, with what only the earlier one tells."""
    told = {
        name: getattr(after, name) or getattr(before, name)
        for name in ("external_id", "summary", "overview", "perception", "scene", "topic", "supersedes")
    }
    when = before.happened_at if after.happened_at is None else after.happened_at
    given = tuple(tag for tag in before.tags if tag.type != tag_writer.FOUND)
    return after._replace(
        **told,
        happened_at=when,
        tags=(*given, *after.tags),
        preferences=(*before.preferences, *after.preferences),
        remember=before.remember or after.remember,
        line=before.line,
    )


def _repeated(first: Draft, again: Draft) -> Draft:
    """Return a draft with what its content coming again adds to it."""
    given = tuple(tag for tag in again.tags if tag.type != tag_writer.FOUND)
    return first._replace(
        tags=(*first.tags, *given),
        preferences=(*first.preferences, *again.preferences),
        supersedes=again.supersedes or first.supersedes,
        remember=first.remember or again.remember,
    )


def _add(
    store: Store,
    tx: Transaction,
    fresh: Sequence[Draft],
    repeats: dict[int, int],
    writing: Writing,
    report: Report,
) -> list[int]:
    rows = [_row(tx, draft, repeats.get(place, 0), writing) for place, draft in enumerate(fresh)]
    numbers = tx.insert("card", rows)
    tag_writer.attach(store, tx, list(zip(numbers, fresh, strict=True)), report.warn)
    for number, draft in zip(numbers, fresh, strict=True):
        _keep_preferences(store, tx, draft, writing)
        _supersede(store, tx, number, draft, report)
    report.added += len(numbers)
    return numbers


def _supersede(store: Store, tx: Transaction, number: int, draft: Draft, report: Report) -> None:
    """Let a card take the place of the one that its draft names."""
    if not draft.supersedes:
        return
    old = store.card_by_external_id(draft.supersedes)
    if old is None:
        report.warn(f"line {draft.line}: supersedes {draft.supersedes!r}, which no card is known by")
    elif old != number:
        tx.update("card", old, {"superseded_by": number})


def _row(tx: Transaction, draft: Draft, repeats: int, writing: Writing) -> dict[str, object]:
    return {
        "uid": card_rules.uuid7(writing.now, writing.noise(10)),
        "external_id": draft.external_id,
        "kind": draft.kind,
        "status": Status.COMPLETED,
        "tier": Tier.PERM if draft.remember else Tier.HOT,
        "topic": draft.topic,
        "speaker": draft.speaker,
        "summary": draft.summary,
        "overview": draft.overview,
        "text": draft.text,
        "reply_at": draft.reply_at,
        "perception": draft.perception,
        "scene_id": tag_writer.scene(tx, draft.scene),
        "content_hash": _hash(draft),
        "repeats": repeats,
        "happened_at": writing.now if draft.happened_at is None else draft.happened_at,
        "created_at": writing.now,
    }


def _correct(
    store: Store, tx: Transaction, number: int, draft: Draft, writing: Writing, report: Report
) -> None:
    """Bring a card up to what its caller now says under the same id; saying the same again changes nothing."""
    card = store.cards([number])[0]
    changes: dict[str, object] = {}
    if _hash_of(card) != _hash(draft):
        changes = {
            "text": draft.text,
            "content_hash": _hash(draft),
            "reply_at": draft.reply_at,
            "speaker": draft.speaker,
            "kind": draft.kind,
        }
    if draft.scene:
        changes["scene_id"] = tag_writer.scene(tx, draft.scene)
    for name in ("summary", "overview", "perception", "topic", "happened_at"):
        given = getattr(draft, name)
        if given is not None:
            changes[name] = given
    if draft.remember:
        changes["tier"] = Tier.PERM
    changed = tx.update("card", number, changes)
    tag_writer.attach(store, tx, [(number, draft)], report.warn)
    _keep_preferences(store, tx, draft, writing)
    _supersede(store, tx, number, draft, report)
    _warn_of_forgotten(card, report)
    report.updated += changed
    report.repeated += not changed


def _repeat(
    store: Store, tx: Transaction, number: int, draft: Draft, writing: Writing, report: Report
) -> None:
    """Count that a content came again, under no id or under another one."""
    card = store.cards([number])[0]
    tx.update(
        "card", number, {"repeats": card.repeats + 1, **({"tier": Tier.PERM} if draft.remember else {})}
    )
    if draft.external_id:
        tx.insert("card_alias", [{"external_id": draft.external_id, "card_id": number}])
    tag_writer.attach(store, tx, [(number, draft)], report.warn)
    _keep_preferences(store, tx, draft, writing)
    _supersede(store, tx, number, draft, report)
    _warn_of_forgotten(card, report)
    report.repeated += 1


def _warn_of_forgotten(card: Card, report: Report) -> None:
    if card.forgotten_at is not None:
        report.warn(
            f"card {card.id} has this content and is forgotten; `wdm restore {card.id}` brings it back"
        )


def _keep_preferences(store: Store, tx: Transaction, draft: Draft, writing: Writing) -> None:
    """Keep `key = value` pairs as cards of their own; a new value supersedes the one before."""
    for key, value in draft.preferences:
        told = Draft(text=f"{key}: {value}", kind=Kind.PREFERENCE, happened_at=draft.happened_at)
        before = store.preference(key)
        if before is not None and before[1] == value:
            continue
        number = tx.insert("card", [_row(tx, told, 0, writing)])[0]
        tx.insert("preference", [{"card_id": number, "key": key, "value": value, "confidence": 1.0}])
        if before is not None:
            tx.update("card", before[0], {"superseded_by": number})


def _keep_document(
    store: Store, tx: Transaction, draft: DocumentDraft, writing: Writing, report: Report
) -> None:
    """Write a document; of one that was read before, only the sections that changed."""
    known = store.document(draft.path)
    values = {
        "hash": draft.hash, "mime": draft.mime, "summary": draft.summary, "overview": draft.overview,
        "read_at": writing.now,
    }  # fmt: skip
    if known is None:
        number = tx.insert("document", [{"path": draft.path, **values}])[0]
        rows = [{**_row(tx, section, 0, writing), "document_id": number} for section in draft.sections]
        numbers = tx.insert("card", rows)
        tag_writer.attach(store, tx, list(zip(numbers, draft.sections, strict=True)), report.warn)
        report.added += len(numbers)
        report.ids += numbers
        return
    old = [card for card in store.cards_of_document(known.id) if card.forgotten_at is None]
    if known.hash == draft.hash:
        report.repeated += len(old)
        report.ids += [card.id for card in old]
        return
    tx.update("document", known.id, values)
    _match_sections(store, tx, known.id, old, draft.sections, writing, report)


def _match_sections(
    store: Store, tx: Transaction, document_id: int, old: list[Card], sections: Sequence[Draft], writing: Writing,
    report: Report,
) -> None:  # fmt: skip
    """Keep sections that are as they were, give changed ones their new text, add new ones, forget those gone."""
    by_hash = {_hash_of(card): card for card in old}
    same = {
        place: by_hash.pop(_hash(section))
        for place, section in enumerate(sections)
        if _hash(section) in by_hash
    }
    kept = {card.id for card in same.values()}
    left = [card for card in old if card.id not in kept]
    # A changed section is the one with the same heading, or else the next that nothing claims.
    changed: dict[int, Card] = {}
    for same_heading in (True, False):
        for place, section in enumerate(sections):
            if place in same or place in changed:
                continue
            fits = (
                c
                for c in left
                if not same_heading or (_heading(section) and _heading(c) == _heading(section))
            )
            card = next(fits, None)
            if card is not None:
                left.remove(card)
                changed[place] = card
    for place, section in enumerate(sections):
        if place in same:
            report.repeated += 1
            report.ids.append(same[place].id)
            continue
        card = changed.get(place)
        if card is None:
            card_id = tx.insert("card", [{**_row(tx, section, 0, writing), "document_id": document_id}])[0]
            report.added += 1
        else:
            card_id = card.id
            tx.update(
                "card", card_id,
                {"text": section.text, "summary": section.summary, "content_hash": _hash(section),
                 "happened_at": writing.now if section.happened_at is None else section.happened_at},
            )  # fmt: skip
            report.updated += 1
        tag_writer.attach(store, tx, [(card_id, section)], report.warn)
        report.ids.append(card_id)
    for card in left:
        tx.update("card", card.id, {"forgotten_at": writing.now})
        report.updated += 1


def _heading(section: Draft | Card) -> str | None:
    return section.text.partition("\n\n")[0] if section.summary else None


def _hash(draft: Draft) -> bytes:
    return card_rules.content_hash(draft.kind, draft.speaker, draft.text)


def _hash_of(card: Card) -> bytes:
    return card_rules.content_hash(card.kind, card.speaker, card.text)
