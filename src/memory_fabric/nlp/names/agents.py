"""Agents that are told by where they stand rather than by their last word: "architect suggests Kafka", "ask tester",
"the growth-loops agent", "growth-loops recommends a survey".

The words around them are data: the `agent` row of `ContextRow`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from spacy.tokens import Doc, Span, Token

from memory_fabric.nlp.doc_text import text_of
from memory_fabric.nlp.names.code_spans import is_code
from memory_fabric.nlp.names.contexts import opens_sentence
from memory_fabric.nlp.names.lexicon import Lexicon
from memory_fabric.nlp.names.ordinary import is_ordinary
from memory_fabric.nlp.rows import ContextRow, SuffixRow
from memory_fabric.text import kebab

_HYPHENATED = r"[a-z][a-z\d]*(?:-[a-z\d]+)+"
# "@agent-growth-loops", as coding assistants have it
_CALLED = re.compile(r"(?<![\w/.@])@agent-(?P<name>[a-z][a-z\d]*(?:-[a-z\d]+)*)(?![\w/-])")
_BESIDE = re.compile(rf"(?<![\w@/.-])(?P<name>{_HYPHENATED})`?\s{{1,3}}(?:sub-?)?agent(?![\w-])")
_BEHIND = re.compile(rf"(?<![\w@/.-])(?:sub-?)?agent\s{{1,3}}`?(?P<name>{_HYPHENATED})(?![\w/-]|\.\w)")
# "architect-review", "backend-architect-audit": what the role does
_DEED = re.compile(rf"(?<![\w@/.-]){_HYPHENATED}-(?:review|audit)(?![\w/-]|\.\w)")
_DETERMINERS = frozenset("the our my your their its his her this that".split())
# Ends of words that say what sort of thing another is: "a long-running agent".
_MODIFIER = re.compile(r".*(?:ed|ing|able|ible|less|ly|ish|ful)")
# A part as short as an acronym is no word of English: "ux-copy", "ab-test".
_SHORT = 3
# Signs before a word that it is the rest of: "self-tester", "/admin"
_JOINING = frozenset("-/_.@")
# What an ordinary word may end in beside what the list has.
_ENDINGS = tuple("s es ing".split())


class AgentFinder:
    """Finds agents by the `agent` row of the contexts. `words` are sets of ordinary words of English."""

    def __init__(
        self,
        contexts: Iterable[ContextRow],
        suffixes: Iterable[SuffixRow],
        lexicon: Lexicon,
        words: Sequence[Collection[str]],
    ) -> None:
        row = next((row for row in contexts if row.context == "agent"), None)
        roles = [one for one in suffixes if one.type == "agent"]
        self._lexicon = lexicon
        self._words = words
        self._roles = {one.suffix for one in roles if one.suffix != "agent"}
        self._no_names = frozenset(
            [
                *(row.ordinary if row else ()),
                *(word for one in roles if one.suffix == "agent" for word in one.not_after),
            ]
        )
        self._openers = frozenset(row.before if row else ())
        self._opinions = frozenset(row.after if row else ())
        self._doings = self._opinions | frozenset(row.ending if row else ())
        self._taking = frozenset(row.taking if row else ())
        self._asking = frozenset(row.certain if row else ())
        self._products = frozenset(row.generic if row else ())
        doings = "|".join(sorted(map(re.escape, self._doings), key=len, reverse=True)) or r"(?!)"
        self._doing = re.compile(rf"(?<![\w@/.-])(?P<name>{_HYPHENATED})(?= (?P<verb>{doings})(?![\w-]))")

    def find(self, doc: Doc, names: Sequence[Span]) -> Iterator[Span]:
        """Yield the agents of a tokenised text, `names` being known already."""
        taken = {index for span in names for index in range(span.start, span.end)}
        known = {index for span in names if span.label_ != "agent" for index in range(span.start, span.end)}
        for token in doc:
            if token.lower_ in self._roles and token.is_lower and token.i not in taken and self._is_bare(doc, token):
                yield _agent(doc, token.i, token.i + 1, token.text)
        if "-" not in text_of(doc):
            return
        for pattern in (_CALLED, _BESIDE, _BEHIND):
            for match in pattern.finditer(text_of(doc)):
                span = doc.char_span(*match.span())
                name = doc.char_span(*match.span("name"), alignment_mode="expand")
                if span is None or name is None or any(token.i in known for token in span):
                    continue
                if pattern is _CALLED or self._may_be_called(name, match["name"], is_before=pattern is _BESIDE):
                    yield _agent(doc, span.start, span.end, match["name"])
        for match in self._doing.finditer(text_of(doc)):
            span = doc.char_span(*match.span("name"))
            if span is not None and not any(token.i in taken for token in span) and self._acts(span, match["verb"]):
                yield _agent(doc, span.start, span.end, match["name"])
        for match in _DEED.finditer(text_of(doc)):
            span = doc.char_span(*match.span())
            role = match.group().split("-")[-2]
            if span is not None and role in self._roles and role not in self._products:
                yield _agent(doc, span.start, span.end, match.group())

    def _is_bare(self, doc: Doc, token: Token) -> bool:
        """Whether a role noun stands without an article where a name does: as who acts, or is asked to.

        One that products have too ("debugger") needs a word that only people and agents are the subject of.
        """
        after = doc[token.i + 1] if token.i + 1 < len(doc) else None
        before = doc[token.i - 1] if token.i else None
        if (after is not None and after.text in ("-", "'s", "\u2019s")) or (
            before is not None and before.text in _JOINING
        ):
            return False
        is_product = token.text in self._products
        if before is not None and before.lower_ in (self._asking if is_product else self._taking | self._asking):
            return after is None or not (after.is_alpha and not after.is_stop) or after.lower_ in self._doings
        if after is None or after.lower_ not in self._doings:
            return False
        is_opened = before is not None and before.lower_ in self._openers
        if is_product and after.lower_ not in self._opinions:
            # Where other words keep their articles and capitals: "Yesterday debugger was slow".
            return is_opened and before is not None and before.is_title
        return is_opened or opens_sentence(doc[token.i : token.i + 1])

    def _may_be_called(self, name: Span, text: str, *, is_before: bool) -> bool:
        """Whether what stands beside the word *agent* is its name rather than its sort."""
        parts = text.split("-")
        if self._lexicon.mention(text) is not None or is_code(name):
            return is_code(name)
        if any(part in self._no_names for part in parts) or _MODIFIER.fullmatch(parts[-1]):
            return False
        before = name.doc[name.start - 1].lower_ if name.start else ""
        return before in _DETERMINERS if is_before else True

    def _acts(self, span: Span, verb: str) -> bool:
        """Whether a hyphenated word before a verb is somebody: it stands bare, and is a known agent, or one that
        recommends something and is made of ordinary words, as the names of packages often are not.
        """
        doc = span.doc
        before = doc[span.start - 1].lower_ if span.start else ""
        if not (opens_sentence(span) or before in self._openers):
            return False
        entry = self._lexicon.mention(span.text)
        if entry is not None:
            return entry.type == "agent"
        parts = span.text.split("-")
        return (
            verb in self._opinions
            and all(len(part) <= _SHORT or is_ordinary(part, self._words, _ENDINGS) for part in parts)
            and not any(part in self._no_names for part in parts)
        )


def _agent(doc: Doc, start: int, end: int, name: str) -> Span:
    span = Span(doc, start, end, label="agent")
    span.id_ = kebab(name)
    return span
