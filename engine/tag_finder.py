"""Tags for texts that come with none: names that people gave first, then the text's own."""

from __future__ import annotations

from collections.abc import Iterable

from wdm.engine import tagging
from wdm.engine.rules import pool, text
from wdm.engine.rules.tag_candidates import choose
from wdm.store.store import Store


class Finder:
    """Finds tags for texts, with the pool of a store as its vocabulary."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._governed = dict(store.governed_names())

    def find(self, words: str, most: int) -> tuple[str, ...]:
        """Return up to `most` tag names for a text, best first."""
        return self.find_all([words], most)[0]

    def find_all(self, texts: Iterable[str], most: int) -> list[tuple[str, ...]]:
        """Return up to `most` tag names for each text, best first; the pool is asked once for all of them."""
        offered = [(words, tagging.candidates(words)) for words in texts]
        known = self._store.tags_by_keys({each.key for _, candidates in offered for each in candidates})
        found: list[tuple[str, ...]] = []
        for words, candidates in offered:
            names: dict[str, str] = {}
            if self._governed:
                for form in pool.longest(pool.spans(words[:2000]), self._governed):
                    names.setdefault(text.name_key(self._governed[form]), self._governed[form])
            for name in choose(candidates, most=most, pool=known):
                names.setdefault(text.name_key(name), name)
            found.append(tuple(names.values())[:most])
        return found
