"""Which entities a search of an MCP memory client finds, best first."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Sequence

from memory_fabric.graph.sqlite.rows import as_json, key_of
from memory_fabric.graph.sqlite.searching import Scores
from memory_fabric.graph.terms import query_terms, terms

MAX_FOUND_ENTITIES = 100

_CANDIDATES_PER_WORD = 1_000
_MAX_TYPES = 1_000
_LONGEST_NAME_WORDS = 4
_SHORTEST_BEGINNING = 3

# One look into the index for each type, rather than one for each entity.
_TYPES = """
WITH RECURSIVE types (type) AS (
  SELECT min(type) FROM entities WHERE namespace = :namespace
  UNION ALL
  SELECT (SELECT min(type) FROM entities WHERE namespace = :namespace AND type > types.type)
  FROM types WHERE types.type IS NOT NULL
)
SELECT type FROM types WHERE type IS NOT NULL LIMIT :limit
"""


def rank_entities(db: sqlite3.Connection, namespace: str, query: str, found: Scores) -> list[int]:
    """Return the entities that a query finds, best first, at most `MAX_FOUND_ENTITIES`; `found` are the memories that
    it finds.

    An entity earns the share of the query's words that its name holds, and half of that where its name only begins
    with them; one point where its name or an alias stands in the query; a half where its type is asked for; and as
    much as its best observation scores, as a share of the best one of all. A blank query finds the oldest.
    """
    if not query.strip():
        oldest = db.execute(
            "SELECT seq FROM entities WHERE namespace = ? ORDER BY seq LIMIT ?", (namespace, MAX_FOUND_ENTITIES)
        )
        return [seq for (seq,) in oldest]
    scores: dict[int, float] = defaultdict(float)
    wanted = query_terms([query])
    for term in wanted:
        for seq, share in _with_word(db, namespace, term).items():
            scores[seq] += share / len(wanted)
    for seq in _named(db, namespace, query):
        scores[seq] += 1
    for seq in _of_type(db, namespace, wanted):
        scores[seq] += 0.5
    for seq, score in _text_scores(db, found).items():
        scores[seq] += score
    return sorted(scores, key=lambda seq: (-scores[seq], seq))[:MAX_FOUND_ENTITIES]


def _with_word(db: sqlite3.Connection, namespace: str, term: str) -> dict[int, float]:
    """Return the entities with a word in their names: 1 for the word itself, a half for one that begins with it."""
    found: dict[int, float] = {}
    if len(term) >= _SHORTEST_BEGINNING:
        longer = db.execute(
            "SELECT entity FROM name_terms WHERE namespace = ? AND term > ? AND term < ? LIMIT ?",
            (namespace, term, term + "\U0010ffff", _CANDIDATES_PER_WORD),
        )
        found.update((seq, 0.5) for (seq,) in longer)
    exact = db.execute(
        "SELECT entity FROM name_terms WHERE namespace = ? AND term = ? LIMIT ?",
        (namespace, term, _CANDIDATES_PER_WORD),
    )
    found.update((seq, 1.0) for (seq,) in exact)
    return found


def _named(db: sqlite3.Connection, namespace: str, query: str) -> list[int]:
    """Return the entities whose whole name or alias stands in the query, names without any letter too."""
    names = as_json(set(_names_in(query)))
    rows = db.execute(
        "SELECT seq FROM entities WHERE namespace = ?1 AND key IN (SELECT value FROM json_each(?2))"
        " UNION SELECT entity FROM aliases WHERE namespace = ?1 AND key IN (SELECT value FROM json_each(?2))"
        " LIMIT ?3",
        (namespace, names, _CANDIDATES_PER_WORD),
    )
    return [seq for (seq,) in rows]


def _names_in(query: str) -> Iterator[str]:
    yield key_of(query)
    words = query.split()
    for start in range(len(words)):
        for end in range(start + 1, min(start + _LONGEST_NAME_WORDS, len(words)) + 1):
            yield key_of(" ".join(words[start:end]))


def _of_type(db: sqlite3.Connection, namespace: str, wanted: Sequence[str]) -> list[int]:
    """Return the entities whose type holds one of the words."""
    words = set(wanted)
    types = db.execute(_TYPES, {"namespace": namespace, "limit": _MAX_TYPES})
    asked = [type_ for (type_,) in types if not words.isdisjoint(terms(type_))]
    rows = db.execute(
        "SELECT seq FROM entities WHERE namespace = ? AND type IN (SELECT value FROM json_each(?)) LIMIT ?",
        (namespace, as_json(asked), _CANDIDATES_PER_WORD),
    )
    return [seq for (seq,) in rows]


def _text_scores(db: sqlite3.Connection, found: Scores) -> dict[int, float]:
    """Return the entities that the memories mention, each with the share that its best one has of the best of all."""
    scores = dict(found)
    best: dict[int, float] = defaultdict(float)
    for memory, entity in db.execute(
        "SELECT memory, entity FROM links WHERE memory IN (SELECT value FROM json_each(?))", (as_json(scores),)
    ):
        best[entity] = max(best[entity], scores[memory] / found[0][1])
    return best
