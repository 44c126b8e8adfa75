"""The cues that the judge listens for, and the words that keep a cue from counting, prepared for a language."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from wdm.engine.rules.clauses import Words, english_words
from wdm.engine.rules.cue_patterns import Index, Lists, Tokens
from wdm.engine.rules.mood import Happening

JUDGED = tuple(h for h in Happening if h not in (Happening.ABSENCE, Happening.NOVELTY))
"""The events that words can tell of."""

_JOINED = re.compile(r"[a-z]+'[a-z]+")


class Phrases:
    """Words and phrases by their first tokens."""

    def __init__(self, phrases: Iterable[Tokens]) -> None:
        self._by_first: dict[str, list[Tokens]] = {}
        for phrase in sorted(phrases, key=len, reverse=True):
            self._by_first.setdefault(phrase[0], []).append(phrase)

    def at(self, tokens: Tokens, place: int) -> int:
        """Return the length of the longest phrase that stands at a place, or 0."""
        for phrase in self._by_first.get(tokens[place], ()):
            if tokens[place : place + len(phrase)] == phrase:
                return len(phrase)
        return 0

    def spans(self, tokens: Tokens) -> list[tuple[int, int]]:
        """Return where phrases begin and end."""
        known = self._by_first
        return [
            (place, place + length)
            for place, token in enumerate(tokens)
            if token in known and (length := self.at(tokens, place))
        ]


class Guards(NamedTuple):
    """Words of one language that keep a cue from counting, and for some kinds exceptions that contain them."""

    kinds: Mapping[str, Phrases]

    def hit(self, kind: str, tokens: Tokens) -> bool:
        """Tell whether a word of a kind stands in the tokens, and not within an exception."""
        found = self.kinds[kind].spans(tokens) if tokens else ()
        if not found or "not_" + kind not in self.kinds:
            return bool(found)
        but = self.kinds["not_" + kind].spans(tokens)
        return any(not any(b <= start and end <= e for b, e in but) for start, end in found)

    def begins(self, kind: str, tokens: Tokens) -> bool:
        """Tell whether the tokens begin with a word of a kind, and not with an exception."""
        if not tokens or not self.kinds[kind].at(tokens, 0):
            return False
        return "not_" + kind not in self.kinds or not self.kinds["not_" + kind].at(tokens, 0)


class Language(NamedTuple):
    """What is listened for in one language."""

    words: Words
    fillers: Phrases
    guards: Guards
    finder: Index


class Cues:
    """Cue lists, prepared for a language when it is first met.

    Args:
        table: the lists of `cues.toml`, folded; that it is sound is for `wdm.engine.cues` to see to.

    """

    def __init__(self, table: Mapping[str, Mapping[str, object]]) -> None:
        self._table = table

    @cached_property
    def chinese(self) -> Language:
        """Chinese, prepared."""
        return self._prepare("zh")

    @cached_property
    def english(self) -> Language:
        """English, prepared."""
        return self._prepare("en")

    @cached_property
    def irony(self) -> tuple[str, ...]:
        """Marks of irony in either language."""
        return tuple(mark for code in ("zh", "en") for mark in self._lists("guards", code)["irony"])

    def _lists(self, section: str, code: str) -> Lists:
        return self._table[section][code]  # type: ignore[return-value]

    def _prepare(self, code: str) -> Language:
        chinese = code == "zh"
        words = _words(self._lists("drop", code), chinese)
        cues = [
            (event, place, cue)
            for event in JUDGED
            for place, listed in self._lists(event.value, code).items()
            for cue in listed
        ]
        texts = _plain([cue for _, _, cue in cues], words)
        index = Index(
            ((event, place, text) for (event, place, _), text in zip(cues, texts, strict=True)),
            {name: _plain(listed, words) for name, listed in self._lists("sets", code).items()},
            chinese,
        )

        def phrases(listed: Sequence[str]) -> Phrases:
            return Phrases(text if chinese else tuple(text.split()) for text in listed if text.strip())

        guards = {
            kind: phrases(listed if chinese else _plain(listed, words))
            for kind, listed in self._lists("guards", code).items()
            if kind != "irony"
        }
        fillers: Sequence[str] = self._table["fillers"][code]  # type: ignore[assignment]
        return Language(words, phrases(fillers), Guards(guards), index)


def _plain(texts: Sequence[str], words: Words) -> list[str]:
    """Return texts without the words that only strengthen or weaken, and without contractions; all at one go."""
    if words.chinese:
        texts = [text.replace(" ", "") for text in texts]
    joined = _JOINED.sub(lambda match: " ".join(english_words(match[0])), "\n".join(texts))
    return words.pattern.sub(lambda match: match[0] if match[0] not in words.drop else "", joined).split("\n")


def _words(lost: Lists, chinese: bool) -> Words:
    """Return the words that only change the intensity, and the pattern that finds them."""
    drop = {word: weight for kind, weight in _WEIGHTS.items() for word in lost[kind]}
    every = sorted([*drop, *lost.get("keep", ())], key=len, reverse=True)
    either = "|".join(map(re.escape, every))
    return Words(drop, re.compile(either if chinese else rf"\b(?:{either})\b"), chinese)


_WEIGHTS = {"plain": 0, "weak": -1, "strong": 1}
