"""What *it*, *this*, *that* and *they* point back at: a name in the same sentence or the one before, else nothing.

Only these words do (reading 16 of the annotated set); "this tool" does not. A subject goes on with what was the subject
before; *this* points at what was told to be used, or named last; a plural is no single technology.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from spacy.tokens import Token

from memory_fabric.models import EntityType

_WORDS = frozenset({"it", "this", "that", "they", "them", "these", "its", "their"})
_PLURALS = frozenset({"they", "them", "these", "their"})
# "A local X instance" is X.
_INSTANCES = frozenset({"instance", "server", "cluster", "database", "installation", "setup", "deployment"})
_POINTING = frozenset({"this", "that", "these"})
_SUBJECTS = frozenset({"nsubj", "nsubjpass"})
_FURTHEST = 3
_RUNNING = frozenset({"run", "live", "sit", "deploy", "host", "build", "write", "package", "ship"})
_STACKS = frozenset({"stack", "technology", "tech", "toolchain", "toolset"})
_WHOLES = frozenset(
    {"code", "codebase", "infrastructure", "infra", "platform", "system", "software", "product", "workload",
     "service", "microservice", "app", "application", "project"}
)  # fmt: skip
# What it is that is done, and what it is to do something.
_AGREEING = frozenset(
    {"decide", "agree", "propose", "suggest", "recommend", "plan", "expect", "assume", "believe", "note", "say", "hope",
     "think", "know", "accept", "require", "intend", "conclude", "determine", "find", "consider", "advise"}
)  # fmt: skip
_JUDGING = frozenset(
    {"practice", "idea", "thing", "pity", "shame", "pleasure", "mistake", "matter", "point", "time", "case", "sense",
     "challenge", "pain", "struggle", "bit", "fact", "question", "surprise", "job", "responsibility", "duty"}
)  # fmt: skip
_SINGULAR: frozenset[EntityType] = frozenset({"technology", "pattern", "component"})


def is_pronoun(token: Token) -> bool:
    """Whether a word points back at something."""
    return token.lower_ in _WORDS and token.pos_ in ("PRON", "DET") and token.dep_ not in ("det", "expl", "mark")


def is_nobody(token: Token) -> bool:
    """Whether a word says that none of us does what is told: "nobody uses X", "none of us uses X"."""
    if token.dep_ not in _SUBJECTS:
        return False
    if token.lower_ == "none":
        return any(inner.lower_ in ("us", "ours") for child in token.children for inner in child.children)
    return token.lower_ == "nobody" or (token.lower_ == "one" and any(child.lower_ == "no" for child in token.children))


def is_situation(token: Token) -> bool:
    """Whether a word most often means all that its sentence said, not one thing of it: "…, since this is a change"."""
    return token.lower_ in ("this", "that") and token.dep_ in _SUBJECTS and token.i > token.sent.start


def is_whole(token: Token) -> bool:
    """Whether a word means all of one's own system: "our services", "the codebase", "everything runs", "Stack:"."""
    if token.lemma_.lower() in _STACKS and token.i < 2 and token.i + 1 < len(token.doc) and token.nbor().text == ":":
        return True  # "Tech stack: X and Y"
    if token.lower_ == "everything":
        return token.dep_ in _SUBJECTS and token.head.lemma_ in _RUNNING and not list(token.children)
    if token.lemma_.lower() not in _WHOLES or any(child.dep_ == "compound" for child in token.children):
        return False
    owners = {child.lower_ for child in token.children if child.dep_ in ("poss", "det")}
    return "our" in owners or ("the" in owners and token.lemma_.lower() == "codebase")


def antecedent(token: Token, names: Mapping[int, EntityType], depth: int = _FURTHEST) -> Token | None:
    """Return the name that a pronoun points back at, of `names`: the places of those that fit, with their types.
    `depth` is through how many sentences of one *it* after the other.
    """
    if is_empty(token):
        return None
    candidates = {index for index, kind in names.items() if index < token.i and _can_be(token, token.doc[index], kind)}
    start = token.sent.start
    same = [token.doc[index] for index in range(token.i - 1, start - 1, -1) if index in candidates]
    before = list(reversed(token.doc[start - 1].sent)) if start else []
    last = [other for other in before if other.i in candidates]
    if token.lower_ in _POINTING:
        same = [other for other in same if not _is_preposed(other, token)]
    if token.lower_ in _POINTING and not same:
        return _pointed_at(before, last)
    if token.dep_ not in _SUBJECTS:
        nearest = [*same, *last]
        return next((other for other in nearest if not _is_purpose(other)), next(iter(nearest), None))
    for topic in (*_subjects_before(token), *_topics(before)):
        if topic.i in candidates:
            return topic
        if depth and topic.lower_ == "it" and topic.sent != token.sent:
            return antecedent(topic, names, depth - 1)  # what is said on and on of one thing
        if topic.pos_ == "NOUN":
            return None  # what it is about has no name
    found = next(iter([*same, *last]), None)
    if found is not None and token.lower_ in _PLURALS:
        between = token.doc[found.i + 1 : token.i]
        if any(other.tag_ == "NNS" and other.i not in names for other in between):
            return None
    return found


