"""How a clause is meant: what is not so, or not yet, or only proposed, supposed or asked, or no longer so.

A lexicon of cues with scope, not the parser's `neg` alone: "no longer", "stopped using" and "decided against" carry
none. A cue acts on the clause that it stands in and on the verbs below it (`scope`); a negation of a negative word
("never stopped using") affirms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from spacy.tokens import Token

from memory_fabric.models import Modality, Polarity
from memory_fabric.nlp.clauses.clause import Clause
from memory_fabric.nlp.clauses.verb_forms import is_passive, is_to
from memory_fabric.nlp.flags.moods import asks_under, change_to_come, condition, is_command, is_question
from memory_fabric.nlp.flags.outcomes import outcome
from memory_fabric.nlp.flags.scope import Link, adverbials, links, modifiers
from memory_fabric.nlp.flags.tenses import is_past, is_present, is_progressive
from memory_fabric.nlp.patterns import PatternSet
from memory_fabric.nlp.rows import CueRow

# Of two cues the further from a plain assertion counts: "should we use X?" is a question.
_STRENGTH: dict[Modality, int] = {"asserted": 0, "planned": 1, "proposed": 2, "hypothetical": 3, "question": 4}
_FIRST_PERSON = frozenset({"i", "we"})
_PROPOSING = frozenset({"suggest", "propose", "recommend", "advise", "advocate"})
_POLITE = frozenset({"would", "'d"})
_PURPOSES = frozenset({"@for", "@as", "inf", "main"})


@dataclass(frozen=True, slots=True)
class Flags:
    """How a clause is meant, and by which words of it. `limited`: it is negated for the purpose only that it names,
    "we don't use X for Y". `commanded`: it is proposed by being an imperative, no more.
    """

    polarity: Polarity = "affirmed"
    modality: Modality = "asserted"
    ended: bool = False
    cues: tuple[Token, ...] = field(default=(), compare=False)
    limited: bool = False
    commanded: bool = False


@dataclass(frozen=True, slots=True)
class _Cue:
    row: CueRow
    words: Sequence[Token]
    link: Link


class CueReader:
    """Applies the cue rows of the pattern files to clauses."""

    def __init__(self, patterns: PatternSet) -> None:
        rows = [
            (tuple(row.cue.split()), row)
            for row in patterns.cues
            if row.polarity or row.modality or row.to_do or row.ended or not row.asks
        ]
        rows.sort(key=lambda cue: len(cue[0]), reverse=True)
        self._at: dict[str, dict[str, list[tuple[tuple[str, ...], CueRow]]]] = {}
        for cue in rows:
            self._at.setdefault(cue[1].at, {}).setdefault(cue[0][0], []).append(cue)
        self._stances = {row.cue for row in patterns.cues if row.governs or row.asks}
        self._asking = {row.cue for row in patterns.cues if row.asks}

    def flags(self, clause: Clause) -> Flags:
        """Return the flags of a clause from the cues in its scope, its mood and its condition."""
        way = links(clause, self._stances)
        opening = next(self._opening(clause), None)
        found = list(self._found(way))
        denied = any(cue.row.polarity == "negated" for cue in found)
        found.extend(cue for cue in self._around(way) if denied or not _goes_with_denial(cue.row))
        found = list(_without_politeness(found))
        words = [word for cue in found for word in cue.words]
        modality: Modality = max(
            (meant for cue in found if cue.link.means and (meant := _modality(cue, way))),
            key=_STRENGTH.__getitem__,
            default="asserted",
        )
        asked, asking = asks_under(way, self._asking)
        mood, why = ("question", asking) if asking else self._mood(clause, way)
        if opening is not None:
            mood, why = opening.row.modality, opening.words
        commanded = mood == "proposed" and opening is None and _STRENGTH[modality] < _STRENGTH["proposed"]
        if mood and (_STRENGTH[mood] > _STRENGTH[modality] or opening is not None):
            modality = mood
        # What is not known is the asking, not what is asked: "I don't know if we use X".
        below = way[: asked + 1] if asking else way
        negative = [cue for cue in found if cue.row.polarity == "negated" and cue.link.negates and cue.link in below]
        if opening is not None and opening.row.polarity:
            negative = [cue for cue in negative if not set(cue.words) & set(opening.words) and cue.row.governs]
        # Several words of one negation are one: "not … any more". A governing verb has one of its own.
        turns = len({cue.link.token for cue in negative if not cue.row.governs}) + sum(
            cue.row.governs for cue in negative
        )
        negated = turns % 2 == 1
        ended = any(
            cue.row.ended and (cue.row.polarity is None or (negated and cue.link.negates)) and cue.link.means
            for cue in found
        )
        came_to, told = outcome(way)
        if came_to:
            return Flags("negated", modality, came_to == "undone", (*words, *why, *told))
        limited = (
            negated
            and not ended
            and not any(cue.row.governs for cue in negative)
            and bool(_PURPOSES & set(clause.roles))
        )
        return Flags("negated" if negated else "affirmed", modality, ended, (*words, *why), limited, commanded)

    def _starting(self, at: str, token: Token) -> list[tuple[tuple[str, ...], CueRow]]:
        """Return the cues of one place that may start with the token, the longest first."""
        here = self._at.get(at, {})
        words = dict.fromkeys((*_forms(token), *(sign for sign in "#@" if sign in here and _says(token, sign))))
        cues = [cue for word in words for cue in here.get(word, ())]
        return sorted(cues, key=lambda cue: len(cue[0]), reverse=True) if len(words) > 1 else cues

    def _mood(self, clause: Clause, way: Sequence[Link]) -> tuple[Modality | None, Sequence[Token]]:
        if is_question(clause.head.sent):
            return "question", ()
        supposed = condition(way)
        if supposed:
            return "hypothetical", supposed
        return ("proposed", ()) if is_command(way) else change_to_come(way)

    def _opening(self, clause: Clause) -> Iterator[_Cue]:
        """Yield the cue that opens the sentence: "How about using X?" """
        sentence = clause.head.sent
        for words, row in self._starting("opening", sentence[0]):
            window = list(sentence[: len(words)])
            if len(window) == len(words) and all(map(_says, window, words)):
                yield _Cue(row, window, Link(clause.head))

    def _found(self, way: Sequence[Link]) -> list[_Cue]:
        """Return the cues before the predicate and what governs it, longest first, no word used twice."""
        owner: dict[Token, Link] = {}
        for link in way:
            owner.setdefault(link.token, link)
        for link in way:
            for word in modifiers(link):
                owner.setdefault(word, link)
        scope = sorted(owner, key=lambda token: token.i)
        found: list[_Cue] = []
        index = 0
        while index < len(scope):
            for words, row in self._starting("verb", scope[index]):
                window = scope[index : index + len(words)]
                if not (len(window) == len(words) and all(map(_says, window, words)) and _close(window)):
                    continue
                link = max((owner[word] for word in window), key=way.index)
                if self._counts(row, window, link, owner, way):
                    found.append(_Cue(row, window, link))
                    index += len(words) - 1
                    break
            index += 1
        return found

    def _counts(
        self, row: CueRow, window: Sequence[Token], link: Link, owner: dict[Token, Link], way: Sequence[Link]
    ) -> bool:
        verbs = [word for word in window if owner[word].token == word and owner[word].governs]
        if row.governs and not verbs:
            return False
        if row.ended and any(map(is_passive, verbs)):
            return False  # "is used to implement" has ended nothing
        if row.first_person and not any(
            child.dep_ == "nsubj" and child.lower_ in _FIRST_PERSON for child in link.token.children
        ):
            return False
        return _in_tense(row, window[0], way)

    def _around(self, way: Sequence[Link]) -> Iterator[_Cue]:
        """Yield the cues that start an adverbial: "in the past", "until 2024"."""
        for phrase in adverbials(way):
            for words, row in self._starting("clause", phrase[0]) if phrase else ():
                if len(phrase) >= len(words) and all(map(_says, phrase, words)) and _in_tense(row, phrase[0], way):
                    yield _Cue(row, phrase[: len(words)], way[0])
                    break


def _without_politeness(cues: Sequence[_Cue]) -> Iterator[_Cue]:
    """Yield the cues without the *would* of "I would suggest using X", which proposes no less than "I suggest"."""
    proposing = {cue.link.token for cue in cues if cue.row.governs and cue.words[0].lemma_ in _PROPOSING}
    for cue in cues:
        if cue.row.cue not in _POLITE or cue.link.token not in proposing:
            yield cue


def _goes_with_denial(row: CueRow) -> bool:
    """Whether a cue only goes on with a denial, and says nothing without one: "any more"."""
    return row.at == "clause" and row.ended and row.polarity == "negated"


def _modality(cue: _Cue, way: Sequence[Link]) -> Modality | None:
    is_to_do = cue.row.to_do and any(link.token.head in cue.words and is_to(link.token) for link in way)
    return cue.row.to_do if is_to_do else cue.row.modality


def _in_tense(row: CueRow, word: Token, way: Sequence[Link]) -> bool:
    if row.tense == "progressive":
        return is_progressive(word)
    verbs = [link.token for link in way if link.means]
    if row.tense == "past":
        return any(map(is_past, verbs))
    return row.tense is None or any(map(is_present, verbs))


def _says(token: Token, word: str) -> bool:
    """Whether a word of the text is one of a cue's: itself, its lemma, `#` for a year, `@` for a name."""
    if word == "#":
        return token.shape_ == "dddd"
    if word == "@":
        return bool(token.ent_type_)
    return word in _forms(token)


def _forms(token: Token) -> tuple[str, str]:
    return token.lower_.replace("\u2019", "'"), token.lemma_.lower()


def _close(window: Iterable[Token]) -> bool:
    return all(right.i - left.i == 1 for left, right in pairwise(window))
