"""What rows do to each other: replaced in their own folder, switching off nothing, standing over shipped ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memory_fabric.nlp.lint.findings import Finding, note, warning
from memory_fabric.nlp.names.spelling import spelled
from memory_fabric.nlp.pattern_files import Line
from memory_fabric.nlp.patterns import Identity, Layers, identity, spellings
from memory_fabric.nlp.rows import NameRow, OffRow, PhraseRow, RuleRow, SignatureRow
from memory_fabric.text import spelling_key


def layering_findings(layers: Layers, lines: Sequence[Line]) -> Iterator[Finding]:
    """Yield what the lines of the uppermost folder do to each other and to the folders below."""
    below = {identity(line.row): line for line in layers.lines if line.layer < layers.top}
    last: dict[Identity, Line] = {}
    for line in lines:
        if isinstance(line.row, OffRow):
            if identity(line.row) not in below:
                sort, word = line.row.what
                yield warning(line, f"switches off nothing: there is no shipped {sort} {word!r}")
        elif not isinstance(line.row, PhraseRow):
            earlier = last.get(identity(line.row))
            if earlier is not None:
                yield warning(earlier, f"is replaced by {line.place}, which speaks of the same {sort_of(line)}")
            elif identity(line.row) in below:
                yield note(
                    line, f"stands in the place of the shipped {sort_of(line)} of {below[identity(line.row)].place}"
                )
            last[identity(line.row)] = line
    yield from _taken_spellings(layers)
    yield from _unused_signatures(layers, lines)


def sort_of(line: Line) -> str:
    """Return what a row is about, in one word."""
    return identity(line.row)[0].replace("_", " ")


def _taken_spellings(layers: Layers) -> Iterator[Finding]:
    """Yield spellings that two names have, once case, accents and separators are left aside. The last one counts."""
    owner: dict[str, tuple[str, Line]] = {}
    for line in layers.rows.values():
        if not isinstance(line.row, NameRow):
            continue
        for spelling in spellings(line.row):
            key = spelled(spelling).key
            before, other = owner.get(key, (spelling, line))
            owner[key] = (spelling, line)
            if other is line or line.layer < layers.top or not isinstance(other.row, NameRow):
                continue
            if other.layer < line.layer:
                yield note(line, f"takes {spelling!r} from {other.row.name!r} of {other.place}")
            elif spelling_key(before) != spelling_key(spelling):
                yield warning(
                    other, f"{before!r} can never match: it reads like {spelling!r} of {line.place}, which counts"
                )


def _unused_signatures(layers: Layers, lines: Sequence[Line]) -> Iterator[Finding]:
    told = {emit.split()[1] for line in layers.rows.values() if isinstance(line.row, RuleRow) for emit in line.row.emit}
    for line in lines:
        if isinstance(line.row, SignatureRow) and line.row.signature not in told:
            yield warning(line, f"no rule tells the relation {line.row.signature!r}")
