"""The schema, as numbered steps from an empty file to today's: a step that has landed is never edited.

A step is committed together with its number (`PRAGMA user_version`), so a file is always at a whole step.
Statements may call the functions of `FUNCTIONS`.
"""

from __future__ import annotations

from collections.abc import Callable

from wdm.store.packing import last_offset, repacked

APPLICATION_ID = 0x77646D31
"""`wdm1` in ASCII, in the header of every store (`PRAGMA application_id`)."""

FIRST = """
CREATE TABLE scene (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    category TEXT NOT NULL,
    subcategory TEXT NOT NULL DEFAULT '',
    UNIQUE (category, subcategory)
);

CREATE TABLE document (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    path TEXT NOT NULL UNIQUE,
    hash BLOB NOT NULL,
    mime TEXT NOT NULL,
    summary TEXT NOT NULL,
    overview TEXT NOT NULL,
    read_at INTEGER NOT NULL
);

CREATE TABLE card (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uid BLOB NOT NULL UNIQUE,
    external_id TEXT,
    kind TEXT NOT NULL,
    status TEXT NOT NULL,
    tier TEXT NOT NULL,
    pinned INTEGER NOT NULL DEFAULT 0,
    topic TEXT,
    speaker TEXT,
    summary TEXT,
    overview TEXT,
    text TEXT NOT NULL,
    reply_at INTEGER,
    perception TEXT,
    scene_id INTEGER REFERENCES scene (id),
    document_id INTEGER REFERENCES document (id),
    content_hash BLOB NOT NULL,
    repeats INTEGER NOT NULL DEFAULT 0,
    uses INTEGER NOT NULL DEFAULT 0,
    last_used INTEGER,
    happened_at INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    superseded_by INTEGER REFERENCES card (id) DEFERRABLE INITIALLY DEFERRED,
    archived_at INTEGER,
    forgotten_at INTEGER
);
CREATE UNIQUE INDEX card_external_id ON card (external_id) WHERE external_id IS NOT NULL;
CREATE INDEX card_content_hash ON card (content_hash);
CREATE INDEX card_topic ON card (topic, id) WHERE topic IS NOT NULL;
CREATE INDEX card_document ON card (document_id) WHERE document_id IS NOT NULL;

CREATE TABLE card_alias (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    external_id TEXT NOT NULL UNIQUE,
    card_id INTEGER NOT NULL REFERENCES card (id)
);
CREATE INDEX card_alias_card ON card_alias (card_id);

CREATE TABLE preference (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    card_id INTEGER NOT NULL REFERENCES card (id),
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    confidence REAL NOT NULL DEFAULT 1.0
);
CREATE INDEX preference_key ON preference (key);
CREATE INDEX preference_card ON preference (card_id);

CREATE TABLE tag (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    code TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    key TEXT NOT NULL UNIQUE,
    match TEXT NOT NULL,
    type TEXT,
    dimension TEXT,
    definition TEXT,
    source TEXT NOT NULL,
    status TEXT NOT NULL,
    merged_into INTEGER REFERENCES tag (id) DEFERRABLE INITIALLY DEFERRED,
    created_at INTEGER NOT NULL
);
CREATE INDEX tag_match ON tag (match);

CREATE TABLE tag_alias (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    tag_id INTEGER NOT NULL REFERENCES tag (id),
    name TEXT NOT NULL,
    key TEXT NOT NULL UNIQUE,
    match TEXT NOT NULL
);
CREATE INDEX tag_alias_match ON tag_alias (match);
CREATE INDEX tag_alias_tag ON tag_alias (tag_id);

CREATE TABLE card_tag (
    card_id INTEGER NOT NULL REFERENCES card (id),
    tag_id INTEGER NOT NULL REFERENCES tag (id),
    rank INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (card_id, tag_id)
) WITHOUT ROWID;
CREATE INDEX card_tag_tag ON card_tag (tag_id, card_id);

CREATE TABLE posting (
    term TEXT NOT NULL,
    block INTEGER NOT NULL,
    offsets BLOB NOT NULL,
    PRIMARY KEY (term, block)
) WITHOUT ROWID;

CREATE TABLE tag_stat (
    tag_id INTEGER PRIMARY KEY,
    cards INTEGER NOT NULL DEFAULT 0,
    first_seen INTEGER,
    last_seen INTEGER
);

CREATE TABLE counter (
    name TEXT PRIMARY KEY,
    value INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

CREATE TABLE operation (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    who TEXT NOT NULL,
    command TEXT NOT NULL,
    summary TEXT NOT NULL DEFAULT '',
    undoes INTEGER REFERENCES operation (id),
    undone_by INTEGER REFERENCES operation (id),
    finished INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE change (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    operation_id INTEGER NOT NULL REFERENCES operation (id),
    tbl TEXT NOT NULL,
    action TEXT NOT NULL CHECK (action IN ('insert', 'update', 'delete')),
    key INTEGER NOT NULL,
    key2 INTEGER NOT NULL DEFAULT 0,
    last INTEGER NOT NULL,
    before TEXT
);
CREATE INDEX change_operation ON change (operation_id);
CREATE INDEX change_row ON change (tbl, key);
"""

