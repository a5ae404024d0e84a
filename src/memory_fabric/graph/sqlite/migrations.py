"""The tables, as an ordered list of migrations. One that was released is never changed; a new one is added at the end.

Times are whole microseconds since 1970 in UTC, so that they sort. Names are found by their spelling key. Ends
of relations are keys, not rows, since a relation may name an entity that is not there (an MCP memory server
accepts that).
"""

# ruff: noqa: S608  table names in triggers are those of this module

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Callable

from memory_fabric.graph.sqlite.rows import id_hash

APPLICATION_ID = 0x4D464142  # "MFAB": tells our files from those of other programs

_FIRST = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE memories (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  namespace TEXT NOT NULL,
  id TEXT NOT NULL,
  text TEXT NOT NULL,
  kind TEXT NOT NULL,
  stored_at INTEGER NOT NULL,
  moment INTEGER NOT NULL,  -- last said, or where nobody knows, stored
  session TEXT,
  position INTEGER,         -- in the session
  UNIQUE (namespace, id)
);
CREATE INDEX memories_by_moment ON memories (namespace, moment);
CREATE UNIQUE INDEX memories_by_session ON memories (namespace, session, position) WHERE session IS NOT NULL;

CREATE TABLE origins (
  seq INTEGER PRIMARY KEY,
  memory INTEGER NOT NULL REFERENCES memories ON DELETE CASCADE,
  namespace TEXT NOT NULL,
  source TEXT,
  session TEXT,
  turn_id TEXT,
  speaker TEXT,
  said INTEGER,
  speaker_key TEXT,         -- the speaker, case folded
  moment INTEGER NOT NULL   -- said, or where nobody knows, when the memory was stored
);
CREATE UNIQUE INDEX origins_once ON origins (
  memory, ifnull(source, x''), ifnull(session, x''), ifnull(turn_id, x''), ifnull(speaker, x''),
  ifnull(said, x'')
);
CREATE INDEX origins_by_speaker ON origins (namespace, speaker_key, moment);
CREATE INDEX origins_by_moment ON origins (namespace, moment);

CREATE TABLE entities (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  namespace TEXT NOT NULL,
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  type TEXT NOT NULL COLLATE NOCASE,
  memory_count INTEGER NOT NULL DEFAULT 0,
  UNIQUE (namespace, key)
);
CREATE INDEX entities_by_type ON entities (namespace, type, key);
CREATE INDEX entities_by_age ON entities (namespace);

CREATE TABLE aliases (
  namespace TEXT NOT NULL,
  key TEXT NOT NULL,
  entity INTEGER NOT NULL REFERENCES entities ON DELETE CASCADE,
  name TEXT NOT NULL,
  PRIMARY KEY (namespace, key, entity)
) WITHOUT ROWID;
CREATE INDEX aliases_by_entity ON aliases (entity);

CREATE TABLE name_terms (   -- the words of entities' names, as the text index cuts them
  namespace TEXT NOT NULL,
  term TEXT NOT NULL,
  entity INTEGER NOT NULL REFERENCES entities ON DELETE CASCADE,
  PRIMARY KEY (namespace, term, entity)
) WITHOUT ROWID;
CREATE INDEX name_terms_by_entity ON name_terms (entity);

CREATE TABLE links (        -- which memory mentions which entity
  seq INTEGER PRIMARY KEY,
  memory INTEGER NOT NULL REFERENCES memories ON DELETE CASCADE,
  entity INTEGER NOT NULL REFERENCES entities ON DELETE CASCADE,
  moment INTEGER NOT NULL,  -- the memory's
  UNIQUE (memory, entity)
);
CREATE INDEX links_by_entity ON links (entity, moment, memory);

CREATE TABLE relations (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  namespace TEXT NOT NULL,
  from_key TEXT NOT NULL,
  from_name TEXT NOT NULL,
  relation TEXT NOT NULL,
  to_key TEXT NOT NULL,
  to_name TEXT NOT NULL,
  polarity TEXT NOT NULL,
  modality TEXT NOT NULL,
  ended INTEGER NOT NULL,
  valid_from INTEGER NOT NULL,
  valid_to INTEGER,
  current INTEGER NOT NULL GENERATED ALWAYS AS (
    polarity = 'affirmed' AND modality IN ('asserted', 'planned') AND NOT ended AND valid_to IS NULL
  ) VIRTUAL,
  CHECK (from_key <> to_key)
);
CREATE INDEX relations_by_from ON relations (namespace, from_key, current, valid_from);
CREATE INDEX relations_by_to ON relations (namespace, to_key, current, valid_from);
CREATE INDEX relations_by_fact ON relations (
  namespace, from_key, relation, to_key, polarity, modality, ended, valid_to
);
CREATE INDEX relations_current ON relations (namespace, current);

