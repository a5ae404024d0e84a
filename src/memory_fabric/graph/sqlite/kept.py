"""What a connection has read and need not read again for as long as nobody writes to the database.

A graph is asked far more often than it is written to, and most questions are about the same few names. Each connection
keeps its own, as it does the pages of the file: then no lock is needed, and SQLite itself tells when they are no longer
true.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Hashable, Mapping
from typing import Any, TypeVar

MOST_KEPT = 30_000
"""What the values of all kinds may weigh together, in KB or so; then all are forgotten, so that memory has a bound."""

_K = TypeVar("_K", bound=Hashable)
_V = TypeVar("_V")


class Kept:
    """Values by kind and key. With a `most` of 0 nothing is kept, as inside a transaction that writes."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._version: int | None = None
        self._kinds: dict[Hashable, tuple[dict[Any, Any], set[Any]]] = {}  # the values, and the keys that have none
        self._weight = 0

    def of_version(self, version: int) -> None:
        """Forget all unless the database is the one of this `PRAGMA data_version`."""
        if version != self._version:
            self._forget()
            self._version = version

    def values(
        self,
        kind: Hashable,
        keys: Collection[_K],
        read: Callable[[list[_K]], Mapping[_K, _V]],
        weight: Callable[[_V], int] = lambda _: 1,
    ) -> Mapping[_K, _V]:
        """Return the values of `keys`, in their order; `read` is asked for those that are not kept. A key that it has
        no value for is left out. `weight` tells how much a value weighs.
        """
        if not keys:
            return {}  # and no kind: there may be any number of them, as of the times that are asked about
        known, absent = self._kinds.setdefault(kind, ({}, set()))
        if missing := set(keys).difference(known).difference(absent):
            if self._weight + len(missing) > self._most:
                self._forget()
                missing = set(keys)
                known, absent = self._kinds.setdefault(kind, ({}, set()))
            new = [key for key in dict.fromkeys(keys) if key in missing]
            found = read(new)
            if len(new) > self._most:
                return {key: found[key] for key in new if key in found}
            known.update(found)
            absent.update(missing.difference(found))
            self._weight += len(new) - len(found) + sum(map(weight, found.values()))
        there = keys if absent.isdisjoint(keys) else [key for key in keys if key in known]
        return dict(zip(there, map(known.__getitem__, there), strict=True))

    def _forget(self) -> None:
        self._kinds.clear()
        self._weight = 0


class Connection(sqlite3.Connection):
    """A connection with what it keeps."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.kept = Kept()


def kept(db: sqlite3.Connection) -> Kept:
    """Return what a connection keeps: nothing where it is none of ours."""
    return db.kept if isinstance(db, Connection) else Kept(0)
