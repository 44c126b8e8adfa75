"""Tags for a text at writing time: what the caller hands over, or what the text itself offers."""

import re
from collections.abc import Container, Sequence

from wdm.engine.rules.chinese_nouns import Token, chinese, weigh
from wdm.engine.rules.english_nouns import english
from wdm.engine.rules.han import TO_SIMPLIFIED, TRADITIONAL
from wdm.engine.rules.tag_candidates import CACHED, Candidate, choose, has_han, refusal
from wdm.engine.rules.text import name_key

HEAD = 2_000
"""Characters looked at from the start of a text: what a long text is about is said there, and the cost stays bounded."""

TAIL = 500
"""Characters looked at from the end of a long text, where it is summed up."""

_HAS_LETTER = re.compile("[A-Za-z]")
_BROKEN = re.compile("[\x00\ud800-\udfff]")  # NUL and lone surrogates: no segmenter takes them
_TRADITIONAL = frozenset(TRADITIONAL)
_words: dict[str, Token] = {}


def extract(text: str, *, most: int = 4, pool: Container[str] | None = None) -> tuple[str, ...]:
    """Return 0 to `most` tag names for one text, best first; `pool` holds the name keys to prefer at equal rank."""
    return choose(candidates(text), most=most, pool=pool or ())


def candidates(text: str) -> list[Candidate]:
    """Return what the text offers as tags, in text order, some of it more than once."""
    if len(text) > HEAD + TAIL:
        text = f"{text[:HEAD]}\n{text[-TAIL:]}"
    if "\x00" in text or not text.isascii():
        text = _BROKEN.sub(" ", text)
    found = english(text) if _HAS_LETTER.search(text) else []
    if has_han(text):
        simplified = text if _TRADITIONAL.isdisjoint(text) else text.translate(TO_SIMPLIFIED)
        found += chinese(text, _cut(simplified))
    return found


def caller_tags(names: Sequence[str]) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """Return the accepted names, cleaned and unique by key, and the refused ones, each with the reason."""
    accepted: dict[str, str] = {}
    refused: list[tuple[str, str]] = []
    for name in names:
        clean = " ".join(name.split())
        reason = refusal(clean)
        if reason is None:
            accepted.setdefault(name_key(clean), clean)
        else:
            refused.append((name, reason))
    return tuple(accepted.values()), tuple(refused)


def _cut(text: str) -> list[Token]:
    import rjieba  # 0.2 s and 48 MB: only for a process that meets Chinese

    words = rjieba.cut(text)
    try:
        return [_words[word] for word in words]
    except KeyError:
        # Classes are asked for only where a new word stands: tagging costs five times the cut, with the same words.
        if len(_words) > CACHED:
            _words.clear()
        for word, pos in rjieba.tag(text):
            if word not in _words:
                _words[word] = weigh(word, pos or "x", rjieba.suggest_freq(word), rjieba.has_word(word))
        return [_words[word] for word in words]
