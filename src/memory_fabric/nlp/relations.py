"""From clauses to relations: rows of data say what a clause means, the signature table says what cannot be meant."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial

from spacy.tokens import Span as TokenSpan
from spacy.tokens import Token

from memory_fabric.models import EntityType, Relation, Span
from memory_fabric.nlp.clauses.arguments import Arguments
from memory_fabric.nlp.clauses.clause import Clause
from memory_fabric.nlp.clauses.contrasts import is_counterpart
from memory_fabric.nlp.clauses.headers import give_subject, header_of
from memory_fabric.nlp.clauses.predicates import clauses
from memory_fabric.nlp.clauses.pronouns import is_situation
from memory_fabric.nlp.explanation import match_of
from memory_fabric.nlp.flags.cues import CueReader, Flags
from memory_fabric.nlp.names.lexicon import Lexicon
from memory_fabric.nlp.patterns import PatternSet
from memory_fabric.nlp.refs import Ref
from memory_fabric.nlp.rows import SORTS, RuleRow
from memory_fabric.nlp.sorts import Sorts, is_countable, is_whole
from memory_fabric.nlp.unsaid import mark_items

_BETWEEN_THINGS = frozenset({"replaces", "implements", "enables", "part_of", "conflicts_with", "causes"})
_OF_OTHERS = frozenset({"replaces", "recommends", "prefers"})
_CHOOSING = frozenset({"choose", "pick", "select", "prefer", "favor", "favour", "like", "adopt", "take"})


@dataclass(frozen=True, slots=True)
class Emission:
    """One line of a rule: `from_` and `to` are alternatives of roles, the first that is filled counts."""

    from_: tuple[str, ...]
    relation: str
    to: tuple[str, ...]
    flags: frozenset[str]
    sorts: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Found:
    """A relation with the entities at its ends. `commanded`: an imperative tells it."""

    relation: Relation
    from_: Ref
    to: Ref
    commanded: bool = False


End = tuple[Token, Ref]
"""An end of a relation: the word that tells it, and the entity."""


class RelationReader:
    """Applies the rule rows of the pattern files to clauses."""

    def __init__(self, patterns: PatternSet, lexicon: Lexicon) -> None:
        self._signatures = {row.signature: row for row in patterns.signatures}
        self._cues = CueReader(patterns)
        self._sorts = Sorts(patterns, lexicon)
        self._rules: dict[tuple[str, str], list[tuple[RuleRow, tuple[Emission, ...]]]] = {}
        for row in patterns.rules:
            emissions = tuple(map(_emission, row.emit))
            for part, words in (("verb", row.verbs), ("noun", row.nouns), ("adjective", row.adjectives)):
                for word in words:
                    self._rules.setdefault((part, word), []).append((row, emissions))
        self._adjectives = frozenset(word for part, word in self._rules if part == "adjective")
        # What two things that have no name may be told of: "conflicts cause bugs".
        self._nameless = frozenset(
            word.partition(" ")[0]
            for (_, word), rules in self._rules.items()
            if any("concept" in self._signatures[one.relation].from_ for _, emissions in rules for one in emissions)
        )

    def read(self, arguments: Arguments) -> Iterator[Found]:
        """Yield the relations that a parsed text tells, in order; of one sentence each once, as it was read first."""
        seen: set[tuple[str, str, str, int]] = set()
        header = header_of(arguments.doc)
        sentences = arguments.doc.sents
        if header is None:  # no clause is made of what cannot tell a relation: a sixth of the time
            sentences = (sentence for sentence in sentences if self._may_relate(sentence, arguments))
        found_clauses = clauses(sentences, self._adjectives)
        if header is not None:
            give_subject(found_clauses, header)
        if arguments.is_stack:
            mark_items(found_clauses)
        for clause in found_clauses:
            # The cues are dear to find, so they are looked for only where something is said.
            flags = cache(partial(self._flags, clause, has_header=header is not None))
            for predicate in (clause.predicate, "*"):
                for row, emissions in self._rules.get((clause.part, predicate), ()):
                    if not _applies(row, clause):
                        continue
                    for emission in emissions:
                        for found in self._emit(row, emission, clause, flags, arguments):
                            relation = found.relation
                            key = (relation.from_, relation.relation, relation.to, relation.evidence.start)
                            if key not in seen:
                                seen.add(key)
                                yield found

    def _may_relate(self, sentence: TokenSpan, arguments: Arguments) -> bool:
        """Whether a sentence can tell a relation: it names or points at something, or has a word for things without
        names.
        """
        return arguments.is_about_something(sentence) or any(
            token.lemma_.lower() in self._nameless for token in sentence
        )

    def _flags(self, clause: Clause, *, has_header: bool) -> Flags:
        flags = self._cues.flags(clause)
        if flags.commanded and has_header:
            flags = replace(flags, modality="asserted", commanded=False)  # "Name - Download videos via X"
        return flags

    def _emit(
        self, row: RuleRow, emission: Emission, clause: Clause, flags: Callable[[], Flags], arguments: Arguments
    ) -> Iterator[Found]:
        signature = self._signatures[emission.relation]
        from_role, subjects = _filled(clause, emission.from_)
        to_role, fillers = _filled(clause, emission.to)
        objects = [
            token
            for token in fillers
            if token.lemma_.lower() not in row.excluding and (not row.among or token.lemma_.lower() in row.among)
        ]
        ends = list(_resolve(subjects, signature.from_, arguments, phrase=False))
        if emission.from_ == ("heading",):
            from_role, ends = "heading", [(clause.head, owner) for owner in _owners(arguments, signature.from_)]
        elif not subjects and clause.omitted and emission.from_[0] == "subj" and arguments.speaker:
            from_role, ends = "subj", [(clause.head, arguments.speaker)]
        for subject, from_ in ends:
            if not _can_be_said(row, emission, subject, from_, arguments):
                continue
            mine = clause.goes_with(subject, subjects, objects)
            if emission.from_ == emission.to:
                mine = [token for token in mine if token.i > subject.i]
            for token, to in _resolve(mine, signature.to, arguments, phrase=signature.phrase):
                if not _can_be(clause, emission.relation, (subject, from_), (token, to), arguments):
                    continue
                if emission.to == ("subj",) and not _can_act(to, row.actors):
                    continue
                if (
                    from_.name == to.name
                    or _nested(from_, to)
                    or _is_unproved(from_, to)
                    or not all(self._sorts.fits(sort, from_, token, to, arguments) for sort in emission.sorts)
                ):
                    continue
                if not _holds(row, emission, flags()):
                    return
                match = match_of(clause, arguments, (from_role, subject, from_), (to_role, token, to), flags().cues)
                meant = _with(_left_standing(flags(), subject, token), emission.flags)
                start, end = arguments.evidence(clause.head.sent)
                relation = Relation(
                    from_.name, emission.relation, to.name, meant.polarity, meant.modality, meant.ended,
                    Span(start, end), row.rule, match,
                )  # fmt: skip
                yield Found(relation, from_, to, flags().commanded)


def _emission(line: str) -> Emission:
    from_, relation, to, *flags = line.split()
    meant, sorts = frozenset(flags) - SORTS, SORTS.intersection(flags)
    return Emission(tuple(from_.split("|")), relation, tuple(to.split("|")), meant, sorts)


def _owners(arguments: Arguments, types: Collection[EntityType]) -> Iterator[Ref]:
    if arguments.owner is not None and arguments.owner.type in types:
        yield arguments.owner


def _can_be_said(row: RuleRow, emission: Emission, subject: Token, from_: Ref, arguments: Arguments) -> bool:
    """Whether an entity can be the left end of what a row tells."""
    if emission.from_ in (("subj",), ("head",)) and not _can_act(from_, row.actors):
        return False
    if emission.relation == "is_a" and (not arguments.stands_for(subject) or is_situation(subject)):
        return False  # what is said of its schema is not said of Redis
    if from_.type == "technology" and arguments.is_made_with(subject):
        return False
    # "We replaced X": who replaces is no replacement.
    return from_.has_place or emission.relation not in _BETWEEN_THINGS


def _holds(row: RuleRow, emission: Emission, flags: Flags) -> bool:
    """Whether a clause that is meant so says what the emission does."""
    if row.only and flags.modality not in row.only:
        return False
    told = ("asserted", "planned") if "outright" in emission.flags else ("asserted",)
    if "ended" in emission.flags and (flags.modality not in told or flags.polarity == "negated"):
        return False  # what is only planned, or did not happen, has ended nothing
    # "We don't use X for Y": not for Y, which says nothing of X elsewhere.
    return not (flags.limited and emission.relation == "uses")


def _applies(row: RuleRow, clause: Clause) -> bool:
    if clause.predicate in row.apart_from:
        return False
    if row.about and not any(token.lemma_.lower() in row.about for token in clause.roles.get("obj", ())):
        return False
    if row.voice != "any" and (row.voice == "passive") != clause.passive:
        return False
    return all(any(role in clause.roles for role in need.split("|")) for need in row.needs) and not any(
        role in clause.roles for role in row.lacks
    )


def _filled(clause: Clause, roles: tuple[str, ...]) -> tuple[str, list[Token]]:
    """Return the first of the roles that is filled, with its fillers."""
    return next(((role, clause.roles[role]) for role in roles if role in clause.roles), ("", []))


def _resolve(
    tokens: Iterable[Token], types: Collection[EntityType], arguments: Arguments, *, phrase: bool
) -> Iterator[tuple[Token, Ref]]:
    """Yield each word with the entity of a fitting type that it stands for; a concept only where the type allows it.

    With `phrase`, a phrase is itself rather than what it is made of: "session caching" is the concept, not the pattern
    in it; but "RAG applications" are RAG, since a purpose that is a pattern is the pattern.
    """
    for token in tokens:
        ref = arguments.named(token, types)
        if "concept" in types:
            if ref is None:
                ref = None if arguments.is_name(token) else arguments.concept(token)
            elif not arguments.stands_for(token) and ref.type != "pattern" and (phrase or not arguments.is_body(token)):
                ref = arguments.concept(token)
            elif phrase and ref.type == "pattern" and arguments.has_extra_words(token):
                ref = arguments.concept(token) or ref
        if ref is not None:
            yield token, ref


def _can_be(clause: Clause, relation: str, left: End, right: End, arguments: Arguments) -> bool:
    """Whether a relation can hold between two ends, beyond their types."""
    from_, to = left[1], right[1]
    if relation in _OF_OTHERS:
        return to.has_place  # "our successor", "urged us": of those who speak nothing of the kind is said
    if relation == "depends_on":
        return to.type != "concept" or from_.has_place  # "we need a holiday"
    if relation == "used_for":
        # "Redis was picked for its speed": a reason, no purpose.
        its = any(child.lower_ in ("its", "their") and child.dep_ == "poss" for child in right[0].children)
        return not (its and clause.predicate in _CHOOSING)
    if relation == "part_of":
        # What is one's own is part of no product, where it is not spelled out ("is a component of X"): "our app is
        # packaged with X". What is made of X is no X.
        if from_.type == "component" and to.type == "technology" and clause.part == "verb":
            return False
        if from_.type == "concept" and clause.part == "verb" and not clause.passive and not is_countable(left[0]):
            return False
        return all(ref.type != "technology" or is_whole(word, arguments) for word, ref in (left, right))
    return True


def _can_act(ref: Ref, actors: Collection[EntityType]) -> bool:
    """Whether an entity is one of the actors that a row is about. *We* act as people do, whatever the project is."""
    kind = "organization" if ref.type == "component" and not ref.has_place else ref.type
    return not actors or kind in actors


def _with(flags: Flags, extra: frozenset[str]) -> Flags:
    polarity = next((p for p in ("affirmed", "negated") if p in extra), flags.polarity)
    modality = flags.modality
    if "asserted" in extra and modality in ("planned", "proposed", "hypothetical"):
        modality = "asserted"
    elif "proposed" in extra and modality in ("planned", "hypothetical"):
        modality = "proposed"
    elif modality == "asserted":
        modality = next((m for m in ("planned", "proposed", "hypothetical") if m in extra), modality)
    return Flags(polarity, modality, (flags.ended and "affirmed" not in extra) or "ended" in extra)


def _left_standing(flags: Flags, *ends: Token) -> Flags:
    """Return the flags of what a denial leaves standing: "we don't use X but Y" says that we use Y."""
    if flags.polarity == "negated" and any(map(is_counterpart, ends)):
        return replace(flags, polarity="affirmed", ended=False)
    return flags


def _is_unproved(left: Ref, right: Ref) -> bool:
    """Whether nothing but this relation would make an entity of a candidate: its other end has to be one anyway."""
    return (left.candidate and (right.candidate or right.type == "concept")) or (
        right.candidate and left.type == "concept"
    )


def _nested(left: Ref, right: Ref) -> bool:
    """Whether one end lies inside the other: no phrase is related to a part of itself."""
    if not (left.has_place and right.has_place):
        return False
    return left.start < right.end and right.start < left.end
