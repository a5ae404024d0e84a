"""What is not so, or not yet, or only asked: polarity, modality and end of a clause.

A lexicon of cues with scope, not the parser's `neg` alone: "no longer", "stopped using" and "decided against" carry
none. A cue acts on the clause that it stands in and on the verbs below it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from spacy.tokens import Span, Token

from memory_fabric.models import Modality, Polarity
from memory_fabric.nlp.clauses import Clause
from memory_fabric.nlp.patterns import PatternSet
from memory_fabric.nlp.roles import is_passive
from memory_fabric.nlp.rows import CueRow

_MODIFIERS = frozenset({"aux", "auxpass", "neg", "advmod", "mark", "prep", "npadvmod", "prt"})
# Of two cues the further from a plain assertion counts: "should we use X?" is a question.
_STRENGTH: dict[Modality, int] = {"asserted": 0, "planned": 1, "proposed": 2, "hypothetical": 3, "question": 4}
_QUESTION_STARTS = frozenset(
    "what which who whom whose where when why how do does did is are was were can could should would will shall "
    "has have had may".split()
)


@dataclass(frozen=True, slots=True)
class Flags:
    """How a clause is meant, and by which words of it."""

    polarity: Polarity = "affirmed"
    modality: Modality = "asserted"
    ended: bool = False
    cues: tuple[Token, ...] = field(default=(), compare=False)


class CueReader:
    """Applies the cue rows of the pattern files to clauses."""

    def __init__(self, patterns: PatternSet) -> None:
        self._cues = sorted(
            ((tuple(row.cue.split()), row) for row in patterns.cues), key=lambda cue: len(cue[0]), reverse=True
        )

    def flags(self, clause: Clause) -> Flags:
        """Return the flags of a clause from the cues in its scope, its mood and its condition."""
        polarity: Polarity = "affirmed"
        modality: Modality = "asserted"
        ended = False
        governing = set(clause.chain[1:])
        cues: list[Token] = []
        for row, words in self._found(_scope(clause), governing):
            cues.extend(words)
            if row.polarity:
                polarity = row.polarity
            if row.modality and _STRENGTH[row.modality] > _STRENGTH[modality]:
                modality = row.modality
            ended = ended or row.ended
        condition = _condition(clause)
        cues.extend(condition)
        for mood in (_mood(clause), "hypothetical" if condition else None):
            if mood and _STRENGTH[mood] > _STRENGTH[modality]:
                modality = mood
        return Flags(polarity, modality, ended, tuple(cues))

    def _found(self, scope: Sequence[Token], governing: set[Token]) -> list[tuple[CueRow, Sequence[Token]]]:
        """Return the cues in the scope with their words, longest first, no token used twice."""
        found: list[tuple[CueRow, Sequence[Token]]] = []
        index = 0
        while index < len(scope):
            for words, row in self._cues:
                window = scope[index : index + len(words)]
                if len(window) == len(words) and all(map(_says, window, words)) and _close(window):
                    verbs = [token for token in window if token in governing]
                    if row.governs and not verbs:
                        continue
                    if row.ended and any(map(is_passive, verbs)):
                        continue  # "is used to implement" has ended nothing
                    found.append((row, window))
                    index += len(words) - 1
                    break
            index += 1
        return found


def _scope(clause: Clause) -> list[Token]:
    """Return the tokens whose cues act on a clause: left of the predicate and of each governing verb."""
    tokens: set[Token] = set(clause.chain[1:])
    for verb in clause.chain:
        for child in verb.children:
            if child.dep_ in _MODIFIERS and (child.i < verb.i or child.dep_ in ("neg", "advmod", "prt")):
                if child.dep_ == "prep" and child.lower_ not in ("without", "instead"):
                    continue
                tokens.add(child)
                tokens.update(grandchild for grandchild in child.children if grandchild.dep_ in ("neg", "advmod"))
    for filler in clause.roles.get("subj", []) + clause.roles.get("obj", []):
        tokens.update(child for child in filler.children if child.lower_ in ("neither", "nor"))
    tokens.update(child for child in clause.head.subtree if child.lower_ == "neither")
    if clause.part == "noun":
        tokens.update(child for child in clause.head.children if child.dep_ in ("neg", "det", "amod"))
    return sorted(tokens, key=lambda token: token.i)


def _says(token: Token, word: str) -> bool:
    return token.lower_.replace("\u2019", "'") == word or token.lemma_.lower() == word


def _close(window: Sequence[Token]) -> bool:
    return all(right.i - left.i == 1 for left, right in pairwise(window))


def _mood(clause: Clause) -> Modality | None:
    sentence = clause.head.sent
    if is_question(sentence):
        return "question"
    top = clause.chain[-1]
    # A bare imperative proposes: "Use X for Y."
    if (
        clause.part == "verb"
        and top.tag_ in ("VB", "VBP")
        and (top.dep_ == "ROOT" or (top.dep_ == "conj" and top.head.dep_ == "ROOT" and top.head.tag_ == "VB"))
        and not any(child.dep_ in ("nsubj", "nsubjpass", "expl", "aux", "csubj") for child in top.children)
    ):
        return "proposed"
    return None


def _condition(clause: Clause) -> list[Token]:
    """Return the word that makes the clause either half of a condition, if one does."""
    for verb in clause.chain:
        nearby = [verb, *(child for child in verb.children if child.dep_ == "advcl")]
        if verb.dep_ == "advcl":
            nearby.append(verb.head)
        for token in nearby:
            for child in token.children:
                if child.dep_ == "mark" and child.lower_ in ("if", "unless"):
                    return [child]
    return []


def is_question(sentence: Span) -> bool:
    """Whether a sentence asks: it ends with a question mark, or starts as questions do and has no full stop."""
    last = sentence[-1].text
    if "?" in last:
        return True
    if last in (".", "!", ":", ";"):
        return False
    first = sentence[0]
    return (
        first.lower_ in _QUESTION_STARTS
        and (
            first.tag_ in ("WP", "WRB", "WDT", "WP$")
            or (first.pos_ == "AUX" and first.dep_ in ("aux", "auxpass", "ROOT"))
        )
        and len(sentence) > 2
    )
