"""One writer among several processes that each run a memory server over the same file.

The reference server reads its file, changes it and writes it back, without a lock: two servers on one file
undo each other's work. Every Memory Fabric process takes this lock around a write, so that at least they do
not.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from memory_fabric.errors import GraphUnavailable


@contextmanager
def locked(file: Path, timeout: float) -> Iterator[None]:
    """Hold the lock of `file`, which is `FILE.lock` beside it, waiting up to `timeout` seconds for it.

    SQLite's own locking does the work: it is portable, waits with a limit, and a process that dies lets go.

    Raises:
        GraphUnavailable: another process kept the lock, or there can be none in that folder.
    """
    lock_file = file.with_name(f"{file.name}.lock")
    try:
        with closing(sqlite3.connect(lock_file, timeout=timeout, isolation_level=None)) as lock:
            lock.execute("BEGIN EXCLUSIVE")
            yield
    except sqlite3.Error as error:
        raise GraphUnavailable(f"no lock on {lock_file} within {timeout:g} s: {error}") from error
