"""The error table: stable codes, each with a status and an exit code, and no two alike."""

from __future__ import annotations

from memory_fabric import errors
from memory_fabric.errors import FabricError, PatternError, TooLarge


def test_the_table_is_as_documented() -> None:
    classes = [item for item in vars(errors).values() if isinstance(item, type) and issubclass(item, FabricError)]

    assert {(cls.code, cls.status, cls.exit_code) for cls in classes} == {
        ("internal_error", 500, 1),
        ("invalid_input", 422, 2),
        ("too_large", 413, 2),
        ("not_found", 404, 1),
        ("pattern_invalid", 500, 2),
        ("model_missing", 500, 2),
        ("transcript_unreadable", 422, 1),
        ("graph_unavailable", 503, 3),
        ("graph_rejected", 502, 3),
    }
    assert len({cls.code for cls in classes}) == len(classes)
    assert all(cls.__doc__ and cls.title for cls in classes)


def test_a_problem_tells_what_where_and_the_limit() -> None:
    problem = TooLarge("text", 2_000_000, 1_000_000, "bytes").to_problem()

    assert problem["code"] == "too_large" and problem["status"] == 413
    assert problem["field"] == "text" and problem["limit"] == 1_000_000
    assert problem["detail"] == "text: 2,000,000 bytes, the limit is 1,000,000 bytes"


def test_a_pattern_error_names_file_line_and_reason() -> None:
    error = PatternError("own.jsonl", 7, "is not JSON")

    assert str(error) == "own.jsonl, line 7: is not JSON"
    assert error.to_problem()["line"] == 7
