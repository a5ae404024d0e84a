"""The command line and the service as processes of their own, for tests of what only whole processes do."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import httpx2

ROOT = Path(__file__).parents[2]


def start(*arguments: str | Path, environment: Mapping[str, str] | None = None) -> subprocess.Popen[str]:
    """Start `memory-fabric` with these arguments."""
    return subprocess.Popen(
        [sys.executable, "-m", "memory_fabric", *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, **(environment or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@contextmanager
def serving(graph: str) -> Iterator[httpx2.Client]:
    """Serve a graph and give a client of the service."""
    process = start("serve", "--port", "0", "--graph", graph)
    try:
        assert process.stderr is not None
        address = next(match[0] for line in process.stderr if (match := re.search(r"http://\S+", line)))
        with httpx2.Client(base_url=address, timeout=60) as client:
            yield client
    finally:
        process.terminate()
        process.communicate(timeout=30)
