"""Keeping the text index in step with the truth.

The table `changes` numbers every memory whose entry has to be made, made again or dropped. The index holds
the number that it has reached, so it may lag, but never lies: a search first applies what is missing, and
while somebody else holds the index's write lock, it is told from which change on to read the truth itself.
While much is being written the index follows in the background, so that the next search has little left to do.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TypeVar

from memory_fabric.errors import GraphUnavailable
from memory_fabric.graph.sqlite.connections import Connections
from memory_fabric.graph.sqlite.entries import entries
from memory_fabric.graph.textindex import (
    Entry,
    IndexBusy,
    IndexDamaged,
    IndexRefused,
    IndexWriter,
    Position,
    Snapshot,
    TextIndex,
    discard,
)

CHUNK = 2_000
"""Changes that are applied in one commit."""

FOLLOW_FROM = 1_000
"""Changes that are waited for before the index follows in the background."""

FEW = 50
"""Changes that a search reads from the truth rather than wait for a commit of the index, which takes far longer."""

ENOUGH = 1_000
"""Memories in the index that tell how rare a word is, where some others are not in it yet."""

_REBUILT_AT_ONCE = 50_000
_ADDED_AT_ONCE = 50  # entries that are made while a write waits: a millisecond or two
_ATTEMPTS = 3
_RETRY_SECONDS = 0.02
_T = TypeVar("_T")
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class View:
    """The index at one moment, and how it stands to the truth.

    Of no use is one of another store, of a backup that went another way, of another format, and a new one;
    then `reached` is 0 and its entries must not be looked at.
    """

    snapshot: Snapshot
    is_usable: bool
    reached: int
    is_level: bool
    highest: int = 0
    behind: int = 0

    @property
    def is_near(self) -> bool:
        """Whether what it lacks is so little that a search reads it for itself."""
        return self.is_usable and self.behind <= FEW and self.snapshot.size >= ENOUGH


class IndexKeeper:
    """The one who opens the text index, brings it level and repairs it. Safe to use from several threads."""

    def __init__(self, connections: Connections, path: Path | None, timeout: float) -> None:
        self._connections = connections
        self._path = path
        self._timeout = timeout
        self._lock = threading.RLock()  # held by the thread that opens, catches up or repairs
        self._opened: TextIndex | None = None
        self._follower = ThreadPoolExecutor(1, thread_name_prefix="memory-fabric-index")
        self._following: Future[None] | None = None
        self._unfollowed = 0
        self._trouble: str | None = None
        self._working = threading.Lock()  # held by whoever works in Python: see `aside`

    def repairing(self, work: Callable[[], _T], otherwise: Callable[[], _T] | None = None) -> _T:
        """Do some work on the index; where its files turn out to be damaged, repair them and do it again. `otherwise`
        is what to do where the system lets nobody at them.

        Raises:
            GraphUnavailable: they cannot be repaired, or not be used and there is nothing else to do.
        """
        for attempt in range(_ATTEMPTS):
            try:
                if attempt:
                    self._repair(reopen=attempt == 1)
                return work()
            except IndexDamaged as error:
                failure = error
            except IndexRefused as error:
                self._note_trouble(error)
                if otherwise is not None:
                    return otherwise()
                raise GraphUnavailable(
                    f"the text index {self._path} cannot be used: {error}. "
                    "Make room or give permission and do it again; the graph itself is whole"
                ) from error
        raise GraphUnavailable(f"the text index {self._path or 'in memory'}: {failure}") from failure

    def follow(self, changes: int) -> None:
        """Note that so many changes were written. From some on, the index follows in the background."""
        if self._path is None:  # the one connection of a database in memory is the writer's
            return
        self._unfollowed += changes
        if self._unfollowed >= FOLLOW_FROM:
            self._follow_now()

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Keep the index from working for as long as a write works, and let it while the disk syncs.

        Two threads that both work in Python get in each other's way at every row: SQLite lets the other one in, which
        keeps the interpreter for five milliseconds.
        """
        with self._working:
            yield

    def absent(self) -> View:
        """Return an index that holds nothing, for when there is none: then all of the truth is read."""
        return View(TextIndex(None).snapshot(), is_usable=False, reached=0, is_level=False)

    def caught_up(self) -> View:
        """Return the index for a search: level, or lacking so little that the search reads that for itself. Then it is
        applied in the background.

        Raises:
            IndexDamaged: its files cannot be used; see `repairing`.
            IndexRefused: the system lets nobody read them.
        """
        view = self._view(self._index().snapshot())
        if view.is_level:
            return view
        if view.is_near and self._path is not None:
            self._follow_now()
            return view
        return self.brought_level()

    def brought_level(self) -> View:
        """Return the index, level unless somebody else is writing to it, or nobody can. Raises as `caught_up`."""
        view = self._view(self._index().snapshot())
        if not self._lock.acquire(timeout=self._timeout):
            return view
        try:
            index = self._index()
            view = self._view(index.refresh())  # another thread or process may have done it
            if view.is_level:
                return view
            with index.writer() as writer:
                view = self._view(index.refresh())  # nobody else commits from here on
                level = self._fill(index, writer, view)
                self._trouble = None
                return level
        except IndexBusy:
            return view
        except IndexRefused as error:
            self._note_trouble(error)
            return view
        finally:
            self._lock.release()

    def rebuild(self) -> int:
        """Fill the index anew from the truth; return how many memories it holds then.

        Raises:
            IndexDamaged: its files cannot be used; see `repairing`.
            GraphUnavailable: another process was writing to it for longer than the time limit.
        """
        deadline = time.monotonic() + self._timeout
        while True:
            if self._following is not None:
                self._following.result()  # our own, which would hold the lock of the index's folder
            try:
                # Anew each time: whoever follows needs the lock to come to an end.
                with self._lock:
                    index = self._index()
                    with index.writer() as writer:
                        nothing = View(index.snapshot(), is_usable=False, reached=0, is_level=False)
                        return self._fill(index, writer, nothing).snapshot.size
            except IndexBusy as error:
                if time.monotonic() > deadline:
                    raise GraphUnavailable("another process is writing to the text index") from error
                time.sleep(_RETRY_SECONDS)

    def purge(self) -> None:
        """Leave no word of what was deleted in the index's files. A large index only no longer finds it: its words stay
        in the lists of its segments until those are merged, or until it is rebuilt.

        Raises:
            IndexDamaged: its files cannot be used; see `repairing`.
            GraphUnavailable: another process was writing to it for longer than the time limit.
        """
        if self._index().snapshot().size <= _REBUILT_AT_ONCE:
            self.rebuild()
        else:
            self.brought_level()

    def described(self) -> dict[str, int | str]:
        """Return how many memories the index holds, how many changes it lacks, and why, where the system is in the way.

        Raises:
            GraphUnavailable: its files are damaged and cannot be repaired.
        """

        def refreshed() -> View:
            with self._lock:
                return self._view(self._index().refresh())

        view = self.repairing(refreshed, otherwise=self.absent)
        with self._connections.read() as db:
            (head,) = db.execute("SELECT coalesce(max(seq), 0) FROM changes").fetchone()
        return {
            "memories": view.snapshot.size if view.is_usable else 0,
            "behind": max(0, head - view.reached),
            **({"trouble": self._trouble} if self._trouble else {}),
        }

    def close(self) -> None:
        """Let go of the index's files, when what is under way in the background is done."""
        self._follower.shutdown()
        with self._lock:
            self._opened = None

    def _view(self, snapshot: Snapshot) -> View:
        position = snapshot.position
        if position is None:
            return View(snapshot, is_usable=False, reached=0, is_level=False)
        with self._connections.read() as db:
            store, stamp, head = db.execute(
                "SELECT (SELECT value FROM meta WHERE name = 'store'),"
                " (SELECT stamp FROM changes WHERE seq = ?), (SELECT max(seq) FROM changes)",
                (position.change,),
            ).fetchone()
        if position.store != store or (position.change and position.stamp != stamp):
            return View(snapshot, is_usable=False, reached=0, is_level=False)
        behind = max(0, (head or 0) - position.change)
        return View(snapshot, True, position.change, behind == 0, position.highest, behind)

    def _follow_now(self) -> None:
        if self._following is None or self._following.done():
            self._unfollowed = 0
            with suppress(RuntimeError):  # closed meanwhile: what was written is written, and found by the next search
                self._following = self._follower.submit(self._apply_chunks)

    def _apply_chunks(self) -> None:
        try:
            index = self._index()
            with self._lock:
                if self._view(index.refresh()).is_level:  # another process has done it
                    return
            # The writer is waited for without the lock: while it merges, searches read what is missing themselves.
            with index.writer() as writer:
                is_level = False
                while not is_level:
                    with self._lock:
                        is_level = self._fill(index, writer, self._view(index.refresh()), is_one_chunk=True).is_level
                        self._trouble = None
        except IndexRefused as error:
            self._note_trouble(error)
        except (IndexBusy, IndexDamaged, GraphUnavailable) as error:
            _log.debug("the text index does not follow: %s", error)  # the next search brings it level, or tells why not

    def _fill(self, index: TextIndex, writer: IndexWriter, view: View, *, is_one_chunk: bool = False) -> View:
        """Apply the changes that the view lacks, or the first chunk of them: a chunk a commit."""
        if not view.is_usable:
            writer.clear()
        reached, highest = view.reached, view.highest
        while True:
            with self._connections.read() as db:
                position, is_last = _next_position(db, reached, highest)
                changes = (reached, position.change)
                for (memory,) in db.execute(
                    "SELECT DISTINCT memory FROM changes WHERE seq > ? AND seq <= ? AND memory <= ?",
                    (*changes, highest),
                ):
                    writer.delete(memory)
                changed = entries(db, "m.seq IN (SELECT memory FROM changes WHERE seq > ? AND seq <= ?)", changes)
                while self._add_some(writer, changed):
                    pass
            writer.commit(position)
            reached, highest = position.change, position.highest
            snapshot = index.refresh()
            if is_last or is_one_chunk:
                return View(snapshot, True, reached, is_last, highest)

    def _add_some(self, writer: IndexWriter, changed: Iterator[Entry]) -> bool:
        """Add the next few entries; return whether there were any."""
        with self._working:
            some = list(islice(changed, _ADDED_AT_ONCE))
            for entry in some:
                writer.add(entry)
        return bool(some)

    def _note_trouble(self, error: IndexRefused) -> None:
        if self._trouble is None:
            _log.warning("the text index %s cannot be used (%s): searches read the graph itself", self._path, error)
        self._trouble = str(error)

    def _index(self) -> TextIndex:
        index = self._opened
        if index is None:
            with self._lock:
                index = self._opened = self._opened or TextIndex(self._path)
        return index

    def _repair(self, *, reopen: bool) -> None:
        # Under the database's write lock, so that two processes do not tear down what the other sets up.
        with self._lock, self._connections.write():
            self._opened = None
            if reopen:
                try:
                    self._opened = TextIndex(self._path)
                    return
                except IndexDamaged:
                    pass
            if self._path is not None:
                discard(self._path)


def _next_position(db: sqlite3.Connection, reached: int, highest: int) -> tuple[Position, bool]:
    """Return where the next chunk of changes ends, and whether it is the last."""
    (store,) = db.execute("SELECT value FROM meta WHERE name = 'store'").fetchone()
    waiting = db.execute(
        "SELECT seq, stamp, memory FROM changes WHERE seq > ? ORDER BY seq LIMIT ?", (reached, CHUNK + 1)
    ).fetchall()
    chunk = waiting[:CHUNK]
    change, stamp, _ = chunk[-1] if chunk else (0, 0, 0)  # none: a store that is still empty
    highest = max([highest, *(memory for *_, memory in chunk)])
    return Position(store, change, stamp, highest), len(waiting) <= CHUNK
