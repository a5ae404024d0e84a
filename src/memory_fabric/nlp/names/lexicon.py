"""The lexicon: every spelling of every known name, and what it stands for. Alias to canonical name and back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from memory_fabric.models import EntityType
from memory_fabric.nlp.names.spelling import letters, spelled, without_version
from memory_fabric.nlp.patterns import PatternSet
from memory_fabric.nlp.rows import NameRow

_SHORTEST_LOOSE_KEY = 5
_VERSION = re.compile(r"\d+(?:\.\d+)*$")


@dataclass(frozen=True, slots=True)
class Entry:
    """What one spelling stands for. `exact` is the only capitalisation that counts, where there is just one."""

    name: str
    type: EntityType
    needs_context: bool = False
    exact: str | None = None

    def is_written_in(self, text: str) -> bool:
        """Whether the text has the one capitalisation that counts. A plural or a version may follow.

        One without capitals counts only as it is written: `fast-glob` is a name, "fast glob" need not be.
        """
        if self.exact is None:
            return True
        if self.exact.islower():
            return text.startswith(self.exact)
        return letters(text).startswith(letters(self.exact))


class Lexicon:
    """Looks names up by key, so that case, accents and the kind of separator never matter. Immutable once built."""

    def __init__(self, patterns: PatternSet) -> None:
        self._entries: dict[str, Entry] = {}
        self._aliases: dict[str, tuple[str, ...]] = {}
        self._written: dict[str, frozenset[int]] = {}
        self._implied: dict[str, frozenset[int]] = {}
        self.beginnings: set[str] = set()
        """What the key of a name may begin with, up to one of its cuts."""
        for row in patterns.names:
            self._aliases[row.name] = (*row.aliases, *row.weak_aliases)
            for spelling, entry in _spellings(row):
                key, written, implied = spelled(spelling)
                self._entries[key] = entry
                if written or implied:
                    self._written[key] = written | self._written.get(key, frozenset())
                    self._implied[key] = implied | self._implied.get(key, frozenset())
                self.beginnings.update(key[:cut] for cut in written | implied | _signs(key))
        self.negation_words = frozenset(cue.cue for cue in patterns.cues if cue.polarity == "negated")

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def entry(self, spelling: str) -> Entry | None:
        """Return what the spelling stands for, or None."""
        key, written, _ = spelled(spelling)
        entry = self._entries.get(key)
        # A given name may be separated as people like, but a dot is not put where there is none: Json.NET, Jsonnet.
        is_loose = len(key) >= _SHORTEST_LOOSE_KEY and "." not in spelling
        return entry if entry is None or is_loose or written <= self.cuts(key) else None

    def mention(self, text: str) -> Entry | None:
        """Return what a mention in a text stands for: a spelling, its plural, or one with a version ("php5")."""
        entry = self.entry(text)
        if entry is not None:
            return entry
        if text.endswith("s"):
            singular = self.entry(text[:-1])
            if singular is not None and _has_plural(singular, text[:-1]):
                return singular
        name = without_version(text)
        versioned = self.entry(name) if name else None
        return versioned if versioned is not None and versioned.type == "technology" else None

    def by_key(self, key: str) -> Entry | None:
        """Return what a key stands for, or None."""
        return self._entries.get(key)

    def written(self, key: str) -> frozenset[int]:
        """Return where the name of this key is written apart."""
        return self._written.get(key, frozenset())

    def cuts(self, key: str) -> frozenset[int]:
        """Return where the name of this key may be written apart, though some of it may never be."""
        return self.written(key) | self._implied.get(key, frozenset())

    def canonical(self, name: str) -> str:
        """Return the canonical name that `name` is a spelling of, or `name` itself."""
        entry = self.entry(name)
        return entry.name if entry else name

    def certain(self, name: str) -> str:
        """Return the canonical name that `name` is a spelling of without any context, or `name` itself.

        An ordinary word ("node", "go") may be one only in a text that says so, and a version of a thing (HTTP/2, IE6)
        is mentioned as the thing, but is not the same.
        """
        entry = self.entry(name)
        if entry is None or entry.needs_context or not entry.is_written_in(name):
            return name
        version = _VERSION.search(name)
        return name if version and version[0] not in entry.name else entry.name

    def aliases(self, name: str) -> tuple[str, ...]:
        """Return the other spellings of a canonical name, without those that another name has taken."""
        return tuple(alias for alias in self._aliases.get(name, ()) if self.canonical(alias) == name)

    def type_of(self, name: str) -> EntityType | None:
        """Return the type of the entity that `name` is a spelling of."""
        entry = self.entry(name)
        return entry.type if entry else None


def _signs(key: str) -> set[int]:
    """Return the places where the tokenizer may split without a separator: C|#, CI|/|CD, 7|z, w3|m."""
    if key.isalpha():
        return set()
    signs = {cut for at, char in enumerate(key) if not char.isalnum() for cut in (at, at + 1)}
    units = {at for at in range(1, len(key)) if key[at - 1].isdigit() and key[at].isalpha()}
    return (signs | units) - {0, len(key)}


def _has_plural(entry: Entry, spelling: str) -> bool:
    """Whether people make a plural of the name: of acronyms and names in several words ("ELBs", "Load Balancers")."""
    if spelling.endswith("s"):
        return False
    several = bool(spelled(spelling).written)
    acronym = entry.type == "technology" and len(spelling) > 1 and spelling.isupper() and spelling.isalpha()
    return acronym or (several and entry.type in ("technology", "pattern"))


def _spellings(row: NameRow) -> Iterable[tuple[str, Entry]]:
    is_exact = row.case == "exact"
    yield row.name, Entry(row.name, row.type, row.common, row.name if is_exact else None)
    for alias in row.aliases:
        # What is left of the name without its maker is the ordinary word: Spark, of Apache Spark.
        is_rest = is_exact and row.name.endswith(f" {alias}")
        yield alias, Entry(row.name, row.type, False, alias if is_rest else None)
    for alias in row.weak_aliases:
        yield alias, Entry(row.name, row.type, True, None)
