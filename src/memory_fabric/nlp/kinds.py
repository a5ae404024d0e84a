"""The kind of a statement and the intents of a question, from one table of words, so that the two can meet.

A word counts where it is said to be so: not denied ("no longer blocked"), not under a condition ("if we decide"), not
inside another expression ("decision tree"). A question is a question, whatever it asks for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from spacy.tokens import Span, Token

from memory_fabric.models import INTENTS, KINDS, Intent, Kind
from memory_fabric.nlp.flags.moods import is_question
from memory_fabric.nlp.patterns import PatternSet
from memory_fabric.nlp.rows import KindRow

# What may stand between the words of a cue: "will therefore use", "is not working", "let's use".
_BETWEEN = frozenset({"ADV", "PART", "AUX", "DET"})
_BETWEEN_WORDS = frozenset({"'s", "s", "us", "not", "n't", "nt"})
_LONGEST_GAP = 2
_ANYTHING = "..."
_END = "$"

_NEGATIONS = frozenset({"not", "n't", "nt", "never", "no", "none", "nobody", "nothing", "without", "hardly", "neither",
                        "nor", "cannot"})  # fmt: skip
# "Not only", "not just": nothing is denied.
_NO_DENIAL = frozenset({"only", "just", "merely", "until", "sure"})
_DENIED_BEHIND = frozenset({"nothing", "no", "neither"})
_CONDITIONS = frozenset({"if", "unless", "whether", "once", "lest", "provided", "assuming", "suppose"})
_CLAUSE_BREAKS = frozenset({"but", "because", "since", "so", "although", "though", "while", "which", "and", "or"})
_NEGATION_REACH = 6
_ERROR_NAME = re.compile(r"[A-Z]\w{2,60}(?:Error|Exception)")
# The status of a record, which stands at its top.
_STATUS = "status"
_DROPPED_STATUS = re.compile(
    r"^\W{0,10}status\W{1,10}(?:rejected|superseded|deprecated|declined|withdrawn|abandoned)\b",
    re.IGNORECASE | re.MULTILINE,
)
_STATUS_WITHIN = 2_000
# Words before a question: "so do we need it".
_LEADS = frozenset("so and but or ok okay hey hi hmm well also then guys folks all , - ...".split())


@dataclass(frozen=True, slots=True)
class _Cue:
    """Words of a row. `strength`: `plain`, `stubborn` (also where denied), `faint`, `asked`, or `other` (no cue).
    `plain` are the words without order and part of speech.
    """

    words: tuple[str, ...]
    row: KindRow
    strength: str
    plain: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Match:
    cue: _Cue
    start: int
    end: int


class Headings:
    """The headings above a place of a document, for what is written under them. One for each document."""

    def __init__(self, text: str, reader: KindReader) -> None:
        self._reader = reader
        self._above: list[tuple[int, Kind | None]] = []
        self._is_dropped = _DROPPED_STATUS.search(text, 0, _STATUS_WITHIN) is not None

    def open(self, level: int, title: str) -> None:
        """Take note of a heading. It ends those of its level and below."""
        while self._above and self._above[-1][0] >= level:
            self._above.pop()
        words = title.lower().split()
        self._above.append((level, "fact" if words == [_STATUS] else self._reader.under(title)))

    def kind(self, own: Kind) -> Kind:
        """Return the kind of a statement: its own, else the one of the nearest heading that gives one.

        What a rejected or superseded record puts under its decision is none, and "Rejected" under "Status" tells none.
        """
        given = next((kind for _, kind in reversed(self._above) if kind), None)
        if given == "fact" or own != "fact":
            return given if given == "fact" else own
        return own if given is None or (given == "decision" and self._is_dropped) else given


class KindReader:
    """Finds kinds and intents by the `kind` rows of the pattern files."""

    def __init__(self, patterns: PatternSet) -> None:
        self._headings = {heading: row.kind for row in patterns.kinds if row.kind for heading in row.headings}
        self._cues: dict[str, list[_Cue]] = {}
        for row in patterns.kinds:
            for strength, phrases in (
                ("plain", row.words),
                ("stubborn", row.even_negated),
                ("faint", row.faint),
                ("asked", row.weak),
                ("other", row.apart_from),
            ):
                for phrase in phrases:
                    words = tuple(phrase.split())
                    plain = frozenset(word.partition("/")[0] for word in words if word not in (_ANYTHING, _END))
                    self._cues.setdefault(words[0].partition("/")[0], []).append(_Cue(words, row, strength, plain))

    def kind(self, sentence: Span) -> Kind:
        """Return the kind of a sentence: `question` where it asks, else the first of `KINDS` that has a cue."""
        if _asks(sentence):
            return "question"
        tokens = list(sentence)
        if tokens[0].lower_ == _STATUS and len(tokens) > 1 and tokens[1].text == ":":
            return "fact"
        matches = [match for match in self._matches(tokens) if match.cue.row.kind and _is_said(match, tokens)]
        for strengths in (("plain", "stubborn"), ("faint",)):
            found = {match.cue.row.kind for match in matches if match.cue.strength in strengths}
            if found:
                return next(kind for kind in KINDS if kind in found)
        return "fact"

    def intents(self, tokens: Sequence[Token]) -> tuple[Intent, ...]:
        """Return the intents of a question in order of `INTENTS`; `general` where no word tells one."""
        found = {intent for match in self._matches(tokens) for intent in match.cue.row.intents}
        return tuple(i for i in INTENTS if i in found) or ("general",)

    def under(self, heading: str) -> Kind | None:
        """Return the kind that a heading gives to what stands under it: `decision` for "3. Decision Outcome"."""
        words = "".join(char if char.isalpha() else " " for char in heading).lower().split()
        return self._headings.get(" ".join(words))

    def _matches(self, tokens: Sequence[Token]) -> list[_Match]:
        """Return where cues stand, without those that overlap words which are something else."""
        forms = [_forms(token) for token in tokens]
        present: frozenset[str] = frozenset().union(*forms)
        found = [
            _Match(cue, start, end)
            for start, mine in enumerate(forms)
            for form in mine
            for cue in self._cues.get(form, ())
            if cue.plain <= present  # most are told apart by that alone, at a fifth of the time
            and (end := _end(cue.words, tokens, forms, start)) is not None
        ]
        other = {
            (match.cue.row.kind, index)
            for match in found
            if match.cue.strength == "other"
            for index in range(match.start, match.end)
        }
        return [
            match
            for match in found
            if match.cue.strength != "other"
            and not any((match.cue.row.kind, index) in other for index in range(match.start, match.end))
        ]


def _asks(sentence: Span) -> bool:
    start = 0
    while start < len(sentence) - 1 and sentence[start].lower_ in _LEADS:
        start += 1
    return is_question(sentence[start:])


def _forms(token: Token) -> frozenset[str]:
    """Return what a word may be called in a cue: its form, lemma and norm ("'ll" is "will"), or `@type` of a name.

    Names of errors (`ValueError`) are `*error`.
    """
    if token.ent_id_:
        return frozenset({f"@{token.ent_type_}"})
    named = {"*error"} if _ERROR_NAME.fullmatch(token.text) else ()
    return frozenset({token.lower_, token.lemma_.lower(), token.norm_, *named})


def _end(words: Sequence[str], tokens: Sequence[Token], forms: Sequence[frozenset[str]], start: int) -> int | None:
    """Return where the cue ends that begins at `start`, or None where it does not stand there."""
    at = start
    for position, word in enumerate(words):
        if word == _ANYTHING:
            following = words[position + 1]
            while at < len(tokens) and not _is(following, tokens[at], forms[at]):
                at += 1
            continue
        if word == _END:
            return at if all(token.is_punct for token in tokens[at:]) else None
        gap = 0
        while position and gap < _LONGEST_GAP and at < len(tokens) and not _is(word, tokens[at], forms[at]):
            if tokens[at].pos_ not in _BETWEEN and tokens[at].lower_ not in _BETWEEN_WORDS:
                return None
            at += 1
            gap += 1
        if at >= len(tokens) or not _is(word, tokens[at], forms[at]):
            return None
        at += 1
    return at


def _is(word: str, token: Token, forms: frozenset[str]) -> bool:
    """Whether a word of a cue stands for a token; `issue/noun` does so for a noun only."""
    form, _, part = word.partition("/")
    return form in forms and (not part or token.pos_.lower() == part)


def _is_said(match: _Match, tokens: Sequence[Token]) -> bool:
    """Whether a cue of a statement is said to be so, neither denied nor under a condition."""
    if match.cue.strength == "asked":
        return False
    before = list(_clause_before(tokens, match.start))
    if any(token.lower_ in _CONDITIONS for token in before):
        return False
    if any(token.lower_ in _DENIED_BEHIND for token in tokens[match.end : match.end + 1]):
        return False
    if match.cue.strength == "stubborn":
        return not any(token.lower_ == "yet" for token in tokens)
    if any(word in _NEGATIONS for word in match.cue.words):
        return True
    inside = tokens[match.start : match.end]
    return not (_denies(before[:_NEGATION_REACH]) or any(token.lower_ in _NEGATIONS for token in inside))


def _clause_before(tokens: Sequence[Token], start: int) -> Iterator[Token]:
    """Yield the tokens before a cue, nearest first, down to the beginning of its clause."""
    for index in range(start - 1, -1, -1):
        token = tokens[index]
        if token.lower_ in _CLAUSE_BREAKS or (token.is_punct and token.text not in "-'\"()"):
            return
        yield token


def _denies(before: Iterable[Token]) -> bool:
    """Whether the words before a cue, nearest first, deny it. "Not only" does not."""
    behind = ""
    for token in before:
        if token.lower_ in _NEGATIONS and behind not in _NO_DENIAL:
            return True
        behind = token.lower_
    return False
