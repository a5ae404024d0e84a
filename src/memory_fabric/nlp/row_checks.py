"""What is wrong with a row by itself, whatever stands beside it: words that no text can ever match, roles that no
clause can ever have.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from memory_fabric.nlp.clauses.clause import ROLES
from memory_fabric.nlp.rows import (
    SORTS,
    ContextRow,
    CueRow,
    GivenNamesRow,
    KindRow,
    Row,
    RuleRow,
    SpellingRow,
    StandardsRow,
    SuffixRow,
)

FLAGS = frozenset({"affirmed", "negated", "ended", "asserted", "planned", "proposed", "hypothetical", "outright"})
_PREPOSITION = re.compile(r"@[a-z]+(?:_[a-z]+)*")


def faults(row: Row) -> Iterator[str]:
    """Yield what is wrong with a row."""
    for field, words, most in word_fields(row):
        for word in words:
            if word != word.lower():
                yield f"{field}: {word!r} is compared in lower case, and never matches so"
            if len(word.split()) > most:
                yield f"{field}: {word!r} is several words, and {_allowed(most)} can be compared"
    if isinstance(row, SpellingRow) and row.spelling != row.spelling.lower():
        yield f"spelling: {row.spelling!r} is compared in lower case, and never matches so"
    if isinstance(row, GivenNamesRow):
        yield from (f"given_names: {name!r} is several words" for name in row.given_names if len(name.split()) > 1)
    if isinstance(row, RuleRow):
        yield from _rule_faults(row)


def word_fields(row: Row) -> Iterator[tuple[str, tuple[str, ...], int]]:
    """Yield the fields of a row that are compared with the words of a text, in lower case, and of how many words
    each may be. A predicate is a verb with its particle, or one noun or adjective.
    """
    match row:
        case SuffixRow():
            yield "suffix", (row.suffix,), 1
            yield "not_after", row.not_after, 1
            yield "not_before", row.not_before, 1
        case ContextRow():
            yield "before", row.before, 1
            yield "after", row.after, 1
            yield "certain", row.certain, 3
            yield "certain_after", row.certain_after, 1
            yield "ordinary", row.ordinary, 1
        case StandardsRow():
            yield "nouns", row.nouns, 1
        case SpellingRow():
            yield "before", row.before, 1
        case CueRow():
            yield "cue", (row.cue,), 9
        case KindRow():
            yield "words", row.words, 9
            yield "even_negated", row.even_negated, 9
            yield "faint", row.faint, 9
            yield "weak", row.weak, 9
            yield "apart_from", row.apart_from, 9
            yield "headings", row.headings, 9
        case RuleRow():
            yield "verbs", row.verbs, 2
            yield "nouns", row.nouns, 1
            yield "adjectives", row.adjectives, 1
            yield "excluding", row.excluding, 1
            yield "among", row.among, 1


def roles_of(row: RuleRow) -> frozenset[str]:
    """Return the roles that a clause with one of the rule's predicates can have, apart from prepositions."""
    parts = (("verb", row.verbs), ("noun", row.nouns), ("adjective", row.adjectives))
    return frozenset(role for part, words in parts if words for role in ROLES[part])


def _rule_faults(row: RuleRow) -> Iterator[str]:
    if not (row.verbs or row.nouns or row.adjectives):
        yield "a rule needs verbs, nouns or adjectives"
        return
    known = roles_of(row)
    for emit in row.emit:
        parts = emit.split()
        if len(parts) < 3:
            yield f"emit {emit!r} is not ROLE RELATION ROLE [FLAG ...]"
            continue
        unknown = set(parts[3:]) - FLAGS - SORTS
        if unknown:
            yield f"emit {emit!r} has unknown flags {', '.join(sorted(unknown))}"
        yield from (f"emit {emit!r}: {fault}" for side in (parts[0], parts[2]) for fault in _role_faults(side, known))
    for field, roles in (("needs", row.needs), ("lacks", row.lacks)):
        yield from (f"{field}: {fault}" for role in roles for fault in _role_faults(role, known))
    for need in row.needs:
        if set(need.split("|")) <= set(row.lacks):
            yield f"needs and lacks both name {need!r}, so the rule is always silent"


def _role_faults(alternatives: str, known: Collection[str]) -> Iterator[str]:
    for role in alternatives.split("|"):
        if role not in known and not _PREPOSITION.fullmatch(role):
            yield f"{role!r} is no role of such a clause; there are {', '.join(sorted(known))} and @preposition"


def _allowed(most: int) -> str:
    return "one word" if most == 1 else f"no more than {most}"
