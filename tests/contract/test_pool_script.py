"""What a person does to the tag pool in an afternoon, as they would type it."""

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

from tests.engine.test_tag_pool import canonical

Wdm = Callable[..., CompletedProcess[str]]

CONVERSATION = """{"id": "a", "text": "每周一整理词条，清掉没人用的", "tags": ["标签池", "周会"], "scene": "工作/例会"}
{"id": "b", "text": "新词要先审核再放进来", "tags": ["标签库", "周会"], "scene": "工作/评审"}
{"id": "c", "text": "回滚脚本放在部署目录", "tags": ["回滚", "周会"], "scene": "工作/运维"}
"""


def found(wdm: Wdm, query: str) -> set[str]:
    return {hit["external_id"] for hit in json.loads(wdm("recall", query, "--json").stdout)["hits"]}


def tags(wdm: Wdm) -> dict[str, tuple[str, int]]:
    told = json.loads(wdm("tags", "list", "--json").stdout)["tags"]
    return {tag["name"]: (tag["status"], tag["cards"]) for tag in told}


def test_relate_deprecate_merge_and_undo(wdm: Wdm, store_path: Path) -> None:
    wdm("ingest", stdin=CONVERSATION)
    wdm("tags", "relate", "标签池", "标签库", "--as", "synonym")
    assert found(wdm, "标签池") >= {"a", "b"}
    assert found(wdm, "标签库") >= {"a", "b"}

    # A word that is on every card finds all of them, until it is deprecated.
    assert found(wdm, "周会") == {"a", "b", "c"}
    wdm("tags", "deprecate", "周会", "--reason", "到处都是")
    assert json.loads(wdm("recall", "周会", "--json").stdout)["tags"] == []
    assert "no longer finds its 3 cards" in wdm("tags", "show", "周会").stdout
    assert "到处都是" in wdm("log", "--limit", "1").stdout

    before = canonical(store_path)
    preview = json.loads(wdm("tags", "merge", "标签库", "标签池", "--dry-run", "--json").stdout)
    assert (preview["cards"], preview["relations"], preview["applied"]) == (1, 0, False)
    assert canonical(store_path) == before
    assert wdm("tags", "merge", "标签库", "标签池", code=5).stderr  # a script must say --yes
    assert canonical(store_path) == before
    wdm("tags", "merge", "标签库", "标签池", "--yes")
    assert tags(wdm)["标签库"] == ("merged", 0)
    assert tags(wdm)["标签池"] == ("unexamined", 2)
    assert found(wdm, "标签库") >= {"a", "b"}, "the old name leads to the new one"

    wdm("undo")
    assert canonical(store_path) == before
    assert wdm("doctor").stdout == "the store is sound\n"


def test_a_card_that_did_not_come_is_brought_by_what_why_proposes(wdm: Wdm) -> None:
    wdm("ingest", stdin=CONVERSATION)
    told = json.loads(wdm("why", "c", "退版", "--json").stdout)
    assert (told["came"], told["gate"]) == (False, "no shared feature")
    assert told["change"] == "wdm tags alias '回滚' '退版'"
    wdm("tags", "alias", "回滚", "退版")
    assert found(wdm, "退版") == {"c"}


def test_decisions_go_out_and_come_back_as_a_file(wdm: Wdm, tmp_path: Path) -> None:
    wdm("ingest", "-t", "一", "--tag", "部署", "--tag", "部署方案")
    (line,) = wdm("tags", "triage", "--export").stdout.splitlines()
    proposal = json.loads(line)
    assert (proposal["propose"], proposal["tag"], proposal["other"]) == ("relate", "部署", "部署方案")
    decided = tmp_path / "decisions.jsonl"
    decided.write_text(json.dumps({**proposal, "decision": "relate"}, ensure_ascii=False), encoding="utf-8")
    assert wdm("tags", "triage", "--from", str(decided)).stdout == "1 applied, 0 skipped, 0 refused\n"
    assert wdm("tags", "triage", "--export").stdout == ""
    assert "related 部署方案" in wdm("tags", "relate", "部署").stdout