def may_go_on(token: Token, kinds: Sequence[EntityType]) -> bool:
    """Whether a pronoun of a first sentence can point at the last of the entities named before it, which have these
    types: nothing that it could point at instead stands before it, *they* are no single technology, and *this* is the
    subject where one thing alone was named.
    """
    if is_empty(token) or not kinds or (token.lower_ in _PLURALS and kinds[-1] in _SINGULAR):
        return False
    is_subject = token.dep_ in _SUBJECTS
    if token.lower_ in _POINTING and not (is_subject and len(kinds) == 1):
        return False
    nouns: Iterable[Token] = _subjects_before(token) if is_subject else token.doc[token.sent.start : token.i]
    return not any(other.pos_ == "NOUN" for other in nouns)


def is_empty(token: Token) -> bool:
    """Whether *it* stands for nothing: "it is possible to", "it is clear that", "it was decided to", "it is a good idea
    to".
    """
    verb = token.head
    if token.dep_ not in _SUBJECTS or token.lower_ != "it":
        return False
    inner = {child.dep_ for child in verb.children if child.i > verb.i}
    if token.dep_ == "nsubjpass" and inner & {"xcomp", "ccomp"} and verb.lemma_ in _AGREEING:
        return True
    if any(child.dep_ == "attr" and child.lemma_.lower() in _JUDGING for child in verb.children):
        return True
    clause = [*verb.children, *(inner for child in verb.children if child.dep_ == "acomp" for inner in child.children)]
    return (verb.pos_ == "ADJ" or any(child.dep_ == "acomp" for child in verb.children)) and any(
        child.dep_ in ("xcomp", "ccomp", "advcl", "csubj") and child.i > verb.i
        for child in clause
        if child.pos_ in ("VERB", "AUX")
    )


def _can_be(token: Token, other: Token, kind: EntityType) -> bool:
    """Whether a pronoun can point at a name: not at an argument of its own verb ("X replaces it"), nor *they* at one
    technology by itself.
    """
    if other.head == token.head or (other.dep_ == "pobj" and other.head.head == token.head):
        return False
    if other.dep_ in _SUBJECTS and other.head == _verb_above(token):
        return False  # "X is built on top of it"
    if token.lower_ in _PLURALS and kind in _SINGULAR:
        return other.dep_ == "conj" or any(child.dep_ == "conj" for child in other.children)
    return True


def _verb_above(token: Token) -> Token:
    """Return the verb that a word hangs on by prepositions."""
    while token.dep_ in ("pobj", "prep", "agent", "dative") and token.head != token:
        token = token.head
    return token


def _is_purpose(name: Token) -> bool:
    """Whether a name says what another is for: who goes on about "X for caching" goes on about X."""
    return name.dep_ == "pobj" and name.head.lower_ == "for"


def _is_preposed(name: Token, token: Token) -> bool:
    """Whether a name stands in a circumstance before who acts: "In moving to X, we replace this" is not about X."""
    root = token.sent.root
    subject = next((child for child in root.children if child.dep_ in _SUBJECTS), None)
    return subject is not None and name.i < subject.left_edge.i and token.i > root.i


def _subjects_before(token: Token) -> Iterator[Token]:
    """Yield the subjects before a word in its sentence, the nearest first."""
    for index in range(token.i - 1, token.sent.start - 1, -1):
        if token.doc[index].dep_ in _SUBJECTS and token.doc[index].head != token.head:
            yield token.doc[index]


def _topics(sentence: list[Token]) -> Iterator[Token]:
    """Yield what a sentence is about: its subject, or the object of an imperative ("Use X for Y")."""
    root = next((token for token in sentence if token.dep_ == "ROOT"), None)
    children = list(root.children) if root is not None else []
    subjects = [child for child in children if child.dep_ in _SUBJECTS]
    yield from subjects or [child for child in children if child.dep_ == "dobj"]


def _pointed_at(before: list[Token], last: list[Token]) -> Token | None:
    """Return what *this* points at in the sentence before: what was told to be used, or a name with no noun behind."""
    root = next((token for token in before if token.dep_ == "ROOT"), None)
    if root is not None and root.tag_ == "VB":
        told = [child for child in root.children if child.dep_ == "dobj" and child in last]
        if told:
            return told[0]
    for token in before:
        if token in last:
            return token
        made_of = next((child for child in token.children if child in last and child.dep_ == "compound"), None)
        if made_of is not None and token.lemma_.lower() in _INSTANCES:
            return made_of
        if token.pos_ in ("NOUN", "PROPN", "NUM") and token.dep_ != "appos":
            return None
    return None
