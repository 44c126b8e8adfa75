"""Upkeep as cron and scripts see it: one line or one document, and the exit code."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]

LATER, MUCH_LATER = ("--now", "2026-06-03"), ("--now", "2027-01-03")


@pytest.fixture
def kept(wdm: Run) -> None:
    wdm("ingest", "-t", "标签池用灰度发布", "-t", "Alice moved to Lisbon", "-t", "记住：我对花生过敏")


@pytest.mark.usefixtures("kept")
class TestEvolve:
    def test_the_plan_of_a_dry_run_is_what_the_run_does(self, wdm: Run) -> None:
        planned = json.loads(wdm(*LATER, "evolve", "--dry-run", "--json").stdout)
        done = json.loads(wdm(*LATER, "evolve", "--json").stdout)
        assert (planned["schema"], planned["dry_run"], planned["applied"]) == ("wdm.evolve/1", True, 0)
        assert done["plan"] == planned["plan"]
        told = [(c["kind"], c["target"], c["from"], c["to"]) for c in done["plan"]]
        assert told == [("tier", 1, "hot", "cold"), ("tier", 2, "hot", "cold")]
        assert all(change["reason"].endswith("is under 0.18") for change in done["plan"])
        assert (done["applied"], done["refused"], done["suggestions"]) == (2, 0, [])
        assert done["duration_s"] >= 0
        assert wdm(*LATER, "evolve").stdout == "evolve: nothing to do\n"

    def test_a_dry_run_prints_a_change_a_line(self, wdm: Run) -> None:
        lines = wdm(*LATER, "evolve", "--dry-run", "--only", "tiers").stdout.splitlines()
        assert [line.split("\t")[:4] for line in lines] == [
            ["tier", "1", "hot", "cold"], ["tier", "2", "hot", "cold"],
        ]  # fmt: skip

    @pytest.mark.parametrize("steps", ["", "tidy", "tiers,tidy", ","])
    def test_a_step_that_there_is_not_is_named(self, steps: str, wdm: Run) -> None:
        assert "steps: frames, tags, relations, align, tiers" in wdm("evolve", "--only", steps, code=2).stderr


@pytest.mark.usefixtures("kept")
class TestClean:
    def test_a_flood_stops_until_it_is_forced(self, wdm: Run) -> None:
        told = wdm(*MUCH_LATER, "clean", code=5)
        assert (told.stdout, told.stderr.splitlines()[0]) == (
            "", "wdm: 2 of 3 cards would move, more than max_change allows (50%)",
        )  # fmt: skip
        dry = wdm(*MUCH_LATER, "clean", "--dry-run")
        assert len(dry.stdout.splitlines()) == 2
        assert "a run would be refused: 2 of 3 cards" in dry.stderr
        assert wdm(*MUCH_LATER, "clean", "--force").stdout == "clean: 2 archived\n"
        archived = json.loads(wdm("list", "--archived", "--json").stdout)["cards"]
        assert sorted(card["id"] for card in archived) == [1, 2]
        assert wdm("undo").stdout.startswith("undid operation")
        assert wdm("list", "--archived").stdout == ""

    def test_weight_and_age_can_be_told(self, wdm: Run) -> None:
        assert wdm(*MUCH_LATER, "clean", "--min-weight", "0").stdout == "clean: nothing to do\n"
        assert wdm(*MUCH_LATER, "clean", "--min-age", "3000").stdout == "clean: nothing to do\n"
        wdm("clean", "--min-weight", "2", code=2)


@pytest.mark.usefixtures("kept")
class TestGolden:
    def test_what_is_held_is_listed_checked_and_given_up(self, wdm: Run) -> None:
        assert wdm("golden", "add", "Lisbon", "2").stdout == "golden: 'Lisbon' finds card 2, at place 1\n"
        (told,) = json.loads(wdm("golden", "list", "--json").stdout)["golden"]
        assert (told["query"], told["card"], told["rank"], told["found"]) == ("Lisbon", 2, 1, True)
        wdm("golden", "check")
        assert wdm("golden", "remove", "Lisbon").stdout == "1 removed\n"
        wdm("golden", "remove", "Lisbon", code=4)

    def test_one_that_is_lost_ends_the_check_with_five(self, wdm: Run) -> None:
        wdm("golden", "add", "Lisbon", "2")
        wdm("forget", "2")
        told = wdm("golden", "check", code=5)
        assert told.stdout == "2\tlost\t2026-06-01\tLisbon\n"
        assert told.stderr == "wdm: 1 golden query lost\n"
        assert json.loads(wdm("golden", "check", "--json", code=5).stdout)["golden"][0]["rank"] is None

    def test_a_card_that_is_not_there_and_no_words(self, wdm: Run) -> None:
        wdm("golden", "add", "Lisbon", "99", code=4)
        wdm("golden", "add", " ", "2", code=2)


@pytest.mark.parametrize("line", ["evolve", "clean", "golden list", "golden add x 1", "tiers", "context"])
def test_without_a_store_it_is_said(line: str, wdm: Run) -> None:
    assert "there is no store at" in wdm(*line.split(), code=10).stderr
