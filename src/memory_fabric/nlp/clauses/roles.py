"""What a verb is about in a dependency parse: its subjects and objects, shared ones too, and its voice."""

from __future__ import annotations

from collections.abc import Iterator

from spacy.tokens import Token

from memory_fabric.nlp.clauses.contrasts import has_none, is_contrast, is_exception, is_second_aside
from memory_fabric.nlp.clauses.verb_forms import has, has_subject, is_bracketed, is_command_beside, is_passive, is_to

_SUBJECTS = frozenset({"nsubj", "csubj"})
_PASSIVE_SUBJECTS = frozenset({"nsubjpass", "csubjpass"})
_RELATIVES = frozenset({"which", "that", "who", "whom"})
# Nouns that stand for each of the things that they are made of.
_MADE_OF = frozenset({"combination", "mix", "mixture", "pair", "bunch", "couple", "stack", "set"})
# "Build dashboards with X": the dashboards are what X is for, and building says nothing.
_LIGHT = frozenset(
    {"do", "perform", "make", "have", "build", "write", "implement", "develop", "create", "design", "handle",
     "achieve", "accomplish", "realize", "rewrite", "construct"}
)  # fmt: skip
_KEEPING = frozenset({"run", "operate", "install", "have"})
_THINGS = frozenset({"technology", "pattern"})
# "When using X" tells no means.
_WHEN = frozenset({"when", "while", "after", "before", "if", "once", "since", "until", "unless", "although", "than"})
# "Uses X to schedule jobs": the parser takes X for who schedules.
_INSTRUMENTAL = frozenset(
    {"use", "employ", "leverage", "utilize", "utilise", "adopt", "choose", "introduce", "need"}
)  # fmt: skip
# Verbs that say nothing of who would do what is inside: "Ana recommends using X" has no user.
_SUBJECTLESS_INSIDE = frozenset(
    {"recommend", "prefer", "suggest", "propose", "advise", "advocate", "endorse", "mean", "involve", "require",
     "allow", "enable", "prevent", "warn"}
)  # fmt: skip
# "X is a kind of Y", "one of the Ys", "more of a Y": the noun behind *of* is the class.
_KINDS = frozenset({"kind", "type", "sort", "form", "one", "more", "variety", "flavor", "flavour"})
_INDEFINITE = frozenset({"a", "an"})
_EXAMPLE_MARKS = frozenset({"e.g.", "eg", "e.g", "like", "particularly", "especially", "notably", "mainly", "namely"})
_OTHERS = frozenset({"other", "another", "similar", "comparable"})

# Nouns by which somebody means to do something, or can: "the plan to use X" is nobody's tool.
_STANCES = frozenset(
    {"plan", "decision", "option", "opportunity", "intention", "intent", "need", "desire", "choice", "chance",
     "possibility", "ability", "process", "middle", "midst", "proposal", "idea", "commitment", "permission", "reason",
     "wish", "goal", "right"}
)  # fmt: skip


MOST_COORDINATED = 100  # words of one coordination that count; no list is endless


def expand(token: Token) -> Iterator[Token]:
    """Yield a head word and the words coordinated with it, without those that stand in contrast ("X, not Y"). What is
    said of a plural with named examples ("tools such as X"), or of "a tool like X", is said of these.
    """
    waiting = [token]
    for _ in range(MOST_COORDINATED):
        if not waiting:
            return
        word = waiting.pop()
        like = any(child.lower_ == "like" for child in word.children)
        found = list(examples(word)) if like or word.tag_ in ("NNS", "NNPS") else []
        yield from found or [word]
        if word.lemma_.lower() in _MADE_OF:
            yield from _further_parts(word)
        others = [child for child in word.children if child not in found and _is_coordinated(child, word)]
        waiting.extend(reversed(others))


def _is_coordinated(child: Token, word: Token) -> bool:
    # "We use X, Y, Z" without *and* is an apposition to the parser.
    is_series = child.ent_type_ == word.ent_type_ and child.i > 1 and child.nbor(-1).text == ","
    named_by = child.dep_ == "appos" and child.ent_type_ and (is_series or not word.ent_type_)
    if child.dep_ == "conj" and has_none(child) and not has_none(word):
        return False  # "X but no Y"
    return bool(named_by) or (child.dep_ == "conj" and not is_contrast(child) and not is_exception(child))


def _further_parts(noun: Token) -> list[Token]:
    """Return what a noun stands for beside the first: Y of "a mix of X and Y"."""
    inner = [child for prep in noun.children if prep.lower_ == "of" for child in prep.children if child.dep_ == "pobj"]
    return [word for child in inner for word in expand(child) if word.ent_type_ and word is not child]


