"""What people decide about single cards, and that each decision holds, is told, and can be taken back."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.engine.conftest import NOW
from wdm.engine.doors.cards import Cards
from wdm.engine.ingest import Defaults
from wdm.engine.look import Wanted
from wdm.engine.memory import Memory
from wdm.engine.recall import Answer
from wdm.store.errors import NotFound, Refused
from wdm.store.records import Card, Draft, Kind, PreferenceDraft, Tier

Keep = Callable[..., list[int]]
Ask = Callable[..., Answer]


@pytest.fixture(autouse=True)
def trams(keep: Keep) -> None:
    """Three cards that answer `tram`."""
    keep("a red tram", "a blue tram", "a green tram")


def card(memory: Memory, number: int) -> Card:
    return memory.peek([str(number)])[0]


def ids(cards: list[Card]) -> list[int]:
    return [card.id for card in cards]


def listed(memory: Memory, *, everything: bool = False) -> list[int]:
    return sorted(ids(memory.listing(Wanted(everything=everything)).cards))


def found(ask: Ask, **more: object) -> list[int]:
    return sorted(hit.card.id for hit in ask("tram", **more).hits)


class TestForget:
    def test_what_is_forgotten_is_hidden_until_it_is_restored(self, memory: Memory, ask: Ask) -> None:
        assert ids(memory.cards.forget(["2"])) == [2]
        assert listed(memory) == found(ask) == [1, 3]
        assert listed(memory, everything=True) == found(ask, everything=True) == [1, 2, 3]
        assert card(memory, 2).forgotten_at == NOW
        assert ids(memory.cards.restore(["2"])) == [2]
        assert listed(memory) == found(ask) == [1, 2, 3]

    def test_only_what_was_not_hidden_before_is_told(self, memory: Memory) -> None:
        memory.cards.forget(["2"])
        assert ids(memory.cards.forget(["1", "2", "1"])) == [1]
        assert ids(memory.cards.restore(["1", "3", "1"])) == [1]
        assert memory.cards.forget(["2"]) == memory.cards.restore(["3"]) == []

    def test_what_changes_nothing_is_not_in_the_log(self, memory: Memory) -> None:
        memory.cards.forget(["2"])
        latest = memory.log(1)
        memory.cards.forget(["2"])
        memory.cards.restore(["3"])
        assert memory.log(1) == latest

    @pytest.mark.parametrize("deed", [Cards.forget, Cards.restore, Cards.unpin], ids=lambda d: d.__name__)
    def test_with_one_that_is_not_there_nothing_happens(
        self, deed: Callable[[Cards, list[str]], object], memory: Memory
    ) -> None:
        memory.cards.forget(["2"])
        memory.cards.pin(["3"], Tier.PERM)
        before = memory.listing(Wanted(everything=True))
        with pytest.raises(NotFound, match="'nobody'"):
            deed(memory.cards, ["1", "2", "3", "nobody"])
        assert memory.listing(Wanted(everything=True)) == before

    def test_it_can_be_undone(self, memory: Memory) -> None:
        memory.cards.forget(["1", "2"])
        memory.undo(None)
        assert listed(memory) == [1, 2, 3]


class TestPin:
    @pytest.mark.parametrize("tier", Tier)
    def test_a_card_is_fixed_in_a_tier_and_freed(self, tier: Tier, memory: Memory) -> None:
        assert ids(memory.cards.pin(["2"], tier)) == [2]
        assert (card(memory, 2).pinned, card(memory, 2).tier) == (True, tier)
        assert ids(memory.cards.unpin(["2"])) == [2]
        # From `perm` nothing sinks by itself, so that one goes on from `hot`.
        left = {Tier.PERM: Tier.HOT, Tier.HOT: Tier.HOT, Tier.COLD: Tier.COLD}[tier]
        assert (card(memory, 2).pinned, card(memory, 2).tier) == (False, left)

    def test_the_same_again_changes_nothing_and_another_tier_does(self, memory: Memory) -> None:
        memory.cards.pin(["2"], Tier.PERM)
        assert memory.cards.pin(["2"], Tier.PERM) == []
        assert ids(memory.cards.pin(["1", "2"], Tier.COLD)) == [1, 2]
        assert memory.cards.unpin(["3"]) == []

    def test_what_is_permanent_by_its_words_leaves_perm_when_it_is_unpinned(self, memory: Memory) -> None:
        memory.ingest([Draft("记住：我不吃香菜")], Defaults())
        assert card(memory, 4).tier is Tier.PERM
        assert ids(memory.cards.unpin(["4"])) == [4]
        assert card(memory, 4).tier is Tier.HOT

    def test_with_one_that_is_not_there_nothing_is_pinned(self, memory: Memory) -> None:
        with pytest.raises(NotFound):
            memory.cards.pin(["1", "99"], Tier.PERM)
        assert not card(memory, 1).pinned

    def test_no_migration_moves_a_pinned_card(self, memory: Memory) -> None:
        # Cold and told to be remembered: unpinned, it would become hot.
        memory.ingest(
            [Draft("务必先备份再部署，因为昨天丢了数据，最后我们决定这样")], Defaults(remember=True)
        )
        memory.cards.pin(["4"], Tier.COLD)
        assert memory.tiers(None, None, moves=True).moves == {}
        memory.cards.unpin(["4"])
        assert memory.tiers(None, None, moves=True).moves == {"cold > hot": 1}

    def test_it_can_be_undone(self, memory: Memory) -> None:
        before = card(memory, 2)
        memory.cards.pin(["2"], Tier.PERM)
        memory.undo(None)
        assert card(memory, 2) == before


class TestSupersede:
    def test_the_old_one_leaves_recall_and_lists_and_the_new_one_says_so(
        self, memory: Memory, ask: Ask
    ) -> None:
        old, new = memory.cards.supersede("1", "2")
        assert (old.id, old.superseded_by, new.id) == (1, None, 2)
        assert listed(memory) == found(ask) == [2, 3]
        shown = memory.show(["1", "2", "3"])
        assert shown.replaced == {2: [1]}
        assert shown.cards[0].superseded_by == 2

    def test_one_may_replace_several(self, memory: Memory) -> None:
        memory.cards.supersede("1", "3")
        memory.cards.supersede("2", "3")
        assert memory.show(["3"]).replaced == {3: [1, 2]}
        assert memory.listing(Wanted()).replaced == {3: [1, 2]}

    def test_the_last_word_on_a_replacement_holds(self, memory: Memory) -> None:
        memory.cards.supersede("1", "2")
        old, _ = memory.cards.supersede("1", "3")
        assert old.superseded_by == 2
        assert memory.show(["2", "3"]).replaced == {3: [1]}

    def test_the_same_again_changes_nothing(self, memory: Memory) -> None:
        memory.cards.supersede("1", "2")
        latest = memory.log(1)
        old, new = memory.cards.supersede("1", "2")
        assert old.superseded_by == new.id
        assert memory.log(1) == latest

    def test_it_comes_back_when_it_is_restored_or_that_is_undone(self, memory: Memory, ask: Ask) -> None:
        memory.cards.supersede("1", "2")
        assert ids(memory.cards.restore(["1"])) == [1]
        assert found(ask) == [1, 2, 3]
        memory.undo(None)
        assert found(ask) == [2, 3]

    def test_a_card_does_not_replace_itself(self, memory: Memory) -> None:
        with pytest.raises(Refused, match="card 1 cannot replace card 1: they are the same"):
            memory.cards.supersede("1", "1")
        assert card(memory, 1).live

    def test_two_do_not_replace_each_other(self, memory: Memory) -> None:
        memory.cards.supersede("1", "2")
        with pytest.raises(Refused, match="card 1 cannot replace card 2: card 2 has replaced it"):
            memory.cards.supersede("2", "1")
        assert listed(memory) == [2, 3]

    def test_a_circle_of_three_is_refused_and_a_chain_is_not(self, memory: Memory) -> None:
        memory.cards.supersede("1", "2")
        memory.cards.supersede("2", "3")
        with pytest.raises(Refused, match="card 1 cannot replace card 3"):
            memory.cards.supersede("3", "1")
        assert listed(memory) == [3]
        memory.cards.supersede("1", "3")  # a short cut is none
        assert memory.show(["3"]).replaced == {3: [1, 2]}

    def test_after_a_restore_it_may_be_the_other_way_round(self, memory: Memory) -> None:
        memory.cards.supersede("1", "2")
        memory.cards.restore(["1"])
        memory.cards.supersede("2", "1")
        assert listed(memory) == [1, 3]

    @pytest.mark.parametrize("pair", [("1", "99"), ("99", "1")])
    def test_what_is_not_there_replaces_nothing(self, pair: tuple[str, str], memory: Memory) -> None:
        with pytest.raises(NotFound, match="99"):
            memory.cards.supersede(*pair)
        assert card(memory, 1).live

    def test_no_tier_has_room_for_the_old_one_but_they_show_it(self, memory: Memory) -> None:
        memory.cards.supersede("1", "2")
        view = memory.tiers(None, None, moves=False)
        assert view.counts == {"perm": 0, "hot": 2, "cold": 0}
        assert [place.card.id for place in view.places] == [2, 3, 1]


class TestInTheInput:
    """The same rules for what a line of the input says that it supersedes."""

    def take(self, memory: Memory, *drafts: Draft) -> list[str]:
        return memory.ingest(drafts, Defaults()).warnings

    def test_a_line_replaces_what_it_names(self, memory: Memory) -> None:
        assert self.take(memory, Draft("tea", external_id="a")) == []
        assert self.take(memory, Draft("coffee", external_id="b", supersedes="a")) == []
        assert memory.show(["b"]).replaced == {5: [4]}

    def test_a_line_that_would_close_a_circle_is_kept_and_warned_of(self, memory: Memory) -> None:
        self.take(memory, Draft("tea", external_id="a"))
        self.take(memory, Draft("coffee", external_id="b", supersedes="a"))
        (warning,) = self.take(memory, Draft("tea again", external_id="a", supersedes="b", line=7))
        assert warning == "line 7: card 4 cannot replace card 5: card 5 has replaced it"
        assert card(memory, 4).text == "tea again"
        assert (card(memory, 4).superseded_by, card(memory, 5).superseded_by) == (5, None)

    def test_two_lines_of_one_input_too(self, memory: Memory) -> None:
        warnings = self.take(
            memory,
            Draft("tea", external_id="a", line=1),
            Draft("coffee", external_id="b", supersedes="a", line=2),
            Draft("tea", external_id="a", supersedes="b", line=3),
        )
        live = [card(memory, number).live for number in (4, 5)]
        assert live.count(True) == 1
        assert len(warnings) == 1

    def test_a_line_that_names_itself_replaces_nothing(self, memory: Memory) -> None:
        self.take(memory, Draft("tea", external_id="a", supersedes="a"))
        assert card(memory, 4).live

    def test_a_line_that_names_nobody_is_warned_of(self, memory: Memory) -> None:
        (warning,) = self.take(memory, Draft("tea", supersedes="nobody", line=3))
        assert warning == "line 3: supersedes 'nobody', which no card is known by"
        assert card(memory, 4).live

    def test_saying_it_again_changes_nothing(self, memory: Memory) -> None:
        drafts = (Draft("tea", external_id="a"), Draft("coffee", external_id="b", supersedes="a"))
        self.take(memory, *drafts)
        assert self.take(memory, *drafts) == []
        assert memory.show(["b"]).replaced == {5: [4]}


def test_a_preference_that_was_replaced_holds_again_when_the_new_one_goes(memory: Memory) -> None:
    def held() -> list[str]:
        return [kept.text for kept in memory.listing(Wanted(kind=Kind.PREFERENCE)).cards]

    for value in ("vim", "emacs"):
        told = (PreferenceDraft("editor", value),)
        memory.ingest([Draft(f"about {value}", preferences=told)], Defaults())
    assert held() == ["editor: emacs"]
    number = memory.listing(Wanted(kind=Kind.PREFERENCE)).cards[0].id
    memory.cards.purge([str(number)])
    assert held() == ["editor: vim"]


def test_what_is_purged_is_named_once_and_the_backups_that_may_hold_it_are_told(memory: Memory) -> None:
    beside = memory.path.with_name(f"{memory.path.name}.schema-1.bak")
    beside.touch()
    memory.path.with_name("other.db.schema-1.bak").touch()
    assert memory.cards.purge(["3", "1", "3"]) == ([1, 3], [beside])
    assert listed(memory, everything=True) == [2]
    with pytest.raises(NotFound):
        memory.cards.purge(["2", "3"])
    assert listed(memory) == [2]
