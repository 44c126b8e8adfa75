"""When two texts say the same: the measure by which a repeat is told from another memory.

Two texts are near-same when, after folding (case, width, traditional characters), their words are the same in the
same order, leaving out sentence punctuation, articles, politeness and fillers at the edges of a clause and particles at
its end, and with contractions spelt out. Nothing else is left out: numbers with their signs, negations, names,
pronouns, tenses, question marks and operators are part of what is said, so texts that differ in one of them are two
memories. Precision before recall: a repeat that is missed costs a card, a wrong one would lose a memory.
"""

import re
from itertools import chain

from wdm.engine.rules.text import fold

_CONTRACTED = {
    "can't": "can not", "cannot": "can not", "won't": "will not", "shan't": "shall not", "let's": "let us",
    "it's": "it is", "that's": "that is", "there's": "there is", "what's": "what is", "he's": "he is", "she's": "she is",
    "gonna": "going to", "wanna": "want to",
}  # fmt: skip
_ENDINGS = {"n't": " not", "'m": " am", "'re": " are", "'ve": " have", "'ll": " will"}

# Before folding: an `A` in the middle of a sentence is a name (`plan A`), and no article.
_ARTICLE = re.compile(r"(?<![\w'-])(?:(?:^|(?<=[.!?\n] )|(?<=\n))(?:The|An|A)|the|an|a) +(?=[A-Za-z])")
_BULLET = re.compile(r"^\s*[-*•] +", re.MULTILINE)
_POLITE = re.compile(
    r"(?:^|(?<=[.!?,;\n。！？，；]))\s*(?:(?:please|pls|kindly) |(?:well|oh|ok|okay|um|uh), |嗯+[,，]"
    r"|请你?(?=[^客假教问求安])|麻烦你?(?=\S)|拜托你?(?=\S))"
    r"|,? (?:please|pls)(?=[.!]?\s*$)|(?<=[查看问说记写听等想试改跑用读讲])一下(?![子午])"
)
_PARTICLES = re.compile(r"[吧呢啊呀哦噢喔嘛啦哈嗯]+(?=[。！!，,.；;~\s]|$)")
_PUNCTUATION = frozenset(".,;:…。、—\"“”‘’'()[]{}【】《》「」『』·`")
_TOKEN = re.compile(
    r"(?:(?<![a-z0-9_)\]])[-−–])?(?:(?<![a-z0-9_])\d+|\.\d+|\d+)(?:[.,:/-]\d+)*"
    r"|[^\W\d_\u0e01-\u109f\u3041-\ud7a3]+(?:'[a-z]+)?|!(?=[\w=(])|\S"
)


def same_form(words: str) -> str:
    """Return what near-same texts have in common, or the trimmed text itself where nothing of it would be left."""
    folded = fold(_ARTICLE.sub("", _BULLET.sub("", words)))
    bare = _PARTICLES.sub("", _POLITE.sub("", folded))
    found = list(_TOKEN.finditer(bare))
    tokens = chain.from_iterable(_spelt_out(each[0]) for each in found if _says_something(bare, each))
    return " ".join(tokens) or words.strip()


def _says_something(words: str, token: re.Match[str]) -> bool:
    """Tell whether a token is more than punctuation: a hyphen that joins two words, or a mere exclamation, is not."""
    sign = token[0]
    if sign in "-–−":
        before, after = words[: token.start()][-1:], words[token.end() :][:1]
        return not (before.isalpha() and after.isalpha()) and not (before.isspace() and after.isspace())
    if sign == "!":
        return words[token.end() :][:1] not in ("", "!", " ", "\n") and words[token.end() :][:1].isascii()
    return sign not in _PUNCTUATION


def _spelt_out(token: str) -> list[str]:
    """Return a word, or the words that it is a contraction of."""
    if token[0] in "−–" and len(token) > 1:
        return ["-" + token[1:]]
    if token in _CONTRACTED:
        return _CONTRACTED[token].split()
    for ending, more in _ENDINGS.items():
        if token.endswith(ending):
            return (token.removesuffix(ending) + more).split()
    return [token]
