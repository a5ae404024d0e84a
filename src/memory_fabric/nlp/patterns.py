"""The patterns as a whole: the shipped folder and, over it, one of the reader's own, checked against each other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from memory_fabric.errors import PatternError
from memory_fabric.nlp.pattern_files import Line, read_folder
from memory_fabric.nlp.row_checks import faults
from memory_fabric.nlp.rows import (
    ContextRow,
    CueRow,
    GivenNamesRow,
    KindRow,
    NameRow,
    OffRow,
    PackersRow,
    PhraseRow,
    PlatformsRow,
    Row,
    RuleRow,
    SignatureRow,
    SpellingRow,
    StandardsRow,
    SuffixRow,
    TableRow,
    VendorsRow,
)
from memory_fabric.text import spelling_key

Identity = tuple[str, str]
_R = TypeVar("_R")


@dataclass(frozen=True, slots=True)
class PatternSet:
    """All rows, sorted by what they are. Later files win over earlier ones where they speak of the same thing."""

    names: tuple[NameRow, ...]
    suffixes: tuple[SuffixRow, ...]
    given_names: frozenset[str]
    vendors: frozenset[str]
    standards: frozenset[str]
    standard_nouns: frozenset[str]
    packers: frozenset[str]
    tables: tuple[TableRow, ...]
    platforms: tuple[tuple[str, ...], ...]
    spellings: tuple[SpellingRow, ...]
    contexts: tuple[ContextRow, ...]
    cues: tuple[CueRow, ...]
    kinds: tuple[KindRow, ...]
    signatures: tuple[SignatureRow, ...]
    rules: tuple[RuleRow, ...]


class Layers:
    """Folders of pattern files, read one over the other; `top` is the number of the last one.

    `errors` is everything that is wrong, in order of reading; what is wrong is left out of `rows`, which hold what
    counts in the end.
    """

    def __init__(self, folders: Iterable[Path]) -> None:
        self.lines: list[Line] = []
        self.rows: dict[Identity, Line] = {}
        self.errors: list[PatternError] = []
        self.top = 0
        for layer, folder in enumerate(folders):
            self.top = layer
            self._add(layer, folder)
        self._check_aliases()
        self._check_relations()

    def patterns(self) -> PatternSet:
        """Return the rows that count."""
        return PatternSet(
            names=self._of(NameRow),
            suffixes=self._of(SuffixRow),
            vendors=frozenset(name for row in self._of(VendorsRow) for name in row.vendors),
            given_names=frozenset(name for row in self._of(GivenNamesRow) for name in row.given_names),
            standards=frozenset(name for row in self._of(StandardsRow) for name in row.standards),
            standard_nouns=frozenset(noun for row in self._of(StandardsRow) for noun in row.nouns),
            tables=tuple(self._of(TableRow)),
            packers=frozenset(name for row in self._of(PackersRow) for name in row.packers),
            platforms=tuple(row.platforms for row in self._of(PlatformsRow)),
            spellings=self._of(SpellingRow),
            contexts=self._of(ContextRow),
            cues=self._of(CueRow),
            kinds=self._of(KindRow),
            signatures=self._of(SignatureRow),
            rules=self._of(RuleRow),
        )

    def uppermost(self) -> list[Line]:
        """Return the lines of the last folder that are right by themselves, whether they count in the end or not."""
        return [line for line in self.lines if line.layer == self.top]

    def _of(self, sort: type[_R]) -> tuple[_R, ...]:
        return tuple(line.row for line in self.rows.values() if isinstance(line.row, sort))

    def _add(self, layer: int, folder: Path) -> None:
        own: dict[Identity, Line] = {}
        for line in read_folder(folder, layer):
            if isinstance(line, PatternError):
                self.errors.append(line)
                continue
            wrong = [line.error(reason) for reason in faults(line.row)]
            self.errors.extend(wrong)
            if wrong:
                continue
            self.lines.append(line)
            key = identity(line.row)
            if isinstance(line.row, PhraseRow):
                self._add_phrase(own, line, line.row)
            elif isinstance(line.row, OffRow):
                self.rows.pop(key, None)
            elif isinstance(line.row, NameRow) and key in own:
                self.errors.append(line.error(f"{line.row.name!r} stands in {own[key].place} too"))
            else:
                own[key] = line
        for key, line in own.items():
            self.rows.pop(key, None)  # what comes last wins, so it must come last
            self.rows[key] = line

    def _add_phrase(self, own: dict[Identity, Line], line: Line, phrase: PhraseRow) -> None:
        """Take spaCy's phrase for a name or, where its `id` is known already, for a spelling of that name."""
        row = phrase.as_name()
        known = own.get(identity(row))
        if known is None or not isinstance(known.row, NameRow):
            own[identity(row)] = Line(line.file, line.number, line.layer, row)
        elif known.row.type != row.type:
            self.errors.append(line.error(f"{row.name!r} is a {known.row.type} in {known.place}"))
        else:
            both = known.row.model_copy(update={"aliases": (*known.row.aliases, *row.aliases)})
            own[identity(row)] = Line(known.file, known.number, known.layer, both)

    def _check_aliases(self) -> None:
        """Find aliases that two names claim. A name of one's own may take an alias that a shipped name had."""
        owner: dict[str, Line] = {}
        for line in self.rows.values():
            if not isinstance(line.row, NameRow):
                continue
            for spelling in spellings(line.row):
                other = owner.get(spelling_key(spelling), line)
                if other is not line and other.layer == line.layer and isinstance(other.row, NameRow):
                    self.errors.append(line.error(f"{spelling!r} already means {other.row.name!r} in {other.place}"))
                owner[spelling_key(spelling)] = line

    def _check_relations(self) -> None:
        relations = {row.signature for row in self._of(SignatureRow)}
        for key, line in list(self.rows.items()):
            if not isinstance(line.row, RuleRow):
                continue
            for relation in dict.fromkeys(emit.split()[1] for emit in line.row.emit):
                if relation not in relations:
                    self.errors.append(line.error(f"relation {relation!r} has no signature"))
                    self.rows.pop(key, None)


