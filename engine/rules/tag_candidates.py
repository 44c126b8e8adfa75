"""Which words of a text could be its tags, ranked without a corpus: by class of word, rarity, place and frequency."""

import re
import unicodedata
from collections.abc import Callable, Container, Iterable, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from math import log2
from typing import NamedTuple

from wdm.engine.rules import generic
from wdm.engine.rules.han import TO_SIMPLIFIED
from wdm.engine.rules.text import name_key

LONGEST_HAN = 24
"""Characters of the longest name that holds Han characters."""

LONGEST_OTHER = 40
"""Characters of the longest name in other scripts."""

CACHED = 50_000
"""Words whose class is kept in memory."""

LOWEST = 2.0
"""Score under which a candidate is no tag: fewer good tags beat more."""

REUSE = 0.8
"""Score that a name of the pool gains: it decides between near equals, and never lifts a poor word over a good one."""


class Candidate(NamedTuple):
    """A possible tag: the name as shown, its key, and its score (0 to about 12, higher is better)."""

    name: str
    key: str
    score: float


_MONTH = r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"


# Patterns with wide classes take milliseconds to compile: they wait for the first text.
@cache
def _date() -> re.Pattern[str]:
    return re.compile(
        rf"(?:(?:周|星期|礼拜)[一二三四五六日天末])"
        rf"|[上中下早晚午凌晨第约]{{0,2}}[\d零〇一二三四五六七八九十百千两几半]+个?(?:年|月份?|日|号|点|时|分钟?|秒钟?|天|周|岁|小时)(?:半|钟|[\d零〇一二三四五六七八九十]+[月日号分]?)*"
        rf"|\d+ ?(?:st|nd|rd|th|am|pm|[smhd]|min|hrs?|hours?|days?|years?|months?|weeks?)"
        rf"|(?:\d{{1,2}}(?:st|nd|rd|th)? )?{_MONTH}(?: \d{{1,2}}(?:st|nd|rd|th)?)?(?:,? \d{{4}})?",
    )


def has_han(text: str) -> bool:
    """Tell whether a text holds a Han character."""
    return not text.isascii() and any(
        "\u3400" <= char <= "\u9fff"
        or char in "〇々"
        or "\uf900" <= char <= "\ufaff"
        or "\U00020000" <= char <= "\U0003ffff"
        for char in text
    )


_key = lru_cache(maxsize=32_768)(name_key)


@lru_cache(maxsize=32_768)
def refusal(name: str) -> str | None:
    """Return why a cleaned name is refused as a tag, in a few words, or None when it may be one."""
    key = name_key(name)
    if not key:
        return "empty"
    # Zero-width joiners hold an emoji together; every other invisible character could forge a name.
    if not (name.isprintable() or name.replace("\u200d", "").isprintable()):
        return "control characters"
    han = has_han(name)
    if len(name) > (LONGEST_HAN if han else LONGEST_OTHER):
        return "too long"
    key = key.translate(TO_SIMPLIFIED)
    if key in generic.ALLOW:
        return None
    if not any(char.isalpha() or unicodedata.category(char) == "So" for char in key):
        return "numbers or punctuation only"
    if key in generic.GENERIC or (not han and _singular(key) in generic.GENERIC):
        return "generic"
    return "a date or a time" if _date().fullmatch(key) else None


def choose(candidates: Iterable[Candidate], *, most: int, pool: Container[str]) -> tuple[str, ...]:
    """Return at most `most` names, best first, none refused and none a part of another; equal scores keep their order."""
    ranked = [(one.score + (REUSE if one.key in pool else 0.0), one) for one in candidates]
    ranked.sort(key=lambda pair: -pair[0])
    taken: list[str] = []
    names: list[str] = []
    for score, one in ranked:
        if len(names) >= most or score < LOWEST:
            break
        if any(_overlap(one.key, key) for key in taken):
            continue
        name = " ".join(one.name.split())
        if len(name) > 1 and refusal(name) is None:
            taken.append(one.key)
            names.append(name)
    return tuple(names)


def _overlap(a: str, b: str) -> bool:
    if not (a.isascii() and b.isascii()):
        return a in b or b in a
    return f" {a} " in f" {b} " or f" {b} " in f" {a} "


# --- Chinese ---------------------------------------------------------------------------------------------------------

SUFFIX = -1.0
"""The weight of a single character that only lengthens the noun before it: 店, 馆, 机."""

PART = -2.0
"""The weight of a weak noun, which joins its neighbours and is no tag alone: 创新, 活动."""

