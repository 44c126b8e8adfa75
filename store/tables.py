"""The tables as peewee models, unbound: `Database` binds them to its file.

`migrations` owns the schema; a test holds the two equal. Every canonical table has a key of one or two
integers, so that the journal can name any row by numbers.
"""

from __future__ import annotations

from peewee import BlobField, BooleanField, CompositeKey, FloatField, IntegerField, Model, TextField

NAMES_OF_KEYS = {"card_tag": ("card_id", "tag_id"), "tag_relation": ("tag_id", "other_id")}
"""Key columns of the tables whose key is not `id`."""


class Table(Model):
    """A table with an integer `id`."""

    id = IntegerField(primary_key=True)

    class Meta:
        legacy_table_names = False


class Scene(Table):
    """Where something happened: a category and, maybe, a subcategory."""

    category = TextField()
    subcategory = TextField(default="")


class Document(Table):
    """A file that was read."""

    path = TextField(unique=True)
    hash = BlobField()
    mime = TextField()
    summary = TextField()
    overview = TextField()
    read_at = IntegerField()


class Card(Table):
    """One memory."""

    uid = BlobField(unique=True)
    external_id = TextField(null=True)
    kind = TextField()
    status = TextField()
    tier = TextField()
    pinned = BooleanField(default=False)
    topic = TextField(null=True)
    speaker = TextField(null=True)
    summary = TextField(null=True)
    overview = TextField(null=True)
    text = TextField()
    reply_at = IntegerField(null=True)
    perception = TextField(null=True)
    scene_id = IntegerField(null=True)
    document_id = IntegerField(null=True)
    content_hash = BlobField()
    repeats = IntegerField(default=0)
    uses = IntegerField(default=0)
    last_used = IntegerField(null=True)
    happened_at = IntegerField()
    created_at = IntegerField()
    superseded_by = IntegerField(null=True)
    archived_at = IntegerField(null=True)
    forgotten_at = IntegerField(null=True)
    explicitness = FloatField(null=True)
    emotion = FloatField(null=True)
    structure = FloatField(null=True)


class CardAlias(Table):
    """Another caller's id for a card whose content came again under it."""

    external_id = TextField(unique=True)
    card_id = IntegerField()


class Preference(Table):
    """A preference (`key = value`) and the card that keeps it."""

    card_id = IntegerField()
    key = TextField()
    value = TextField()
    confidence = FloatField(default=1.0)


class Tag(Table):
    """A tag of the pool."""

    code = TextField(unique=True)
    name = TextField()
    key = TextField(unique=True)
    match = TextField()
    type = TextField(null=True)
    dimension = TextField(null=True)
    definition = TextField(null=True)
    source = TextField()
    status = TextField()
    merged_into = IntegerField(null=True)
    created_at = IntegerField()


class TagAlias(Table):
    """Another name of a tag."""

    tag_id = IntegerField()
    name = TextField()
    key = TextField(unique=True)
    match = TextField()


class CardTag(Model):
    """Which card carries which tag, in the order of `rank`."""

    card_id = IntegerField()
    tag_id = IntegerField()
    rank = IntegerField(default=0)

    class Meta:
        legacy_table_names = False
        primary_key = CompositeKey("card_id", "tag_id")


class TagRelation(Model):
    """How near two tags are; every relation stands here twice, once from each side."""

    tag_id = IntegerField()
    other_id = IntegerField()
    level = TextField()
    source = TextField()
    reason = TextField(default="")
    made_at = IntegerField()

    class Meta:
        legacy_table_names = False
        primary_key = CompositeKey("tag_id", "other_id")


class Feedback(Table):
    """What a person or an agent thought of a card as the answer to a query."""

    card_id = IntegerField()
    status = TextField()
    query = TextField()
    query_key = TextField()
    note = TextField(default="")
    given_at = IntegerField()


class Verdict(Table):
    """What was decided about a proposal, so that it is not made again."""

    proposal = TextField(unique=True)
    decision = TextField()
    decided_at = IntegerField()


