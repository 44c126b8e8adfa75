"""Writing cards: new ones together, repeats and corrections one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from wdm.engine import keeping, tag_writer
from wdm.engine.reading.items import Rejected
from wdm.engine.rules import cards as card_rules
from wdm.engine.rules import importance, sameness
from wdm.store.errors import Refused
from wdm.store.journal import Transaction
from wdm.store.records import Card, Draft, Kind, Status, Tier
from wdm.store.store import Store

if TYPE_CHECKING:
    from wdm.engine.listener import Listener


@dataclass(slots=True)
class Report:
    """What became of an input."""

    added: int = 0
    repeated: int = 0
    updated: int = 0
    echoed: int = 0
    """Pieces that only quoted what the memory itself had told."""
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
    redact: bool = False
    """Whether secrets are replaced."""
    listener: Listener | None = None
    """Hears what is said, where the agent's mood is on."""


class CardWriter:
    """Writes drafts in one transaction, and tells a report what became of each."""

    def __init__(self, store: Store, tx: Transaction, writing: Writing, report: Report) -> None:
        self.store = store
        self.tx = tx
        self.writing = writing
        self.report = report

    def keep(self, drafts: Sequence[Draft]) -> None:
        """Write drafts: the same id or the same content again makes no second card."""
        drafts = [hashed(draft) for draft in drafts]
        by_external = self._known(drafts)
        by_hash = self.store.known_hashes(hash_of_draft(draft) for draft in drafts)
        fresh: list[Draft] = []
        repeats: dict[int, int] = {}
        aliases: list[tuple[str, int]] = []
        places: list[tuple[str, int]] = []
        fresh_by_external: dict[str, int] = {}
        fresh_by_hash: dict[bytes, int] = {}
        for draft in drafts:
            external, content = draft.external_id, hash_of_draft(draft)
            if external in by_external:
                number = by_external[str(external)]
                places.append(("old", number))
                self._correct(number, draft)
            elif external in fresh_by_external:
                place = fresh_by_external[str(external)]
                places.append(("new", place))
                self.report.repeated += 1
                fresh[place] = _joined(fresh[place], draft)  # the later word of the same memory holds
                fresh_by_hash[content] = place
            elif content in fresh_by_hash:
                place = fresh_by_hash[content]
                places.append(("new", place))
                self.report.repeated += 1
                repeats[place] = repeats.get(place, 0) + 1
                fresh[place] = _repeated(fresh[place], draft)
                if external:
                    aliases.append((external, place))
                    fresh_by_external[external] = place
            elif content in by_hash:
                number = by_hash[content]
                places.append(("old", number))
                self._repeat(number, draft)
                if external:
                    by_external[external] = number
            else:
                places.append(("new", len(fresh)))
                if external:
                    fresh_by_external[external] = len(fresh)
                fresh_by_hash[content] = len(fresh)
                fresh.append(draft)
        numbers = self.add(fresh, repeats)
        self.tx.insert(
            "card_alias", [{"external_id": name, "card_id": numbers[place]} for name, place in aliases]
        )
        self.report.ids += [number if kind == "old" else numbers[number] for kind, number in places]

    def add(
        self,
        drafts: Sequence[Draft],
        repeats: dict[int, int] | None = None,
        *,
        document_id: int | None = None,
    ) -> list[int]:
        """Write drafts as new cards; return their numbers.

        Args:
            drafts: what to write.
            repeats: how often each came again in the same input, by place.
            document_id: the document whose sections they are.

        """
        counted = repeats or {}
        rows = [
            {**self.row(draft, counted.get(place, 0)), "document_id": document_id}
            for place, draft in enumerate(drafts)
        ]
        numbers = self.tx.insert("card", rows)
        self.tag(list(zip(numbers, drafts, strict=True)), new=True)
        for number, draft in zip(numbers, drafts, strict=True):
            self.keep_preferences(draft)
            self._supersede(number, draft)
            self.hear(number, draft)
        self.report.added += len(numbers)
        return numbers

    def tag(self, cards: Sequence[tuple[int, Draft]], *, new: bool = False) -> None:
        """Give cards the tags of their drafts; `new` ones have none yet."""
        tag_writer.attach(self.store, self.tx, cards, self.report.warn, new=new)

    def hear(self, number: int, draft: Draft) -> None:
        """Let what was said move the agent's mood, where that is on."""
        if self.writing.listener:
            self.writing.listener.hear(self.store, self.tx, number, draft)

    def discover(self, number: int) -> None:
        """Let something new make the agent curious, where its mood is on."""
        if self.writing.listener:
            self.tx.flush()  # for the counts of the tags
            self.writing.listener.discover(self.store, self.tx, number)

    def assessed(self, draft: Draft) -> dict[str, float]:
        """Return what importance is made of; what was judged of a draft counts as emotion too."""
        parts = importance.assessed(draft)
        if self.writing.listener:
            parts["emotion"] = max(parts["emotion"], self.writing.listener.emotion(draft))
        return parts

    def row(self, draft: Draft, repeats: int) -> dict[str, object]:
        """Return a draft as a row of a new card."""
        now = self.writing.now
        parts = self.assessed(draft)
        return {
            "uid": card_rules.uuid7(now, self.writing.noise(10)),
            "external_id": draft.external_id,
            "kind": draft.kind,
            "status": Status.COMPLETED,
            "tier": Tier.PERM if parts["explicitness"] == importance.TOLD else Tier.HOT,
            "topic": draft.topic,
            "speaker": draft.speaker,
            "summary": draft.summary,
            "overview": draft.overview,
            "text": draft.text,
            "reply_at": draft.reply_at,
            "perception": draft.perception,
            "scene_id": tag_writer.scene(self.tx, draft.scene),
            "content_hash": hash_of_draft(draft),
            "repeats": repeats,
            "happened_at": now if draft.happened_at is None else draft.happened_at,
            "created_at": now,
            **parts,
        }

    def _known(self, drafts: Sequence[Draft]) -> dict[str, int]:
        """Return the cards that the drafts' ids name.

        An id whose content came first under another id shares that card. Where it now says something else, it
        parts from the card and is free to name one of its own.
        """
        contents = {draft.external_id: hash_of_draft(draft) for draft in drafts if draft.external_id}
        known = self.store.cards_by_external_ids(contents)
        cards = {card.id: card for card in self.store.cards(known.values())}
        for external, number in list(known.items()):
            card = cards[number]
            if card.external_id != external and hash_of_card(card) != contents[external]:
                self.tx.delete("card_alias", (self.store.card_alias_id(external), 0))
                del known[external]
        return known

    def _correct(self, number: int, draft: Draft) -> None:
        """Bring a card up to what its caller now says under the same id; saying the same again changes nothing."""
        card = self.store.cards([number])[0]
        if card.external_id != draft.external_id:  # the shared card of two ids is the first one's to change
            self.report.repeated += 1
            return
        changes: dict[str, object] = {}
        if (card.text.strip(), card.kind, card.speaker) != (draft.text.strip(), draft.kind, draft.speaker):
            changes = {
                "text": draft.text,
                "content_hash": hash_of_draft(draft),
                "reply_at": draft.reply_at,
                "speaker": draft.speaker,
                "kind": draft.kind,
            }
        if draft.scene:
            changes["scene_id"] = tag_writer.scene(self.tx, draft.scene)
        for name in ("summary", "overview", "perception", "topic", "happened_at"):
            given = getattr(draft, name)
            if given is not None:
                changes[name] = given
        changes |= self.assessed(_told_so_far(card, draft))
        if importance.told_to_remember(draft):
            changes["tier"] = Tier.PERM
        changed = self.tx.update("card", number, changes)
        self.tag([(number, draft)])
        self.keep_preferences(draft)
        self._supersede(number, draft)
        self._warn_of_forgotten(card)
        self.report.updated += changed
        self.report.repeated += not changed

    def _repeat(self, number: int, draft: Draft) -> None:
        """Count that a content came again, under no id or under another one."""
        card = self.store.cards([number])[0]
        changes: dict[str, object] = {"repeats": card.repeats + 1}
        if importance.told_to_remember(draft):
            changes |= {"tier": Tier.PERM, "explicitness": importance.TOLD}
        self.tx.update("card", number, changes)
        if draft.external_id:
            self.tx.insert("card_alias", [{"external_id": draft.external_id, "card_id": number}])
        self.tag([(number, draft)])
        self.keep_preferences(draft)
        self._supersede(number, draft)
        self._warn_of_forgotten(card)
        self.report.repeated += 1

    def _supersede(self, number: int, draft: Draft) -> None:
        """Let a card take the place of the one that its draft names."""
        if not draft.supersedes:
            return
        old = self.store.card_by_external_id(draft.supersedes)
        if old is None:
            self.report.warn(f"line {draft.line}: supersedes {draft.supersedes!r}, which no card is known by")
        elif old != number:
            try:
                keeping.refuse_circle(self.store, old, self.store.cards([number])[0])
            except Refused as error:
                self.report.warn(f"line {draft.line}: {error.message}")
            else:
                self.tx.update("card", old, {"superseded_by": number})

    def keep_preferences(self, draft: Draft) -> None:
        """Keep `key = value` pairs as cards of their own; a new value supersedes the one before."""
        for key, value, confidence in draft.preferences:
            told = Draft(text=f"{key}: {value}", kind=Kind.PREFERENCE, happened_at=draft.happened_at)
            before = self.store.preference(key)
            if before is not None and before.value == value:
                self.tx.update("preference", before.id, {"confidence": confidence})
                continue
            number = self.tx.insert("card", [self.row(told, 0)])[0]
            row = {"card_id": number, "key": key, "value": value, "confidence": confidence}
            self.tx.insert("preference", [row])
            if before is not None:
                self.tx.update("card", before.card_id, {"superseded_by": number})

    def _warn_of_forgotten(self, card: Card) -> None:
        if card.forgotten_at is not None:
            self.report.warn(
                f"card {card.id} has this content and is forgotten; `wdm restore {card.id}` brings it back"
            )


def hash_of_draft(draft: Draft) -> bytes:
    """Return what the content of a draft is known by."""
    return draft.content_hash or sameness.content_hash(draft.kind, draft.speaker, draft.text)


def hashed(draft: Draft) -> Draft:
    """Return a draft that carries what its content is known by, so that it is worked out once."""
    return draft if draft.content_hash else draft._replace(content_hash=hash_of_draft(draft))


def hash_of_card(card: Card) -> bytes:
    """Return what the content of a card is known by."""
    return sameness.content_hash(card.kind, card.speaker, card.text)


def assessed(card: Card) -> dict[str, object]:
    """Return what follows from the words of a card and is kept beside them, by the names of the columns."""
    told = {"explicitness": importance.TOLD} if card.tier is Tier.PERM else {}
    return {**importance.assessed(card), **told, "content_hash": hash_of_card(card)}


def _told_so_far(card: Card, draft: Draft) -> Draft:
    """Return a draft with what its card keeps of the fields that it leaves out."""
    return draft._replace(
        perception=draft.perception or card.perception,
        scene=draft.scene or card.scene,
        remember=draft.remember or card.explicitness == importance.TOLD,
    )


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