LONGEST_COMPOUND = 6
"""Characters of the longest tag made of two neighbouring nouns."""

LONGEST_PHRASE = 12
"""Characters of the longest tag made of three to five neighbouring nouns: the name of an event or an institution."""

_NUMERALS = frozenset("一二三四五六七八九十百千万两几半双")


class Token(NamedTuple):
    """A Chinese word with the class that decides what it joins, and its weight as a tag: 0 for none, else 1 to about 8."""

    word: str
    role: str
    weight: float


def weigh(word: str, pos: str, frequency: int, known: bool) -> Token:
    """Return a word with its role and weight, or with the weights SUFFIX or PART.

    `pos` is the class jieba gives, `frequency` the dictionary's count, and `known` tells a word of the dictionary
    from one that was guessed.
    """
    person = pos[:2] == "nr" and len(word) == 3 and word[0] in generic.SURNAMES
    if person or word in generic.KIN:
        role = "person"
    elif pos[:2] == "nr":
        role = "given" if len(word) <= 2 else "noun"
    elif word in generic.FACTS or word in ("工作", "生活", "学习"):
        role = "fact"
    else:
        role = {"ns": "place", "v": "verb", "t": "time"}.get(pos, "noun")
    return Token(word, role, _weight(word, pos, frequency, known, person))


def _weight(word: str, pos: str, frequency: int, known: bool, person: bool) -> float:
    if len(word) == 1:
        return SUFFIX if word in generic.SUFFIXES and pos[0] in "nvqgzj" else 0.0
    if word in generic.ALLOW:
        return 3.2
    if word in generic.WEAK:
        return PART
    if (
        word in generic.GENERIC
        or not has_han(word[0] + word[-1])
        or _date().fullmatch(word)
        or (word[0] in _NUMERALS and word[1] in _NUMERALS)
    ):
        return 0.0
    # The dictionary counts some 60 million words; the rarest tell most, but a count under 50 tells nothing certain.
    rarity = min(16.0 - log2(max(frequency, 50)), 9.0) / 2
    if not known:
        if word[0] in generic.LOOSE or word[-1] in generic.LOOSE:
            return 0.0
        return 6.5 if person else 3.5 if pos[0] == "n" else 0.0
    if pos[:2] == "nr" and not person and word[-1] in generic.LOOSE:
        return 0.0  # the dictionary takes some exclamations for names: 真是太
    if pos[0] == "n":
        return rarity + (3.0 if person else 1.5 if pos in ("ns", "nt", "nz") else 1.0)
    if pos in ("vn", "s", "j", "an"):
        return rarity + 0.3
    if pos == "l":
        return 0.0 if generic.LOOSE.intersection(word) else 2.4
    if pos == "t":
        return 5.0 if (word[-1] == "节" and len(word) > 2) or word in generic.FESTIVALS else 0.0
    if pos == "v":  # only the rarer ones: 露营, 失眠; the common ones are what every sentence does
        common = (
            not 50 <= frequency < 1000
            or word[0] == word[1]
            or word[-1] in generic.COMPLEMENTS
            or generic.LOOSE.intersection(word)
        )
        return 0.0 if common else min(rarity - 1.5, 2.4)
    return 0.0


def chinese(text: str, tokens: Sequence[Token]) -> list[Candidate]:
    """Return the candidates of the Chinese parts of a text, in text order.

    `tokens` are the words that together make up the text, in simplified characters and of equal length; the names
    are taken from the text itself.
    """
    scores: dict[str, float] = {}
    counts: dict[str, int] = {}
    length = len(text) or 1

    def add(start: int, end: int, score: float) -> None:
        name = text[start:end]
        if name in counts:
            counts[name] += 1
        else:
            counts[name] = 1
            scores[name] = score + 0.5 * (1 - start / length)

    run: list[_Piece] = []
    surname = -1  # where a surname stands that the cut left alone
    position = 0
    for word, role, weight in tokens:
        end = position + len(word)
        if surname >= 0 and (role == "given" or word in generic.TITLES):
            add(surname, end, 6.0)
            surname = -1
        elif weight == 0.0:
            surname = position if word in generic.SURNAMES else -1
        elif role in _ALONE:
            if weight > 0:
                add(position, end, weight)
            surname = -1
        elif weight != SUFFIX:
            run.append((position, end, weight, role))
            position, surname = end, -1
            continue
        elif run:
            start, _, before, role = run[-1]
            run[-1] = (start, end, before + 0.4 if before > 0 else 2.4, role)
            position = end
            continue
        else:
            surname = position if word in generic.SURNAMES else -1
        if run:
            _join(run, add)
            run = []
        position = end
    if run:
        _join(run, add)
    if "》" in text or "」" in text:
        for title in _titles().finditer(text):
            add(title.start(1), title.end(1), 7.0)
    return [Candidate(name, _key(name), score + 0.7 * log2(counts[name])) for name, score in scores.items()]


