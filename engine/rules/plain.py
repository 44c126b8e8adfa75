"""Text as a terminal, or a model, may be shown it: no control characters, no marks that turn its direction."""

import re

_VISIBLE = {
    **{code: chr(0x2400 + code) for code in range(0x20) if code not in (0x09, 0x0A)},
    0x7F: "␡",
    **dict.fromkeys(range(128, 160), "�"),
    # Marks that turn the direction of what follows, with which a text can pose as another.
    **dict.fromkeys((*range(8234, 8239), *range(8294, 8298)), "�"),
}


def safe(words: str) -> str:
    """Return a text as a terminal may show it: control characters become pictures of themselves."""
    return words.translate(_VISIBLE)


def one_line(words: str) -> str:
    """Return a text as one safe line."""
    return safe(" ".join(words.split()))


def in_json(told: str) -> str:
    """Return JSON with the characters escaped that it may hold as they are, but that a terminal obeys or a line ends at."""
    if told.isascii() and "\x7f" not in told:
        return told
    return re.sub(_OBEYED, lambda found: f"\\u{ord(found[0]):04x}", told)


_OBEYED = "[\x7f-\x9f\u2028-\u202e\u2066-\u2069]"
