"""``wdm tags relate`` and ``unrelate``."""

import sys
from collections.abc import Iterator
from typing import Annotated, Any

import typer

from wdm.cli import start
from wdm.cli.options import options
from wdm.cli.output import tables
from wdm.cli.output.tags import relation_json
from wdm.cli.output.text import counted, document, one_line
from wdm.store.errors import Usage
from wdm.store.records import Level, Relation, Tag

Around = dict[int, list[tuple[Relation, Tag]]]

HOPS = 3
"""Hops that the tree of relations shows."""


def relate(
    context: typer.Context,
    tag: Annotated[str, typer.Argument(metavar="A", help="A tag: its name, an alias, or its code.")],
    other: Annotated[str | None, typer.Argument(metavar="[B]", help="The tag to relate it to.")] = None,
    level: Annotated[
        Level | None,
        typer.Option("--as", help="How near: synonyms find each other over 3 hops, related over 1."),
    ] = None,
    reason: Annotated[str, typer.Option(help="Why, for those who come later.")] = "",
) -> None:
    """Relate two tags, both ways; with one tag, show its relations as a tree."""
    pool = start.memory(context).pool
    if other is None:
        if level is not None:
            raise Usage("--as needs two tags", hint="wdm tags relate A B --as synonym")
        _tree(context, *pool.reach(tag, HOPS))
        return
    if level is None:
        raise Usage("say how near they are", hint="--as synonym, related or loose")
    one, two, changed = pool.relate(tag, other, level, reason)
    if options(context).json:
        print(
            document(
                "wdm.relation/1", tag=one.name, other=two.name, level=level, reason=reason, changed=changed
            )
        )
    else:
        print(f"{one_line(one.name)} and {one_line(two.name)}: {level}{'' if changed else ', as before'}")


def unrelate(
    context: typer.Context,
    tag: Annotated[str, typer.Argument(metavar="A", help="A tag: its name, an alias, or its code.")],
    other: Annotated[str, typer.Argument(metavar="B", help="The tag that it is related to.")],
) -> None:
    """Take a relation back."""
    one, two = start.memory(context).pool.unrelate(tag, other)
    if options(context).json:
        print(document("wdm.relation/1", tag=one.name, other=two.name, level=None, changed=True))
    else:
        print(f"{one_line(one.name)} and {one_line(two.name)}: not related")


def _tree(context: typer.Context, root: Tag, around: Around) -> None:
    branches = list(_branches(root, around, (root.id,)))
    if options(context).json:
        told = [{**relation_json(relation, tag), "hops": hops} for hops, relation, tag in branches]
        print(document("wdm.relations/1", tag=root.name, code=root.code, relations=told))
        return
    if not sys.stdout.isatty():
        print(one_line(root.name))
        for hops, relation, tag in branches:
            print(f"{'  ' * hops}{_words(relation, tag, hops)}")
        return
    from rich.console import Console
    from rich.text import Text
    from rich.tree import Tree

    bare = tables.plain(context)
    drawn: list[Any] = [Tree(Text(one_line(root.name), style="" if bare else "bold"))]
    for hops, relation, tag in branches:
        del drawn[hops:]
        drawn.append(drawn[-1].add(Text(_words(relation, tag, hops))))
    Console(no_color=bare, highlight=False).print(drawn[0])


def _branches(tag: Tag, around: Around, path: tuple[int, ...]) -> Iterator[tuple[int, Relation, Tag]]:
    """Yield (hops, relation, tag) depth first; beyond the first hop only synonyms lead on."""
    for relation, other in around.get(tag.id, ()):
        if other.id in path or (len(path) > 1 and relation.level is not Level.SYNONYM):
            continue
        yield len(path), relation, other
        if relation.level is Level.SYNONYM:
            yield from _branches(other, around, (*path, other.id))


def _words(relation: Relation, tag: Tag, hops: int) -> str:
    reason = f": {one_line(relation.reason)}" if relation.reason else ""
    times = counted(hops, "hop")
    return f"{relation.level} {one_line(tag.name)}, {counted(tag.cards, 'card')}, {times}, by {one_line(relation.source)}{reason}"
