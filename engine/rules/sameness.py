"""When two texts say the same: the measure by which a repeat is told from another memory.

Two texts are near-same when, after folding (case, width, traditional characters), their words are the same in the
same order, leaving out sentence punctuation, articles, politeness and fillers at the edges of a clause and particles at
its end, and with contractions spelt out. Nothing else is left out: numbers with their signs, negations, names,
pronouns, tenses, question marks and operators are part of what is said, so texts that differ in one of them are two
memories. Precision before recall: a repeat that is missed costs a card, a wrong one would lose a memory.
"""

import re
from hashlib import blake2b

from wdm.engine.rules.text import fold
from wdm.store.records import Kind

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
_SIGNS = frozenset("-–−!")
_TOKEN = re.compile(
    r"(?:(?<![a-z0-9_)\]])[-−–])?(?:(?<![a-z0-9_])\d+|\.\d+|\d+)(?:[.,:/-]\d+)*"
    r"|[^\W\d_\u0e01-\u109f\u3041-\ud7a3]+(?:'[a-z]+)?|!(?=[\w=(])|\S"
)


def content_hash(kind: Kind, speaker: str | None, words: str) -> bytes:
    """Return twelve bytes that are equal for near-same words of the same speaker.

    A section of a file is the same only to the letter: its card stands for what the file says.
    """
    form = words.strip() if kind is Kind.FILE else same_form(words)
    identity = "\0".join((kind, speaker or "", form))
    return blake2b(identity.encode("utf-8", "surrogatepass"), digest_size=12).digest()


def same_form(words: str) -> str:
    """Return what near-same texts have in common, or the trimmed text itself where nothing of it would be left."""
    folded = fold(_ARTICLE.sub("", _BULLET.sub("", words)))
    bare = _PARTICLES.sub("", _POLITE.sub("", folded))
    if _SIGNS.isdisjoint(bare):
        told = _TOKEN.findall(bare)
    else:
        told = [
            each[0] for each in _TOKEN.finditer(bare) if each[0] not in _SIGNS or _is_operator(bare, each)
        ]
    tokens = [each if len(each) == 1 else _spelt_out(each) for each in told if each not in _PUNCTUATION]
    return " ".join(tokens) or words.strip()


def _is_operator(words: str, sign: re.Match[str]) -> bool:
    """Tell whether a sign says something: a hyphen that joins two words, or a mere exclamation, does not."""
    after = words[sign.end() : sign.end() + 1]
    if sign[0] == "!":
        return after not in ("", "!", " ", "\n") and after.isascii()
    before = words[max(sign.start() - 1, 0) : sign.start()]
    return not (before.isalpha() and after.isalpha()) and not (before.isspace() and after.isspace())


def _spelt_out(token: str) -> str:
    """Return a token, a number with a plain minus, or the words that a contraction is made of."""
    if token in _CONTRACTED:
        return _CONTRACTED[token]
    if token.isalpha():
        return token
    if token[0] in "−–":
        return "-" + token[1:]
    for ending, more in _ENDINGS.items():
        if token.endswith(ending):
            return (token.removesuffix(ending) + more).lstrip()
    return token
