"""Why what a person or a program writes cannot be kept."""

from __future__ import annotations

from collections.abc import Mapping


def flaw(words: str) -> str | None:
    """Return why a text cannot be a memory, or None."""
    if not words.strip():
        return "empty text"
    if "\0" in words:
        return "holds a NUL character"
    try:
        words.encode("utf-8")
    except UnicodeEncodeError:
        return "holds half of a surrogate pair"
    return None


def text_in(told: Mapping[str, object], name: str) -> str:
    """Return the text of a field, empty where there is none.

    Raises:
        ValueError: it is something else, or a text that no store can hold.

    """
    words = told.get(name)
    if not isinstance(words, str | None):
        raise ValueError(f"{name} must be a text")
    if words and words.strip() and (reason := flaw(words)):
        raise ValueError(f"{name} {reason}")
    return words or ""


def scene_flaw(told: str) -> str | None:
    """Return why a scene, written `category/subcategory` or `category`, cannot be one, or None."""
    return None if told.partition("/")[0].strip() else f"scene {told!r} has no category"