_Piece = tuple[int, int, float, str]
_ALONE = frozenset(["verb", "person", "time", "fact"])


@cache
def _titles() -> re.Pattern[str]:
    return re.compile("[《「]([^《》「」\n]{2,20})[》」]")


def _join(run: list[_Piece], add: Callable[[int, int, float], None]) -> None:
    for start, end, weight, _ in run:
        if weight > 0:
            add(start, end, weight)
    if len(run) < 2:
        return
    for (start, _, a, first), (_, end, b, second) in pairwise(run):
        if end - start <= LONGEST_COMPOUND and (a > 0 or b > 0) and not first == second == "place":
            add(start, end, (max(a, 1.5) + max(b, 1.5)) / 2 + 0.8)
    start, end = run[0][0], run[-1][1]
    if 3 <= len(run) <= 5 and end - start <= LONGEST_PHRASE:
        add(start, end, sum(max(weight, 1.5) for _, _, weight, _ in run) / len(run) + 2.0)


# --- English ---------------------------------------------------------------------------------------------------------

_LETTER = "A-Za-z\u00c0-\u024f"
_ENDINGS = (
    "py|js|ts|tsx|jsx|md|txt|rst|json|jsonl|ya?ml|toml|ini|cfg|csv|tsv|pdf|html?|css|sh|rs|go|java|cpp|hpp|sql|db|log|png|jpe?g|svg"
    "|docx?|xlsx?|pptx?|zip|gz|io|com|org|net|dev|ai|cn|gov|edu"
)
_WORD, _WEB, _CODE, _REST, _STOP, _COMMA, _OTHER = range(1, 8)
_WORDS = (_WORD, _REST)


@cache
def _token() -> re.Pattern[str]:
    return re.compile(
        rf"[ ]*+(?:([{_LETTER}]++(?:['’-][{_LETTER}]++)*+)(?![\w@/+#-]|[.:]\w)"
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


# What a word is, and so what is expected after it.
_NOUN, _OPENS, _TO_VERB, _IS, _BREAK, _VERB, _NOUN_VERB, _MODIFIER, _GERUND, _GENERIC, _WEAK, _ALLOWED = (
    range(12)
)
_CLASS = {
    word: number
    for words, number in (
        (generic.GENERIC, _GENERIC),
        (generic.WEAK, _WEAK),
        (generic.VERBS, _VERB),
        (generic.NOUN_VERBS, _NOUN_VERB),
        (generic.MODIFIERS, _MODIFIER),
        (generic.GERUNDS, _GERUND),
        (generic.BREAKS, _BREAK),
        (generic.DETERMINERS, _OPENS),
        (generic.PREPOSITIONS, _OPENS),
        (generic.SUBJECTS, _TO_VERB),
        (generic.BE, _IS),
        (generic.INTENSIFIERS, _MODIFIER),
        (generic.ALLOW, _ALLOWED),
    )
    for word in words
    if word.isascii()
}
_FUNCTION = frozenset([_OPENS, _TO_VERB, _IS, _BREAK])
_NOMINAL = frozenset([_NOUN, _ALLOWED, _GENERIC, _WEAK])
_INSIDE_TITLE = frozenset(["of", "de", "la", "von", "van", "di", "del"])
_OBJECTS = frozenset(["it", "you", "them", "her", "him", "us", "me"])

_Word = tuple[str, str, int, bool, bool, int]
"""As shown, in lower case, the kind, whether possessive, whether capitalised, and the state after it (-1: it depends)."""

_seen: dict[str, _Word] = {}


def _look(token: str) -> _Word:
    found = _seen.get(token)
    if found is not None:
        return found
    shown = token.replace("’", "'")
    low = shown.lower()
    kind = _kind(low)
    owner = low.endswith("'s") and kind not in _FUNCTION
    if owner:
        shown, low = shown[:-2], low[:-2]
    capital = shown[0] != low[0]
    after = -1
    if low != "to" and kind in (_OPENS, _TO_VERB, _IS):
        after = kind
    elif kind == _BREAK or (kind == _VERB and not capital):
        after = _NOUN
    if len(_seen) >= CACHED:
        _seen.clear()
    found = _seen[token] = (shown, low, kind, owner, capital, after)
    return found


def _kind(low: str) -> int:
    kind = _CLASS.get(low)
    if kind is not None:
        return kind
    if "'" in low:
        base, _, tail = low.partition("'")
        if tail != "s" or _CLASS.get(base) in _FUNCTION:
            return _IS if tail in ("m", "re", "s") else _TO_VERB
        return _kind(base)
    single = _singular(low)
    if single != low:
        kind = _CLASS.get(single)
        if kind is not None:
            return _VERB if kind == _MODIFIER else kind
    if low in generic.NOUNS:
        return _NOUN
    if low.endswith("ly"):
        return _MODIFIER
    for end in ("ing", "ed", "d"):
        if low.endswith(end) and len(low) > len(end) + 2:
            base = low[: -len(end)]
            if any(
                _CLASS.get(form) in (_VERB, _NOUN_VERB, _IS)
                for form in (base, base + "e", base[:-1], base[:-1] + "y")
            ):
                return _VERB
    if low.endswith("ed") and len(low) > 4:
        return _VERB
    if low.endswith(("ful", "ous", "less", "able", "ible", "iest", "ish", "ier")):
        return _MODIFIER
    if "-" in low:
        ends = [_kind(part) for part in low.split("-") if part]
        if (
            ends[-1] in _FUNCTION
            or ends[-1] in (_VERB, _MODIFIER)
            or ends[0] in _FUNCTION
            or ends[0] == _VERB
        ):
            return _MODIFIER
    return _NOUN


@lru_cache(maxsize=32_768)
def _singular(word: str) -> str:
    head, space, last = word.rpartition(" ")
    if space:
        return head + space + _singular(last)
    found = generic.SINGULARS.get(word)
    if found is not None:
        return found
    if (
        len(word) < 4
        or word[-1] != "s"
        or word in generic.NOT_PLURAL
        or word.endswith(("ss", "us", "is", "ics", "'s"))
    ):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-2] if word.endswith(("sses", "shes", "ches", "xes", "zzes", "oes")) else word[:-1]


