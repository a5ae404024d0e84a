"""How a request's body becomes JSON values: strictly JSON, strictly UTF-8, safe to store and to send back."""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine
from email.message import Message
from typing import Any, NoReturn

from fastapi import Request, Response
from fastapi.routing import APIRoute

from memory_fabric.http.problems import BadBody, UnsupportedMediaType
from memory_fabric.text import scrub_json


def parse_json(raw: bytes) -> Any:
    """Return the value that a body holds, every string of it scrubbed of lone surrogates and NUL.

    Raises:
        BadBody: it is not UTF-8 or not JSON (NaN and the infinities are not), or nested too deeply.
    """
    try:
        return scrub_json(json.loads(raw.decode("utf-8-sig"), parse_constant=_refuse))
    except UnicodeDecodeError as error:
        raise BadBody(f"is not UTF-8 at byte {error.start}") from None
    except json.JSONDecodeError as error:
        raise BadBody(f"is not JSON: {error.msg} at character {error.pos}") from None
    except ValueError:
        raise BadBody("is not JSON: it holds a number that cannot be read") from None
    except RecursionError:
        raise BadBody("is nested too deeply") from None


class JsonRoute(APIRoute):
    """A route that reads its body with `parse_json`, and takes no POST that is not declared as JSON, even an empty
    one: a foreign web page can send any other.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Wrap FastAPI's handler."""
        handler = super().get_route_handler()

        async def handle(request: Request) -> Response:
            if "POST" in (self.methods or ()) and not _is_json(request.headers.get("content-type", "")):
                raise UnsupportedMediaType
            return await handler(_JsonRequest(request.scope, request.receive))

        return handle


class _JsonRequest(Request):
    async def json(self) -> Any:
        return parse_json(await self.body())


def _is_json(content_type: str) -> bool:
    header = Message()
    header["content-type"] = content_type
    return header.get_content_maintype() == "application" and header.get_content_subtype().endswith("json")


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)
