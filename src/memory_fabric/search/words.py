"""Words that carry no meaning of their own."""

from __future__ import annotations

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
