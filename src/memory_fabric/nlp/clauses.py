"""From a dependency parse to clauses: a predicate and the words that fill its roles, voice and shared subjects settled.

Roles are `subj`, `obj`, `attr`, `role` (the attribute with a possessive: "is our cache"), `class` (with an indefinite
article), `inf` (a purpose in the infinitive), `inner` (the object of the verb inside: "recommend using X"), `main` (the
clause that "using X" hangs on), `means` (what stands before an infinitive of purpose: "provision X to replace Y"),
`head` (a noun itself) and `@prep` for each preposition, several words joined by `_` (`@instead_of`). Coordination is
expanded: a role holds the head word of each of its fillers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from spacy.tokens import Doc, Token

_SUBJECTS = frozenset({"nsubj", "csubj"})
_PASSIVE_SUBJECTS = frozenset({"nsubjpass", "csubjpass"})
_RELATIVES = frozenset({"which", "that", "who", "whom"})
_INDEFINITE = frozenset({"a", "an"})
_CONTRASTS = frozenset({"than", "not"})
_SEVERAL = 2
# "X rather than Y" and "X instead of Y" are coordinations to the parser.
_COORDINATING = frozenset({"than", "of"})
# Prepositions of several words: the first and its noun, before "of".
_COMPLEX = {
    ("in", "favor"): "in_favor_of",
    ("in", "favour"): "in_favor_of",
    ("in", "place"): "instead_of",
    ("on", "top"): "on",
}
# Verbs that say nothing of who would do what is inside: "Ana recommends using X" has no user.
_SUBJECTLESS_INSIDE = frozenset(
    {"recommend", "suggest", "propose", "advise", "advocate", "endorse", "mean", "involve", "require", "allow",
     "enable", "prevent", "warn"}
)  # fmt: skip


@dataclass(slots=True)
class Clause:
    """One predicate with its roles. `chain` is the predicate's token and the verbs that govern it, innermost first."""

    head: Token
    predicate: str
    part: str  # verb, noun or adjective: which table of the rules it is looked up in
    passive: bool = False
    roles: dict[str, list[Token]] = field(default_factory=dict)
    chain: list[Token] = field(default_factory=list)

    def purposes_of(self, subject: Token, fillers: list[Token]) -> list[Token]:
        """Return those of the fillers that go with `subject`. Where each of several objects has a phrase of its own
        ("uses X for this and Y for that"), that is the one behind it; else all objects share all of them.
        """
        objects = self.roles.get("obj", [])
        if subject not in objects or len(objects) < _SEVERAL:
            return fillers
        nearest = {
            filler: max((token for token in objects if token.i < filler.i), key=lambda token: token.i, default=None)
            for filler in fillers
        }
        if not set(objects) <= set(nearest.values()):
            return fillers
        return [filler for filler in fillers if nearest[filler] is subject]

    def add(self, role: str, tokens: Iterator[Token] | list[Token]) -> None:
        """Add fillers to a role, each once."""
        mine = self.roles.setdefault(role, [])
        mine.extend(token for token in tokens if token not in mine)
        if not mine:
            del self.roles[role]


def clauses(doc: Doc) -> list[Clause]:
    """Return the clauses of a parsed text in order of their predicates."""
    found: list[Clause] = []
    for token in doc:
        if token.pos_ in ("VERB", "AUX") and token.dep_ not in ("aux", "auxpass"):
            found.append(_verb_clause(token))
            found.extend(_adjective_clauses(token))
        elif token.pos_ in ("NOUN", "PROPN") and not token.ent_type_:
            found.append(_noun_clause(token))
    return found


def expand(token: Token) -> Iterator[Token]:
    """Yield a head word and the words coordinated with it, without those that stand in contrast ("X, not Y")."""
    yield token
    for child in token.children:
        named_by = child.dep_ == "appos" and child.ent_type_ and not token.ent_type_
        if named_by or (child.dep_ == "conj" and not _is_contrast(child)):
            yield from expand(child)