SECOND = """
CREATE TABLE tag_relation (
    tag_id INTEGER NOT NULL REFERENCES tag (id),
    other_id INTEGER NOT NULL REFERENCES tag (id),
    level TEXT NOT NULL,
    source TEXT NOT NULL,
    reason TEXT NOT NULL DEFAULT '',
    made_at INTEGER NOT NULL,
    PRIMARY KEY (tag_id, other_id),
    CHECK (tag_id <> other_id)
) WITHOUT ROWID;
CREATE INDEX tag_relation_other ON tag_relation (other_id);
CREATE INDEX tag_merged_into ON tag (merged_into) WHERE merged_into IS NOT NULL;
CREATE INDEX card_superseded_by ON card (superseded_by) WHERE superseded_by IS NOT NULL;
CREATE INDEX card_scene ON card (scene_id) WHERE scene_id IS NOT NULL;

CREATE TABLE feedback (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    card_id INTEGER NOT NULL REFERENCES card (id),
    status TEXT NOT NULL,
    query TEXT NOT NULL,
    query_key TEXT NOT NULL,
    note TEXT NOT NULL DEFAULT '',
    given_at INTEGER NOT NULL,
    UNIQUE (card_id, query_key)
);

CREATE TABLE verdict (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    proposal TEXT NOT NULL UNIQUE,
    decision TEXT NOT NULL,
    decided_at INTEGER NOT NULL
);
"""

THIRD = """
ALTER TABLE card ADD COLUMN explicitness REAL;
ALTER TABLE card ADD COLUMN emotion REAL;
ALTER TABLE card ADD COLUMN structure REAL;
ALTER TABLE operation ADD COLUMN final INTEGER NOT NULL DEFAULT 0;
CREATE INDEX card_unassessed ON card (id) WHERE structure IS NULL;
CREATE INDEX card_pending ON card (created_at) WHERE status = 'pending';
CREATE INDEX card_in_tier ON card (tier, happened_at) WHERE status = 'completed' AND superseded_by IS NULL
    AND archived_at IS NULL AND forgotten_at IS NULL;
CREATE INDEX card_marked ON card (tier, happened_at) WHERE explicitness > 0;

CREATE TABLE card_use (
    day INTEGER NOT NULL,
    card_id INTEGER NOT NULL,
    PRIMARY KEY (day, card_id)
) WITHOUT ROWID;
"""

FOURTH = """
CREATE TABLE golden (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    query TEXT NOT NULL,
    card_id INTEGER NOT NULL REFERENCES card (id),
    added_at INTEGER NOT NULL,
    UNIQUE (query, card_id)
);
CREATE INDEX golden_card ON golden (card_id);

CREATE TABLE upkeep (
    name TEXT PRIMARY KEY,
    at INTEGER NOT NULL
) WITHOUT ROWID;
"""

FIFTH = """
CREATE TABLE persona (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    role TEXT NOT NULL DEFAULT '',
    background TEXT NOT NULL DEFAULT '',
    style TEXT NOT NULL DEFAULT '',
    mode TEXT NOT NULL,
    warmth REAL NOT NULL,
    sensitivity REAL NOT NULL,
    excitability REAL NOT NULL,
    resilience REAL NOT NULL,
    pleasure REAL NOT NULL,
    arousal REAL NOT NULL,
    dominance REAL NOT NULL,
    absence INTEGER NOT NULL DEFAULT 0,
    novelty INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE mood_event (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    event TEXT NOT NULL,
    intensity REAL NOT NULL,
    cause TEXT NOT NULL DEFAULT '',
    card_id INTEGER REFERENCES card (id),
    pleasure_before REAL NOT NULL,
    arousal_before REAL NOT NULL,
    dominance_before REAL NOT NULL,
    pleasure REAL NOT NULL,
    arousal REAL NOT NULL,
    dominance REAL NOT NULL
);
CREATE INDEX mood_event_at ON mood_event (at);
CREATE INDEX mood_event_card ON mood_event (card_id) WHERE card_id IS NOT NULL;
"""

SIXTH = """
CREATE TABLE packed (
    term TEXT NOT NULL,
    block INTEGER NOT NULL,
    cards INTEGER NOT NULL,
    last INTEGER NOT NULL,
    packed BLOB NOT NULL,
    PRIMARY KEY (term, block)
) WITHOUT ROWID;
INSERT INTO packed SELECT term, block, length(offsets) / 2, last_offset(offsets), repacked(offsets) FROM posting
    WHERE length(offsets) > 0 ORDER BY term, block;
DROP TABLE posting;
ALTER TABLE packed RENAME TO posting;
"""

MIGRATIONS: tuple[tuple[str, str], ...] = (
    ("cards, tags, index, journal", FIRST),
    ("relations, feedback, verdicts", SECOND),
    ("importance, tiers, uses", THIRD),
    ("golden queries, upkeep", FOURTH),
    ("persona, mood", FIFTH),
    ("packed index", SIXTH),
)
"""Name and statements of each step, in order; the number of a step is its place, from 1."""

FUNCTIONS: dict[str, Callable[[bytes], object]] = {"last_offset": last_offset, "repacked": repacked}
"""Functions of one value that the steps call, by name."""