def deed(verb: Token) -> list[Token]:
    """Return what is done, as a purpose: the verb with its object; the object alone where the verb says little more
    than that it is done ("do caching", "isolation is implemented", "images are stored").
    """
    if verb.lemma_.lower() in _INSTRUMENTAL:
        return []  # "using X via Y" is for no purpose that is told
    things = [token for token in objects(verb) if not token.ent_type_]
    if is_passive(verb) or verb.lemma_.lower() in _LIGHT or (verb.lemma_.lower() in _KEEPING and not things):
        return things  # "run X with Y": Y is not for running X
    return [verb]


def subjects(verb: Token, depth: int = 0) -> list[Token]:
    """Return who does what the verb says: its own subject, the agent of a passive, or a subject shared with others."""
    own = [child for child in verb.children if child.dep_ in _SUBJECTS and not is_exception(child)]
    own = own or _taken_for_modifiers(verb)
    if is_passive(verb):
        by = [child for child in verb.children if child.dep_ == "agent"]
        if by:
            return [token for prep in by for pobj in prep.children if pobj.dep_ == "pobj" for token in expand(pobj)]
        own = []
        if verb.dep_ not in ("xcomp", "conj") or any(child.dep_ in _PASSIVE_SUBJECTS for child in verb.children):
            return []
    if (actor := next_actor(verb)) is not None:
        return list(expand(actor))
    if own and instrument(verb.head) is own[0]:
        return subjects(verb.head, depth + 1)
    if own:
        return [token for subject in own for token in expand(_antecedent(subject, verb))]
    if has(verb, "expl"):
        return []  # "there is no X" says it of nothing
    return _inherited_subjects(verb, depth) if depth < 6 else []


def _taken_for_modifiers(verb: Token) -> list[Token]:
    """Return a name right before a finite verb that the parser calls a part of it: "Ana prefers using X"."""
    if verb.tag_ not in ("VBZ", "VBD", "VBP") or not verb.i:
        return []
    before = verb.nbor(-1)
    named = before.ent_type_ and before.head == verb and before.dep_ in ("compound", "nmod", "amod", "npadvmod")
    return [before] if named else []


def main_verb(verb: Token) -> Token | None:
    """Return the verb that "using X" tells the means of: "deploys containers using X", "by using X"."""
    if verb.tag_ != "VBG" or has_subject(verb) or any(child.lower_ in _WHEN for child in verb.children):
        return None
    main = None
    if verb.dep_ == "pcomp" and verb.head.lower_ in ("by", "via", "through"):
        main = verb.head.head
    elif verb.dep_ in ("advcl", "prep"):
        main = verb.head
    elif verb.dep_ == "acl" and verb.lemma_ == "use" and not verb.head.ent_type_:
        held = verb.head  # the parser hangs it on the object, or on a part of it
        while held.dep_ in ("pobj", "prep") and held.head.pos_ in ("NOUN", "ADP"):
            held = held.head
        main = held.head if held.dep_ == "dobj" else None
    return main if main is not None and main.pos_ == "VERB" else None


def next_actor(verb: Token) -> Token | None:
    """Return B of "A recommends X and B uses Y", where the parser takes "X and B" for who uses Y."""
    head = verb.head
    if verb.dep_ == "conj" and verb.i and not has_subject(verb):
        before = verb.nbor(-1)
        swallowed = before.dep_ == "conj" and before.head.ent_type_ in _THINGS and before.ent_type_ not in _THINGS
        return before if swallowed and before.ent_type_ else None
    if verb.dep_ != "ccomp" or head.pos_ != "VERB" or is_to(verb) or has(verb, "mark") or has(head, "dobj"):
        return None
    first = next((child for child in verb.children if child.dep_ == "nsubj" and child.ent_type_ in _THINGS), None)
    if first is None or first.i <= head.i:
        return None
    others = [token for token in expand(first) if token.ent_type_ and token.ent_type_ not in _THINGS]
    return others[0] if others else None


def _swallowed_object(verb: Token) -> Token | None:
    """Return X of "A recommends X and B uses Y"."""
    for child in verb.children:
        if child.dep_ == "ccomp" and next_actor(child) is not None:
            return next(token for token in child.children if token.dep_ == "nsubj" and token.ent_type_ in _THINGS)
    return None


def instrument(verb: Token) -> Token | None:
    """Return X of "employs X to schedule jobs" where the parser takes it for who schedules."""
    if verb.lemma_.lower() not in _INSTRUMENTAL or has(verb, "dobj"):
        return None
    for child in verb.children:
        if child.dep_ == "ccomp" and is_to(child):
            return next((token for token in child.children if token.dep_ == "nsubj"), None)
    return None


