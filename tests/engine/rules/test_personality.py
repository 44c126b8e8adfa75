import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wdm.engine.rules.mood import ORIGIN, Strength, label, scale
from wdm.engine.rules.personality import PRESETS, Personality, baseline_from_big_five

REFERENCE = Path(__file__).resolve().parents[3] / "../shared/reference"
TRAITS = {
    "E": "extraversion",
    "A(greeable)": "agreeableness",
    "S(=-N)": "stability",
    "So(=O)": "openness",
    "C": "conscientiousness",
}

traits = st.fixed_dictionaries(dict.fromkeys(TRAITS.values(), st.floats(-1, 1)))


def profile(**told: float) -> dict[str, float]:
    return dict.fromkeys(TRAITS.values(), 0.0) | told


def test_baseline_worked_by_hand() -> None:
    assert baseline_from_big_five(**profile()) == ORIGIN
    baseline = baseline_from_big_five(
        openness=0.4, conscientiousness=0.2, extraversion=0.5, agreeableness=0.6, stability=0.1
    )
    # P = .21 * .5 + .59 * .6 + .19 * .1 = .105 + .354 + .019 = .478
    # A = .15 * .4 + .30 * .6 - .57 * .1 = .06 + .18 - .057 = .183
    # D = .25 * .4 + .17 * .2 + .60 * .5 - .32 * .6 = .1 + .034 + .3 - .192 = .242
    assert baseline == pytest.approx((0.478, 0.183, 0.242))


def test_coefficients_are_those_of_the_reference() -> None:
    table = REFERENCE / "big5_to_pad.tsv"
    if not table.exists():
        pytest.skip("the reference tables are not here")
    lines = (line for line in table.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    rows = [row for row in csv.DictReader(lines, delimiter="\t") if row["direction"] == "forward"]
    for axis, row in enumerate(rows):
        for column, trait in TRAITS.items():
            assert baseline_from_big_five(**profile(**{trait: 1.0}))[axis] == pytest.approx(
                float(row[column])
            )


def test_the_stable_are_pleasant_and_hard_to_arouse() -> None:
    stable = baseline_from_big_five(**profile(stability=1.0))
    assert stable.pleasure > 0 > stable.arousal


@given(traits)
def test_a_baseline_lies_in_the_cube(told: dict[str, float]) -> None:
    assert all(-1 <= axis <= 1 for axis in baseline_from_big_five(**told))


def test_traits_are_held_in_their_range() -> None:
    assert baseline_from_big_five(**profile(agreeableness=50.0)) == pytest.approx((0.59, 0.30, -0.32))


@given(st.floats(-10, 10))
def test_a_weight_scales_from_half_to_one_and_a_half(weight: float) -> None:
    assert 0.5 <= scale(weight) <= 1.5


def test_neutral_weights_change_nothing() -> None:
    assert [scale(weight) for weight in Personality()] == [1, 1, 1, 1]


@pytest.mark.parametrize("key", PRESETS)
def test_presets_are_whole(key: str) -> None:
    preset = PRESETS[key]
    assert preset.name.casefold() == key
    assert all(0 <= weight <= 1 for weight in preset.weights)
    assert label(preset.baseline).strength is Strength.CALM
    assert len(preset.style) == len(preset.style_zh) == 3
    for english, chinese in (
        (preset.role, preset.role_zh),
        (preset.background, preset.background_zh),
        *zip(preset.style, preset.style_zh, strict=True),
    ):
        assert english.isascii()
        assert any("\u4e00" <= c <= "\u9fff" for c in chinese)


def test_presets_differ() -> None:
    assert len({preset.weights for preset in PRESETS.values()}) == len(PRESETS) == 3
    assert len({preset.baseline for preset in PRESETS.values()}) == 3
