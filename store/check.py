"""Whether a store is sound, and the derived tables made anew."""

from __future__ import annotations

import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from wdm.store import cards, postings
from wdm.store.cards import TermsOf
from wdm.store.database import Database
from wdm.store.errors import Damaged
from wdm.store.files import left_beside

MOUNTS = Path("/proc/self/mounts")

NETWORKED = frozenset(
    (
        "nfs",
        "nfs4",
        "cifs",
        "smb3",
        "smbfs",
        "afs",
        "ceph",
        "fuse.sshfs",
        "fuse.rclone",
        "fuse.glusterfs",
        "davfs",
    )
)
"""Types of file systems that live on other machines."""


BACKUP = "wdm restore-from a backup"
"""What mends a file that cannot be read."""

DAY = 86_400_000
"""Milliseconds."""

MOST = 20
"""Findings of SQLite's own check; more of them tell no more."""


class Finding(NamedTuple):
    """Something wrong with a store, and what mends it."""

    kind: str
    detail: str
    repair: str
    damage: bool = True
    """False for what deserves a look without any memory being at risk."""


def findings(db: Database, terms_of: TermsOf, now: int) -> list[Finding]:
    """Return what is wrong with the file, its rows, its index and its surroundings; nothing when all is well.

    Args:
        db: the store.
        terms_of: the index terms of a card.
        now: milliseconds since 1970.

    """
    try:
        found = list(_file(db))
        if not found:
            found += [
                *_references(db),
                *contradictions(db),
                *_unfinished(db),
                *_late(db, now),
                *_index(db, terms_of),
                *_statistics(db),
            ]
    except Damaged as error:
        found = [Finding("file", error.message, BACKUP)]
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        found = [Finding("file", f"what it holds cannot be read: {error}", BACKUP)]
    return [*found, *_left(db), *_mode(db), *_folder(db)]


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
    for (message,) in db.rows(f"PRAGMA integrity_check({MOST})"):
        for line in str(message).splitlines():
            if line != "ok" and not line.startswith("***"):  # the name of the database
                yield Finding("file", line, BACKUP)


def _unfinished(db: Database) -> Iterator[Finding]:
    for number, command in db.rows("SELECT id, command FROM operation WHERE finished = 0"):
        yield Finding(
            "operation", f"operation {number} ({command}) was cut short; what it wrote is whole",
            f"run it again, or wdm undo {number}", damage=False,
        )  # fmt: skip


def _late(db: Database, now: int) -> Iterator[Finding]:
    """Tell of turns that nobody has ended, and of what this machine's clock says has not happened yet."""
    row = db.row("SELECT count(*) FROM card WHERE status = 'pending' AND created_at < ?", (now - DAY,))
    if row and row[0]:
        yield Finding(
            "frame", f"{row[0]} turns were begun more than a day ago and never completed",
            "wdm complete, or wdm evolve, which closes them", damage=False,
        )  # fmt: skip
    row = db.row("SELECT count(*), max(at) FROM operation WHERE at > ?", (now + DAY,))
    if row and row[0]:
        yield Finding(
            "clock", f"{row[0]} operations are dated as much as {(row[1] - now) // DAY} days from now",
            "set this machine's clock; if it was wrong then, nothing is to be mended", damage=False,
        )  # fmt: skip


def _left(db: Database) -> Iterator[Finding]:
    for path in left_beside(db.path):
        yield Finding(
            "left", f"{path} was left by a process that was killed", "wdm doctor --repair", damage=False
        )


def _references(db: Database) -> Iterator[Finding]:
    for table, number, parent, _ in db.rows("PRAGMA foreign_key_check"):
        yield Finding(
            "reference", f"{table} {number} refers to a {parent} that is not there", "wdm undo, or a backup"
        )