def load_patterns(folders: Iterable[Path]) -> PatternSet:
    """Read every `*.jsonl` of the folders, in order of folder and name, and check them together.

    Raises:
        PatternError: a line is wrong, contradicts another one, or a folder is missing; names file and line.
    """
    layers = Layers(folders)
    if layers.errors:
        raise layers.errors[0]
    return layers.patterns()


def spellings(row: NameRow) -> tuple[str, ...]:
    """Return every spelling of a name, the canonical one first."""
    return (row.name, *row.aliases, *row.weak_aliases)


def identity(row: Row) -> Identity:
    """Return what a row speaks of: of two rows that speak of the same thing the later one counts."""
    match row:
        case NameRow():
            return "name", spelling_key(row.name)
        case PhraseRow():
            return identity(row.as_name())
        case OffRow():
            return _switched_off(row)
        case SuffixRow():
            return "suffix", row.suffix
        case SpellingRow():
            return "spelling", row.spelling
        case GivenNamesRow(given_names=listed) | VendorsRow(vendors=listed) | StandardsRow(standards=listed):
            return type(row).__name__, "\n".join(listed)  # lists of names add up
        case PackersRow(packers=listed) | PlatformsRow(platforms=listed) | TableRow(table=listed):
            return type(row).__name__, "\n".join(listed)
        case ContextRow():
            return "context", row.context
        case CueRow():
            return "cue", f"{row.cue}:{row.tense or ''}"
        case KindRow():
            return "kind", f"{row.kind}:{','.join(row.intents)}"
        case SignatureRow():
            return "signature", row.signature
        case RuleRow():
            return "rule", row.rule


def _switched_off(row: OffRow) -> Identity:
    sort, word = row.what
    return (sort, spelling_key(word)) if sort == "name" else (sort, word)
