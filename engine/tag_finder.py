"""Tags for a text that comes with none: names that people gave first, then the text's own."""

from __future__ import annotations

from wdm.engine import tagging
from wdm.engine.rules import pool, text
from wdm.store.store import Store


class Finder:
    """Finds tags for texts, with the pool of a store as its vocabulary."""

    def __init__(self, store: Store) -> None:
        self._governed = dict(store.governed_names())
        self._pool = _Known(store)

    def find(self, words: str, most: int) -> tuple[str, ...]:
        """Return up to `most` tag names for a text, best first."""
        names: dict[str, str] = {}
        if self._governed:
            for form in pool.longest(pool.spans(words[:2000]), self._governed):
                names.setdefault(text.name_key(self._governed[form]), self._governed[form])
        for name in tagging.extract(words, most=most, pool=self._pool):
            names.setdefault(text.name_key(name), name)
        return tuple(names.values())[:most]


class _Known:
    """The keys of the pool, looked up as they are asked for and remembered."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._seen: dict[str, bool] = {}

    def __contains__(self, key: object) -> bool:
        known = self._seen.get(str(key))
        if known is None:
            known = self._seen[str(key)] = bool(self._store.tags_by_keys([str(key)]))
        return known
