"""JSON input: every field, every wrong type, and what no store can hold."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from wdm.engine.reading.items import Format, Rejected
from wdm.store.records import Draft, Kind, PreferenceDraft, TagDraft

Read = Callable[..., list[Any]]


def one(read: Read, told: object) -> Any:
    """Return what becomes of one JSON line."""
    found = read(json.dumps(told) if not isinstance(told, bytes) else told, Format.JSONL)
    assert len(found) == 1
    return found[0]


def reason(read: Read, told: object) -> str:
    found = one(read, told)
    assert isinstance(found, Rejected), found
    assert found.line == 1
    return found.reason


def test_every_field_of_a_line_arrives(read: Read) -> None:
    told = {
        "text": "Mei moved to Chengdu.", "id": "m-1", "time": "2026-05-31T09:00:00+08:00", "topic": "moving",
        "speaker": "Mei", "kind": "fact", "summary": "Mei moved", "overview": "where Mei lives",
        "tags": ["Mei", {"name": "Chengdu", "definition": "a city", "dimension": "place", "aliases": ["成都"]}],
        "scene": "life/home", "perception": {"emotion": "happy"}, "preferences": {"city": "Chengdu"},
        "supersedes": "m-0", "remember": True,
    }  # fmt: skip
    # 2026-05-31T01:00:00Z: 20,604 days after 1970-01-01, and one hour.
    assert one(read, told) == Draft(
        text="Mei moved to Chengdu.",
        external_id="m-1",
        kind=Kind.FACT,
        topic="moving",
        speaker="Mei",
        summary="Mei moved",
        overview="where Mei lives",
        perception='{"emotion": "happy"}',
        scene="life/home",
        happened_at=(20_604 * 24 + 1) * 3_600_000,
        tags=(TagDraft("Mei"), TagDraft("Chengdu", "a city", "place", None, ("成都",))),
        preferences=(PreferenceDraft("city", "Chengdu"),),
        supersedes="m-0",
        remember=True,
        line=1,
    )


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"text": 5}, "text must be a text, not 5"),
        ({"text": ["a"]}, "text must be a text"),
        ({"text": ""}, "empty text"),
        ({"text": " \n\t　"}, "empty text"),
        ({"text": None}, "no text"),
        ({}, "no text"),
        ({"user": 1, "agent": "b"}, "user must be a text"),
        ({"text": "a", "id": [1]}, "id must be a text"),
        ({"text": "a", "id": True}, "id must be a text"),
        ({"text": "a", "id": 1.5}, "id must be a text"),
        ({"text": "a", "topic": {}}, "topic must be a text"),
        ({"text": "a", "speaker": 3}, "speaker must be a text"),
        ({"text": "a", "kind": "diary"}, "kind 'diary' is none of chat, fact"),
        ({"text": "a", "kind": 1}, "kind must be a text"),
        ({"text": "a", "summary": []}, "summary must be a text"),
        ({"text": "a", "overview": 0}, "overview must be a text"),
        ({"text": "a", "tags": "x"}, "tags must be a list"),
        ({"text": "a", "tags": {"name": "x"}}, "tags must be a list"),
        ({"text": "a", "tags": [1]}, "a tag must be a text or an object with a `name`"),
        ({"text": "a", "tags": [{"definition": "x"}]}, "a tag must be"),
        ({"text": "a", "tags": [{"name": "x", "aliases": "y"}]}, "aliases of a tag must be a list"),
        ({"text": "a", "tags": [{"name": "x", "aliases": [1]}]}, "aliases of a tag must be a list"),
        ({"text": "a", "tags": [{"name": "x", "definition": 1}]}, "definition must be a text"),
        ({"text": "a", "scene": 7}, "scene must be a text"),
        ({"text": "a", "scene": "/review"}, "scene '/review' has no category"),
        ({"text": "a", "perception": []}, "perception must be an object"),
        ({"text": "a", "perception": "happy"}, "perception must be an object"),
        ({"text": "a", "preferences": "vim"}, "preferences must be an object"),
        ({"text": "a", "preferences": [1]}, "preferences must be an object"),
        ({"text": "a", "preferences": {"editor": ["vim"]}}, "a preference needs a key and a plain value"),
        ({"text": "a", "preferences": {" ": "vim"}}, "a preference needs a key"),
        ({"text": "a", "supersedes": {}}, "supersedes must be a text"),
        ({"text": "a", "remember": "yes"}, "remember must be true or false"),
        ({"text": "a", "remember": 1}, "remember must be true or false"),
        ({"text": "a", "time": True}, "time must be"),
        ({"text": "a", "time": []}, "time must be"),
        ({"text": "a", "time": "yesterday"}, "is not ISO 8601, such as 2026-05-31T09:00:00Z"),
        ({"text": "a", "time": "10000-01-01"}, "is not ISO 8601"),
        ({"text": "a", "time": "0001-01-01T00:00:00+14:00"}, "is not ISO 8601"),
        ({"text": "a", "time": 1e300}, "outside the years 1 to 9999"),
        ({"text": "a", "time": -1e14}, "outside the years 1 to 9999"),
        ({"content": 3, "role": "user"}, "content must be a text or a list of parts"),
        (["text"], "not a JSON object"),
        ("text", "not a JSON object"),
        (3, "not a JSON object"),
        (None, "not a JSON object"),
    ],
)
def test_a_wrong_type_is_refused_with_the_name_of_the_field(read: Read, told: object, words: str) -> None:
    assert words in reason(read, told)


@pytest.mark.parametrize(
    ("field", "told"),
    [
        ("text", {"text": "a\ud800"}),
        ("user", {"user": "a\udfff", "agent": "b"}),
        ("speaker", {"text": "a", "speaker": "\ud800"}),
        ("id", {"text": "a", "id": "\ud800"}),
        ("a tag", {"text": "a", "tags": ["\ud800"]}),
        ("a tag", {"text": "a", "tags": [{"name": "x", "aliases": ["\ud800"]}]}),
        ("definition", {"text": "a", "tags": [{"name": "x", "definition": "\ud800"}]}),
        ("perception", {"text": "a", "perception": {"deep": [{"x": "\ud800"}]}}),
        ("a preference", {"text": "a", "preferences": {"k\ud800": "v"}}),
        ("preference 'k'", {"text": "a", "preferences": {"k": "\ud800"}}),
    ],
)
def test_half_of_a_surrogate_pair_is_refused_wherever_it_stands(
    read: Read, field: str, told: dict[str, object]
) -> None:
    assert reason(read, told) == f"{field} holds half of a surrogate pair"


def test_a_whole_surrogate_pair_is_the_character_it_spells(read: Read) -> None:
    assert one(read, rb'{"text": "\ud83c\udf89"}').text == "🎉"


@pytest.mark.parametrize("told", [b'{"text": "a\x00b"}', rb'{"text": "a\u0000b"}'])
def test_nul_is_refused_raw_and_escaped(read: Read, told: bytes) -> None:
    assert "NUL" in reason(read, told)


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (b'{"text": "a", "time": NaN}', "not JSON: NaN is no number of JSON"),
        (b'{"text": "a", "perception": {"x": -Infinity}}', "not JSON: -Infinity is no number of JSON"),
        (b'{"text": "a"', "not JSON: Expecting ',' delimiter at character 13"),
        (b"text: a", "not JSON: Expecting value at character 1"),
        (b'{"text": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "not JSON: nested too deeply"),
        (b'{"text": ' + b"1" * 5_000 + b"}", "not JSON: a number with too many digits"),
        (b'{"text": "a", "time": 1e999}', "outside the years 1 to 9999"),
        (b'{"text": "a", "perception": {"x": 1e999}}', "perception: Out of range float"),
    ],
)
def test_what_is_not_json_is_refused_in_words_about_its_line(read: Read, told: bytes, words: str) -> None:
    assert words in reason(read, told)


@pytest.mark.parametrize(
    ("told", "name"),
    [
        (b'{"text": "a", "text": "b"}', "text"),
        (b'{"text": "a", "perception": {"x": 1, "y": 2, "x": 3}}', "x"),
    ],
)
def test_a_field_that_stands_twice_is_refused_for_one_of_them_would_be_lost(
    read: Read, told: bytes, name: str
) -> None:
    assert reason(read, told) == f"the field '{name}' stands twice"


def test_fields_without_a_meaning_are_named_and_the_rest_is_kept(read: Read) -> None:
    unknown: set[str] = set()
    found = read('{"text": "a", "colour": "red", "size": 3}', Format.JSONL, unknown=unknown)
    assert [item.text for item in found] == ["a"]
    assert unknown == {"colour", "size"}


def test_a_field_that_is_null_is_a_field_left_out(read: Read) -> None:
    fields = ["id", "time", "topic", "kind", "tags", "scene", "perception", "preferences", "remember"]
    assert one(read, {"text": "a", **dict.fromkeys(fields)}) == Draft(text="a", line=1)


def test_a_turn_of_two_sides_keeps_where_the_agent_begins(read: Read) -> None:
    found = one(read, {"user": "Where is 部署?", "agent": "On the wiki."})
    # "Where is 部署?" has 12 characters, then a line feed.
    assert (found.text, found.reply_at, found.kind) == ("Where is 部署?\nOn the wiki.", 13, Kind.CHAT)
    assert found.text[found.reply_at :] == "On the wiki."


@pytest.mark.parametrize(
    ("told", "text", "reply_at"),
    [({"user": "hi"}, "hi", None), ({"agent": "hi"}, "hi", 0), ({"user": "", "agent": "hi"}, "hi", 0)],
)
def test_a_turn_may_have_one_side(read: Read, told: object, text: str, reply_at: int | None) -> None:
    found = one(read, told)
    assert (found.text, found.reply_at) == (text, reply_at)


def test_a_chat_message_has_its_role_as_speaker(read: Read) -> None:
    found = one(read, {"role": "user", "content": "hello"})
    assert (found.text, found.speaker, found.kind) == ("hello", "user", Kind.CHAT)


def test_of_a_list_of_parts_the_texts_are_kept(read: Read) -> None:
    parts = [{"type": "text", "text": "look"}, {"type": "image_url", "image_url": {}}, "here", {"text": 3}]
    assert one(read, {"role": "user", "content": parts}).text == "look\nhere"


def test_parts_without_any_text_are_empty(read: Read) -> None:
    assert reason(read, {"role": "user", "content": [{"type": "image_url"}]}) == "empty text"


CHAT = {
    "messages": [
        {"role": "user", "content": "What is 6 x 7?"},
        {"role": "assistant", "content": None, "tool_calls": [{"id": "c1"}]},
        {"role": "tool", "content": "42"},
        {"role": "assistant", "content": [{"type": "text", "text": "It is 42."}]},
    ]
}


@pytest.mark.parametrize(
    "raw",
    [
        json.dumps(CHAT),
        json.dumps(CHAT, indent=2),
        json.dumps(CHAT["messages"]),
        json.dumps(CHAT["messages"], indent=1),
    ],
)
def test_a_chat_of_messages_is_read_turn_by_turn_however_it_is_written(read: Read, raw: str) -> None:
    unknown: set[str] = set()
    found = read(raw, name="talk.json", unknown=unknown)
    assert [(turn.speaker, turn.text) for turn in found] == [
        ("user", "What is 6 x 7?"),
        ("tool", "42"),
        ("assistant", "It is 42."),
    ]
    assert len({turn.topic for turn in found}) == 1  # one session
    assert found[0].topic.startswith("talk")
    assert unknown == {"tool_calls"}  # the message that only calls a tool says nothing to keep


def test_each_line_of_chats_is_a_session_of_its_own(read: Read) -> None:
    lines = [json.dumps({"messages": [{"role": "user", "content": word}]}) for word in ("one", "two")]
    found = read("\n".join(lines), name="chats.jsonl")
    assert [(turn.text, turn.topic, turn.line) for turn in found] == [
        ("one", "chats:1", 1),
        ("two", "chats:2", 2),
    ]


def test_a_chat_on_standard_input_has_no_session_unless_it_names_one(read: Read) -> None:
    assert read(json.dumps(CHAT))[0].topic is None
    assert read(json.dumps({"topic": "sums", **CHAT}))[0].topic == "sums"
    assert read(json.dumps({"id": "c-7", **CHAT}))[0].topic == "c-7"


def test_numbers_and_truth_in_preferences_are_kept_as_json_writes_them(read: Read) -> None:
    found = one(read, {"text": "a", "preferences": {"tabs": 4, "wrap": True, "size": 1.5}})
    assert found.preferences == (("tabs", "4", 1.0), ("wrap", "true", 1.0), ("size", "1.5", 1.0))


def test_preferences_may_be_a_list_of_pairs(read: Read) -> None:
    found = one(read, {"text": "a", "preferences": [{"key": "editor", "value": "vim"}]})
    assert found.preferences == (("editor", "vim", 1.0),)


def test_a_number_may_be_an_id(read: Read) -> None:
    assert one(read, {"text": "a", "id": 7}).external_id == "7"


def test_bom_crlf_and_blank_lines_are_no_part_of_the_text(read: Read) -> None:
    raw = b'\xef\xbb\xbf{"text": "a"}\r\n\r\n   \r\n{"text": "b"}\r\n'
    assert [(item.text, item.line) for item in read(raw)] == [("a", 1), ("b", 4)]


@pytest.mark.parametrize("bad", [b'{"text": "\xff\xfe"}', '{"text": "中文"}'.encode("gbk")])
def test_bytes_that_are_not_utf8_cost_their_own_line_alone(read: Read, bad: bytes) -> None:
    found = read(b'{"text": "a"}\n' + bad + b'\n{"text": "c"}\n')
    assert [item.text for item in found if isinstance(item, Draft)] == ["a", "c"]
    assert found[1].line == 2
    # Ten bytes stand before the first bad one: {"text": "
    assert found[1].reason.startswith("not UTF-8 at byte 11: say how it is written, such as `--encoding gbk`")


def test_a_good_line_behind_a_broken_first_one_is_kept(read: Read) -> None:
    found = read('{"text": "broken\n{"text": "good"}\n')
    assert isinstance(found[0], Rejected)
    assert [item.text for item in found[1:]] == ["good"]


def test_a_bad_entry_of_an_array_is_refused_by_its_place(read: Read) -> None:
    found = read('[{"text": "a"}, {"text": 5}, {"text": "c"}]')
    assert [getattr(item, "text", None) for item in found] == ["a", None, "c"]
    assert found[1].line == 2


def test_a_broken_array_is_refused_at_its_line(read: Read) -> None:
    found = read('[{"text": "a"},\n{"text": }]')
    assert [(item.line, item.reason) for item in found] == [(2, "not JSON: Expecting value at character 10")]


def test_a_line_of_five_megabytes_is_read(read: Read) -> None:
    assert len(one(read, {"text": "词" * 1_700_000}).text) == 1_700_000
