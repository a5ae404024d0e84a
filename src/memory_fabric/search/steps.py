"""How long each step of one search took."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from time import perf_counter


class Steps:
    """A stopwatch for the steps of one search; a step that is gone through twice adds up. For one thread."""

    def __init__(self, seconds: Mapping[str, float] | None = None) -> None:
        self.seconds = dict(seconds or {})

    @contextmanager
    def timed(self, name: str) -> Iterator[None]:
        """Add the time that is spent inside to a step, also where it fails."""
        started = perf_counter()
        try:
            yield
        finally:
            self.seconds[name] = self.seconds.get(name, 0.0) + perf_counter() - started


def server_timing(seconds: Mapping[str, float]) -> str:
    """Return the steps as the value of a `Server-Timing` header, in milliseconds, which browsers' tools show."""
    return ", ".join(f"{name};dur={1_000 * taken:.3f}" for name, taken in seconds.items())
