"""Cards come back as they were kept, with their tags and scene, and only those that were asked for."""

from __future__ import annotations

import pytest
from tests.store.conftest import AT, a_card, a_tag, tagged

from wdm.store import cards
from wdm.store.cards import CardFilter, SessionCard
from wdm.store.errors import Damaged, NotFound
from wdm.store.journal import Transaction
from wdm.store.records import Card, CardTag, Kind, Status, TagStatus, Tier
from wdm.store.store import Store

ANY = CardFilter(everything=True)


def keep(store: Store, *rows: dict[str, object]) -> list[int]:
    """Keep cards, one by one, for their columns differ."""
    with store.change() as tx:
        return [tx.insert("card", [row])[0] for row in rows]


@pytest.fixture
def lives(store: Store) -> Store:
    """A store of one card in each state of life; only the first is live."""
    keep(
        store,
        a_card(1, "live"),
        a_card(2, "pending", status="pending"),
        a_card(3, "interrupted", status="interrupted"),
        a_card(4, "failed", status="failed"),
        a_card(5, "superseded", superseded_by=1),
        a_card(6, "archived", archived_at=AT),
        a_card(7, "forgotten", forgotten_at=AT),
    )
    return store


class TestOne:
    def test_a_card_comes_back_as_it_was_kept(self, store: Store) -> None:
        with store.change() as tx:
            scene = tx.insert("scene", [{"category": "工作", "subcategory": "评审"}])[0]
            row = a_card(
                0xABCDEF, "Mei:\n苹果 🎉", external_id="note 1", kind="chat", tier="perm", pinned=True, topic="t",
                speaker="Mei", summary="s", overview="o", reply_at=5, perception='{"a":1}', scene_id=scene, repeats=2,
                uses=3, last_used=AT + 1, happened_at=-1, created_at=AT + 2,
            )  # fmt: skip
            tx.insert("card", [row])
        assert store.cards([1]) == [
            Card(
                id=1, uid=bytes(13) + b"\xab\xcd\xef", external_id="note 1", kind=Kind.CHAT,
                status=Status.COMPLETED, tier=Tier.PERM, pinned=True, topic="t", speaker="Mei", summary="s",
                overview="o", text="Mei:\n苹果 🎉", reply_at=5, perception='{"a":1}', scene_id=1, document_id=None,
                repeats=2, uses=3, last_used=AT + 1, happened_at=-1, created_at=AT + 2, superseded_by=None,
                archived_at=None, forgotten_at=None, tags=(), scene="工作/评审",
            )
        ]  # fmt: skip

    def test_a_scene_without_a_subcategory_is_its_category(self, store: Store) -> None:
        with store.change() as tx:
            tx.insert("scene", [{"category": "work"}])
        keep(store, a_card(1, "there", scene_id=1), a_card(2, "nowhere"))
        assert [card.scene for card in store.cards([1, 2])] == ["work", None]

    def test_tags_stand_in_the_order_of_their_rank_and_not_of_their_number(self, store: Store) -> None:
        with store.change() as tx:
            one, two, three = tx.insert("tag", [a_tag("one"), a_tag("two", status="active"), a_tag("three")])
            tx.insert("card", [a_card(1, "a"), a_card(2, "b")])
            tagged(tx, 1, three, one, two)
            # The same rank twice, as after a merge: then the number decides.
            tx.insert("card_tag", [{"card_id": 2, "tag_id": tag, "rank": 0} for tag in (two, one)])
        first, second = store.cards([1, 2])
        assert first.tags == (
            CardTag(3, "T_three", "three", TagStatus.UNEXAMINED),
            CardTag(1, "T_one", "one", TagStatus.UNEXAMINED),
            CardTag(2, "T_two", "two", TagStatus.ACTIVE),
        )
        assert [tag.name for tag in second.tags] == ["one", "two"]

    def test_cards_come_in_the_order_of_their_numbers_once_each_and_missing_ones_not_at_all(
        self, store: Store
    ) -> None:
        keep(store, *(a_card(number, "x") for number in (1, 2, 3)))
        assert [card.id for card in store.cards([3, 99, 1, 3])] == [1, 3]
        assert store.cards([]) == []

    @pytest.mark.parametrize("column", ["kind", "status", "tier"])
    def test_a_word_that_the_program_never_writes_is_damage(self, store: Store, column: str) -> None:
        keep(store, a_card(1, "x"))
        store._db.run(f"UPDATE card SET {column} = 'nonsense'")
        with pytest.raises(Damaged, match=f"{column} 'nonsense'"):
            store.cards([1])


