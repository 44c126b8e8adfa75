"""What feedback on a card does to its score."""

from __future__ import annotations

from collections.abc import Iterable

from wdm.store.records import FeedbackGiven, Judgement

CONFIRMED_HERE, CONFIRMED = 1.3, 1.1
"""Factor of a card that was confirmed for the same query, and for another one."""

REJECTED = 0.8
"""Factor of a card for each other query that it was rejected for; for the same query it is dropped."""

LOWEST, HIGHEST = 0.5, 1.5
"""Bounds of the factor, so that feedback reorders what is relevant and cannot make it so."""


def query_key(codes: Iterable[str], terms: Iterable[str]) -> str:
    """Return what makes two queries one for feedback: the tags that they name, or without any, their terms."""
    tags = sorted(set(codes))
    return "tags:" + "+".join(tags) if tags else "terms:" + " ".join(sorted(set(terms)))


def factor(given: Iterable[FeedbackGiven], key: str) -> float | None:
    """Return the factor of a card for a query, in [0.5, 1.5], or None where it was rejected for that query.

    Args:
        given: all feedback on the card, at most one for each query key.
        key: of the query.

    """
    product = 1.0
    for one in given:
        here = one.query_key == key
        if one.status is Judgement.REJECTED:
            if here:
                return None
            product *= REJECTED
        elif one.status is Judgement.CONFIRMED:
            product *= CONFIRMED_HERE if here else CONFIRMED
    return min(max(product, LOWEST), HIGHEST)
