"""Results that are kept because the same texts are asked about again and again, for as long as there is room."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

_K = TypeVar("_K", str, bytes)
_V = TypeVar("_V")

_BYTES_EACH = 300
_BYTES_PER_SIGN = 8  # a text beside the set of its terms


class Remembered(dict[_K, _V]):
    """What `work` makes of each text that was met, by the text.

    A number of texts would be no bound, for a text may be of any length: all are forgotten where they would take more
    than about `most` bytes, and one that would take a tenth of that is worked out each time. Several threads may ask.
    """

    def __init__(self, work: Callable[[_K], _V], most: int) -> None:
        super().__init__()
        self._work: Callable[[_K], _V] = work
        self._most = most
        self._bytes = 0

    def __missing__(self, text: _K) -> _V:
        """Work out what is not kept."""
        value = self._work(text)
        more = _BYTES_EACH + _BYTES_PER_SIGN * len(text)
        if more > self._most // 10:
            return value
        if self._bytes + more > self._most:
            self.clear()
            self._bytes = 0
        self._bytes += more
        self[text] = value
        return value
