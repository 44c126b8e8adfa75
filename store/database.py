"""One SQLite file: opening it, its schema, its transactions, and its errors in words a user can act on."""

from __future__ import annotations

import os
import re
import sqlite3
import stat
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from enum import StrEnum
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import peewee

from wdm.store.errors import UNSOUND, Busy, Damaged, NoStore, SchemaTooNew, Unusable, WdmError
from wdm.store.migrations import APPLICATION_ID, FUNCTIONS, MIGRATIONS

Known = TypeVar("Known", bound=StrEnum)

Row = Any
"""A row as SQLite returns it: a tuple whose types the query decides."""

CONFLICTS = (peewee.IntegrityError, sqlite3.IntegrityError)
"""Raised where a change breaks a rule of the schema; `Store.undo` expects them, elsewhere they are bugs."""

_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT}
_SPOILT = re.compile("no such (table|column)|decode to UTF-8")
"""How SQLite words a schema or a text that is not as this program wrote it."""
_SMALLEST = 512
"""Bytes of the smallest page: SQLite would take a shorter file for an empty one, and overwrite it."""
_ANOTHER = "name another file, or restore a backup"
_UNUSABLE = {
    sqlite3.SQLITE_FULL: "make room on the disk, then run it again",
    sqlite3.SQLITE_IOERR: "the disk may be full, or failing: see to that, then run it again",
    sqlite3.SQLITE_READONLY: "to write takes the right to change the file and its folder",
    sqlite3.SQLITE_CANTOPEN: "to read takes the right to read the file, and its log if it has one",
    sqlite3.SQLITE_PERM: "", sqlite3.SQLITE_NOLFS: "", sqlite3.SQLITE_AUTH: "",
}  # fmt: skip
"""What to do where the file system says no."""


