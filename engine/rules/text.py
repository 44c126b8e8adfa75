"""Text as terms: the one normaliser and the one cutter for index and query."""

import re
import unicodedata
from collections.abc import Container
from functools import cache, lru_cache
from itertools import groupby
from math import sqrt
from operator import add
from typing import NamedTuple

from Stemmer import Stemmer

from wdm.engine.rules import stopwords
from wdm.engine.rules.han import TO_SIMPLIFIED

LONGEST_TERM = 64
"""Characters of the longest term: longer runs are keys or data, and would only swell the index."""

JUNCTION = 4
"""Longest word, in characters, that is joined to a Chinese neighbour: `5月`, `2024年`, `C盘`."""

CACHED = 50_000
"""Words whose terms are kept in memory: the vocabulary of a large store, a few megabytes."""

FOLDED = 10_000
"""Characters of the longest text whose folded form is kept in memory for a moment."""

LONE_HAN = 0.5
"""Weight of a single Han character in a query beside its bigrams: it finds what they miss, and means less."""

DIALOGUE_LINES = 3
"""Lines from which a query may be a dialogue; two are a question with its context."""

LAST_LINE, OTHER_LINE = 2.0, 0.5
"""Weight in a dialogue of the asker's last line, which says what is wanted, and of the others' lines, which react."""

# No class of many characters here: `re` takes milliseconds to compile one, at every start of the program.
_GLUE = r"(?:[-./@:'&+~]|:?//?)"
_TAIL = r"(?:\+\+|\#(?![a-z0-9_]))?"
_EMOJI = r"[\U0001f1e6-\U0001f1ff]{2}|[\U0001f300-\U0001faff]|[\u2600-\u27bf]"
_RUN = re.compile(rf"\w+(?:{_GLUE}\w+)*{_TAIL}|{_EMOJI}")
_SEGMENT = re.compile(r"[/@:&~]+")
_PART = re.compile(r"[^-./@:'&+~_#]+")
_EDGES = "-./@:'&~_"
_ASCII = re.compile("([\x00-\x7f]+)")
_HAN_OCTETS = bytes(range(0x34, 0xA0))  # the upper ones of U+3400 to U+9FFF
_CLITIC = re.compile(r"'(?:s|m|d|ve|re|ll)$")
_MAY_BE_MARKED = re.compile(
    r"[\u0300-\u036f\u0591-\u0d4d]"
)  # combining accents; Hebrew and Arabic to Malayalam

# Controls, format characters, variation selectors, skin tones: nothing that a reader sees as a letter.
_HIDDEN = (
    *range(0x09), *range(0x0E, 0x1C), *range(0x7F, 0x85), *range(0x86, 0xA0), 0xAD, 0x34F, *range(0x600, 0x606), 0x61C,
    0x6DD, 0x70F, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810), *range(0x200B, 0x2010), *range(0x202A, 0x202F),
    *range(0x2060, 0x2070), 0x3164, *range(0xFE00, 0xFE10), 0xFEFF, 0xFFA0, *range(0xFFF0, 0xFFFC),
    *range(0x1F3FB, 0x1F400), *range(0x1D173, 0x1D17B), *range(0xE0000, 0xE0200),
)  # fmt: skip
_CHANGED = {**TO_SIMPLIFIED, **dict.fromkeys(_HIDDEN), 0x2019: "'"}
_CHANGED_CHARACTERS = frozenset(map(chr, _CHANGED))
_ASCII_HIDDEN = re.compile("[\x00-\x08\x0e-\x1b\x7f]+")

_SPEAKER = re.compile(r"[^:\s][^:\n]{0,23}:")
_WHEN = re.compile(
    r"\bwhen\b|\bwhat (?:time|date|day|year|month)\b|什么时候|何时|几号|哪天|哪一天|几点|几月|哪年|多久"
)

_stem = Stemmer("english").stemWord
_cache: dict[str, tuple[str, ...]] = {}


def fold(text: str) -> str:
    """Return the text in NFKC, casefolded, in simplified Han, without control and zero-width characters."""
    if text.isascii():
        return _ASCII_HIDDEN.sub("", text).lower()
    return _folded_lately(text) if len(text) <= FOLDED else _folded(text)


def _folded(text: str) -> str:
    text = text.encode("utf-8", "ignore").decode()  # without lone surrogates
    for full, plain in (("，", ","), ("？", "?"), ("：", ":"), ("！", "!")):
        text = text.replace(full, plain)  # what NFKC does, where nothing else is to be done ten times faster
    stable = ""
    while True:  # once, or twice where casefolding leaves a text that NFKC changes again
        before = text
        if not _CHANGED_CHARACTERS.isdisjoint(text):
            text = text.translate(_CHANGED)
        if not unicodedata.is_normalized("NFKC", text):
            text = unicodedata.normalize("NFKC", text)
        if text == stable:
            return (
                text  # casefolding takes `ǰ` and some Greek letters apart, and NFKC puts them together again
            )
        stable, folded = text, text.casefold()
        if folded == text and (text is before or _CHANGED_CHARACTERS.isdisjoint(folded)):
            return folded
        text = folded


