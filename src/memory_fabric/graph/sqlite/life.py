"""The life of a relation: seen, seen again, over, taken up anew. Nothing is overwritten.

A fact is a triple. Its edges are the stretches between its endings: what is said with the same flags between two
endings is one edge with several pieces of evidence. So the edges depend on what was said and when, not on the order
in which it came in, and can be made again from the evidence and the endings that are left.
"""

# ruff: noqa: S608  SQL is put together from fragments of our own; values are always parameters

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from memory_fabric.graph.sqlite.rows import to_micros
from memory_fabric.models import Relation
from memory_fabric.text import scrub


class Fact(NamedTuple):
    """A triple of one namespace, its ends as the spelling keys of entities."""

    namespace: str
    from_key: str
    relation: str
    to_key: str


@dataclass(frozen=True, slots=True)
class Saying:
    """That a relation was said: by the memory of this row (None where nobody vouches), at this time."""

    memory: int | None
    at: int
    was_over_at_once: bool = False
    """That it was said to be over in the same moment, and after it."""


class _Edge(NamedTuple):
    """What all evidence of one stretch has in common."""

    from_name: str
    to_name: str
    polarity: str
    modality: str
    ended: int

    @property
    def can_hold(self) -> bool:
        return self.polarity == "affirmed" and self.modality in ("asserted", "planned") and not self.ended


def record(db: sqlite3.Connection, fact: Fact, relation: Relation, saying: Saying) -> tuple[int, int]:
    """Write down a relation, which speaks of `fact`, as said; return how many edges that added and how many it ended.

    A relation from a thing to itself is dropped.
    """
    if fact.from_key == fact.to_key:
        return 0, 0
    ended = end(db, fact, saying) if relation.is_ending else 0
    edge = _Edge(scrub(relation.from_), scrub(relation.to), relation.polarity, relation.modality, int(relation.ended))
    return int(_affirm(db, fact, edge, saying)), ended


def end(db: sqlite3.Connection, fact: Fact, saying: Saying) -> int:
    """Write down that a fact was said to be over, and close its edges that began by then; return how many were open."""
    told = db.execute(
        "INSERT INTO endings (namespace, from_key, relation, to_key, at, memory) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT DO NOTHING",
        (*fact, saying.at, saying.memory),
    )
    if not told.rowcount:  # it has been heard before, and what was taken up in the same moment after it stays
        return 0
    spanning = db.execute(
        f"SELECT seq, {_EDGE_COLUMNS}, valid_to FROM relations WHERE {_OF_FACT}"
        " AND polarity = 'affirmed' AND modality IN ('asserted', 'planned') AND ended = 0"
        " AND valid_from <= ? AND (valid_to IS NULL OR valid_to > ?)",
        (*fact, saying.at, saying.at),
    ).fetchall()
    for edge, *columns, valid_to in spanning:
        (resumed,) = db.execute("SELECT min(at) FROM evidence WHERE edge = ? AND at > ?", (edge, saying.at)).fetchone()
        if resumed is not None:  # an ending that came in late: what was said after it is a stretch of its own
            later = _insert(db, fact, _Edge(*columns), (resumed, valid_to))
            db.execute("UPDATE evidence SET edge = ? WHERE edge = ? AND at > ?", (later, edge, saying.at))
        _close(db, fact, _Edge(*columns), edge, saying.at)
    return sum(row[-1] is None for row in spanning)


def holds(db: sqlite3.Connection, fact: Fact) -> bool:
    """Return whether a fact holds now, and not only as planned."""
    sql = f"SELECT 1 FROM relations WHERE {_OF_FACT} AND polarity = 'affirmed' AND modality = 'asserted' AND current"
    return db.execute(sql, fact).fetchone() is not None


def retract(db: sqlite3.Connection, fact: Fact, at: datetime) -> int:
    """End the current edges of a fact; return how many there were. Where there are none, nothing is written."""
    moment = to_micros(at)
    holding = db.execute(
        f"SELECT count(*) FROM relations WHERE {_OF_FACT} AND current AND valid_from <= ?", (*fact, moment)
    ).fetchone()[0]
    return end(db, fact, Saying(None, moment)) if holding else 0


def rebuild(db: sqlite3.Connection, facts: Iterable[Fact]) -> int:
    """Make the edges of facts again from what evidence and endings are left; return how many fewer there are."""
    fewer = 0
    for fact in facts:
        edges = db.execute(f"SELECT count(*) FROM relations WHERE {_OF_FACT}", fact).fetchone()[0]
        rows = db.execute(
            f"SELECT {_EDGE_COLUMNS}, e.at, e.memory, valid_to IS e.at FROM relations"
            f" JOIN evidence e ON e.edge = relations.seq WHERE {_OF_FACT} ORDER BY e.at, relations.seq, e.rowid",
            fact,
        ).fetchall()
        db.execute(f"DELETE FROM relations WHERE {_OF_FACT}", fact)
        made = 0
        if fact.from_key == fact.to_key:
            db.execute(f"DELETE FROM endings WHERE {_OF_FACT}", fact)
            rows = []
        if not rows:  # nobody has anything to retract
            db.execute(f"DELETE FROM endings WHERE {_OF_FACT} AND memory IS NULL", fact)
        for *columns, at, memory, was_over_at_once in rows:
            made += _affirm(db, fact, _Edge(*columns), Saying(memory, at, bool(was_over_at_once)))
        fewer += edges - made
    return fewer


