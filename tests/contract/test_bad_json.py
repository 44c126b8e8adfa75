"""Broken bytes, JSON and TOML for every command that reads them: the good is kept or nothing is, and the fault is named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.contract.conftest import Call
from tests.contract.odd import Table, told_clearly
from tests.contract.sly import sly_export
from tests.contract.test_bad_input import HAN, KINDS, NOTHING, WORDS

from wdm.engine.settings import Settings, as_table

GOOD = b'\n{"text": "a good one"}\n'
DEEP = b"[" * 100_000
DIGITS = b"9" * 10_000
HEAD = b'{"schema": "wdm.export/1"}\n'


def field(name: str, value: object) -> bytes:
    return json.dumps({"text": "hello", name: value}).encode()


# Bytes on standard input of `ingest --format jsonl`, before a good line; cards that come of it, and what is said.
LINES: dict[str, tuple[bytes, int, str]] = {
    "not UTF-8": (b'{"text": "a\xff"}', 1, "line 1: not UTF-8 at byte 12: say how it is written, such as `--encoding gbk`"),
    "GBK": (f'{{"text": "{HAN}"}}'.encode("gbk"), 1, "line 1: not UTF-8 at byte 11: say how it is written"),
    "NUL": (b'{"text": "a\0b"}', 1, "line 1: holds a NUL character"),
    "NUL escaped": (b'{"text": "a\\u0000b"}', 1, "line 1: text holds a NUL character"),
    "half a pair": (b'{"text": "a\\ud800b"}', 1, "line 1: text holds half of a surrogate pair"),
    "BOM": (b'\xef\xbb\xbf{"text": "a"}', 2, ""),
    "CRLF": (b'{"text": "a"}\r\n{"text": "b"}\r', 3, ""),
    "lone CR": (b'{"text": "a"}\r{"text": "b"}', 1, "line 1: not JSON: Extra data at character 15"),
    "5 MB": (b'{"text": "' + b"word " * 1_000_000 + b'"}', 2, ""),
    "40 MB": (b'{"text": "' + b"x" * 40_000_000 + b'"}', 1, "line 1: longer than 32 MB"),
    "deep": (DEEP, 1, "line 1: not JSON: nested too deeply"),
    "deep inside": (b'{"text": "a", "perception": ' + b'{"a":' * 9000 + b"1" + b"}" * 9000 + b"}", 1, "nested too deeply"),
    "digits": (b'{"text": "a", "id": ' + DIGITS + b"}", 1, "line 1: not JSON: a number with too many digits"),
    "infinite": (b'{"text": "a", "id": 1e999}', 1, "line 1: id must be a text, not inf"),
    "NaN": (b'{"text": "a", "id": NaN}', 1, "line 1: not JSON: NaN is no number of JSON"),
    "twice": (b'{"text": "a", "text": "b"}', 1, "line 1: the field 'text' stands twice"),
    "twice, of many": (b'{"text": "a"' + b"".join(b', "k%d": 1' % n for n in range(100_000)) + b', "k99999": 2}', 1,
                       "line 1: the field 'k99999' stands twice"),
    "a long word": (field("kind", "x" * 100_000), 1, "line 1: kind 'xxxxxx"),
    "many fields": (json.dumps({"text": "a", **{f"k{n:05}": n for n in range(100_000)}}).encode(), 2, "k00000, k00001, "),
    "no object": (b'[1]\n"x"\n5\nnull', 1, "line 4: not a JSON object"),
    "cut": (b'{"text": "a', 1, "line 1: not JSON: Unterminated string"),
    "text": (field("text", 5), 1, "line 1: text must be a text, not 5"),
    "time before 0001": (field("time", "0000-01-01T00:00:00Z"), 1, "line 1: "),
    "time after 9999": (field("time", "10000-01-01T00:00:00Z"), 1, "line 1: "),
    "29 February": (field("time", "2025-02-29"), 1, "line 1: "),
    "leap second": (field("time", "2016-12-31T23:59:60Z"), 1, "line 1: "),
    "time nonsense": (field("time", "soon"), 1, "line 1: "),
    "time ancient": (field("time", "0044-03-15T12:00:00Z"), 2, ""),
    "time without zone": (field("time", "1969-07-20T20:17:40"), 2, ""),
    "time to come": (field("time", "9998-12-31T23:59:59+08:00"), 2, ""),
    "29 February of a leap year": (field("time", "2024-02-29"), 2, ""),
}  # fmt: skip


def cards(inside: Call) -> list[str]:
    """Return the texts of all cards, the longest cut."""
    return [
        card["summary"][:20] for card in json.loads(inside("list", "--json", "--limit", "0").out)["cards"]
    ]


@pytest.mark.parametrize("kind", LINES)
def test_of_lines_the_good_ones_are_kept_and_the_others_told_of(kind: str, inside: Call) -> None:
    raw, kept, says = LINES[kind]
    ended = inside("ingest", "--format", "jsonl", stdin=raw + GOOD)
    refused = says.startswith("line") or kind == "deep inside"
    assert ended.code == (3 if refused else 0), ended.err[:500]
    assert says in ended.err
    assert len(ended.err) < 2200
    assert len(cards(inside)) == kept
    assert "a good one" in cards(inside)
    assert json.loads(inside("doctor", "--json").out)["findings"] == []


@pytest.mark.parametrize("kind", [kind for kind, (_, _, says) in LINES.items() if says.startswith("line")])
def test_strictly_nothing_is_kept(kind: str, inside: Call, store_path: Path) -> None:
    inside("ingest", "-t", "what was there")
    before = inside("export", "-").out
    ended = inside("ingest", "--strict", "--format", "jsonl", "--json", stdin=LINES[kind][0] + GOOD)
    assert (ended.code, ended.out) == (5, "")
    assert json.loads(ended.err)["code"] == 5
    assert inside("export", "-").out == before


TYPES = [5, 1.5, True, None, [], [1], {}, {"a": 1}, "", "word"]
# By field, the values of TYPES that are one: null and an empty text are a field left out.
FITS: dict[str, list[object]] = {
    "id": [5, None, "", "word"], "supersedes": [5, None, "", "word"], "topic": [None, "", "word"],
    "speaker": [None, "", "word"], "summary": [None, "", "word"], "overview": [None, "", "word"],
    "scene": [None, "", "word"], "kind": [None, ""], "tags": [None, []], "perception": [None, {}, {"a": 1}],
    "preferences": [None, [], {}, {"a": 1}], "remember": [True, None],
    "time": [5, 1.5, None],  # seconds since 1970
}  # fmt: skip


@pytest.mark.parametrize("name", FITS)
def test_a_field_of_another_type_is_refused_by_its_name(name: str, inside: Call) -> None:
    for value in TYPES:
        fits = any(value == good and type(value) is type(good) for good in FITS[name])
        ended = inside("ingest", "--format", "jsonl", stdin=field(name, value))
        assert ended.code == (0 if fits else 3), (value, ended.err)
        assert fits or name.rstrip("s") in ended.err, (value, ended.err)


def test_other_encodings_are_read_where_they_are_named(inside: Call) -> None:
    for number, encoding in enumerate(("gbk", "gb18030", "utf-16", "utf-16-le", "big5"), start=1):
        words = f"{number} 我們" if encoding == "big5" else f"{number} {HAN}"
        assert inside("ingest", "--encoding", encoding, stdin=words.encode(encoding)).code == 0
        assert words in cards(inside)
    assert inside("ingest", stdin=HAN.encode("utf-16")).err.endswith("such as `--encoding utf-16`\n")
    told = json.dumps({"type": "entity", "name": "小美", "observations": [HAN]}, ensure_ascii=False)
    assert inside("import", "-", stdin=told.encode("gbk")).code == 2
    assert inside("import", "-", "--encoding", "gbk", stdin=told.encode("gbk")).code == 0
    assert inside("import", "-", "--encoding", "rot13", stdin=b"x").code == 2


BATCH = {
    b"a\xff": "query 2 is not UTF-8", HAN.encode("gbk"): "query 2 is not UTF-8", b"{}": "`query` is missing",
    b'{"query": 5}': "`query` must be a text", b'{"query": "a", "top": 0}': "`top` must be a whole number from 1 to 10,000",
    b'{"query": "a", "top": true}': "`top` must be", b'{"query": "a", "top": NaN}': "NaN is no number of JSON",
    b'{"query": "a", "top": ' + DIGITS + b"}": "a number with too many digits", b'{"query": ' + DEEP: "nested too deeply",
    b'{"query": "a", "depth": "deepest"}': "'deepest'", b'{"query": "a\\ud800"}': "`query` holds half of a surrogate pair",
    b'{"query": "a", "tags": 5}': "`tags` must be a list of names", b'{"query": "a", "tags": [5]}': "`tags` must be",
    b'{"query": "a", "id": [1]}': "`id` must be a text or a number", b'{"query": "a", "query": "b"}': "'query' stands twice",
    b'{"query": "a", "since": "soon"}': "'soon' is not a time", b'{"query": "a", "topic": 1}': "`topic` must be a text",
    b'{"query": "a"': "not JSON",
}  # fmt: skip


@pytest.mark.parametrize("line", BATCH, ids=lambda line: repr(line[:40]))
def test_a_query_of_a_batch_that_cannot_be_read_is_told_by_its_number(
    line: bytes, stocked: Path, inside: Call
) -> None:
    ended = inside("recall", "--batch", "-", stdin=b"jon\n" + line + b"\nbaker\n")
    assert ended.code == 2
    assert ended.err.startswith("wdm: query 2 ")
    assert BATCH[line] in ended.err
    assert len(ended.out.splitlines()) <= 1  # the answers before it, whole
    assert all(json.loads(each)["query"] == "jon" for each in ended.out.splitlines())


def test_what_looks_like_no_object_is_a_plain_query(stocked: Path, inside: Call) -> None:
    ended = inside("recall", "--batch", "-", stdin=b"\xef\xbb\xbfjon\r\n[1]\n" + DEEP + b"\n")
    assert ended.code == 0
    assert [json.loads(line)["query"][:3] for line in ended.out.splitlines()] == ["jon", "[1]", "[[["]


DECISIONS = {
    b"5": (2, "line 1 is not a JSON object"), b"\xff": (2, "line 1 is not UTF-8"), DEEP: (2, "nested too deeply"),
    b'{"decision": "merge", "decision": "skip"}': (2, "stands twice"),
    b'{"decision": "a\0"}': (2, "line 1: not JSON: Invalid control character at character 16\n"),
    b'{"decision": "burn", "deed": "merge", "tag": "Jon", "other": "spare"}': (3, "'burn' is no decision"),
    b'{"decision": "merge", "deed": "merge", "tag": "nobody", "other": "Jon"}': (3, "there is no tag 'nobody'"),
}  # fmt: skip


@pytest.mark.parametrize("line", DECISIONS, ids=lambda line: repr(line[:40]))
def test_a_decision_that_cannot_be_read_changes_nothing(line: bytes, stocked: Path, inside: Call) -> None:
    before = inside("export", "-").out
    ended = inside("tags", "triage", "--from", "-", stdin=line)
    code, says = DECISIONS[line]
    assert ended.code == code
    assert says in ended.err
    assert inside("export", "-").out == before


IMPORTS = {
    b"": "is empty", b"hello": "is no export of wdm", b"5": "is no export of wdm", DEEP: "is no export of wdm",
    b"\xff\xfea": "line 1: not UTF-8", HEAD.decode().encode("utf-16"): "`--encoding utf-16`",
    b'{"schema": "wdm.export/9"}': "is no export of wdm", HEAD + b"x": "line 2: not JSON", HEAD + DEEP: "nested too deeply",
    HEAD + b'{"table": "scene", "id": NaN, "category": "a", "subcategory": ""}': "NaN is no number of JSON",
    HEAD + b'{"table": "scene", "id": 1, "id": 2, "category": "a", "subcategory": ""}': "'id' stands twice",
    HEAD + b'{"table": "scene", "id": 1}': "missing or unknown fields: category, subcategory",
    HEAD + b'{"table": "secrets"}': "'secrets' is no table of an export",
}  # fmt: skip


@pytest.mark.parametrize("raw", IMPORTS, ids=lambda raw: repr(raw[:60]))
def test_an_import_that_cannot_be_read_takes_nothing_in(raw: bytes, stocked: Path, inside: Call) -> None:
    before = inside("export", "-").out
    ended = inside("import", "-", stdin=raw)
    assert ended.code == 2
    assert IMPORTS[raw] in ended.err
    assert inside("export", "-").out == before


CONFIGURATIONS = {
    b"[a": "is not TOML", b"\xff": "is not TOML", "[recall]\n".encode("utf-16"): "is not TOML", b"a = '\0'": "is not TOML",
    f"# {HAN}\n".encode("gbk"): "is not TOML", b"[recall]\ntop = 1\ntop = 2": "is not TOML", b"a = " + DEEP: "nested too deeply",
    b"[recall]\ntop = " + DIGITS: "is not TOML", b"[a]\nb = 1": "there is no section [a]", b"recall = 5": "must be a section",
    b"[recall]\nbeast = 1": "recall.beast is no setting", b"[recall]\ntop = 'x'": "recall.top must be a whole number, not 'x'",
    b"[recall]\ntop = true": "must be a whole number", b"[recall]\ntop = -1": "must lie between 1 and 1,000, not -1",
    b"[recall]\nfloor = nan": "must lie between 0 and 1, not nan", b"[recall]\nfloor = inf": "must lie between 0 and 1",
}  # fmt: skip


@pytest.mark.parametrize("raw", CONFIGURATIONS, ids=lambda raw: repr(raw[:40]))
def test_a_configuration_that_cannot_be_used_is_told_with_its_place(
    raw: bytes, stocked: Path, inside: Call, tmp_path: Path
) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(raw)
    for words in (["recall", "jon"], ["ingest", "-t", "x"], ["config", "show"]):
        ended = inside("--config", str(path), *words)
        assert ended.code == 6, ended
        told_clearly(ended, json_wanted=False)
        assert ended.err.startswith(f"wdm: {path}")
        assert CONFIGURATIONS[raw] in ended.err


@pytest.mark.parametrize("raw", [b"\xef\xbb\xbf[recall]\ntop = 1\n", b"[recall]\r\ntop = 1\r\n"])
def test_a_configuration_of_another_system_is_read(
    raw: bytes, stocked: Path, inside: Call, tmp_path: Path
) -> None:
    (tmp_path / "config.toml").write_bytes(raw)
    ended = inside("--config", str(tmp_path / "config.toml"), "recall", "jon", "--ids")
    assert len(ended.out.splitlines()) == 1


def wrong_settings() -> list[tuple[str, str, object]]:
    """Return for every setting a value that it cannot have."""
    told = as_table(Settings())
    return [(section, name, 5 if isinstance(value, str) else "five") for section, values in told.items() for name, value in values.items()]  # fmt: skip


@pytest.mark.parametrize(("section", "name", "wrong"), wrong_settings())
def test_a_setting_of_another_type_is_told_with_its_name(
    section: str, name: str, wrong: object, stocked: Path, inside: Call, tmp_path: Path
) -> None:
    path = tmp_path / "config.toml"
    for value in (json.dumps(wrong), "[1]", "{a = 1}", "1979-05-27T07:32:00Z"):
        path.write_text(f"[{section}]\n{name} = {value}\n")
        ended = inside("--config", str(path), "list", "--json")
        told_clearly(ended, json_wanted=True)
        assert ended.code == 6, value
        assert f"{section}.{name} must be " in ended.err


ODD_FIELDS = {
    "id": "{}", "topic": "{}", "speaker": "{}", "summary": "{}", "overview": "{}", "scene": "{}", "supersedes": "{}", "user": "{}",
    "tags": ["{}"], "tags ": [{"name": "new", "aliases": ["{}"]}], "tags  ": [{"name": "new", "definition": "{}", "type": "{}"}],
    "perception": {"emotion": "{}", "{}": 1}, "preferences": {"{}": "v"}, "preferences ": {"k": "{}"},
}  # fmt: skip


REFUSED = ("bytes", "half", "NUL")
"""What no store can hold."""


@KINDS
@pytest.mark.parametrize("name", ODD_FIELDS)
def test_odd_words_in_a_field_are_kept_or_refused_beside_the_memory(
    name: str, kinds: set[str], table: Table
) -> None:
    every = {**WORDS, "NUL": "a\0b", "half": "\ud800"}
    for kind in sorted(kinds - {"number", "wide"} | {"NUL", "half"}):
        told = json.dumps(ODD_FIELDS[name]).replace('"{}"', json.dumps(every[kind]))
        refused = kind in REFUSED or (name.startswith("preferences") and kind in NOTHING)
        if (name, kind) == ("perception", "NUL"):
            refused = False  # it is kept as JSON, with its escapes
        raw = f'{{"{"text" if name != "user" else "agent"}": "hello", "{name.strip()}": {told}}}'
        table.ends("ingest --format jsonl", kind, 3 if refused else 0, stdin=raw)
        if refused:
            table.ends("ingest --strict --format jsonl", kind, 5, "--json", stdin=raw)


@pytest.mark.parametrize(
    ("name", "code"), [("query", 0), ("topic", 0), ("scene", 0), ("id", 0), ("tags", 4), ("depth", 2), ("since", 2), ("until", 2)]
)  # fmt: skip
def test_odd_words_in_a_query_of_a_batch_end_it_as_they_should(name: str, code: int, table: Table) -> None:
    for kind, words in WORDS.items():
        raw = json.dumps({"query": "jon", name: [words] if name == "tags" else words})
        ended = table.ends("recall --batch -", kind, 2 if kind == "bytes" else code, stdin=raw)
        assert [json.loads(line)["schema"] for line in ended.out.splitlines()] == ["wdm.recall/1"] * (
            not ended.code
        )


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, object]]:
    """Return the rows of an export with one of every table."""
    return [json.loads(line) for line in sly_export(tmp_path_factory.mktemp("rows") / "sly.db")]


@pytest.mark.parametrize(
    "value", [{"a": 1}, 10**30, "\ud800", *(pytest.param(value, marks=pytest.mark.slow) for value in ([[]], 1e999, "a\0b"))], ids=str
)  # fmt: skip
def test_no_field_of_an_import_takes_what_is_none_of_its(
    value: object, rows: list[dict[str, object]], table: Table
) -> None:
    met = set()
    for place, row in enumerate(rows):
        for name in row:
            if (row.get("table"), name) not in met:
                met.add((row.get("table"), name))
                told = [*rows[:place], {**row, name: value}, *rows[place + 1 :]]
                lines = "\n".join(map(json.dumps, told)).replace("Infinity", "1e999")
                table.ends("import -", str((row.get("table"), name)), 2, stdin=lines)
    assert len(met) > 100


def test_fields_of_another_program_are_named_as_ours_are_and_lines_as_they_stand(table: Table) -> None:
    good = '{"content": "hello", "at": "2026-05-01"}'
    assert "1 card added" in table.ends("import - --map {}", "text=content,time=at", 0, stdin=good).out
    for words, says in (
        ("body=content", "'body' is no field of a memory"), ("text=content,text=at", "maps a field twice"),
        ("text", "maps nothing"), ("=content", "maps nothing"), ("text=content,", "maps nothing"),
    ):  # fmt: skip
        assert says in table.ends("import - --map {}", words, 2, stdin=good).err
    for line, says in (
        ('{"content": NaN}', "line 2: not JSON: NaN"), ('{"content": "a", "content": "b"}', "line 2: the field 'content' stands twice"),
        ("[" * 100_000, "line 2: not JSON: nested too deeply"), ("[1]", "line 2: not a JSON object"), ('{"content": 5}', "line 2: text must be"),
        ('{"content": "a", "at": "soon"}', "line 2: time 'soon' is not"),
    ):  # fmt: skip
        assert says in table.ends("import - --map {}", "text=content,time=at", 5, stdin=f"{good}\n{line}").err


def test_notes_and_graphs_are_taken_whole_or_not_at_all(table: Table) -> None:
    notes = f"# A\n- {HAN}\n".encode("gbk")
    assert "--encoding gbk" in table.ends("import --format notes -", "", 2, stdin=notes).err
    assert table.ends("import --format notes --encoding gbk -", "", 0, stdin=notes).out.startswith(
        "1 card added"
    )
    assert "NUL" in table.ends("import --format notes -", "", 2, stdin=b"# A\n- a\0b\n").err
    for observations in (5, "a", ["a", 5], [None], {"a": 1}):
        graph = json.dumps({"type": "entity", "name": "Bo", "observations": observations})
        assert "observations must be a list of texts" in table.ends("import -", "", 5, stdin=graph).err


FULL = {
    "decision": "relate",
    "tag": "Jon",
    "other": "spare",
    "level": "loose",
    "evidence": "seen",
    "key": "Jon spare",
}


@pytest.mark.parametrize("name", FULL)
def test_no_field_of_a_decision_takes_what_is_none_of_its(name: str, table: Table) -> None:
    good = json.dumps({"decision": "deprecate", "tag": "Jon"})
    for value in (5, 0, 1.5, True, False, [], ["Jon"], {}, {"a": 1}, "\ud800", "a\0b"):
        lines = f"{json.dumps({**FULL, name: value})}\n{good}"
        ended = table.ends("tags triage --from -", "", 3, stdin=lines)
        assert ended.out == "1 applied, 0 skipped, 1 refused\n"
        reason = "holds " if isinstance(value, str) else "must be a text"
        assert ended.err.startswith(f"wdm: line 1: {name} {reason}"), value
    without = table.ends("tags triage --from -", "", None, stdin=json.dumps({**FULL, name: None}))
    assert without.err == ("wdm: line 1: relate needs two tags\n" if name in ("tag", "other") else "")


def test_a_long_or_unknown_word_of_a_decision_is_told_in_few(table: Table) -> None:
    for name, says in (
        ("decision", "is no decision: "),
        ("level", "is no level: synonym"),
        ("tag", "there is no tag"),
    ):
        ended = table.ends("tags triage --from -", "", 3, stdin=json.dumps({**FULL, name: "x" * 100_000}))
        assert says in ended.err
        assert len(ended.err) < 3000


def test_what_is_wrong_in_a_knowledge_graph_is_named(table: Table) -> None:
    for line, says in (
        ("[" * 100_000, "not JSON: nested too deeply"), ('{"type": "entity", "name": "a", "name": "b"}', "the field 'name' stands twice"),
        ('{"type": "entity", "name": NaN}', "NaN is no number of JSON"), ("[1]", "neither an entity nor"),
        ('{"type": "entity", "name": " ", "observations": ["x"]}', "neither an entity nor"),
        ('{"type": "relation", "from": "", "to": "a", "relationType": "is"}', "neither an entity nor"),
    ):  # fmt: skip
        ended = table.ends("import --format graph -", "", 5, stdin=line)
        assert f"wdm: line 1: {says}" in ended.err.replace("not JSON: NaN", "NaN")
        assert "--strict" not in ended.err  # which `import` has not
