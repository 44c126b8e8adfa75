"""Plain records that all floors share: frozen, without behaviour beyond reading themselves.

They are named tuples, which a start of the program makes in a seventh of the time of frozen dataclasses; and
annotations are no text here (`from __future__ import annotations`), which a named tuple would compile.

Times are integers: milliseconds since 1970-01-01T00:00:00Z, negative before it.
"""

from enum import StrEnum
from typing import NamedTuple


class Kind(StrEnum):
    """What a card is about; the value is the stored and printed word."""

    CHAT = "chat"
    FACT = "fact"
    PREFERENCE = "preference"
    FILE = "file"
    ACTION = "action"
    TASK = "task"


class Status(StrEnum):
    """How far the writing of a card has come; only completed cards are recalled."""

    PENDING = "pending"
    COMPLETED = "completed"
    INTERRUPTED = "interrupted"
    FAILED = "failed"


class Tier(StrEnum):
    """How firmly a card is kept in the agent's mind."""

    PERM = "perm"
    HOT = "hot"
    COLD = "cold"


class TagStatus(StrEnum):
    """The life of a tag."""

    UNEXAMINED = "unexamined"
    ACTIVE = "active"
    DEPRECATED = "deprecated"
    MERGED = "merged"


class Level(StrEnum):
    """How near two tags are, the nearest first."""

    SYNONYM = "synonym"
    RELATED = "related"
    LOOSE = "loose"


class Judgement(StrEnum):
    """What was thought of a card as the answer to a query."""

    CONFIRMED = "confirmed"
    PARTIAL = "partial"
    IGNORED = "ignored"
    REJECTED = "rejected"


class Depth(StrEnum):
    """How much of a card a recall brings: summary; and overview; and full text."""

    SHALLOW = "shallow"
    MEDIUM = "medium"
    DEEP = "deep"


class CardTag(NamedTuple):
    """A tag on a card."""

    id: int
    code: str
    name: str
    status: TagStatus = TagStatus.UNEXAMINED


class Card(NamedTuple):
    """One memory as it is stored."""

    id: int
    uid: bytes
    external_id: str | None
    kind: Kind
    status: Status
    tier: Tier
    pinned: bool
    topic: str | None
    speaker: str | None
    summary: str | None
    overview: str | None
    text: str
    reply_at: int | None
    """Where the agent's side of a turn begins in `text`, in characters; None when there is one side."""
    perception: str | None
    scene_id: int | None
    document_id: int | None
    repeats: int
    uses: int
    last_used: int | None
    happened_at: int
    created_at: int
    superseded_by: int | None
    archived_at: int | None
    forgotten_at: int | None
    explicitness: float | None = None
    """How plainly it was told to be remembered, 0..1; None, as for the two below, where nobody has looked yet."""
    emotion: float | None = None
    """How strongly it was felt, 0..1."""
    structure: float | None = None
    """How many of who, when, where, what, why and outcome it tells, 0..1."""
    tags: tuple[CardTag, ...] = ()
    scene: str | None = None

    @property
    def live(self) -> bool:
        """Whether recall may bring this card without being asked for everything."""
        return (
            self.status is Status.COMPLETED
            and self.superseded_by is None
            and self.archived_at is None
            and self.forgotten_at is None
        )


class Standing(NamedTuple):
    """What decides the tier of a live card."""

    id: int
    tier: Tier
    pinned: bool
    kind: Kind
    explicitness: float
    emotion: float
    structure: float
    repeats: int
    uses: int
    last_used: int | None
    happened_at: int
    created_at: int


class Tag(NamedTuple):
    """A tag of the pool with its statistics."""

    id: int
    code: str
    name: str
    key: str
    type: str | None
    dimension: str | None
    definition: str | None
    source: str
    status: TagStatus
    merged_into: int | None
    created_at: int
    aliases: tuple[str, ...] = ()
    cards: int = 0
    uses: int = 0
    first_seen: int | None = None
    last_seen: int | None = None

    @property
    def incomplete(self) -> bool:
        """Whether the tag lacks its definition or its dimension."""
        return not self.definition or not self.dimension


class TagName(NamedTuple):
    """A name or an alias under which a tag is found."""

    key: str
    match: str
    tag_id: int
    name: str
    alias: bool


class Relation(NamedTuple):
    """How near one tag is to another, seen from the first."""

    tag_id: int
    other_id: int
    level: Level
    source: str
    reason: str
    made_at: int


class FeedbackGiven(NamedTuple):
    """A judgement on a card as the answer to a query."""

    card_id: int
    status: Judgement
    query: str
    query_key: str
    note: str
    given_at: int


class Golden(NamedTuple):
    """A query that must go on finding a card."""

    id: int
    query: str
    card_id: int
    wanted: int
    """The card to be found now: the one that has replaced it, if any."""
    added_at: int


class PersonaMode(StrEnum):
    """How much of a persona the context block holds."""

    FULL = "full"
    """Persona, mood and style; what is said to the agent moves its mood."""
    LIGHT = "light"
    """Name, role and tone; no mood."""
    OFF = "off"


class Persona(NamedTuple):
    """Who the agent is, as it is kept."""

    id: int
    name: str
    role: str
    background: str
    style: str
    """How it talks, a line each."""
    mode: PersonaMode
    warmth: float
    sensitivity: float
    excitability: float
    resilience: float
    pleasure: float
    arousal: float
    dominance: float
    absence: bool
    """Whether a long silence makes it lonely."""
    novelty: bool
    """Whether what is new makes it curious."""


class MoodEvent(NamedTuple):
    """Something that moved the mood, with the mood before and after it."""

    id: int
    at: int
    event: str
    intensity: float
    cause: str
    card_id: int | None
    before: tuple[float, float, float]
    """Pleasure, arousal, dominance."""
    after: tuple[float, float, float]


class TagDraft(NamedTuple):
    """A tag as a caller hands it over: a name and, maybe, what it means."""

    name: str
    definition: str | None = None
    dimension: str | None = None
    type: str | None = None
    aliases: tuple[str, ...] = ()


class PreferenceDraft(NamedTuple):
    """A preference as a caller hands it over."""

    key: str
    value: str
    confidence: float = 1.0


class Preference(NamedTuple):
    """A preference as it is kept, and the card that keeps it."""

    id: int
    card_id: int
    key: str
    value: str
    confidence: float


class Draft(NamedTuple):
    """A memory on its way into the store."""

    text: str
    external_id: str | None = None
    kind: Kind = Kind.FACT
    topic: str | None = None
    speaker: str | None = None
    summary: str | None = None
    overview: str | None = None
    reply_at: int | None = None
    perception: str | None = None
    scene: str | None = None
    happened_at: int | None = None
    tags: tuple[TagDraft, ...] = ()
    preferences: tuple[PreferenceDraft, ...] = ()
    supersedes: str | None = None
    remember: bool = False
    line: int | None = None
    content_hash: bytes | None = None
    """What its content is known by, once that was worked out."""


class Document(NamedTuple):
    """A file that was read, whose sections are cards of kind `file`."""

    id: int
    path: str
    hash: bytes
    mime: str
    summary: str
    overview: str
    read_at: int


class Operation(NamedTuple):
    """One command that changed something, as the journal tells it."""

    id: int
    at: int
    who: str
    command: str
    summary: str
    undoes: int | None
    undone_by: int | None
    finished: bool
    final: bool
    """Whether nothing can take it back."""
    counts: dict[str, int]
    """Rows inserted, updated and deleted, by `table action`."""