def _inherited_subjects(verb: Token, depth: int) -> list[Token]:
    """Return the subject that a verb without one shares with the verb or noun above it."""
    head = verb.head
    if verb.dep_ == "acl" and (main := main_verb(verb)) is not None:
        return subjects(main, depth + 1)
    if verb.dep_ in ("xcomp", "ccomp", "advcl") and head.pos_ in ("VERB", "AUX"):
        if (head.lemma_ in _SUBJECTLESS_INSIDE and not is_passive(head)) or (
            verb.dep_ == "ccomp" and has(verb, "mark") and not is_to(verb)
        ):
            return []
        if verb.dep_ == "xcomp" and not is_passive(head):
            controlled = [child for child in head.children if child.dep_ == "dobj"]
            if controlled and head.lemma_ != "use":
                return [token for child in controlled for token in expand(child)]
        if is_passive(head):
            agents = subjects(head, depth + 1) if verb.tag_ == "VBG" else []
            # "Is done by X using Y": X uses it.
            return [agent for agent in agents if agent.ent_type_ in _THINGS] or objects(head)
        return subjects(head, depth + 1)
    if verb.dep_ == "conj" and head.pos_ in ("VERB", "AUX"):
        return _shared_subjects(verb, head, depth)
    if verb.dep_ == "xcomp" and head.dep_ == "acomp":
        # "We are unable to use X"; in "It is better to use X" *it* is nobody.
        return [token for token in subjects(head.head, depth + 1) if token.lower_ != "it"]
    if verb.dep_ in ("acl", "relcl") and (verb.tag_ == "VBG" or is_to(verb)):
        return _holders(head, depth) if head.lemma_.lower() in _STANCES else described(head) or list(expand(head))
    if verb.dep_ == "pcomp" and head.head.pos_ == "NOUN" and head.head.lemma_.lower() in _STANCES:
        return _holders(head.head, depth)
    if verb.dep_ == "pcomp":
        # "We stopped short of using X": the adverb stands between.
        above = head.head.head if head.head.pos_ == "ADV" else head.head
        if above.dep_ == "dobj" and above.head.lemma_ == "have":
            above = above.head  # "has the advantage of needing no X"
        return subjects(above, depth + 1) if above.pos_ in ("VERB", "AUX") else []
    return []


def _shared_subjects(verb: Token, head: Token, depth: int) -> list[Token]:
    """Return what a verb says of the subject of the one before it: "X is written in Y and uses Z"."""
    if is_command_beside(verb):
        return []  # "X is dead, use Y": what commands has no subject
    return objects(head) if is_passive(head) and not is_passive(verb) else subjects(head, depth + 1)


def _holders(noun: Token, depth: int) -> list[Token]:
    """Return whose plan or choice a noun names: we in "we have no plans to use X"."""
    if noun.dep_ == "pobj" and noun.head.head.pos_ in ("VERB", "AUX"):
        return subjects(noun.head.head, depth + 1)  # "we are in the process of moving"
    return subjects(noun.head, depth + 1) if noun.dep_ == "dobj" else []


def objects(verb: Token) -> list[Token]:
    """Return what the verb acts on; in the passive, its subject."""
    kinds = _PASSIVE_SUBJECTS if is_passive(verb) else frozenset({"dobj"})
    own = [child for child in verb.children if child.dep_ in kinds and not is_second_aside(child)] or [
        child for child in verb.children if child.dep_ == "npadvmod" and child.ent_id_ and child.i > verb.i
    ]
    if not own and not is_passive(verb):
        # The parser takes the particle of "brought in X" for a preposition.
        own = [child for part in verb.children if part.dep_ == "prt" for child in part.children if child.dep_ == "pobj"]
    if not own and (means := instrument(verb)) is not None:
        own = [means]
    if not own and (swallowed := _swallowed_object(verb)) is not None:
        return [token for token in expand(swallowed) if token.ent_type_ == swallowed.ent_type_]
    if own:
        return [token for child in own for token in expand(_antecedent(child, verb))]
    head = verb.head
    if is_passive(verb):
        if verb.dep_ == "acl" or is_bracketed(verb):
            return described(head) or list(expand(head))
        if verb.dep_ == "conj" and head.pos_ in ("VERB", "AUX"):
            return objects(head) if is_passive(head) else subjects(head)
        if verb.dep_ in ("advcl", "xcomp") and head.pos_ in ("VERB", "AUX"):
            return _inherited_subjects(verb, 0)
        return []
    if verb.dep_ == "relcl" and any(
        child.dep_ in _SUBJECTS and child.lower_ not in _RELATIVES for child in verb.children
    ):
        return _copula_names(head) or list(expand(head))
    shared = verb.dep_ == "conj" and head.pos_ == "VERB" and not has(head, "dobj")
    return objects(head) if shared and is_passive(head) else []


