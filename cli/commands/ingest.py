"""``wdm ingest``: take memories in."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from wdm.cli import start
from wdm.cli.inputs import check_scene, opened
from wdm.cli.options import Command, options
from wdm.cli.output.text import cut, document, one_line
from wdm.engine.card_writer import Report
from wdm.engine.ingest import Defaults
from wdm.engine.reading.items import Format, Item, Rejected, Source, checked, codec, recoded
from wdm.engine.rules import times
from wdm.store.errors import Usage
from wdm.store.records import Draft, Kind

app = typer.Typer(add_completion=False, rich_markup_mode=None)

SHOWN = 20
"""Rejected lines, and names of fields, that are told on stderr; JSON has all of the lines."""


@app.command(cls=Command)
def ingest(
    context: typer.Context,
    files: Annotated[
        list[str] | None, typer.Argument(metavar="FILE", help="Files; `-` is standard input.")
    ] = None,
    text: Annotated[
        list[str] | None, typer.Option("-t", "--text", help="A memory itself; may be repeated.")
    ] = None,
    form: Annotated[
        Format, typer.Option("--format", help="What the input is; `auto` looks at name and content.")
    ] = Format.AUTO,
    tag: Annotated[
        list[str] | None, typer.Option("--tag", help="A tag for all of it; may be repeated.")
    ] = None,
    scene: Annotated[
        str | None, typer.Option(metavar="A/B", help="Where it happened: category/subcategory.")
    ] = None,
    topic: Annotated[str | None, typer.Option(help="The session or subject it belongs to.")] = None,
    kind: Annotated[Kind | None, typer.Option(help="What it is about.")] = None,
    time: Annotated[str | None, typer.Option(help="When it happened: ISO 8601, 2026-05, 2d, 昨天.")] = None,
    remember: Annotated[bool, typer.Option("--remember", help="Keep it for good (tier perm).")] = False,
    redact: Annotated[
        bool, typer.Option("--redact", help="Replace keys and passwords by words that say so.")
    ] = False,
    encoding: Annotated[
        str | None, typer.Option(help="How the input is written, such as gbk; UTF-8 by default.")
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Keep all of the input or none of it.")] = False,
) -> int:
    """Take memories in: text, JSON lines, chat logs, documents.

    Without FILE and -t, standard input is read. The same id or the same content again is a repeat, not a
    second card. Lines that cannot be kept are told on stderr, the others kept: exit code 3.
    """
    chosen = options(context)
    memory = start.memory(context)
    defaults = Defaults(
        tuple(tag or ()), scene, topic, kind,
        None if time is None else times.parse_border(time, memory.caller.now), remember,
    )  # fmt: skip
    check_scene(scene)
    if encoding:
        codec(encoding)
    if not files and not text and sys.stdin.isatty():
        raise Usage("nothing to take in", hint="give a FILE, -t TEXT, or pipe something in")
    unknown: set[str] = set()
    with ExitStack() as stack:
        sources = [stack.enter_context(_opened(name, encoding)) for name in files or ([] if text else ["-"])]
        read = stack.enter_context(_progress(files or [], quiet=chosen.quiet))
        for source in sources:
            source.read, source.topic = read, topic
        report = memory.ingest(
            _items(text or [], sources, form, unknown), defaults, strict=strict, redact=redact
        )
    if unknown:
        names = sorted(unknown)
        more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
        report.warn(f"fields without a meaning here were ignored: {', '.join(names[:SHOWN])}{more}")
    _tell(context, report)
    return 3 if report.rejected else 0


def _items(texts: list[str], sources: list[Source], form: Format, unknown: set[str]) -> Iterator[Item]:
    yield from checked(Draft(text=words, line=number) for number, words in enumerate(texts, start=1))
    if sources:
        from wdm.engine.reading import detect  # `-t` needs no reader
    for source in sources:
        for item in detect.read(source, form, unknown):
            if len(sources) > 1 and isinstance(item, Rejected):
                yield replace(item, source=source.name)
            else:
                yield item


@contextmanager
def _opened(name: str, encoding: str | None) -> Iterator[Source]:
    with opened(name) as raw:
        stream = recoded(raw, encoding) if encoding else raw
        path = None if name == "-" else _spelt(str(Path(name).resolve()))
        yield Source(stream, _spelt(name), path)


def _spelt(path: str) -> str:
    """Return a path as text, whatever its bytes."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


@contextmanager
def _progress(files: list[str], *, quiet: bool) -> Iterator[Callable[[int], None]]:
    """Show on a terminal how much of the files is read; elsewhere nothing."""
    size = sum(Path(name).stat().st_size for name in files if name != "-" and Path(name).is_file())
    if quiet or not sys.stderr.isatty() or size < 100_000:
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("reading", total=size)
        yield lambda read: bar.advance(task, read)


def _tell(context: typer.Context, report: Report) -> None:
    chosen = options(context)
    rejected = [
        {"line": item.line, "reason": item.reason, **({"source": item.source} if item.source else {})}
        for item in report.rejected
    ]
    if chosen.json:
        fields = {
            "added": report.added,
            "repeated": report.repeated,
            "updated": report.updated,
            "echoed": report.echoed,
            "ids": report.ids,
        }
        print(document("wdm.ingest/1", **fields, rejected=rejected, warnings=report.warnings))
    else:
        for item in report.rejected[:SHOWN]:
            where = f"{item.source}, line" if item.source else "line"
            print(f"wdm: {one_line(where)} {item.line}: {one_line(cut(item.reason))}", file=sys.stderr)
        if len(rejected) > SHOWN:
            print(f"wdm: and {len(rejected) - SHOWN} more; --json has them all", file=sys.stderr)
    if chosen.quiet:
        return
    for warning in report.warnings:
        print(f"wdm: {one_line(cut(warning))}", file=sys.stderr)
    if not chosen.json:
        words = [f"{report.added} added"]
        words += [
            f"{count} {name}"
            for name, count in (
                ("repeated", report.repeated),
                ("updated", report.updated),
                ("echoed", report.echoed),
            )
            if count
        ]
        words += [f"{len(rejected)} rejected"] if rejected else []
        print(", ".join(words))
