"""How fresh a memory is: the one number that recall, demotion and cleaning share."""

from typing import NamedTuple

from wdm.engine.rules.times import DAY
from wdm.store.records import Card, Kind, Standing, Tier

PER_USE, USES, LONGEST = 1.3, 6, 4.0
"""Growth of the half-life for each use, the uses that reach the limit, and the limit."""

SEED = 13.862943611198906
"""Half-life, in days, of exp(-0.05 x days): ln 2 / 0.05."""


class Decay(NamedTuple):
    """How memories fade."""

    chat: float
    """Half-life of a chat turn, in days."""
    other: float
    """Half-life of all else, in days."""
    floor: float
    """What a memory keeps of its score in recall, however old, in [0, 1]."""
    warmed: bool = True
    """Whether use lengthens the half-life."""


def retention(of: Card | Standing, now: int, decay: Decay) -> float:
    """Return what time has left of a card since it happened or was last used, in [0, 1]; of a permanent one, all."""
    if of.tier is Tier.PERM:
        return 1.0
    latest = of.happened_at if of.last_used is None else max(of.happened_at, of.last_used)
    half_life = decay.chat if of.kind is Kind.CHAT else decay.other
    return retained((now - latest) / DAY, half_life, of.uses if decay.warmed else 0)


def retained(age_days: float, half_life_days: float, uses: int = 0) -> float:
    """Return 2^(-age / h); an age below 0 counts as 0, and h grows by 1.3 for each use, at most fourfold."""
    half_life = half_life_days * min(PER_USE ** min(uses, USES), LONGEST)
    return float(2.0 ** (-max(age_days, 0.0) / half_life))


def floored(kept: float, floor: float) -> float:
    """Return floor + (1 - floor) x retention, in [floor, 1]: recall's floor is a setting, cleaning's the importance."""
    return floor + (1 - floor) * kept
