"""``wdm recall``: find the memories that answer a query."""

import sys
from collections.abc import Iterator
from typing import Annotated, Any

import typer

from wdm.cli import start
from wdm.cli.inputs import decoded, opened
from wdm.cli.options import Command, options
from wdm.cli.output.cards import answer_json, hit_lines
from wdm.cli.output.text import cut, document, one_line
from wdm.engine.recall import Answer, Query
from wdm.engine.rules import times
from wdm.store.errors import Usage
from wdm.store.records import Depth

app = typer.Typer(add_completion=False, rich_markup_mode=None)

MOST = 10_000
"""Hits of a recall, at most."""

SHOWN = 20
"""Words that no memory holds, and that are told on stderr; JSON has all."""


@app.command(cls=Command)
def recall(
    context: typer.Context,
    words: Annotated[
        str | None, typer.Argument(metavar="QUERY", help="A question or some words; `-` is standard input.")
    ] = None,
    batch: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help='A query a line, plain or {"id", "query", …}; `-` is standard input. One JSON document a line comes out.',
        ),
    ] = None,
    top: Annotated[int | None, typer.Option(min=1, max=MOST, help="Hits at most.")] = None,
    depth: Annotated[Depth | None, typer.Option(help="Summary; and overview; and full text.")] = None,
    tag: Annotated[
        list[str] | None, typer.Option("--tag", help="Only cards with this tag; may be repeated.")
    ] = None,
    scene: Annotated[
        str | None, typer.Option(metavar="A/B", help="Lift cards of this scene a little.")
    ] = None,
    topic: Annotated[str | None, typer.Option(help="Only cards of this session or subject.")] = None,
    since: Annotated[
        str | None, typer.Option(help="Only what happened from then on: 2026-05, 30d, 昨天.")
    ] = None,
    until: Annotated[str | None, typer.Option(help="Only what happened up to the end of then.")] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Also forgotten, archived, superseded and pending cards.")
    ] = False,
    explain: Annotated[bool, typer.Option("--explain", help="Show how each score came about.")] = False,
    ids: Annotated[bool, typer.Option("--ids", help="Print card numbers alone.")] = False,
    fail_empty: Annotated[
        bool, typer.Option("--fail-empty", help="Exit with 4 when nothing is found.")
    ] = False,
) -> int:
    """Find the memories that answer a query, best first.

    The query is plain text: no character in it has a special meaning.
    """
    memory = start.memory(context)
    now = memory.caller.now
    if (words is None) == (batch is None):
        raise Usage("give a QUERY or --batch FILE, one of them")
    if ids and batch is not None:
        raise Usage("--ids does not go with --batch", hint="a batch answers in JSON documents")
    first, last = start.borders(since, until, now)
    base = Query(
        words="",
        top=top or memory.settings.recall.top,
        depth=depth or Depth(memory.settings.recall.depth),
        tags=tuple(tag or ()),
        topic=topic,
        scene=scene,
        since=first,
        until=last,
        everything=everything,
    )
    if batch is not None:
        found = False
        for answer in memory.recall(_queries(batch, base, now)):
            found |= bool(answer.hits)
            print(document("wdm.recall/1", **answer_json(answer, why=explain)))
        return 4 if fail_empty and not found else 0
    answer = next(memory.recall([_asked(base, _words(words))]))
    if options(context).json:
        print(document("wdm.recall/1", **answer_json(answer, why=explain)))
    else:
        _print(context, answer, ids=ids, explain=explain)
    return 4 if fail_empty and not answer.hits else 0


def _print(context: typer.Context, answer: Answer, *, ids: bool, explain: bool) -> None:
    if ids:
        for hit in answer.hits:
            print(hit.card.id)
    else:
        for place, hit in enumerate(answer.hits, start=1):
            print("\n".join(hit_lines(place, hit, answer.query.depth, why=explain)))
    if options(context).quiet:
        return
    if answer.unknown and answer.query.words.strip():
        more = f" and {len(answer.unknown) - SHOWN} more" if len(answer.unknown) > SHOWN else ""
        print(
            f"wdm: no memory holds: {one_line(cut(', '.join(answer.unknown[:SHOWN])))}{more}", file=sys.stderr
        )
    if not answer.hits:
        print("wdm: nothing found", file=sys.stderr)
    if answer.hidden:
        numbers = " ".join(map(str, answer.hidden))
        print(
            f"wdm: out of sight, but it would match: wdm show {numbers}; `wdm restore` brings it back",
            file=sys.stderr,
        )


def _words(words: str | None) -> str:
    return decoded(sys.stdin.buffer.read(), "the query") if words == "-" else words or ""


def _asked(base: Query, words: str, **more: Any) -> Query:
    return base._replace(words=words, **more)


def _queries(name: str, base: Query, now: int) -> Iterator[Query]:
    """Yield the queries of a batch, each with the options of the call unless its line has its own."""
    with opened(name) as stream:
        for number, raw in enumerate(stream, start=1):
            line = decoded(raw, f"query {number}").strip()
            if line:
                yield _query(line, number, base, now)


def _query(line: str, number: int, base: Query, now: int) -> Query:
    if not line.startswith("{"):
        return _asked(base, line)
    from wdm.engine.reading.json_text import parsed

    try:
        return _told(parsed(line), base, now)
    except (ValueError, Usage) as error:
        raise Usage(
            f"query {number} cannot be read: {error}",
            hint=getattr(error, "hint", "") or 'a line is plain text or {"id": …, "query": …}',
        ) from error


def _told(told: dict[str, Any], base: Query, now: int) -> Query:
    """Return the query that a JSON object tells.

    Raises:
        ValueError: a field has a wrong type or value, or there is no `query`.
        Usage: a time is none.

    """
    texts = ("query", "topic", "scene", "since", "until", "depth")
    for name in texts:
        if not isinstance(told.get(name, ""), str):
            raise ValueError(f"`{name}` must be a text")
    if "query" not in told:
        raise ValueError("`query` is missing")
    if not isinstance(told.get("id"), str | int | None) or isinstance(told.get("id"), bool):
        raise ValueError("`id` must be a text or a number")
    top, wanted = told.get("top", base.top), told.get("tags", list(base.tags))
    if not isinstance(top, int) or isinstance(top, bool) or not 1 <= top <= MOST:
        raise ValueError(f"`top` must be a whole number from 1 to {MOST:,}")
    if not isinstance(wanted, list) or not all(isinstance(name, str) for name in wanted):
        raise ValueError("`tags` must be a list of names")
    for name in (*texts, "id", "tags"):
        value = told.get(name)
        try:
            "".join(map(str, value if isinstance(value, list) else [value])).encode()
        except UnicodeEncodeError as error:  # it finds nothing, and cannot be told
            raise ValueError(f"`{name}` holds half of a surrogate pair") from error
    return _asked(
        base,
        told["query"],
        id=told.get("id"),
        top=top,
        depth=Depth(told.get("depth", base.depth)),
        tags=tuple(wanted),
        topic=told.get("topic", base.topic),
        scene=told.get("scene", base.scene),
        since=times.parse_border(told["since"], now) if "since" in told else base.since,
        until=times.parse_border(told["until"], now, end=True) if "until" in told else base.until,
    )
