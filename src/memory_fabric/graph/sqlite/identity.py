"""Making two entities one, and giving one another name. What had the old name before has it as a former name after."""

from __future__ import annotations

import sqlite3

from memory_fabric.errors import InvalidInput
from memory_fabric.graph.sqlite.entities import EntityRow, EntityTable, index_name
from memory_fabric.graph.sqlite.life import Fact, drop, facts_touching, rebuild
from memory_fabric.graph.sqlite.rows import key_of
from memory_fabric.text import scrub


def merge(db: sqlite3.Connection, namespace: str, name: str, into: str) -> int | None:
    """Give all that one entity has to another, and delete it; return the row of the one that is left.

    None where either is unknown.
    """
    entities = EntityTable(db, namespace)
    gone, kept = entities.find(name), entities.find(into)
    if gone is None or kept is None:
        return None
    if gone.seq == kept.seq:
        return kept.seq
    db.execute("UPDATE OR IGNORE links SET entity = ? WHERE entity = ?", (kept.seq, gone.seq))
    aliases = db.execute("SELECT name, is_name FROM aliases WHERE entity = ?", (gone.seq,)).fetchall()
    db.execute("DELETE FROM entities WHERE seq = ?", (gone.seq,))
    db.execute(
        "INSERT OR REPLACE INTO mention_counts (entity, memories) SELECT ?1, count(*) FROM links WHERE entity = ?1",
        (kept.seq,),
    )
    entities = EntityTable(db, namespace)  # the names of what is gone are free now
    for alias, is_name in [*aliases, (gone.name, True)]:
        if is_name:
            entities.add_former_name(kept, alias)
        else:
            entities.add_alias(kept, alias)
    _move_facts(db, namespace, gone.key, kept.key, kept.name)
    return kept.seq


def rename(db: sqlite3.Connection, namespace: str, name: str, to: str) -> int | None:
    """Give an entity another canonical name; return its row, None where it is unknown.

    Raises:
        InvalidInput: another entity has that name.
    """
    entities = EntityTable(db, namespace)
    entity, other = entities.find(name), entities.find(to)
    if entity is None:
        return None
    if other is not None and other.seq != entity.seq:
        raise InvalidInput("to", f"{other.name!r} is another entity; merge the two instead", name=other.name)
    key, new_name = key_of(to), scrub(to)
    db.execute("DELETE FROM aliases WHERE entity = ? AND key = ?", (entity.seq, key))
    db.execute("UPDATE entities SET key = ?, name = ? WHERE seq = ?", (key, new_name, entity.seq))
    db.execute("DELETE FROM name_terms WHERE entity = ?", (entity.seq,))
    former = db.execute("SELECT name FROM aliases WHERE entity = ? AND is_name", (entity.seq,)).fetchall()
    for known in (new_name, *(alias for (alias,) in former)):
        index_name(db, namespace, entity.seq, known)
    if key != entity.key:
        renamed = EntityRow(entity.seq, key, new_name, is_new=False)
        EntityTable(db, namespace).add_former_name(renamed, entity.name)
        _move_facts(db, namespace, entity.key, key, new_name)
    return entity.seq


def _move_facts(db: sqlite3.Connection, namespace: str, old: str, new: str, name: str) -> None:
    """Give the facts of one spelling key to another; what the two had with each other is dropped."""
    moved = facts_touching(db, namespace, old)
    between = [fact for fact in moved if new in (fact.from_key, fact.to_key)]
    drop(db, between)
    for end in ("from", "to"):
        db.execute(
            f"UPDATE relations SET {end}_key = ?, {end}_name = ? WHERE namespace = ? AND {end}_key = ?",  # noqa: S608
            (new, name, namespace, old),
        )
        # One that is there already is as good.
        db.execute(
            f"UPDATE OR REPLACE endings SET {end}_key = ? WHERE namespace = ? AND {end}_key = ?",  # noqa: S608
            (new, namespace, old),
        )
    swapped = {old: new}
    facts = (
        Fact(namespace, swapped.get(f.from_key, f.from_key), f.relation, swapped.get(f.to_key, f.to_key))
        for f in moved
        if f not in between
    )
    rebuild(db, dict.fromkeys(facts))