CREATE TABLE witnesses (    -- which memory said when that a relation holds
  relation INTEGER NOT NULL REFERENCES relations ON DELETE CASCADE,
  at INTEGER NOT NULL,
  memory INTEGER NOT NULL REFERENCES memories ON DELETE CASCADE,
  PRIMARY KEY (relation, at, memory)
) WITHOUT ROWID;
CREATE INDEX witnesses_by_memory ON witnesses (memory);

CREATE TABLE endings (      -- when a fact was said to be over
  namespace TEXT NOT NULL,
  from_key TEXT NOT NULL,
  relation TEXT NOT NULL,
  to_key TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (namespace, from_key, relation, to_key, at)
) WITHOUT ROWID;
CREATE INDEX endings_by_to ON endings (namespace, to_key);

CREATE TABLE changes (      -- memories whose entry in the text index is to be made, made again or dropped
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  memory INTEGER NOT NULL,
  stamp INTEGER NOT NULL    -- random, one a transaction: tells a restored backup from what it was taken of
);

CREATE TABLE totals (
  namespace TEXT PRIMARY KEY,
  memories INTEGER NOT NULL DEFAULT 0,
  entities INTEGER NOT NULL DEFAULT 0,
  relations INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID
"""

_COUNTED = ("memories", "entities", "relations")


def _create_tables(db: sqlite3.Connection) -> None:
    _run(db, _FIRST)
    db.execute("INSERT INTO meta VALUES ('store', ?)", (secrets.token_hex(16),))
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")


def _keep_counts(db: sqlite3.Connection) -> None:
    """Counting a million rows takes too long for a health check, so triggers keep the totals."""
    for table in _COUNTED:
        db.execute(f"""
            CREATE TRIGGER {table}_added AFTER INSERT ON {table} BEGIN
              INSERT INTO totals (namespace, {table}) VALUES (new.namespace, 1)
              ON CONFLICT (namespace) DO UPDATE SET {table} = {table} + 1;
            END""")
        db.execute(f"""
            CREATE TRIGGER {table}_deleted AFTER DELETE ON {table} BEGIN
              UPDATE totals SET {table} = {table} - 1 WHERE namespace = old.namespace;
            END""")
    db.execute("""
        CREATE TRIGGER links_added AFTER INSERT ON links BEGIN
          UPDATE entities SET memory_count = memory_count + 1 WHERE seq = new.entity;
        END""")
    db.execute("""
        CREATE TRIGGER links_deleted AFTER DELETE ON links BEGIN
          UPDATE entities SET memory_count = memory_count - 1 WHERE seq = old.entity;
        END""")
    db.execute("""
        CREATE TRIGGER memories_moved AFTER UPDATE OF moment ON memories BEGIN
          UPDATE links SET moment = new.moment WHERE memory = new.seq;
        END""")


_PROVENANCE = """
ALTER TABLE aliases ADD COLUMN is_name INTEGER NOT NULL DEFAULT 0;
-- what is written under it is the entity
CREATE UNIQUE INDEX aliases_as_names ON aliases (namespace, key) WHERE is_name;

CREATE TABLE evidence (     -- that a relation was said at a time
  edge INTEGER NOT NULL REFERENCES relations ON DELETE CASCADE,
  at INTEGER NOT NULL,
  memory INTEGER REFERENCES memories ON DELETE CASCADE  -- NULL where nobody vouches
);
CREATE UNIQUE INDEX evidence_once ON evidence (edge, at, ifnull(memory, 0));
CREATE INDEX evidence_by_memory ON evidence (memory);
INSERT INTO evidence SELECT relation, at, memory FROM witnesses;
INSERT INTO evidence SELECT seq, valid_from, NULL FROM relations
  WHERE seq NOT IN (SELECT relation FROM witnesses);
DROP TABLE witnesses;

ALTER TABLE endings RENAME TO endings_of_unknown_origin;
DROP INDEX endings_by_to;
CREATE TABLE endings (      -- when a fact was said to be over
  namespace TEXT NOT NULL,
  from_key TEXT NOT NULL,
  relation TEXT NOT NULL,
  to_key TEXT NOT NULL,
  at INTEGER NOT NULL,
  memory INTEGER REFERENCES memories ON DELETE CASCADE  -- NULL where it was retracted by hand
);
CREATE UNIQUE INDEX endings_once ON endings (namespace, from_key, relation, to_key, at, ifnull(memory, 0));
CREATE INDEX endings_by_to ON endings (namespace, to_key);
CREATE INDEX endings_by_memory ON endings (memory);
INSERT OR IGNORE INTO endings
  SELECT o.namespace, o.from_key, o.relation, o.to_key, o.at, e.memory FROM endings_of_unknown_origin o
  LEFT JOIN relations r ON r.namespace = o.namespace AND r.from_key = o.from_key AND r.relation = o.relation
    AND r.to_key = o.to_key AND r.modality = 'asserted' AND r.ended = 1
  LEFT JOIN evidence e ON e.edge = r.seq AND e.at = o.at;
DROP TABLE endings_of_unknown_origin;

-- The writer knows which origins a memory has, at a fraction of the cost.
DROP INDEX origins_once;
CREATE INDEX origins_of_memory ON origins (memory);

DROP TRIGGER memories_moved;
CREATE TABLE links_in_order (
  memory INTEGER NOT NULL REFERENCES memories ON DELETE CASCADE,
  entity INTEGER NOT NULL REFERENCES entities ON DELETE CASCADE,
  place INTEGER NOT NULL,   -- the entities of a memory in the order in which it mentions them
  moment INTEGER NOT NULL,  -- the memory's
  PRIMARY KEY (memory, entity)
) WITHOUT ROWID;
INSERT INTO links_in_order SELECT memory, entity, seq, moment FROM links;
DROP TABLE links;
ALTER TABLE links_in_order RENAME TO links;
CREATE INDEX links_by_entity ON links (entity, moment, memory);

-- What is added is counted by the writer, once a transaction.
DROP TRIGGER memories_added
"""


def _keep_provenance(db: sqlite3.Connection) -> None:
    """So that what a source told can be taken back, endings know who told them, and every edge has evidence.

    And what is written for each memory costs less.
    """
    _run(db, _PROVENANCE)
    db.execute("""
        CREATE TRIGGER links_deleted AFTER DELETE ON links BEGIN
          UPDATE entities SET memory_count = memory_count - 1 WHERE seq = old.entity;
        END""")
    db.execute("""
        CREATE TRIGGER memories_moved AFTER UPDATE OF moment ON memories BEGIN
          UPDATE links SET moment = new.moment WHERE memory = new.seq;
        END""")


_LIGHTER = """
CREATE TABLE mention_counts (  -- how many memories mention an entity: in few pages, for it is written all the time
  entity INTEGER PRIMARY KEY REFERENCES entities ON DELETE CASCADE,
  memories INTEGER NOT NULL
);
INSERT INTO mention_counts SELECT entity, count(*) FROM links GROUP BY entity;
DROP TRIGGER links_deleted;
ALTER TABLE entities DROP COLUMN memory_count;

DROP TRIGGER memories_deleted;
DROP TRIGGER memories_moved;
CREATE TABLE memories_lighter (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  namespace TEXT NOT NULL,
  id TEXT NOT NULL,
  id_hash INTEGER NOT NULL, -- of namespace and id: ids come in no order, and an index of them whole is large
  text TEXT NOT NULL,
  kind TEXT NOT NULL,
  stored_at INTEGER NOT NULL,
  moment INTEGER NOT NULL,  -- last said, or where nobody knows, stored
  session TEXT,
  position INTEGER          -- in the session
);
INSERT INTO memories_lighter
  SELECT seq, namespace, id, id_hash(namespace, id), text, kind, stored_at, moment, session, position FROM memories;
UPDATE sqlite_sequence SET seq = max(seq, coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'memories'), 0))
  WHERE name = 'memories_lighter';
