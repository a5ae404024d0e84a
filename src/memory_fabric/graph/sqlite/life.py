"""The life of a relation: seen, seen again, over, taken up anew. Nothing is overwritten.

A fact is a triple with its flags. Its edges are the stretches between its endings: what is said between two
endings is one edge with several witnesses. So the edges depend on what was said and when, not on the order in
which it came in.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from memory_fabric.graph.sqlite.rows import key_of
from memory_fabric.models import Relation
from memory_fabric.text import scrub


@dataclass(frozen=True, slots=True)
class Saying:
    """That a relation was said: by the memory of this row (None where nobody vouches), at this time."""

    memory: int | None
    at: int


def record(db: sqlite3.Connection, namespace: str, relation: Relation, saying: Saying) -> tuple[int, int]:
    """Write down a relation that was said; return how many edges that added and how many it ended.

    A relation from a thing to itself is dropped.
    """
    if key_of(relation.from_) == key_of(relation.to):
        return 0, 0
    ended = _end(db, namespace, relation, saying.at) if relation.is_ending else 0
    return int(_affirm(db, namespace, relation, saying)), ended


def _affirm(db: sqlite3.Connection, namespace: str, relation: Relation, saying: Saying) -> bool:
    """Give the edge of this stretch one more witness, or make it; return whether it was made."""
    fact = _triple(namespace, relation)
    flags = (relation.polarity, relation.modality, int(relation.ended))
    valid_to: int | None = None
    if relation.is_current:
        (valid_to,) = db.execute(
            "SELECT min(at) FROM endings WHERE namespace = ? AND from_key = ? AND relation = ? AND to_key = ?"
            " AND at > ?",
            (*fact, saying.at),
        ).fetchone()
    known = db.execute(
        "SELECT seq, valid_from FROM relations"
        " WHERE namespace = ? AND from_key = ? AND relation = ? AND to_key = ?"
        " AND polarity = ? AND modality = ? AND ended = ? AND valid_to IS ?",
        (*fact, *flags, valid_to),
    ).fetchone()
    if known is None:
        edge = _insert(db, fact, (scrub(relation.from_), scrub(relation.to)), flags, (saying.at, valid_to))
    else:
        edge = known[0]
        if saying.at < known[1]:
            db.execute("UPDATE relations SET valid_from = ? WHERE seq = ?", (saying.at, edge))
    if saying.memory is not None:
        db.execute(
            "INSERT INTO witnesses (relation, at, memory) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            (edge, saying.at, saying.memory),
        )
    return known is None


def _end(db: sqlite3.Connection, namespace: str, relation: Relation, at: int) -> int:
    """Close the current edges of a triple that began by then; return how many were open."""
    fact = _triple(namespace, relation)
    db.execute(
        "INSERT INTO endings (namespace, from_key, relation, to_key, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (*fact, at),
    )
    spanning = db.execute(
        "SELECT seq, from_name, to_name, polarity, modality, ended, valid_to FROM relations"
        " WHERE namespace = ? AND from_key = ? AND relation = ? AND to_key = ?"
        " AND polarity = 'affirmed' AND modality IN ('asserted', 'planned') AND ended = 0"
        " AND valid_from <= ? AND (valid_to IS NULL OR valid_to > ?)",
        (*fact, at, at),
    ).fetchall()
    for edge, from_name, to_name, polarity, modality, ended, valid_to in spanning:
        (resumed,) = db.execute("SELECT min(at) FROM witnesses WHERE relation = ? AND at > ?", (edge, at)).fetchone()
        if resumed is not None:  # an ending that came in late: what was said after it is a stretch of its own
            later = _insert(db, fact, (from_name, to_name), (polarity, modality, ended), (resumed, valid_to))
            db.execute("UPDATE witnesses SET relation = ? WHERE relation = ? AND at > ?", (later, edge, at))
        db.execute("UPDATE relations SET valid_to = ? WHERE seq = ?", (at, edge))
    return sum(row[-1] is None for row in spanning)


def _insert(
    db: sqlite3.Connection,
    fact: tuple[str, str, str, str],
    names: tuple[str, str],
    flags: tuple[str, str, int],
    validity: tuple[int, int | None],
) -> int:
    namespace, from_key, relation, to_key = fact
    cursor = db.execute(
        "INSERT INTO relations (namespace, from_key, relation, to_key, from_name, to_name,"
        " polarity, modality, ended, valid_from, valid_to) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (namespace, from_key, relation, to_key, *names, *flags, *validity),
    )
    return cursor.lastrowid or 0


def _triple(namespace: str, relation: Relation) -> tuple[str, str, str, str]:
    return namespace, key_of(relation.from_), scrub(relation.relation), key_of(relation.to)
