"""Cards and hits as JSON and as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wdm.cli.output.text import one_line, safe
from wdm.engine.look import Shown
from wdm.engine.recall import Answer, Hit
from wdm.engine.rules import times
from wdm.engine.rules.cards import summary_of, uid_text
from wdm.engine.rules.relevance import Part
from wdm.store.records import Card, Depth, Standing

MATCHED = 5
"""Matched terms that are named beside a hit."""


def card_json(card: Card, *, full: bool = False) -> dict[str, Any]:
    """Return a card as JSON; in full, with its text and all that is known of it."""
    told: dict[str, Any] = {
        "id": card.id, "uid": uid_text(card.uid), "external_id": card.external_id, "kind": card.kind,
        "status": card.status, "tier": card.tier, "summary": summary_of(card), "tags": [tag.name for tag in card.tags],
        "scene": card.scene, "topic": card.topic, "speaker": card.speaker, "time": times.iso(card.happened_at),
        "created": times.iso(card.created_at), "repeats": card.repeats, "uses": card.uses,
        "superseded_by": card.superseded_by, "archived": _time(card.archived_at), "forgotten": _time(card.forgotten_at),
    }  # fmt: skip
    if full:
        told |= {
            "text": card.text,
            "overview": card.overview,
            "perception": card.perception,
            "pinned": card.pinned,
            "last_used": _time(card.last_used),
            **parts_json(card),
        }
        if card.reply_at is not None:
            told |= {
                "user": card.text[: card.reply_at].removesuffix("\n"),
                "agent": card.text[card.reply_at :],
            }
    return told


def parts_json(card: Card | Standing) -> dict[str, Any]:
    """Return the importance of a card with its four parts."""
    from wdm.engine.rules import importance  # a recall tells of none

    parts = importance.parts(card)
    return {"importance": round(parts.importance, 4), "parts": parts._asdict()}


def beside_json(shown: Shown, card: Card) -> dict[str, Any]:
    """Return what stands beside a card: what it superseded, and the preference that it keeps."""
    told: dict[str, Any] = {}
    if card.id in shown.replaced:
        told["supersedes"] = shown.replaced[card.id]
    if card.id in shown.preferences:
        kept = shown.preferences[card.id]
        told["preference"] = {"key": kept.key, "value": kept.value, "confidence": kept.confidence}
    return told


def hit_json(hit: Hit, depth: Depth, *, why: bool) -> dict[str, Any]:
    """Return a hit as JSON, as deep as was asked."""
    card = hit.card
    told: dict[str, Any] = {
        "id": card.id, "uid": uid_text(card.uid), "external_id": card.external_id, "score": hit.score,
        "summary": summary_of(card), "tags": [tag.name for tag in card.tags], "tier": card.tier, "scene": card.scene,
        "speaker": card.speaker, "topic": card.topic, "time": times.iso(card.happened_at),
    }  # fmt: skip
    if depth is not Depth.SHALLOW:
        told["overview"] = card.overview
    if depth is Depth.DEEP:
        told["text"] = card.text
    if why:
        told["why"] = {
            **hit.factors,
            "relevance_factors": dict(hit.scored.factors),
            "tags": [
                {
                    "tag": one.tag.name,
                    "via": list(one.via),
                    "level": one.level,
                    "hops": one.hops,
                    "weight": one.weight,
                }
                for one in hit.tags
            ],
            "parts": [_part_json(part) for part in hit.scored.parts],
        }
    return told


def answer_json(answer: Answer, *, why: bool) -> dict[str, Any]:
    """Return the fields of a `wdm.recall/1` document."""
    query = answer.query
    told: dict[str, Any] = {
        "query": query.words,
        "depth": query.depth,
        "tags": [{"code": m.tag.code, "name": m.tag.name, "via": m.via[0]} for m in answer.tags],
        "incomplete": [m.tag.name for m in answer.tags if m.tag.incomplete],
        "unknown": list(answer.unknown),
        "hits": [hit_json(hit, query.depth, why=why) for hit in answer.hits],
    }
    if query.id is not None:
        told["id"] = query.id
    if answer.hidden:
        told["hidden"] = list(answer.hidden)
    if answer.rejected:
        told["rejected"] = [{"id": one.card_id, "note": one.note} for one in answer.rejected]
    if answer.use is not None:
        told["use"] = answer.use
    return told


def hit_lines(place: int, hit: Hit, depth: Depth, *, why: bool) -> list[str]:
    """Return a hit as lines of plain text."""
    card = hit.card
    about = [
        times.iso(card.happened_at)[:10],
        card.speaker,
        card.scene,
        *(f"#{tag.name}" for tag in card.tags),
    ]
    lines = [
        f"{place}. {one_line(summary_of(card))}",
        f"   [{card.id}]  {hit.score:.3f}  {'  '.join(one_line(word) for word in about if word)}",
    ]
    if not why:
        lines.append(f"   matched {matched(hit)}")
    if depth is not Depth.SHALLOW and card.overview:
        lines += _indented(card.overview)
    if depth is Depth.DEEP and card.text != summary_of(card):
        lines += _indented(card.text)
    if why:
        lines += why_lines(hit)
    return lines


def matched(hit: Hit) -> str:
    """Return in a few words how a hit matched: the weightiest terms, and where those stand that are not in the text."""
    told: dict[str, Part] = {}
    for part in sorted(hit.scored.parts, key=lambda part: -part.contribution):
        term = part.wanted.word if part.wanted.origin == "tag" else part.wanted.term
        # A character says nothing beside the word that it stands in.
        if not any(term in longer for longer in told):
            told.setdefault(term, part)
    words = [_place(term, part) for term, part in list(told.items())[:MATCHED]]
    return one_line(", ".join(words)) + (", …" if len(told) > MATCHED else "")


def why_lines(hit: Hit) -> list[str]:
    """Return the calculation of a hit's score: the factors, and what each word brought to the relevance."""
    product = " x ".join(f"{name} {value!r}" for name, value in hit.factors.items())
    lines = [f"   score {hit.score!r} = {product}"]
    within = "".join(f" x {name} {value!r}" for name, value in hit.scored.factors.items())
    lines.append(f"   relevance {hit.scored.relevance!r} = sum of the words below{within}")
    lines += [
        f"     #{one_line(one.tag.name)} by way of {one_line(' > '.join(one.via))}: {one.level}"
        for one in hit.tags
        if one.level
    ]
    parts = sorted(hit.scored.parts, key=lambda part: -part.contribution)
    return lines + [
        f"     {part.contribution:.12f}  {_how(part)}: weight {part.wanted.weight:.2f}, count {part.seen:.2f}"
        for part in parts
    ]


