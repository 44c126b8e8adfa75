"""Writing documents: of one that was read before, only the sections that changed."""

from __future__ import annotations

from collections.abc import Sequence

from wdm.engine.card_writer import CardWriter, hash_of_card, hash_of_draft
from wdm.engine.reading.items import DocumentDraft
from wdm.store.records import Card, Draft


def keep(writer: CardWriter, draft: DocumentDraft) -> None:
    """Write a document and its sections.

    Sections that are as they were stay, changed ones get their new text, new ones are added, and those that
    are gone are forgotten.
    """
    store, tx, report, now = writer.store, writer.tx, writer.report, writer.writing.now
    known = store.document(draft.path)
    values = {
        "hash": draft.hash, "mime": draft.mime, "summary": draft.summary, "overview": draft.overview,
        "read_at": now,
    }  # fmt: skip
    if known is None:
        number = tx.insert("document", [{"path": draft.path, **values}])[0]
        report.ids += writer.add(draft.sections, document_id=number)
        return
    old = [card for card in store.cards_of_document(known.id) if card.forgotten_at is None]
    if known.hash == draft.hash:
        report.repeated += len(old)
        report.ids += [card.id for card in old]
        return
    tx.update("document", known.id, values)
    same, changed, gone = _match(old, draft.sections)
    for place, section in enumerate(draft.sections):
        if place in same:
            report.repeated += 1
            report.ids.append(same[place].id)
        elif place in changed:
            _rewrite(writer, changed[place].id, section)
            report.ids.append(changed[place].id)
        else:
            report.ids += writer.add([section], document_id=known.id)
    for card in gone:
        tx.update("card", card.id, {"forgotten_at": now})
        report.updated += 1


def _rewrite(writer: CardWriter, card_id: int, section: Draft) -> None:
    happened_at = writer.writing.now if section.happened_at is None else section.happened_at
    changes = {"text": section.text, "summary": section.summary, "content_hash": hash_of_draft(section)}
    writer.tx.update("card", card_id, {**changes, "happened_at": happened_at})
    writer.tag([(card_id, section)])
    writer.report.updated += 1


def _match(
    old: Sequence[Card], sections: Sequence[Draft]
) -> tuple[dict[int, Card], dict[int, Card], list[Card]]:
    """Return the cards of the sections that are as they were and of those that changed, by place, and the rest."""
    by_hash = {hash_of_card(card): card for card in old}
    same = {
        place: by_hash.pop(hash_of_draft(section))
        for place, section in enumerate(sections)
        if hash_of_draft(section) in by_hash
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
    return same, changed, left


def _heading(section: Draft | Card) -> str | None:
    return section.text.partition("\n\n")[0] if section.summary else None
