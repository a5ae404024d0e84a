"""The one error tree: what a caller can catch, and the code, HTTP status and exit code of each.

FabricError
├── InvalidInput         a field of a request, file or question is wrong
│   └── TooLarge         it is right, but over a limit
├── NotFound             an entity or job that is not there
├── PatternError         a pattern file cannot be used; names file and line
├── ModelMissing         no spaCy model is installed
├── TranscriptError      a transcript file cannot be read at all
└── GraphUnavailable     the graph cannot be reached, or did not answer in time
    └── GraphRejected    the graph answered, and refused

`http.problems` adds what only a request over HTTP can do wrong.
"""

from __future__ import annotations

from typing import Any, ClassVar

EXIT_DONE = 0
EXIT_PARTLY_FAILED = 1
EXIT_WRONG_USE = 2
EXIT_GRAPH_UNAVAILABLE = 3


class FabricError(Exception):
    """Base of all errors that Memory Fabric raises on purpose.

    `detail` is one sentence for a person: what was wrong, where, what to do. `params` are the same facts for a
    machine; they become members of the problem document.
    """

    code: ClassVar[str] = "internal_error"
    title: ClassVar[str] = "Something went wrong inside Memory Fabric"
    status: ClassVar[int] = 500
    exit_code: ClassVar[int] = EXIT_PARTLY_FAILED

    def __init__(self, detail: str, **params: Any) -> None:
        super().__init__(detail)
        self.detail = detail
        self.params = params

    def to_problem(self) -> dict[str, Any]:
        """Return the error as an RFC 9457 problem document with our stable `code`."""
        return {
            "type": f"urn:memory-fabric:error:{self.code}",
            "title": self.title,
            "status": self.status,
            "code": self.code,
            "detail": self.detail,
            **self.params,
        }


class InvalidInput(FabricError):
    """A field is wrong; `field` names it."""

    code = "invalid_input"
    title = "The input is not valid"
    status = 422
    exit_code = EXIT_WRONG_USE

    def __init__(self, field: str, reason: str, **params: Any) -> None:
        super().__init__(f"{field}: {reason}", field=field, **params)
        self.field = field
        self.reason = reason


class TooLarge(InvalidInput):
    """A field is over its limit; `limit` tells the limit and `unit` what it counts."""

    code = "too_large"
    title = "The input is over a limit"
    status = 413

    def __init__(self, field: str, size: int, limit: int, unit: str) -> None:
        super().__init__(field, f"{size:,} {unit}, the limit is {limit:,} {unit}", limit=limit, unit=unit)


class NotFound(FabricError):
    """What was asked for by name is not there."""

    code = "not_found"
    title = "Not found"
    status = 404
    exit_code = EXIT_PARTLY_FAILED


class PatternError(FabricError):
    """A pattern file cannot be used."""

    code = "pattern_invalid"
    title = "A pattern file has an error"
    status = 500
    exit_code = EXIT_WRONG_USE

    def __init__(self, file: str, line: int | None, reason: str) -> None:
        place = file if line is None else f"{file}, line {line}"
        super().__init__(f"{place}: {reason}", file=file, line=line)
        self.reason = reason


class ModelMissing(FabricError):
    """No spaCy model is installed that the pipeline can be built over."""

    code = "model_missing"
    title = "No spaCy model is installed"
    status = 500
    exit_code = EXIT_WRONG_USE


class TranscriptError(FabricError):
    """A transcript cannot be read as the format that it is taken for."""

    code = "transcript_unreadable"
    title = "A transcript cannot be read"
    status = 422
    exit_code = EXIT_PARTLY_FAILED


class GraphUnavailable(FabricError):
    """The graph cannot be reached or did not answer in time. Doing the same again completes what was begun."""

    code = "graph_unavailable"
    title = "The graph cannot be reached"
    status = 503
    exit_code = EXIT_GRAPH_UNAVAILABLE


class GraphRejected(GraphUnavailable):
    """The graph answered and refused what was asked of it."""

    code = "graph_rejected"
    title = "The graph refused the request"
    status = 502
