"""Texts as the text index sees them: how words are cut and stemmed, and what stands for a memory in it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from tantivy import Filter, TextAnalyzer, TextAnalyzerBuilder, Tokenizer

from memory_fabric.remembered import Remembered
from memory_fabric.stop_words import GRAMMAR_WORDS
from memory_fabric.text import one_line, scrub, spaced_cjk

STATEMENT_WEIGHT = 3
SPEAKER_WEIGHT = 3
BEFORE_WEIGHT = 2
AFTER_WEIGHT = 1
TWO_BEFORE_WEIGHT = 1
LIGHT_WEIGHT = 0.7
"""What a word counts that names who speaks: what they said counts as theirs already."""

PADDING = 40
"""Terms that nobody asks for, added to every memory, so that the shortest are not the best for their length alone."""

MAX_QUERY_TERMS = 256


# Verbs of work and talk whose past is no stem of their present. Forms that are words of their own ("left", "found",
# "bound", "felt", "lay", "rose", "saw", "wound") are not among them.
_IRREGULAR_VERBS = """
become became|begin began begun|break broke broken|bring brought|build built|buy bought|catch caught|choose chose chosen
come came|deal dealt|draw drew drawn|drive drove driven|eat ate eaten|fall fell fallen|fight fought|fly flew flown
forget forgot forgotten|freeze froze frozen|get got gotten|give gave given|go went gone|grow grew grown|hear heard
hide hid hidden|hold held|keep kept|know knew known|lead led|learn learnt|lose lost|make made|meet met|pay paid
ride rode ridden|ring rang rung|run ran|say said|seek sought|sell sold|send sent|shake shook shaken|sing sang sung
sink sank sunk|sleep slept|speak spoke spoken|spend spent|stand stood|steal stole stolen|stick stuck|swim swam swum
take took taken|teach taught|tell told|think thought|throw threw thrown|understand understood|wake woke woken
wear wore worn|win won|withdraw withdrew withdrawn|write wrote written
"""
_BASE_OF = {
    form: base
    for base, *forms in (verb.split() for line in _IRREGULAR_VERBS.split("\n") for verb in line.split("|") if verb)
    for form in forms
}
_WORD = re.compile(r"\w+")
_TO_SPACES = str.maketrans(dict.fromkeys(_WORD.sub("", "".join(map(chr, range(128)))), " "))


def build_analyzer() -> TextAnalyzer:
    """Return the analyzer of the body field: words at anything but letters and digits, folded, English stems.

    Hyphenated names fall into their words, so that `us-east-1` is found by `us-east-1` and by `east`.
    """
    return (
        TextAnalyzerBuilder(Tokenizer.simple())
        .filter(Filter.lowercase())
        .filter(Filter.ascii_fold())
        .filter(Filter.stemmer("english"))
        .build()
    )


_ANALYZER = build_analyzer()


def prepared(text: str) -> str:
    """Return a text as it goes into the analyzer: irregular verbs in their base form, which no stemmer knows."""
    return _PREPARED[text]


def _prepare(text: str) -> str:
    clean = one_line(text) if text.isascii() else spaced_cjk(one_line(scrub(text)))
    # Most texts hold none of them, and in plain ones that is seen fast.
    lower = clean.lower()
    if _BASE_OF.keys().isdisjoint(lower.translate(_TO_SPACES).split() if clean.isascii() else _WORD.findall(lower)):
        return clean
    return _WORD.sub(lambda word: _BASE_OF.get(word[0].lower(), word[0]), clean)


_PREPARED = Remembered(_prepare, most=4_000_000)  # a turn is indexed for itself and for each of its neighbours


def terms(text: str) -> list[str]:
    """Return the index terms of a text, in order; each CJK character is one."""
    return _ANALYZER.analyze(prepared(text))


def _term_of(word: bytes) -> str:
    lower = word.decode()
    (term,) = _ANALYZER.analyze(_BASE_OF.get(lower, lower))
    return term


_TERM_OF = Remembered(_term_of, 20_000_000)  # of plain letters and digits there are few
_TO_WORDS = bytes(ord(chr(code).lower()) if chr(code).isalnum() else ord(" ") for code in range(128)) + bytes(128)


def _term_set(text: str) -> frozenset[str]:
    if not text.isascii() or "_" in text:  # the analyzer alone tells where such words begin and end
        return frozenset(terms(text))
    return frozenset(map(_TERM_OF.__getitem__, text.encode().translate(_TO_WORDS).split()))


# The same memories are looked at for question after question, and twice for each.
_TERMS_OF_TEXT = Remembered(_term_set, 32_000_000)


def term_set(text: str) -> frozenset[str]:
    """Return the distinct index terms of a text."""
    return _TERMS_OF_TEXT[text]


_FUNCTION_TERMS = frozenset(terms(" ".join(GRAMMAR_WORDS)))


@lru_cache(maxsize=8_192)  # questions are made of the same words
def _terms_of_word(word: str) -> tuple[str, ...]:
    return tuple(terms(word))


def query_terms(words: Iterable[str]) -> tuple[str, ...]:
    """Return the distinct terms to look for, at most `MAX_QUERY_TERMS`; function words only where all are."""
    found = dict.fromkeys(term for word in words for term in _terms_of_word(word))
    telling = [term for term in found if term not in _FUNCTION_TERMS]
    return tuple(telling or found)[:MAX_QUERY_TERMS]


def weighed_terms(words: Iterable[str], light: Iterable[str]) -> dict[str, float]:
    """Return the terms to look for, each with what it counts: `LIGHT_WEIGHT` for those of `light`, 1 for others."""
    slight = {term for word in light for term in _terms_of_word(word)}
    return {term: LIGHT_WEIGHT if term in slight else 1.0 for term in query_terms(words)}


_FILLER = " ".join(["\U00010900"] * PADDING)  # a Phoenician letter


def body(statement: str, *, speaker: str = "", before: str = "", two_before: str = "", after: str = "") -> str:
    """Return the one text that is indexed for a memory: its statement, who said it, and its neighbours in the same
    session, each as often as it weighs.

    Repeating makes BM25 into BM25F: a term's frequency is the weighted sum over the parts, and so is the
    length that it is normalised by. What is absent (no session, no speaker) is left out rather than filled
    up, so the length of a memory on its own stays three times its statement, and the index's mean length
    moves with it. The padding is the same for all: it takes from length some of its weight.
    """
    parts = [prepared(statement)] * STATEMENT_WEIGHT
    if speaker:
        parts += [prepared(speaker)] * SPEAKER_WEIGHT
    if before:
        parts += [prepared(before)] * BEFORE_WEIGHT
    if after:
        parts += [prepared(after)] * AFTER_WEIGHT
    if two_before:
        parts += [prepared(two_before)] * TWO_BEFORE_WEIGHT
    return " ".join([*parts, _FILLER])
