"""Keys and passwords in a text, by the shapes that their issuers give them; not by how random they look.

The shapes are those that the issuers document and that scanners of repositories agree on. A password counts only after
a word that announces it, and only with letters and digits in it.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

_SHAPES = {
    "private key": r"-----BEGIN (?:[A-Z]+ ){0,2}PRIVATE KEY-----[\s\S]*?(?:-----END (?:[A-Z]+ ){0,2}PRIVATE KEY-----|\Z)",
    "AWS access key": r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b",
    "GitHub token": r"\b(?:gh[pousr]_[0-9A-Za-z]{36,255}|github_pat_[0-9A-Za-z_]{22,255})\b",
    "GitLab token": r"\bglpat-[0-9A-Za-z_-]{20,}",
    "Slack token": r"\bxox[abeprs]-[0-9A-Za-z-]{10,}",
    "Google API key": r"\bAIza[0-9A-Za-z_-]{35}",
    "Stripe key": r"\b[rs]k_(?:live|test)_[0-9A-Za-z]{16,}\b",
    "model API key": r"\bsk-(?:proj-|ant-|or-)?[0-9A-Za-z_-]{20,}",
    "npm token": r"\bnpm_[0-9A-Za-z]{36}\b",
    "PyPI token": r"\bpypi-[0-9A-Za-z_-]{50,}",
    "Hugging Face token": r"\bhf_[0-9A-Za-z]{30,}\b",
    "JSON web token": r"\beyJ[0-9A-Za-z_-]{10,}\.eyJ[0-9A-Za-z_-]{10,}\.[0-9A-Za-z_-]{10,}",
    "password in an address": r"(?<=://)[^/\s:@]+:[^/\s:@]{3,}(?=@)",
    "password": (
        r"(?:(?i:password|passwd|passphrase|pwd)|密码|密碼|口令)\s*(?:(?i:is)\s|[是为為:：=])\s*[\"'`“]?"
        r"(?P<password>(?=[!-~]*\d)(?=[!-~]*[A-Za-z])[!-~]{6,64}(?<![\"'`.,;!?]))"
    ),
}  # fmt: skip
_HINTS = (
    "-----begin", "akia", "asia", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat", "glpat-", "xox", "aiza", "rk_",
    "sk_", "sk-", "npm_", "pypi-", "hf_", "eyj", "://", "密码", "密碼", "口令", "pass", "pwd",
)  # fmt: skip
"""What every secret has somewhere, casefolded: texts without any of it, nearly all, are not looked at further."""


class Secret(NamedTuple):
    """A secret where it stands in a text, in characters."""

    kind: str
    start: int
    end: int


def find(words: str) -> list[Secret]:
    """Return the secrets of a text from left to right, none inside another."""
    folded = words.casefold()
    return list(_found(words)) if any(hint in folded for hint in _HINTS) else []


def redact(words: str) -> tuple[str, list[str]]:
    """Return a text with `[redacted: kind]` in the place of each secret, and their kinds."""
    secrets = find(words)
    for secret in reversed(secrets):
        words = f"{words[: secret.start]}[redacted: {secret.kind}]{words[secret.end :]}"
    return words, [secret.kind for secret in secrets]


def _found(words: str) -> Iterator[Secret]:
    for match in _pattern().finditer(words):
        name = match.lastgroup or ""
        kind = _KINDS[name if name in _KINDS else _PASSWORD]
        part = "password" if kind == "password" else 0
        yield Secret(kind, match.start(part), match.end(part))


_KINDS = {f"kind{number}": kind for number, kind in enumerate(_SHAPES)}
_PASSWORD = next(name for name, kind in _KINDS.items() if kind == "password")


@cache
def _pattern() -> re.Pattern[str]:
    return re.compile("|".join(f"(?P<{name}>{_SHAPES[kind]})" for name, kind in _KINDS.items()))
