"""Every error of the service as an RFC 9457 problem document with a stable `code`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, cast

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from memory_fabric.errors import FabricError, InvalidInput

PROBLEM_JSON = "application/problem+json"
_MAX_FAULTS = 20
_MAX_FIELD_CHARS = 200
_RETRY_AFTER_SECONDS = "1"


class BadBody(InvalidInput):
    """The body of a request cannot be read at all: it is not UTF-8, not JSON, or nested without end."""

    status = 400

    def __init__(self, reason: str) -> None:
        super().__init__("body", reason)


class UnsupportedMediaType(InvalidInput):
    """The body is not declared as JSON. Insisting on it keeps foreign web pages from posting here unasked."""

    code = "unsupported_media_type"
    title = "Unsupported Media Type"
    status = 415

    def __init__(self) -> None:
        super().__init__("body", "must be sent with Content-Type: application/json")


class ServiceStarting(FabricError):
    """The pipeline and the graph are still being opened."""

    code = "starting"
    title = "The service is starting"
    status = 503


def problem_response(problem: Mapping[str, Any], headers: Mapping[str, str] | None = None) -> JSONResponse:
    """Return a problem document as a response with its own status."""
    extra = dict(headers or {})
    if problem["status"] == HTTPStatus.SERVICE_UNAVAILABLE:
        extra.setdefault("retry-after", _RETRY_AFTER_SECONDS)
    return JSONResponse(dict(problem), problem["status"], extra, PROBLEM_JSON)


def invalid(errors: Sequence[Mapping[str, Any]]) -> InvalidInput:
    """Return pydantic's errors as one: the first names the field, `errors` lists all. Values are left out."""
    faults = [{"field": _dotted(error["loc"]), "reason": str(error["msg"])} for error in errors[:_MAX_FAULTS]]
    return InvalidInput(faults[0]["field"], faults[0]["reason"], errors=faults)


def install(app: FastAPI) -> None:
    """Make every error that a route raises a problem document."""

    async def on_fabric_error(_: Request, error: Exception) -> JSONResponse:
        return problem_response(cast(FabricError, error).to_problem())

    async def on_validation_error(_: Request, error: Exception) -> JSONResponse:
        return problem_response(invalid(cast(RequestValidationError, error).errors()).to_problem())

    async def on_http_error(_: Request, error: Exception) -> JSONResponse:
        # FastAPI wraps what is raised while it reads the body into an HTTPException of its own.
        if isinstance(error.__cause__, FabricError):
            return problem_response(error.__cause__.to_problem())
        refusal = cast(HTTPException, error)
        return problem_response(_http_problem(refusal), refusal.headers)

    app.add_exception_handler(FabricError, on_fabric_error)
    app.add_exception_handler(RequestValidationError, on_validation_error)
    app.add_exception_handler(HTTPException, on_http_error)


def _http_problem(error: HTTPException) -> dict[str, Any]:
    phrase = HTTPStatus(error.status_code).phrase
    code = phrase.lower().replace(" ", "_")
    detail = {404: "There is no such route.", 405: "The route is there, but not for this method."}
    return {
        "type": f"urn:memory-fabric:error:{code}",
        "title": phrase,
        "status": error.status_code,
        "code": code,
        "detail": detail.get(error.status_code, error.detail),
    }


def _dotted(location: Sequence[str | int]) -> str:
    parts = [str(part) for part in location]
    if parts and parts[0] in ("body", "query", "path"):
        parts = parts[1:] or parts
    return ".".join(parts)[:_MAX_FIELD_CHARS] or "body"
