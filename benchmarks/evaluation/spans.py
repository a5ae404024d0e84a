"""Technology mentions in posts with token labels: exact spans, and spans that overlap.

Application, Library, Language and Operating_System are merged. Blocks that hold a placeholder of the data set are left
out, as its authors do. The labels keep a version apart, while a mention here holds it, so it is taken off first.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.evaluation.score import Score
from memory_fabric.models import Extraction
from training.corpora import labelled_sentences

_MERGED = frozenset({"Application", "Library", "Language", "Operating_System"})
_PLACEHOLDERS = frozenset({"Question_ID", "Question_URL", "CODE_BLOCK", "OP_BLOCK", "Answer_to_Question_ID"})
_VERSION = re.compile(r"[\s-]+v?\d[\w.+]*$")


@dataclass(frozen=True, slots=True)
class Post:
    """The prose of a post, tokens joined by spaces, sentences by blank lines; spans are code point offsets."""

    text: str
    spans: frozenset[tuple[int, int]]


def load(file: Path) -> list[Post]:
    """Read a CoNLL file of posts."""
    posts: list[list[list[tuple[str, str]]]] = []
    for sentence in labelled_sentences(file):
        if any(word == "Question_ID" for word, _ in sentence) or not posts:
            posts.append([])
        if not any(word in _PLACEHOLDERS for word, _ in sentence):
            posts[-1].append(sentence)
    return [_post(sentences) for sentences in posts if sentences]


def score(posts: list[Post], read: Callable[[str], Extraction]) -> tuple[Score, Score]:
    """Return the scores by exact span, and by overlap: each found span that overlaps a wanted one is right, once."""
    exact, overlapping = Score(), Score()
    for post in posts:
        extraction = read(post.text)
        found = {
            (mention.start, mention.start + len(_VERSION.sub("", mention.text)))
            for entity in extraction.entities
            if entity.type == "technology"
            for mention in entity.mentions
        }
        exact.add(len(found & post.spans), len(found), len(post.spans))
        overlapping.add(_overlaps(found, post.spans), len(found), len(post.spans))
    return exact, overlapping


def _post(sentences: list[list[tuple[str, str]]]) -> Post:
    text = ""
    spans: list[tuple[int, int]] = []
    for sentence in sentences:
        inside = False
        for word, label in sentence:
            start = len(text)
            text += word + " "
            wanted = label[2:] in _MERGED
            if wanted and inside and label.startswith("I-"):
                spans[-1] = (spans[-1][0], start + len(word))
            elif wanted:
                spans.append((start, start + len(word)))
            inside = wanted
        text += "\n\n"
    return Post(text, frozenset(spans))


def _overlaps(found: set[tuple[int, int]], wanted: frozenset[tuple[int, int]]) -> int:
    open_ = set(wanted)
    hits = 0
    for start, end in sorted(found):
        partner = next((span for span in sorted(open_) if span[0] < end and start < span[1]), None)
        if partner is not None:
            open_.remove(partner)
            hits += 1
    return hits
