"""What is purged is nowhere: in no table, no index, no image of the journal, no page of the file."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.store.conftest import AT, a_card, a_relation, a_tag, damage, dump, opened, tagged

from wdm.store import tables
from wdm.store.errors import Busy, NotFound, Refused
from wdm.store.store import Author, Store

DAY = AT // 86_400_000

SECRETS = {
    "text": "quagga", "Chinese text": "斑驴", "summary": "okapi", "overview": "dugong", "external id": "numbat",
    "speaker": "tarsier", "topic": "aye-aye", "perception": "kakapo", "an earlier text": "thylacine",
    "alias": "axolotl", "an alias that was taken away": "olm", "preference key": "beverage",
    "preference value": "mezcal", "a value that was changed": "absinthe", "feedback query": "pangolin",
    "key of a query": "gharial", "feedback note": "saiga", "a note that was changed": "fossa",
    "golden query": "shoebill", "found tag": "coelacanth", "an earlier name of it": "wobbegong",
    "an option of a command": "narwhal",
}  # fmt: skip
"""Words that only the second card of `secretive` knows, by where they stand."""

OTHERS = ["red apple", "green pear"]


def by(store: Store, command: str) -> Store:
    """Let the journal say that this command makes the next changes."""
    store.author = Author(AT, "tester", command)
    return store


def keep(store: Store, *texts: str, **more: object) -> list[int]:
    """Keep cards in one operation; the uid of each is its number."""
    with store.change() as tx:
        first = tx.next_id("card")
        return tx.insert("card", [a_card(first + place, text, **more) for place, text in enumerate(texts)])


def preferred(card: int, key: str, value: str) -> dict[str, object]:
    return {"card_id": card, "key": key, "value": value, "confidence": 1.0}


def judged(card: int, query: str, note: str = "") -> dict[str, object]:
    return {"card_id": card, "status": "confirmed", "query": query, "query_key": query, "note": note,
            "given_at": AT}  # fmt: skip


@pytest.fixture
def store(store_path: Path) -> Iterator[Store]:
    """A store whose SQLite leaves in its pages what was deleted, as some builds do by themselves."""
    with opened(store_path) as store:
        store._db.row("PRAGMA secure_delete = OFF")
        yield store


@pytest.fixture
def secretive(store: Store) -> Store:
    """Three cards, of which the second has a past, and something of its own in every table."""
    with by(store, "wdm ingest --topic narwhal").change() as tx:
        tx.insert("document", [{"path": "/a.md", "hash": b"\x01", "mime": "text/markdown", "summary": "a zorilla",
                                "overview": "zorilla and more", "read_at": AT}])  # fmt: skip
        more = {
            "summary": "okapi", "overview": "dugong", "external_id": "numbat", "speaker": "tarsier",
            "topic": "aye-aye", "perception": '{"who":"kakapo"}', "document_id": 1,
        }  # fmt: skip
        empty = dict.fromkeys(more)
        cards = [a_card(1, OTHERS[0], **empty), a_card(2, "thylacine", **more), a_card(3, OTHERS[1], **empty)]
        tx.insert("card", cards)
        made = tx.insert("tag", [a_tag("fruit"), a_tag("wobbegong", source="found")])
        tagged(tx, 1, made[0], owned=True)
        tagged(tx, 2, *made, owned=True)
    with by(store, "wdm ingest --topic narwhal").change() as tx:
        tx.update("card", 2, {"text": "quagga 斑驴"})
        tx.update("tag", 2, {**dict.fromkeys(("name", "key", "match"), "coelacanth"), "code": "T2"})
        aliases = [{"external_id": name, "card_id": 2} for name in ("axolotl", "olm")]
        tx.insert("card_alias", aliases)
        tx.insert("preference", [preferred(2, "beverage", "absinthe")])
    with by(store, "wdm ingest other.jsonl").change() as tx:
        tx.delete("card_alias", (2, 0))
        tx.update("preference", 1, {"value": "mezcal"})
    with by(store, "wdm feedback 2 confirmed --query pangolin --note fossa").change() as tx:
        row = judged(2, "pangolin", "fossa")
        tx.insert("feedback", [{**row, "query_key": "gharial"}])
    with by(store, "wdm feedback 2 confirmed --query pangolin --note saiga").change() as tx:
        tx.update("feedback", 1, {"note": "saiga"})
        tx.insert("golden", [{"query": "shoebill", "card_id": 2, "added_at": AT}])
    store.note_uses([1, 2], DAY)
    return by(store, "wdm purge 2")


def on_disk(path: Path) -> bytes:
    """Return all bytes of a store: the file and what lies beside it."""
    return b"".join(
        part.read_bytes() for part in sorted(path.parent.iterdir()) if part.name.startswith(path.name)
    )


def in_tables(store: Store) -> str:
    """Return every row of every table as text."""
    names = map(tables.table_name, tables.ALL)
    return "\n".join(repr(row) for name in names for row in store._db.rows(f"SELECT * FROM {name}"))


class TestNothingIsLeft:
    @pytest.mark.parametrize("what", SECRETS)
    def test_of_what_only_the_card_knew(self, what: str, secretive: Store, store_path: Path) -> None:
        word = SECRETS[what]
        assert word.encode() in on_disk(store_path)
        assert word in in_tables(secretive)
        secretive.purge([2])
        assert word not in in_tables(secretive)
        assert word.encode() not in on_disk(store_path)

    def test_in_the_file_once_it_is_closed(self, secretive: Store, store_path: Path) -> None:
        secretive.purge([2])
        secretive.close()
        left = on_disk(store_path)
        assert [what for what, word in SECRETS.items() if word.encode() in left] == []
        assert b"red apple" in left

    def test_in_the_log_beside_the_file(self, secretive: Store, store_path: Path) -> None:
        log = store_path.with_name(f"{store_path.name}-wal")
        assert log.stat().st_size > 0
        secretive.purge([2])
        assert log.stat().st_size == 0

    def test_of_its_document_but_where_it_was_read(self, secretive: Store, store_path: Path) -> None:
        assert b"zorilla" in on_disk(store_path)
        secretive.purge([2])
        assert b"zorilla" not in on_disk(store_path)
        assert secretive.document("/a.md") is None  # no section of it is left: it may be taken in again

    def test_of_its_uses(self, secretive: Store) -> None:
        assert secretive.used_on([1, 2], DAY) == {1, 2}
        secretive.purge([2])
        assert secretive._db.rows("SELECT card_id FROM card_use") == [(1,)]

    def test_of_feedback_that_was_taken_back(self, store: Store, store_path: Path) -> None:
        keep(store, *OTHERS)
        with by(store, "wdm feedback 2 confirmed").change() as tx:
            tx.insert("feedback", [judged(2, "pangolin", "saiga")])
        store.undo(2)  # its row is an image in the journal now
        assert "saiga" in in_tables(store)
        store.purge([2])
        assert "saiga" not in in_tables(store)
        assert b"pangolin" not in on_disk(store_path)

    def test_of_the_command_that_gave_feedback_which_was_taken_back(self, store: Store) -> None:
        keep(store, *OTHERS)
        with by(store, "wdm feedback 2 confirmed --query pangolin").change() as tx:
            tx.insert("feedback", [judged(2, "pangolin")])
        by(store, "wdm undo").undo(2)
        store.purge([2])
        assert "pangolin" not in in_tables(store)

    def test_of_the_name_by_which_the_card_is_purged(self, store: Store, store_path: Path) -> None:
        keep(store, *OTHERS)
        with store.change() as tx:
            tx.update("card", 2, {"external_id": "numbat"})
        by(store, "wdm purge numbat --yes").purge([2])
        assert "numbat" not in in_tables(store)
        assert b"numbat" not in on_disk(store_path)

    def test_of_a_card_that_was_gone_and_came_back(self, store: Store, store_path: Path) -> None:
        keep(store, "quagga")
        store.undo(1)
        store.undo(2)
        assert store.cards([1])[0].text == "quagga"
        store.purge([1])
        assert b"quagga" not in on_disk(store_path)

    def test_of_several_cards_at_once(self, secretive: Store, store_path: Path) -> None:
        secretive.purge([1, 2, 3])
        assert secretive.cards([1, 2, 3]) == []
        assert secretive.totals() == (0, 0)
        for text in (*OTHERS, *SECRETS.values()):
            assert text.encode() not in on_disk(store_path)
        assert damage(secretive) == []


class TestCommands:
    def told(self, store: Store) -> list[str]:
        return [operation.command for operation in reversed(store.operations())]

    def test_of_what_changed_the_card_only_the_command_stays(self, secretive: Store) -> None:
        secretive.purge([2])
        assert self.told(secretive) == [
            "wdm ingest …", "wdm ingest …", "wdm ingest …", "wdm feedback …", "wdm feedback …", "wdm purge",
        ]  # fmt: skip

    def test_of_other_cards_stay_as_they_are(self, store: Store) -> None:
        with by(store, "wdm ingest --topic narwhal").change("1 added") as tx:
            tx.insert("card", [a_card(1, OTHERS[0])])
        by(store, "wdm ingest --topic quagga")
        keep(store, OTHERS[1])
        with by(store, "wdm feedback 1 confirmed --query apple").change() as tx:
            tx.insert("feedback", [judged(1, "apple")])
        store.purge([2])
        assert self.told(store)[:3] == [
            "wdm ingest --topic narwhal", "wdm ingest …", "wdm feedback 1 confirmed --query apple",
        ]  # fmt: skip
        assert [operation.summary for operation in store.operations()] == ["1 purged", "", "", "1 added"]

    def test_of_one_word_are_kept_whole(self, store: Store) -> None:
        by(store, "wdm ingest")
        keep(store, *OTHERS)
        store.purge([2])
        assert self.told(store)[0].startswith("wdm ingest")


class TestTags:
    @pytest.fixture
    def pool(self, store: Store) -> Store:
        """Cards 1 and 2; the second has all of the tags, each with the reason for which it should stay, or `alone`."""
        names = ["alone", "shared", "defined", "known", "related"]
        with store.change() as tx:
            tx.insert("card", [a_card(1, OTHERS[0]), a_card(2, OTHERS[1])])
            rows = [a_tag(name, source="found", definition=None) for name in names]
            made = tx.insert("tag", rows)
            told = tx.insert("tag", [a_tag("told")])
            tagged(tx, 2, *made, *told, owned=True)
            tagged(tx, 1, made[1], owned=True)
        with store.change() as tx:
            tx.update("tag", 3, {"definition": "said by a person"})
            tx.insert("tag_alias", [{"tag_id": 4, "name": "k", "key": "k", "match": "k"}])
            tx.insert("tag_relation", a_relation(5, 2))
        return store

    def test_those_that_the_program_found_there_alone_go_and_the_others_stay(self, pool: Store) -> None:
        pool.purge([2])
        left = {tag.name: tag.cards for tag in pool.each_tag()}
        assert left == {"shared": 1, "defined": 0, "known": 0, "related": 0, "told": 0}
        assert damage(pool) == []

    def test_what_is_counted_of_a_tag_goes_with_it(self, pool: Store) -> None:
        assert pool._db.rows("SELECT tag_id FROM tag_stat ORDER BY tag_id") == [(n,) for n in range(1, 7)]
        pool.purge([2])
        assert pool._db.rows("SELECT tag_id FROM tag_stat ORDER BY tag_id") == [(n,) for n in range(2, 7)]

    def test_the_number_of_one_that_went_is_not_given_again(self, pool: Store) -> None:
        with pool.change() as tx:
            tx.delete("card_tag", (2, 6))
        pool.purge([2])
        with pool.change() as tx:
            assert tx.insert("tag", [a_tag("new")]) == [7]

    def test_the_command_that_changed_one_that_went_does_not_name_it(self, store: Store) -> None:
        with store.change() as tx:
            tx.insert("card", [a_card(1, OTHERS[0])])
            tagged(tx, 1, *tx.insert("tag", [a_tag("coelacanth", source="found")]), owned=True)
        with by(store, "wdm tags deprecate coelacanth").change("deprecate: coelacanth") as tx:
            tx.update("tag", 1, {"status": "deprecated"})
        by(store, "wdm purge 1").purge([1])
        assert list(store.each_tag()) == []
        assert "coelacanth" not in in_tables(store)


class TestTheRestStands:
    def test_other_cards_and_the_index_are_as_if_it_had_never_been(self, secretive: Store) -> None:
        before = [secretive.cards([1])[0], secretive.cards([3])[0]]
        # red apple fruit; quagga 斑驴 fruit coelacanth; green pear
        assert secretive.totals() == (3, 3 + 4 + 2)
        secretive.purge([2])
        assert secretive.cards([1, 2, 3]) == before
        assert secretive.totals() == (2, 3 + 2)
        assert secretive.frequencies(["red", "pear", "fruit", "quagga", "斑驴", "coelacanth"]) == {
            "red": 1, "pear": 1, "fruit": 1,
        }  # fmt: skip
        assert [(tag.name, tag.cards) for tag in secretive.each_tag()] == [("fruit", 1)]
        assert damage(secretive) == []

    def test_the_index_is_what_a_rebuild_would_make(self, secretive: Store) -> None:
        def index() -> list[object]:
            postings = secretive._db.rows("SELECT * FROM posting ORDER BY term, block")
            return [postings, secretive._db.rows("SELECT * FROM counter ORDER BY name")]

        secretive.purge([2])
        before = index()
        assert secretive.rebuild() == 2
        assert index() == before

    def test_a_card_that_it_had_replaced_holds_again(self, store: Store) -> None:
        keep(store, *OTHERS)
        with store.change() as tx:
            tx.update("card", 1, {"superseded_by": 2})
        store.purge([2])
        assert store.cards([1])[0].live
        assert damage(store) == []

    def test_a_card_that_had_replaced_it_stays(self, store: Store) -> None:
        keep(store, *OTHERS)
        with store.change() as tx:
            tx.update("card", 2, {"superseded_by": 1})
        store.purge([2])
        assert [card.text for card in store.cards([1, 2])] == [OTHERS[0]]

    def test_its_number_is_never_given_again(self, store: Store, store_path: Path) -> None:
        keep(store, *OTHERS)
        store.purge([2])
        with opened(store_path) as another:
            assert keep(another, "blue plum") == [3]

    def test_a_card_that_is_not_there_leaves_all_as_it_was(self, secretive: Store) -> None:
        before = dump(secretive)
        with pytest.raises(NotFound):
            secretive.purge([2, 99])
        assert dump(secretive) == before
        assert secretive.operations(limit=1)[0].command.startswith("wdm feedback")
        assert secretive.used_on([2], DAY) == {2}


class TestUndo:
    def test_a_purge_cannot_be_undone(self, secretive: Store) -> None:
        secretive.purge([2])
        before = dump(secretive)
        number = secretive.operations(limit=1)[0].id
        for asked in (number, None):
            with pytest.raises(Refused, match=f"operation {number} .*cannot be undone"):
                secretive.undo(asked)
        assert dump(secretive) == before

    def test_the_log_tells_of_a_purge_without_saying_what_it_took(self, secretive: Store) -> None:
        secretive.purge([2])
        told = secretive.operations(limit=1)[0]
        assert (told.summary, told.final, told.finished, told.counts) == ("1 purged", True, True, {})

    def test_what_made_it_and_others_can_still_be_undone_and_done_again(self, secretive: Store) -> None:
        secretive.purge([2])  # operation 6
        before = dump(secretive)
        secretive.undo(1)
        assert dump(secretive)["card"] == dump(secretive)["card_tag"] == dump(secretive)["tag"] == []
        assert damage(secretive) == []
        secretive.undo(7)
        assert dump(secretive) == before
        assert [card.text for card in secretive.cards([1, 2, 3])] == OTHERS
        assert damage(secretive) == []

    def test_what_hid_it_with_others_brings_back_the_others(self, store: Store) -> None:
        keep(store, *OTHERS)
        with store.change() as tx:
            tx.update("card", 1, {"forgotten_at": AT})
            tx.update("card", 2, {"forgotten_at": AT})
        store.purge([2])
        store.undo(2)
        assert [card.forgotten_at for card in store.cards([1, 2])] == [None]

    def test_an_operation_on_it_alone_has_nothing_left_to_take_back(self, secretive: Store) -> None:
        secretive.purge([2])
        before = dump(secretive)
        for number in (5, 4, 3, 2):
            secretive.undo(number)
        assert dump(secretive) == before
        assert damage(secretive) == []

    def test_what_it_replaced_does_not_come_to_be_replaced_again(self, store: Store) -> None:
        keep(store, *OTHERS)
        with store.change() as tx:
            tx.update("card", 1, {"superseded_by": 2})
        store.undo(2)  # operation 3
        store.purge([2])
        with pytest.raises(Refused):
            store.undo(3)
        assert store.cards([1])[0].live
        assert damage(store) == []

    def test_another_card_that_was_undone_comes_back_though_its_found_tag_went(self, store: Store) -> None:
        with store.change() as tx:
            tx.insert("card", [a_card(1, OTHERS[0])])
            tagged(tx, 1, *tx.insert("tag", [a_tag("coelacanth", source="found")]), owned=True)
        with store.change() as tx:
            tx.insert("card", [a_card(2, OTHERS[1])])
            tagged(tx, 2, 1, owned=True)
        store.undo(2)  # operation 3
        store.purge([1])
        store.undo(3)
        assert [card.text for card in store.cards([1, 2])] == [OTHERS[1]]
        assert damage(store) == []


@contextmanager
def reading_elsewhere(path: Path) -> Iterator[None]:
    """Let another process hold one state of a store for a block."""
    hold = """if 1:
        import sys
        from pathlib import Path
        from wdm.store.reader import Reader
        with Reader(Path(sys.argv[1]), busy_ms=0) as store, store.snapshot():
            print(store.totals(), flush=True)
            sys.stdin.read()
    """
    with subprocess.Popen(
        [sys.executable, "-c", hold, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as reader:
        assert reader.stdout is not None
        assert reader.stdout.readline().startswith(b"(")  # from here on it reads
        try:
            yield
        finally:
            reader.communicate(timeout=60)


class TestInUse:
    def test_while_another_process_reads_the_card_goes_at_once_and_its_pages_later(
        self, secretive: Store, store_path: Path
    ) -> None:
        secretive._db.run("PRAGMA busy_timeout = 100")  # the reader will not give way
        with reading_elsewhere(store_path):
            with pytest.raises(Busy):
                secretive.purge([2])
            assert [card.text for card in secretive.cards([1, 2, 3])] == OTHERS
            assert secretive.operations(limit=1)[0].summary == "1 purged"
            assert damage(secretive) == []
            assert b"quagga" in on_disk(store_path)
            with pytest.raises(Busy):
                secretive.compact()
        secretive.compact()
        left = on_disk(store_path)
        assert [what for what, word in SECRETS.items() if word.encode() in left] == []
        assert damage(secretive) == []

    def test_while_another_process_writes_nothing_is_erased(self, secretive: Store, store_path: Path) -> None:
        secretive.close()
        with opened(store_path) as writer, writer.change() as tx:
            tx.insert("card", [a_card(4, "blue plum")])
            with opened(store_path, busy_ms=0) as waiting, pytest.raises(Busy):
                waiting.purge([2])
        with opened(store_path, write=False) as store:
            assert [card.id for card in store.cards([1, 2, 3, 4])] == [1, 2, 3, 4]
