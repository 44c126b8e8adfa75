"""Whatever comes in: each piece of it is kept as it was given, or told of with its line; an import is whole or nothing."""

from __future__ import annotations

import json
from collections import defaultdict
from io import BufferedReader, BytesIO
from typing import Any, cast

import pytest
from hypothesis import strategies as st

from tests.engine.conftest import DAY, NOW, stock
from tests.engine.wild import BYTES, EXAMPLES, HALVES, TEXTS, VALUES, fresh, search
from wdm.cli.output.cards import card_json
from wdm.engine.context import Asked, Budgets
from wdm.engine.evolve import Step
from wdm.engine.ingest import Defaults
from wdm.engine.look import Wanted
from wdm.engine.memory import Memory
from wdm.engine.moving import foreign
from wdm.engine.moving import lines as lines_
from wdm.engine.reading import detect
from wdm.engine.reading.items import DocumentDraft, Format, Item, Rejected, Source, checked
from wdm.engine.reading.json_lines import CALLS, FIELDS
from wdm.engine.recall import Query
from wdm.engine.rules import echo, sameness
from wdm.engine.rules.mood import Happening
from wdm.store.errors import Refused, Usage
from wdm.store.records import Depth, Draft, Kind

FORMS = st.sampled_from([Format.TEXT, Format.CHAT, Format.DOCUMENT, Format.AUTO])

CHATS = st.lists(st.tuples(st.sampled_from(["Mei: ", "agent: ", "[2026-05-31 09:00] Bo: ", "", "  "]), TEXTS)).map(
    lambda lines: "\n".join(map("".join, lines)).encode()
)  # fmt: skip


def read(raw: bytes, form: Format, unknown: set[str] | None = None) -> list[Item]:
    path = "/somewhere/notes.md" if form is Format.DOCUMENT else None
    source = Source(BufferedReader(cast(Any, BytesIO(raw))), "notes.md" if path else "-", path)
    return list(detect.read(source, form, set() if unknown is None else unknown))


def pieces(items: list[Item]) -> list[Draft]:
    """Return what is to be kept, documents as their sections."""
    return [
        draft
        for item in items
        for draft in (
            [item] if isinstance(item, Draft) else item.sections if isinstance(item, DocumentDraft) else []
        )
    ]


def kept_whole(items: list[Item]) -> None:
    """Take items in, and find each of them in the store as it was, or told of."""
    drafts, rejected = pieces(items), [item for item in items if isinstance(item, Rejected)]
    assert all(one.line >= 1 and one.reason for one in rejected)
    with fresh() as memory:
        report = memory.ingest(items, Defaults())
        assert report.rejected == rejected
        assert len(report.ids) + report.echoed == len(drafts)
        assert memory.findings() == []
        given: dict[int, list[Draft]] = defaultdict(list)
        own = [draft._replace(text=echo.without_blocks(draft.text)[0]) for draft in drafts]
        told = [draft for draft in own if draft.text]
        if len(report.ids) == len(told):  # lines like those of a block are an echo too, where a card reads so
            for number, draft in zip(report.ids, told, strict=True):
                given[number].append(draft)
        for number, same in given.items():
            (card,) = memory.peek([str(number)])
            shown = json.loads(json.dumps(card_json(card, full=True)))
            assert shown["text"] in [draft.text for draft in same]
            if not any(draft.external_id for draft in same):
                assert len({sameness.same_form(draft.text) for draft in same}) == 1
        readable(memory)


def readable(memory: Memory) -> None:
    """Read all of a memory in every way that there is."""
    shown = memory.listing(Wanted(everything=True))
    for card in shown.cards:
        json.dumps(card_json(card, full=True), allow_nan=False).encode()
    list(memory.recall([Query("灰度发布 jon 1999", everything=True)]))
    memory.context(Asked("jon", Depth.DEEP, 5, Budgets(500, 500, 500, 500)))
    memory.tiers(None, None, moves=False)
    for line in memory.moving.export():
        line.encode()


@EXAMPLES
def test_any_bytes_are_kept_or_told_of(examples: int) -> None:
    def told(raw: bytes, form: Format) -> None:
        kept_whole(read(raw, form))

    search(told, examples, BYTES | CHATS, FORMS)