class Golden(Table):
    """A query that must go on finding a card."""

    query = TextField()
    card_id = IntegerField()
    added_at = IntegerField()


class Persona(Table):
    """The persona of the agent: at most one row."""

    name = TextField()
    role = TextField(default="")
    background = TextField(default="")
    style = TextField(default="")
    mode = TextField()
    warmth = FloatField()
    sensitivity = FloatField()
    excitability = FloatField()
    resilience = FloatField()
    pleasure = FloatField()
    arousal = FloatField()
    dominance = FloatField()
    absence = BooleanField(default=False)
    novelty = BooleanField(default=False)


class MoodEvent(Table):
    """Something that moved the mood, with the mood before and after it."""

    at = IntegerField()
    event = TextField()
    intensity = FloatField()
    cause = TextField(default="")
    card_id = IntegerField(null=True)
    pleasure_before = FloatField()
    arousal_before = FloatField()
    dominance_before = FloatField()
    pleasure = FloatField()
    arousal = FloatField()
    dominance = FloatField()


class CardUse(Model):
    """A day, counted from 1970-01-01 in UTC, on which a card was used."""

    day = IntegerField()
    card_id = IntegerField()

    class Meta:
        legacy_table_names = False
        primary_key = CompositeKey("day", "card_id")


class Upkeep(Model):
    """When a task of upkeep last ran."""

    name = TextField(primary_key=True)
    at = IntegerField()

    class Meta:
        legacy_table_names = False


class Posting(Model):
    """Cards that hold a term: packed offsets into a block of card numbers (derived)."""

    term = TextField()
    block = IntegerField()
    cards = IntegerField()
    last = IntegerField()
    packed = BlobField()

    class Meta:
        legacy_table_names = False
        primary_key = CompositeKey("term", "block")


class TagStat(Model):
    """How a tag is used (derived)."""

    tag_id = IntegerField(primary_key=True)
    cards = IntegerField(default=0)
    first_seen = IntegerField(null=True)
    last_seen = IntegerField(null=True)

    class Meta:
        legacy_table_names = False


class Counter(Model):
    """Totals that recall needs at once (derived)."""

    name = TextField(primary_key=True)
    value = IntegerField(default=0)

    class Meta:
        legacy_table_names = False


class Operation(Table):
    """One command that changed something."""

    at = IntegerField()
    who = TextField()
    command = TextField()
    summary = TextField(default="")
    undoes = IntegerField(null=True)
    undone_by = IntegerField(null=True)
    finished = BooleanField(default=False)
    final = BooleanField(default=False)


class Change(Table):
    """One row, or for inserts a run of rows, that an operation changed."""

    operation_id = IntegerField()
    tbl = TextField()
    action = TextField()
    key = IntegerField()
    key2 = IntegerField(default=0)
    last = IntegerField()
    before = TextField(null=True)


CANONICAL: tuple[type[Model], ...] = (
    Scene, Document, Card, CardAlias, Preference, Tag, TagAlias, CardTag, TagRelation, Feedback, Verdict, Golden,
    Persona, MoodEvent,
)  # fmt: skip
"""What nobody can rebuild, in the order in which rows may be inserted."""

COUNTED: tuple[type[Model], ...] = (CardUse, Upkeep)
"""What reading and upkeep leave behind: kept, but outside the journal, for nobody would want to undo it."""

DERIVED: tuple[type[Model], ...] = (Posting, TagStat, Counter)
JOURNAL: tuple[type[Model], ...] = (Operation, Change)
ALL: tuple[type[Model], ...] = CANONICAL + COUNTED + DERIVED + JOURNAL


def table_name(model: type[Model]) -> str:
    """Return the name of the model's table."""
    return str(model._meta.table_name)


def columns(model: type[Model]) -> tuple[str, ...]:
    """Return the model's columns in the order of the schema."""
    return tuple(field.column_name for field in model._meta.sorted_fields)


BY_NAME: dict[str, type[Model]] = {table_name(model): model for model in CANONICAL}