def contradictions(db: Database) -> Iterator[Finding]:
    """Yield what cannot be true of the rows of a store together, beyond the references that SQLite itself guards."""
    for number, name in db.rows(
        "SELECT id, name FROM tag WHERE (status = 'merged') <> (merged_into IS NOT NULL)"
    ):
        yield Finding(
            "tag", f"tag {number} ({name}) is merged without a target, or the other way round", "wdm undo"
        )
    for number, name in db.rows("SELECT t.id, t.name FROM tag_alias AS a JOIN tag AS t ON t.key = a.key"):
        yield Finding("tag", f"the name of tag {number} ({name}) is an alias too", "wdm tags unalias")
    for number, name in db.rows(
        "SELECT t.id, t.name FROM tag AS t JOIN tag AS u ON u.id = t.merged_into WHERE t.status = 'merged' AND u.merged_into IS NOT NULL"
    ):
        yield Finding("tag", f"tag {number} ({name}) is merged into one that is merged itself", "wdm undo")
    for one, other in db.rows(
        "SELECT tag_id, other_id FROM tag_relation AS r WHERE NOT EXISTS (SELECT 1 FROM tag_relation AS b"
        " WHERE b.tag_id = r.other_id AND b.other_id = r.tag_id AND b.level = r.level)"
    ):
        yield Finding(
            "relation",
            f"tags {one} and {other} are related from one side only, or not alike",
            "wdm tags unrelate",
        )
    for number in _circles(
        dict(db.rows("SELECT id, superseded_by FROM card WHERE superseded_by IS NOT NULL"))
    ):
        yield Finding("card", f"card {number} has, over others, replaced itself", f"wdm restore {number}")


def _circles(replaced: dict[int, int]) -> Iterator[int]:
    """Yield one card of each circle of cards that replaced each other."""
    seen: set[int] = set()
    for number in sorted(replaced):
        path: list[int] = []
        at = number
        while at in replaced and at not in seen:
            seen.add(at)
            path.append(at)
            at = replaced[at]
        if at in path:
            yield at


def _index(db: Database, terms_of: TermsOf) -> Iterator[Finding]:
    """Compare the index with the cards, a batch at a time, so that memory stays flat.

    Of each card's terms only the sum of their hashes is held: it tells other terms, and terms twice, apart.
    """
    repair = "wdm doctor --rebuild"
    missing = surplus = miscounted = total = count = 0
    holders: dict[int, int] = {}
    for batch in cards.every(db, size=4000):
        for card in batch:
            terms = terms_of(card)
            count += 1
            total += len(terms)
            holders[card.id] = sum(map(hash, set(terms)))
    seen: dict[int, int] = dict.fromkeys(holders, 0)
    for term, holding, sound in postings.every(db):
        miscounted += not sound
        for number in holding:
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
    if miscounted:
        yield Finding("index", f"{miscounted} lists of the index miscount their cards", repair)
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
    for path in private(db.path):
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & 0o077:
            yield Finding(
                "mode", f"others can read {path} (mode {mode:o})", f"chmod 600 {path}", damage=False
            )


def _folder(db: Database) -> Iterator[Finding]:
    """Warn of a folder on a network, whose processes do not share the memory that WAL is kept in step by."""
    row = db.row("PRAGMA journal_mode")
    kind = network(db.path, MOUNTS.read_text(encoding="utf-8", errors="replace")) if MOUNTS.exists() else None
    if kind and row and row[0] == "wal":
        yield Finding(
            "folder", f"{db.path} is on a network ({kind}), where several machines would damage it",
            'journal_mode = "delete" under [store] in the configuration, or a folder of this machine', damage=False,
        )  # fmt: skip


def network(path: Path, mounts: str) -> str | None:
    """Return the type of the network file system that a path is on, or None.

    Args:
        path: of the store.
        mounts: the kernel's table: device, folder, type and more on each line.

    """
    found, length = "", -1
    place = path.absolute()
    for line in mounts.splitlines():
        words = line.split()
        if len(words) < 3:
            continue
        folder = Path(words[1].replace("\\040", " "))
        if place.is_relative_to(folder) and len(folder.parts) >= length:
            found, length = words[2], len(folder.parts)
    return found if found in NETWORKED else None


def private(path: Path) -> list[Path]:
    """Return the files of a store that only its owner should read: itself, its log, its backups."""
    beside = (one for one in path.parent.iterdir() if one.name.startswith(f"{path.name}."))
    kept = [path, *(path.with_name(f"{path.name}{end}") for end in ("-wal", "-shm")), *sorted(beside)]
    return [one for one in kept if one.is_file()]