_folded_lately = lru_cache(8)(_folded)
"""For writing, which folds a text for its identity, for its importance and for its terms."""


def name_key(name: str) -> str:
    """Return the key under which a name is unique: NFKC, casefolded, trimmed, inner white space as one space."""
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).split())


def terms(text: str) -> list[str]:
    """Return the index terms of a text in text order, duplicates kept; each of 1 to 64 characters."""
    found: list[str] = []
    for run in _runs(fold(text)):
        known = _cache.get(run)
        if known is not None:
            found += known
        elif len(run) > 1 and _all_han(run):  # most of a Chinese text
            found += map(add, run, run[1:])
            found += run
        else:
            found += _cut(run)
    return found


def units(words: str) -> list[str]:
    """Return a text as the units that names are made of: characters of unspaced scripts, and words by their stems."""
    found: list[str] = []
    for run in _runs(fold(words)):
        for apart, piece in _pieces(run):
            found += piece if apart else [_base(piece)] if piece.isalnum() else [piece] if piece else []
    return found


def date_terms(year: int, month: int, day: int) -> list[str]:
    """Return the terms under which a day is found: year, English month, and the Chinese forms of all three."""
    return terms(
        f"{year} {stopwords.MONTHS[month - 1]} {day} {year}年 {month}月 {day}日 {year:04}-{month:02}-{day:02}"
    )


def _runs(folded: str) -> list[str]:
    """Return the runs of letters, digits and glue of a folded text, and its emoji."""
    return (_marked_run() if _MAY_BE_MARKED.search(folded) else _RUN).findall(folded)


@cache
def _marked_run() -> re.Pattern[str]:
    """Return the pattern of a run that takes combining marks for letters; compiled only when it is needed."""
    marks = (
        r"\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc"
        r"\u06df-\u06e8\u06ea-\u06ed\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962\u0963\u0981-\u0983\u09bc-\u09cd"
        r"\u0a01-\u0a4d\u0a81-\u0acd\u0b01-\u0b4d\u0b82-\u0bcd\u0c00-\u0c4d\u0c81-\u0ccd\u0d00-\u0d4d"
    )
    return re.compile(_RUN.pattern.replace(r"\w+", rf"(?:\w+[{marks}]*)+"))


def _cut(run: str) -> tuple[str, ...]:
    """Return the terms of one run, and remember them if it is a word, which may come again."""
    if not run.isascii() and any(map(unspaced, run)):
        return tuple(_mixed(run))
    cut = tuple(_word(run))
    if len(run) <= LONGEST_TERM:
        if len(_cache) >= CACHED:
            _cache.clear()
        _cache[run] = cut
    return cut


def unspaced(character: str) -> bool:
    """Tell whether a character belongs to a script without spaces: kana, Han, hangul; Thai to Myanmar."""
    return "\u3041" <= character <= "\ud7a3" or "\u0e01" <= character <= "\u109f"


def _all_han(run: str) -> bool:
    """Tell whether a run is of Han characters alone; four times as fast as its least and its greatest character."""
    return not run.encode("utf-16-be")[::2].strip(_HAN_OCTETS)


def _is_han(term: str) -> bool:
    """Tell whether a term is one Han character."""
    return len(term) == 1 and "\u3400" <= term <= "\u9fff"


def _pieces(run: str) -> list[tuple[bool, str]]:
    """Return the parts of a run in unspaced scripts (True) and in words (False)."""
    parts = _ASCII.split(run)
    if _all_han("".join(parts[::2])):  # Chinese with words in ASCII, which is nearly all there is
        words = [(place % 2 == 0, part) for place, part in enumerate(parts) if part]
        return [(han, part if han else part.strip(_EDGES)) for han, part in words]
    return [(kind, "".join(piece).strip("" if kind else _EDGES)) for kind, piece in groupby(run, unspaced)]


def _mixed(run: str) -> list[str]:
    """Return the terms of a run with characters of unspaced scripts, and of their junctions with short words."""
    found: list[str] = []
    before = ""
    for unspaced, piece in _pieces(run):
        word = before if unspaced else piece
        if before and piece and len(word) <= JUNCTION and word.isalnum():
            found.append(before + piece[0] if unspaced else before[-1] + piece)
        if piece:
            found += _bigrams(piece) if unspaced else _word(piece)
        before = piece
    return found


def _bigrams(run: str) -> list[str]:
    """Return the bigrams of a run and its single Han characters; a lone character of any script is itself."""
    if len(run) == 1:
        return [run]
    found = list(map(add, run, run[1:]))
    found += run if _all_han(run) else [c for c in run if "\u3400" <= c <= "\u9fff"]
    return found


def _word(word: str) -> list[str]:
    """Return the stem of a plain word, or a joined word whole, its segments and its parts."""
    word = _CLITIC.sub("", word).replace("'", "")
    if word.isalnum():
        return [_base(word)]
    parts = _PART.findall(word)
    if not parts:
        return []  # underscores alone
    found = [word.strip(_EDGES)] if len(word) <= LONGEST_TERM else []
    if found == parts:  # an emoji, or `_name_`
        return [_base(parts[0])]
    segments = [s.strip(_EDGES) for s in _SEGMENT.split(word)]
    found += [s for s in segments if s not in parts and s not in found and 0 < len(s) <= LONGEST_TERM]
    return found + [_base(p) for p in parts]


