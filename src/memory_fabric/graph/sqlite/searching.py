"""Finding memories by the words of their texts: in the text index, and in the truth where that lags."""

# ruff: noqa: S608  SQL is put together from fragments of our own; values are always parameters

from __future__ import annotations

import heapq
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from memory_fabric.graph.sqlite.connections import Connections
from memory_fabric.graph.sqlite.entries import entries
from memory_fabric.graph.sqlite.indexing import IndexKeeper, View
from memory_fabric.graph.sqlite.reading import entities_called, mentioning
from memory_fabric.graph.sqlite.rows import as_json, bounded, filter_sql, id_hash, load_memories
from memory_fabric.graph.store import Finds, MentionQuery, TextQuery
from memory_fabric.graph.terms import terms, weighed_terms
from memory_fabric.models import Filters, Hit
from memory_fabric.text import scrub

_OVERFETCH = 4
_MOST = 0.5
"""Share of all memories from which on the index is asked for those of any namespace, which is several times faster; the
truth then tells whose they are.
"""
_MAX_PAGE = 100_000


Scores = list[tuple[int, float]]
"""The numbers of memories with their scores, best first."""

_T = TypeVar("_T")


def search_text(connections: Connections, keeper: IndexKeeper, namespace: str, query: TextQuery) -> list[Hit]:
    """Return the memories whose texts hold any of the query's words, best first; all that was acknowledged.

    Raises:
        GraphUnavailable: the database or the index's folder cannot be used.
    """
    return search(connections, keeper, namespace, query, _hits)


def find(
    connections: Connections,
    keeper: IndexKeeper,
    namespace: str,
    text: TextQuery | None,
    mentions: Sequence[MentionQuery],
) -> Finds:
    """Return what is found by words and under names, in one transaction; each memory is read once.

    Raises:
        GraphUnavailable: the database or the index's folder cannot be used.
    """

    def use(db: sqlite3.Connection, scores: Scores) -> Finds:
        called = entities_called(db, namespace, [query.name for query in mentions])
        known = [(called.get(query.name), query) for query in mentions]
        numbers = [
            mentioning(db, row[0], query.filters, query.limit, _numbers(db, namespace, query.among)) if row else []
            for row, query in known
        ]
        memories = load_memories(db, list({number for number, _ in scores}.union(*numbers)))
        return Finds(
            [Hit(memories[number], score, "text") for number, score in scores],
            [
                [Hit(memories[number], 1.0, f"entity:{row[1]}") for number in found] if row else []
                for (row, _), found in zip(known, numbers, strict=True)
            ],
        )

    if text is None:
        with connections.read() as db:
            return use(db, [])
    return search(connections, keeper, namespace, text, use)


def search(
    connections: Connections,
    keeper: IndexKeeper,
    namespace: str,
    query: TextQuery,
    use: Callable[[sqlite3.Connection, Scores], _T],
) -> _T:
    """Return what `use` makes of the memories that a query finds, in the transaction in which they were found.

    Raises:
        GraphUnavailable: the database or the index's folder cannot be used.
    """
    search = _Search(namespace, weighed_terms(query.words, query.light), query.filters, bounded(query.limit))
    if not search.terms or not search.limit:
        with connections.read() as db:
            return use(db, [])

    def find(view: View) -> _T:
        with connections.read() as db:
            found = _indexed(db, view, search) if view.is_usable else {}
            if not view.is_level:
                for number, score in _unindexed(db, view, search):
                    found[number] = max(score, found.get(number, 0.0))
            best = sorted(zip(found.values(), found, strict=True), reverse=True)[: search.limit]
            return use(db, [(number, score) for score, number in best])

    # Where there is no index and none can be made, all is read: slowly, but nothing is missed.
    return keeper.repairing(lambda: find(keeper.caught_up()), otherwise=lambda: find(keeper.absent()))


def _numbers(db: sqlite3.Connection, namespace: str, ids: Iterable[str] | None) -> list[int] | None:
    if ids is None:
        return None
    rows = db.execute(
        "SELECT seq FROM memories WHERE id_hash IN (SELECT value FROM json_each(?)) AND +namespace = ?",
        (as_json(id_hash(namespace, scrub(id)) for id in ids), namespace),
    )
    return [number for (number,) in rows.fetchall()]


def _hits(db: sqlite3.Connection, found: Scores) -> list[Hit]:
    memories = load_memories(db, [number for number, _ in found])
    return [Hit(memories[number], score, "text") for number, score in found]


@dataclass(frozen=True, slots=True)
class _Search:
    namespace: str
    terms: Mapping[str, float]
    filters: Filters
    limit: int


def _indexed(db: sqlite3.Connection, view: View, search: _Search) -> dict[int, float]:
    """Return what the index finds, page by page until enough of it exists and fits the filters."""
    found: dict[int, float] = {}
    conditions, parameters = filter_sql(search.filters)
    share = view.snapshot.share_of(search.namespace)
    is_most = share >= _MOST
    namespace = None if is_most else search.namespace
    offset, size = 0, search.limit * _OVERFETCH if conditions or (is_most and share < 1) else search.limit
    while True:
        page = view.snapshot.search(namespace, search.terms, limit=size, offset=offset)
        # However level the index was: a memory may have been forgotten since, and its share counts deleted ones too.
        fitting = {
            number
            for (number,) in db.execute(
                "SELECT m.seq FROM memories m WHERE m.seq IN (SELECT value FROM json_each(?))"
                f" AND +m.namespace = ?{conditions}",  # +: by number, not all of a namespace
                (as_json(number for number, _ in page), search.namespace, *parameters),
            )
        }
        found.update((number, score) for number, score in page if number in fitting)
        if len(found) >= search.limit or len(page) < size:
            return found
        offset, size = offset + size, min(size * _OVERFETCH, _MAX_PAGE)


def _unindexed(db: sqlite3.Connection, view: View, search: _Search) -> list[tuple[int, float]]:
    """Return the best of what the index does not know yet, read one by one."""
    conditions, parameters = filter_sql(search.filters)
    unknown = f"m.seq IN (SELECT memory FROM changes WHERE seq > ?) AND m.namespace = ?{conditions}"

    def scores() -> Iterator[tuple[int, float]]:
        for entry in entries(db, unknown, (view.reached, search.namespace, *parameters)):
            score = view.snapshot.match_score(search.terms, terms(entry.body))
            if score > 0:
                yield entry.number, score

    return heapq.nlargest(search.limit, scores(), key=lambda hit: hit[1])