def card_lines(card: Card, beside: Mapping[str, Any]) -> list[str]:
    """Return a card in full with what stands beside it, as lines of plain text."""
    told = {**card_json(card, full=True), **beside}
    told["pinned"] = "yes" if card.pinned else None
    parts = ", ".join(f"{name} {value:.2f}" for name, value in told["parts"].items() if value)
    told["importance"] = f"{told['importance']:.2f}{f': {parts}' if parts else ''}"
    if "supersedes" in told:
        told["supersedes"] = ", ".join(map(str, told["supersedes"]))
    if "preference" in told:
        told["preference"] = "{key} = {value} (confidence {confidence:g})".format(**told["preference"])
    order = (
        "uid", "external_id", "kind", "preference", "status", "tier", "pinned", "topic", "speaker", "scene", "time",
        "created", "tags", "importance", "repeats", "uses", "last_used", "superseded_by", "supersedes", "archived",
        "forgotten", "perception",
    )  # fmt: skip
    lines = [f"card {card.id}"]
    for name in order:
        value = told.get(name)
        if value not in (None, [], 0):
            words = ", ".join(value) if isinstance(value, list) else str(value)
            lines.append(f"  {name.replace('_', ' '):14} {one_line(words)}")
    for name in ("summary", "overview"):
        if getattr(card, name):
            lines += [f"  {name}", *_indented(getattr(card, name))]
    return [*lines, "  text", *_indented(card.text)]


def _how(part: Part) -> str:
    """Return how a term came to match, in words."""
    wanted = part.wanted
    word = f"{wanted.word!r}" if wanted.word == wanted.term else f"{wanted.word!r} as {wanted.term!r}"
    asked = {
        "query": word,
        "name": f"{wanted.term!r} of the name {wanted.word!r}",
        "tag": f"tag {wanted.word!r}",
        "echo": f"{word}, from the best hits",
    }[wanted.origin]
    found = {
        "text": "in the text",
        "date": "in its date",
        "neighbour": "in the turns around it",
        "tag": "on the card",
    }
    return one_line(f"{asked} {found[part.found]}")


def _place(term: str, part: Part) -> str:
    """Return a matched term with where it stands, unless that is the text."""
    if part.wanted.origin == "tag":
        return f"#{term}"
    place = {"text": "", "date": " (its date)", "neighbour": " (near it)", "tag": ""}[part.found]
    word = part.wanted.word
    spelled = word if word.isascii() and word.casefold().startswith(term[:3]) else term
    told = {"echo": " (from the best hits)", "name": "" if spelled == word else f" (of {word})"}
    return f"{spelled}{place}{told.get(part.wanted.origin, '')}"


def _part_json(part: Part) -> dict[str, Any]:
    wanted = part.wanted
    return {
        "term": wanted.term, "word": wanted.word, "origin": wanted.origin, "weight": wanted.weight, "found": part.found,
        "count": part.seen, "share": part.share, "contribution": part.contribution,
    }  # fmt: skip


def _indented(words: str) -> list[str]:
    return [f"   | {safe(line)}" for line in words.splitlines()]


def _time(ms: int | None) -> str | None:
    return None if ms is None else times.iso(ms)
