"""The configuration file: what it may say, and how it is told what it may not."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from wdm.engine.settings import RULES, Settings, as_table, load, sample
from wdm.store.errors import BadConfig


def written(folder: Path, words: str | bytes) -> Path:
    path = folder / "config.toml"
    path.write_bytes(words.encode() if isinstance(words, str) else words)
    return path


def test_without_a_file_all_is_at_its_default() -> None:
    assert load(None) == Settings()


def test_an_empty_file_changes_nothing(tmp_path: Path) -> None:
    assert load(written(tmp_path, "")) == Settings()


def test_a_file_changes_what_it_names_and_nothing_else(tmp_path: Path) -> None:
    found = load(written(tmp_path, "[recall]\ntop = 9\nhalf_life = 30\n[store]\nbusy_ms = 0\n"))
    assert (found.recall.top, found.recall.half_life, found.store.busy_ms) == (9, 30.0, 0)
    assert found.recall.depth == Settings().recall.depth
    assert found.ingest == Settings().ingest


def test_the_sample_sets_every_setting_to_its_default(tmp_path: Path) -> None:
    assert load(written(tmp_path, sample())) == Settings()
    assert tomllib.loads(sample()) == as_table(Settings())


def test_the_sample_in_the_repository_is_the_one_that_the_program_writes() -> None:
    assert (Path(__file__).parents[2] / "sample_config.toml").read_text(encoding="utf-8") == sample()


def test_every_setting_has_a_note_and_a_bound_that_its_default_keeps() -> None:
    for section, values in as_table(Settings()).items():
        assert RULES[section].keys() == values.keys()
        for name, default in values.items():
            rule = RULES[section][name]
            assert rule.note.endswith("."), name
            if rule.among:
                assert default in rule.among
            elif not isinstance(default, bool):
                assert rule.low is not None
                assert rule.high is not None
                assert rule.low <= float(str(default)) <= rule.high


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("[recal]\ntop = 1", "there is no section [recal]"),
        ("top = 1", "there is no section [top]"),
        ("recall = 1", "recall must be a section"),
        ("[recall]\ntopp = 1", "recall.topp is no setting"),
        ('[recall]\ntop = "5"', "recall.top must be a whole number, not '5'"),
        ("[recall]\ntop = 5.0", "recall.top must be a whole number, not 5.0"),
        ("[recall]\ntop = true", "recall.top must be a whole number, not True"),
        ("[recall]\nfloor = true", "recall.floor must be a number, not True"),
        ("[recall]\ndepth = 1", "recall.depth must be a text, not 1"),
        ('[recall]\ndepth = "deepest"', "recall.depth must be one of shallow, medium, deep, not 'deepest'"),
        ("[recall]\ntop = 0", "recall.top must lie between 1 and 1,000, not 0"),
        ("[recall]\ntop = 1001", "recall.top must lie between 1 and 1,000, not 1001"),
        ("[recall]\nfloor = nan", "recall.floor must lie between 0 and 1, not nan"),
        ("[recall]\nfloor = inf", "recall.floor must lie between 0 and 1, not inf"),
        ("[recall]\nfloor = -0.1", "recall.floor must lie between 0 and 1, not -0.1"),
        ("[recall\ntop = 1", "is not TOML"),
        ("[recall]\ntop = 1\ntop = 2", "is not TOML"),
        (b"[recall]\n# \xff", "is not TOML"),
    ],
)
def test_what_a_file_may_not_say_is_named(tmp_path: Path, words: str | bytes, message: str) -> None:
    path = written(tmp_path, words)
    with pytest.raises(BadConfig) as caught:
        load(path)
    assert message in caught.value.message
    assert str(path) in caught.value.message


def test_an_unknown_name_is_answered_with_those_that_are_known(tmp_path: Path) -> None:
    with pytest.raises(BadConfig) as caught:
        load(written(tmp_path, "[recall]\ntopp = 1"))
    assert "top" in caught.value.hint
    assert "half_life_chat" in caught.value.hint


def test_a_file_that_is_not_there_is_told_with_a_way_out(tmp_path: Path) -> None:
    with pytest.raises(BadConfig) as caught:
        load(tmp_path / "none.toml")
    assert caught.value.hint == "`wdm config init` writes one"


def test_a_folder_is_no_configuration(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match="cannot read"):
        load(tmp_path)


def test_a_file_may_begin_with_a_bom_as_some_editors_write_it(tmp_path: Path) -> None:
    assert load(written(tmp_path, b"\xef\xbb\xbf[recall]\ntop = 9\n")).recall.top == 9
