"""Clauses of nouns and adjectives: "the migration from X to Y", "Ana's advice is X", "an S3-compatible store".

Roles beside those of a verb: `subj` is what the noun or adjective is said of ("X has support for Y", "X, a plugin for
Y", "an X-compatible Y" of something), `poss` whose it is, `mod` the names before it ("TypeScript support"), `is` what
the copula says that it is ("the owner is Ana"), `such` the named examples of a kind ("Ys such as X"), `appos` the
names behind it ("one dependency, X"), `listed` those behind a colon, `header` the name that heads the line, `item` a
name in a list of a stack, `heading` whose list it is, `act` what an adjective makes possible, `not` the word that
denies it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from spacy.tokens import Token

from memory_fabric.nlp.clauses.clause import NAME_WITHOUT_VERB, Clause, add_prepositions
from memory_fabric.nlp.clauses.roles import MOST_COORDINATED, classes, described, examples, expand, objects, subjects
from memory_fabric.nlp.clauses.verb_forms import denials, is_to, verbs

# What the parser makes of the names behind a colon.
_AGAINST = frozenset({"vs", "vs.", "versus"})
_LISTED = frozenset({"appos", "dobj", "npadvmod", "nmod", "dep", "attr", "conj", "compound"})
_MODIFIERS = frozenset({"compound", "nmod", "amod", "npadvmod"})
# Verbs that say no more than that a subject has, or no longer has, what the noun tells: "X adds support for Y".
_LIGHT = frozenset(
    "have take make provide offer add include feature lack get gain bring give drop remove discontinue deprecate "
    "introduce contain expose deliver extend improve claim miss end stop announce ship enjoy open pave".split()
)
_MAKING = frozenset({"make", "render", "keep"})
# Prepositions that give the noun behind them to what stands before: "comes with support", "is in charge".
_LENDING = frozenset({"with", "in", "as", "on", "without", "at"})

# "The X to Y migration"; an X to Y conversion is a function.
_MOVES = frozenset({"migration", "move", "switch", "transition", "rewrite", "upgrade", "changeover", "cutover",
                    "switchover", "shift", "replacement", "swap"})  # fmt: skip


def noun_clause(noun: Token) -> Clause:
    """Return a noun with what hangs on it."""
    clause = Clause(noun, noun.lemma_.lower(), "noun")
    add_prepositions(clause, noun)
    clause.add("head", [noun])
    clause.add("poss", (child for child in noun.children if child.dep_ == "poss"))
    clause.add("mod", _named_modifiers(noun))
    clause.add("@based", _bases(noun))
    clause.add("subj", _said_of(noun))
    clause.add("is", _copula_says(noun))
    clause.add("such", examples(noun))
    named = (child for child in noun.children if child.dep_ == "appos" and child.ent_type_ and child.i > noun.i)
    clause.add("appos", (word for child in named for word in expand(child)))
    if is_label(noun):
        listed = (child for child in noun.children if child.dep_ in _LISTED and child.ent_type_ and child.i > noun.i)
        clause.add("listed", (word for child in listed for word in expand(child)))
    for role, name in zip(("@from", "@to"), _from_to(noun), strict=False):
        clause.roles[role] = [name]
    said = _one_of(noun)
    if said.dep_ in ("attr", "appos"):
        clause.add("attr", [noun])
    if noun.dep_ == "appos":
        clause.add("class", classes(noun) if _is_apart(noun) else [])
    if noun.dep_ == "nsubjpass" or (noun.dep_ == "dobj" and noun.head.lemma_ in _LIGHT):
        add_prepositions(clause, noun.head)  # "support for X was added in Y", "has an integration with Y"
    return clause


def fragment(name: Token) -> Clause:
    """Return a name with what hangs on it, in a sentence without a verb: "X for metrics", "X, instead of Y"."""
    clause = Clause(name, NAME_WITHOUT_VERB, "noun")
    if name.i + 1 < len(name.doc) and name.nbor().lower_ in _AGAINST:
        return clause  # "X vs Y for metrics" is a question
    add_prepositions(clause, name)
    if clause.roles:  # else there is nothing that could be told of it
        before = list(islice(_bare_before(name), MOST_COORDINATED))
        served = {name.i, *(word.i for word in before)}
        clause.add("head", [word for word in (*before, *expand(name)) if word.i in served or not _serves(word)])
    return clause


def is_label(word: Token) -> bool:
    """Whether a word heads a line, before a colon: "Message broker: X"."""
    return word.dep_ == "ROOT" and word.i + 1 < len(word.doc) and word.nbor().text == ":"


def _serves(name: Token) -> bool:
    """Whether a name has a phrase of its own."""
    return any(child.dep_ == "prep" and child.i > name.i for child in name.children)


def _bare_before(name: Token) -> Iterator[Token]:
    """Yield the names before one that share its phrase, having none of their own: X of "X and Y for metrics"."""
    while name.dep_ == "conj" and name.head.ent_type_ and not _serves(name.head):
        name = name.head
        yield name


def adjective_clauses(adjective: Token) -> Iterator[Clause]:
    """Yield an adjective as the clause that it makes with a copula, behind its noun or before it."""
    first = adjective
    while first.dep_ == "conj" and first.head.pos_ == "ADJ":
        first = first.head
    head = first.head
    clause = Clause(adjective, adjective.lemma_.lower(), "adjective")
    add_prepositions(clause, adjective)
    clause.add("mod", _named_modifiers(adjective))
    clause.add("@based", _bases(adjective))
    clause.add("not", denials(adjective))
    if head.pos_ in ("VERB", "AUX"):
        clause.add("not", denials(head))
        clause.add("subj", subjects(head))
        if first.dep_ in ("acomp", "oprd"):
            add_prepositions(clause, head)
        if head.lemma_ in _MAKING:
            # "X makes Y possible", "Y is made possible by X", "X makes it easy to do Y"
            made = [child for child in adjective.children if child.dep_ == "nsubj"] or objects(head)
            clause.add("obj", (word for token in made if token.lower_ != "it" for word in expand(token)))
            to = (child for child in (*adjective.children, *head.children) if is_to(child))
            clause.add("act", (verb for child in to for verb in verbs(child)))
    elif head.pos_ in ("NOUN", "PROPN"):
        clause.add("head", [head])
        clause.add("subj", [*described(head), *_copula_says(head)] or [head])
        clause.add("poss", (child for child in head.children if child.dep_ == "poss"))
    yield clause


def _said_of(noun: Token) -> list[Token]:
    """Return what a noun in the predicate, in apposition or behind a verb of having is said of."""
    token = _one_of(noun)
    while token.dep_ == "conj" and token.head.pos_ in ("NOUN", "PROPN"):
        token = token.head
    head = token.head
    if token.dep_ in ("attr", "appos"):
        return described(token)
    if token.dep_ == "dobj" and head.lemma_ in _LIGHT:
        return [word for subject in subjects(head) for word in described(subject) or [subject]]
    if token.dep_ == "pobj" and head.lower_ in _LENDING:
        holder = head.head
        if holder.pos_ in ("VERB", "AUX"):
            roles = (objects, subjects) if head.lower_ == "as" else (subjects, objects)
            return roles[0](holder) or roles[1](holder)
        if holder.pos_ not in ("NOUN", "PROPN"):
            return []
        if holder.dep_ == "dobj" and holder.head.lemma_ in _LIGHT:
            return subjects(holder.head)  # "provides methods with one dependency"
        return described(holder) or [holder]
    return []


def _one_of(noun: Token) -> Token:
    """Return the *one* of "one of the components", which stands where the noun would; any other noun is itself."""
    if noun.dep_ == "pobj" and noun.head.lower_ == "of" and noun.head.head.lower_ == "one":
        return noun.head.head
    return noun


def _from_to(noun: Token) -> list[Token]:
    """Return X and Y of "the X to Y migration", which the parser reads in many ways."""
    names: list[Token] = []
    if noun.lemma_.lower() not in _MOVES or noun.dep_ == "compound":
        return names  # a guide to a migration has not brought it about
    for index in range(noun.i - 1, max(noun.i - 7, noun.sent.start) - 1, -1):
        word = noun.doc[index]
        if word.ent_type_ and len(names) < 2:
            names.append(word)
        elif word.lower_ not in ("to", "-") or not names:
            break
    between = noun.doc[names[1].i : names[0].i] if len(names) == 2 else ()
    return names[::-1] if any(word.lower_ == "to" for word in between) else []


def _bases(word: Token) -> list[Token]:
    """Return X of "an X-based service", "X-powered"."""
    return [
        token
        for child in (word, *word.children)
        if child.lower_ in ("based", "powered", "backed", "driven", "style", "hosted", "built")
        for token in child.children
        if token.ent_type_ and token.i < child.i and token.doc[child.i - 1].text == "-"
    ]


def _copula_says(noun: Token) -> list[Token]:
    """Return what "the noun is" leads to: "the owner is Ana", "the advice is to use X"."""
    noun = _one_of(noun)
    if noun.dep_ != "nsubj" or noun.head.lemma_ != "be":
        return []
    said = [word for child in noun.head.children if child.dep_ == "attr" for word in expand(child)]
    inner = (verb for child in noun.head.children if child.dep_ in ("xcomp", "ccomp") for verb in verbs(child))
    return said or [word for verb in inner for word in objects(verb)]


def _is_apart(noun: Token) -> bool:
    """Whether an apposition says what something is: with its article, and no member of a list ("X, a Y or a Z")."""
    article = any(child.dep_ == "det" for child in noun.children)
    return article and not any(child.dep_ == "conj" and any(child.children) for child in noun.children)


def _named_modifiers(noun: Token) -> Iterator[Token]:
    for child in noun.children:
        if child.dep_ in _MODIFIERS and child.i < noun.i and child.ent_type_:
            yield from expand(child)