class TestNames:
    def test_a_card_is_known_by_its_callers_id_and_by_those_under_which_it_came_again(
        self, store: Store
    ) -> None:
        keep(store, a_card(1, "one", external_id="first"), a_card(2, "two"))
        with store.change() as tx:
            tx.insert("card_alias", [{"external_id": "again", "card_id": 1}])
        assert [store.card_by_external_id(name) for name in ("first", "again", "", "First")] == [
            1,
            1,
            None,
            None,
        ]
        assert store.cards_by_external_ids(["again", "first", "none"]) == {"first": 1, "again": 1}
        assert store.cards_by_external_ids([]) == {}
        assert store.card_alias_id("again") == 1
        with pytest.raises(NotFound, match="no card is also known as 'first'"):
            store.card_alias_id("first")

    @pytest.mark.parametrize("name", ["", "it's", 'say "hi"', "a\nb\t\\", "编号 1", "🎉", "%", "null", "1.0"])
    def test_any_text_is_an_id(self, store: Store, name: str) -> None:
        keep(store, a_card(1, "x", external_id=name))
        assert store.card_by_external_id(name) == 1
        assert store.cards_by_external_ids([name, "other"]) == {name: 1}

    def test_the_beginning_of_a_uid_names_at_most_two_cards(self, store: Store) -> None:
        uids = (0xAB << 120, 0xAC << 120, 0xAD << 120)
        keep(store, *(a_card(uid, "x") for uid in uids))
        assert store.cards_by_uid("AB") == [1]
        assert store.cards_by_uid("ab00") == [1]
        assert len(store.cards_by_uid("A")) == 2
        assert store.cards_by_uid("B") == []

    def test_the_first_of_several_cards_answers_for_a_content(self, store: Store) -> None:
        keep(store, a_card(1, "x"), a_card(2, "same", forgotten_at=AT), a_card(3, "same"))
        assert store.known_hashes([b"same", b"other", b"x"]) == {b"same": 2, b"x": 1}


class TestListing:
    def test_the_latest_comes_first_and_of_two_at_once_the_later_number(self, store: Store) -> None:
        keep(
            store, *(a_card(number, "x", happened_at=at) for number, at in enumerate((5, 9, 5, -7), start=1))
        )
        assert [card.id for card in store.list_cards(CardFilter(), limit=None)] == [2, 3, 1, 4]
        assert [card.id for card in store.list_cards(CardFilter(), limit=2)] == [2, 3]
        assert store.list_cards(CardFilter(), limit=0) == []

    def test_only_live_cards_are_listed_unless_all_are_asked_for(self, lives: Store) -> None:
        assert [card.text for card in lives.list_cards(CardFilter(), limit=None)] == ["live"]
        assert len(lives.list_cards(ANY, limit=None)) == 7

    def test_what_a_card_says_of_itself_is_what_the_listing_says(self, lives: Store) -> None:
        live = lives.passing(range(1, 8), CardFilter())
        assert {card.id for card in lives.cards(range(1, 8)) if card.live} == live == {1}

    @pytest.mark.parametrize(
        ("wanted", "found"),
        [
            (CardFilter(kind=Kind.CHAT), {2}),
            (CardFilter(topic="t"), {1, 2}),
            (CardFilter(topic=""), set()),
            # From the first moment on, and before the last.
            (CardFilter(since=20), {2, 3}),
            (CardFilter(until=20), {1}),
            (CardFilter(since=0, until=21), {1, 2}),
            (CardFilter(since=20, until=20), set()),
            (CardFilter(tags=(1,)), {1, 2}),
            # Every one of the tags, not any.
            (CardFilter(tags=(1, 2)), {2}),
            (CardFilter(tags=(9,)), set()),
            (CardFilter(kind=Kind.FACT, topic="t", since=0, until=99, tags=(1,)), {1}),
        ],
    )
    def test_all_of_a_filter_must_fit(self, store: Store, wanted: CardFilter, found: set[int]) -> None:
        keep(
            store,
            a_card(1, "a", topic="t", happened_at=10),
            a_card(2, "b", topic="t", happened_at=20, kind="chat"),
            a_card(3, "c", happened_at=30),
        )
        with store.change() as tx:
            tx.insert("tag", [a_tag("one"), a_tag("two")])
            tagged(tx, 1, 1)
            tagged(tx, 2, 1, 2)
        assert {card.id for card in store.list_cards(wanted, limit=None)} == found
        assert store.passing([1, 2, 3, 99], wanted) == found
        assert store.passing([], wanted) == set()

    @pytest.mark.parametrize("size", [1, 2, 3, 1000])
    def test_every_card_comes_once_whatever_the_size_of_the_batches(self, lives: Store, size: int) -> None:
        batches = list(cards.every(lives._db, size=size))
        assert [card.id for batch in batches for card in batch] == [1, 2, 3, 4, 5, 6, 7]
        assert max(map(len, batches)) == min(size, 7)


