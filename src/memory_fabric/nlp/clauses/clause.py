"""A clause: a predicate and the words that fill its roles, voice and shared subjects settled; and that of a verb.

Roles of a verb are `subj`, `obj`, `thing` (an object that names no thing), `usage` (X of "usage of X is migrated"),
`deed` (what is done: the verb with its object), `attr`, `role` (the attribute with a possessive: "is our cache"),
`class` (what it is one of: "is a cache"), `state` (how it is: "is fast"), `inf` (a purpose in the infinitive), `inner`
(what the clause inside is about: "recommend using X"; `inner_not` where it is denied: "recommend not to use X"), `act`
(the verb of the clause inside: "allows you to deploy"), `main` (the deed that "using X" hangs on), `means` (what
stands before an infinitive of purpose: "provision X to replace Y"), `not` (the word that denies the verb), `rather`
("would rather"), `substitute` ("as a replacement"), `outdated` (what is given up where something is used instead),
`flow` (a subject that goes from one part to another: requests, logs), `forced` (what people are made to do), `cannot`
(the denial of what cannot be done), `to_do` (an infinitive that the parser took for a noun), `@until` (what the clause
behind *until* is about) and `@prep` for each preposition, several words joined by `_` (`@instead_of`); `@based` is X
of "X-based", `@where` X of "X is where we do it". Coordination is expanded: a role holds the head word of each of its
fillers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from spacy.tokens import Token

from memory_fabric.nlp.clauses.compelled import compelled
from memory_fabric.nlp.clauses.outdated import is_now, outdated
from memory_fabric.nlp.clauses.prepositions import phrases
from memory_fabric.nlp.clauses.roles import (
    classes,
    deed,
    expand,
    first_prepositional,
    instrument,
    main_verb,
    objects,
    place_of,
    subjects,
)
from memory_fabric.nlp.clauses.verb_forms import denials, has_subject, is_passive, is_set_aside, is_to, verbs

_SEVERAL = 2
_USAGE = frozenset({"usage", "use"})
# Base form, or without its *to* mistaken for the present: "lets you deploy"; or a gerund: "permits deploying".
_INNER = frozenset({"VB", "VBP", "VBG"})
_REPLACING = frozenset({"replace", "swap", "substitute", "migrate", "switch", "move", "transition"})
_NEEDING = frozenset({"need", "require"})
_UNTIL = frozenset({"until", "till", "before"})
# "Did not use X until Y" tells of no obstacle, "cannot use X until Y" does.
_UNABLE = frozenset({"can", "ca", "cannot", "could", "wo", "will", "may", "must", "should", "able", "unable"})
_ABLE = frozenset({"can", "ca", "could", "cannot"})
# "Urged us to drop X" is no word for X.
_DROPPING = frozenset({"drop", "avoid", "remove", "ditch", "stop", "abandon", "retire", "kill", "skip", "leave", "quit",
                       "reject", "deprecate", "sunset", "decommission", "disable", "delete"})  # fmt: skip
# What goes from one part to another, and is not moved for good.
_FLOWING = frozenset(
    {"request", "data", "datum", "event", "message", "traffic", "log", "metric", "call", "packet", "query", "job",
     "email", "file", "record", "response", "connection", "notification", "webhook", "trace", "stream", "payload"}
)  # fmt: skip
_WOULD = frozenset({"would", "'d", "\u2019d"})
_THINGS = frozenset({"technology", "pattern", "component"})

NAME_WITHOUT_VERB = "(name)"
"""The predicate of a name in a sentence without a verb, as rules write it."""

ROLES: Mapping[str, frozenset[str]] = {
    "verb": frozenset(
        {
            "subj",
            "obj",
            "thing",
            "to_do",
            "usage",
            "deed",
            "attr",
            "role",
            "state",
            "class",
            "inf",
            "inner",
            "inner_not",
            "flow",
            "act",
            "main",
            "means",
            "not",
            "rather",
            "substitute",
            "outdated",
            "forced",
            "cannot",
        }
    ),
    "noun": frozenset(
        {
            "appos",
            "head",
            "subj",
            "attr",
            "class",
            "poss",
            "mod",
            "is",
            "such",
            "substitute",
            "listed",
            "header",
            "heading",
            "item",
        }
    ),
    "adjective": frozenset({"head", "subj", "obj", "poss", "mod", "act", "not"}),
}
"""The roles that a clause of each part of speech can have, apart from prepositions."""


@dataclass(slots=True)
class Clause:
    """One predicate with its roles."""

    head: Token
    predicate: str
    part: str  # verb, noun or adjective: which table of the rules it is looked up in
    passive: bool = False
    roles: dict[str, list[Token]] = field(default_factory=dict)
    omitted: bool = False  # whether its subject is left out, as of oneself in a message: "Switched to X"

    def goes_with(self, one: Token, ones: list[Token], fillers: list[Token]) -> list[Token]:
        """Return those of the fillers of a role that go with one of `ones`, the fillers of another. Behind several of
        these a phrase goes with the nearest before it ("uses X for this and Y for that"), and with those before that
        one which have none of their own ("X and Y for this"); a phrase before all of them goes with all.
        """
        if len(ones) < _SEVERAL:
            return fillers
        nearest = {filler: max((token.i for token in ones if token.i < filler.i), default=None) for filler in fillers}
        served = min((place for place in nearest.values() if place is not None and place >= one.i), default=None)
        return [filler for filler in fillers if nearest[filler] in (None, served)]

    def add(self, role: str, tokens: Iterator[Token] | list[Token]) -> None:
        """Add fillers to a role, each once."""
        for token in tokens:
            mine = self.roles.setdefault(role, [])
            if token not in mine:
                mine.append(token)


def verb_clause(verb: Token) -> Clause:
    """Return a verb with what fills its roles."""
    particle = next((child.lower_ for child in verb.children if _is_particle(child)), "")
    clause = Clause(verb, f"{verb.lemma_.lower()} {particle}".strip(), "verb", is_passive(verb))
    clause.add("subj", subjects(verb))
    clause.omitted = "subj" not in clause.roles and not clause.passive and _omits_subject(verb)
    for filler in objects(verb):
        # "Usage of X is migrated": X is what is given up, not what is moved.
        clause.add("usage" if filler.lemma_.lower() in _USAGE else "obj", [filler])
    clause.add("flow", [token for token in clause.roles.get("subj", []) if token.lemma_.lower() in _FLOWING])
    clause.add("thing", [token for token in clause.roles.get("obj", []) if token.ent_type_ in ("", "pattern")])
    clause.add("deed", deed(verb))
    _add_attributes(clause, verb)
    add_prepositions(clause, verb)
    _part_second_objects(clause)
    _give_to_companion(clause)
    for filler in clause.roles.get("obj", []) + clause.roles.get("attr", []):
        add_prepositions(clause, filler)
        clause.add("inf", (child for child in filler.children if child.dep_ in ("acl", "relcl") and is_to(child)))
    if clause.passive:
        for filler in clause.roles.get("subj", []):
            add_prepositions(clause, filler)
    for child in verb.children:
        _add_inner_clause(clause, child)
    clause.add("@where", place_of(verb))
    clause.add("not", denials(verb))
    if "not" in clause.roles and any(child.lower_ in _ABLE for child in verb.children):
        clause.add("cannot", clause.roles["not"])
    clause.add("outdated", outdated(verb))
    deeds, others = compelled(verb)
    clause.add("forced", deeds)
    clause.add("act", others)
    if "@instead_of" in clause.roles and is_now(verb):
        clause.add("outdated", clause.roles.pop("@instead_of"))
    words = {child.lower_ for child in verb.children}
    if "rather" in words and words & _WOULD:
        clause.add("rather", [verb])
    if is_to(verb) and verb.dep_ in ("xcomp", "advcl", "acl", "relcl"):
        clause.add("means", [child for child in verb.head.children if child.dep_ == "dobj"])
    main = main_verb(verb)
    if main is not None:
        clause.add("main", deed(main))
    return clause


def _is_particle(child: Token) -> bool:
    """Whether a word makes one predicate with its verb: "move off", "go back", "give way"."""
    return (
        child.dep_ == "prt"
        or child.lower_ == "together"
        or (child.lower_ == "back" and child.dep_ == "advmod" and child.i > child.head.i)
        or (child.lower_ == "way" and child.dep_ == "dobj" and not list(child.lefts))
    )


def _add_inner_clause(clause: Clause, child: Token) -> None:
    if is_to(child) and (child.dep_ in ("xcomp", "advcl") or (child.dep_ == "ccomp" and instrument(clause.head))):
        clause.add("inf", verbs(child))
    clause.add("@rather_than", _set_aside(child))
    if child.dep_ == "prep" and child.lower_ == "to":
        clause.add("to_do", (noun for noun in child.children if _is_mistaken_verb(noun)))
    if child.dep_ in ("xcomp", "ccomp"):
        clause.add("act", (inner for inner in verbs(child) if inner.tag_ in _INNER))
        for inner in verbs(child):
            clause.add("inner_not" if denials(inner) else "inner", _about(inner))
    if child.dep_ == "ccomp" and clause.predicate in _NEEDING:
        # "needs X to run", "requires that X is installed"
        clause.add("obj", (inner for inner in child.children if inner.dep_ in ("nsubj", "nsubjpass")))
    if child.dep_ == "advcl":
        marks = {mark.lower_ for mark in child.children if mark.dep_ in ("mark", "advmod")}
        if marks & _UNTIL and any(helper.lower_ in _UNABLE for helper in clause.head.children):
            done = [word for word in objects(child) if word.pos_ != "PRON"]
            clause.add("@until", done or [word for word in subjects(child) if word.pos_ != "PRON"])
        if "for" in marks:  # "is waiting for Bo to merge it"
            clause.add("@for", (inner for inner in child.children if inner.dep_ == "nsubj"))


def _is_mistaken_verb(noun: Token) -> bool:
    """Whether the parser took an infinitive for a noun: "use X to [cache] sessions"."""
    if noun.i < noun.head.i:
        return False
    first = noun.doc[noun.head.i + 1]
    return (
        noun.dep_ == "pobj" and noun.tag_ == "NNS" and first.head == noun and first.tag_ == "NN" and not first.ent_type_
    )


def _about(inner: Token) -> list[Token]:
    """Return what the clause inside is about: the thing that does it ("recommend Redis to hold sessions"), else what is
    done to ("recommend using Redis", "recommend that we use Redis").
    """
    if inner.lemma_ in _REPLACING:
        # "proposes replacing Y with X" is about X.
        to = [prep for prep in inner.children if prep.dep_ in ("prep", "agent") and prep.lower_ in ("with", "by", "to")]
        return [word for prep in to for child in prep.children if child.dep_ == "pobj" for word in expand(child)]
    if inner.lemma_ in _DROPPING:
        return []
    things = [child for child in inner.children if child.dep_ == "nsubj" and child.ent_type_ in _THINGS]
    return things or objects(inner) or first_prepositional(inner)


def _omits_subject(verb: Token) -> bool:
    """Whether a sentence starts with what its writer did or does: "Switched to X yesterday", "Currently using X"."""
    if verb.dep_ != "ROOT" or has_subject(verb) or verb.tag_ not in ("VBD", "VBG", "VBN"):
        return False
    if verb.tag_ == "VBN" and not any(child.dep_ in ("dobj", "prep") for child in verb.children):
        return False
    if any(child.dep_ in ("aux", "auxpass", "expl", "agent") and child.lower_ != "been" for child in verb.children):
        return False
    before = verb.doc[verb.sent.start : verb.i]
    return all(token.pos_ in ("ADV", "INTJ", "PUNCT", "CCONJ") or token.lower_ == "been" for token in before)


def _give_to_companion(clause: Clause) -> None:
    """Take a role behind a second technology for that one's: "uses X with Y as the broker" tells what Y is."""
    companions = [token for token in clause.roles.get("@with", []) if token.ent_type_ == "technology"]
    roles = clause.roles.get("@as", [])
    if companions and roles and max(token.i for token in companions) < min(token.i for token in roles):
        clause.roles["@with_as"] = clause.roles.pop("@as")


