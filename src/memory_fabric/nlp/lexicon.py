"""The lexicon: every spelling of every known name, and what it stands for. Alias to canonical name and back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from memory_fabric.models import EntityType
from memory_fabric.nlp.patterns import PatternSet
from memory_fabric.nlp.rows import NameRow
from memory_fabric.text import spelling_key

# What may stand between the words of a name. Nobody writes `Visual_Studio_Code`.
_SEPARATORS = {"agent": "-_", "component": " -_", "pattern": " -_", "technology": " -"}
_SEPARATOR = re.compile(r"(?<=\w)[\s_-](?=\w)")


@dataclass(frozen=True, slots=True)
class Entry:
    """What one spelling stands for. `exact` is the only capitalisation that counts, where there is just one."""

    name: str
    type: EntityType
    needs_context: bool = False
    exact: str | None = None


class Lexicon:
    """Looks names up by spelling key, so that case and the kind of separator never matter. Immutable once built."""

    def __init__(self, patterns: PatternSet) -> None:
        self._entries: dict[str, Entry] = {}
        self._aliases: dict[str, tuple[str, ...]] = {}
        self._surfaces: list[tuple[str, Entry]] = []
        for row in patterns.names:
            self._aliases[row.name] = (*row.aliases, *row.weak_aliases)
            for spelling, entry in _spellings(row):
                self._entries[spelling_key(spelling)] = entry
                self._surfaces.append((spelling, entry))
        self.negation_words = frozenset(cue.cue for cue in patterns.cues if cue.polarity == "negated")

    def __len__(self) -> int:
        return len(self._entries)

    def entry(self, spelling: str) -> Entry | None:
        """Return what the spelling stands for, or None."""
        return self._entries.get(spelling_key(spelling))

    def canonical(self, name: str) -> str:
        """Return the canonical name that `name` is a spelling of, or `name` itself."""
        entry = self.entry(name)
        return entry.name if entry else name

    def aliases(self, name: str) -> tuple[str, ...]:
        """Return the other spellings of a canonical name."""
        return self._aliases.get(name, ())

    def type_of(self, name: str) -> EntityType | None:
        """Return the type of the entity that `name` is a spelling of."""
        entry = self.entry(name)
        return entry.type if entry else None

    def phrases(self) -> Iterator[tuple[str, Entry]]:
        """Yield every surface form that a text may hold, with the variants of its separators.

        Agents are names only in one word: "database engineer" in prose is a job, `database-engineer` is an agent.
        """
        for spelling, entry in self._surfaces:
            yield spelling, entry
            if entry.type == "technology" and _has_plural(spelling):
                yield f"{spelling}s", entry
            for separator in _SEPARATORS.get(entry.type, ""):
                yield _SEPARATOR.sub(separator, spelling), entry


def _has_plural(spelling: str) -> bool:
    """Whether people make a plural of the name: of acronyms and names in several words ("ELBs", "Load Balancers")."""
    last = spelling.rpartition(" ")[2]
    return last.isalpha() and not last.endswith("s") and ((last.isupper() and len(last) > 1) or " " in spelling)


def _spellings(row: NameRow) -> Iterable[tuple[str, Entry]]:
    exact = row.name if row.case == "exact" else None
    yield row.name, Entry(row.name, row.type, row.common, exact)
    for alias in row.aliases:
        yield alias, Entry(row.name, row.type, False, None)
    for alias in row.weak_aliases:
        yield alias, Entry(row.name, row.type, True, None)
