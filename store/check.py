"""Whether a store is sound, and the derived tables made anew."""

from __future__ import annotations

import stat
from collections.abc import Callable, Iterator
from typing import NamedTuple

from wdm.store import cards, postings
from wdm.store.cards import TermsOf
from wdm.store.database import Database
from wdm.store.errors import Damaged


class Finding(NamedTuple):
    """Something wrong with a store, and what mends it."""

    kind: str
    detail: str
    repair: str
    damage: bool = True
    """False for what deserves a look without any memory being at risk."""


def findings(db: Database, terms_of: TermsOf) -> list[Finding]:
    """Return what is wrong with the file, its rows, its index and its mode; nothing when all is well."""
    try:
        found = list(_file(db))
        if not found:
            found += [*_rows(db), *_index(db, terms_of), *_statistics(db)]
    except Damaged as error:
        found = [Finding("file", error.message, "restore a backup")]
    return found + list(_mode(db))


def rebuild(db: Database, terms_of: TermsOf, progress: Callable[[int], None] = lambda _: None) -> int:
    """Make postings, counters and tag statistics anew; return the number of cards indexed."""
    postings.clear(db)
    done = 0
    for batch in cards.every(db, size=4000):
        postings.replace(db, {}, {card.id: terms_of(card) for card in batch})
        done += len(batch)
        progress(len(batch))
    db.run("DELETE FROM tag_stat")
    db.run(
        "INSERT INTO tag_stat (tag_id, cards, first_seen, last_seen) SELECT ct.tag_id, count(*),"
        " min(c.created_at), max(c.created_at) FROM card_tag AS ct JOIN card AS c ON c.id = ct.card_id"
        " GROUP BY ct.tag_id"
    )
    return done


def _file(db: Database) -> Iterator[Finding]:
    for (message,) in db.rows("PRAGMA integrity_check(20)"):
        if message != "ok":
            yield Finding("file", str(message), "restore a backup")


def _rows(db: Database) -> Iterator[Finding]:
    for table, number, parent, _ in db.rows("PRAGMA foreign_key_check"):
        yield Finding(
            "reference", f"{table} {number} refers to a {parent} that is not there", "wdm undo, or a backup"
        )
    unfinished = db.rows("SELECT id, command FROM operation WHERE finished = 0")
    for number, command in unfinished:
        yield Finding(
            "operation", f"operation {number} ({command}) was cut short; what it wrote is whole",
            f"run it again, or wdm undo {number}", damage=False,
        )  # fmt: skip
    for number, name in db.rows(
        "SELECT id, name FROM tag WHERE (status = 'merged') <> (merged_into IS NOT NULL)"
    ):
        yield Finding(
            "tag", f"tag {number} ({name}) is merged without a target, or the other way round", "wdm undo"
        )
    for number, name in db.rows("SELECT t.id, t.name FROM tag_alias AS a JOIN tag AS t ON t.key = a.key"):
        yield Finding("tag", f"the name of tag {number} ({name}) is an alias too", "wdm tags unalias")


def _index(db: Database, terms_of: TermsOf) -> Iterator[Finding]:
    """Compare the index with the cards, a batch at a time, so that memory stays flat.

    Of each card's terms only the sum of their hashes is held: it tells other terms, and terms twice, apart.
    """
    repair = "wdm doctor --rebuild"
    missing = surplus = total = count = 0
    holders: dict[int, int] = {}
    for batch in cards.every(db, size=4000):
        for card in batch:
            terms = terms_of(card)
            count += 1
            total += len(terms)
            holders[card.id] = sum(map(hash, set(terms)))
    seen: dict[int, int] = dict.fromkeys(holders, 0)
    for term, block, offsets in db.each("SELECT term, block, offsets FROM posting"):
        for number in postings.numbers(block, offsets):
            if number in seen:
                seen[number] += hash(term)
            else:
                surplus += 1
    missing = sum(1 for number, wanted in holders.items() if seen[number] != wanted)
    if missing:
        yield Finding(
            "index", f"{missing} cards are not indexed under all of their terms, and under no others", repair
        )
    if surplus:
        yield Finding("index", f"{surplus} postings name cards that are not there", repair)
    if postings.totals(db) != (count, total):
        yield Finding("index", f"totals are {postings.totals(db)}, not {(count, total)}", repair)


def _statistics(db: Database) -> Iterator[Finding]:
    wrong = db.rows(
        "SELECT t.name FROM tag AS t LEFT JOIN tag_stat AS s ON s.tag_id = t.id WHERE coalesce(s.cards, 0) <>"
        " (SELECT count(*) FROM card_tag WHERE tag_id = t.id)"
    )
    if wrong:
        yield Finding(
            "statistics",
            f"{len(wrong)} tags are counted wrongly, {wrong[0][0]} first",
            "wdm doctor --rebuild",
        )


def _mode(db: Database) -> Iterator[Finding]:
    mode = stat.S_IMODE(db.path.stat().st_mode)
    if mode & 0o077:
        yield Finding(
            "mode", f"others can read {db.path} (mode {mode:o})", f"chmod 600 {db.path}", damage=False
        )
