"""When two texts say the same: the measure by which a repeat is told from another memory.

Two texts are near-same when, after folding (case, width, traditional characters), their words are the same in the
same order, leaving out sentence punctuation, articles, polite words and particles that carry no meaning, and with
contractions spelt out. Nothing else is left out: numbers, negations, names, pronouns, tenses, question marks and
operators are part of what is said, so texts that differ in one of them are two memories. Precision before recall:
a repeat that is missed costs a card, a wrong one would lose a memory.
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
_EMPTY = frozenset(
    [
        "a",
        "an",
        "the",
        "please",
        "pls",
        "kindly",
        "well",
        "oh",
        "ok",
        "okay",
        "um",
        "uh",
        "吧",
        "呢",
        "啊",
        "呀",
        "哦",
        "噢",
        "喔",
        "嘛",
        "啦",
        "哈",
        "嗯",
        "的",
        "请",
    ]
)
_POLITE = re.compile("麻烦你?|拜托你?|一下")
_PUNCTUATION = frozenset(".,;:!、。…—–-\"“”‘’'()[]{}【】《》「」『』·`")
_TOKEN = re.compile(r"(?<![\w.])-?\d+(?:[.,:/-]\d+)*|[^\W\d_\u0e01-\u109f\u3041-\ud7a3]+(?:'[a-z]+)?|\d+|\S")


def same_form(words: str) -> str:
    """Return what near-same texts have in common, or the trimmed text itself where nothing of it would be left."""
    folded = _POLITE.sub("", fold(words))
    tokens = chain.from_iterable(_spelt_out(token) for token in _TOKEN.findall(folded))
    return (
        " ".join(token for token in tokens if token not in _EMPTY and token not in _PUNCTUATION)
        or words.strip()
    )


def _spelt_out(token: str) -> list[str]:
    """Return a word, or the words that it is a contraction of."""
    if "'" in token or token in _CONTRACTED:
        if token in _CONTRACTED:
            return _CONTRACTED[token].split()
        for ending, more in _ENDINGS.items():
            if token.endswith(ending):
                return (token.removesuffix(ending) + more).split()
    return [token]
