import pytest
from hypothesis import given
from hypothesis import strategies as st

from wdm.engine.rules.freshness import floored, retained


@pytest.mark.parametrize(
    ("age", "uses", "fresh"),
    [
        (0, 0, 1.0),
        (-5, 0, 1.0),
        (14, 0, 0.75),  # 0.5 + 0.5 / 2
        (28, 0, 0.625),  # 0.5 + 0.5 / 4
        (14 * 1.3, 1, 0.75),
        (56, 6, 0.75),  # 1.3^6 = 4.83, held at 4 * 14 days
        (56, 10**9, 0.75),
        (1e9, 0, 0.5),
    ],
)
def test_freshness(age: float, uses: int, fresh: float) -> None:
    assert floored(retained(age, 14, uses), 0.5) == pytest.approx(fresh)


@given(st.floats(-1e6, 1e6), st.floats(1, 1000), st.floats(0, 1), st.integers(0, 100))
def test_freshness_stays_between_floor_and_one(age: float, half: float, floor: float, uses: int) -> None:
    fresh = floored(retained(age, half, uses), floor)
    assert floor - 1e-12 <= fresh <= 1 + 1e-12
    assert floored(retained(age + 1, half, uses), floor) <= fresh
    assert floored(retained(age, half, uses + 1), floor) >= fresh
