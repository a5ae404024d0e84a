"""A text file as numbered lines, whatever it holds, and lines as JSON objects. One is in memory at a time."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from memory_fabric.ingest.encoding import UTF_8, encoding_of

MAX_LINE_CHARS = 1 << 25  # Session files hold whole images on one line, some MB each.

_BYTE_ORDER_MARK = "\ufeff"
_UNDECODABLE = re.compile("[\udc80-\udcff]")  # what `surrogateescape` makes of bytes that are no UTF-8


@dataclass(frozen=True, slots=True)
class Line:
    """A line without its end. Lines are counted from 1."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that cannot be read, and why."""

    number: int
    reason: str


@dataclass(frozen=True, slots=True)
class JsonLine:
    """A line that holds one JSON object."""

    number: int
    value: dict[str, Any]


class TextFile:
    """A text file that can be read line by line more than once.

    Lines end with LF, CRLF or CR. A line with bytes that are no UTF-8, or longer than `max_line_chars`, is a
    bad one; in other encodings what cannot be decoded becomes U+FFFD.

    Iterating raises TranscriptError where the file is no text, and OSError where it cannot be read.
    """

    def __init__(self, path: Path, max_line_chars: int = MAX_LINE_CHARS) -> None:
        self.path = path
        self._max_line_chars = max_line_chars
        self._encoding: str | None = None
        self._file: BinaryIO | None = None

    @property
    def position(self) -> int:
        """How many bytes the reading that goes on has taken in, read-ahead included."""
        return 0 if self._file is None or self._file.closed else self._file.tell()

    def __iter__(self) -> Generator[Line | BadLine, None, None]:
        if self._encoding is None:
            self._encoding = encoding_of(self.path)
        errors = "surrogateescape" if self._encoding == UTF_8 else "replace"
        with (
            self.path.open("rb") as self._file,
            io.TextIOWrapper(self._file, self._encoding, errors) as text,
        ):
            number = 0
            while line := text.readline(self._max_line_chars):
                number += 1
                if self._is_cut(line):
                    while self._is_cut(text.readline(self._max_line_chars)):
                        pass
                    yield BadLine(number, f"is longer than {self._max_line_chars:,} characters")
                elif not line.isascii() and _UNDECODABLE.search(line):
                    yield BadLine(number, "is not UTF-8")
                else:
                    yield Line(number, line.removesuffix("\n").removeprefix(_BYTE_ORDER_MARK))

    def _is_cut(self, line: str) -> bool:
        return len(line) == self._max_line_chars and not line.endswith("\n")


def json_objects(lines: Iterable[Line | BadLine]) -> Iterator[JsonLine | BadLine]:
    """Yield the JSON object of each line; one that holds none is a bad line. Blank lines are passed over."""
    for line in lines:
        if isinstance(line, BadLine):
            yield line
        elif line.text and not line.text.isspace():
            yield _json_object(line)


def _json_object(line: Line) -> JsonLine | BadLine:
    try:
        value = _DECODER.decode(line.text)
    except json.JSONDecodeError as error:
        if error.msg == "Extra data":
            return BadLine(line.number, "holds more than one JSON value")
        fault = error.msg.removesuffix(" starting at")
        return BadLine(line.number, f"is not JSON: {fault} at column {error.colno}")
    except RecursionError:
        return BadLine(line.number, "is nested too deep")
    except ValueError as error:  # an integer of thousands of digits, NaN
        return BadLine(line.number, f"is not JSON: {error}")
    if not isinstance(value, dict):
        return BadLine(line.number, "is no JSON object")
    return JsonLine(line.number, value)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


# Control characters inside strings are a common slip of writers, and readable.
_DECODER = json.JSONDecoder(strict=False, parse_constant=_refuse_constant)
