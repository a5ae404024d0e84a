"""A progress bar on standard error, for what takes its time."""

from __future__ import annotations

import sys
from typing import Any

from tqdm import tqdm


class ProgressBar:
    """Shows how far something is, in bytes or another unit; silent where standard error is no terminal."""

    def __init__(self, what: str, unit: str = "B") -> None:
        self._what = what
        self._unit = unit
        self._bar: tqdm[Any] | None = None

    def start(self, total: int) -> None:
        """Show a bar for `total` units."""
        self._bar = tqdm(
            total=total,
            unit=self._unit,
            unit_scale=True,
            desc=self._what,
            file=sys.stderr,
            disable=not sys.stderr.isatty(),
        )

    def advance(self, amount: int) -> None:
        """Move the bar by `amount` units."""
        if self._bar is not None:
            self._bar.update(amount)

    def close(self) -> None:
        """Leave the bar as it is."""
        if self._bar is not None:
            self._bar.close()
