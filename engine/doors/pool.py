"""The tag pool's own door of a memory: one method for each thing that people do to tags."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from wdm.engine import golden, look, suggest, tag_pool
from wdm.engine.recall import Query, Recall
from wdm.engine.rules import generic
from wdm.engine.rules.flaws import text_in
from wdm.engine.settings import RecallSettings
from wdm.engine.suggest import Deed, Proposal
from wdm.engine.tag_pool import Moved
from wdm.store.errors import NotFound, Refused
from wdm.store.journal import Transaction
from wdm.store.records import Level, Relation, Tag, TagStatus
from wdm.store.store import Store

FIRST = 5
"""Hits of a query that a merge is checked against."""

CHECKED = 20
"""Queries, of those that feedback was last given for, that a merge is checked against."""

COMPANY = 10
"""Tags that are shown as standing beside another."""


@dataclass(frozen=True, slots=True)
class TagFilter:
    """Which tags a listing wants."""

    status: TagStatus | None = None
    unused: bool = False
    generic: bool = False
    incomplete: bool = False
    sort: str = "cards"


@dataclass(frozen=True, slots=True)
class TagView:
    """A tag with what surrounds it."""

    tag: Tag
    merged_into: Tag | None
    merged_from: tuple[Tag, ...]
    relations: tuple[tuple[Relation, Tag], ...]
    together: tuple[tuple[Tag, int], ...]
    """Tags that stand beside it, with the number of cards."""
    cards: tuple[int, ...]
    """The newest of its cards; those that a deprecated tag would still have matched, too."""


@dataclass(frozen=True, slots=True)
class Shift:
    """How the first hits of a query change."""

    query: str
    before: tuple[int, ...]
    after: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MergePlan:
    """What a merge does, or would do."""

    moved: Moved
    shifts: tuple[Shift, ...] = ()
    checked: int = 0
    """Queries that were compared."""


@dataclass(slots=True)
class Decided:
    """What became of decisions on proposals."""

    applied: int = 0
    skipped: int = 0
    refused: list[tuple[int, str]] = field(default_factory=list)
    """Line and reason of decisions that could not be carried out."""


class Pool:
    """The tag pool of a memory.

    Args:
        open_store: opens the store for reading (False) or writing (True).
        settings: for the recalls that a merge is checked against.
        now: milliseconds since 1970.

    """

    def __init__(self, open_store: Callable[[bool], Store], settings: RecallSettings, now: int) -> None:
        self._open = open_store
        self._settings = settings
        self._now = now

    def listing(self, wanted: TagFilter) -> Iterator[Tag]:
        """Yield tags of the pool: the most used first, or by `name`, `seen` (the latest first) or `code`."""
        with self._open(False) as store, store.snapshot():
            yield from (
                tag for tag in store.each_tag(status=wanted.status, order=wanted.sort) if _passes(tag, wanted)
            )

    def show(self, name: str) -> TagView:
        """Return a tag with its relations, company and cards.

        Raises:
            NotFound: there is no such tag.

        """
        with self._open(False) as store, store.snapshot():
            tag = tag_pool.find(store, name, follow=False)
            company = store.tags_together(tag.id, COMPANY)
            beside = {other.id: other for other in store.tags(number for number, _ in company)}
            return TagView(
                tag,
                store.tags([store.target_of(tag.id)])[0] if tag.merged_into else None,
                tuple(store.tags(store.merged_into(tag.id))),
                tuple(tag_pool.of_tag(store, tag)),
                tuple((beside[number], count) for number, count in company),
                tuple(store.cards_of_tag(tag.id, COMPANY)),
            )

    def add(
        self,
        name: str,
        *,
        definition: str | None,
        dimension: str | None,
        kind: str | None,
        aliases: Sequence[str],
    ) -> Tag:
        """Make a tag."""
        with self._open(True) as store, store.change() as tx:
            return tag_pool.add(
                store, tx, name, definition=definition, dimension=dimension, kind=kind, aliases=aliases
            )

    def define(self, name: str, *, definition: str | None, dimension: str | None, kind: str | None) -> Tag:
        """Give a tag a definition, dimension or type."""
        with self._change(name) as (store, tx, tag):
            tag_pool.define(tx, tag, definition=definition, dimension=dimension, kind=kind)
            return store.tags([tag.id])[0]

    def alias(self, name: str, alias: str) -> Tag:
        """Give a tag another name."""
        with self._change(name) as (store, tx, tag):
            tag_pool.alias(store, tx, tag.id, alias)
            return store.tags([tag.id])[0]

    def unalias(self, name: str, alias: str) -> Tag:
        """Take a name from a tag."""
        with self._change(name) as (store, tx, tag):
            tag_pool.unalias(store, tx, tag, alias)
            return store.tags([tag.id])[0]

    def rename(self, name: str, new: str) -> Tag:
        """Give a tag a new name; the old one stays as an alias."""
        with self._change(name) as (store, tx, tag):
            tag_pool.rename(store, tx, tag, new)
            return store.tags([tag.id])[0]

    def set_status(self, names: Sequence[str], status: TagStatus, reason: str = "") -> list[Tag]:
        """Activate or deprecate tags: all of them, or on an error none; the reason goes into the journal."""
        with self._open(True) as store, store.change(reason.strip()) as tx:
            tags = [tag_pool.find(store, name, follow=False) for name in names]
            with self._golden_kept(store, tx, anew=status is not TagStatus.DEPRECATED):
                for tag in tags:
                    tag_pool.set_status(tx, tag, status)
                    _note(store, tx, *_verdict(tag, status))
            return store.tags(tag.id for tag in tags)

    def relate(self, one: str, other: str, level: Level, reason: str) -> tuple[Tag, Tag, bool]:
        """Relate two tags; return them, and whether that changed anything."""
        with self._change(one) as (store, tx, tag):
            target = tag_pool.find(store, other)
            return tag, target, tag_pool.relate(store, tx, tag, target, level, reason=reason)

    def unrelate(self, one: str, other: str) -> tuple[Tag, Tag]:
        """Take a relation back."""
        with self._change(one) as (store, tx, tag):
            target = tag_pool.find(store, other)
            tag_pool.unrelate(store, tx, tag, target)
            # What a person has parted, no program puts together again.
            _note(store, tx, suggest.key(Deed.RELATE, tag, target), "skip")
            return tag, target

    def reach(self, name: str, hops: int) -> tuple[Tag, dict[int, list[tuple[Relation, Tag]]]]:
        """Return a tag, and the relations of all tags within some hops of it."""
        with self._open(False) as store, store.snapshot():
            root = tag_pool.find(store, name)
            around: dict[int, list[tuple[Relation, Tag]]] = {}
            frontier = [root]
            for _ in range(hops):
                for tag in frontier:
                    around[tag.id] = tag_pool.of_tag(store, tag)
                frontier = [
                    other for tag in frontier for _, other in around[tag.id] if other.id not in around
                ]
            return root, around

    def merge(
        self, sources: Sequence[str], target: str, queries: Sequence[str], *, dry_run: bool, reason: str = ""
    ) -> MergePlan:
        """Merge tags into another, or see what that would do.

        Args:
            sources: names of the tags that go.
            target: name of the tag that stays.
            queries: checked for changes of their first hits, besides those that feedback was given for.
            dry_run: take it back at the end.
            reason: goes into the journal.

        Raises:
            NotFound: one of the tags is not there.
            Refused: a source is the target, or is merged already; or a golden query would lose its card.

        """
        with self._open(True) as store:
            block = store.rehearsal() if dry_run else store.change(reason.strip())
            with block as tx:
                goal = tag_pool.find(store, target)
                going = [tag_pool.find(store, name, follow=False) for name in dict.fromkeys(sources)]
                asked = list(dict.fromkeys([*queries, *store.recent_queries(CHECKED)])) if dry_run else []
                before = self._first(store, asked)
                with self._golden_kept(store, tx):
                    moved = tag_pool.merge(store, tx, going, goal)
                    tx.flush()
                after = self._first(store, asked)
                shifts = [Shift(q, before[q], after[q]) for q in asked if before[q] != after[q]]
                return MergePlan(moved, tuple(shifts), len(asked))

    def split(self, name: str, new: str, references: Sequence[str]) -> Moved:
        """Move some cards of a tag to another one."""
        with self._change(name) as (store, tx, tag):
            return tag_pool.split(store, tx, tag, new, [look.find(store, word) for word in references])

    def proposals(self) -> list[Proposal]:
        """Return what the evidence speaks for and nothing was decided about."""
        with self._open(False) as store, store.snapshot():
            return suggest.proposals(store)

    def decide(self, proposal: Proposal, decision: str) -> None:
        """Carry out a decision: a deed of `Deed`, or `skip`, and keep it, so that it is not asked again.

        Raises:
            NotFound, Refused: see what the deed does.

        """
        names = [proposal.tag.name, *([proposal.other.name] if proposal.other else [])]
        summary = f"{decision}: {', '.join(names)} ({proposal.evidence})"
        with self._open(True) as store, store.change(summary) as tx:
            self._carry_out(store, tx, decision, names, proposal.level or Level.RELATED, proposal.evidence)
            _note(store, tx, proposal.key, decision)

    def decide_all(self, lines: Iterator[tuple[int, dict[str, object]]]) -> Decided:
        """Carry out decisions that were made elsewhere, in one operation.

        Args:
            lines: line number, and an object with `decision`, `tag`, and for relate and merge `other` and `level`.

        """
        told = Decided()
        with self._open(True) as store, store.change() as tx:
            for number, line in lines:
                try:
                    decision = text_in(line, "decision") or "skip"
                    names = [name for name in (text_in(line, each) for each in ("tag", "other")) if name]
                    level, key = text_in(line, "level") or Level.RELATED, text_in(line, "key")
                    if level not in set(Level):
                        raise ValueError(f"{level!r} is no level: {', '.join(Level)}")
                    self._carry_out(store, tx, decision, names, Level(level), text_in(line, "evidence"))
                except (Refused, NotFound, ValueError) as error:
                    told.refused.append((number, getattr(error, "message", str(error))))
                    continue
                if key:
                    _note(store, tx, key, decision)
                told.applied += decision != "skip"
                told.skipped += decision == "skip"
        return told

    def _carry_out(
        self, store: Store, tx: Transaction, decision: str, names: list[str], level: Level, reason: str
    ) -> None:
        if decision == "skip":
            return
        if decision not in set(Deed):
            raise ValueError(f"{decision!r} is no decision: {', '.join([*Deed, 'skip'])}")
        if not names or (decision in (Deed.RELATE, Deed.MERGE) and len(names) < 2):
            raise ValueError(f"{decision} needs {'a tag' if not names else 'two tags'}")
        tags = [tag_pool.find(store, name) for name in names]
        if decision == Deed.RELATE:
            tag_pool.relate(store, tx, tags[0], tags[1], level, reason=reason)
        elif decision == Deed.MERGE:
            tag_pool.merge(store, tx, [tags[0]], tags[1])
        else:
            status = TagStatus.ACTIVE if decision == Deed.ACTIVATE else TagStatus.DEPRECATED
            tag_pool.set_status(tx, tags[0], status)

    def _first(self, store: Store, queries: Sequence[str]) -> dict[str, tuple[int, ...]]:
        finder = Recall(store, self._settings, self._now)
        return {
            words: tuple(hit.card.id for hit in finder.answer(Query(words, top=FIRST)).hits)
            for words in queries
        }

    @contextmanager
    def _golden_kept(self, store: Store, tx: Transaction, *, anew: bool = False) -> Iterator[None]:
        """Refuse what a block does when a golden query loses its card by it; `anew` says that none can."""
        if anew:
            yield
            return
        finder = Recall(store, self._settings, self._now)
        before = golden.check(store, finder)
        yield
        tx.flush()
        golden.refuse_lost(before, golden.check(store, finder))

    @contextmanager
    def _change(self, name: str) -> Iterator[tuple[Store, Transaction, Tag]]:
        with self._open(True) as store, store.change() as tx:
            yield store, tx, tag_pool.find(store, name)


def _passes(tag: Tag, wanted: TagFilter) -> bool:
    return (
        (not wanted.unused or tag.cards == 0)
        and (not wanted.incomplete or tag.incomplete)
        and (not wanted.generic or tag.key in generic.GENERIC)
    )


def _verdict(tag: Tag, status: TagStatus) -> tuple[str, str]:
    """Return what a person has decided by setting a status: the proposal of the other one is not made again."""
    active = status is TagStatus.ACTIVE
    return suggest.key(Deed.DEPRECATE if active else Deed.ACTIVATE, tag), "skip"


def _note(store: Store, tx: Transaction, key: str, decision: str) -> None:
    known = store.verdict_id(key)
    if known is None:
        tx.insert("verdict", [{"proposal": key, "decision": decision, "decided_at": tx.at}])
    else:
        tx.update("verdict", known, {"decision": decision, "decided_at": tx.at})
