"""``wdm tags show``."""

from typing import Annotated

import typer

from wdm.cli import start
from wdm.cli.options import options
from wdm.cli.output.tags import relation_json, tag_json
from wdm.cli.output.text import document, one_line
from wdm.engine.doors.pool import TagView
from wdm.engine.rules import times
from wdm.store.records import TagStatus


def show(
    context: typer.Context, tag: Annotated[str, typer.Argument(help="Its name, an alias, or its code.")]
) -> None:
    """Show a tag: what it means, its relations, its company, its cards."""
    view = start.memory(context).pool.show(tag)
    if options(context).json:
        told = {
            **tag_json(view.tag),
            "merged_into": view.merged_into.name if view.merged_into else None,
            "merged_from": [other.name for other in view.merged_from],
            "relations": [relation_json(relation, other) for relation, other in view.relations],
            "together": [{"tag": other.name, "cards": count} for other, count in view.together],
            "newest_cards": list(view.cards),
        }
        print(document("wdm.tag/1", tag=told))
    else:
        print("\n".join(_lines(view)))


def _lines(view: TagView) -> list[str]:
    tag = view.tag
    rows = [
        ("status", tag.status + (f" into {view.merged_into.name}" if view.merged_into else "")),
        ("definition", tag.definition),
        ("dimension", tag.dimension),
        ("type", tag.type),
        ("aliases", ", ".join(tag.aliases)),
        ("merged from", ", ".join(other.name for other in view.merged_from)),
        ("source", tag.source),
        ("cards", str(tag.cards)),
        ("first seen", times.iso(tag.first_seen) if tag.first_seen is not None else None),
        ("last seen", times.iso(tag.last_seen) if tag.last_seen is not None else None),
        ("relations", "; ".join(f"{relation.level} {other.name}" for relation, other in view.relations)),
        ("together with", ", ".join(f"{other.name} ({count})" for other, count in view.together)),
        ("newest cards", " ".join(map(str, view.cards))),
    ]
    lines = [f"{tag.code}  {one_line(tag.name)}"]
    lines += [f"  {name:14} {one_line(words)}" for name, words in rows if words]
    if tag.status is TagStatus.DEPRECATED and view.cards:
        lines.append(f"  deprecated: by this name recall no longer finds its {tag.cards} cards")
    return lines
