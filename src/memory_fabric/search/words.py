"""Words as the search compares them: stems for matching, and the words that carry no meaning of their own."""

from __future__ import annotations

from functools import lru_cache

from tantivy import Filter, TextAnalyzerBuilder, Tokenizer

from memory_fabric.text import one_line, scrub, spaced_cjk, spelling_key

LIGHT_WORDS = frozenset({
    "a", "an", "the", "this", "that", "these", "those", "it", "its", "is", "are", "was", "were", "be",
    "been", "being", "am", "do", "does", "did", "has", "have", "had", "having", "i", "we", "you", "they",
    "he", "she", "our", "my", "your", "their", "us", "me", "them", "him", "her", "his", "and", "also", "so",
    "just", "really", "very", "quite", "well", "ok", "okay", "please", "then", "now", "there", "here",
    "again", "too", "s", "re", "ve", "ll", "d", "m",
})  # fmt: skip
"""Words whose coming and going leaves a statement's meaning as it was. Prepositions and modals are not among
them.
"""

FUNCTION_WORDS = LIGHT_WORDS | frozenset({
    "what", "whats", "when", "where", "which", "who", "whom", "whose", "why", "how", "if", "as", "at", "by", "for",
    "from", "in", "into", "of", "on", "to", "with", "about", "or", "but", "than", "any", "some", "can", "could",
    "should", "will", "would", "hmm", "hm", "uh", "um", "oh", "hey",
})  # fmt: skip
"""Words of a question that say nothing of what it is about."""

_ANALYZER = (
    TextAnalyzerBuilder(Tokenizer.simple())
    .filter(Filter.lowercase())
    .filter(Filter.ascii_fold())
    .filter(Filter.stemmer("english"))
    .build()
)


@lru_cache(maxsize=16_384)
def name_key(name: str) -> str:
    """Return the spelling key of a name, remembered: one search asks for those of a few names many times."""
    return spelling_key(name)


def stems(text: str) -> list[str]:
    """Return the Snowball stems of a text in order, without accents; each CJK character is a word."""
    return list(_ANALYZER.analyze(spaced_cjk(one_line(scrub(text)))))
