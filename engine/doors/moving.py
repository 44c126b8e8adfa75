"""The door to what concerns a memory as a whole: backup, restoring one, repair, export, import."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from wdm.engine.moving import lines
from wdm.store.check import Finding, private
from wdm.store.database import ours
from wdm.store.errors import Damaged, NoStore, Refused, Unusable
from wdm.store.files import left_beside, numbered, private_text, put_aside, remove, whole
from wdm.store.moving import Merged
from wdm.store.store import Store


class Moving:
    """What moves a memory as a whole.

    Args:
        path: of the memory.
        open_store: opens the store for reading (False) or writing (True), and then makes it when it is missing.
        open_at: opens the store at another path for reading.

    """

    def __init__(
        self, path: Path, open_store: Callable[[bool], Store], open_at: Callable[[Path], Store]
    ) -> None:
        self._path = path
        self._open = open_store
        self._open_at = open_at

    def backup(self, target: Path) -> int:
        """Copy the memory to a new file, even while it is in use, and check the copy; return its cards.

        Raises:
            Unusable: the target exists, or cannot be written.
            Damaged: the copy is not sound; it is removed.

        """
        with self._open(False) as store, whole(target) as partial:
            store.copy_to(partial)
            try:
                return self._checked(partial)
            except Damaged as error:
                raise Damaged(
                    f"no copy was made: {store.path} is not sound",
                    hint="`wdm doctor` says where; an earlier backup is of use now",
                ) from error

    def restore_from(self, source: Path) -> tuple[int, Path | None]:
        """Put a backup, once it is found sound, in place of the memory; return its cards, and where the old one is kept.

        A memory that is damaged is put aside as it is, with its log.

        Raises:
            NoStore: there is no backup at that path.
            Refused: it is the memory itself.
            Damaged: it is not sound, or the memory's file is no store of wdm; nothing is changed.

        """
        try:
            cards = self._checked(source)
        except NoStore as error:
            raise NoStore(error.message) from error  # its hint says how a store is made, not a backup
        if os.path.realpath(source) == os.path.realpath(self._path):
            raise Refused("a memory cannot be restored from itself")
        try:
            kept = self._replaced_by(source)
        except Damaged:
            if not ours(self._path):
                raise
            kept = self._put_aside_for(source)
        self._open(True).close()  # brings an older schema up to date
        return cards, kept

    def export(self) -> Iterator[str]:
        """Yield the memory as lines, all from one state of it."""
        with self._open(False) as store, store.snapshot():
            yield from lines.export(store)

    def export_to(self, target: Path) -> int:
        """Write the memory as lines to a new file; return how many they are.

        Raises:
            Unusable: the target exists, or cannot be written.

        """
        written = 0
        try:
            with whole(target) as partial, private_text(partial) as stream:
                for line in self.export():
                    stream.write(line + "\n")
                    written += 1
                stream.flush()
                os.fsync(stream.fileno())
        except OSError as error:
            raise Unusable(f"cannot write {target}: {error.strerror}") from error
        return written

    def merge(self, told: Iterable[tuple[int, str]], *, dry_run: bool) -> Merged:
        """Merge an export into the memory, in one operation: all of it, or nothing.

        Raises:
            Usage: a line is none of an export.
            Refused: a row refers to one that is not there.

        """
        with self._open(True) as store:
            block = store.rehearsal() if dry_run else store.change()
            with block as tx:
                return lines.merge(tx, told)

    def repair(self) -> tuple[Path, list[Finding]]:
        """Mend what a program can, after a backup: the index, the statistics, who may read the files.

        Returns:
            The backup, and what is still wrong.

        """
        with self._open(True) as store:
            kept = _kept(store, "before-repair")
            kinds = {finding.kind for finding in store.findings()}
            if kinds & {"index", "statistics"}:
                store.rebuild()
            if "mode" in kinds:
                for path in private(store.path):
                    path.chmod(0o600)
            for path in left_beside(store.path):
                remove(path)
            return kept, store.findings()

    def _checked(self, path: Path) -> int:
        with self._open_at(path) as store, store.snapshot():
            wrong = [finding for finding in store.findings() if finding.damage]
            if wrong:
                raise Damaged(f"{path} is not sound: {wrong[0].detail}", hint="nothing was changed")
            return store.totals()[0]

    def _replaced_by(self, source: Path) -> Path | None:
        """Let the memory take over all of a backup, in one transaction; return where it is kept as it was."""
        with suppress(NoStore):
            self._open(False).close()  # damage shows before a writer touches the file's log
        with self._open(True) as store:
            kept = _kept(store, "before-restore") if store.totals()[0] else None
            try:
                store.replace_by(source)
            except BaseException:  # it stands as it was
                if kept:
                    kept.unlink()
                raise
            return kept

    def _put_aside_for(self, source: Path) -> Path:
        """Put a copy of a backup in the place of a memory that cannot be opened; return where that one is kept."""
        path = Path(os.path.realpath(self._path))
        kept = numbered(path, "before-restore")
        with self._open_at(source) as store, whole(path, over=True) as partial:
            store.copy_to(partial)
            put_aside(path, kept)
        return kept


def _kept(store: Store, name: str) -> Path:
    """Copy the store beside itself, to the first path of this name, numbered, at which nothing is."""
    target = numbered(store.path, name)
    with whole(target) as partial:
        store.copy_to(partial)
    return target
