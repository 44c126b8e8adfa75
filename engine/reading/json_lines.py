"""JSON input: a memory a line, or an array of chat messages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from wdm.engine.reading.items import Item, Rejected, Source, decoded
from wdm.engine.reading.json_text import NotJson, parsed
from wdm.engine.rules import times
from wdm.engine.rules.flaws import flaw, scene_flaw
from wdm.store.records import Draft, Kind, PreferenceDraft, TagDraft

FIELDS = (
    "text", "user", "agent", "id", "time", "topic", "speaker", "kind", "summary", "overview", "tags", "scene",
    "perception", "preferences", "supersedes", "remember", "role", "content",
)  # fmt: skip
"""Fields of a memory; others are ignored, which is said."""

CALLS = ("tool_calls", "function_call")
"""Fields of a chat message that calls a tool, and may say nothing beside."""


def read_lines(source: Source, unknown: set[str]) -> Iterator[Item]:
    """Yield the memory of each line; add the names of fields that mean nothing here to `unknown`."""
    for number, line in source.lines():
        if isinstance(line, Rejected):
            yield line
            continue
        try:
            told = parsed(line)
        except NotJson as error:
            yield Rejected(number, str(error))
            continue
        if isinstance(told, dict) and isinstance(told.get("messages"), list):
            yield from _messages(told, number, _session(source, number), unknown)
        else:
            yield memory(told, number, unknown)


def read_array(source: Source, unknown: set[str]) -> Iterator[Item]:
    """Yield the memories or messages of one JSON array, or of an object whose `messages` is one."""
    raw = source.stream.read()
    source.read(len(raw))
    words = decoded(raw.removeprefix(b"\xef\xbb\xbf"), 1)
    if isinstance(words, Rejected):
        yield words
        return
    try:
        told = parsed(words)
    except NotJson as error:
        yield Rejected(error.line, str(error))
        return
    if isinstance(told, dict) and isinstance(told.get("messages"), list):
        yield from _messages(told, None, source.session, unknown)
        return
    for number, entry in enumerate(told if isinstance(told, list) else [told], start=1):
        yield from _entry(entry, number, source.session, unknown)


def _messages(
    told: dict[str, Any], line: int | None, session: str | None, unknown: set[str]
) -> Iterator[Item]:
    """Yield the turns of an object whose `messages` are a chat; its own topic or id names the session."""
    named = next((told[name] for name in ("topic", "id") if isinstance(told.get(name), str)), session)
    unknown.update(str(name) for name in told.keys() - {"messages", "topic", "id"})
    for place, entry in enumerate(told["messages"], start=1):
        yield from _entry(entry, line or place, named, unknown)


def _entry(entry: object, number: int, session: str | None, unknown: set[str]) -> Iterator[Item]:
    """Yield the memory or turn that one of many tells; nothing for a message that only calls a tool."""
    if isinstance(entry, dict) and not entry.get("content") and any(entry.get(name) for name in CALLS):
        unknown.update(str(name) for name in entry.keys() - set(FIELDS))
        return
    item = memory(entry, number, unknown)
    if isinstance(item, Draft) and isinstance(entry, dict) and "role" in entry and item.topic is None:
        item = item._replace(topic=session)
    yield item


def _session(source: Source, line: int) -> str | None:
    """Return the session of a chat that has a line for itself."""
    return source.topic or (source.session and f"{source.session}:{line}")


def memory(told: object, number: int, unknown: set[str]) -> Item:
    """Return the memory that a JSON object tells, or why it is none.

    Args:
        told: the object, with the fields `FIELDS`.
        number: of its line, or of its place in an array, from 1.
        unknown: gets the names of fields that mean nothing here.

    """
    if not isinstance(told, dict):
        return Rejected(number, "not a JSON object")
    unknown.update(str(name) for name in told.keys() - set(FIELDS))
    try:
        return _draft({name: value for name, value in told.items() if value is not None}, number)
    except ValueError as error:
        return Rejected(number, str(error))


def _draft(told: dict[str, Any], number: int) -> Draft:
    words, reply_at = _words(told)
    reason = flaw(words)
    if reason:
        raise ValueError(reason)
    speaker = _text(told, "speaker") or _text(told, "role")
    kind = _text(told, "kind")
    if kind is not None and kind not in set(Kind):
        raise ValueError(f"kind {kind!r} is none of {', '.join(Kind)}")
    chat = speaker is not None or reply_at is not None
    remember = told.get("remember", False)
    if not isinstance(remember, bool):
        raise ValueError("remember must be true or false")
    scene = _text(told, "scene")
    if scene is not None and (reason := scene_flaw(scene)):
        raise ValueError(reason)
    return Draft(
        text=words,
        external_id=_identity(told, "id"),
        kind=Kind(kind) if kind else Kind.CHAT if chat else Kind.FACT,
        topic=_text(told, "topic"),
        speaker=speaker,
        summary=_text(told, "summary"),
        overview=_text(told, "overview"),
        reply_at=reply_at,
        perception=_perception(told.get("perception")),
        scene=scene,
        happened_at=times.parse_stamp(told["time"]) if "time" in told else None,
        tags=_tags(told.get("tags", [])),
        preferences=_preferences(told.get("preferences", {})),
        supersedes=_identity(told, "supersedes"),
        remember=remember,
        line=number,
    )


def _words(told: dict[str, Any]) -> tuple[str, int | None]:
    """Return the text, and where the agent's side of a turn begins in it."""
    if "text" in told:
        return _text(told, "text") or "", None
    if "content" in told:
        return _content(told["content"]), None
    if "user" in told or "agent" in told:
        user, agent = _text(told, "user") or "", _text(told, "agent") or ""
        return (
            (f"{user}\n{agent}", len(user) + 1) if user and agent else (user or agent, 0 if agent else None)
        )
    raise ValueError("no text: give `text`, or `user` and `agent`")


