"""Writing a turn in two phases: what was asked before the answer is known, the answer when it is there."""

from __future__ import annotations

from typing import NamedTuple

from wdm.engine import echoes, look, secrets, tag_writer
from wdm.engine.card_writer import CardWriter, hash_of_draft
from wdm.engine.rules import echo, importance
from wdm.engine.tag_finder import Finder
from wdm.store.errors import Refused, Unusable
from wdm.store.records import Card, Draft, Kind, PreferenceDraft, Status, TagDraft, Tier
from wdm.store.store import Store


class Completion(NamedTuple):
    """How a turn ended; None and () leave what is there."""

    reply: str | None = None
    status: Status = Status.COMPLETED
    summary: str | None = None
    overview: str | None = None
    tags: tuple[str, ...] = ()
    scene: str | None = None
    preferences: tuple[PreferenceDraft, ...] = ()


class Completed(NamedTuple):
    """What became of a frame."""

    card: Card
    changed: bool
    repeats: int | None
    """The card that has this very turn already, and takes the place of this one; None where there is none."""
    warnings: tuple[str, ...]


def without_secrets(writer: CardWriter, told: Completion) -> Completion:
    """Return how a turn ended without the secrets of its answer, where these are to be replaced."""
    if told.reply is None or not writer.writing.redact:
        return told
    clean = secrets.guarded(Draft(told.reply), writer.report.warn, redact=True)
    return told._replace(reply=clean.text)


def refuse_echo(words: str) -> None:
    """Refuse what holds nothing but a quoted prompt block.

    Raises:
        Refused: nothing else is there.

    """
    if not echo.without_blocks(words)[0]:
        raise Refused("nothing but a block of `wdm context`, which is not kept twice")


def own_words(store: Store, draft: Draft) -> Draft:
    """Return what was asked, without what it quotes of the memory itself.

    Raises:
        Refused: nothing is left.

    """
    words = echoes.own_words(store, draft.text)
    refuse_echo(words)
    return draft._replace(text=words)


def own_answer(store: Store, told: Completion) -> Completion:
    """Return how a turn ended, without what the answer quotes of the memory itself."""
    if told.reply is None:
        return told
    words = echoes.own_words(store, told.reply)
    return told._replace(reply=words or (echo.QUOTED if told.reply else ""))


def frame(writer: CardWriter, draft: Draft) -> int:
    """Keep what was asked, pending; return the number of its card."""
    draft = secrets.guarded(draft, writer.report.warn, redact=writer.writing.redact)
    row = writer.row(draft._replace(kind=Kind.CHAT), 0)
    number = writer.tx.insert("card", [{**row, "status": Status.PENDING, "tier": Tier.HOT}])[0]
    writer.tag([(number, draft)])
    writer.keep_preferences(draft)
    writer.hear(number, draft)
    return number


def complete(
    writer: CardWriter, reference: str, told: Completion, names: Finder | None
) -> tuple[int, bool, int | None]:
    """End a turn, with `without_secrets` words; return its card, whether anything changed, and the card that it repeats.

    The same end again changes nothing. A turn that was interrupted, or failed, may be completed later; a completed one
    keeps its answer.

    Raises:
        NotFound: there is no such card.
        Refused: the card is no turn, or is completed with another answer.

    """
    card = look.show(writer.store, [reference])[0]
    if card.kind is not Kind.CHAT or (card.status is Status.COMPLETED and card.reply_at is None):
        raise Refused(f"card {card.id} is no frame", hint="`wdm frame -t TEXT` makes one")
    asked, before = sides(card)
    reply = told.reply if told.reply is not None and told.reply.strip() else None
    _check(card, told, reply, before)
    draft = _draft(card, asked, reply if reply is not None else before, told)
    draft = secrets.guarded(draft, writer.report.warn, redact=writer.writing.redact)
    if names is not None and not draft.tags and not card.tags and told.status is Status.COMPLETED:
        found = names.find(draft.text, writer.writing.tags)
        draft = draft._replace(tags=tuple(TagDraft(name, type=tag_writer.FOUND) for name in found))
    changes: dict[str, object] = {
        "status": told.status, "text": draft.text, "reply_at": draft.reply_at, "content_hash": hash_of_draft(draft),
        **writer.assessed(draft),
    }  # fmt: skip
    changes |= {name: words for name in ("summary", "overview") if (words := getattr(draft, name))}
    if told.scene:
        changes["scene_id"] = tag_writer.scene(writer.tx, told.scene)
    if told.status is Status.COMPLETED and importance.told_to_remember(draft):
        changes["tier"] = Tier.PERM
    repeats = None
    if told.status is Status.COMPLETED:
        repeats = writer.store.live_by_hash(hash_of_draft(draft), card.id)
    if repeats is not None and card.superseded_by is None:
        changes["superseded_by"] = repeats
        earlier = writer.store.cards([repeats])[0]
        writer.tx.update("card", repeats, {"repeats": earlier.repeats + 1})
    changed = writer.tx.update("card", card.id, changes)
    writer.tag([(card.id, draft)])
    writer.keep_preferences(draft)
    writer.hear(card.id, draft)
    if told.status is Status.COMPLETED and card.status is not Status.COMPLETED:
        writer.discover(card.id)
    return card.id, changed, repeats


def read_back(store: Store, number: int, told: Completion) -> Card:
    """Return a completed card as it is on disk.

    Raises:
        Unusable: it does not say what was written.

    """
    card = store.cards([number])[0]
    if card.status is not told.status or (told.reply and told.reply.strip() and sides(card)[1] != told.reply):
        raise Unusable(f"card {number} does not read back as it was written", hint="see `wdm doctor`")
    return card


def sides(card: Card) -> tuple[str, str | None]:
    """Return what was asked and, where there is one, what was answered."""
    if card.reply_at is None:
        return card.text, None
    return card.text[: card.reply_at].removesuffix("\n"), card.text[card.reply_at :]


def _check(card: Card, told: Completion, reply: str | None, before: str | None) -> None:
    """Refuse what would lose an answer, or leave a completed turn without one."""
    if told.status is Status.COMPLETED and reply is None and before is None:
        raise Refused(
            f"card {card.id} cannot be completed without an answer",
            hint="-t RESPONSE, or --status interrupted or failed",
        )
    if card.status is not Status.COMPLETED:
        return
    if told.status is not Status.COMPLETED:
        raise Refused(f"card {card.id} is completed already", hint="`wdm undo` takes its completion back")
    if reply is not None and reply != before:
        raise Refused(
            f"card {card.id} is completed already, with another answer", hint="`wdm undo` takes it back"
        )


def _draft(card: Card, asked: str, reply: str | None, told: Completion) -> Draft:
    """Return a turn with both of its sides."""
    text = asked if reply is None else f"{asked}\n{reply}"
    return Draft(
        text=text,
        kind=Kind.CHAT,
        summary=told.summary,
        overview=told.overview,
        speaker=card.speaker,
        reply_at=None if reply is None else len(asked) + 1,
        perception=card.perception,
        happened_at=card.happened_at,
        scene=told.scene or card.scene,
        tags=tuple(map(TagDraft, told.tags)),
        preferences=told.preferences,
        remember=card.explicitness == importance.TOLD,
    )
