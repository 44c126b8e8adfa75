"""Cues as they are compared: runs of tokens, found by the ones that they begin with."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from wdm.engine.rules.mood import Happening

Tokens = str | tuple[str, ...]
"""Characters of a Chinese clause, or words of an English one."""

Lists = Mapping[str, Sequence[str]]
"""Named lists of words."""

GAP_ZH, GAP_EN = 8, 4
"""Characters and words that a `*` stands for, at most."""

_PIECE = re.compile(r"\{([^}]+)\}|\(([^()]*)\)|\*|([^{}()*]+)")
_NESTED = re.compile(r"(?<=[(|])([^()|]*)\(([^()]*)\)([^()|]*)(?=[|)])")


class Part(NamedTuple):
    """A stretch of a cue: one of several runs of tokens, or a gap."""

    runs: frozenset[Tokens]
    lengths: tuple[int, ...]
    """Lengths of the runs, the longest first."""
    firsts: frozenset[str] = frozenset()
    """First tokens of the runs."""
    gap: bool = False
    """Whether any few tokens may stand here; it has no runs."""

    @property
    def optional(self) -> bool:
        """Whether nothing may stand here."""
        return self.gap or 0 in self.lengths


class Cue(NamedTuple):
    """A cue, the event that it tells of, and where it must stand."""

    event: Happening
    place: str
    """`alone`, `starts`, `within` or `asks`, as `cues.toml` explains them."""
    parts: tuple[Part, ...]
    needs: frozenset[str]
    """Tokens of which one must be in the clause: the first ones of its last part that is not optional."""


Written = tuple[Happening, str, str]
"""A cue as it is written, with its event and place."""

Read = dict[str, dict[Tokens, list[Cue]]]
"""Parsed cues by their first token, then by their first two, or one where that is all that is sure."""


class Hit(NamedTuple):
    """A cue found in a clause."""

    cue: Cue
    start: int
    end: int


def parse(cue: str, sets: Lists, chinese: bool) -> tuple[Part, ...]:
    """Return the parts of a cue.

    Args:
        cue: as it is written in `cues.toml`, without the words that only strengthen or weaken.
        sets: lists that `{name}` stands for.
        chinese: whether its tokens are characters.

    Raises:
        ValueError: a parenthesis or a brace is open, a set is unknown, or nothing is left to compare.

    """
    parts, read = [], 0
    flat = _flattened(cue)
    for match in _PIECE.finditer(flat):
        if match.start() != read:
            break
        read = match.end()
        if match[0] == "*":
            parts.append(Part(frozenset(), (), gap=True))
            continue
        runs = frozenset(_runs(match, sets, chinese))
        if any(runs):
            lengths = tuple(sorted(set(map(len, runs)), reverse=True))
            parts.append(Part(runs, lengths, frozenset(run[0] for run in runs if run)))
    if read != len(flat):
        raise ValueError(f"{cue}: a parenthesis or a brace is not closed")
    while parts and parts[-1].gap:
        parts.pop()
    if not parts or parts[0].gap or all(part.optional for part in parts):
        raise ValueError(f"{cue}: nothing is left of it to compare")
    return tuple(parts)


def _runs(piece: re.Match[str], sets: Lists, chinese: bool) -> Iterator[Tokens]:
    """Return the runs of tokens that a piece of a cue stands for."""
    name, either, plain = piece.groups()
    for text in [f"{{{name}}}"] if name is not None else [plain] if either is None else either.split("|"):
        if text[:1] != "{":
            yield text if chinese else tuple(text.split())
        elif text[1:-1] in sets:
            yield from sets[text[1:-1]] if chinese else (tuple(word.split()) for word in sets[text[1:-1]])
        else:
            raise ValueError(f"there is no set {text}")


def _flattened(cue: str) -> str:
    """Return a cue whose alternatives hold no further ones: `(a (b|c)|d)` becomes `(a b|a c|d)`."""
    while inner := _NESTED.search(cue):
        before, alternatives, after = inner.groups()
        cue = (
            cue[: inner.start()]
            + "|".join(before + a + after for a in alternatives.split("|"))
            + cue[inner.end() :]
        )
    return cue


class Index:
    """Cues by the tokens that they may begin with; those of a token are parsed when it is first met.

    Args:
        cues: event, place and text of each, without the words that only strengthen or weaken.
        sets: lists that `{name}` stands for.
        chinese: whether their tokens are characters.

    """

    def __init__(self, cues: Iterable[Written], sets: Lists, chinese: bool) -> None:
        self._sets, self._chinese = sets, chinese
        self._first_of_set: dict[str, set[str]] = {}
        self._first_of_set = {name: self._firsts("|".join(words)) for name, words in sets.items()}
        self._unread: tuple[dict[str, list[Written]], dict[str, list[Written]]] = ({}, {})
        """Cues that begin a clause, and those that stand anywhere."""
        self._read: tuple[Read, Read] = ({}, {})
        for cue in cues:
            unread = self._unread[cue[1] not in _AT_THE_BEGINNING]
            firsts = self._first_tokens(cue[2])
            if not firsts:
                raise ValueError(f"{cue[2]}: nothing is left of it to compare")
            for token in firsts:
                unread.setdefault(token, []).append(cue)

    def hits(self, tokens: Tokens, begins: Sequence[int]) -> list[Hit]:
        """Return what is found in a clause that may be taken to begin at any of some places."""
        found: list[Hit] = []
        present = frozenset(tokens)
        gap = GAP_ZH if self._chinese else GAP_EN
        for anywhere, places in enumerate((begins, range(len(tokens)))):
            unread, read = self._unread[anywhere], self._read[anywhere]
            for start in places:
                token = tokens[start]
                if token not in unread:
                    continue
                known = read.get(token) or self._parsed(token, anywhere)
                one, two = tokens[start : start + 1], tokens[start : start + 2]
                for cue in (*known.get(one, ()), *(known.get(two, ()) if two != one else ())):
                    if cue.needs.isdisjoint(present):
                        continue
                    end = _end(cue.parts, 0, tokens, start, gap)
                    if end is not None and (cue.place != "alone" or tokens[end:] in _NOTHING):
                        found.append(Hit(cue, start, end))
        return found

    def parse_all(self) -> None:
        """Parse every cue.

        Raises:
            ValueError: one cannot be read.

        """
        for anywhere in (0, 1):
            for token in self._unread[anywhere]:
                self._parsed(token, anywhere)

    def _parsed(self, token: str, anywhere: int) -> dict[Tokens, list[Cue]]:
        """Return the cues that may begin with a token, by their first two."""
        found: dict[Tokens, list[Cue]] = {}
        for event, place, text in self._unread[anywhere][token]:
            parts = parse(text, self._sets, self._chinese)
            needs = [part.firsts for part in parts if not part.optional][-1]
            cue = Cue(event, place, parts, needs)
            for key in _keys(cue.parts):
                if key and key[0] == token:
                    found.setdefault(key, []).append(cue)
        self._read[anywhere][token] = found
        return found

    def _first_tokens(self, cue: str) -> set[str]:
        """Return the tokens that a cue may begin with."""
        found: set[str] = set()
        for name, either, plain in _PIECE.findall(_flattened(cue) if cue.startswith("(") else cue):
            found |= self._first_of_set.get(name, _NONE) if name else self._firsts(either or plain)
            if "" not in found:
                break
            found.discard("")
        return found

    def _firsts(self, alternatives: str) -> set[str]:
        """Return the first tokens of alternatives, an empty one among them if one of them is empty."""
        found: set[str] = set()
        for text in alternatives.split("|"):
            if text[:1] == "{":
                found |= self._first_of_set.get(text[1:-1], _NONE)
            else:
                found.add(text[:1] if self._chinese else text.split(maxsplit=1)[0] if text.strip() else "")
        return found


_AT_THE_BEGINNING = ("alone", "starts")
_NOTHING: tuple[Tokens, ...] = ("", "了", ())
_NONE: set[str] = set()


def _end(parts: Sequence[Part], number: int, tokens: Tokens, place: int, gap: int) -> int | None:
    """Return where a cue ends whose remaining parts begin at a place, or None where they are not there."""
    if number == len(parts):
        return place
    part = parts[number]
    if part.gap:
        following = parts[number + 1]
        for skipped in range(place, min(place + gap, len(tokens) - 1) + 1):
            if following.optional or tokens[skipped] in following.firsts:
                end = _end(parts, number + 1, tokens, skipped, gap)
                if end is not None:
                    return end
        return None
    if place < len(tokens) and tokens[place] in part.firsts:
        for length in part.lengths:
            if tokens[place : place + length] in part.runs:
                end = _end(parts, number + 1, tokens, place + min(length, len(tokens) - place), gap)
                if end is not None:
                    return end
        return None
    return _end(parts, number + 1, tokens, place, gap) if 0 in part.lengths else None


def _keys(parts: Sequence[Part], width: int = 2) -> set[Tokens]:
    """Return what a cue may begin with: two tokens, or one where it may end or a gap may come after it."""
    found: set[Tokens] = set()
    if not parts or parts[0].gap:
        return {"", ()}
    for run in parts[0].runs:
        if len(run) >= width:
            found.add(run[:width])
        else:
            found |= {run + more for more in _keys(parts[1:], width - len(run)) if type(more) is type(run)}  # type: ignore[operator]
    return found
