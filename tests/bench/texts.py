"""Memories and questions in any number, from real conversations that are varied and repeated; half of them Chinese.

The conversations are JSON lines with a `text`, as `wdm ingest` reads them, in files below a folder. A memory is some
sentences of them, about a hundred characters, in which invented names stand: few of them often and most of them seldom,
so that rare words stay rare in a store of any size.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

END = 1_780_315_200_000
"""2026-06-01T12:00:00Z: when the last memory of a store happened."""

APART = 300_000
"""Milliseconds between two memories, so that a million of them are nine years."""

SESSION = 20
"""Memories of a session."""

NAMES = 50_000
"""Invented names in each language."""

_SENTENCES = re.compile(r"(?<=[。！？；])\s*|(?<=[.!?])\s+|\n+")
_HAN = re.compile("[\u4e00-\u9fff]")
_SURNAMES = "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜"
_GIVEN = "安彬超晨丹恩帆刚浩佳凯兰明宁鹏琪蓉诗婷薇翔雅宇芝子梓泽悦星思若清"
_SYLLABLES = ["ba", "cor", "del", "fen", "gar", "hol", "ims", "jor", "kel", "lun", "mar", "nov", "ost", "pra", "rin", "sto", "tav"]  # fmt: skip


TURN = 800
"""Characters of a turn of a conversation; what is longer is a document or code."""


class Question(NamedTuple):
    """A question to a store."""

    kind: str
    """`rare`, `common`, `mixed` or `dialogue`."""
    language: str
    words: str


class Texts:
    """The source of memories and questions; equal seeds give equal ones.

    Args:
        folder: where the conversations are; files whose name ends in `.queries.jsonl` are left out.
        seed: of the chance in it.

    Raises:
        SystemExit: the folder has no conversations in one of the languages.

    """

    def __init__(self, folder: Path, seed: int) -> None:
        self._seed = seed
        pools: dict[str, list[str]] = {"zh": [], "en": []}
        for path in sorted(folder.rglob("*.jsonl")):
            if not path.name.endswith(".queries.jsonl"):
                told = [json.loads(line)["text"] for line in path.read_text(encoding="utf-8").splitlines()]
                for sentence in _sentences(text for text in told if len(text) <= TURN):
                    pools["zh" if _HAN.search(sentence) else "en"].append(sentence)
        if not all(pools.values()):
            raise SystemExit(f"{folder} has no conversations in Chinese and English")
        self._pools = pools
        self._common = {
            "en": _commonest(word for text in pools["en"] for word in re.findall("[a-z]{5,}", text)),
            "zh": _commonest(
                text[at : at + 2]
                for text in pools["zh"]
                for at in range(0, len(text) - 2, 3)
                if all(map(_HAN.match, text[at : at + 2]))
            ),
        }

    def memories(self, count: int) -> Iterator[dict[str, str]]:
        """Yield memories as `wdm ingest` takes them, the oldest first."""
        chance = random.Random(self._seed)
        for number in range(count):
            language = "zh" if number % 2 else "en"
            yield {
                "id": f"m{number}",
                "text": self._text(chance, language),
                "time": _iso(END - (count - number) * APART),
                "topic": f"s{number // SESSION}",
                "speaker": chance.choice(("Ann", "Bob", "小明", "小红")),
            }

    def questions(self, each: int) -> list[Question]:
        """Return questions of every kind and language, `each` of them, one kind after the other."""
        chance = random.Random(self._seed + 1)
        made: list[Question] = []
        for language in ("en", "zh"):
            between = " " if language == "en" else ""
            for _ in range(each):
                name = _name(chance, language, rare=True)
                common = between.join(chance.sample(self._common[language], 3))
                told = chance.choice(self._pools[language])
                part = " ".join(told.split()[:8]) if language == "en" else told[:12]
                lines = [f"{'AB'[turn % 2]}: {self._text(chance, language)}" for turn in range(20)]
                made += [
                    Question(
                        "rare", language, f"what did {name} say?" if language == "en" else f"{name}说了什么"
                    ),
                    Question("common", language, common),
                    Question("mixed", language, f"{part} {name}"),
                    Question("dialogue", language, "\n".join(lines)[:1000]),
                ]
        return sorted(made, key=lambda one: (one.kind, one.language))

    def _text(self, chance: random.Random, language: str) -> str:
        pool = self._pools[language]
        length = chance.randint(50, 150)
        sentences: list[str] = []
        while sum(map(len, sentences)) < length:
            sentence = chance.choice(pool)
            if chance.random() < 0.4:
                name = _name(chance, language)
                sentence = f"{name}说{sentence}" if language == "zh" else f"{name} said: {sentence}"
            sentences.append(sentence)
        return ("" if language == "zh" else " ").join(sentences)


def _name(chance: random.Random, language: str, *, rare: bool = False) -> str:
    """Return an invented name: each is as frequent as its rank is low (Zipf), or, `rare`, one of the last tenth."""
    rank = chance.randrange(NAMES * 9 // 10, NAMES) if rare else int(NAMES ** chance.random())
    if language == "zh":
        rank, first = divmod(rank, len(_SURNAMES))
        rank, second = divmod(rank, len(_GIVEN))
        return _SURNAMES[first] + _GIVEN[second] + _GIVEN[rank % len(_GIVEN)]
    parts = []
    for _ in range(4):
        rank, place = divmod(rank, len(_SYLLABLES))
        parts.append(_SYLLABLES[place])
    return "".join(parts).capitalize()


def _sentences(texts: Iterable[str]) -> Iterator[str]:
    """Yield the sentences of texts, from their first letter, where they are neither scraps nor tables."""
    for text in texts:
        for sentence in _SENTENCES.split(text):
            start = next((at for at, character in enumerate(sentence) if character.isalpha()), len(sentence))
            if 8 <= len(sentence) - start <= 120:
                yield sentence[start:]


def _commonest(words: Iterator[str]) -> list[str]:
    """Return thirty frequent words: the commonest, but for the twenty that say least."""
    return [word for word, _ in Counter(words).most_common(50)[20:]]


def _iso(moment: int) -> str:
    return datetime.fromtimestamp(moment / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
