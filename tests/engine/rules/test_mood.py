import csv
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wdm.engine.rules.mood import (
    LABELS,
    ORIGIN,
    TARGETS,
    Feeling,
    Happening,
    Pad,
    Strength,
    in_words,
    label,
    relax,
    step,
)
from wdm.engine.rules.personality import Personality

REFERENCE = Path(__file__).resolve().parents[3] / "../shared/reference"
NEUTRAL = Personality()

axes = st.floats(-1, 1)
pads = st.builds(Pad, axes, axes, axes)
weights = st.floats(0, 1)
personalities = st.builds(Personality, weights, weights, weights, weights)
events = st.sampled_from(Happening)


def test_numbers_are_those_of_the_table() -> None:
    table = REFERENCE / "pad_russell_mehrabian_1977.tsv"
    if not table.exists():
        pytest.skip("the reference tables are not here")
    lines = (line for line in table.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    known = {int(row["no"]): row for row in csv.DictReader(lines, delimiter="\t")}
    used = [*TARGETS.values(), *(named.row for named in LABELS)]
    assert len(used) == 12 + 11
    for number, term, pad in used:
        row = known[number]
        assert (row["term"], float(row["P"]), float(row["A"]), float(row["D"])) == (term, *pad)


def test_an_event_of_full_intensity_pulls_four_tenths_of_the_way() -> None:
    # praise is (.77, .38, .65); 0.4 of it from the origin, then 0.4 of the rest
    once = step(ORIGIN, Happening.PRAISE, 1, NEUTRAL)
    assert once == pytest.approx((0.308, 0.152, 0.26))
    # .308 + .4 (.77 - .308) = .4928; .152 + .4 (.38 - .152) = .2432; .26 + .4 (.65 - .26) = .416
    assert step(once, Happening.PRAISE, 1, NEUTRAL) == pytest.approx((0.4928, 0.2432, 0.416))
    assert step(ORIGIN, Happening.PRAISE, 0.5, NEUTRAL) == pytest.approx((0.154, 0.076, 0.13))
    assert step(ORIGIN, Happening.PRAISE, 0, NEUTRAL) == ORIGIN
    assert step(ORIGIN, Happening.PRAISE, 9, NEUTRAL) == once


def test_two_provocations_anger_and_half_a_day_calms() -> None:
    mood = ORIGIN
    for _ in range(2):
        mood = step(mood, Happening.PROVOCATION, 1, NEUTRAL)
    # 1 - .6^2 = .64 of (-.51, .59, .25) = (-.3264, .3776, .16); length sqrt(.10654 + .14258 + .0256) = .52413
    assert mood == pytest.approx((-0.3264, 0.3776, 0.16))
    assert label(mood) == Feeling("angry", "生气", Strength.PLAIN, pytest.approx(0.52413, abs=1e-5))
    # 12 hours are two half-lives: a quarter is left, of length .13103 < .15
    calmed = relax(mood, ORIGIN, 12)
    assert calmed == pytest.approx((-0.0816, 0.0944, 0.04))
    assert label(calmed) == Feeling("calm", "平静", Strength.CALM, pytest.approx(0.13103, abs=1e-5))


def test_three_insults_two_comforts_and_a_praise() -> None:
    mood, way = ORIGIN, []
    for event in ["insult"] * 3 + ["comfort"] * 2 + ["praise"]:
        before, mood = mood, step(mood, Happening(event), 1, NEUTRAL)
        way.append((in_words(label(mood))[1], [round(axis, 3) for axis in mood]))
        assert math.dist(before, mood) <= 0.4 * math.dist(before, TARGETS[Happening(event)].pad) + 1e-12
    assert way == [
        ("有点难过", [-0.252, 0.172, -0.152]),  # .4 of (-.63, .43, -.38)
        ("难过", [-0.403, 0.275, -0.243]),  # .64 of it
        ("难过", [-0.494, 0.337, -0.298]),  # .784 of it
        (
            "有点焦虑",
            [-0.0, 0.15, -0.167],
        ),  # .6 (-.494) + .4 (.74) = 0; .6 (.337) - .4 (.13); .6 (-.298) + .4 (.03)
        ("有点感激", [0.296, 0.038, -0.088]),  # .6 (0) + .296; .6 (.15) - .052; .6 (-.167) + .012
        ("开心", [0.485, 0.175, 0.207]),  # .6 (.296) + .4 (.77); .6 (.038) + .4 (.38); .6 (-.088) + .4 (.65)
    ]


def test_an_insult_hurts_and_a_provocation_angers() -> None:
    assert label(step(ORIGIN, Happening.INSULT, 1, NEUTRAL)).label_zh == "难过"
    assert label(step(ORIGIN, Happening.PROVOCATION, 1, NEUTRAL)).label_zh == "生气"


@pytest.mark.parametrize(
    ("radius", "strength", "words"),
    [
        (0.149, Strength.CALM, ("calm", "平静")),
        (0.15, Strength.SLIGHT, ("a little angry", "有点生气")),
        (0.349, Strength.SLIGHT, ("a little angry", "有点生气")),
        (0.351, Strength.PLAIN, ("angry", "生气")),
        (0.699, Strength.PLAIN, ("angry", "生气")),
        (0.701, Strength.STRONG, ("very angry", "非常生气")),
    ],
)
def test_strength(radius: float, strength: Strength, words: tuple[str, str]) -> None:
    angry = TARGETS[Happening.PROVOCATION].pad
    factor = (radius + 1e-12) / math.hypot(*angry)
    feeling = label(Pad(*(axis * factor for axis in angry)))
    assert feeling.strength is strength
    assert in_words(feeling) == words


def test_each_label_names_its_own_row() -> None:
    assert [label(named.row.pad).label for named in LABELS] == [named.label for named in LABELS]
    assert len({named.label_zh for named in LABELS} | {label(ORIGIN).label_zh}) == 12


def test_weights_scale_the_gains() -> None:
    warm = step(ORIGIN, Happening.PRAISE, 1, Personality(warmth=1))
    assert warm == pytest.approx((0.6 * 0.77, 0.6 * 0.38, 0.6 * 0.65))  # 0.4 * (0.5 + 1)
    assert step(ORIGIN, Happening.INSULT, 1, Personality(warmth=1)) == step(
        ORIGIN, Happening.INSULT, 1, NEUTRAL
    )
    thick = step(ORIGIN, Happening.INSULT, 1, Personality(sensitivity=0))
    assert thick == pytest.approx((0.2 * -0.63, 0.2 * 0.43, 0.2 * -0.38))  # 0.4 * (0.5 + 0)
    quiet = step(ORIGIN, Happening.PRAISE, 1, Personality(excitability=0))
    assert quiet == pytest.approx((0.4 * 0.77, 0.2 * 0.38, 0.4 * 0.65))  # arousal by half


def test_resilience_shortens_the_half_life() -> None:
    mood = Pad(0.8, 0.8, 0.8)
    assert relax(mood, ORIGIN, 6) == pytest.approx((0.4, 0.4, 0.4))
    assert relax(mood, ORIGIN, 4, resilience=1) == pytest.approx((0.4, 0.4, 0.4))  # 6 / 1.5
    assert relax(mood, ORIGIN, 12, resilience=0) == pytest.approx((0.4, 0.4, 0.4))  # 6 / 0.5
    assert relax(mood, Pad(0.2, 0, 0), 6) == pytest.approx((0.5, 0.4, 0.4))
    assert relax(mood, ORIGIN, -5) == mood


def test_a_thousand_praises_stay_off_the_wall_and_fade() -> None:
    mood = ORIGIN
    for _ in range(1000):
        mood = step(mood, Happening.PRAISE, 1, Personality(1, 1, 1, 0))
    assert mood == pytest.approx(TARGETS[Happening.PRAISE].pad)
    assert max(mood) < 0.8
    assert relax(mood, Pad(0.1, 0.1, 0.1), 24 * 30) == pytest.approx((0.1, 0.1, 0.1))


@given(
    pads, pads, personalities, st.lists(st.tuples(events, st.floats(-1, 2), st.floats(0, 100)), max_size=30)
)
def test_the_mood_stays_in_the_cube(
    mood: Pad, baseline: Pad, who: Personality, life: list[tuple[Happening, float, float]]
) -> None:
    def live() -> Pad:
        now = mood
        for event, intensity, hours in life:
            now = step(relax(now, baseline, hours, who.resilience), event, intensity, who)
            assert all(-1 <= axis <= 1 for axis in now)
        return now

    assert live() == live()


@given(pads, pads, st.floats(0, 50), st.floats(0, 50), weights)
def test_relaxing_twice_is_relaxing_once(
    mood: Pad, baseline: Pad, one: float, two: float, resilience: float
) -> None:
    twice = relax(relax(mood, baseline, one, resilience), baseline, two, resilience)
    assert twice == pytest.approx(relax(mood, baseline, one + two, resilience), abs=1e-12)


@given(pads, pads, st.floats(0, 50), st.floats(0, 50))
def test_more_time_brings_a_mood_nearer_to_its_baseline(
    mood: Pad, baseline: Pad, hours: float, more: float
) -> None:
    sooner, later = relax(mood, baseline, hours), relax(mood, baseline, hours + more)
    assert math.dist(later, baseline) <= math.dist(sooner, baseline) + 1e-12


@given(pads, personalities, events, st.floats(0, 1), st.floats(0, 1))
def test_a_stronger_event_pulls_further(
    mood: Pad, who: Personality, event: Happening, one: float, other: float
) -> None:
    target = TARGETS[event].pad
    weak, strong = sorted((one, other))
    far, near = step(mood, event, weak, who), step(mood, event, strong, who)
    for t, f, n in zip(target, far, near, strict=True):
        assert abs(t - n) <= abs(t - f) + 1e-12


def test_what_comes_last_counts_most() -> None:
    hurt_last = step(step(ORIGIN, Happening.PRAISE, 1, NEUTRAL), Happening.INSULT, 1, NEUTRAL)
    praised_last = step(step(ORIGIN, Happening.INSULT, 1, NEUTRAL), Happening.PRAISE, 1, NEUTRAL)
    assert hurt_last.pleasure < 0 < praised_last.pleasure
