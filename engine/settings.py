"""Settings: their defaults, their bounds, and the configuration file that may change them."""

import os
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from wdm.engine.rules.freshness import SEED, Decay
from wdm.store.errors import BadConfig, Unusable

if TYPE_CHECKING:
    from wdm.engine.rules.tiers import Bounds


class StoreSettings(NamedTuple):
    """Where memories are kept, and how long to wait for them."""

    busy_ms: int = 5000
    journal_mode: str = "wal"


class IngestSettings(NamedTuple):
    """How memories are taken in."""

    tags: int = 4
    chunk: int = 2000
    redact: bool = False


class RecallSettings(NamedTuple):
    """How memories are found."""

    top: int = 5
    depth: str = "shallow"
    candidates: int = 200
    postings: int = 60_000
    half_life_chat: float = 14.0
    half_life: float = 67.0
    floor: float = 0.9
    decay: str = "gentle"
    count_uses: bool = True

    @property
    def fading(self) -> Decay:
        """How memories fade."""
        if self.decay == "seed":
            return Decay(SEED, SEED, 0.0, warmed=False)
        return Decay(self.half_life_chat, self.half_life, self.floor)


class TierSettings(NamedTuple):
    """Which tier a memory belongs in: perm for good, hot at hand, cold in store."""

    hot_at: float = 0.3
    sink_below: float = 0.18
    hot_most: int = 200
    young_days: float = 1.0
    warm_uses: int = 3
    warm_days: int = 14
    perm_uses: int = 5
    perm_days: int = 14

    @property
    def bounds(self) -> "Bounds":
        """The thresholds as the rules take them."""
        from wdm.engine.rules.tiers import Bounds  # only upkeep, and who looks at tiers, needs them

        return Bounds(*self)


class ContextSettings(NamedTuple):
    """How much of the memory a prompt block holds, in tokens for each part of it."""

    perm: int = 700
    hot: int = 900
    cold: int = 400
    recalled: int = 800
    top: int = 5
    depth: str = "medium"


class UpkeepSettings(NamedTuple):
    """What `wdm evolve` and `wdm clean` may do when nobody looks."""

    max_change: float = 0.5
    frame_days: float = 1.0


class CleanSettings(NamedTuple):
    """What `wdm clean` archives."""

    min_weight: float = 0.3
    min_age: float = 30.0


class JournalSettings(NamedTuple):
    """How long changes can be undone."""

    keep_days: float = 365.0


class Settings(NamedTuple):
    """All settings, a section each."""

    store: StoreSettings = StoreSettings()
    ingest: IngestSettings = IngestSettings()
    recall: RecallSettings = RecallSettings()
    tiers: TierSettings = TierSettings()
    context: ContextSettings = ContextSettings()
    upkeep: UpkeepSettings = UpkeepSettings()
    clean: CleanSettings = CleanSettings()
    journal: JournalSettings = JournalSettings()
    cues: Mapping[str, Any] = MappingProxyType({})
    """A user's own cues for the judge of what is said: event, language, list of cues."""


CUES = "cues"
"""The section that holds lists instead of settings."""

CUES_SAMPLE = """\
# Cues of your own for `wdm mood judge`, beside those that come with the program: for an event, by language.
# [cues.praise]
# zh = ["稳如老狗"]
# en = ["chef's kiss"]
"""


class Rule(NamedTuple):
    """What a setting means, and which values it may have."""

    note: str
    low: float | None = None
    high: float | None = None
    among: tuple[str, ...] = ()


RULES: dict[str, dict[str, Rule]] = {
    "store": {
        "busy_ms": Rule("How long a writer waits for another one, in milliseconds.", 0, 600_000),
        "journal_mode": Rule(
            "SQLite's journal: `delete` for a folder on a network, where `wal` is unsafe.",
            among=("wal", "delete"),
        ),
    },
    "ingest": {
        "tags": Rule("Tags that are found for a memory that comes with none; 0 finds none.", 0, 8),
        "chunk": Rule("Memories that are committed at a time in bulk.", 1, 100_000),
        "redact": Rule(
            "Whether keys and passwords are replaced before they are kept; `--redact` does it once."
        ),
    },
    "recall": {
        "top": Rule("Hits of a recall.", 1, 1000),
        "depth": Rule("How much of a memory is shown.", among=("shallow", "medium", "deep")),
        "candidates": Rule("Cards that are read and scored exactly, at most.", 10, 5000),
        "postings": Rule("Index entries that are read for a query, rare words first.", 1000, 10_000_000),
        "half_life_chat": Rule("Days in which a chat turn loses half of what it can lose.", 0.1, 36_500),
        "half_life": Rule("The same for facts, preferences, files, actions and tasks.", 0.1, 36_500),
        "floor": Rule("The least a memory keeps of its score, however old.", 0, 1),
        "decay": Rule(
            "`gentle` is the above; `seed` is exp(-0.05 x days) for all kinds, with no floor.",
            among=("gentle", "seed"),
        ),
        "count_uses": Rule("Whether `show`, and `recall` at medium or deep, count as use of a memory."),
    },
    "tiers": {
        "hot_at": Rule("Importance x retention from which a cold memory becomes hot.", 0, 1),
        "sink_below": Rule("Importance x retention under which a hot memory becomes cold.", 0, 1),
        "hot_most": Rule("Hot memories; the weakest of more become cold.", 1, 100_000),
        "young_days": Rule("Days for which a new memory stays hot.", 0, 365),
        "warm_uses": Rule("Days of use within `warm_days` that make a cold memory hot.", 1, 365),
        "warm_days": Rule("Days for which a use keeps a hot memory hot.", 1, 365),
        "perm_uses": Rule("Days of use within `perm_days` that make a hot memory permanent.", 2, 365),
        "perm_days": Rule("Days over which those are counted.", 1, 365),
    },
    "context": {
        "perm": Rule("Tokens for what is permanent.", 0, 1_000_000),
        "hot": Rule("Tokens for what is hot.", 0, 1_000_000),
        "cold": Rule("Tokens for the index of what is cold.", 0, 1_000_000),
        "recalled": Rule("Tokens for what answers the query.", 0, 1_000_000),
        "top": Rule("Memories that are recalled for the query.", 1, 1000),
        "depth": Rule("How much of those is shown.", among=("shallow", "medium", "deep")),
    },
    "upkeep": {
        "max_change": Rule("Share of the memories that may move in one run, unless it is forced.", 0, 1),
        "frame_days": Rule(
            "Days after which a turn that was never completed counts as interrupted.", 0, 3650
        ),
    },
    "clean": {
        "min_weight": Rule(
            "Weight under which a memory is archived: importance + (1 - importance) x retention.", 0, 1
        ),
        "min_age": Rule("Days since it came, or was last used, from which it may be.", 0, 36_500),
    },
    "journal": {
        "keep_days": Rule("Days after which `wdm clean` drops what is needed to undo a change.", 0, 36_500),
    },
}
"""The rule of each setting, by section and name."""


