"""The project of a text by its own name: a text of the project `billing-platform` may say "the Billing Platform"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from spacy.tokens import Doc, Span

from memory_fabric.nlp.doc_text import text_of
from memory_fabric.text import kebab

PROJECT = "memory_fabric_project"
"""Key in `doc.user_data`: the project of the text, as it was given."""

_SEPARATOR = r"[\s_-]"
_SHORTEST = 5


def named_project(doc: Doc) -> Iterator[Span]:
    """Yield the mentions of the text's own project, a component."""
    project = doc.user_data.get(PROJECT)
    name = kebab(project) if project else ""
    if len(name) < _SHORTEST:
        return
    for match in _pattern(name).finditer(text_of(doc)):
        span = doc.char_span(*match.span(), label="component")
        if span is not None:
            span.id_ = name
            yield span


@lru_cache(maxsize=256)
def _pattern(name: str) -> re.Pattern[str]:
    """Return what finds a name of several words in any writing; of one word, only in its own or with a capital."""
    words = [re.escape(word) for word in name.split("-")]
    if len(words) == 1:
        return re.compile(rf"(?<![\w-])(?:{words[0]}|{words[0].capitalize()})(?![\w-])")
    return re.compile(rf"(?<![\w-]){_SEPARATOR.join(words)}(?![\w-])", re.IGNORECASE)
