"""The nightly look at a memory: what recurs, what is too generic, what belongs together, which tier fits.

Planning only reads; a plan is carried out in one transaction, and only where things are still as it found them. It
never merges: that is for people, to whom it makes suggestions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum

from wdm.engine import suggest, tiers
from wdm.engine.rules.times import DAY
from wdm.engine.rules.upkeep import Change, Plan
from wdm.engine.settings import Settings
from wdm.engine.suggest import Deed, Proposal
from wdm.engine.tag_pool import PERSON
from wdm.store.journal import Transaction
from wdm.store.reader import Reader
from wdm.store.records import Level, Status, TagStatus, Tier
from wdm.store.store import Store

NAME = "evolve"

SOURCE = "evolve"
"""Source of the relations that it makes."""

ALIKE, ALIKE_CARDS = 0.8, 3
"""Share of a tag's cards that one category of scenes must have to be its dimension, and cards at least."""

FEW = 10
"""Cards that must sink at least to be a flood."""

SUGGESTED = 20
"""Suggestions that are told; `wdm tags suggest` has all."""


class Step(StrEnum):
    """The parts of an evolution."""

    FRAMES = "frames"
    TAGS = "tags"
    RELATIONS = "relations"
    ALIGN = "align"
    TIERS = "tiers"


def plan(
    store: Reader,
    settings: Settings,
    now: int,
    steps: Sequence[Step],
    progress: Callable[[str], None] = lambda _: None,
) -> Plan:
    """Return what an evolution would do, step by step in the order of `Step`."""
    changes: list[Change] = []
    suggestions: list[str] = []
    settled = 0
    for step in Step:
        if step not in steps:
            continue
        progress(step)
        if step is Step.FRAMES:
            changes += _frames(store, settings, now)
        elif step is Step.TIERS:
            moves = list(_tiers(store, settings, now))
            settled = _settled(store, settings, moves)
            changes += moves
        elif step is Step.ALIGN:
            changes += _align(store)
        elif step is Step.TAGS or Step.TAGS not in steps:
            proposals = _allowed(store, suggest.proposals(store))
            changes += _tags(proposals) if Step.TAGS in steps else []
            changes += _relations(store, proposals) if Step.RELATIONS in steps else []
            suggestions += _suggestions(proposals)
    return Plan(tuple(changes), settled, sum(store.tier_counts().values()), tuple(suggestions))


def carry_out(store: Store, tx: Transaction, changes: Iterable[Change]) -> int:
    """Make the changes of a plan that are still called for; return how many."""
    alike: dict[tuple[str, str | None, str], list[int]] = defaultdict(list)
    relations: list[Change] = []
    for change in changes:
        if change.kind == "relation":
            relations.append(change)
        else:
            alike[change.kind, change.source, change.to].append(change.rows[0])
    done = 0
    for (kind, source, to), rows in alike.items():
        table, column = _COLUMNS[kind]
        done += tx.update_many(table, rows, {column: to}, expecting={column: source})
    return done + _relate(store, tx, relations)


_COLUMNS = {
    "frame": ("card", "status"), "tier": ("card", "tier"), "tag": ("tag", "status"), "align": ("tag", "dimension"),
}  # fmt: skip
"""Table and column that each kind of change sets."""


def _frames(store: Reader, settings: Settings, now: int) -> list[Change]:
    days = settings.upkeep.frame_days
    reason = f"pending for more than {days:g} days"
    late = store.frames_before(now - round(days * DAY))
    return [Change("frame", number, Status.PENDING, Status.INTERRUPTED, reason, (number,)) for number in late]


def _tiers(store: Reader, settings: Settings, now: int) -> Iterable[Change]:
    for move in tiers.moves(store, settings, now):
        yield Change("tier", move.id, move.source, move.target, move.reason, (move.id,))


def _settled(store: Reader, settings: Settings, moves: Sequence[Change]) -> int:
    """Return how many cards sink that an earlier run had put in their place.

    That a new card sinks when it is no longer new is no news, however many do; nor are a few of a small memory.
    """
    seen = store.last_run(NAME)
    if seen is None:
        return 0
    placed = seen - round(settings.tiers.young_days * DAY)
    old = {card.id for card in store.standings() if card.created_at <= placed}
    sunk = sum(1 for move in moves if move.to == Tier.COLD and move.rows[0] in old)
    return sunk if sunk >= FEW else 0


