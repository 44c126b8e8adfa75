"""English words that could be tags: names, identifiers and noun phrases, found in one pass without a grammar."""

import re
from functools import cache, lru_cache
from math import log2

from wdm.engine.rules import generic
from wdm.engine.rules.noun_lists import (
    ALLOWED,
    BREAK,
    DETERMINERS,
    FUNCTION,
    GENERIC,
    GERUND,
    GERUNDS,
    GREETINGS,
    IS,
    MODIFIER,
    NAME_STARTS,
    NOUN,
    NOUN_VERB,
    NOUNS,
    OPENS,
    TO_VERB,
    TOWARDS,
    VERB,
    WEAK,
    kind_of,
    singular,
)
from wdm.engine.rules.tag_candidates import CACHED, Candidate, cached_key, has_han

LONGEST_CHUNK = 16
"""Characters of the longest piece of text whose tokens are kept in memory: longer ones hardly come again."""

_LETTER = "A-Za-z\u00c0-\u024f"
_ENDINGS = (
    "py|js|ts|tsx|jsx|md|txt|rst|json|jsonl|ya?ml|toml|ini|cfg|csv|tsv|pdf|html?|css|sh|rs|go|java|cpp|hpp|sql|db|log|png|jpe?g|svg"
    "|docx?|xlsx?|pptx?|zip|gz|io|com|org|net|dev|ai|cn|gov|edu"
)
_WORD, _WEB, _CODE, _REST, _STOP, _COMMA, _OTHER = range(1, 8)
_WORDS = (_WORD, _REST)
_SPACE = re.compile("(?<!-) ")  # a hyphen and a space are one mark with what follows: a bullet


@cache
def _token() -> re.Pattern[str]:
    return re.compile(
        rf"(?![\u3400-\u9fff])(?:([{_LETTER}]++(?:['’-][{_LETTER}]++)*+)(?![\w@/+#-]|[.:]\w)"
        r"|((?:https?://|www\.)[^\s<>()\[\]\"，。]+)"
        r"|([A-Za-z0-9][\w.+'-]{0,63}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+"
        r"|(?<![\w/.])(?:~|\.\.?)?(?:/[\w.@-]*[\w-]){2,}|(?<![\w/.])[~.]/[\w.@-]*[\w-]"
        rf"|[A-Za-z_][\w-]*(?:[./][\w-]+)*\.(?:{_ENDINGS})(?!\w)|[A-Za-z]\+\+|[CF]#|\.NET(?!\w)|[vV]\d+(?:\.\d+)+"
        r"|(?=[A-Za-z-]{1,30}[\d_])[A-Za-z]\w*(?:-\w+)*(?![@\w]))"
        rf"|([{_LETTER}]++(?:['’][{_LETTER}]++)?)"
        r"|([.!?\n…。！？]+|(?:[*#>\[\]:：\"“”|~`]|- )+)"
        r"|([,，;；、()（）/]+|[\d$€£¥%][\w.,%:/-]*))",
        re.ASCII,
    )


@cache
def _predicate() -> re.Pattern[str]:
    return re.compile(
        r" (?:is|was|has|had|will|would|can|and [A-Z]\w*|[a-z]+ed|won|went|got|made|took|said|told|came|felt|gave|saw|likes|loves|wants"
        r"|works|lives|thinks|sounds|looks|seems|fell|ate|bought|taught|began|found)\b"
    )


_NOMINAL = frozenset([NOUN, ALLOWED, GENERIC, WEAK])
_NAMING = frozenset([NOUN, ALLOWED, NOUN_VERB, GERUND])
_INSIDE_TITLE = frozenset(["of", "de", "la", "von", "van", "di", "del"])
_OBJECTS = frozenset(["it", "you", "them", "her", "him", "us", "me"])

_Word = tuple[str, str, int, bool, bool, int]
"""As shown, in lower case, the kind, whether possessive, whether capitalised, and the state after it (-1: it depends)."""


@lru_cache(maxsize=CACHED)
def _look(token: str) -> _Word:
    shown = token.replace("’", "'")
    low = shown.lower()
    kind = kind_of(low)
    owner = low.endswith("'s") and kind not in FUNCTION
    if owner:
        shown, low = shown[:-2], low[:-2]
    capital = shown[0] != low[0]
    after = -1
    if low != "to" and kind in (OPENS, TO_VERB, IS):
        after = kind
    elif kind == BREAK or (kind == VERB and not capital):
        after = NOUN
    return shown, low, kind, owner, capital, after


_Token = tuple[int, str, _Word | None, int, int]
"""The group, the text, the word if it is one, and where it starts and ends in its chunk."""

