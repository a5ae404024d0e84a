"""SIGHUP to a running service loads the pattern files anew, as daemons do with their configuration."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from memory_fabric.failures import as_fabric_error
from memory_fabric.models import PatternReport


@contextmanager
def reloading_on_hangup(reload: Callable[[], PatternReport]) -> Iterator[None]:
    """Call `reload` in a thread of its own at each SIGHUP, and say on standard error how that went.

    Does nothing where the platform has no such signal, or outside the main thread, which alone may listen for it.
    """
    if not hasattr(signal, "SIGHUP") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def on_signal(*_: object) -> None:
        threading.Thread(target=_reload, args=(reload,), name="pattern-reload", daemon=True).start()

    before = signal.signal(signal.SIGHUP, on_signal)
    try:
        yield
    finally:
        signal.signal(signal.SIGHUP, before)


def _reload(reload: Callable[[], PatternReport]) -> None:
    try:
        report = reload()
    except Exception as error:
        failure = as_fabric_error(error, "reload at SIGHUP")
        _tell(f"the patterns stay as they were: {failure.detail} [{failure.code}]")
    else:
        _tell(f"{report.names:,} names and {report.rules:,} rules loaded in {report.seconds:.1f} s")


def _tell(line: str) -> None:
    sys.stderr.write(f"memory-fabric: {line}\n")
    sys.stderr.flush()
