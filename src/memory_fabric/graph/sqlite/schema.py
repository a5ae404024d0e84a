"""The tables, as an ordered list of migrations; `PRAGMA user_version` counts those that a file has seen.

Times are whole microseconds since 1970 in UTC, so that they sort. Names are found by their spelling key. Ends
of relations are keys, not rows, since a relation may name an entity that is not there (an MCP memory server
accepts that).
"""

# ruff: noqa: S608  table names in triggers are those of this module

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Callable

APPLICATION_ID = 0x4D464142  # "MFAB": tells our files from those of other programs


class UnknownSchema(Exception):
    """The database is not one that this version can work on."""


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
    for statement in _FIRST.split(";\n"):
        db.execute(statement)
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


MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (_create_tables, _keep_counts)


def migrate(db: sqlite3.Connection) -> None:
    """Bring a database to the present tables; one that is there already costs two reads.

    Raises:
        UnknownSchema: the file belongs to another program, or to a newer version of this one.
    """
    if _version(db) == len(MIGRATIONS):
        return
    db.execute("BEGIN IMMEDIATE")
    try:
        for number in range(_version(db), len(MIGRATIONS)):  # read again: another process may have been faster
            MIGRATIONS[number](db)
            db.execute(f"PRAGMA user_version = {number + 1}")
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def _version(db: sqlite3.Connection) -> int:
    application = db.execute("PRAGMA application_id").fetchone()[0]
    version: int = db.execute("PRAGMA user_version").fetchone()[0]
    is_empty = db.execute("SELECT NOT EXISTS (SELECT 1 FROM sqlite_master)").fetchone()[0]
    if application != APPLICATION_ID and not is_empty:
        raise UnknownSchema("it is the database of another program")
    if version > len(MIGRATIONS):
        raise UnknownSchema("it was written by a newer version of memory-fabric")
    return version
