"""How fresh a memory is: the one number that recall, demotion and cleaning share."""

PER_USE, USES, LONGEST = 1.3, 6, 4.0
"""Growth of the half-life for each use, the uses that reach the limit, and the limit."""


def freshness(age_days: float, half_life_days: float, floor: float, uses: int = 0) -> float:
    """Return floor + (1 - floor) * 2^(-age / h), in [floor, 1]; h grows by 1.3 for each use, at most fourfold."""
    half_life = half_life_days * min(PER_USE ** min(uses, USES), LONGEST)
    return floor + (1 - floor) * float(2.0 ** (-max(age_days, 0.0) / half_life))