def load(path: Path | None) -> Settings:
    """Return the settings of a file, or the defaults where there is none.

    Raises:
        BadConfig: the file cannot be read, is no TOML, or has a wrong name, type or value.

    """
    if path is None:
        return Settings()
    import tomllib  # most calls have no configuration to read

    try:
        told = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError as error:
        raise BadConfig(
            f"there is no configuration at {path}", hint="`wdm config init` writes one"
        ) from error
    except OSError as error:
        raise BadConfig(f"cannot read {path}: {error.strerror}") from error
    except RecursionError as error:
        raise BadConfig(f"{path} is not TOML: nested too deeply") from error
    except ValueError as error:  # no TOML, no UTF-8, or a number with too many digits
        raise BadConfig(f"{path} is not TOML: {error}") from error
    sections = dict(Settings()._asdict())
    for name, values in told.items():
        if name == CUES:  # read only where somebody judges, by `cues.load`
            if not isinstance(values, dict):
                raise BadConfig(f"{path}: {CUES} must be a section")
            sections[name] = values
            continue
        if name not in sections:
            raise BadConfig(f"{path}: there is no section [{name}]", hint=f"sections: {', '.join(sections)}")
        if not isinstance(values, dict):
            raise BadConfig(f"{path}: {name} must be a section")
        sections[name] = _changed(sections[name], values, RULES[name], f"{path}: {name}")
    settings = Settings(**sections)
    if settings.tiers.sink_below >= settings.tiers.hot_at:
        raise BadConfig(
            f"{path}: tiers.sink_below must lie under tiers.hot_at",
            hint="else cards would rise and sink for ever",
        )
    return settings


def write_sample(path: Path) -> None:
    """Write `sample` to a file, whole or not at all: what was there, also at the end of a link, stays until then.

    Raises:
        Unusable: there is something else than a file.
        OSError: it cannot be written.

    """
    from wdm.store.files import private_text, whole

    path.parent.mkdir(parents=True, exist_ok=True)
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        raise Unusable(f"cannot write {target}: it is no file")
    with whole(target, over=True) as partial, private_text(partial) as stream:
        stream.write(sample())


def sample() -> str:
    """Return a configuration file that sets every setting to its default, with a word on each."""
    import tomli_w

    lines = ["# wdm: every setting with its default. Change what you like; leave out what you do not.", ""]
    for name, section in Settings()._asdict().items():
        if name == CUES:
            continue
        lines += [f"# {type(section).__doc__}", f"[{name}]"]
        for setting, value in section._asdict().items():
            rule = RULES[name][setting]
            lines += [f"# {rule.note}{_allowed(rule)}", tomli_w.dumps({setting: value}).rstrip()]
        lines += [""]
    return "\n".join(lines) + "\n" + CUES_SAMPLE


def as_table(settings: Settings) -> dict[str, dict[str, object]]:
    """Return all settings in force by section and name."""
    return {
        name: dict(section) if name == CUES else section._asdict()
        for name, section in settings._asdict().items()
        if name != CUES or section
    }


def _changed(section: Any, values: dict[str, object], rules: dict[str, Rule], where: str) -> Any:
    defaults = type(section)._field_defaults
    for name, value in values.items():
        if name not in rules:
            raise BadConfig(f"{where}.{name} is no setting", hint=f"settings: {', '.join(rules)}")
        rule, kind = rules[name], type(defaults[name])
        if isinstance(value, bool) is not (kind is bool) or not isinstance(
            value, (int, float) if kind is float else kind
        ):
            raise BadConfig(f"{where}.{name} must be {_KINDS[kind]}, not {value!r}")
        if rule.among and value not in rule.among:
            raise BadConfig(f"{where}.{name} must be one of {', '.join(rule.among)}, not {value!r}")
        if rule.low is not None and rule.high is not None and not rule.low <= float(str(value)) <= rule.high:
            bounds = f"{_number(rule.low)} and {_number(rule.high)}"
            raise BadConfig(f"{where}.{name} must lie between {bounds}, not {value!r}")
    return section._replace(**values)


_KINDS = {int: "a whole number", float: "a number", str: "a text", bool: "true or false"}


def _number(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:,g}"


def _allowed(rule: Rule) -> str:
    if rule.among:
        return f" One of: {', '.join(rule.among)}."
    if rule.low is None or rule.high is None:
        return ""
    return f" From {_number(rule.low)} to {_number(rule.high)}."
