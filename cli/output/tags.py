"""Tags and proposals as JSON and as text."""

from __future__ import annotations

from typing import Any

from wdm.cli.output.text import one_line
from wdm.engine.doors.pool import MergePlan
from wdm.engine.rules import times
from wdm.engine.rules.pool import tag_code
from wdm.engine.suggest import Proposal
from wdm.engine.tag_pool import Moved
from wdm.store.records import Relation, Tag


def tag_json(tag: Tag) -> dict[str, Any]:
    """Return a tag as JSON."""
    told: dict[str, Any] = {
        "code": tag.code, "name": tag.name, "status": tag.status, "type": tag.type, "dimension": tag.dimension,
        "definition": tag.definition, "aliases": list(tag.aliases), "cards": tag.cards, "uses": tag.uses,
        "source": tag.source, "incomplete": tag.incomplete, "created": times.iso(tag.created_at),
        "first_seen": None if tag.first_seen is None else times.iso(tag.first_seen),
        "last_seen": None if tag.last_seen is None else times.iso(tag.last_seen),
    }  # fmt: skip
    if tag.merged_into is not None:
        told["merged_into"] = tag_code(tag.merged_into)
    return told


def relation_json(relation: Relation, other: Tag) -> dict[str, Any]:
    """Return a relation as JSON, seen from the tag that it starts from."""
    return {
        "tag": other.name, "code": other.code, "level": relation.level, "source": relation.source,
        "reason": relation.reason, "made": times.iso(relation.made_at),
    }  # fmt: skip


def moved_json(moved: Moved) -> dict[str, Any]:
    """Return what a merge or a split moved, as JSON."""
    return {
        "sources": moved.sources, "target": moved.target, "cards": moved.cards, "cards_with_both": moved.both,
        "relations": moved.relations, "aliases": moved.aliases, "joined": moved.joined,
    }  # fmt: skip


def plan_json(plan: MergePlan) -> dict[str, Any]:
    """Return what a merge does, as JSON."""
    shifts = [{"query": s.query, "before": list(s.before), "after": list(s.after)} for s in plan.shifts]
    return {**moved_json(plan.moved), "queries_checked": plan.checked, "queries_changed": shifts}


def plan_rows(plan: MergePlan) -> list[tuple[str, object]]:
    """Return what a merge does, as rows of a table."""
    moved = plan.moved
    rows: list[tuple[str, object]] = [
        ("cards that move", moved.cards),
        ("cards that have both", moved.both),
        ("relations that move", moved.relations),
        ("aliases that move", moved.aliases),
    ]
    if moved.joined:
        rows.append(("joined", ", ".join(moved.joined)))
    if plan.checked:
        rows.append(("queries that change", f"{len(plan.shifts)} of {plan.checked}"))
    for shift in plan.shifts:
        before, after = (" ".join(map(str, ids)) or "nothing" for ids in (shift.before, shift.after))
        rows.append((f"  {shift.query}", f"{before} -> {after}"))
    return rows


def proposal_json(proposal: Proposal) -> dict[str, Any]:
    """Return a proposal as JSON, in the form in which `tags triage --from` takes decisions."""
    return {
        "key": proposal.key, "propose": proposal.deed, "tag": proposal.tag.name,
        "other": proposal.other.name if proposal.other else None, "level": proposal.level,
        "evidence": proposal.evidence, "strength": proposal.strength,
    }  # fmt: skip


def proposal_line(proposal: Proposal) -> str:
    """Return a proposal in words."""
    name = one_line(proposal.tag.name)
    if proposal.other is None:
        return f"{proposal.deed} {name}"
    other = one_line(proposal.other.name)
    if proposal.deed == "relate":
        return f"relate {name} and {other} as {proposal.level}"
    return f"{proposal.deed} {name} into {other}"
