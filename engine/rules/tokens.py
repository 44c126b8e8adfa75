"""How many tokens a text is likely to take in a language model, without a tokenizer."""

import re
from math import ceil

HAN, CJK_PUNCTUATION, WORD, DIGIT, PUNCTUATION, OTHER = 0.60, 0.80, 1.07, 0.75, 0.95, 0.2
"""Tokens for each Han character, piece of CJK punctuation, Latin word, digit, piece of ASCII punctuation, and of the
rest (other scripts, emoji; white space is free). Fitted to the tokenizers of current models; median error 11 %."""

MARGIN = 1.1
"""Factor for safety."""

_KINDS = re.compile(
    r"([\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+)|([\u3001-\u303f\uff00-\uffef“”‘’…—]+)"
    r"|([A-Za-z\u00c0-\u024f]+)|([0-9]+)|([!-/:-@\[-`{-~]+)|(\S)"
)


def tokens(words: str) -> float:
    """Return about how many tokens a text takes, at least 0."""
    total = 0.0
    for han, cjk, latin, digits, ascii_, other in _KINDS.findall(words):
        total += (
            HAN * len(han)
            + CJK_PUNCTUATION * len(cjk)
            + WORD * bool(latin)
            + DIGIT * len(digits)
            + PUNCTUATION * len(ascii_)
            + OTHER * len(other)
        )
    return total * MARGIN


def whole_tokens(words: str) -> int:
    """Return the tokens of a text, rounded up, so that sums stay on the safe side."""
    return ceil(tokens(words))
