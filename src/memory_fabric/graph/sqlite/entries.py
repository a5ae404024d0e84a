"""What the text index is to hold for memories: their statements with speakers and neighbouring turns."""

# ruff: noqa: S608  SQL is put together from fragments of our own; values are always parameters

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import closing

from memory_fabric.graph.sqlite.rows import as_json
from memory_fabric.graph.terms import body
from memory_fabric.graph.textindex import Entry

_PAGE = 200
_MOST_SPEAKERS = 5

_Place = tuple[str, str, int]  # namespace, session and the position in it


def entries(db: sqlite3.Connection, condition: str, parameters: Sequence[object]) -> Iterator[Entry]:
    """Yield the entries of the memories `m` that meet an SQL condition, a page of them in memory at a time."""
    sql = f"SELECT m.seq, m.namespace, m.text, m.session, m.position FROM memories m WHERE {condition}"
    with closing(db.execute(sql, parameters)) as rows:
        while page := rows.fetchmany(_PAGE):
            yield from _entries(db, page)


def _entries(db: sqlite3.Connection, page: Sequence[tuple[int, str, str, str | None, int | None]]) -> Iterator[Entry]:
    speakers = _speakers(db, [seq for seq, *_ in page])
    turns = _Turns(db, page)
    for seq, namespace, text, session, position in page:
        before = two_before = after = None
        if session is not None and position is not None:
            before = turns.before((namespace, session, position))
            two_before = before and turns.before((namespace, session, before[0]))
            after = turns.after((namespace, session, position))
        text_body = body(
            text,
            speaker=" ".join(speakers.get(seq, ())),
            before=before[1] if before else "",
            two_before=two_before[1] if two_before else "",
            after=after[1] if after else "",
        )
        yield Entry(seq, namespace, text_body)


def _speakers(db: sqlite3.Connection, memories: Sequence[int]) -> dict[int, list[str]]:
    """Return the first few speakers of memories, each as first written."""
    found: dict[int, dict[str, str]] = defaultdict(dict)
    for memory, key, speaker in db.execute(
        "SELECT memory, speaker_key, speaker FROM origins"
        " WHERE memory IN (SELECT value FROM json_each(?)) AND speaker IS NOT NULL ORDER BY memory, seq",
        (as_json(memories),),
    ):
        found[memory].setdefault(key, speaker)
    return {memory: list(names.values())[:_MOST_SPEAKERS] for memory, names in found.items()}


class _Turns:
    """The turns of sessions: mostly those of the page itself, and where it ends those that the graph has.

    Positions only have gaps where something was forgotten, so the next position is the next turn if it is there.
    """

    def __init__(self, db: sqlite3.Connection, page: Sequence[tuple[int, str, str, str | None, int | None]]) -> None:
        self._db = db
        self._texts: dict[_Place, str] = {
            (namespace, session, position): text
            for _, namespace, text, session, position in page
            if session is not None and position is not None
        }

    def before(self, place: _Place) -> tuple[int, str] | None:
        """Return position and text of the turn before a place, None where it is the first."""
        namespace, session, position = place
        if position == 0:
            return None
        text = self._texts.get((namespace, session, position - 1))
        return (position - 1, text) if text is not None else self._asked("< ? ORDER BY position DESC", place)

    def after(self, place: _Place) -> tuple[int, str] | None:
        """Return position and text of the turn after a place, None where it is the last."""
        namespace, session, position = place
        text = self._texts.get((namespace, session, position + 1))
        return (position + 1, text) if text is not None else self._asked("> ? ORDER BY position", place)

    def _asked(self, condition: str, place: _Place) -> tuple[int, str] | None:
        row: tuple[int, str] | None = self._db.execute(
            f"SELECT position, text FROM memories WHERE namespace = ? AND session = ? AND position {condition} LIMIT 1",
            place,
        ).fetchone()
        if row:
            self._texts[place[0], place[1], row[0]] = row[1]
        return row
