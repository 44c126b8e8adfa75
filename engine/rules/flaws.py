"""Why what a person or a program writes cannot be kept."""


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


def scene_flaw(told: str) -> str | None:
    """Return why a scene, written `category/subcategory` or `category`, cannot be one, or None."""
    return None if told.partition("/")[0].strip() else f"scene {told!r} has no category"