class TestSessions:
    def test_neighbours_of_a_session_are_told_by_size_and_end(self, store: Store) -> None:
        keep(
            store,
            a_card(1, "部署方案改了", topic="t"),
            a_card(2, "hi", topic="t"),
            a_card(3, "without a session"),
            a_card(4, "forgotten", topic="t", forgotten_at=AT),
        )
        assert store.in_sessions([1, 2, 3, 4]) == [
            # Six characters, three bytes each.
            SessionCard(1, "t", "方案改了", 6, 18),
            SessionCard(2, "t", "hi", 2, 2),
        ]

    def test_a_store_has_sessions_once_a_card_has_a_topic(self, store: Store) -> None:
        keep(store, a_card(1, "x"))
        assert not store.has_topics()
        keep(store, a_card(2, "y", topic=""))
        assert store.has_topics()


class TestPreferences:
    def prefer(self, tx: Transaction, number: int, value: str, **more: object) -> None:
        card = tx.insert("card", [a_card(number, value, kind="preference", **more)])[0]
        tx.insert("preference", [{"card_id": card, "key": "editor", "value": value, "confidence": 1.0}])

    def test_the_latest_that_lives_holds(self, store: Store) -> None:
        assert store.preference("editor") is None
        with store.change() as tx:
            self.prefer(tx, 1, "vim")
            self.prefer(tx, 2, "emacs")
            self.prefer(tx, 3, "ed", forgotten_at=AT)
        assert store.preference("editor") == (2, 2, "editor", "emacs", 1.0)
        assert store.preference("shell") is None
        with store.change() as tx:
            tx.update("card", 2, {"forgotten_at": AT})
        assert store.preference("editor") == (1, 1, "editor", "vim", 1.0)


class TestDocuments:
    def test_sections_of_a_document_are_found_forgotten_ones_too(self, store: Store) -> None:
        row = {"path": "/a b/笔记.md", "hash": b"\x00\xff", "mime": "text/markdown", "summary": "s", "overview": "o",
               "read_at": AT}  # fmt: skip
        with store.change() as tx:
            tx.insert("document", [row])
        keep(
            store,
            a_card(1, "x", document_id=1),
            a_card(2, "y"),
            a_card(3, "z", document_id=1, forgotten_at=AT),
        )
        assert [card.id for card in store.cards_of_document(1)] == [1, 3]
        assert store.cards_of_document(9) == []
        document = store.document("/a b/笔记.md")
        assert document is not None
        assert (document.id, document.hash, document.read_at) == (1, b"\x00\xff", AT)
        assert store.document("/a b/") is None


class TestCounts:
    def test_a_store_without_cards_counts_nothing(self, store: Store) -> None:
        counted = store.card_counts()
        assert counted["cards"] == dict.fromkeys(
            ("all", "live", "superseded", "archived", "forgotten", "bytes"), 0
        )
        assert counted["kind"] == {}

    def test_cards_are_counted_by_what_they_are_and_by_their_state_of_life(self, lives: Store) -> None:
        keep(lives, a_card(8, "苹果", kind="chat", tier="cold"))
        counted = lives.card_counts()
        assert counted["status"] == {"completed": 5, "failed": 1, "interrupted": 1, "pending": 1}
        assert counted["tier"] == {"cold": 1, "hot": 7}
        assert counted["kind"] == {"chat": 1, "fact": 7}
        # live 4, pending 7, interrupted 11, failed 6, superseded 10, archived 8, forgotten 9, and 2 x 3.
        assert counted["cards"] == {
            "all": 8, "live": 2, "superseded": 1, "archived": 1, "forgotten": 1, "bytes": 61,
        }  # fmt: skip
