"""What a command printed and left, for tests of the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple


class Result(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


Run = Callable[..., Result]
