"""A progress bar for ingestion, on standard error."""

from __future__ import annotations

import sys
from typing import Any

from tqdm import tqdm


class ProgressBar:
    """Shows bytes read; silent where standard error is no terminal."""

    def __init__(self) -> None:
        self._bar: tqdm[Any] | None = None

    def start(self, total: int) -> None:
        """Show a bar for `total` bytes."""
        self._bar = tqdm(
            total=total, unit="B", unit_scale=True, desc="ingest", file=sys.stderr, disable=not sys.stderr.isatty()
        )

    def advance(self, amount: int) -> None:
        """Move the bar by `amount` bytes."""
        if self._bar is not None:
            self._bar.update(amount)

    def close(self) -> None:
        """Leave the bar as it is."""
        if self._bar is not None:
            self._bar.close()
