"""Lists that go on with the sentence above them: "We use:" over "- Redis for caching" and "- Kafka for events"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from memory_fabric.nlp.surface.segments import Segment

# Words that a sentence cannot end with: what they are about stands in the list.
_OPEN = re.compile(
    r"\b(?:use|uses|used|using|adopt|adopted|adopting|run|runs|running|chose|choose|picked|need|needs|require|requires"
    r"|support|supports|supporting|include|includes|including|replace|replaces|recommend|recommends|prefer|prefers"
    r"|on|with|to|from|by|via|into)(?P<what>[ ]+(?:the[ ]+)?following(?:[ ]+[a-z]{1,20}){0,2})?[ ]*(?P<colon>:)\s*$",
    re.IGNORECASE,
)
_MARK = re.compile(r"\n[ \t]*(?P<mark>[-*+•]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t])?$")
_MOST_ITEMS = 12
_LONGEST_ITEM = 160
_LONGEST = 1_000


def joined(text: str, segments: Sequence[Segment]) -> Iterator[Segment]:
    """Yield the segments of a document, a list and the open line above it as one: its items are a series there.

    Positions stay: commas, and before the last item "&", take the place of list marks.
    """
    index = 0
    while index < len(segments):
        first = segments[index]
        opening = None if first.level else _OPEN.search(first.text[-_LONGEST_ITEM:])
        items = list(_items(text, segments, index)) if opening else []
        if opening and items:
            yield _one(first, items, opening)
        else:
            yield first
        index += 1 + len(items)


def _items(text: str, segments: Sequence[Segment], index: int) -> Iterator[Segment]:
    """Yield the short list items right behind a segment, none where one of them is a sentence or a paragraph."""
    found: list[Segment] = []
    end = segments[index].start + len(segments[index].text)
    for item in segments[index + 1 :]:
        mark = _MARK.search(text[end : item.start])
        if mark is None or text[end : end + mark.start()].strip():
            break
        if len(found) == _MOST_ITEMS or len(item.text) > _LONGEST_ITEM or re.search(r"[.!?:]\s+\S", item.text):
            return
        found.append(item)
        end = item.start + len(item.text)
    if end - segments[index].start <= _LONGEST:
        yield from found


def _one(first: Segment, items: Sequence[Segment], opening: re.Match[str]) -> Segment:
    shift = max(0, len(first.text) - _LONGEST_ITEM)
    blank_from = shift + (opening.start("what") if opening["what"] else opening.start("colon"))
    words = first.text[:blank_from].ljust(len(first.text))
    # Of names alone the model makes a law firm: "Redis, PostgreSQL & Kafka".
    last = " &" if any(" " in item.text.strip() for item in items) else ","
    for number, item in enumerate(items):
        gap = item.start - first.start - len(words)
        sign = " " if number == 0 else ("," if number < len(items) - 1 else last)
        words += sign.ljust(gap)
        words += item.text.rstrip(".;,").ljust(len(item.text))
    return Segment(first.start, words.rstrip())
