"""The open connections to one SQLite database, and its transactions."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from memory_fabric.errors import GraphUnavailable
from memory_fabric.graph.sqlite.kept import Connection, Kept
from memory_fabric.graph.sqlite.schema import UnknownSchema, migrate

_RETRY_SECONDS = 0.02
_LOG_PAGES = 32_000  # 128 MB
_CACHE_KB = 32_000
_ADVICE = {
    sqlite3.SQLITE_FULL: "make room on the disk and do it again: nothing of this was written, and all before is kept",
    sqlite3.SQLITE_IOERR: "the disk is full or failing; nothing of this was written, and all before is kept",
    sqlite3.SQLITE_READONLY: "whoever runs this must be allowed to write the file",
    sqlite3.SQLITE_CANTOPEN: "whoever runs this must be allowed to write the file and its folder",
    sqlite3.SQLITE_BUSY: "others were writing to it for longer than the time limit; do it again",
}


class Connections:
    """A pool of connections to one file, each used by one thread at a time.

    A pool rather than a connection a thread: servers' worker threads come and go, and would leave theirs
    behind. Where `path` is None it is a private database in memory, whose one connection threads take in
    turns.

    Raises:
        GraphUnavailable: the file or its folder cannot be made, is no database, or is not ours.
    """

    def __init__(self, path: Path | None, timeout: float) -> None:
        self.path = path
        self._timeout = timeout
        self._guard = threading.Lock()
        self._turn = threading.Lock()  # one writer at a time: threads queue here, processes in SQLite
        self._idle: list[Connection] = []
        self._held = threading.local()
        self._closed = False
        if path is not None:
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise self._unavailable(error) from error
        self._give_back(self._connect(create=True))
        self._opened = self._identity()

    @contextmanager
    def read(self) -> Iterator[sqlite3.Connection]:
        """Give a connection that sees the database as it is now, unmoved by later writes. Do not nest, but in
        `one_moment`.

        Raises:
            GraphUnavailable: the file is gone or cannot be read.
        """
        held: Connection | None = getattr(self._held, "db", None)
        if held is not None:
            yield held
            return
        with self._transaction("BEGIN", alone=self.path is None) as db:
            # Read first, so that it is of the same moment as all that follows.
            (version,) = db.execute("PRAGMA data_version").fetchone()
            db.kept.of_version(version)
            yield db

    @contextmanager
    def one_moment(self) -> Iterator[None]:
        """Let every `read` of this thread inside give the same connection, in one transaction. Raises as `read`."""
        before = getattr(self._held, "db", None)
        with self.read() as db:
            self._held.db = db
            try:
                yield
            finally:
                self._held.db = before

    @contextmanager
    def write(self) -> Iterator[sqlite3.Connection]:
        """Give a connection whose changes are all kept at the end, or none if anything fails. Do not nest.

        Raises:
            GraphUnavailable: the file is gone or cannot be written, or others were writing to it for longer
                than the time limit.
        """
        with self._transaction("BEGIN IMMEDIATE", alone=True) as db:
            db.kept = Kept(0)
            try:
                yield db
            finally:
                db.kept = Kept()

    def flush(self) -> None:
        """Move what is in the write-ahead log into the file, and empty the log, as far as no reader needs it."""
        with self._turn:
            db = self._take()
            try:
                db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            except sqlite3.DatabaseError as error:
                raise self._unavailable(error) from error
            finally:
                self._give_back(db)

    def close(self) -> None:
        """Close all connections, those in use as soon as they are given back. Safe to call twice."""
        with self._guard:
            self._closed = True
            idle, self._idle = self._idle, []
        for db in idle:
            db.close()

    @contextmanager
    def _transaction(self, begin: str, *, alone: bool) -> Iterator[Connection]:
        if alone and not self._turn.acquire(timeout=self._timeout):
            raise self._unavailable("others are writing to it")
        try:
            db = self._take()
            try:
                db.execute(begin)
                yield db
                db.execute("COMMIT")
            except sqlite3.DatabaseError as error:
                raise self._unavailable(error) from error
            finally:
                if db.in_transaction:
                    db.rollback()
                self._give_back(db)
        finally:
            if alone:
                self._turn.release()

    def _take(self) -> Connection:
        # SQLite would go on with a file that was deleted or replaced, and what is written to it would be lost.
        if self._identity() != self._opened:
            raise self._unavailable("it was replaced by another file; open it anew")
        with self._guard:
            if self._closed:
                raise self._unavailable("the store is closed")
            if self._idle:
                return self._idle.pop()
        return self._connect(create=False)

    def _give_back(self, db: Connection) -> None:
        with self._guard:
            if not self._closed:
                self._idle.append(db)
                return
        db.close()

    def _identity(self) -> tuple[int, int] | None:
        if self.path is None:
            return None
        try:
            status = self.path.stat()
        except OSError as error:
            raise self._unavailable(error) from error
        return status.st_dev, status.st_ino

    def _connect(self, *, create: bool) -> Connection:
        if self.path is None:
            address = ":memory:"
        else:
            address = f"{self.path.absolute().as_uri()}?mode={'rwc' if create else 'rw'}"
        try:
            db = sqlite3.connect(
                address,
                timeout=self._timeout,
                isolation_level=None,
                check_same_thread=False,
                uri=True,
                factory=Connection,
            )
        except sqlite3.DatabaseError as error:
            raise self._unavailable(error) from error
        try:
            self._prepare(db)
            return db
        except sqlite3.DatabaseError as error:
            db.close()
            raise self._unavailable(error) from error
        except BaseException:
            db.close()
            raise

    def _prepare(self, db: sqlite3.Connection) -> None:
        # FULL, not WAL's usual NORMAL: what was acknowledged must survive a power cut: each commit is synced.
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA fullfsync = ON")  # macOS: without it a sync leaves the drive's own cache out
        # Names and ids are spread over their indexes: a page that is written to by batch after batch should go from the
        # log to the file once, not each time.
        db.execute(f"PRAGMA wal_autocheckpoint = {_LOG_PAGES}")
        db.execute(f"PRAGMA cache_size = {-_CACHE_KB}")
        deadline = time.monotonic() + self._timeout
        while True:
            try:
                migrate(db)  # before WAL: a file that is not ours is left as it is
                db.execute("PRAGMA journal_mode = WAL")
                db.execute("PRAGMA foreign_keys = ON")  # after the migrations, which may replace tables
                return
            except UnknownSchema as error:
                raise self._unavailable(error) from error
            except sqlite3.OperationalError as error:
                # Turning WAL on needs the file alone and does not wait for it, busy timeout or not.
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                    raise
                time.sleep(_RETRY_SECONDS)

    def _unavailable(self, reason: object) -> GraphUnavailable:
        place = "the graph in memory" if self.path is None else str(self.path)
        code = getattr(reason, "sqlite_errorcode", sqlite3.SQLITE_OK) & 0xFF
        advice = f" ({_ADVICE[code]})" if code in _ADVICE else ""
        return GraphUnavailable(f"{place}: {reason}{advice}")


@contextmanager
def secure_deletion(db: sqlite3.Connection) -> Iterator[None]:
    """Have SQLite write zeros over what is deleted, which it otherwise leaves in the file until the place is needed."""
    db.execute("PRAGMA secure_delete = ON").fetchall()
    try:
        yield
    finally:
        db.execute("PRAGMA secure_delete = OFF").fetchall()
