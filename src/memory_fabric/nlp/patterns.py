"""Pattern files: the shipped folder and, over it, one of the reader's own, checked and refused with file and line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from memory_fabric.errors import PatternError
from memory_fabric.nlp.rows import (
    ContextRow,
    CueRow,
    GivenNamesRow,
    KindRow,
    NameRow,
    Row,
    RuleRow,
    SignatureRow,
    SuffixRow,
    row_from,
)
from memory_fabric.text import spelling_key

FLAGS = frozenset({"negated", "ended", "asserted", "planned", "proposed", "hypothetical"})


@dataclass(frozen=True, slots=True)
class PatternSet:
    """All rows, sorted by what they are. Later files win over earlier ones where they speak of the same thing."""

    names: tuple[NameRow, ...]
    suffixes: tuple[SuffixRow, ...]
    given_names: frozenset[str]
    contexts: tuple[ContextRow, ...]
    cues: tuple[CueRow, ...]
    kinds: tuple[KindRow, ...]
    signatures: tuple[SignatureRow, ...]
    rules: tuple[RuleRow, ...]


@dataclass(frozen=True, slots=True)
class _Line:
    file: Path
    number: int
    row: Row

    def error(self, reason: str) -> PatternError:
        return PatternError(str(self.file), self.number, reason)


def load_patterns(folders: Iterable[Path]) -> PatternSet:
    """Read every `*.jsonl` of the folders, in order of folder and name, and check them together.

    Raises:
        PatternError: a line is wrong, contradicts another one, or a folder is missing; names file and line.
    """
    names: dict[str, _Line] = {}
    rest: dict[tuple[str, str], _Line] = {}
    for folder in folders:
        own: dict[str, _Line] = {}
        for line in _read_folder(folder):
            if isinstance(line.row, NameRow):
                key = spelling_key(line.row.name)
                if key in own:
                    raise line.error(f"{line.row.name!r} stands in {own[key].file.name}, line {own[key].number} too")
                own[key] = line
            else:
                rest[_identity(line.row)] = line
        names.update(own)
    _check_aliases(names.values())
    rows = [line.row for line in rest.values()]
    signatures = tuple(row for row in rows if isinstance(row, SignatureRow))
    _check_rules(rest.values(), {row.signature for row in signatures})
    return PatternSet(
        names=tuple(line.row for line in names.values() if isinstance(line.row, NameRow)),
        suffixes=tuple(row for row in rows if isinstance(row, SuffixRow)),
        given_names=frozenset(name for row in rows if isinstance(row, GivenNamesRow) for name in row.given_names),
        contexts=tuple(row for row in rows if isinstance(row, ContextRow)),
        cues=tuple(row for row in rows if isinstance(row, CueRow)),
        kinds=tuple(row for row in rows if isinstance(row, KindRow)),
        signatures=signatures,
        rules=tuple(row for row in rows if isinstance(row, RuleRow)),
    )


def _read_folder(folder: Path) -> Iterator[_Line]:
    if not folder.is_dir():
        raise PatternError(str(folder), None, "is no folder")
    for file in sorted(folder.glob("*.jsonl")):
        try:
            text = file.read_text("utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise PatternError(str(file), None, f"cannot be read as UTF-8 text: {error}") from error
        for number, raw in enumerate(text.split("\n"), start=1):
            if raw.strip():
                yield _Line(file, number, _read_line(file, number, raw))


def _read_line(file: Path, number: int, raw: str) -> Row:
    try:
        return row_from(json.loads(raw))
    except json.JSONDecodeError as error:
        raise PatternError(str(file), number, f"is not JSON: {error.msg} at column {error.colno}") from error
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "the line"
        raise PatternError(str(file), number, f"{where}: {first['msg']}") from error
    except ValueError as error:
        raise PatternError(str(file), number, str(error)) from error


def _identity(row: Row) -> tuple[str, str]:
    match row:
        case SuffixRow():
            return "suffix", row.suffix
        case GivenNamesRow():
            return "given_names", row.given_names[0]
        case ContextRow():
            return "context", row.context
        case CueRow():
            return "cue", row.cue
        case KindRow():
            return "kind", f"{row.kind}:{','.join(row.intents)}"
        case SignatureRow():
            return "signature", row.signature
        case RuleRow():
            return "rule", row.rule
        case NameRow():
            return "name", spelling_key(row.name)


def _check_aliases(lines: Iterable[_Line]) -> None:
    """Refuse an alias that two names claim. A name of one's own may take an alias that a shipped name had."""
    owner: dict[str, tuple[str, _Line]] = {}
    for line in lines:
        if not isinstance(line.row, NameRow):
            continue
        for alias in (line.row.name, *line.row.aliases, *line.row.weak_aliases):
            name, other = owner.get(spelling_key(alias), (line.row.name, line))
            if other is not line and other.file.parent == line.file.parent:
                raise line.error(f"{alias!r} already means {name!r} in {other.file.name}, line {other.number}")
            owner[spelling_key(alias)] = (line.row.name, line)


def _check_rules(lines: Iterable[_Line], relations: set[str]) -> None:
    for line in lines:
        row = line.row
        if not isinstance(row, RuleRow):
            continue
        if not (row.verbs or row.nouns or row.adjectives):
            raise line.error("a rule needs verbs, nouns or adjectives")
        for emit in row.emit:
            parts = emit.split()
            if len(parts) < 3:
                raise line.error(f"emit {emit!r} is not ROLE RELATION ROLE [FLAG ...]")
            if parts[1] not in relations:
                raise line.error(f"relation {parts[1]!r} has no signature")
            unknown = set(parts[3:]) - FLAGS
            if unknown:
                raise line.error(f"emit {emit!r} has unknown flags {', '.join(sorted(unknown))}")
