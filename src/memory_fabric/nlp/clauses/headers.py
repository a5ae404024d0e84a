"""Catalogue lines: "Name - description" and "name: description", where the name is what the description is about.

An imperative or a verb without a subject in the description has the name as its subject, and the noun that a
description is ("a proxy written in Go") stands for it. The description is a sentence of its own to the parser.
"""

from __future__ import annotations

from collections.abc import Iterable

from spacy.tokens import Doc, Span, Token

from memory_fabric.nlp.clauses.clause import NAME_WITHOUT_VERB, Clause
from memory_fabric.nlp.clauses.verb_forms import has_subject

HEADER = "memory_fabric_header"
_TYPES = frozenset({"technology", "component", "agent", "pattern"})
_DASHES = frozenset({"-", "--", "\u2013", "\u2014"})
_LONGEST_ASIDE = 10
# Behind a dash these go on with what stands before it: "Redis - for caching".
_CONTINUING = frozenset("for in on with and or but which that not to is was as".split())
_JOINING = frozenset({"and", "+", "&", "/", "with", "plus", "on"})
_WITH_VERB = frozenset({"aux", "auxpass", "nsubj", "nsubjpass", "csubj", "expl", "dobj"})
_OPEN = frozenset({"conj", "advcl", "xcomp", "prep", "pcomp", "acl", "dep"})


def mark_header(doc: Doc) -> None:
    """Take note of the name that heads a catalogue line, before the parse: what follows begins a sentence."""
    if len(doc) == 0 or doc[0].ent_type_ not in (*_TYPES, "person") or not doc[0].ent_id_:
        return
    sign = 1
    if sign < len(doc) and doc[sign].text == "(":
        sign = next((i + 1 for i in range(sign, min(len(doc), sign + _LONGEST_ASIDE)) if doc[i].text == ")"), len(doc))
    if sign + 1 >= len(doc):
        return
    is_dash = doc[sign].text in _DASHES and doc[sign - 1].whitespace_ and doc[sign].whitespace_
    is_colon = doc[sign].text == ":" and doc[sign].whitespace_
    if is_colon or (is_dash and doc[sign + 1].lower_ not in _CONTINUING):
        doc[sign + 1].is_sent_start = True
        if doc[0].ent_type_ != "person":  # "Ana: use X" is said by her or to her, not about her
            doc.user_data[HEADER] = 0


def header_of(doc: Doc) -> Token | None:
    """Return the name that heads a parsed segment, None where none does."""
    return doc[doc.user_data[HEADER]] if HEADER in doc.user_data else None


def give_subject(clauses: Iterable[Clause], header: Token) -> None:
    """Make the header the subject of the clauses that have none, and of those about the noun that describes it."""
    for clause in clauses:
        if clause.head.i <= header.i or clause.head.sent.start <= header.i:
            continue
        if clause.predicate == NAME_WITHOUT_VERB and _names_only(header.doc, clause.head.sent):
            clause.add("header", [header])
            clause.add("head", [clause.head])
            continue
        for role in ("subj", "obj"):
            fillers = clause.roles.get(role, [])
            if fillers:
                clause.roles[role] = [header if _describes(token) else token for token in fillers]
        if clause.part == "verb" and _is_participle(clause):
            clause.passive = True  # "Name - currently used for X"
            clause.roles.pop("subj", None)
        role = "obj" if clause.passive else "subj"
        if role not in clause.roles and (_describes(clause.head) or (clause.part == "verb" and _is_open(clause.head))):
            clause.roles[role] = [header]
            clause.omitted = False


def _names_only(doc: Doc, description: Span) -> bool:
    """Whether a description names one technology or several, and ends the text: "frontend: X, Y and Z"."""
    return description.end == len(doc) and all(
        token.ent_type_ == "technology" or token.is_punct or token.lower_ in _JOINING for token in description
    )


def _is_participle(clause: Clause) -> bool:
    """Whether a past participle heads the description, without auxiliary or object: the parser takes it for a past."""
    kinds = {child.dep_ for child in clause.head.children}
    return clause.head.tag_ in ("VBN", "VBD") and clause.head.dep_ == "ROOT" and not kinds & _WITH_VERB


def _is_open(token: Token) -> bool:
    """Whether neither a verb nor what it hangs on has a subject, up to the top of its sentence; or a participle stands
    apart behind a comma: "a proxy with X, written in Y".
    """
    if token.dep_ == "acl" and token.tag_ == "VBN" and token.nbor(-1).text == ",":
        return True
    while not has_subject(token):
        if token.dep_ == "ROOT":
            return True
        if token.dep_ not in _OPEN:
            return False
        token = token.head
    return False


def _describes(token: Token) -> bool:
    """Whether a noun is the description itself: "End-to-end encrypted *sharing* with passwords". With a relative clause
    behind it the parser takes it for a subject: "*Specialist* who runs X, computes Y".
    """
    while token.dep_ == "conj" and token.head.pos_ in ("NOUN", "PROPN"):
        token = token.head
    if token.pos_ not in ("NOUN", "PROPN") or token.ent_type_:
        return False
    kinds = {child.dep_ for child in token.children}
    return token.dep_ == "ROOT" or (token.dep_ == "nsubj" and "relcl" in kinds and "det" not in kinds)
