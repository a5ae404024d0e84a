"""How an answer becomes JSON: an answer to a search is tens of kilobytes, which `json.dumps` takes a while to write."""

from __future__ import annotations

from typing import Any

from fastapi.responses import JSONResponse
from pydantic_core import to_json


class JsonReply(JSONResponse):
    """An answer as JSON. Like Starlette's, it raises ValueError for what JSON or UTF-8 cannot say: NaN, the infinities
    and lone surrogates.
    """

    def render(self, content: Any) -> bytes:
        """Return the body."""
        body = to_json(content)
        # It writes numbers that JSON has not. Where that may have happened, the strict writer tells them from words.
        return super().render(content) if b"NaN" in body or b"Infinity" in body else body
