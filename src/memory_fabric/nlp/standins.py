"""What the parser reads in the place of names and of what it takes for something else, and the way back.

The small model reads words, not tags: an ordinary name in the place of a rare one is what it parses best (measured:
+.04 F1, a noun reading for names from .89 to .998). A series of names ("X, Y/Z and W") is one name to it, and a verb
that looks like the plural of a noun ("the worker caches results") is one that does not. `placeholder` puts the
stand-ins before the parse; `unfold` puts the series and the verbs back, with their places in the parse.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc, Span, Token

from memory_fabric.nlp.clauses.headers import mark_header
from memory_fabric.nlp.doc_text import TEXT, text_of
from memory_fabric.nlp.paired import pair
from memory_fabric.nlp.unsaid import UNDER, UNSAID, put_in

OFFSETS = "memory_fabric_offsets"
_FOLDED = "memory_fabric_folded"
_VERBS = "memory_fabric_verbs"

_STAND_INS = {"agent": "Microsoft", "person": "Maria", "organization": "Microsoft", "component": "Microsoft"}
_STAND_IN = "Python"
_SIGNS = frozenset({"/", "+", "&"})
# Third persons that are plurals too, by their base form, and what stands in for them.
_STAND_IN_VERB = "keeps"
# What is told to be done to a name, at the beginning of a sentence, and is a noun to the parser: "Ditch X, use Y".
_STAND_IN_COMMAND = "Use"
_COMMANDS = frozenset(
    "axe avoid adopt ditch dump evaluate kill migrate nuke pick retire scrap skip sunset swap trial try".split()
)
_SENTENCE_ENDS = frozenset(".!?:;\n")


def _third_person(verb: str) -> str:
    if verb.endswith("y") and verb[-2] not in "aeou":
        return f"{verb[:-1]}ies"
    return verb + ("es" if verb.endswith(("ch", "sh", "x", "ss")) else "s")


# "Our self hosted X", "with managed X": participles that the parser takes for verbs, and what stands in for them.
_STAND_IN_ADJECTIVE = "local"
_RUN = frozenset({"hosted", "managed", "built", "run", "operated", "maintained"})
_MAYBE_RUN = re.compile(r"self|hosted|managed", re.IGNORECASE)
_BEFORE_ADJECTIVES = frozenset(
    "a an the our my your their its his her this that to with by for from of on in and or old new current own".split()
)
_HOMOGRAPHS = {
    _third_person(verb): verb
    for verb in (
        "store log test build host ship record track queue index cache handle process export import load dump stream "
        "monitor schedule manage power support trigger wrap target mirror route guard sign check scan document archive "
        "limit scale hook drive need use plan replace design model sample benchmark profile batch publish push pull "
        "fetch search report label question interface implement control time back list map run deploy sync render "
        "encrypt audit market stage lock pin tag merge draft query forward delegate proxy pipe feed poll flush "
        "dispatch post read write fetch list sort filter watch link patch crawl call"
    ).split()
}
# What can stand behind a plural, but not where a verb has its object.
_NO_OBJECT = frozenset(
    "is are was were be been has have had can could will would should must may might do does did and or but nor of "
    "for in on at to from with by as that which who whose when while if because than so not via into over under "
    "between i we you he she it they there here then".split()
)
_FINITE = frozenset("is are was were has have had can could will would should must may might does did".split())
_CLAUSE_STARTS = frozenset("that which who when while where if because since so and but or whose".split())


@dataclass(frozen=True, slots=True)
class _Piece:
    """A token of a folded series: a name with its entity, or what stands between two."""

    word: str
    space: bool
    start: int
    end: int
    label: str = ""
    id_: str = ""


@dataclass(slots=True)
class _Draft:
    """A Doc in the making: its words, their places in the text as it was, and its names by their first token."""

    words: list[str] = field(default_factory=list)
    spaces: list[bool] = field(default_factory=list)
    offsets: list[tuple[int, int]] = field(default_factory=list)
    names: list[tuple[int, str, str]] = field(default_factory=list)

    def add(self, word: str, *, space: bool, start: int, end: int, label: str = "", id_: str = "") -> None:
        if label:
            self.names.append((len(self.words), label, id_))
        self.words.append(word)
        self.spaces.append(space)
        self.offsets.append((start, end))

    def finish(self, doc: Doc, new: Doc) -> Doc:
        spans = []
        for at, label, id_ in self.names:
            span = Span(new, at, at + 1, label=label)
            span.id_ = id_
            spans.append(span)
        new.set_ents(spans, default="missing")
        new.user_data.update(doc.user_data)
        new.user_data.pop(TEXT, None)
        new.user_data[OFFSETS] = self.offsets
        return new


def placeholder(doc: Doc) -> Doc:
    """Return a new Doc in which each name, or series of names, is one ordinary word, without white space tokens.

    `doc.user_data[OFFSETS]` holds the start and end of each token in the text of the old Doc.
    """
    draft = _Draft()
    folded: dict[int, list[_Piece]] = {}
    verbs: dict[int, str] = {}
    series = {group[0].start: group for group in _series(doc)}
    starts = {ent.start: ent for ent in doc.ents}
    named = {token.i for ent in doc.ents if ent.id_ for token in ent}
    lefts_out, is_open = bool(doc.user_data.get(UNDER)), "etc" in text_of(doc)
    tells_how_run = _MAYBE_RUN.search(text_of(doc)) is not None
    index = 0
    unsaid: list[int] = []
    while index < len(doc):
        token = doc[index]
        for word in put_in(doc, index) if lefts_out else ():
            unsaid.append(len(draft.words))
            draft.add(word, space=True, start=token.idx, end=token.idx + len(token))
        ent = starts.get(index)
        if ent is not None:
            group = series.get(index, [ent])
            last = group[-1]
            if len(group) > 1:
                folded[len(draft.words)] = list(_pieces(group))
            draft.add(
                _STAND_INS.get(ent.label_, _STAND_IN), space=bool(last[-1].whitespace_),
                start=ent.start_char, end=ent.end_char, label=ent.label_, id_=ent.id_,
            )  # fmt: skip
            index = last.end
            continue
        stand_in = _stand_in_verb(doc, index, named) if index - 1 in named or index + 1 in named else ""
        if stand_in:
            verbs[len(draft.words)] = token.text
            draft.add(stand_in, space=bool(token.whitespace_), start=token.idx, end=token.idx + len(token))
            index += 1
            continue
        words = _how_it_is_run(doc, index) if tells_how_run else 0
        if words:
            last_word = doc[index + words - 1]
            draft.add(
                _STAND_IN_ADJECTIVE, space=bool(last_word.whitespace_),
                start=token.idx, end=last_word.idx + len(last_word),
            )  # fmt: skip
            index += words
            continue
        index += 1
        if is_open and _goes_on_after_etc(doc, index - 1):
            continue
        if token.is_space:
            if draft.spaces:
                draft.spaces[-1] = True
            continue
        draft.add(token.text, space=bool(token.whitespace_), start=token.idx, end=token.idx + len(token))
    new = draft.finish(doc, Doc(doc.vocab, words=draft.words, spaces=draft.spaces))
    if folded or verbs:
        new.user_data[_FOLDED], new.user_data[_VERBS] = folded, verbs
    if unsaid:
        new.user_data[UNSAID] = frozenset(unsaid)
    mark_header(new)
    return new


def _goes_on_after_etc(doc: Doc, index: int) -> bool:
    """Whether a word is the *etc* of an open series, or the comma before it, and the sentence goes on."""
    if doc[index].text == "," and index + 1 < len(doc):
        index += 1
    return (
        doc[index].lower_ in ("etc", "etc.")
        and index + 1 < len(doc)
        and (doc[index + 1].is_lower or doc[index + 1].text in (",", ")"))
    )


def unfold(doc: Doc) -> Doc:
    """Return the Doc with its folded series of names as the tokens that they are: each name after the first is
    coordinated with the one before it. A Doc without any comes back as it is.
    """
    folded: dict[int, list[_Piece]] = doc.user_data.get(_FOLDED, {})
    verbs: dict[int, str] = doc.user_data.get(_VERBS, {})
    if not folded and not verbs:
        return doc
    draft = _Draft()
    places = [0] * len(doc)
    origin: list[Token | None] = []
    deps: list[str] = []
    heads: list[int] = []
    offsets: list[tuple[int, int]] = doc.user_data[OFFSETS]
    for token in doc:
        places[token.i] = len(draft.words)
        pieces = folded.get(token.i)
        if pieces is None:
            start, end = offsets[token.i]
            draft.add(
                verbs.get(token.i, token.text), space=bool(token.whitespace_), start=start, end=end,
                label=token.ent_type_ if token.ent_id_ else "", id_=token.ent_id_,
            )  # fmt: skip
            origin.append(token)
            continue
        name = len(draft.words)
        for number, piece in enumerate(pieces):
            origin.append(token if number == 0 else None)
            if number:
                heads_to = name
                kind = "conj" if piece.label else ("punct" if piece.word == "," else "cc")
                deps.append(kind)
                heads.append(heads_to)
                if piece.label:
                    name = len(draft.words)
            draft.add(
                token.text if piece.label else piece.word, space=piece.space, start=piece.start, end=piece.end,
                label=piece.label, id_=piece.id_,
            )  # fmt: skip
    unfolded = draft.finish(doc, _parsed(doc, draft, places, origin, deps, heads))
    if UNSAID in doc.user_data:
        unfolded.user_data[UNSAID] = frozenset(places[index] for index in doc.user_data[UNSAID])
    return unfolded


def _parsed(
    doc: Doc, draft: _Draft, places: Sequence[int], origin: Sequence[Token | None], deps: list[str], heads: list[int]
) -> Doc:
    """Return the drafted Doc with the annotations of the old one; `deps` and `heads` are those of new tokens."""
    added = iter(zip(deps, heads, strict=True))
    columns: dict[str, Any] = {"tags": [], "pos": [], "morphs": [], "lemmas": [], "deps": [], "heads": []}
    for word, token in zip(draft.words, origin, strict=True):
        if token is None:
            dep, head = next(added)
            is_name = dep == "conj"
            row = ("NNP" if is_name else "CC", "PROPN" if is_name else "CCONJ", "", word, dep, head)
        else:
            row = (token.tag_, token.pos_, str(token.morph), _lemma(word, token), token.dep_, places[token.head.i])
        for column, value in zip(columns.values(), row, strict=True):
            column.append(value)
    if not doc.has_annotation("DEP"):
        del columns["deps"], columns["heads"]
    return Doc(doc.vocab, words=draft.words, spaces=draft.spaces, **columns)


def _lemma(word: str, token: Token) -> str:
    """Return the lemma of a word that the parser read as `token`."""
    if word == token.text:
        return token.lemma_
    return word.lower() if word.lower() in _COMMANDS else _HOMOGRAPHS.get(word.lower(), token.lemma_)


def _pieces(group: Sequence[Span]) -> Iterator[_Piece]:
    doc = group[0].doc
    for number, ent in enumerate(group):
        if number:
            for token in doc[group[number - 1].end : ent.start]:
                if not token.is_space:
                    yield _Piece(token.text, bool(token.whitespace_), token.idx, token.idx + len(token))
        yield _Piece(ent.text, bool(ent[-1].whitespace_), ent.start_char, ent.end_char, ent.label_, ent.id_)


def _how_it_is_run(doc: Doc, index: int) -> int:
    """Return how many words from one on say how the name behind them is run: two of "self hosted X", one of "managed X"
    behind an article or a preposition; none where there are no such words.
    """
    if doc[index].lower_ == "self" and index + 2 < len(doc):
        behind = doc[index + 2]
        if doc[index + 1].lower_ in _RUN and (behind.is_alpha or behind.ent_type_) and not behind.is_stop:
            return 2
    if doc[index].lower_ in ("managed", "hosted") and 0 < index < len(doc) - 1 and doc[index + 1].ent_id_:
        return int(doc[index - 1].lower_ in _BEFORE_ADJECTIVES)
    return 0


def _series(doc: Doc) -> Iterator[list[Span]]:
    """Yield the names of one type that are joined by a sign, two and more."""
    group: list[Span] = []
    for ent in doc.ents:
        if group and ent.label_ == group[-1].label_ and ent.id_ and _is_joined(group[-1], ent):
            group.append(ent)
            continue
        if len(group) > 1:
            yield group
        group = [ent] if ent.id_ else []
    if len(group) > 1:
        yield group


def _is_joined(left: Span, right: Span) -> bool:
    between = [token for token in left.doc[left.end : right.start] if not token.is_space]
    return len(between) == 1 and between[0].text in _SIGNS


def _stand_in_verb(doc: Doc, index: int, named: Collection[int]) -> str:
    """Return what stands in for a verb that the parser takes for a noun, empty for any other word. `named` are the
    places of names.
    """
    if index - 1 in named and _reads_as_verb(doc, index):
        return _STAND_IN_VERB
    if index + 1 in named and doc[index].lower_ in _COMMANDS and (not index or doc[index - 1].text in _SENTENCE_ENDS):
        return _STAND_IN_COMMAND
    return ""


def _reads_as_verb(doc: Doc, index: int) -> bool:
    """Whether a word that is a verb or a plural, right behind a name, has an object and no other verb after it."""
    if doc[index].lower_ not in _HOMOGRAPHS or index + 1 >= len(doc):
        return False
    after = doc[index + 1]
    if (
        not (after.is_alpha or after.ent_type_)
        or after.lower_ in _NO_OBJECT
        or (after.is_title and not after.ent_type_)
    ):
        return False
    for token in doc[index + 1 :]:
        if token.lower_ in _FINITE:
            return False
        if token.is_punct or token.lower_ in _CLAUSE_STARTS:
            break
    return True


@Language.component("memory_fabric_placeholder")
def _placeholder_component(doc: Doc) -> Doc:
    return placeholder(doc)


@Language.component("memory_fabric_unfold")
def _unfold_component(doc: Doc) -> Doc:
    return unfold(pair(doc))