def facts_told_by(db: sqlite3.Connection, memory: int) -> Iterator[Fact]:
    """Yield the facts that a memory is evidence of, or of whose end it told."""
    for row in db.execute(
        "SELECT namespace, from_key, relation, to_key FROM evidence e JOIN relations r ON r.seq = e.edge"
        " WHERE e.memory = ?1"
        " UNION SELECT namespace, from_key, relation, to_key FROM endings WHERE memory = ?1",
        (memory,),
    ):
        yield Fact(*row)


def facts_touching(db: sqlite3.Connection, namespace: str, key: str) -> list[Fact]:
    """Return the facts that have the entity of this spelling key at one end."""
    found = (
        Fact(*row)
        for table in ("relations", "endings")
        for end in ("from_key", "to_key")
        for row in db.execute(
            f"SELECT DISTINCT namespace, from_key, relation, to_key FROM {table} WHERE namespace = ? AND {end} = ?",
            (namespace, key),
        )
    )
    return list(dict.fromkeys(found))


def drop(db: sqlite3.Connection, facts: Iterable[Fact]) -> int:
    """Delete facts with their whole history; return how many edges they had."""
    dropped = 0
    for fact in facts:
        dropped += db.execute(f"DELETE FROM relations WHERE {_OF_FACT}", fact).rowcount
        db.execute(f"DELETE FROM endings WHERE {_OF_FACT}", fact)
    return dropped


_OF_FACT = "namespace = ? AND from_key = ? AND relation = ? AND to_key = ?"
_EDGE_COLUMNS = "from_name, to_name, polarity, modality, ended"


def _stretch_end(db: sqlite3.Connection, fact: Fact, edge: _Edge, saying: Saying) -> int | None:
    """Return the first ending after a saying, which closes what was said then; None where it still holds."""
    if not edge.can_hold:
        return None
    after = saying.at - saying.was_over_at_once
    first = db.execute(f"SELECT min(at) FROM endings WHERE {_OF_FACT} AND at > ?", (*fact, after)).fetchone()
    at: int | None = first[0]
    return at


def _affirm(db: sqlite3.Connection, fact: Fact, edge: _Edge, saying: Saying) -> bool:
    """Give the edge of a stretch one more piece of evidence, or make it; return whether it was made."""
    valid_to = _stretch_end(db, fact, edge, saying)
    known = db.execute(
        f"SELECT seq, valid_from FROM relations WHERE {_OF_FACT}"
        " AND polarity = ? AND modality = ? AND ended = ? AND valid_to IS ?",
        (*fact, edge.polarity, edge.modality, edge.ended, valid_to),
    ).fetchone()
    if known is None:
        number = _insert(db, fact, edge, (saying.at, valid_to))
    else:
        number = known[0]
        if saying.at < known[1]:
            db.execute("UPDATE relations SET valid_from = ? WHERE seq = ?", (saying.at, number))
    db.execute(
        "INSERT INTO evidence (edge, at, memory) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        (number, saying.at, saying.memory),
    )
    return known is None


def _close(db: sqlite3.Connection, fact: Fact, edge: _Edge, number: int, at: int) -> None:
    """End an edge; where one of its kind ended at that very moment already, the two are one stretch."""
    same = db.execute(
        f"SELECT seq FROM relations WHERE {_OF_FACT} AND polarity = ? AND modality = ? AND ended = ? AND valid_to = ?",
        (*fact, edge.polarity, edge.modality, edge.ended, at),
    ).fetchone()
    if same is None:
        db.execute("UPDATE relations SET valid_to = ? WHERE seq = ?", (at, number))
        return
    db.execute("UPDATE OR IGNORE evidence SET edge = ? WHERE edge = ?", (same[0], number))
    db.execute(
        "UPDATE relations SET valid_from = min(valid_from, (SELECT valid_from FROM relations WHERE seq = ?))"
        " WHERE seq = ?",
        (number, same[0]),
    )
    db.execute("DELETE FROM relations WHERE seq = ?", (number,))


def _insert(db: sqlite3.Connection, fact: Fact, edge: _Edge, validity: tuple[int, int | None]) -> int:
    cursor = db.execute(
        "INSERT INTO relations (namespace, from_key, relation, to_key, from_name, to_name,"
        " polarity, modality, ended, valid_from, valid_to) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (*fact, *edge, *validity),
    )
    return cursor.lastrowid or 0