def _align(store: Reader) -> list[Change]:
    """Give tags without a dimension the category of scenes that nearly all of their cards share."""
    found = [row for row in store.main_scenes(ALIKE_CARDS) if row[2] >= ALIKE * row[3]]
    names = {tag.id: tag.name for tag in store.tags(row[0] for row in found)}
    return [
        Change("align", names[tag], None, category, f"{most} of its {cards} cards are of this scene", (tag,))
        for tag, category, most, cards in found
    ]


def _allowed(store: Reader, proposals: Iterable[Proposal]) -> list[Proposal]:
    """Leave out what a person has taken back, and the tags that people made: those are theirs to deprecate."""
    undone = store.undone_deeds(NAME)
    kept = []
    for proposal in proposals:
        one, other = proposal.tag.id, proposal.other.id if proposal.other else 0
        if proposal.deed is Deed.RELATE:
            taken_back = ("tag_relation", one, other) in undone
        else:
            taken_back = other == 0 and ("tag", one, 0) in undone
        own = proposal.deed is Deed.DEPRECATE and proposal.tag.source == PERSON
        if not taken_back and not own:
            kept.append(proposal)
    return kept


def _tags(proposals: Iterable[Proposal]) -> list[Change]:
    target = {Deed.ACTIVATE: TagStatus.ACTIVE, Deed.DEPRECATE: TagStatus.DEPRECATED}
    return [
        Change("tag", one.tag.name, one.tag.status, target[one.deed], one.evidence, (one.tag.id,))
        for one in proposals
        if one.deed in target
    ]


def _relations(store: Reader, proposals: Iterable[Proposal]) -> list[Change]:
    """Return the relations that evidence is strong enough for.

    Names alone make tags `loose`: recall finds their common words by itself, and measurably no better by a relation.
    Standing together makes them `related`, or raises what was loose.
    """
    found = [one for one in proposals if one.deed is Deed.RELATE and one.other and one.sure]
    known = {(r.tag_id, r.other_id) for r in store.relations({one.tag.id for one in found})}
    changes = []
    for one in found:
        if one.other is None:
            continue
        pair = (one.tag.id, one.other.id)
        if one.by_name and pair in known:
            continue
        before, level = Level.LOOSE if pair in known else None, Level.LOOSE if one.by_name else Level.RELATED
        names = f"{one.tag.name} ~ {one.other.name}"
        changes.append(Change("relation", names, before, level, one.evidence, pair))
    return changes


def _suggestions(proposals: Iterable[Proposal]) -> list[str]:
    """Return merges that people may make, in words."""
    merges = [one for one in proposals if one.deed is Deed.MERGE and one.other]
    return [
        f"merge {one.tag.name} into {one.other.name}: {one.evidence}"
        for one in merges[:SUGGESTED]
        if one.other
    ]


def _relate(store: Store, tx: Transaction, changes: Sequence[Change]) -> int:
    """Write relations both ways, unless a tag is gone or the two are related by now more nearly than `loose`."""
    tags = {row for change in changes for row in change.rows}
    here = {tag.id for tag in store.tags(tags)}
    near = set(store.related_pairs()) if changes else set()
    loose = {(one.tag_id, one.other_id) for one in store.relations(tags) if one.level is Level.LOOSE}
    rows = []
    for change in changes:
        one, other = sorted(change.rows)
        if (one, other) in near or not {one, other} <= here:
            continue
        if (one, other) in loose and change.to == Level.LOOSE:
            continue
        for pair in ((one, other), (other, one)):
            if pair in loose:
                tx.delete("tag_relation", pair)
            rows.append(
                {"tag_id": pair[0], "other_id": pair[1], "level": change.to, "source": SOURCE,
                 "reason": change.reason, "made_at": tx.at}
            )  # fmt: skip
    tx.insert("tag_relation", rows)
    return len(rows) // 2
