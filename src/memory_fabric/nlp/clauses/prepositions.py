"""The phrases that hang on a word by a preposition: roles such as `@with` and `@instead_of`, with their words."""

from __future__ import annotations

from collections.abc import Iterator

from spacy.tokens import Token

from memory_fabric.nlp.clauses.contrasts import is_aside, is_aside_of, is_contrast, is_second_aside, opposed
from memory_fabric.nlp.clauses.roles import expand, objects
from memory_fabric.nlp.clauses.verb_forms import verbs

_DEEPEST_PHRASE = 4
_SUBSTITUTES = frozenset({"replacement", "successor", "substitute"})
_PLACES = frozenset({"in", "on", "at", "within", "inside", "across"})
_WITH_NOUNS = frozenset(
    {"integration", "issue", "problem", "experience", "compatibility", "connection", "interface", "work", "trouble",
     "difficulty", "conflict", "contract", "agreement", "relationship", "interaction", "bug", "error"}
)  # fmt: skip
# "X rather than Y" and "X instead of Y" are coordinations to the parser.
_COORDINATING = frozenset({"than", "of"})
# Prepositions of several words: the first and its noun, before "of".
_COMPLEX = {
    ("in", "favor"): "in_favor_of",
    ("in", "favour"): "in_favor_of",
    ("in", "place"): "instead_of",
    ("in", "lieu"): "instead_of",
    ("by", "means"): "via",
    ("with", "help"): "via",
    ("by", "way"): "via",
    ("on", "top"): "on",
}

Phrase = tuple[str, Iterator[Token] | list[Token]]


def phrases(token: Token, *, head: Token, passive: bool, depth: int = 0) -> Iterator[Phrase]:
    """Yield what hangs on a word of a clause by a preposition, as roles with their fillers, and what hangs on that,
    down to where no sentence goes that somebody means to be read. `head` is the clause's predicate.
    """
    for prep in _prepositions(token):
        if not _counts(prep, passive=passive):
            continue
        if passive and token.i < head.i and prep.lower_ in _PLACES:
            continue  # "isolation in the cluster is done with X": where it is, not where it is done
        if prep.lower_ == "with" and (depth or (head != token and token.lemma_.lower() in _WITH_NOUNS)):
            continue  # "for compatibility with X": of the noun, not of the verb
        name, holder = _preposition(prep)
        if is_aside(prep):
            if not is_aside_of(prep):
                continue  # "but not for this": of the purpose, not of the verb
            name = "rather_than"
        for child in holder.children:
            if child.dep_ == "pcomp":
                # "instead of running X" sets X aside; "for running X" names a purpose, which is the verb's.
                inner = [] if name == "for" else [word for verb in verbs(child) for word in objects(verb)]
                yield f"@{name}", inner or verbs(child)
            elif _is_object(child, holder, name):
                is_substitute = name == "as" and child.lemma_.lower() in _SUBSTITUTES
                yield "substitute" if is_substitute else f"@{name}", expand(child)
                # "from X to Y": the second phrase often hangs on the first one's object.
                for word in _with_names_beside(child) if depth < _DEEPEST_PHRASE else ():
                    yield from phrases(word, head=head, passive=passive, depth=depth + 1)
    yield "@rather_than", [*_set_apart(token), *opposed(token)]


def _with_names_beside(word: Token) -> Iterator[Token]:
    """Yield a word, and with a name those coordinated with it: each may have a phrase, "on X for this, Y for that"."""
    yield word
    if word.ent_type_:
        yield from (child for child in word.children if child.dep_ == "conj" and child.ent_type_)


def _counts(prep: Token, *, passive: bool) -> bool:
    if prep.dep_ == "cc":
        return prep.lower_ in _COORDINATING
    return prep.dep_ in ("prep", "dative", "conj") or (prep.dep_ == "agent" and not passive)


def _is_object(child: Token, holder: Token, name: str) -> bool:
    if child.dep_ != "pobj":
        return child.dep_ == "poss" and name == "instead_of"
    if child.i and child.nbor(-1).dep_ == "pobj" and child.nbor(-1).head == holder:
        return False  # one phrase that the parser took for two: "for [RAG] [applications]"
    # "With X installed" is a circumstance, not a means.
    return name != "with" or not any(word.tag_ == "VBN" and word.dep_ == "acl" for word in child.children)


def _set_apart(token: Token) -> Iterator[Token]:
    """Yield Y of "X rather than Y", "X, not Y", which the parser calls a coordination or a second object."""
    for child in token.children:
        coordinated = child.dep_ in ("conj", "appos") and child.pos_ not in ("VERB", "AUX", "ADP")
        if (coordinated and is_contrast(child)) or (child.dep_ == "dobj" and is_second_aside(child)):
            yield child


def _prepositions(token: Token) -> Iterator[Token]:
    """Yield what may be a preposition of a word, in "moved away from X" too."""
    for child in token.children:
        yield child
        if child.dep_ in ("prep", "cc"):
            # "on X and on Y", "in X rather than in Y"
            yield from (inner for inner in child.children if inner.pos_ == "ADP" and inner.dep_ in ("conj", "prep"))
        if child.dep_ == "advmod" and child.lower_ in ("away", "over", "off", "back", "better", "more"):
            yield from child.children


def _preposition(prep: Token) -> tuple[str, Token]:
    """Return the name of a preposition and the token that holds its object: `instead_of`, `in_favor_of`."""
    first = next((child.lower_ for child in prep.children if child.dep_ in ("advmod", "amod")), "")
    if prep.lower_ == "of" and first == "instead":
        return "instead_of", prep
    if prep.lower_ == "than":
        return "rather_than", prep
    if prep.lower_ == "as" and prep.i and prep.nbor(-1).lower_ == "such":
        return "such_as", prep
    if prep.lower_ == "off" and (of := next((child for child in prep.children if child.lower_ == "of"), None)):
        return "off", of
    for noun in prep.children:
        if prep.lower_ == "in" and noun.lower_ in ("place", "stead"):
            owner = next((child for child in noun.children if child.dep_ == "poss"), None)
            if owner is not None:
                return "instead_of", noun
        name = _COMPLEX.get((prep.lower_, noun.lower_))
        inner = next((child for child in noun.children if child.lower_ == "of"), None) if name else None
        if name and inner is not None:
            return name, inner
    return prep.lower_, prep
