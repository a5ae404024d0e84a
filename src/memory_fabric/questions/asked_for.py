"""The noun that a question asks for: "database" of "which database do we use", "person" of "who owns it".

Read from the order of words: what follows the question word, up to the verb.
"""

from __future__ import annotations

from memory_fabric.questions.question import Question

PERSON = "person"

_OF_PERSONS = frozenset({"who", "whom", "whose", "whos"})
_DETERMINERS = frozenset({"what", "which", "whats"})
_QUANTITIES = frozenset({"many", "much", "few"})
_BE = frozenset({"is", "are", "was", "were", "'s", "s", "\u2019s", "be"})
_ARTICLES = frozenset("the our my your their its his her this that these those any all some other".split())
# "What is a bloom filter" asks for what it is, not for a filter.
_A = frozenset({"a", "an"})
_COMMANDS = frozenset({"list", "name", "show", "give", "find", "get", "enumerate"})
_RECEIVERS = frozenset({"me", "us", "all", "of", "out"})
# What only stands for the noun that follows: "kind of database", "the name of the queue".
_KINDS = frozenset("kind kinds type types sort sorts name names list set number combination pair".split())
_EMPTY_NOUNS = frozenset(
    "thing things stuff one ones way ways idea deal matter point time times people person someone anyone".split()
)
_PARTICIPLES = ("VBN", "VBG")
_LONGEST = 8


def read_asked_for(question: Question) -> str | None:
    """Return the lemma of the noun asked for, `person` for who, whom and whose, None where nothing tells."""
    for at, word in question.runs():
        if word in _OF_PERSONS:
            return PERSON
        if word in _DETERMINERS:
            return _after_what(question, at + 1)
        if word == "how" and at + 1 < len(question.words) and question.words[at + 1].lower_ in _QUANTITIES:
            return _noun(question, at + 2)
        if word in ("how", "why", "when", "where"):
            return None
    return _told(question)


def _after_what(question: Question, start: int) -> str | None:
    word = question.words[start].lower_ if start < len(question.words) else ""
    if word == "of":
        return _noun(question, start + 1)
    if word not in _BE:
        return _noun(question, start)
    after = question.words[start + 1] if start + 1 < len(question.words) else None
    if after is None or after.lower_ in _A or after.tag_ in _PARTICIPLES:
        return None
    return _noun(question, start + 1)


def _told(question: Question) -> str | None:
    """Return the noun of what is no question in its form: "list the services …", "any problems with …"."""
    for at, word in question.runs():
        if word in _COMMANDS or word == "any":
            start = at + 1
            while start < len(question.words) and question.words[start].lower_ in _RECEIVERS:
                start += 1
            return _noun(question, start)
        if at > 2:
            break
    return None


def _noun(question: Question, start: int) -> str | None:
    """Return the last noun of those that begin here, before a verb, a preposition or a pronoun."""
    found: str | None = None
    for at in range(start, min(start + _LONGEST, len(question.words))):
        word = question.words[at]
        if question.is_noun(at):
            found = word.lemma_.lower()
        elif question.name(at) is not None:
            if found:
                break  # "which editor Bo prefers"
        elif word.lower_ == "of" and found in _KINDS:
            found = None
        elif not (question.describes(at) or word.lower_ in _ARTICLES):
            break
        elif found and word.tag_ in _PARTICIPLES and question.words[at - 1].text != "-":
            break  # "the services owned by", but "the error-handling approach"
    return None if found in _EMPTY_NOUNS else found
