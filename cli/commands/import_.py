"""``wdm import``: merge an export, or the memories of another program."""

import sys
from collections.abc import Iterator
from enum import StrEnum
from itertools import chain
from pathlib import PurePath
from typing import Annotated

import typer

from wdm.cli import start
from wdm.cli.inputs import opened
from wdm.cli.options import Command, options
from wdm.cli.output.text import counted, cut, document, one_line
from wdm.engine.card_writer import Report
from wdm.engine.ingest import Defaults
from wdm.engine.memory import Memory
from wdm.engine.moving import foreign, lines
from wdm.engine.reading import json_lines
from wdm.engine.reading.items import Item, Rejected, Source, checked, decoded, recoded
from wdm.store.errors import Usage

app = typer.Typer(add_completion=False, rich_markup_mode=None)

SHOWN = 20
"""Notes that are told on stderr; JSON has all."""


class Form(StrEnum):
    """What a file is taken for."""

    AUTO = "auto"
    EXPORT = "export"
    GRAPH = "graph"
    NOTES = "notes"


@app.command("import", cls=Command)
def import_(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file; `-` is standard input.")],
    form: Annotated[
        Form,
        typer.Option("--format", help="export of wdm, graph (entities, relations), notes (a MEMORY.md)."),
    ] = Form.AUTO,
    map_: Annotated[
        str | None,
        typer.Option("--map", metavar="OURS=THEIRS,…", help="JSON lines: text=content,time=meta.created_at"),
    ] = None,
    encoding: Annotated[
        str | None, typer.Option(help="How the input is written, such as gbk; UTF-8 by default.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Count, change nothing.")] = False,
) -> None:
    """Merge an export, or the memories of another program.

    All of it is taken in, or nothing, and `wdm undo` takes it back. What is here already stays as it is: the same
    import again adds nothing.
    """
    memory = start.memory(context)
    with opened(file) as raw:
        stream = recoded(raw, encoding) if encoding else raw
        if form is Form.NOTES or (
            form is Form.AUTO and PurePath(file).suffix.lower() in (".md", ".markdown")
        ):
            report = _take(memory, foreign.notes(_text(stream.read()), PurePath(file).stem), dry_run=dry_run)
            _tell_report(context, report, dry_run=dry_run)
            return
        numbered = _lines(Source(stream, file))
        first = next(numbered, None)
        if first is None:
            raise Usage(f"{file} is empty")
        told = chain([first], numbered)
        if map_ is None and (form is Form.EXPORT or (form is Form.AUTO and lines.is_export(first[1]))):
            merged = memory.moving.merge(told, dry_run=dry_run)
            _tell(context, dict(merged.added), dict(merged.known), merged.notes, dry_run=dry_run)
            return
        unknown: set[str] = set()
        if map_ is not None:
            items: Iterator[Item] = foreign.mapped(told, _names(map_), unknown)
        elif form is Form.GRAPH or (form is Form.AUTO and foreign.is_graph(first[1])):
            items = foreign.graph(told)
        else:
            raise Usage(f"{file} is no export of wdm", hint="--format graph or notes, --map, or `wdm ingest`")
        report = _take(memory, items, dry_run=dry_run)
    _tell_report(context, report, dry_run=dry_run)


def _take(memory: Memory, items: Iterator[Item], *, dry_run: bool) -> Report:
    if not dry_run:
        return memory.ingest(checked(items), Defaults(), strict=True)
    report = Report()
    for item in checked(items):
        if isinstance(item, Rejected):
            raise Usage(f"line {item.line}: {item.reason}", hint="nothing was taken in")
        report.added += 1
    return report


def _text(raw: bytes) -> Iterator[tuple[int, str]]:
    words = decoded(raw.removeprefix(b"\xef\xbb\xbf"), 1)
    if isinstance(words, Rejected):
        raise Usage(f"line {words.line}: {words.reason}", hint="nothing was taken in")
    yield from enumerate(words.splitlines(), start=1)


def _lines(source: Source) -> Iterator[tuple[int, str]]:
    for number, line in source.lines():
        if isinstance(line, Rejected):
            raise Usage(f"line {number}: {line.reason}", hint="nothing was taken in")
        yield number, line


def _names(told: str) -> dict[str, str]:
    pairs = [pair.partition("=") for pair in told.split(",")]
    if not all(ours.strip() and theirs.strip() for ours, _, theirs in pairs):
        raise Usage(f"{told!r} maps nothing", hint="write it as text=content,time=created_at")
    names = {ours.strip(): theirs.strip() for ours, _, theirs in pairs}
    if wrong := sorted(names.keys() - set(json_lines.FIELDS)):
        raise Usage(f"{wrong[0]!r} is no field of a memory", hint=f"fields: {', '.join(json_lines.FIELDS)}")
    if len(names) < len(pairs):
        raise Usage(f"{told!r} maps a field twice")
    return names


def _tell_report(context: typer.Context, report: Report, *, dry_run: bool) -> None:
    known = {"card": report.repeated + report.updated}
    _tell(context, {"card": report.added}, known, report.warnings, dry_run=dry_run)


def _tell(
    context: typer.Context, added: dict[str, int], known: dict[str, int], notes: list[str], *, dry_run: bool
) -> None:
    if options(context).json:
        print(document("wdm.import/1", added=added, known=known, notes=notes, dry_run=dry_run))
        return
    for note in [] if options(context).quiet else notes[:SHOWN]:
        print(f"wdm: {one_line(cut(note))}", file=sys.stderr)
    words = [f"{counted(added.get('card', 0), 'card')} added", f"{known.get('card', 0)} known"]
    more = sum(count for table, count in added.items() if table != "card")
    words += [f"{counted(more, 'other row')} added"] if more else []
    print(("would be: " if dry_run else "") + ", ".join(words))