DROP TABLE memories;
ALTER TABLE memories_lighter RENAME TO memories;
CREATE INDEX memories_by_id ON memories (id_hash);
CREATE INDEX memories_by_moment ON memories (namespace, moment);
CREATE UNIQUE INDEX memories_by_session ON memories (namespace, session, position) WHERE session IS NOT NULL
"""


def _write_less(db: sqlite3.Connection) -> None:
    """A batch of memories writes to places all over the indexes; the fewer and smaller those, the faster."""
    db.create_function("id_hash", 2, id_hash, deterministic=True)
    _run(db, _LIGHTER)
    db.execute("""
        CREATE TRIGGER memories_deleted AFTER DELETE ON memories BEGIN
          UPDATE totals SET memories = memories - 1 WHERE namespace = old.namespace;
        END""")
    db.execute("""
        CREATE TRIGGER memories_moved AFTER UPDATE OF moment ON memories BEGIN
          UPDATE links SET moment = new.moment WHERE memory = new.seq;
        END""")
    db.execute("""
        CREATE TRIGGER links_deleted AFTER DELETE ON links BEGIN
          UPDATE mention_counts SET memories = memories - 1 WHERE entity = old.entity;
        END""")


def _find_ends(db: sqlite3.Connection) -> None:
    """Which edges tell that something is over, among the thousands of a name that is everywhere."""
    db.execute(
        "CREATE INDEX relations_overtaking ON relations (namespace, to_key, current, valid_from)"
        " WHERE relation = 'replaces' OR ended"
    )


def _run(db: sqlite3.Connection, script: str) -> None:
    # Not `executescript`, which would commit first.
    for statement in script.split(";\n"):
        db.execute(statement)


MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (
    _create_tables,
    _keep_counts,
    _keep_provenance,
    _write_less,
    _find_ends,
)
