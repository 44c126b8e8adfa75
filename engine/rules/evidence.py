"""What speaks for two tags being near, and for a tag being too generic to find anything by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from statistics import NormalDist

G2_AT = 10.83
"""Likelihood ratio from which two tags stand together more than by chance: p < 0.001 at one degree of freedom."""

NPMI_AT = 0.3
"""Normalised mutual information from which they do so markedly."""

TOGETHER_AT = 3
"""Cards on which they stand together at least."""

LCS_AT = 0.66
"""Share of the longer name that a common subsequence must cover."""

GENERIC_CARDS, GENERIC_SHARE = 5, 0.1
"""Cards at least, and share of all cards more than, that a generic tag stands on."""

SCENES = 3
"""Scenes that there must be, for the spread over them to say anything."""

GENERIC_EVENNESS = 0.7
"""Evenness of its spread over scenes from which a tag belongs to none of them."""


@dataclass(frozen=True, slots=True)
class Together:
    """How two tags stand together on cards."""

    both: int
    g2: float
    npmi: float

    @property
    def strong(self) -> bool:
        """Whether this is evidence of a relation."""
        return self.both >= TOGETHER_AT and self.g2 >= G2_AT and self.npmi >= NPMI_AT


def together(both: int, one: int, other: int, cards: int) -> Together:
    """Return the evidence in how often two tags share a card.

    Args:
        both: cards with both.
        one: cards with the first.
        other: cards with the second.
        cards: all cards.

    G² is Dunning's log-likelihood ratio (1993), 0 where they meet less often than by chance; NPMI is Bouma's
    (2009), in [-1, 1].

    """
    observed = (both, one - both, other - both, cards - one - other + both)
    expected = (
        one * other / cards,
        one * (cards - other) / cards,
        (cards - one) * other / cards,
        (cards - one) * (cards - other) / cards,
    )
    g2 = 2 * sum(o * log(o / e) for o, e in zip(observed, expected, strict=True) if o > 0 and e > 0)
    if both <= 0:
        return Together(0, 0.0, -1.0)
    chance = log(both * cards / (one * other))
    npmi = chance / -log(both / cards) if both < cards else 1.0
    return Together(both, max(g2, 0.0) if chance > 0 else 0.0, npmi)


def certain(pairs: int) -> float:
    """Return the G² that chance reaches for one pair among so many with p < 0.001 (after Bonferroni).

    A store of thousands of pairs holds some by chance that stand out for one alone.
    """
    return max(NormalDist().inv_cdf(1 - 0.001 / (2 * max(pairs, 1))) ** 2, G2_AT)


def common_subsequence(one: Sequence[str], other: Sequence[str]) -> float:
    """Return the length of the longest common subsequence as a share of the longer sequence, in [0, 1]."""
    if not one or not other:
        return 0.0
    row = [0] * (len(other) + 1)
    for left in one:
        before = 0
        for place, right in enumerate(other, start=1):
            before, row[place] = row[place], before + 1 if left == right else max(row[place], row[place - 1])
    return row[-1] / max(len(one), len(other))


def contains(longer: Sequence[str], shorter: Sequence[str]) -> bool:
    """Tell whether one sequence stands inside a longer one without a gap."""
    span = len(shorter)
    return 0 < span < len(longer) and any(
        list(longer[start : start + span]) == list(shorter) for start in range(len(longer) - span + 1)
    )


def evenness(spread: Mapping[str, int], places: Mapping[str, int]) -> float:
    """Return how evenly a tag is spread over scenes, in [0, 1]: 1 when each has its due share, 0 when one has all.

    Args:
        spread: cards with the tag, by scene.
        places: all cards, by scene.

    Pielou's evenness (1966) of the tag's rate in each scene; 0 where there are fewer than three scenes, since
    being everywhere says nothing where there is nowhere else to be.

    """
    rates = [spread.get(place, 0) / total for place, total in places.items() if total]
    whole = sum(rates)
    if len(rates) < SCENES or not whole:
        return 0.0
    shares = [rate / whole for rate in rates if rate]
    return -sum(share * log(share) for share in shares) / log(len(rates))
