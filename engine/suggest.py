"""Proposals for the tag pool, each with its evidence; people decide."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, pairwise

from wdm.engine.rules import evidence, generic, pool, text
from wdm.store.reader import Reader
from wdm.store.records import Level, Tag, TagStatus

CROWD = 100
"""Tags that share a word at most, for the word to say anything about pairs of them."""

RECURS = 3
"""Cards on which an unexamined tag stands before it is proposed for active use."""


class Deed(StrEnum):
    """What is proposed."""

    MERGE = "merge"
    DEPRECATE = "deprecate"
    RELATE = "relate"
    ACTIVATE = "activate"


@dataclass(frozen=True, slots=True)
class Proposal:
    """One change of the pool that the evidence speaks for."""

    deed: Deed
    tag: Tag
    other: Tag | None
    level: Level | None
    evidence: str
    """In words and figures."""
    strength: float
    """In [0, 1], for the order within a kind of deed."""
    sure: bool = True
    """Whether a program may do it unasked, as far as evidence goes: not what chance brings among so many pairs."""
    by_name: bool = False
    """Whether only the names speak for it, which the words of a query reach anyway."""

    @property
    def key(self) -> str:
        """What the proposal is known by, however often it is made."""
        return key(self.deed, self.tag, self.other)


def key(deed: Deed, tag: Tag, other: Tag | None = None) -> str:
    """Return what a proposal is known by, whichever of its two tags comes first."""
    return ":".join((deed, *sorted(each.code for each in (tag, other) if each)))


def proposals(store: Reader) -> list[Proposal]:
    """Return all proposals that nothing was decided about, in the order merge, deprecate, relate, activate."""
    tags = {tag.id: tag for tag in store.each_tag() if tag.status in (TagStatus.UNEXAMINED, TagStatus.ACTIVE)}
    cards = store.totals()[0]
    related = set(store.related_pairs())
    decided = store.verdicts()
    generics = list(_generic(store, tags.values(), cards))
    gone = {proposal.tag.id for proposal in generics}
    kept = {number: tag for number, tag in tags.items() if number not in gone}
    pairs: dict[tuple[int, int], Proposal] = {}
    for proposal in (*_by_name(kept), *_by_company(store, kept, cards)):
        if proposal.other is None:
            continue
        pair = (min(proposal.tag.id, proposal.other.id), max(proposal.tag.id, proposal.other.id))
        known = pairs.get(pair)
        # Standing together says more than a likeness of names, but no more than that they are the same.
        if pair not in related and (known is None or (known.by_name and proposal.sure)):
            pairs[pair] = proposal
    recurring = (
        Proposal(Deed.ACTIVATE, tag, None, None, f"on {tag.cards} cards", min(tag.cards / 100, 1.0))
        for tag in kept.values()
        if tag.status is TagStatus.UNEXAMINED and tag.cards >= RECURS
    )
    order = list(Deed)
    found = [*pairs.values(), *generics, *recurring]
    return sorted(
        (proposal for proposal in found if proposal.key not in decided),
        key=lambda p: (order.index(p.deed), -p.strength, p.tag.key, p.other.key if p.other else ""),
    )


def _generic(store: Reader, tags: Iterable[Tag], cards: int) -> Iterator[Proposal]:
    """Yield tags that find nothing because they are everywhere, or are on the list of generic nouns."""
    places: dict[str, int] | None = None
    for tag in tags:
        if tag.key in generic.ALLOW:
            continue
        if tag.key in generic.GENERIC:
            yield Proposal(Deed.DEPRECATE, tag, None, None, "on the list of generic words", 1.0)
        elif tag.cards >= evidence.GENERIC_CARDS and cards and tag.cards > evidence.GENERIC_SHARE * cards:
            places = store.places() if places is None else places
            even = evidence.evenness(store.spread(tag.id), places)
            if even >= evidence.GENERIC_EVENNESS:
                share = tag.cards / cards
                words = f"on {tag.cards} of {cards} cards ({share:.0%}), evenness over scenes {even:.2f}"
                yield Proposal(Deed.DEPRECATE, tag, None, None, words, share)


def _by_name(tags: dict[int, Tag]) -> Iterator[Proposal]:
    """Yield pairs whose names say that they are near: the same form, one inside the other, much in common."""
    forms: dict[str, list[int]] = defaultdict(list)
    units = {number: text.units(tag.name) for number, tag in tags.items()}
    marks = {number: _marks(words) for number, words in units.items()}
    holders: dict[str, list[int]] = defaultdict(list)
    for number, tag in tags.items():
        forms[pool.match_form(tag.name)].append(number)
        for mark in marks[number]:
            holders[mark].append(number)
    for same in forms.values():
        target = max(same, key=lambda number: (tags[number].cards, -number))
        for number in same:
            if number != target:
                words = "the same name but for its form"
                yield Proposal(Deed.MERGE, tags[number], tags[target], Level.SYNONYM, words, 1.0)
    for number, own in marks.items():
        # Each pair once, from its smaller number, without a list of all pairs.
        near = {
            other for mark in own if len(holders[mark]) <= CROWD for other in holders[mark] if other > number
        }
        for other in sorted(near):
            proposal = _near_names(tags[number], units[number], tags[other], units[other])
            if proposal is not None:
                yield proposal


def _near_names(one: Tag, left: list[str], other: Tag, right: list[str]) -> Proposal | None:
    if len(left) > len(right):
        one, left, other, right = other, right, one, left
    if len(set(left) & set(right)) < min(len(set(left)), evidence.LCS_AT * len(right)):
        return None  # too little in common for either, and far cheaper to see
    if evidence.contains(right, left):
        words = f"{other.name!r} contains {one.name!r}"
        share = len(left) / len(right)
        return Proposal(Deed.RELATE, one, other, Level.RELATED, words, share, by_name=True)
    share = evidence.common_subsequence(left, right)
    if share >= evidence.LCS_AT and share < 1 and len(right) >= 3:
        words = f"{share:.0%} of the longer name in common"
        return Proposal(Deed.RELATE, one, other, Level.RELATED, words, share, by_name=True)
    return None


def _marks(units: list[str]) -> set[str]:
    """Return what near names share: pairs of Han characters, and words."""
    words = {unit for unit in units if len(unit) > 2 and unit not in generic.GENERIC}
    return words | {a + b for a, b in pairwise(units) if text.unspaced(a) and text.unspaced(b)}


def _by_company(store: Reader, tags: dict[int, Tag], cards: int) -> Iterator[Proposal]:
    """Yield pairs that stand on the same cards more than by chance."""
    counts: Counter[tuple[int, int]] = Counter()
    for company in _cards(store.card_tags(evidence.TOGETHER_AT)):
        counts.update(combinations((number for number in company if number in tags), 2))
    certain = evidence.certain(len(counts))
    for (one, other), both in counts.items():
        if both < evidence.TOGETHER_AT:
            continue
        found = evidence.together(both, tags[one].cards, tags[other].cards, cards)
        if found.strong:
            words = f"together on {both} cards, G² {found.g2:.1f}, NPMI {found.npmi:.2f}"
            sure = found.g2 >= certain
            yield Proposal(Deed.RELATE, tags[one], tags[other], Level.RELATED, words, found.npmi, sure)


def _cards(rows: Iterable[tuple[int, int]]) -> Iterator[list[int]]:
    """Yield the tags of one card after the other, in ascending order."""
    company: list[int] = []
    last: int | None = None
    for card_id, tag_id in rows:
        if card_id != last and company:
            yield company
            company = []
        company.append(tag_id)
        last = card_id
    if company:
        yield company