_chunks: dict[str, tuple[_Token, ...]] = {}


def _tokens(chunk: str) -> tuple[_Token, ...]:
    """Return the tokens of what stands between two spaces; what the pattern does not know is one of the group _OTHER."""
    found: list[_Token] = []
    last = 0
    for match in _token().finditer(chunk):
        start, end = match.span()
        if chunk[last:start].strip():
            found.append((_OTHER, "", None, last, start))
        group, token = match.lastindex or 0, match[0]
        found.append((group, token, _look(token) if group in _WORDS else None, start, end))
        last = end
    if chunk[last:].strip():
        found.append((_OTHER, "", None, last, len(chunk)))
    tokens = tuple(found)
    if len(chunk) <= LONGEST_CHUNK:
        if len(_chunks) >= CACHED:
            _chunks.clear()
        _chunks[chunk] = tokens
    return tokens


class _Reader:
    """One pass over one text; `state` is what the words so far lead to expect: a noun (OPENS), a verb, a predicate, or nothing."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.found: dict[str, tuple[str, float, int]] = {}
        self.state = NOUN
        self.previous = ""
        self.initial = True  # at the start of a sentence
        self.run: list[tuple[str, int]] = []  # the noun phrase so far
        self.sure = False  # a determiner or a preposition opened it
        self.opener = ""
        self.pending = ""  # a verbal noun, unless an object follows
        self.title: list[str] = []  # the capitalised words so far
        self.title_at = (0, True, "")  # where they start, whether in initial position, the word before

    def add(self, name: str, score: float, start: int) -> None:
        key = name.lower()
        score += 0.6 * (1 - start / len(self.text))
        if key in self.found:
            shown, best, count = self.found[key]
            self.found[key] = (name if shown == key else shown, max(best, score), count + 1)
        else:
            self.found[key] = (name, score, 1)

    def word(self, word: _Word, start: int, end: int) -> None:
        shown, low, kind, owner, capital, _ = word
        if capital and kind not in FUNCTION and (self.title or self.names(shown, kind, owner, end)):
            if not self.title:
                self.close(start)
                self.title_at = (start, self.initial, self.previous)
            self.title.append(shown)
            self.initial, self.state, self.previous = False, NOUN, low
            if owner:
                self.close_title()
                self.state = OPENS
            return
        if self.title:
            if low in _INSIDE_TITLE:
                self.title.append(low)
                return
            self.close_title()
        self.initial = False
        if self.pending:
            # "painting a wall" is something done; "painting", "painting class" are names of something.
            doing = kind in _NOMINAL and self.pending not in GERUNDS
            if not doing and low not in DETERMINERS and low not in _OBJECTS:
                self.run.append((self.pending, GERUND))
            self.pending = ""
        if kind in _NOMINAL:
            self.nominal(low, kind, start)
            if owner:
                self.close(start)
                self.state = OPENS
        elif kind == GERUND and self.state != TO_VERB and not (self.run and self.opener in ("a", "an")):
            if self.run:
                self.run.append((low, kind))
            else:
                self.pending = low
                self.open()
        elif kind == NOUN_VERB and (
            self.state == OPENS or (self.run and self.sure and self.run[-1][0][-1] != "s")
        ):
            if not self.run:
                self.open()
            single = singular(low)
            self.run.append(
                (
                    low,
                    GENERIC if single in generic.GENERIC else WEAK if single in generic.WEAK else kind,
                )
            )
            self.state = NOUN
        else:
            if self.run:
                self.close(start)
            if kind == MODIFIER:
                if self.state == NOUN:
                    self.state = OPENS
            elif kind in (OPENS, TO_VERB, IS):
                self.state = OPENS if low == "to" and self.previous in TOWARDS else kind
                self.opener = low
            else:
                self.state, self.opener = NOUN, ""
        self.previous = low

    def names(self, shown: str, kind: int, owner: bool, end: int) -> bool:
        """Tell whether a capitalised word begins a name, rather than a sentence."""
        if not self.initial or owner or not shown[1:].islower():
            return True
        following = self.text[end : end + 2].strip()
        if following[:1].isupper():
            return True
        return kind in (NOUN, ALLOWED) and (
            not following.isalpha() or has_han(following) or _predicate().match(self.text, end) is not None
        )

    def open(self) -> None:
        self.sure = self.state == OPENS
        self.state = NOUN

    def nominal(self, low: str, kind: int, start: int) -> None:
        if not self.run:
            if (self.state == TO_VERB and kind != ALLOWED) or (self.state == IS and kind == NOUN):
                self.state = NOUN  # it stands where a verb or an adjective is expected
                return
            verbal = kind == NOUN and low.endswith("ing") and low not in NOUNS
            self.open()
            if verbal:
                self.pending = low
                return
        elif kind == NOUN and low.endswith("ing") and low not in NOUNS:
            self.close(start)  # a person wearing …
            return
        self.run.append((low, kind))

    def mark(self, group: int, token: str, start: int) -> None:
        named = bool(self.title)
        if named:
            before, initial = self.title_at[2], self.title_at[1]
            address = len(self.title) == 1 and (initial or before == "," or before in GREETINGS)
            self.close_title(drop=address and group in (_STOP, _COMMA))
        if self.run or self.pending:
            self.close(start)
        self.state, self.opener, self.initial, self.previous = NOUN, "", group == _STOP, ""
        if group == _COMMA and not named:
            self.previous = ","
        elif group == _OTHER:
            self.state = OPENS
        elif group in (_WEB, _CODE):
            name = token
            if group == _WEB:  # the host stands for the page
                host = token.partition("://")[2] or token
                name = re.split("[/?#:]", host.removeprefix("www."), maxsplit=1)[0].rstrip(".,;!")
            if len(name) > 2 or not name.isalnum():
                self.add(name, 4.9, start)

    def close(self, start: int) -> None:
        """End the noun phrase and keep its last two nouns, alone and together."""
        if self.pending:
            self.run.append((self.pending, GERUND))
            self.pending = ""
        run = self.run
        if not run:
            return
        self.run = []
        while run and run[-1][1] == GENERIC:
            run.pop()
        base = 3.0 if self.sure else 2.4
        for word, kind in run[-3:]:
            if kind not in (WEAK, GENERIC):
                single = singular(word)
                score = base + 0.08 * min(len(single), 10) - (2.0 if kind == NOUN_VERB else 0)
                if word != run[-1][0]:
                    score -= 0.6
                if len(single) > 2:
                    self.add(single, score, start)
        if len(run) > 1:
            (left, kind), (right, other) = run[-2:]
            if kind != GENERIC and left != right and not (kind == other == WEAK):
                score = base + 1.2 - (0.6 if WEAK in (kind, other) else 0)
                self.add(f"{left} {singular(right)}", score, start)

    def close_title(self, *, drop: bool = False) -> None:
        words, self.title = self.title, []
        start, initial, _ = self.title_at
        while words and words[-1] in _INSIDE_TITLE:
            words.pop()
        if (
            len(words) > 1
            and words[0] not in NAME_STARTS
            and (first := _look(words[0])[2]) not in (NOUN, ALLOWED, WEAK)
            and (initial or first == VERB)
        ):
            words = words[1:]
        if drop or not words or len(words) > 5:
            return
        kinds = [_look(word)[2] for word in words]
        if len(words) == 1:
            if kinds[0] in _NAMING and len(words[0]) > 1 and not self.text.isupper():
                self.add(words[0], 4.8, start)
        elif WEAK in kinds or not _NAMING.isdisjoint(kinds):
            self.add(" ".join(words), 5.6, start)


def english(text: str) -> list[Candidate]:
    """Return the candidates in words of other scripts than Han (names, identifiers, noun phrases), in text order."""
    reader = _Reader(text)
    known = _chunks.get
    last = at = 0
    gap = False  # whether Chinese, emoji, or anything else the pattern does not know stands after `last`
    for chunk in _SPACE.split(text) if "- " in text else text.split(" "):
        tokens = known(chunk)
        for group, token, word, start, end in _tokens(chunk) if tokens is None else tokens:
            if group == _OTHER:
                gap = True
                continue
            if gap:
                reader.mark(_OTHER, "", last)
                gap = False
            last = at + end
            if word is None:
                reader.mark(group, token, at + start)
            elif word[5] >= 0 and not (reader.run or reader.title or reader.pending):
                reader.state = word[5]  # half of all words take this short way
                reader.opener = reader.previous = word[1]
                reader.initial = False
            else:
                reader.word(word, at + start, last)
        at += len(chunk) + 1
    if gap and has_han(text[last:]):
        reader.mark(_OTHER, "", last)
    if reader.title:
        before = reader.title_at[2]
        reader.close_title(drop=len(reader.title) == 1 and (before == "," or before in GREETINGS))
    reader.close(len(text))
    return [
        Candidate(
            name,
            key if key.isascii() else cached_key(name),
            score + (0.7 * log2(count) if count > 1 else 0.0),
        )
        for key, (name, score, count) in reader.found.items()
    ]
