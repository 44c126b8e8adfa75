PRAGMA application_id = 2003070257;
PRAGMA user_version = 6;
BEGIN TRANSACTION;
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
, explicitness REAL, emotion REAL, structure REAL);
INSERT INTO "card" VALUES(1,X'019E830E1A00743BA7ED64FB7E099E16','a','fact','completed','hot',0,NULL,NULL,NULL,NULL,'标签池服务用灰度发布',NULL,NULL,1,NULL,X'65359FF9A55C645D62A84032',1,0,NULL,1780315200000,1780315200000,2,NULL,NULL,0.0,0.0,3.33333333333333314829e-01);
INSERT INTO "card" VALUES(2,X'019E830E1A00700292F064DE59C7A98B','b','fact','completed','perm',0,NULL,NULL,NULL,NULL,'Alice moved to Lisbon',NULL,NULL,NULL,NULL,X'C2DDC0895CFBF5A347A53853',0,1,1780315200000,1780315200000,1780315200000,NULL,NULL,NULL,1.0,0.0,3.33333333333333314829e-01);
INSERT INTO "card" VALUES(3,X'019E830E1A0072C392DE8A9859C799F3',NULL,'chat','completed','hot',0,'home',NULL,NULL,NULL,'我对花生过敏
好的',7,NULL,NULL,NULL,X'5E7F51C184FF6A001EE70B5E',0,0,NULL,1780315200000,1780315200000,NULL,NULL,NULL,0.0,0.0,3.33333333333333314829e-01);
INSERT INTO "card" VALUES(4,X'019E830E1A0079DBADB5F9F8568F5D2F',NULL,'preference','completed','hot',0,NULL,NULL,NULL,NULL,'editor: vim',NULL,NULL,NULL,NULL,X'66F89A3EF96874BED0D67978',0,0,NULL,1780315200000,1780315200000,NULL,NULL,NULL,0.7,0.0,1.66666666666666657414e-01);
INSERT INTO "card" VALUES(5,X'019E830E1A007C068237575688A7FFAC',NULL,'chat','pending','hot',0,NULL,NULL,NULL,NULL,'谁负责网关？',NULL,NULL,NULL,NULL,X'D49522B664FB90C8F6752229',0,0,NULL,1780315200000,1780315200000,NULL,NULL,NULL,0.0,0.0,1.66666666666666657414e-01);
INSERT INTO "card" VALUES(6,X'019E85A14800720BAE026260BB578152',NULL,'fact','completed','hot',0,NULL,NULL,NULL,NULL,'Carla plays the cello on Sundays',NULL,NULL,NULL,NULL,X'B7857848DAF18E2068166961',0,0,NULL,1780358400000,1780358400000,NULL,NULL,NULL,0.0,0.0,1.66666666666666657414e-01);
CREATE TABLE card_alias (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    external_id TEXT NOT NULL UNIQUE,
    card_id INTEGER NOT NULL REFERENCES card (id)
);
CREATE TABLE card_tag (
    card_id INTEGER NOT NULL REFERENCES card (id),
    tag_id INTEGER NOT NULL REFERENCES tag (id),
    rank INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (card_id, tag_id)
) WITHOUT ROWID;
INSERT INTO "card_tag" VALUES(1,4,0);
INSERT INTO "card_tag" VALUES(2,2,1);
INSERT INTO "card_tag" VALUES(2,3,0);
INSERT INTO "card_tag" VALUES(3,1,0);
INSERT INTO "card_tag" VALUES(6,5,1);
INSERT INTO "card_tag" VALUES(6,6,0);
CREATE TABLE card_use (
    day INTEGER NOT NULL,
    card_id INTEGER NOT NULL,
    PRIMARY KEY (day, card_id)
) WITHOUT ROWID;
INSERT INTO "card_use" VALUES(20605,2);
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
INSERT INTO "change" VALUES(1,1,'scene','insert',1,0,1,NULL);
INSERT INTO "change" VALUES(2,1,'card','insert',1,0,3,NULL);
INSERT INTO "change" VALUES(3,1,'tag','insert',1,0,4,NULL);
INSERT INTO "change" VALUES(4,1,'card','insert',4,0,4,NULL);
INSERT INTO "change" VALUES(5,1,'preference','insert',1,0,1,NULL);
INSERT INTO "change" VALUES(6,1,'card','update',1,0,1,'{"superseded_by":null}');
INSERT INTO "change" VALUES(7,2,'card','update',1,0,1,'{"repeats":0}');
INSERT INTO "change" VALUES(8,3,'tag_alias','insert',1,0,1,NULL);
INSERT INTO "change" VALUES(9,4,'tag_relation','insert',4,2,4,NULL);
INSERT INTO "change" VALUES(10,4,'tag_relation','insert',2,4,2,NULL);
INSERT INTO "change" VALUES(11,5,'feedback','insert',1,0,1,NULL);
INSERT INTO "change" VALUES(12,6,'card','insert',5,0,5,NULL);
INSERT INTO "change" VALUES(13,7,'golden','insert',1,0,1,NULL);
INSERT INTO "change" VALUES(14,8,'persona','insert',1,0,1,NULL);
INSERT INTO "change" VALUES(15,9,'mood_event','insert',1,0,1,NULL);
INSERT INTO "change" VALUES(16,10,'card','insert',6,0,6,NULL);
INSERT INTO "change" VALUES(17,10,'tag','insert',5,0,6,NULL);
CREATE TABLE counter (
    name TEXT PRIMARY KEY,
    value INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
INSERT INTO "counter" VALUES('cards',6);
INSERT INTO "counter" VALUES('terms',168);
CREATE TABLE document (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    path TEXT NOT NULL UNIQUE,
    hash BLOB NOT NULL,
    mime TEXT NOT NULL,
    summary TEXT NOT NULL,
    overview TEXT NOT NULL,
    read_at INTEGER NOT NULL
);
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
INSERT INTO "feedback" VALUES(1,2,'confirmed','Lisbon','tags:T00002','',1780315200000);
CREATE TABLE golden (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    query TEXT NOT NULL,
    card_id INTEGER NOT NULL REFERENCES card (id),
    added_at INTEGER NOT NULL,
    UNIQUE (query, card_id)
);
INSERT INTO "golden" VALUES(1,'Lisbon',2,1780315200000);
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
INSERT INTO "mood_event" VALUES(1,1780315200000,'praise',1.0,'praise',NULL,0.1,0.08,0.04,0.4216,0.2672,3.32800000000000040234e-01);
CREATE TABLE operation (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    who TEXT NOT NULL,
    command TEXT NOT NULL,
    summary TEXT NOT NULL DEFAULT '',
    undoes INTEGER REFERENCES operation (id),
    undone_by INTEGER REFERENCES operation (id),
    finished INTEGER NOT NULL DEFAULT 0
, final INTEGER NOT NULL DEFAULT 0);
INSERT INTO "operation" VALUES(1,1780315200000,'mei','wdm ingest --format jsonl','3 added, 0 repeated, 0 updated',NULL,NULL,1,0);
INSERT INTO "operation" VALUES(2,1780315200000,'mei','wdm ingest -t ''…''','0 added, 1 repeated, 0 updated',NULL,NULL,1,0);
INSERT INTO "operation" VALUES(3,1780315200000,'mei','wdm tags alias Lisbon ''里斯本''','',NULL,NULL,1,0);
INSERT INTO "operation" VALUES(4,1780315200000,'mei','wdm tags relate ''灰度发布'' Lisbon --as loose','',NULL,NULL,1,0);
INSERT INTO "operation" VALUES(5,1780315200000,'mei','wdm feedback b confirmed --query Lisbon','',NULL,NULL,1,0);
INSERT INTO "operation" VALUES(6,1780315200000,'mei','wdm frame -t ''…''','',NULL,NULL,1,0);
INSERT INTO "operation" VALUES(7,1780315200000,'mei','wdm golden add Lisbon b','',NULL,NULL,1,0);
INSERT INTO "operation" VALUES(8,1780315200000,'mei','wdm persona use kite --lang en','',NULL,NULL,1,0);
INSERT INTO "operation" VALUES(9,1780315200000,'mei','wdm mood feel praise','',NULL,NULL,1,0);
INSERT INTO "operation" VALUES(10,1780358400000,'mei','wdm ingest -t ''…''','1 added, 0 repeated, 0 updated',NULL,NULL,1,0);
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
INSERT INTO "persona" VALUES(1,'Kite','lively teacher','Taught science in a village school with more questions than equipment, and built most experiments from string and bottles. Still delighted whenever somebody sees why.','Explains with one picture or example before the rule.
Asks a question back when it helps the other find the answer.
Cheerful, quick, glad about mistakes that teach something.','full',0.7,0.4,0.8,0.7,0.1,0.08,0.04,0,0);
CREATE TABLE "posting" (
    term TEXT NOT NULL,
    block INTEGER NOT NULL,
    cards INTEGER NOT NULL,
    last INTEGER NOT NULL,
    packed BLOB NOT NULL,
    PRIMARY KEY (term, block)
) WITHOUT ROWID;
INSERT INTO "posting" VALUES('01',0,5,5,X'0201010101');
INSERT INTO "posting" VALUES('02',0,1,6,X'07');
INSERT INTO "posting" VALUES('06',0,6,6,X'020101010101');
INSERT INTO "posting" VALUES('1',0,5,5,X'0201010101');
INSERT INTO "posting" VALUES('1日',0,5,5,X'0201010101');
INSERT INTO "posting" VALUES('2',0,1,6,X'07');
INSERT INTO "posting" VALUES('2026',0,6,6,X'020101010101');
INSERT INTO "posting" VALUES('2026-06-01',0,5,5,X'0201010101');
INSERT INTO "posting" VALUES('2026-06-02',0,1,6,X'07');
INSERT INTO "posting" VALUES('2026年',0,6,6,X'020101010101');
INSERT INTO "posting" VALUES('2日',0,1,6,X'07');
INSERT INTO "posting" VALUES('6',0,6,6,X'020101010101');
INSERT INTO "posting" VALUES('6月',0,6,6,X'020101010101');
INSERT INTO "posting" VALUES('alic',0,1,2,X'03');
INSERT INTO "posting" VALUES('carla',0,1,6,X'07');
INSERT INTO "posting" VALUES('cello',0,1,6,X'07');
INSERT INTO "posting" VALUES('editor',0,1,4,X'05');
INSERT INTO "posting" VALUES('june',0,6,6,X'020101010101');
INSERT INTO "posting" VALUES('lisbon',0,1,2,X'03');
INSERT INTO "posting" VALUES('move',0,1,2,X'03');
INSERT INTO "posting" VALUES('on',0,1,6,X'07');
INSERT INTO "posting" VALUES('play',0,1,6,X'07');
INSERT INTO "posting" VALUES('sunday',0,1,6,X'07');
INSERT INTO "posting" VALUES('the',0,1,6,X'07');
INSERT INTO "posting" VALUES('to',0,1,2,X'03');
INSERT INTO "posting" VALUES('vim',0,1,4,X'05');
INSERT INTO "posting" VALUES('关',0,1,5,X'06');
INSERT INTO "posting" VALUES('务',0,1,1,X'02');
INSERT INTO "posting" VALUES('务用',0,1,1,X'02');
INSERT INTO "posting" VALUES('发',0,1,1,X'02');
INSERT INTO "posting" VALUES('发布',0,1,1,X'02');
INSERT INTO "posting" VALUES('好',0,1,3,X'04');
INSERT INTO "posting" VALUES('好的',0,1,3,X'04');
INSERT INTO "posting" VALUES('对',0,1,3,X'04');
INSERT INTO "posting" VALUES('对花',0,1,3,X'04');
INSERT INTO "posting" VALUES('布',0,1,1,X'02');
INSERT INTO "posting" VALUES('年',0,6,6,X'020101010101');
INSERT INTO "posting" VALUES('度',0,1,1,X'02');
INSERT INTO "posting" VALUES('度发',0,1,1,X'02');
INSERT INTO "posting" VALUES('我',0,1,3,X'04');
INSERT INTO "posting" VALUES('我对',0,1,3,X'04');
INSERT INTO "posting" VALUES('敏',0,1,3,X'04');
INSERT INTO "posting" VALUES('日',0,6,6,X'020101010101');
INSERT INTO "posting" VALUES('月',0,6,6,X'020101010101');
INSERT INTO "posting" VALUES('服',0,1,1,X'02');
INSERT INTO "posting" VALUES('服务',0,1,1,X'02');
INSERT INTO "posting" VALUES('标',0,1,1,X'02');
INSERT INTO "posting" VALUES('标签',0,1,1,X'02');
INSERT INTO "posting" VALUES('池',0,1,1,X'02');
INSERT INTO "posting" VALUES('池服',0,1,1,X'02');
INSERT INTO "posting" VALUES('灰',0,1,1,X'02');
INSERT INTO "posting" VALUES('灰度',0,1,1,X'02');
INSERT INTO "posting" VALUES('生',0,1,3,X'04');
INSERT INTO "posting" VALUES('生过',0,1,3,X'04');
INSERT INTO "posting" VALUES('用',0,1,1,X'02');
INSERT INTO "posting" VALUES('用灰',0,1,1,X'02');
INSERT INTO "posting" VALUES('的',0,1,3,X'04');
INSERT INTO "posting" VALUES('签',0,1,1,X'02');
INSERT INTO "posting" VALUES('签池',0,1,1,X'02');
INSERT INTO "posting" VALUES('网',0,1,5,X'06');
INSERT INTO "posting" VALUES('网关',0,1,5,X'06');
INSERT INTO "posting" VALUES('花',0,1,3,X'04');
INSERT INTO "posting" VALUES('花生',0,1,3,X'04');
INSERT INTO "posting" VALUES('谁',0,1,5,X'06');
INSERT INTO "posting" VALUES('谁负',0,1,5,X'06');
INSERT INTO "posting" VALUES('负',0,1,5,X'06');
INSERT INTO "posting" VALUES('负责',0,1,5,X'06');
INSERT INTO "posting" VALUES('责',0,1,5,X'06');
INSERT INTO "posting" VALUES('责网',0,1,5,X'06');
INSERT INTO "posting" VALUES('过',0,1,3,X'04');
INSERT INTO "posting" VALUES('过敏',0,1,3,X'04');
CREATE TABLE preference (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    card_id INTEGER NOT NULL REFERENCES card (id),
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    confidence REAL NOT NULL DEFAULT 1.0
);
INSERT INTO "preference" VALUES(1,4,'editor','vim',1.0);
CREATE TABLE scene (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    category TEXT NOT NULL,
    subcategory TEXT NOT NULL DEFAULT '',
    UNIQUE (category, subcategory)
);
INSERT INTO "scene" VALUES(1,'工作','运维');
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
INSERT INTO "tag" VALUES(1,'T00001','花生过敏','花生过敏','花生过敏',NULL,NULL,NULL,'found','unexamined',NULL,1780315200000);
INSERT INTO "tag" VALUES(2,'T00002','Lisbon','lisbon','lisbon',NULL,NULL,NULL,'found','unexamined',NULL,1780315200000);
INSERT INTO "tag" VALUES(3,'T00003','Alice','alice','alic',NULL,NULL,NULL,'found','unexamined',NULL,1780315200000);
INSERT INTO "tag" VALUES(4,'T00004','灰度发布','灰度发布','灰度发布',NULL,NULL,NULL,'caller','unexamined',NULL,1780315200000);
INSERT INTO "tag" VALUES(5,'T00005','carla','carla','carla',NULL,NULL,NULL,'found','unexamined',NULL,1780358400000);
INSERT INTO "tag" VALUES(6,'T00006','cello','cello','cello',NULL,NULL,NULL,'found','unexamined',NULL,1780358400000);
CREATE TABLE tag_alias (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    tag_id INTEGER NOT NULL REFERENCES tag (id),
    name TEXT NOT NULL,
    key TEXT NOT NULL UNIQUE,
    match TEXT NOT NULL
);
INSERT INTO "tag_alias" VALUES(1,2,'里斯本','里斯本','里斯本');
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
INSERT INTO "tag_relation" VALUES(2,4,'loose','person','',1780315200000);
INSERT INTO "tag_relation" VALUES(4,2,'loose','person','',1780315200000);
CREATE TABLE tag_stat (
    tag_id INTEGER PRIMARY KEY,
    cards INTEGER NOT NULL DEFAULT 0,
    first_seen INTEGER,
    last_seen INTEGER
);
INSERT INTO "tag_stat" VALUES(1,1,1780315200000,1780315200000);
INSERT INTO "tag_stat" VALUES(2,1,1780315200000,1780315200000);
INSERT INTO "tag_stat" VALUES(3,1,1780315200000,1780315200000);
INSERT INTO "tag_stat" VALUES(4,1,1780315200000,1780315200000);
INSERT INTO "tag_stat" VALUES(5,1,1780358400000,1780358400000);
INSERT INTO "tag_stat" VALUES(6,1,1780358400000,1780358400000);
CREATE TABLE upkeep (
    name TEXT PRIMARY KEY,
    at INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO "upkeep" VALUES('evolve',1780315200000);
CREATE TABLE verdict (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    proposal TEXT NOT NULL UNIQUE,
    decision TEXT NOT NULL,
    decided_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX card_external_id ON card (external_id) WHERE external_id IS NOT NULL;
CREATE INDEX card_content_hash ON card (content_hash);
CREATE INDEX card_topic ON card (topic, id) WHERE topic IS NOT NULL;
CREATE INDEX card_document ON card (document_id) WHERE document_id IS NOT NULL;
CREATE INDEX card_alias_card ON card_alias (card_id);
CREATE INDEX preference_key ON preference (key);
CREATE INDEX preference_card ON preference (card_id);
CREATE INDEX tag_match ON tag (match);
CREATE INDEX tag_alias_match ON tag_alias (match);
CREATE INDEX tag_alias_tag ON tag_alias (tag_id);
CREATE INDEX card_tag_tag ON card_tag (tag_id, card_id);
CREATE INDEX change_operation ON change (operation_id);
CREATE INDEX change_row ON change (tbl, key);
CREATE INDEX tag_relation_other ON tag_relation (other_id);
CREATE INDEX tag_merged_into ON tag (merged_into) WHERE merged_into IS NOT NULL;
CREATE INDEX card_superseded_by ON card (superseded_by) WHERE superseded_by IS NOT NULL;
CREATE INDEX card_scene ON card (scene_id) WHERE scene_id IS NOT NULL;
CREATE INDEX card_unassessed ON card (id) WHERE structure IS NULL;
CREATE INDEX card_pending ON card (created_at) WHERE status = 'pending';
CREATE INDEX card_in_tier ON card (tier, happened_at) WHERE status = 'completed' AND superseded_by IS NULL
    AND archived_at IS NULL AND forgotten_at IS NULL;
CREATE INDEX card_marked ON card (tier, happened_at) WHERE explicitness > 0;
CREATE INDEX golden_card ON golden (card_id);
CREATE INDEX mood_event_at ON mood_event (at);
CREATE INDEX mood_event_card ON mood_event (card_id) WHERE card_id IS NOT NULL;
UPDATE sqlite_sequence SET seq = 6 WHERE name = 'card';
UPDATE sqlite_sequence SET seq = 17 WHERE name = 'change';
UPDATE sqlite_sequence SET seq = 1 WHERE name = 'feedback';
UPDATE sqlite_sequence SET seq = 1 WHERE name = 'golden';
UPDATE sqlite_sequence SET seq = 1 WHERE name = 'mood_event';
UPDATE sqlite_sequence SET seq = 10 WHERE name = 'operation';
UPDATE sqlite_sequence SET seq = 1 WHERE name = 'persona';
UPDATE sqlite_sequence SET seq = 1 WHERE name = 'preference';
UPDATE sqlite_sequence SET seq = 1 WHERE name = 'scene';
UPDATE sqlite_sequence SET seq = 6 WHERE name = 'tag';
UPDATE sqlite_sequence SET seq = 1 WHERE name = 'tag_alias';
COMMIT;