LINES = st.fixed_dictionaries(
    {},
    optional={
        "text": TEXTS | VALUES, "user": TEXTS | VALUES, "agent": TEXTS | VALUES, "id": st.sampled_from(["a", "b", 5]) | VALUES,
        "time": st.sampled_from(["2026-05-31", 1e9, "9999-12-31T23:59:59.999-14:00"]) | VALUES, "topic": TEXTS | VALUES,
        "speaker": TEXTS | VALUES, "kind": st.sampled_from(Kind) | VALUES, "summary": TEXTS | VALUES, "overview": TEXTS | VALUES,
        "tags": st.lists(
            TEXTS | VALUES | st.fixed_dictionaries(
                {"name": HALVES},
                optional={"definition": HALVES, "dimension": VALUES, "type": HALVES, "aliases": st.lists(HALVES, max_size=2) | VALUES},
            ),
            max_size=3,
        ) | VALUES,
        "scene": st.sampled_from(["工作/评审", "/", " / x"]) | VALUES,
        "perception": st.dictionaries(st.sampled_from(["emotion", "time", "who"]), VALUES, max_size=2) | VALUES,
        "preferences": st.dictionaries(HALVES, VALUES, max_size=2)
        | st.lists(st.fixed_dictionaries({"key": HALVES, "value": VALUES}, optional={"confidence": VALUES}), max_size=2) | VALUES,
        "supersedes": st.sampled_from(["a", "b", "c"]) | VALUES, "remember": st.booleans() | VALUES, "role": TEXTS | VALUES,
        "content": TEXTS | st.lists(VALUES | st.fixed_dictionaries({"text": HALVES}), max_size=3) | VALUES,
        "tool_calls": VALUES, "colour": VALUES,
    },
)  # fmt: skip
SAID = st.fixed_dictionaries({"role": st.sampled_from(["user", "assistant"]), "content": TEXTS})
TALKS = st.fixed_dictionaries(
    {"messages": st.lists(SAID, min_size=1, max_size=3) | st.lists(LINES | SAID | VALUES, max_size=3)},
    optional={"id": HALVES, "topic": HALVES, "x": VALUES},
)
MEMORIES = LINES | TALKS | st.fixed_dictionaries({"text": TEXTS}) | VALUES


def silent(told: object) -> bool:
    """Tell whether a value of JSON may give nothing: a chat, whose messages may only call tools."""
    return isinstance(told, dict) and (isinstance(told.get("messages"), list) or any(map(told.get, CALLS)))


@EXAMPLES
def test_any_values_of_json_are_kept_or_told_of(examples: int) -> None:
    def told(values: list[object], noise: list[bytes]) -> None:
        lines = [json.dumps(value).encode() for value in values] + noise
        raw = b"\n".join(lines)
        unknown: set[str] = set()
        items = read(raw, Format.JSONL, unknown)
        assert not unknown & set(FIELDS)
        items_at = {item.line for item in items if not isinstance(item, DocumentDraft)}
        for number, value in enumerate(values, start=1):
            assert silent(value) or number in items_at
        kept_whole(items)
        kept_whole(read(json.dumps(values).encode(), Format.JSON))

    search(told, examples, st.lists(MEMORIES, max_size=4), st.lists(BYTES, max_size=2))


@pytest.fixture(scope="module")
def export() -> list[str]:
    """The lines of a memory with a row in every table that moves."""
    with fresh() as memory:
        stock(memory)
        return list(memory.moving.export())


@st.composite
def mutations(draw: st.DrawFn, export: list[str]) -> list[str]:
    """Return the lines of an export, some of them dropped, doubled, moved, or with another value in a field."""
    lines = list(export)
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(lines) - 1))
        deed = draw(st.sampled_from(["drop", "double", "move", "value", "value", "value", "field", "noise"]))
        row = json.loads(lines[place]) if lines[place][:1] == "{" else {}
        if deed == "drop" and len(lines) > 1:
            del lines[place]
        elif deed == "double":
            lines.insert(draw(st.integers(place, len(lines))), lines[place])
        elif deed == "move":
            lines.insert(draw(st.integers(0, len(lines) - 1)), lines.pop(place))
        elif deed == "noise":
            lines[place] = draw(TEXTS)
        elif row:
            name = draw(st.sampled_from(sorted(row)))
            if deed == "field":
                del row[name]
            else:
                others = [json.loads(line).get(name) for line in export]
                row[name] = draw(st.sampled_from(others) | st.integers(-3, 20) | VALUES)
            lines[place] = json.dumps(row)
    return lines


def refused(memory: Memory, lines: list[str]) -> bool:
    """Tell whether an import is refused: then it must leave no trace, else a sound memory."""
    before, log = list(memory.moving.export()), memory.log(None)
    try:
        memory.moving.merge(enumerate(lines, start=1), dry_run=False)
    except (Usage, Refused):
        assert (list(memory.moving.export()), memory.log(None)) == (before, log)
        return True
    assert memory.findings() == []
    return False


@EXAMPLES
def test_an_import_is_taken_in_whole_and_sound_or_refused_without_a_trace(
    examples: int, export: list[str]
) -> None:
    def told(lines: list[str], stocked: bool) -> None:
        with fresh() as memory:
            memory.ingest([Draft("Alice moved to Lisbon!"), Draft("x")] if stocked else [], Defaults())
            if not refused(memory, lines):
                readable(memory)
                later = Memory(memory.path, memory.settings, memory.caller._replace(now=NOW + DAY))
                later.ingest([Draft("one more", external_id="a")], Defaults())
                later.upkeep.evolve(list(Step), dry_run=False, force=True)
                later.moods.feel(Happening.PRAISE, 1.0, "")
                assert memory.findings() == []

    search(told, examples, mutations(export), st.booleans())