def is_passive(verb: Token) -> bool:
    """Whether a verb stands in the passive, also a shortened one ("built with X")."""
    if any(child.dep_ in ("auxpass", "nsubjpass", "csubjpass") for child in verb.children):
        return True
    if verb.tag_ != "VBN":
        return False
    if verb.dep_ in ("acl", "advcl") and not _has(verb, "aux"):
        return True
    return verb.dep_ == "conj" and not _has_subject(verb) and verb.head.tag_ == "VBN" and is_passive(verb.head)


def governors(verb: Token) -> list[Token]:
    """Return the verb and the verbs above it that it is a complement of: use, start, decide in "decided to start
    using". A coordinated verb without a subject of its own stands under what its partner stands under.
    """
    chain = [verb]
    token = verb
    while token.head != token:
        head = token.head
        if token.dep_ in ("xcomp", "ccomp") and head.pos_ in ("VERB", "AUX", "ADJ"):
            chain.append(head)
        elif token.dep_ == "pcomp" and head.head.pos_ in ("VERB", "AUX"):
            chain.append(head)
            chain.append(head.head)
            head = head.head
        elif token.dep_ == "conj" and head.pos_ in ("VERB", "AUX") and not _has_subject(token):
            # "will not use or adopt" shares its cues; "does not require X but will use Y" has cues of its own.
            if not _has(token, "aux") and not any(child.lower_ == "but" for child in head.children):
                chain.append(head)
        else:
            break
        token = head
    return chain


def _verb_clause(verb: Token) -> Clause:
    particle = next((child.lower_ for child in verb.children if child.dep_ == "prt"), "")
    clause = Clause(verb, f"{verb.lemma_.lower()} {particle}".strip(), "verb", is_passive(verb), chain=governors(verb))
    clause.add("subj", _subjects(verb))
    clause.add("obj", _objects(verb))
    _add_attributes(clause, verb)
    _add_prepositions(clause, verb)
    _part_second_objects(clause)
    for filler in clause.roles.get("obj", []) + clause.roles.get("attr", []):
        _add_prepositions(clause, filler)
        clause.add("inf", (child for child in filler.children if child.dep_ in ("acl", "relcl") and _is_to(child)))
    if clause.passive:
        for filler in clause.roles.get("subj", []):
            _add_prepositions(clause, filler)
    for child in verb.children:
        if child.dep_ in ("xcomp", "advcl") and _is_to(child):
            clause.add("inf", _verbs(child))
        if child.dep_ in ("xcomp", "ccomp"):
            for inner in _verbs(child):
                clause.add("inner", _objects(inner) or _first_prepositional(inner))
    if _is_to(verb) and verb.dep_ in ("xcomp", "advcl", "acl", "relcl"):
        clause.add("means", [child for child in verb.head.children if child.dep_ == "dobj"])
    if verb.tag_ == "VBG" and not _has_subject(verb):
        by_means_of = verb.dep_ == "pcomp" and verb.head.lower_ in ("by", "via", "through")
        main = verb.head.head if by_means_of else verb.head
        if (by_means_of or verb.dep_ in ("advcl", "prep")) and main.pos_ == "VERB":
            clause.add("main", [main])
    return clause


def _part_second_objects(clause: Clause) -> None:
    """Take "X for this and Y for that" for what it is: the parser coordinates Y with *this*, but a technology beside
    something else is the verb's second object.
    """
    purposes = clause.roles.get("@for", [])
    if "obj" not in clause.roles or not purposes or purposes[0].ent_type_ == "technology":
        return
    second = [token for token in purposes[1:] if token.dep_ == "conj" and token.ent_type_ == "technology"]
    if second:
        clause.roles["@for"] = [token for token in purposes if token not in second]
        clause.add("obj", second)


def _add_attributes(clause: Clause, verb: Token) -> None:
    for attribute in (child for child in verb.children if child.dep_ == "attr"):
        for token in expand(attribute):
            clause.add("attr", [token])
            if any(child.dep_ == "poss" for child in token.children):
                clause.add("role", [token])
            elif any(child.dep_ == "det" and child.lower_ in _INDEFINITE for child in token.children):
                clause.add("class", [token])


