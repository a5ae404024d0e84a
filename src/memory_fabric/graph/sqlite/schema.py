"""Bringing a file to the present tables; `PRAGMA user_version` counts the migrations that it has seen."""

from __future__ import annotations

import sqlite3

from memory_fabric.graph.sqlite import migrations


class UnknownSchema(Exception):
    """The database is not one that this version can work on."""


def migrate(db: sqlite3.Connection) -> None:
    """Bring a database to the present tables; one that is there already costs two reads.

    Raises:
        UnknownSchema: the file belongs to another program, or to a newer version of this one.
    """
    if _version(db) == len(migrations.MIGRATIONS):
        return
    db.execute("BEGIN IMMEDIATE")
    try:
        # Read again: another process may have been faster.
        for number in range(_version(db), len(migrations.MIGRATIONS)):
            migrations.MIGRATIONS[number](db)
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
    if application != migrations.APPLICATION_ID and not is_empty:
        raise UnknownSchema("it is the database of another program")
    if version > len(migrations.MIGRATIONS):
        raise UnknownSchema("it was written by a newer version of memory-fabric")
    return version
