"""Subjects that a heading tells: under "## Redis", "Used for caching." and "Runs on EKS." are said of Redis.

A heading counts that is a name and nothing else, for what stands right under it, not under a heading of its own. A
sentence there that starts with a verb in the third person or with a participle gets a pronoun before the parse, which
reads such sentences best with their subject; the pronoun stands for the heading and for nothing else. What is listed
under "## Tech stack" is the project's, and what "Database: X" lists under the heading of a part is that part's.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from spacy.tokens import Doc

from memory_fabric.nlp.clauses.clause import NAME_WITHOUT_VERB, Clause
from memory_fabric.nlp.names.lexicon import Lexicon
from memory_fabric.nlp.refs import Ref
from memory_fabric.text import kebab

UNDER = "memory_fabric_under"
"""Key in `doc.user_data`: whether a text may stand under a heading that is a name."""

UNSAID = "memory_fabric_unsaid"
"""Key in `doc.user_data`: the places of the pronouns that were put in."""

_VERBS = frozenset(
    "uses stores handles runs requires depends needs supports integrates connects talks publishes consumes reads "
    "writes sends receives listens subscribes caches keeps holds replaces implements exposes provides owns "
    "maintains relies serves powers processes manages collects monitors deploys builds tests hosts queries calls "
    "forwards proxies routes streams pushes pulls enables allows lets persists tracks logs ships works lives sits "
    "wraps follows validates schedules generates renders recommends prefers leverages utilizes employs adopts "
    "orchestrates provisions".split()
)
_PARTICIPLES = frozenset(
    "used written built deployed hosted powered backed based owned maintained implemented packaged developed managed "
    "integrated superseded stored run installed configured needed required".split()
)
_PREPOSITIONS = frozenset("in with on by for to as at using via from around atop inside through under within".split())
_ADVERBS = frozenset("also currently now mainly mostly only still internally optionally primarily originally".split())
# What makes a plural of what could be a verb: "Logs go to X", "Tests are slow".
_FINITE = frozenset(
    "is are was were be go run live end take need use work have has had can could will would should must may might do "
    "does did get come stay land and or".split()
)
_STARTS = frozenset({".", "!", ";"})
_ARTICLES = frozenset({"the", "a", "an", "our"})
_NUMBER = re.compile(r"^[\W_]*(?:\d{1,3}[.)]?\s+)?")
_WORD = re.compile(r"[^\W\d_]+")
_LONGEST_TITLE = 5
_STACK = re.compile(
    r"(?:(?:our|the|current|main|core|full|project) )*"
    r"(?:tech(?:nology|nical)?[ -]?stack|stack|technologies(?: used)?|tech(?: used)?|built (?:with|using)|powered by"
    r"|tools we use|what we use|toolchain)",
    re.IGNORECASE,
)


def put_in(doc: Doc, index: int) -> tuple[str, ...]:
    """Return the words that a sentence of a text under a name (UNDER) leaves out at a place, as it starts there: "Runs
    on X" leaves out *It*.
    """
    if (index and doc[index - 1].text not in _STARTS) or not doc[index].text[0].isupper():
        return ()
    at = index + (doc[index].lower_ in _ADVERBS)
    if at + 1 >= len(doc):
        return ()
    word, after = doc[at].lower_, doc[at + 1]
    if word in _PARTICIPLES and after.lower_ in _PREPOSITIONS:
        return ("It", "is")
    is_verb = word in _VERBS and (after.is_alpha or bool(after.ent_type_)) and after.lower_ not in _FINITE
    return ("It",) if is_verb else ()


def is_name(title: str, lexicon: Lexicon, suffixes: Collection[str]) -> bool:
    """Whether a heading, as it is written, may be a name and nothing else."""
    words = _NUMBER.sub("", title).rstrip(" :#*_`").strip("`*_ ").split()
    if words and words[0].lower() in _ARTICLES:
        words = words[1:]
    if not 0 < len(words) <= _LONGEST_TITLE:
        return False
    last = kebab(words[-1]).rpartition("-")[2]
    return lexicon.mention(" ".join(words)) is not None or last in suffixes


@dataclass(frozen=True, slots=True)
class _Heading:
    level: int
    subject: Ref | None
    is_stack: bool


class Topics:
    """The headings above what is read, by what they name. One for each document."""

    def __init__(self) -> None:
        self._above: list[_Heading] = []

    def open(self, level: int, title: str, start: int, names: Collection[Ref]) -> None:
        """Take note of a heading at `start` of the document, with the entities in it."""
        while self._above and self._above[-1].level >= level:
            self._above.pop()
        named = _subject(title, start, names)
        is_stack = bool(_STACK.fullmatch(title.strip(" :*_#"))) or (self.is_stack and named is None)
        self._above.append(_Heading(level, named, is_stack))

    @property
    def subject(self) -> Ref | None:
        """What is left unsaid right under the nearest heading."""
        return self._above[-1].subject if self._above else None

    @property
    def is_stack(self) -> bool:
        """Whether what stands here is somebody's stack: "## Tech stack"."""
        return bool(self._above) and self._above[-1].is_stack

    def owner(self, project: Ref | None) -> Ref | None:
        """Return whose the technologies are that are listed here, in lines such as "Database: X"."""
        if self.is_stack:
            return project
        named = self.subject
        return named if named is not None and named.type == "component" else None


def mark_items(clauses: Iterable[Clause]) -> None:
    """Take note of the names that a line of a stack starts with, series too: "X and Y for Z"."""
    for clause in clauses:
        top = clause.head
        while top.dep_ in ("conj", "appos") and top.head.ent_type_:
            top = top.head
        if clause.predicate == NAME_WITHOUT_VERB and top.i == 0:
            clause.add("item", [clause.head])


def _subject(title: str, start: int, names: Collection[Ref]) -> Ref | None:
    """Return the one entity that a heading at `start` of a document names, where it says nothing else."""
    if len(names) != 1:
        return None
    (name,) = names
    rest = title[: name.start - start] + " " + title[name.end - start :]
    return None if set(_WORD.findall(rest.lower())) - _ARTICLES else name
