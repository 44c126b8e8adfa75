"""The user's own words of a text, cut into sentences and clauses for the judge: no code, logs, quotations or pasted text."""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from wdm.engine.rules.text import fold

LONG_LINE, MANY_LINES = 300, 12
"""Characters from which a line is pasted text, and lines from which only the first and last two are the user's own."""

QUOTED = "\ufffc"
"""What stands where a quotation or code stood, so that its clause matches nothing as a whole."""

_FENCED = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL)
_ENCLOSED = re.compile(
    r"`[^`\n]*`|“[^”\n]*”|『[^』\n]*』|「[^」\n]*」|《[^》\n]*》|\"[^\"\n]*\"|(?<!\w)'[^'\n]+'(?!\w)|(?<!\w)‘[^’\n]+’(?!\w)|https?://\S+"
)
_FOREIGN = re.compile(
    r"\s*(?:>|\$ |//|#|\+\+\+|---|@@|/\*|\* @|<[a-z/!]|File \"|at \S+[(:]|Traceback|\w*(?:Error|Exception|Warning)\b|"
    r"(?i:\[?(?:error|warn|warning|info|debug|fatal|failed|trace|notice)\b\]?\s*[:|\]]|fatal: |npm err|e   )|\d{4}-\d\d-\d\d[ T]|\[\d|"
    r"(?:def|class|import|from|return|const|let|var|function|if|for|while) .*[:;({=]\s*$|.*[;{}]\s*$)"
)
_SPEAKER = re.compile(r"\s*(?!(?i:ps|update|edit|btw|fyi|ok|note|me|i|so)\b|我|结果|更新|总之|补充|另外|好消息|坏消息)"
                      r"[\w ]{1,16}[:：](?=\s?\S)")  # fmt: skip
_SENTENCE = re.compile(r"(.+?)([!?。;…~]+|\.+(?=\s|$)|$)")
_CLAUSE = re.compile(r"[,、:()\[\]—]+| - |--+")
_WORD = re.compile(r"[a-z0-9][a-z0-9']*(?:/[a-z0-9]+)?|\ufffc")
_HAN_NOISE = re.compile(r"[^\w\ufffc]+")
_PARTICLES = "啊呀呢哦哈嘛喔噢吧哇嘞咯耶诶呗嗷捏滴"
_UNCONTRACTED = {
    "u": "you", "ur": "you are", "youre": "you are", "im": "i am", "ive": "i have", "its": "it is", "thats": "that is",
    "dont": "do not", "didnt": "did not", "doesnt": "does not", "isnt": "is not", "wasnt": "was not", "cant": "can not",
    "cannot": "can not", "wont": "will not", "couldnt": "could not", "havent": "have not", "arent": "are not",
    "shouldnt": "should not", "wouldnt": "would not", "won't": "will not", "can't": "can not", "r": "are", "let's": "let us",
    "gonna": "going to", "gotta": "got to", "yall": "you", "n't": "not", "whats": "what is", "'re": "are", "til": "until",
}  # fmt: skip
_HAS_IS = frozenset(
    ("it", "that", "this", "what", "there", "he", "she", "who", "how", "here", "everything", "where")
)


class Words(NamedTuple):
    """Words of one language that do not count when cues are compared, by what they do to the intensity."""

    drop: Mapping[str, int]
    """1 for a word that strengthens, -1 for one that weakens, 0 for one that does neither."""
    pattern: re.Pattern[str]
    """Finds them, or in Chinese longer words that contain them and are kept."""
    chinese: bool


class Clause(NamedTuple):
    """A clause as the judge compares it."""

    chinese: bool
    tokens: str | tuple[str, ...]
    """Characters, or words; folded, without those that only strengthen or weaken."""
    emphasis: int
    """Words that strengthen, less those that weaken."""


class Sentence(NamedTuple):
    """A sentence with what it ends in."""

    clauses: tuple[str, ...]
    end: str
    colon: bool = False
    """Whether it announces what comes after it."""


def own_lines(text: str) -> list[list[Sentence]]:
    """Return the sentences of each line of a text that the user wrote, folded; quotations leave a mark."""
    lines = [line for line in _FENCED.sub(f"\n{QUOTED}\n", text).splitlines() if line.strip()]
    if len(lines) > MANY_LINES:
        lines = [*lines[:2], *lines[-2:]]
    kept = [
        line
        for line in lines
        if len(line) <= LONG_LINE and not _FOREIGN.match(line) and not (len(lines) > 1 and _SPEAKER.match(line))
    ]  # fmt: skip
    return [_sentences(fold(_ENCLOSED.sub(QUOTED, line))) for line in kept]


def _sentences(line: str) -> list[Sentence]:
    """Return the sentences of a folded line."""
    return [
        Sentence(tuple(filter(None, map(str.strip, _CLAUSE.split(body)))), end, body.rstrip().endswith(":"))
        for body, end in _SENTENCE.findall(line)
    ]  # fmt: skip


def is_chinese(clause: str) -> bool:
    """Tell whether a folded clause is to be read as Chinese: it has a Han character."""
    return not clause.isascii() and any("\u4e00" <= c <= "\u9fff" for c in clause)


def clause_of(text: str, chinese: bool, words: Words) -> Clause:
    """Return a folded clause as the judge compares it."""
    if not chinese:
        found, emphasis = [], 0
        for word in english_words(text):
            weight = words.drop.get(word)
            if weight is None:
                found.append(word)
            else:
                emphasis += weight
        return Clause(False, tuple(found), emphasis)
    text = _HAN_NOISE.sub("", text)
    if text.endswith("啦"):
        text = text[:-1] + "了"
    emphasis = 0

    def lose(match: re.Match[str]) -> str:
        nonlocal emphasis
        weight = words.drop.get(match[0])
        if weight is None:
            return match[0]
        emphasis += weight
        return ""

    text = words.pattern.sub(lose, text)
    return Clause(True, text.rstrip(_PARTICLES) or text, emphasis)


def english_words(text: str) -> Iterable[str]:
    """Return the words of a folded English text, contractions written out."""
    for word in _WORD.findall(text):
        plain = _UNCONTRACTED.get(word)
        if plain is not None:
            yield from plain.split()
        elif "'" not in word:
            yield word
        else:
            stem, _, tail = word.partition("'")
            if tail == "t" and stem.endswith("n"):
                yield stem[:-1]
                yield "not"
            else:
                yield stem
                if tail in _TAILS and (tail != "s" or stem in _HAS_IS):
                    yield _TAILS[tail]


_TAILS = {"s": "is", "re": "are", "m": "am", "ve": "have", "ll": "will", "d": "would"}
