"""Settings: their defaults, their bounds, and the configuration file that may change them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from wdm.store.errors import BadConfig


def _setting(default: object, note: str, *, low: float | None = None, high: float | None = None,
             among: tuple[str, ...] = ()) -> Any:  # fmt: skip
    return field(default=default, metadata={"note": note, "low": low, "high": high, "among": among})


@dataclass(frozen=True, slots=True)
class StoreSettings:
    """Where memories are kept, and how long to wait for them."""

    busy_ms: int = _setting(
        5000, "How long a writer waits for another one, in milliseconds.", low=0, high=600_000
    )


@dataclass(frozen=True, slots=True)
class IngestSettings:
    """How memories are taken in."""

    tags: int = _setting(
        4, "Tags that are found for a memory that comes with none; 0 finds none.", low=0, high=8
    )
    chunk: int = _setting(2000, "Memories that are committed at a time in bulk.", low=1, high=100_000)


@dataclass(frozen=True, slots=True)
class RecallSettings:
    """How memories are found."""

    top: int = _setting(5, "Hits of a recall.", low=1, high=1000)
    depth: str = _setting("shallow", "How much of a memory is shown.", among=("shallow", "medium", "deep"))
    candidates: int = _setting(200, "Cards that are read and scored exactly.", low=10, high=5000)
    postings: int = _setting(
        20_000, "Index entries that are read for a query, rare words first: the bound on its cost.",
        low=1000, high=10_000_000,
    )  # fmt: skip
    half_life_chat: float = _setting(
        14.0, "Days in which a chat turn loses half of what it can lose.", low=0.1, high=36_500
    )
    half_life: float = _setting(
        67.0, "The same for facts, preferences, files, actions and tasks.", low=0.1, high=36_500
    )
    floor: float = _setting(0.9, "The least a memory keeps of its score, however old.", low=0, high=1)
    decay: str = _setting(
        "gentle",
        "`gentle` is the above; `seed` is exp(-0.05 x days) for all kinds, with no floor.",
        among=("gentle", "seed"),
    )


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings, a section each."""

    store: StoreSettings = field(default_factory=StoreSettings)
    ingest: IngestSettings = field(default_factory=IngestSettings)
    recall: RecallSettings = field(default_factory=RecallSettings)


def load(path: Path | None) -> Settings:
    """Return the settings of a file, or the defaults where there is none.

    Raises:
        BadConfig: the file cannot be read, is no TOML, or has a wrong name, type or value.

    """
    if path is None:
        return Settings()
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise BadConfig(
            f"there is no configuration at {path}", hint="`wdm config init` writes one"
        ) from error
    except OSError as error:
        raise BadConfig(f"cannot read {path}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadConfig(f"{path} is not TOML: {error}") from error
    settings = Settings()
    sections = {section.name: getattr(settings, section.name) for section in fields(settings)}
    for name, values in told.items():
        if name not in sections:
            raise BadConfig(f"{path}: there is no section [{name}]", hint=f"sections: {', '.join(sections)}")
        if not isinstance(values, dict):
            raise BadConfig(f"{path}: {name} must be a section")
        sections[name] = _changed(sections[name], values, f"{path}: {name}")
    return Settings(**sections)


def sample() -> str:
    """Return a configuration file that sets every setting to its default, with a word on each."""
    import tomli_w

    lines = ["# wdm: every setting with its default. Change what you like; leave out what you do not.", ""]
    for section in fields(Settings):
        values = getattr(Settings(), section.name)
        lines += [f"# {type(values).__doc__}", f"[{section.name}]"]
        for setting in fields(values):
            lines += [f"# {setting.metadata['note']}{_allowed(setting.metadata)}"]
            lines += [tomli_w.dumps({setting.name: getattr(values, setting.name)}).rstrip()]
        lines += [""]
    return "\n".join(lines[:-1]) + "\n"


def as_table(settings: Settings) -> dict[str, dict[str, object]]:
    """Return all settings in force by section and name."""
    return {
        section.name: {
            s.name: getattr(getattr(settings, section.name), s.name)
            for s in fields(getattr(settings, section.name))
        }
        for section in fields(settings)
    }


def _changed(section: Any, values: dict[str, object], where: str) -> Any:
    known = {setting.name: setting for setting in fields(section)}
    for name, value in values.items():
        if name not in known:
            raise BadConfig(f"{where}.{name} is no setting", hint=f"settings: {', '.join(known)}")
        default, rule = known[name].default, known[name].metadata
        kind = type(default)
        if isinstance(value, bool) is not (kind is bool) or not isinstance(
            value, (int, float) if kind is float else kind
        ):
            raise BadConfig(f"{where}.{name} must be a {kind.__name__}, not {value!r}")
        if rule["among"] and value not in rule["among"]:
            raise BadConfig(f"{where}.{name} must be one of {', '.join(rule['among'])}, not {value!r}")
        if rule["low"] is not None and not rule["low"] <= float(str(value)) <= rule["high"]:
            raise BadConfig(
                f"{where}.{name} must lie between {rule['low']:g} and {rule['high']:g}, not {value!r}"
            )
    return replace(section, **values)


def _allowed(rule: Any) -> str:
    if rule["among"]:
        return f" One of: {', '.join(rule['among'])}."
    return f" From {rule['low']:,g} to {rule['high']:,g}." if rule["low"] is not None else ""
