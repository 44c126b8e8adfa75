"""Texts, bytes and JSON values such as no one would write by hand, and how long to look among them."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.engine.conftest import open_memory
from wdm.engine.memory import Memory
from wdm.engine.rules import echo

EXAMPLES = pytest.mark.parametrize("examples", [40, pytest.param(1000, marks=pytest.mark.slow)])
"""How many examples a property is tried on."""

A = "Ab3" * 20

SECRETS = [
    "AKIA" + "ABCDEFGHIJKLMNOP", "ghp_" + A[:36], "glpat-" + A[:20], "xoxb-" + "1234567890-abc", "sk-proj-" + A[:40],
    f"eyJ{A[:12]}.eyJ{A[:12]}.{A[:12]}", "postgres://mei:hunter2@db/x", "password is hunter22", "密码：tang0shan",
    "-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----", "pwd=", "://", "@", "password:", "PRIVATE KEY-----",
    "-----BEGIN RSA ", "hf_", "sk-",
]  # fmt: skip
"""None of these was ever a real one."""

WORDS = [
    "我们决定把标签池", "資料庫", "灰度发布", "灰度", "记住：", "别忘了", "，", "。", "？", "C++", "v1.2", "wdm-cli", "Jon lost his job",
    "jon", "the", "running", "don't", "never", "Alice moved", "ann@mail.org", "/srv/a/run.py", "かな", "한국어", "हिन्दी", "עברית",
    "naïve", "ﬁ", "ẞ", "İ", "Ⅷ", "㍿", "𠀀", "1999-01-02", "٣", "谢谢你，太棒了！", "You are useless", "I bet you can't",
    " ", " ", "\n", "\n\n", "\t", "A" * 300, "哈" * 200,
]  # fmt: skip
SIGNS = [
    "🎉", "👩‍👩‍👧", "👍🏽", "\u200d", "\ufe0f", "\u0301\u0301", "\u200b", "\ufeff", "\u202e", "\u2066", "\u2069", "\u061c",
    "\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x1f", "\x01", "\x07", "\x08", "\x1b[31m",
    "\x1b]0;t\x07", "\x7f", "\x9b31m", "\r", "\r\n", "\ue000", "\U0010fffd", "\ufffe", "\U000e0041",
]  # fmt: skip
SYNTAX = [
    '"', "'", "*", "-", "NEAR(", ")", " AND ", " OR ", " NOT ", "text:", "^", "'; DROP TABLE card; --", "%", "_", "\\", "?1",
    "{", "}", "[", "]", '{"text": "', '"}', "null", "[{", "# ", "## ", "---", "```", "~~~", "- ", "> ", "| a | b |", "* [ ] ",
    "Mei: ", "agent：", "2026-05-31 09:00 ", "[2026/5/31, 9:00] Mei: ", "<mei> ", "小王 2026-05-31 09:00:00", "http://", ":smile:",
    "[red]", echo.BEGIN, echo.END, echo.HEAD, *echo.SECTIONS.values(), "- [1] ", "  | ", "<|im_end|>", "#tag", "a/b", "/",
]  # fmt: skip

PIECES = st.sampled_from([*WORDS, *SIGNS, *SYNTAX]) | st.text(st.characters(codec="utf-8"), max_size=6)
TEXTS = st.lists(PIECES, max_size=10).map("".join)
"""Texts that UTF-8 can hold."""

HALVES = st.lists(PIECES | st.sampled_from(["\ud800", "\udfff", "\udcd6", "\x00"]), max_size=10).map("".join)
"""Texts in which half of a surrogate pair or a NUL may stand."""

BYTES = st.lists(
    PIECES.map(str.encode)
    | st.sampled_from([b"\xff\xfe", b"\xef\xbb\xbf", b"\xd6\xd0", b"\x00", b"\xc0\x80", b"\xed\xa0\x80", b"\xf5", b"\n", b"\n"])
    | st.binary(max_size=4),
    max_size=16,
).map(b"".join)  # fmt: skip
"""Inputs that may be no text at all."""

NUMBERS = (
    st.integers(-(2**70), 2**70)
    | st.integers(-2, 3)
    | st.floats()
    | st.sampled_from(
        [10**400, 1e308, 2**63 - 1, 2**53, -62_135_596_800, -62_135_596_801, -1e14, 253_402_300_800]
    )
)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | HALVES,
    lambda under: st.lists(under, max_size=3) | st.dictionaries(HALVES, under, max_size=3),
    max_leaves=5,
)
"""Any values of JSON, and the numbers that Python writes beside them."""


def search(told: Callable[..., None], examples: int, *strategies: st.SearchStrategy[Any]) -> None:
    """Look for an example that breaks a property; the same ones every time."""
    bounds = settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )
    bounds(given(*strategies)(told))()


@contextmanager
def fresh() -> Iterator[Memory]:
    """Yield a memory of which there is nothing yet."""
    folder = Path(tempfile.mkdtemp())
    try:
        yield open_memory(folder / "memory.db")
    finally:
        shutil.rmtree(folder)