def changed(export: list[str], table: str, field: str, value: object) -> list[str]:
    """Return an export with another value in a field of the first row of a table."""
    rows = [json.loads(line) for line in export]
    next(row for row in rows if row.get("table") == table)[field] = value
    return list(map(json.dumps, rows))


@pytest.mark.parametrize(
    ("table", "field", "value"),
    [
        ("tag", "created_at", 19), ("tag", "name", " "), ("scene", "id", True), ("scene", "id", None), ("card", "id", -1),
        ("card", "id", 2**63 - 1), ("card", "uid", "00"), ("card", "perception", "none"), ("card", "perception", "[" * 99_999),
        ("card", "text", "\n"), ("card", "repeats", -1), ("card", "reply_at", -1), ("card", "structure", 1.5), ("card", "pinned", 2),
        ("card", "tags", [True]), ("persona", "warmth", -0.5), ("mood_event", "pleasure", float("nan")),
        ("mood_event", "arousal_before", -1.5), ("mood_event", "intensity", float("inf")), ("tag_relation", "other_id", 2),
    ],
)  # fmt: skip
def test_a_row_out_of_its_range_is_refused(
    table: str, field: str, value: object, export: list[str], memory: Memory
) -> None:
    memory.ingest([], Defaults())
    assert refused(memory, changed(export, table, field, value))


@pytest.mark.parametrize("table", ["scene", "tag", "tag_alias", "tag_relation", "card", "card_alias", "preference",
                                   "feedback", "golden", "persona", "mood_event", "card_use"])  # fmt: skip
def test_a_row_that_comes_twice_is_one_or_refused(table: str, export: list[str], memory: Memory) -> None:
    memory.ingest([], Defaults())
    at = next(number for number, line in enumerate(export) if f'"table": "{table}"' in line)
    assert refused(memory, [*export[: at + 1], *export[at:]]) or list(memory.moving.export()) == export


def test_a_relation_that_is_told_from_one_side_is_refused(export: list[str], memory: Memory) -> None:
    memory.ingest([], Defaults())
    at = next(number for number, line in enumerate(export) if '"table": "tag_relation"' in line)
    assert refused(memory, export[:at] + export[at + 1 :])


@pytest.mark.parametrize("half", ["\ud800", "\0"])
def test_the_session_of_a_chat_is_a_text(half: str) -> None:
    talk = {"messages": [{"role": "user", "content": "hi"}], "topic": f"a{half}"}
    (told,) = read(json.dumps(talk).encode(), Format.JSONL)
    assert isinstance(told, Rejected)
    assert told.reason.startswith("topic holds ")


def test_what_is_observed_is_a_list_and_its_kind_a_text() -> None:
    lines = [{"type": "entity", "name": "a", "observations": 5},
             {"type": "entity", "name": "a", "entityType": "\ud800", "observations": ["b"]}]  # fmt: skip
    told = list(checked(foreign.graph(enumerate(map(json.dumps, lines), start=1))))
    assert [(one.line, type(one)) for one in told if not isinstance(one, DocumentDraft)] == [
        (1, Rejected),
        (2, Rejected),
    ]


ENTITIES = st.fixed_dictionaries(
    {"type": st.just("entity"), "name": HALVES},
    optional={"entityType": HALVES | VALUES, "observations": st.lists(HALVES, max_size=2) | VALUES},
) | st.fixed_dictionaries(
    {"type": st.just("relation"), "from": HALVES, "to": HALVES | VALUES, "relationType": HALVES}
)
RENAMED = st.fixed_dictionaries(
    {"m": st.fixed_dictionaries({"text": TEXTS | VALUES}, optional={"at": VALUES}) | VALUES},
    optional={"topic": HALVES, "t": HALVES | VALUES},
)


@EXAMPLES
def test_any_lines_of_other_programs_are_kept_or_told_of(examples: int) -> None:
    def told(values: list[object], words: str, noise: list[str]) -> None:
        lines = list(enumerate([*map(json.dumps, values), *noise], start=1))
        for items in (
            foreign.graph(lines),
            foreign.mapped(lines, {"text": "m.text", "time": "m.at", "speaker": "t"}, set()),
            foreign.notes(enumerate(words.splitlines(), start=1), "memory"),
        ):
            kept_whole(list(checked(items)))
        assert not any(map(lines_.is_export, noise))

    values = st.lists(ENTITIES | RENAMED | VALUES, max_size=4)
    search(told, examples, values, TEXTS | HALVES, st.lists(TEXTS | st.just("[" * 100_000), max_size=2))
