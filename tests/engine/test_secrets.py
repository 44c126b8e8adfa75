"""Secrets on their way in: told of, or replaced."""

from __future__ import annotations

from wdm.engine.frames import Completion
from wdm.engine.ingest import Defaults
from wdm.engine.memory import Memory
from wdm.engine.reading.items import DocumentDraft
from wdm.engine.settings import IngestSettings
from wdm.store.records import Draft

KEY = "ghp_" + "Ab3" * 12
REDACTED = "[redacted: GitHub token]"


def test_a_secret_is_kept_and_told_of(memory: Memory) -> None:
    report = memory.ingest([Draft(f"push with {KEY}", line=7)], Defaults())
    assert report.warnings == [
        "line 7: this looks like a secret and is kept: GitHub token; --redact replaces it, `wdm purge` erases it"
    ]
    assert KEY in memory.peek(["1"])[0].text


def test_redacted_it_stands_nowhere_in_the_file(memory: Memory) -> None:
    turn = Draft(f"here {KEY}\nthanks for {KEY}", reply_at=len(f"here {KEY}\n"), summary=f"about {KEY}")
    document = DocumentDraft("/a.md", b"1", "text/markdown", KEY, f"o {KEY}", (Draft(f"s {KEY}"),))
    report = memory.ingest([turn, document], Defaults(), redact=True)
    assert len(report.warnings) == 1
    card = memory.peek(["1"])[0]
    assert (card.text[: card.reply_at], card.text[card.reply_at :]) == (
        f"here {REDACTED}\n", f"thanks for {REDACTED}",
    )  # fmt: skip
    assert card.summary == f"about {REDACTED}"
    assert KEY.encode() not in memory.path.read_bytes()


def test_the_setting_redacts_turns_too_and_completing_stays_idempotent(memory: Memory) -> None:
    memory.settings = memory.settings._replace(ingest=IngestSettings(redact=True))
    told: list[str] = []
    number = memory.frame(Draft(f"use {KEY}"), told.append)
    assert told == ["replaced: GitHub token"]
    done = memory.complete(str(number), Completion(f"I used {KEY}", summary=f"used {KEY}"))
    assert (done.card.text, done.card.summary) == (f"use {REDACTED}\nI used {REDACTED}", f"used {REDACTED}")
    assert not memory.complete(str(number), Completion(f"I used {KEY}")).changed
    assert KEY.encode() not in memory.path.read_bytes()