def _content(content: object) -> str:
    """Return the text of a chat message, whose content is a text or a list of parts."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        raise ValueError("content must be a text or a list of parts")
    parts = [part.get("text") if isinstance(part, dict) else part for part in content]
    return "\n".join(part for part in parts if isinstance(part, str))


def _text(told: dict[str, Any], name: str) -> str | None:
    value = told.get(name)
    if value is None or isinstance(value, str):
        if value is not None and value.strip() and flaw(value):
            raise ValueError(f"{name} {flaw(value)}")
        return (value if name in ("text", "user", "agent") else value.strip()) or None if value else None
    raise ValueError(f"{name} must be a text, not {value!r:.40}")


def _perception(told: object) -> str | None:
    if told is not None and not isinstance(told, dict):
        raise ValueError("perception must be an object")
    if not told:
        return None
    try:
        words = json.dumps(told, ensure_ascii=False, sort_keys=True, allow_nan=False)
    except (ValueError, RecursionError) as error:  # such as 1e999, which is read as infinite
        raise ValueError(f"perception: {error}") from error
    return _sound(words, "perception")


def _sound(words: str, what: str) -> str:
    """Return a text, unless no store can hold it."""
    if words and (reason := flaw(words)):
        raise ValueError(f"{what} {reason}")
    return words


def _identity(told: dict[str, Any], name: str) -> str | None:
    value = told.get(name)
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else _text(told, name)


def _tags(told: object) -> tuple[TagDraft, ...]:
    if not isinstance(told, list):
        raise ValueError("tags must be a list")
    drafts = []
    for tag in told:
        if isinstance(tag, str):
            drafts.append(TagDraft(_name(tag)))
        elif isinstance(tag, dict) and isinstance(tag.get("name"), str):
            aliases = tag.get("aliases") or []
            if not isinstance(aliases, list) or not all(isinstance(alias, str) for alias in aliases):
                raise ValueError("aliases of a tag must be a list of texts")
            given = {name: _text(tag, name) for name in ("definition", "dimension", "type")}
            drafts.append(TagDraft(_name(tag["name"]), **given, aliases=tuple(map(_name, aliases))))
        else:
            raise ValueError("a tag must be a text or an object with a `name`")
    return tuple(drafts)


def _name(words: str) -> str:
    return _sound(words, "a tag") if words.strip() else words


def _preferences(told: object) -> tuple[PreferenceDraft, ...]:
    triples: list[tuple[object, object, object]]
    if isinstance(told, dict):
        triples = [(key, value, 1.0) for key, value in told.items()]
    elif isinstance(told, list) and all(isinstance(pair, dict) for pair in told):
        triples = [(pair.get("key"), pair.get("value"), pair.get("confidence", 1.0)) for pair in told]
    else:
        raise ValueError("preferences must be an object, or a list of {key, value}")
    return tuple(_preference(*triple) for triple in triples)


def _preference(key: object, value: object, confidence: object) -> PreferenceDraft:
    plain_value = isinstance(value, str | int | float) and str(value).strip()
    if not isinstance(key, str) or not key.strip() or not plain_value:
        raise ValueError("a preference needs a key and a plain value")
    if isinstance(confidence, bool) or not isinstance(confidence, int | float) or not 0 <= confidence <= 1:
        raise ValueError("confidence of a preference must lie between 0 and 1")
    plain = value if isinstance(value, str) else json.dumps(value, allow_nan=False)
    key = _sound(key.strip(), "a preference")
    return PreferenceDraft(key, _sound(plain, f"preference {key!r}"), float(confidence))