def _adjective_clauses(verb: Token) -> Iterator[Clause]:
    """Yield "X is responsible for Y" as a clause of its adjective."""
    for adjective in verb.children:
        if adjective.dep_ != "acomp":
            continue
        clause = Clause(adjective, adjective.lemma_.lower(), "adjective", chain=[adjective, *governors(verb)])
        clause.add("subj", _subjects(verb))
        _add_prepositions(clause, adjective)
        _add_prepositions(clause, verb)
        yield clause


def _noun_clause(noun: Token) -> Clause:
    """Return a noun with what hangs on it: "the migration from X to Y"."""
    chain = [noun]
    if noun.dep_ in ("dobj", "nsubj", "nsubjpass", "attr", "pobj"):
        above = noun.head if noun.head.pos_ in ("VERB", "AUX") else noun.head.head
        if above.pos_ in ("VERB", "AUX"):
            chain.extend(governors(above))
    clause = Clause(noun, noun.lemma_.lower(), "noun", chain=chain)
    _add_prepositions(clause, noun)
    clause.add("head", [noun])
    clause.add("subj", (child for child in noun.children if child.dep_ == "poss"))
    if noun.dep_ == "attr":
        clause.add("attr", [noun])
        clause.add("subj", _subjects(noun.head))
    elif noun.dep_ == "appos":
        clause.add("attr", [noun])
        clause.add("subj", [noun.head])
        if any(child.dep_ == "det" and child.lower_ in _INDEFINITE for child in noun.children):
            clause.add("class", [noun])
    elif noun.dep_ == "dobj" and noun.head.lemma_ in ("have", "take", "make"):
        clause.add("subj", _subjects(noun.head))
    return clause


def _subjects(verb: Token, depth: int = 0) -> list[Token]:
    own = [child for child in verb.children if child.dep_ in _SUBJECTS]
    if is_passive(verb):
        by = [child for child in verb.children if child.dep_ == "agent"]
        if by:
            return [token for prep in by for pobj in prep.children if pobj.dep_ == "pobj" for token in expand(pobj)]
        own = []
        if verb.dep_ not in ("xcomp", "conj") or any(child.dep_ in _PASSIVE_SUBJECTS for child in verb.children):
            return []
    if own:
        return [token for subject in own for token in expand(_antecedent(subject, verb))]
    return _inherited_subjects(verb, depth) if depth < 6 else []


def _inherited_subjects(verb: Token, depth: int) -> list[Token]:
    """Return the subject that a verb without one shares with the verb or noun above it."""
    head = verb.head
    if verb.dep_ in ("xcomp", "ccomp", "advcl") and head.pos_ in ("VERB", "AUX"):
        if head.lemma_ in _SUBJECTLESS_INSIDE or (verb.dep_ == "ccomp" and _has(verb, "mark")):
            return []
        if verb.dep_ == "xcomp" and not is_passive(head):
            controlled = [child for child in head.children if child.dep_ == "dobj"]
            if controlled and head.lemma_ != "use":
                return [token for child in controlled for token in expand(child)]
        if is_passive(head):
            return _objects(head)
        return _subjects(head, depth + 1)
    if verb.dep_ == "conj" and head.pos_ in ("VERB", "AUX"):
        return _subjects(head, depth + 1)
    if verb.dep_ in ("acl", "relcl") and (verb.tag_ == "VBG" or _is_to(verb)):
        return list(expand(head))
    if verb.dep_ == "pcomp" and head.head.pos_ in ("VERB", "AUX"):
        return _subjects(head.head, depth + 1)
    return []