def described(noun: Token) -> list[Token]:
    """Return what a noun in the predicate or in apposition is said of: Redis in "Redis is a store"; else nothing."""
    while noun.dep_ == "conj" and noun.head.pos_ in ("NOUN", "PROPN") and not noun.ent_type_:
        noun = noun.head
    if noun.ent_type_:
        return []
    if noun.dep_ == "attr":
        return subjects(noun.head)
    if noun.dep_ != "appos":
        return []
    above = noun.head
    is_said = above.dep_ == "attr" and not above.ent_type_
    return (subjects(above.head) if is_said else []) or [above]  # "X is a shell, successor to Y"


def examples(noun: Token) -> Iterator[Token]:
    """Yield the named examples of a kind: "Ys such as X", "Ys (e.g. X, Z)", "X and other Ys"."""
    for child in noun.children:
        if child.dep_ == "prep" and (child.lower_ in ("like", "including") or _is_such_as(child)):
            yield from _named(word for inner in child.children if inner.dep_ == "pobj" for word in expand(inner))
        elif child.dep_ == "appos" and child.ent_type_ and (_is_marked(child) or _is_introduced(noun, child)):
            yield from _named(word for name in _appositions(child) for word in expand(name))
    if any(child.lower_ in _OTHERS for child in noun.children):
        token = noun
        while token.dep_ == "conj":
            token = token.head
            if token.ent_type_:
                yield token


def _appositions(name: Token) -> Iterator[Token]:
    """Yield a name and those that the parser hung on it one after the other: "(X, Z)"."""
    yield name
    for child in name.children:
        if child.dep_ == "appos" and child.ent_type_:
            yield from _appositions(child)


def _named(tokens: Iterator[Token]) -> Iterator[Token]:
    return (token for token in tokens if token.ent_type_)


def _is_such_as(prep: Token) -> bool:
    return prep.lower_ == "as" and prep.i > 0 and prep.nbor(-1).lower_ == "such"


def _is_introduced(noun: Token, name: Token) -> bool:
    """Whether a name follows its kind as news: "there is a project, X"."""
    before = name.doc[name.left_edge.i - 1] if name.left_edge.i else name
    return before.text == "," and any(child.lower_ in _INDEFINITE for child in noun.children)


def _is_marked(example: Token) -> bool:
    return any(child.lower_ in _EXAMPLE_MARKS for child in example.children if child.i < example.i)


def classes(attribute: Token) -> list[Token]:
    """Return the noun that an attribute or apposition takes something for one of: with an indefinite article ("a
    database"), in the plural ("are databases"), or behind "a kind of", "one of the".
    """
    if attribute.lemma_.lower() in _KINDS:
        for prep in attribute.children:
            if prep.dep_ == "prep" and prep.lower_ == "of":
                return [child for child in prep.children if child.dep_ == "pobj"]
    if attribute.ent_type_ and any(child.dep_ == "acl" and child.tag_ == "VBG" for child in attribute.children):
        return []  # "a JavaScript debugging utility", misread
    articles = [child for child in attribute.children if child.dep_ in ("det", "poss")]
    indefinite = any(child.lower_ in _INDEFINITE for child in articles)
    plural = attribute.tag_ == "NNS" and not articles
    return [attribute] if indefinite or plural else []


def place_of(verb: Token) -> list[Token]:
    """Return where it is said to be done: X of "X is where we track bugs", "X is the place where secrets live"."""
    if verb.dep_ not in ("advcl", "ccomp", "relcl") or not any(child.lower_ == "where" for child in verb.children):
        return []
    if verb.dep_ == "relcl":
        return _copula_names(verb.head)
    return subjects(verb.head) if verb.head.lemma_ == "be" else []


def _copula_names(noun: Token) -> list[Token]:
    """Return the names that a noun is said to be: X of "X is the database that …", "the database that … is X"."""
    said = described(noun)
    if not said and noun.dep_ in _SUBJECTS and noun.head.lemma_ == "be":
        said = [word for child in noun.head.children if child.dep_ == "attr" for word in expand(child)]
    return [word for word in said if word.ent_type_]


def _antecedent(token: Token, verb: Token) -> Token:
    """Return what a relative pronoun stands for, or *what* of "X is what we use"; any other word is itself."""
    if token.lower_ == "what" and token.dep_ == "dobj" and verb.head.lemma_ == "be":
        if verb.dep_ == "ccomp":
            return next(iter(subjects(verb.head)), token)
        if verb.dep_ == "csubj":
            return next((child for child in verb.head.children if child.dep_ == "attr"), token)
    if token.lower_ in _RELATIVES and token.tag_ in ("WDT", "WP", "IN", "DT") and verb.dep_ == "relcl":
        return next(iter(described(verb.head)), verb.head)
    return token


def first_prepositional(verb: Token) -> list[Token]:
    """Return the objects of the first preposition of a verb: X in "switching to X"."""
    for prep in verb.children:
        if prep.dep_ == "prep" and prep.lower_ in ("to", "on", "with", "for"):
            return [token for child in prep.children if child.dep_ == "pobj" for token in expand(child)]
    return []