class Database:
    """A connection to one store file that speaks in `WdmError`s.

    A reader's connection cannot write at all; a writer's creates the file (mode 0600) when it is missing
    and brings an older schema up to date, after a backup copy beside it.
    """

    def __init__(
        self,
        path: Path,
        *,
        write: bool,
        busy_ms: int = 5000,
        durable: bool = True,
        journal_mode: str = "wal",
    ) -> None:
        self.path = path
        self._journal_mode = journal_mode
        self._busy_ms = busy_ms
        self._durable = durable
        size = _size(path)
        if size is None and not write:
            raise NoStore(f"there is no store at {path}", hint="`wdm ingest` creates one")
        if size is None:
            self._create_if_missing()
        elif 0 < size < _SMALLEST:
            raise Damaged(f"{path} is not a store of wdm", hint=_ANOTHER)
        self._db = self._connect(write=write)
        try:
            self._check_schema(write=write)
        except WdmError:
            self.close()
            raise

    def close(self) -> None:
        """Close the connection; closing twice does no harm."""
        with self._errors():
            self._db.close()

    def rows(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        """Return all rows of a query."""
        with self._errors():
            return list(self._db.execute_sql(sql, values))

    def row(self, sql: str, values: Sequence[object] = ()) -> Row | None:
        """Return the first row of a query, or None."""
        with self._errors():
            found: Row | None = self._db.execute_sql(sql, values).fetchone()
            return found

    def each(self, sql: str, values: Sequence[object] = ()) -> Iterator[Row]:
        """Yield the rows of a query one by one, so that memory stays flat."""
        with self._errors():
            yield from self._db.execute_sql(sql, values)

    def run(self, sql: str, values: Sequence[object] = ()) -> int:
        """Run one statement; return the id of the row that it inserted, or the last one before it."""
        with self._errors():
            return int(self._db.execute_sql(sql, values).lastrowid or 0)

    def many(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        """Run one statement for each row of values."""
        with self._errors():
            self._db.cursor().executemany(sql, rows)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Hold the write lock for a block: all of it is committed, or none."""
        with self._errors(), self._db.atomic("IMMEDIATE"):
            yield

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Hold one state of the store for the reads of a block, without the write lock."""
        with self._errors(), self._db.atomic("DEFERRED"):
            yield

    def checkpoint(self) -> None:
        """Bring all of the log into the file and empty it.

        Raises:
            Busy: another process reads or writes.

        """
        row = self.row("PRAGMA wal_checkpoint(TRUNCATE)")
        if row and row[0]:
            raise Busy(f"{self.path} is in use by another process", hint="try again in a moment")

    def copy_to(self, target: Path) -> None:
        """Copy the store, even while it is in use, to a new file of mode 0600.

        Raises:
            Unusable: the target exists or cannot be written.

        """
        try:
            _create(target)
        except FileExistsError as error:
            raise Unusable(f"{target} exists already") from error
        # By a connection of its own, for a connection cannot copy while it holds the write lock.
        try:
            with (
                self._errors(),
                closing(sqlite3.connect(self._uri, uri=True, timeout=self._busy_ms / 1000)) as source,
                # Absolute, for SQLite may take a name that begins with `file:` for an address.
                closing(sqlite3.connect(target.absolute())) as copy,
            ):
                source.backup(copy)
                copy.execute("PRAGMA journal_mode = delete")  # one file, beside which no reader makes others
        except BaseException:
            target.unlink()  # half a copy would pass for a whole one
            raise

    def replace_by(self, source: Path) -> None:
        """Take over all that another file holds, in one transaction, even while others read."""
        with (
            self._errors(),
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as other,
            closing(sqlite3.connect(self._uri, uri=True, timeout=self._busy_ms / 1000)) as mine,
        ):
            other.backup(mine)

    def _connect(self, *, write: bool) -> peewee.SqliteDatabase:
        uri = self.path.absolute().as_uri()
        pragmas: list[tuple[str, object]] = [("foreign_keys", 1), ("cache_size", -64_000)]
        if write:
            # What is acknowledged is on disk; a mere count of uses need not wait for that.
            pragmas.append(("synchronous", "full" if self._durable else "normal"))
        modes = ("rw",) if write else ("ro", "immutable")
        for mode in modes:
            # A read-only folder cannot hold the -shm file that WAL wants; nobody can write there
            # either, so the file may be read as it stands.
            query = "?immutable=1" if mode == "immutable" else f"?mode={mode}"
            db = peewee.SqliteDatabase(
                uri + query, pragmas=pragmas, uri=True, timeout=self._busy_ms / 1000, autoconnect=False
            )
            try:
                with self._errors():
                    db.connect()
                    db.execute_sql("SELECT count(*) FROM sqlite_master").fetchone()
                self._uri = uri + query
                return db
            except UnicodeDecodeError as error:  # in SQLite's own words about a schema that is none
                with suppress(peewee.DatabaseError):
                    db.close()
                raise Damaged(
                    f"{self.path} is not a sound store: its schema cannot be read",
                    hint=UNSOUND,
                ) from error
            except WdmError as error:
                with suppress(peewee.DatabaseError):
                    db.close()
                if not isinstance(error, Unusable) or mode == modes[-1] or self._has_wal():
                    raise
        raise AssertionError("unreachable")

    def _has_wal(self) -> bool:
        wal = Path(f"{os.path.realpath(self.path)}-wal")
        return wal.exists() and wal.stat().st_size > 0

    def _create_if_missing(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise Unusable(f"cannot make the folder {self.path.parent}: {error.strerror}") from error
        with suppress(FileExistsError):
            # What a link leads to, for the link itself is there.
            _create(Path(os.path.realpath(self.path)) if self.path.is_symlink() else self.path)

    def _check_schema(self, *, write: bool) -> None:
        version, application, tables = self._state()
        if (tables or application) and application != APPLICATION_ID:
            raise Damaged(f"{self.path} is a database, but not a store of wdm", hint=_ANOTHER)
        if version > len(MIGRATIONS):
            raise SchemaTooNew(
                f"{self.path} has schema {version}, this program knows {len(MIGRATIONS)}",
                hint="install a newer wdm",
            )
        if write:  # only now, for it changes the file
            self.row(f"PRAGMA journal_mode = {self._journal_mode}")
        if version == len(MIGRATIONS):
            return
        if write:
            self._migrate()
        elif not tables:
            raise NoStore(f"{self.path} is empty", hint="`wdm ingest` makes a store of it")
        else:
            self._db.close()
            Database(self.path, write=True, busy_ms=self._busy_ms).close()
            self._db = self._connect(write=False)

    def _state(self) -> tuple[int, int, int]:
        """Return version of the schema, application and number of tables, all of one moment."""
        with self.snapshot():
            version = self.row("PRAGMA user_version")
            application = self.row("PRAGMA application_id")
            tables = self.row("SELECT count(*) FROM sqlite_master")
        return tuple(int(found[0]) if found else 0 for found in (version, application, tables))  # type: ignore[return-value]

    def _migrate(self) -> None:
        for name, function in FUNCTIONS.items():
            self._db.connection().create_function(name, 1, function, deterministic=True)
        with self.transaction():
            # Another process may have been faster; its steps are seen here, under the lock.
            version, _, tables = self._state()
            if tables and version < len(MIGRATIONS):
                self._back_up(version)
            for number, (_, statements) in enumerate(MIGRATIONS[version:], start=version + 1):
                for statement in statements.split(";\n"):
                    if statement.strip():
                        self.run(statement)
                self.run(f"PRAGMA application_id = {APPLICATION_ID}")
                self.run(f"PRAGMA user_version = {number}")

    def _back_up(self, version: int) -> None:
        """Copy the store beside itself, under the write lock; a backup that is there already stays."""
        partial = self.path.with_name(f"{self.path.name}.bak.partial")
        partial.unlink(missing_ok=True)  # of a process that was killed while it copied
        self.copy_to(partial)
        stem = f"{self.path.name}.schema-{version}"
        backup = self.path.with_name(f"{stem}.bak")
        for number in count(2):
            if not backup.exists():
                break
            backup = self.path.with_name(f"{stem}-{number}.bak")
        partial.rename(backup)

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except (peewee.DatabaseError, sqlite3.DatabaseError) as error:
            told = _told(error, self.path)
            if told is None:
                raise
            raise told from error


def _size(path: Path) -> int | None:
    """Return how many bytes a file has, or None where there is none.

    Raises:
        Unusable: it is no file, such as a pipe that would be waited for, or cannot be looked at.

    """
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise Unusable(f"cannot read {path}: {error.strerror}") from error
    if not stat.S_ISREG(found.st_mode):
        kind = "a folder" if stat.S_ISDIR(found.st_mode) else "a device or a pipe"
        raise Unusable(f"{path} is {kind}, not a file")
    return found.st_size


def _create(path: Path) -> None:
    """Make an empty file that only its owner can read, or say why not."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        raise
    except OSError as error:
        raise Unusable(f"cannot make {path}: {error.strerror}") from error


def ours(path: Path) -> bool:
    """Tell whether a file says in its header that it is a store, damaged as it may be otherwise."""
    with path.open("rb") as file:
        return file.read(72)[68:] == APPLICATION_ID.to_bytes(4, "big")  # where SQLite keeps it


def known(kind: type[Known], word: str) -> Known:
    """Return the member of a set of words that a column holds.

    Raises:
        Damaged: it holds another one, which the program never writes.

    """
    try:
        return kind(word)
    except ValueError as error:
        raise Damaged(
            f"the store is not sound: it has the {kind.__name__.lower()} {word!r}", hint="restore a backup"
        ) from error


def _told(error: BaseException, path: Path) -> WdmError | None:
    """Return the error in the user's words, or None where it is a bug of ours.

    A rollback that SQLite has done by itself fails when it is tried again; what came before it tells why.
    """
    told: BaseException | None = error
    while told is not None:
        code = getattr(told, "sqlite_errorcode", None)
        primary = code & 0xFF if isinstance(code, int) else None
        if primary in _BUSY:
            return Busy(f"{path} is in use by another process", hint="try again in a moment")
        if primary in _DAMAGED or (isinstance(told, sqlite3.Error) and _SPOILT.search(str(told))):
            return Damaged(f"{path} is not a sound store: {told}", hint=UNSOUND)
        if primary in _UNUSABLE:
            return Unusable(f"{path}: {told}", hint=_UNUSABLE[primary])
        told = told.__cause__ or told.__context__
    return None