def _base(word: str) -> str:
    """Return the English stem of a word that begins with a Latin letter, unaccented, and any other word as it is."""
    if not word.isascii() and (word[0] < "\u0250" or "\u1e00" <= word[0] < "\u1f00"):
        word = re.sub("[\u0300-\u036f]", "", unicodedata.normalize("NFD", word))
    word = stopwords.IRREGULAR.get(word, word)
    stem: str = _stem(word) if len(word) <= LONGEST_TERM else word[:LONGEST_TERM]
    return stem


class QueryTerm(NamedTuple):
    """One index term that a query asks for."""

    term: str
    weight: float
    """How much the query means it: the square root of how often it stands there, half of that for a lone Han character."""
    word: str
    """The word or run of characters of the query that it comes from."""


class QueryTerms(NamedTuple):
    """What a query asks for: distinct terms in query order."""

    kept: tuple[QueryTerm, ...]
    dropped: tuple[str, ...] = ()
    """Function words that the query loses."""
    asks_when: bool = False
    """Whether the question asks for a time."""
    dialogue: bool = False
    """Whether the query is a dialogue: three lines or more, of which the last names its speaker."""


def query_terms(query: str) -> QueryTerms:
    """Return the terms of a query without its function words; a query of function words alone keeps them."""
    folded = fold(query)
    lines = [line for line in folded.splitlines() if line.strip()]
    speakers = [line[: match.end()] if (match := _SPEAKER.match(line)) else "" for line in lines]
    dialogue = len(lines) >= DIALOGUE_LINES and bool(speakers[-1])
    weights: dict[str, float] = {}
    spare: dict[str, str] = {}
    words: dict[str, str] = {}
    dropped: dict[str, None] = {}
    for number, line in enumerate(lines, 1):
        told = 1.0
        if dialogue:
            told = (
                LAST_LINE
                if number == len(lines)
                else 1.0
                if speakers[number - 1] == speakers[-1]
                else OTHER_LINE
            )
        for run in _runs(line):
            for term, word in _spell(run):
                function = word if word.isascii() else term
                if is_function(function):
                    dropped[function] = None
                    spare.setdefault(term, word)
                else:
                    weights[term] = weights.get(term, 0.0) + told
                    words.setdefault(term, word)
    if not weights:
        weights, words, dropped = dict.fromkeys(spare, 1.0), spare, {}
    kept = tuple(
        QueryTerm(t, sqrt(w) * (LONE_HAN if _is_han(t) else 1.0), words[t]) for t, w in weights.items()
    )
    return QueryTerms(kept, tuple(dropped), _WHEN.search(folded) is not None, dialogue)


def _spell(run: str) -> list[tuple[str, str]]:
    """Return each term of a run with the word it comes from."""
    found = []
    for unspaced, piece in _pieces(run):
        if unspaced:
            found += [(t, piece) for t in _bigrams(piece)]
        elif piece:
            parts = [(_base(p), p) for p in _PART.findall(_CLITIC.sub("", piece).replace("'", ""))]
            plain = {t for t, _ in parts}
            found += parts
            whole = piece if len(parts) == 1 else parts[0][1] if parts else piece
            found += [(t, whole) for t in _word(piece) if t not in plain]
    if not run.isascii():
        plain = {t for t, _ in found}
        found += [(t, t) for t in _cut(run) if t not in plain]
    return found


def is_function(word: str) -> bool:
    """Tell whether a word, a character or a bigram is one that a query may lose."""
    if word in stopwords.ENGLISH_STOP or word in stopwords.HAN_STOP_WORDS:
        return True
    return all(c in stopwords.HAN_STOP_CHARACTERS for c in word)


def unknown_words(query: QueryTerms, known: Container[str]) -> list[str]:
    """Return the words of a query, as it spells them, none of whose terms is in `known`.

    Of a run in a script without spaces those stretches are returned that no known bigram touches.
    """
    missing: dict[str, bool] = {}
    for kept in query.kept:
        kinds = set(map(unspaced, kept.word))
        if kinds == {False}:
            missing[kept.word] = missing.get(kept.word, True) and kept.term not in known
        elif kinds == {True}:
            missing.update(dict.fromkeys(_untouched(kept.word, known), True))
    return [word for word, absent in missing.items() if absent]


def _untouched(run: str, known: Container[str]) -> list[str]:
    """Return the stretches of an unspaced run without function characters that no known bigram touches."""
    touched = [is_function(c) for c in run]
    for i in range(len(run) - 1):
        if run[i : i + 2] in known:
            touched[i] = touched[i + 1] = True
    stretches = "".join(" " if skip else c for c, skip in zip(run, touched, strict=True)).split()
    return [s for s in stretches if len(s) > 1 or s not in known]