class _Reader:
    """One pass over one text; `state` is what the words so far lead to expect: a noun (_OPENS), a verb, a predicate, or nothing."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.found: dict[str, tuple[str, float, int]] = {}
        self.state = _NOUN
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
        if capital and kind not in _FUNCTION and (self.title or self.names(shown, kind, owner, end)):
            if not self.title:
                self.close(start)
                self.title_at = (start, self.initial, self.previous)
            self.title.append(shown)
            self.initial, self.state, self.previous = False, _NOUN, low
            if owner:
                self.close_title()
                self.state = _OPENS
            return
        if self.title:
            if low in _INSIDE_TITLE:
                self.title.append(low)
                return
            self.close_title()
        self.initial = False
        if self.pending:
            # "painting a wall" is something done; "painting", "painting class" are names of something.
            doing = kind in _NOMINAL and self.pending not in generic.GERUNDS
            if not doing and low not in generic.DETERMINERS and low not in _OBJECTS:
                self.run.append((self.pending, _GERUND))
            self.pending = ""
        if kind in _NOMINAL:
            self.nominal(low, kind, start)
            if owner:
                self.close(start)
                self.state = _OPENS
        elif kind == _GERUND and self.state != _TO_VERB and not (self.run and self.opener in ("a", "an")):
            if self.run:
                self.run.append((low, kind))
            else:
                self.pending = low
                self.open()
        elif kind == _NOUN_VERB and (
            self.state == _OPENS or (self.run and self.sure and self.run[-1][0][-1] != "s")
        ):
            if not self.run:
                self.open()
            single = _singular(low)
            self.run.append(
                (low, _GENERIC if single in generic.GENERIC else _WEAK if single in generic.WEAK else kind)
            )
            self.state = _NOUN
        else:
            if self.run:
                self.close(start)
            if kind == _MODIFIER:
                if self.state == _NOUN:
                    self.state = _OPENS
            elif kind in (_OPENS, _TO_VERB, _IS):
                self.state = _OPENS if low == "to" and self.previous in generic.TOWARDS else kind
                self.opener = low
            else:
                self.state, self.opener = _NOUN, ""
        self.previous = low

    def names(self, shown: str, kind: int, owner: bool, end: int) -> bool:
        """Tell whether a capitalised word begins a name, rather than a sentence."""
        if not self.initial or owner or not shown[1:].islower():
            return True
        following = self.text[end : end + 2].strip()
        if following[:1].isupper():
            return True
        return kind in (_NOUN, _ALLOWED) and (
            not following.isalpha() or has_han(following) or _predicate().match(self.text, end) is not None
        )

    def open(self) -> None:
        self.sure = self.state == _OPENS
        self.state = _NOUN

    def nominal(self, low: str, kind: int, start: int) -> None:
        if not self.run:
            if (self.state == _TO_VERB and kind != _ALLOWED) or (self.state == _IS and kind == _NOUN):
                self.state = _NOUN  # it stands where a verb or an adjective is expected
                return
            verbal = kind == _NOUN and low.endswith("ing") and low not in generic.NOUNS
            self.open()
            if verbal:
                self.pending = low
                return
        elif kind == _NOUN and low.endswith("ing") and low not in generic.NOUNS:
            self.close(start)  # a person wearing …
            return
        self.run.append((low, kind))

    def mark(self, group: int, token: str, start: int) -> None:
        named = bool(self.title)
        if named:
            before, initial = self.title_at[2], self.title_at[1]
            address = len(self.title) == 1 and (initial or before == "," or before in generic.GREETINGS)
            self.close_title(drop=address and group in (_STOP, _COMMA))
        if self.run or self.pending:
            self.close(start)
        self.state, self.opener, self.initial, self.previous = _NOUN, "", group == _STOP, ""
        if group == _COMMA and not named:
            self.previous = ","
        elif group == _OTHER:
            self.state = _OPENS
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
            self.run.append((self.pending, _GERUND))
            self.pending = ""
        run = self.run
        if not run:
            return
        self.run = []
        while run and run[-1][1] == _GENERIC:
            run.pop()
        base = 3.0 if self.sure else 2.4
        for word, kind in run[-3:]:
            if kind not in (_WEAK, _GENERIC):
                single = _singular(word)
                score = (
                    base
                    + 0.08 * min(len(single), 10)
                    - (2.0 if kind == _NOUN_VERB else 0)
                    - (0.6 if word != run[-1][0] else 0)
                )
                if len(single) > 2:
                    self.add(single, score, start)
        if len(run) > 1:
            (left, kind), (right, other) = run[-2:]
            if kind != _GENERIC and left != right and not (kind == other == _WEAK):
                self.add(
                    f"{left} {_singular(right)}", base + 1.2 - (0.6 if _WEAK in (kind, other) else 0), start
                )

    def close_title(self, *, drop: bool = False) -> None:
        words, self.title = self.title, []
        start, initial, _ = self.title_at
        while words and words[-1] in _INSIDE_TITLE:
            words.pop()
        if (
            len(words) > 1
            and words[0] not in generic.NAME_STARTS
            and (first := _look(words[0])[2]) not in (_NOUN, _ALLOWED, _WEAK)
            and (initial or first == _VERB)
        ):
            words = words[1:]
        if drop or not words or len(words) > 5:
            return
        kinds = [_look(word)[2] for word in words]
        if len(words) == 1:
            if (
                kinds[0] in (_NOUN, _ALLOWED, _NOUN_VERB, _GERUND)
                and len(words[0]) > 1
                and not self.text.isupper()
            ):
                self.add(words[0], 4.8, start)
        elif any(kind in (_NOUN, _ALLOWED, _WEAK, _NOUN_VERB, _GERUND) for kind in kinds):
            self.add(" ".join(words), 5.6, start)


def english(text: str) -> list[Candidate]:
    """Return the candidates in words of other scripts than Han (names, identifiers, noun phrases), in text order."""
    reader = _Reader(text)
    last = 0
    for match in _token().finditer(text):
        group = match.lastindex or 0
        start, end = match.span(group)
        if match.start() > last and not text[last : match.start()].isspace():
            reader.mark(_OTHER, "", last)  # Chinese, emoji: what the pattern does not know
        last = end
        if group in _WORDS:
            word = _look(text[start:end])
            if word[5] >= 0 and not (reader.run or reader.title or reader.pending):
                reader.state = word[5]  # half of all words take this short way
                reader.opener = reader.previous = word[1]
                reader.initial = False
            else:
                reader.word(word, start, end)
        else:
            reader.mark(group, text[start:end], start)
    if text[last:].strip() and has_han(text[last:]):
        reader.mark(_OTHER, "", last)
    if reader.title:
        before = reader.title_at[2]
        reader.close_title(drop=len(reader.title) == 1 and (before == "," or before in generic.GREETINGS))
    reader.close(len(text))
    return [
        Candidate(
            name, key if key.isascii() else _key(name), score + (0.7 * log2(count) if count > 1 else 0.0)
        )
        for key, (name, score, count) in reader.found.items()
    ]