def _part_second_objects(clause: Clause) -> None:
    """Take "X for this and Y for that" for what it is: the parser coordinates Y with *this*, but a technology beside
    something else is the verb's second object.
    """
    purposes = clause.roles.get("@for", [])
    if "obj" not in clause.roles or not purposes or purposes[0].ent_type_ == "technology":
        return
    second = [token for token in purposes[1:] if token.dep_ == "conj" and token.ent_type_ == "technology"]
    # "For caching and Y for that": what belongs to Y hangs on the gerund.
    gerunds = [token for token in purposes if token.tag_ == "VBG"]
    for gerund in gerunds:
        names = [child for child in gerund.children if child.dep_ == "conj" and child.ent_type_ == "technology"]
        second.extend(token for name in names for token in expand(name) if token not in second)
        for prep in gerund.children:
            if names and prep.lower_ == "for" and prep.i > names[0].i:
                purposes.extend(token for child in prep.children if child.dep_ == "pobj" for token in expand(child))
    if second:
        clause.roles["@for"] = [token for token in purposes if token not in second]
        clause.add("obj", second)


def _add_attributes(clause: Clause, verb: Token) -> None:
    # "X will be the broker" gives X a role; "X is the broker" may only say which one is meant.
    is_planned = any(child.dep_ == "aux" and child.lower_ in ("will", "'ll") for child in verb.children)
    clause.add("state", (child for child in verb.children if child.dep_ == "acomp"))
    for attribute in (child for child in verb.children if child.dep_ == "attr"):
        for token in expand(attribute):
            clause.add("attr", [token])
            is_definite = any(child.dep_ == "det" and child.lower_ == "the" for child in token.children)
            if any(child.dep_ == "poss" for child in token.children) or (is_planned and is_definite):
                clause.add("role", [token])
            else:
                clause.add("class", classes(token))


def add_prepositions(clause: Clause, token: Token) -> None:
    """Add the phrases that hang on a word by a preposition to the clause's roles."""
    for role, words in phrases(token, head=clause.head, passive=clause.passive):
        clause.add(role, words)


def _set_aside(child: Token) -> list[Token]:
    """Return what was not taken: X of "rather than use X", "instead of going with X"."""
    inside = [child, *child.children] if child.dep_ in ("prep", "dobj", "cc") else [child]
    aside = [verb for verb in inside if verb.pos_ in ("VERB", "AUX") and is_set_aside(verb)]
    return [token for verb in aside for token in objects(verb) or first_prepositional(verb)]
