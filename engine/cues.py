"""The cue lists of the judge: those that come with the program, and a user's own beside them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wdm.engine.rules.cue_lists import JUDGED, Cues
from wdm.engine.rules.text import fold
from wdm.store.errors import BadConfig

LANGUAGES = ("zh", "en")

LONGEST_CUE = 200
"""Characters of a user's cue, at most."""

SHIPPED = Path(__file__).with_name("cues.toml")

Extra = Mapping[str, Mapping[str, list[str]]]
"""Cues of a user: for an event, for a language, the cues."""


def load(extra: Extra | None = None) -> Cues:
    """Return the shipped cues and a user's own.

    A cue of one English word or one Chinese character counts only as a whole clause, any other one anywhere.

    Raises:
        BadConfig: an event or a language is unknown, or a cue is no text, too long or cannot be read.

    """
    import tomllib  # most calls judge nothing

    table = _split(tomllib.loads(SHIPPED.read_text(encoding="utf-8")))
    for event, languages in (extra or {}).items():
        if event not in JUDGED:
            raise BadConfig(f"cues: there is no event {event!r}", hint=f"events: {', '.join(JUDGED)}")
        if not isinstance(languages, Mapping):
            raise BadConfig(f"cues.{event} must be a section with zh and en")
        for code, listed in languages.items():
            where = f"cues.{event}.{code}"
            if code not in LANGUAGES:
                raise BadConfig(f"{where}: there is no language {code!r}", hint="languages: zh, en")
            if not isinstance(listed, list | tuple):
                raise BadConfig(f"{where} must be a list of texts")
            for cue in listed:
                _add(table[event][code], code, cue, where)
    cues = Cues(table)
    for code, language in (("zh", "chinese"), ("en", "english")):
        if any(code in languages for languages in (extra or {}).values()):
            try:
                getattr(cues, language).finder.parse_all()
            except ValueError as error:
                raise BadConfig(f"cues: a cue in {code} cannot be read: {error}") from error
    return cues


def _split(table: dict[str, Any]) -> dict[str, Any]:
    """Return the shipped table with its texts, words parted by commas, as folded lists."""
    return {
        name: _split(value)
        if isinstance(value, dict)
        else [word for word in map(str.strip, fold(value).split(",")) if word]
        for name, value in table.items()
    }


def _add(places: dict[str, list[str]], code: str, cue: object, where: str) -> None:
    if not isinstance(cue, str) or not cue.strip() or len(cue) > LONGEST_CUE:
        raise BadConfig(f"{where}: a cue is a text of 1 to {LONGEST_CUE} characters, not {cue!r}")
    one = len(cue.strip()) == 1 if code == "zh" else len(cue.split()) == 1
    places.setdefault("alone" if one else "within", []).append(fold(cue))