def _objects(verb: Token) -> list[Token]:
    kinds = _PASSIVE_SUBJECTS if is_passive(verb) else frozenset({"dobj"})
    own = [child for child in verb.children if child.dep_ in kinds] or [
        child for child in verb.children if child.dep_ == "npadvmod" and child.ent_id_ and child.i > verb.i
    ]
    if own:
        return [token for child in own for token in expand(_antecedent(child, verb))]
    head = verb.head
    if is_passive(verb):
        if verb.dep_ == "acl":
            return list(expand(head))
        if verb.dep_ == "conj" and head.pos_ in ("VERB", "AUX"):
            return _objects(head) if is_passive(head) else _subjects(head)
        if verb.dep_ == "advcl" and head.pos_ in ("VERB", "AUX"):
            return _subjects(head)
        return []
    if verb.dep_ == "relcl" and any(
        child.dep_ in _SUBJECTS and child.lower_ not in _RELATIVES for child in verb.children
    ):
        return list(expand(head))
    shared = verb.dep_ == "conj" and head.pos_ == "VERB" and not _has(head, "dobj")
    return _objects(head) if shared and is_passive(head) else []


def _antecedent(token: Token, verb: Token) -> Token:
    """Return what a relative pronoun stands for; any other word is itself."""
    if token.lower_ in _RELATIVES and token.tag_ in ("WDT", "WP", "IN", "DT") and verb.dep_ == "relcl":
        return verb.head
    return token


def _add_prepositions(clause: Clause, token: Token) -> None:
    for prep in token.children:
        if prep.dep_ not in ("prep", "dative", "agent", "cc") or (
            prep.dep_ == "cc" and prep.lower_ not in _COORDINATING
        ):
            continue
        if prep.dep_ == "agent" and clause.passive:
            continue
        name, holder = _preposition(prep)
        for child in holder.children:
            if child.dep_ == "pobj" and child.i and child.nbor(-1).dep_ == "pobj" and child.nbor(-1).head == holder:
                continue  # one phrase that the parser took for two: "for [RAG] [applications]"
            if child.dep_ == "pobj":
                clause.add(f"@{name}", expand(child))
                # "from X to Y": the second phrase often hangs on the first one's object.
                _add_prepositions(clause, child)
            elif child.dep_ == "pcomp":
                # "instead of running X" sets X aside; "for running X" names a purpose, which is the verb's.
                inner = [] if name == "for" else [token for verb in _verbs(child) for token in _objects(verb)]
                clause.add(f"@{name}", inner or _verbs(child))
    for child in token.children:
        # "X rather than Y", "X, not Y": the parser calls it a coordination.
        if child.dep_ in ("conj", "appos") and _is_contrast(child):
            clause.add("@rather_than", [child])


def _preposition(prep: Token) -> tuple[str, Token]:
    """Return the name of a preposition and the token that holds its object: `instead_of`, `in_favor_of`."""
    first = next((child.lower_ for child in prep.children if child.dep_ in ("advmod", "amod")), "")
    if prep.lower_ == "of" and first == "instead":
        return "instead_of", prep
    if prep.lower_ == "than":
        return "rather_than", prep
    if prep.lower_ == "as" and prep.i and prep.nbor(-1).lower_ == "such":
        return "such_as", prep
    for noun in prep.children:
        name = _COMPLEX.get((prep.lower_, noun.lower_))
        inner = next((child for child in noun.children if child.lower_ == "of"), None) if name else None
        if name and inner is not None:
            return name, inner
    return prep.lower_, prep


def _first_prepositional(verb: Token) -> list[Token]:
    for prep in verb.children:
        if prep.dep_ == "prep" and prep.lower_ in ("to", "on", "with", "for"):
            return [token for child in prep.children if child.dep_ == "pobj" for token in expand(child)]
    return []


def _verbs(verb: Token) -> list[Token]:
    return [verb, *(child for child in verb.children if child.dep_ == "conj" and child.pos_ == "VERB")]


def _is_contrast(token: Token) -> bool:
    before = [token.doc[index].lower_ for index in range(max(0, token.left_edge.i - 2), token.left_edge.i)]
    return any(word in _CONTRASTS for word in before) or any(child.dep_ == "neg" for child in token.children)


def _is_to(verb: Token) -> bool:
    return any(child.dep_ == "aux" and child.lower_ == "to" for child in verb.children)


def _has(token: Token, dep: str) -> bool:
    return any(child.dep_ == dep for child in token.children)


def _has_subject(verb: Token) -> bool:
    return any(child.dep_ in _SUBJECTS or child.dep_ in _PASSIVE_SUBJECTS for child in verb.children)
