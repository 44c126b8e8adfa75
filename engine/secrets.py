"""Keeping secrets out of a memory, or at least saying that there is one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wdm.engine.rules import secrets
from wdm.store.records import Draft


def guarded(draft: Draft, warn: Callable[[str], None], *, redact: bool) -> Draft:
    """Return a memory as it may be kept.

    Args:
        draft: the memory.
        warn: told of each secret: that it was replaced, or that it is kept.
        redact: replace secrets by words that say what stood there.

    """
    kinds: list[str] = []
    told = {name: words for name in ("text", "summary", "overview") if (words := getattr(draft, name))}
    clean: dict[str, Any] = {}
    for name, words in told.items():
        if name == "text" and draft.reply_at:
            asked, found = secrets.redact(words[: draft.reply_at])
            answered, more = secrets.redact(words[draft.reply_at :])
            clean |= {"text": asked + answered, "reply_at": len(asked)}
            kinds += found + more
        else:
            clean[name], found = secrets.redact(words)
            kinds += found
    if not kinds:
        return draft
    where = f"line {draft.line}: " if draft.line else ""
    listed = ", ".join(dict.fromkeys(kinds))
    if redact:
        warn(f"{where}replaced: {listed}")
        return draft._replace(**clean)
    warn(
        f"{where}this looks like a secret and is kept: {listed}; --redact replaces it, `wdm purge` erases it"
    )
    return draft
