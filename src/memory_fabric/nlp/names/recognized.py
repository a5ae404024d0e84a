"""What the recogniser found, beside what the lists know: each covers the other's gaps, and they never clash."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from spacy.tokens import Doc, Span

from memory_fabric.models import EntityType
from memory_fabric.nlp.names.code_spans import CANDIDATE
from memory_fabric.nlp.names.contexts import opens_sentence
from memory_fabric.nlp.names.lexicon import Entry, Lexicon
from memory_fabric.nlp.names.recognizer import RECOGNIZED
from memory_fabric.nlp.names.recognizer_model import Found
from memory_fabric.nlp.surface.markup import is_filler
from memory_fabric.text import kebab

# How sure the recogniser must be, by label, where no list knows the name. Chosen on the development sets.
SURE: Mapping[str, float] = {"technology": 0.5, "pattern": 0.6, "organization": 0.8, "person": 0.6}
# And where it says that an ordinary word is meant as a name ("the Go client"), or that a known name goes on.
SURE_OF_CONTEXT = 0.8
SURE_OF_LONGER = 0.5
SURE_OF_CODE = 0.5
SURE_OF_LOST_CAPITAL = 0.6

_VERSION = re.compile(r"[\s-]+v?\d[\w.+]*$")
_PLURAL = re.compile(r"(?<=[A-Z]{2})s$")
_VENDOR = re.compile(r"^(?:the\s+)?Apache\s+(?=\w)", re.IGNORECASE)
_NAME = re.compile(r"[^\W\d_]")
# Identifiers and files are no names, whatever stands around them.
_IDENTIFIER = re.compile(
    r"^[^\w.@#]|^\.[a-z]|[_()\[\]{}<>=$\\\n]|\.(?:bat|c|cc|cfg|conf|cpp|cs|css|csv|dll|exe|gz|h|hpp|html?|ini|jar|java|jpg|json|"
    r"jsx|lock|log|md|pdf|php|png|ps1|py|rb|sh|sql|svg|tar|tf|toml|tsx?|txt|xml|ya?ml|zip)$"
)
_APART = re.compile(r"\s[-\u2013\u2014]\s")
_DASHES = frozenset({"-", "\u2013", "\u2014"})
_MOST_TOKENS = 6
_DETERMINERS = frozenset("a an the this that these those my your his her its our their some any no each every".split())
_BEFORE_VERBS = frozenset(
    "i we you they he she it who will would can could should must may might do does did not".split()
)
# What words beside names are verbs rather than kinds of thing
_DOES = frozenset("allows handles implements integrates lets offers provides runs stores supports uses".split())
# What follows a name by a hyphen and says something of another thing: "a redis-based cache".
_MODIFIERS = frozenset(
    "aware backed based compatible compliant driven enabled first free like native only powered ready related side "
    "specific style".split()
)


class RecognizedNames:
    """Reads the finds of one text against the names that the lists have. `kinds` are words that say what a name is
    and are none of it: "the Kong gateway", "a Kafka client".
    """

    def __init__(self, doc: Doc, lexicon: Lexicon, kinds: Collection[str]) -> None:
        self._doc = doc
        self._lexicon = lexicon
        self._kinds = kinds
        self._found: Sequence[Found] = doc.user_data.get(RECOGNIZED, ())

    def means_name(self, span: Span) -> bool:
        """Whether the recogniser takes a name that is an ordinary word too for what the list says that it is.

        It is not asked where every word has a capital. In lower case it is believed of what has only lost its capital
        ("deployed by concourse"), but not after a determiner ("a puppet"), and of an ordinary word before a version.
        """
        if len(span.text) == 1 or (opens_sentence(span) and not span.text.islower()):
            return False
        sure = SURE_OF_LOST_CAPITAL if span.text.islower() else SURE_OF_CONTEXT
        return (not span.text.islower() or self._has_lost_capital(span)) and any(
            found.label == span.label_ and (found.start, found.end) == (span.start, span.end) and found.score >= sure
            for found in self._found
        )

    def _has_lost_capital(self, span: Span) -> bool:
        """Whether a name may be meant by a word in lower case: not as the first word of a sentence, nor where an
        article points at the thing itself ("a puppet"), but "an excel sheet"; nor where a verb stands ("they excel").
        """
        after = self._doc[span.end] if span.end < len(self._doc) else None
        if after is not None and after.is_digit:
            return True
        if opens_sentence(span):
            return after is not None and after.text in _DASHES
        before = self._doc[span.start - 1].lower_
        entry = self._lexicon.mention(span.text)
        if before in _DETERMINERS or entry is None or entry.needs_context:
            return after is not None and after.lower_ in self._kinds and before not in _BEFORE_VERBS
        return before not in _BEFORE_VERBS

    def beside(self, names: Sequence[Span]) -> Iterator[Span]:
        """Yield what is found beside `names` (those that are settled), and longer forms of them.

        What the lists know and take for an ordinary word here stays one.
        """
        ordinary = {(ent.start, ent.end) for ent in self._doc.ents}
        taken = {index: name for name in names for index in range(name.start, name.end)}
        for found in self._found:
            kind = _type(found)
            if kind is None or found.end - found.start > _MOST_TOKENS or (found.start, found.end) in ordinary:
                continue
            inside = {taken[index].start: taken[index] for index in range(found.start, found.end) if index in taken}
            if inside and not self._goes_on(found, list(inside.values())):
                continue
            if not inside and found.score < SURE[kind]:
                continue
            span = Span(self._doc, found.start, self._end(found), label=kind)
            if (
                not _NAME.search(span.text)
                or _IDENTIFIER.search(span.text)
                or is_filler(span.text)
                or _APART.search(span.text)
                or span.text.lower() in self._kinds
            ):
                continue
            entry = self._lexicon.mention(span.text)
            if entry is not None and (entry.type != kind or entry.needs_context):
                continue
            name = canonical(span.text, kind, entry)
            if entry is None and self._is_our_own(span):
                span, name = Span(self._doc, span.start, span.end, label="component"), kebab(name)
            if _NAME.search(name):
                span.id_ = name
                yield span

    def _is_our_own(self, span: Span) -> bool:
        """Whether a proper name that no list has is one of the writer's own system: "our Lunchify is old". In "our
        Quorvex cluster" it is what the cluster is made of.
        """
        before = self._doc[span.start - 1] if span.start else None
        after = self._doc[span.end] if span.end < len(self._doc) else None
        return (
            span.label_ == "technology"
            and before is not None
            and before.lower_ == "our"
            and all(token.is_title for token in span)
            and (after is None or not after.is_alpha or after.is_stop or after.lower_.endswith(("s", "ed")))
            and (after is None or after.lower_ not in self._kinds or after.lower_ in _DOES)
        )

    def uncertain(self, names: Sequence[Span]) -> Iterator[Span]:
        """Yield what may be a name beside `names`, and is one as the end of a relation only: classes and functions."""
        taken = {index for name in names for index in range(name.start, name.end)}
        for found in self._found:
            if found.label != "code" or found.score < SURE_OF_CODE or found.end - found.start > 1:
                continue
            token = self._doc[found.start]
            if (
                found.start in taken
                or not (token.text.isalnum() and _NAME.search(token.text))
                or token.is_lower
                or token.is_upper
            ):
                continue
            span = Span(self._doc, found.start, found.end, label=CANDIDATE)
            span.id_ = span.text
            yield span

    def _end(self, found: Found) -> int:
        """Return the end of the name, without the kind of thing that it is: "Kong API" is about Kong."""
        end = found.end
        while end - found.start > 1 and not self._doc[end - 1].is_title and self._doc[end - 1].lower_ in self._kinds:
            end -= 1
        return end

    def _goes_on(self, found: Found, inside: Sequence[Span]) -> bool:
        """Whether the find is a longer form of one name: "IntelliJ" goes on in "IntelliJ IDEA", "tokio" in
        "tokio-tls", but "SAML" not in "SAML-compliant".
        """
        if len(inside) != 1 or inside[0].label_ != found.label or found.score < SURE_OF_LONGER:
            return False
        name, end = inside[0], self._end(found)
        if not (found.start <= name.start and name.end <= end and end - found.start > name.end - name.start):
            return False
        added = [token for token in self._doc[found.start : end] if token not in name and token.is_alpha]
        if not added:
            return False  # a version: "SQL Server 2008 R2"
        if name.text == name.text.lower():
            return all(token.lower_ not in _MODIFIERS for token in added)
        return all(not token.is_lower for token in added)


def canonical(text: str, kind: EntityType, entry: Entry | None) -> str:
    """Return the name of a mention: the list's where it has one, else as written, without version and plural."""
    if entry is not None:
        return entry.name
    name = " ".join(_VERSION.sub("", text).split()) or text
    if kind == "pattern":
        return name if name.isupper() else kebab(name)
    if kind == "technology":
        name = _VENDOR.sub("", _PLURAL.sub("", name))
    return name


def _type(found: Found) -> EntityType | None:
    match found.label:
        case "technology" | "pattern" | "organization" | "person":
            return found.label
    return None
