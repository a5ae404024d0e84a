"""What a clause stands under: the verbs, nouns and prepositions above its predicate, and the adverbials around it.

"Decided to start using": *use* stands under *start* and *decide*, and what is said of these is said of it. How far that
goes depends on the way up: "will not use X or Y" shares all, "to replace X" shares what its main clause has, "by using
X we will not need Y" shares the *will* and not the *not*.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from spacy.tokens import Token

from memory_fabric.nlp.clauses.clause import Clause
from memory_fabric.nlp.clauses.roles import main_verb, next_actor
from memory_fabric.nlp.clauses.verb_forms import is_command_beside, is_to

_MODIFIERS = frozenset({"aux", "auxpass", "neg", "advmod", "npadvmod", "prt", "expl", "cc"})
_BOTH_SIDES = frozenset({"neg", "advmod", "prt"})
_ADVERBIALS = frozenset({"prep", "advmod", "npadvmod", "advcl", "pcomp"})
_SUBJECTS = frozenset({"nsubj", "nsubjpass"})
_NOBODY = frozenset({"nobody", "none", "nothing", "neither"})
# Under these a negation means the clause below: "I don't think we use X" says that we do not.
_NEGATION_RAISING = frozenset({"think", "believe", "expect", "suppose", "guess", "feel", "seem", "appear", "suggest",
                               "recommend", "propose", "imagine", "want", "be"})  # fmt: skip
# What fails has not come about: "the migration to X failed".
_FAILING = frozenset({"fail"})
_MEANS = frozenset({"by", "through", "via", "with", "in"})
# These part what follows from the clause above: "before using X we will …" plans nothing about X.
_PARTING = frozenset({"for", "before", "after", "since", "while", "when", "despite", "besides", "as", "like", "from"})
# But these act on it: "excluded from running on X".
_HINDERING = frozenset(
    "abstain ban bar block discourage dissuade exclude exempt hinder hold inhibit prevent prohibit refrain".split()
)
_DIVIDING = frozenset({"and", "but", "yet", "so", "then"})
_VERBAL = ("VERB", "AUX")
_FURTHEST = 12
_LONGEST_ADVERBIAL = 8


@dataclass(frozen=True, slots=True)
class Link:
    """A word on the way up from a predicate. `governs`: it may be a cue itself, as "stop" in "stop using" is. `negates`
    and `means`: its negation, and its modality, hold for the predicate.
    """

    token: Token
    governs: bool = True
    negates: bool = True
    means: bool = True


def links(clause: Clause, stances: Collection[str]) -> list[Link]:
    """Return the way up from a clause's predicate, that first. `stances` are the words that act on an infinitive:
    verbs, but also nouns ("the plan to use X").
    """
    found = [Link(clause.head, governs=clause.part == "noun")]
    while len(found) < _FURTHEST:
        last = found[-1]
        above = _above(last.token, stances)
        if not above:
            break
        found.extend(
            Link(link.token, link.governs, last.negates and link.negates, last.means and link.means) for link in above
        )
    return found


# "Does not make it easier": what is not made is not.
_MAKING = frozenset({"make", "render", "keep"})


def _above(token: Token, stances: Collection[str]) -> list[Link]:
    """Return the next words up from a word of the way, none where what is above says nothing of it."""
    head, dep = token.head, token.dep_
    if head == token:
        return []
    if dep in ("xcomp", "acomp") and head.pos_ in (*_VERBAL, "ADJ"):
        return _governing(head)
    if dep == "ccomp" and head.pos_ in (*_VERBAL, "ADJ") and next_actor(token) is None:
        # What stands before is a sentence of its own to a reader: "We use X, I think", "we use X, don't we?"
        raises = head.lemma_ in _NEGATION_RAISING or (token.pos_ == "ADJ" and head.lemma_ in _MAKING)
        return _governing(head, negates=raises) if token.i > head.i else []
    if dep == "pcomp":
        return _through_preposition(head, stances)
    if dep == "advcl" and head.pos_ in _VERBAL:
        return _main_clause(token, head, stances)
    if dep == "acl" and (main := main_verb(token)) is not None:
        return _main_clause(token, main, stances)
    if dep in ("acl", "relcl") and head.pos_ in ("NOUN", "PROPN") and (is_to(token) or token.tag_ == "VBG"):
        if _is_stance(head, stances):
            return [Link(head)]
        return [Link(head, governs=False, negates=False)] if dep == "acl" and head.dep_ == "dobj" else []
    if dep == "conj" and head.pos_ in _VERBAL and token.pos_ in _VERBAL:
        return _coordinated(token, head)
    if token.pos_ in ("NOUN", "PROPN"):
        return _above_noun(token, stances)
    return []


def _governing(head: Token, *, negates: bool = True) -> list[Link]:
    found: list[Link] = []
    if head.lemma_ == "be":
        # "The plan is to use X", "It is better to use X": subject and state tell how it is meant.
        found.extend(Link(child, negates=negates) for child in head.children if child.dep_ in ("nsubj", "acomp"))
    return [*found, Link(head, negates=negates)]


def _through_preposition(prep: Token, stances: Collection[str]) -> list[Link]:
    word = prep.lower_
    if word == "from" and prep.head.lemma_ in _HINDERING:
        return [Link(prep), Link(prep.head)]
    if word in _PARTING or prep.head == prep:
        return [Link(prep)]
    if word in _MEANS and (
        prep.i < prep.head.i or word in ("by", "through", "via") or not _is_stance(prep.head, stances)
    ):
        return [Link(prep), Link(prep.head, governs=False, negates=False)] if prep.head.pos_ in _VERBAL else []
    found = [Link(prep)]
    if prep.head.pos_ in (*_VERBAL, "ADJ") or _is_stance(prep.head, stances):
        found.append(Link(prep.head))
    elif prep.head.pos_ == "ADV" and prep.head.head.pos_ in _VERBAL:
        found.extend((Link(prep.head), Link(prep.head.head)))  # "stopped short of using"
    return found


def _is_stance(word: Token, stances: Collection[str]) -> bool:
    particle = next((f" {child.lower_}" for child in word.children if child.dep_ == "prt"), "")
    return f"{word.lemma_.lower()}{particle}" in stances


def _main_clause(token: Token, main: Token, stances: Collection[str]) -> list[Link]:
    if any(child.dep_ == "mark" or child.tag_ == "WRB" for child in token.children) or _is_inverted(token):
        return []
    follows = token.i > main.i
    if follows and _is_stance(main, stances) and not any(child.dep_ == "dobj" for child in main.children):
        return _governing(main)  # the parser takes "elected to use" and "ruled out using" for circumstances
    if is_to(token):
        return [Link(main, governs=False)] if follows else []
    if token.tag_ not in ("VBG", "VBN"):
        return []
    parted = any(other.text == "," for other in token.doc[main.i : token.i]) if follows else True
    return [Link(main, governs=False, negates=not parted)]


def _coordinated(token: Token, head: Token) -> list[Link]:
    if (
        has_subject_or_expletive(token)
        or is_command_beside(token)
        or any(child.dep_ == "aux" and child.lower_ != "to" for child in token.children)
    ):
        return []
    between = {child.lower_ for child in head.children if child.dep_ == "cc" and child.i < token.i}
    if "but" in between:
        return []
    return [Link(head, governs=False, negates=not between & _DIVIDING)]


def _above_noun(noun: Token, stances: Collection[str]) -> list[Link]:
    head = noun.head
    if noun.dep_ == "pobj" and head.lower_ == "to" and head.head.ent_type_ and head.nbor(-1) == head.head:
        return _above_noun(head.head, stances)  # "the [X] to [Y migration] is planned"
    if noun.dep_ == "pobj" and head.dep_ == "prep":
        # What something is chosen as, it is: "chose X as a replacement" plans nothing.
        return [Link(head), *([Link(head.head, governs=head.lower_ != "as")] if head.head.pos_ in _VERBAL else [])]
    if noun.dep_ in ("dobj", "attr", "nsubjpass") and head.pos_ in _VERBAL:
        return [Link(head)]
    if noun.dep_ == "nsubj" and head.pos_ in _VERBAL and not _is_stance(noun, stances):
        state = [Link(child) for child in head.children if child.dep_ == "acomp" and head.lemma_ == "be"]
        return [*state, Link(head, negates=bool(state) or head.lemma_ in _FAILING)]
    return []


def modifiers(link: Link) -> Iterator[Token]:
    """Yield the words that say how a word of the way is meant: auxiliaries, negations, adverbs before it, "no"."""
    token = link.token
    for child in token.children:
        if child.dep_ in _MODIFIERS and (child.i < token.i or child.dep_ in _BOTH_SIDES):
            yield child
            yield from (inner for inner in child.children if inner.dep_ in ("neg", "advmod") and inner.i < child.i)
        elif child.dep_ in ("det", "amod") and token.pos_ in ("NOUN", "PROPN"):
            yield child
        elif child.dep_ in _SUBJECTS:
            yield from _negative_subject(child)
        elif child.dep_ in ("dobj", "preconj"):
            yield from (inner for inner in [child, *child.children] if inner.lower_ in ("no", "neither", "nor"))


def _negative_subject(subject: Token) -> Iterator[Token]:
    if subject.lower_ in _NOBODY:
        yield subject
    # Before it: "X, not Y, is used" denies Y.
    yield from (
        child for child in subject.children if child.dep_ in ("det", "neg", "preconj", "cc") and child.i < subject.i
    )


def adverbials(way: Collection[Link]) -> Iterator[list[Token]]:
    """Yield the adverbial phrases on either side of the predicate and of what it is a complement of, word by word."""
    for link in way:
        if not link.means:
            continue
        objects = [child for child in link.token.children if child.dep_ in ("dobj", "attr")]
        for holder in (link.token, *objects):
            for child in holder.children:
                if (child.dep_ in _ADVERBIALS and not _opens_with_adverb(child)) or child.lower_ in ("more", "longer"):
                    phrase = [word for word in child.subtree if not word.is_punct][:_LONGEST_ADVERBIAL]
                    # "Back when we were few": the clause hangs on the verb, not on its first word.
                    yield [child, child.nbor()] if phrase == [child] and child.i + 1 < len(child.doc) else phrase


def _opens_with_adverb(child: Token) -> bool:
    """Whether a clause beside begins with an adverb of its own: "Originally written in X, it is now in Y"."""
    first = child.left_edge
    return child.dep_ == "advcl" and first.dep_ == "advmod" and first.head == child and first.tag_ != "WRB"


def has_subject_or_expletive(verb: Token) -> bool:
    """Whether a verb has a subject of its own, or the *there* or *it* that stands for one."""
    return any(child.dep_ in _SUBJECTS or child.dep_ in ("csubj", "expl") for child in verb.children)


def _is_inverted(verb: Token) -> bool:
    """Whether the auxiliary comes before the subject: "Had we used X, …"."""
    aux = next((child.i for child in verb.children if child.dep_ == "aux"), None)
    subject = next((child.i for child in verb.children if child.dep_ in _SUBJECTS), None)
    return aux is not None and subject is not None and aux < subject
