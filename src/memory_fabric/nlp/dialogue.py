"""Lines of speech in one text: "Ana: I use Redis." above "Bo: I prefer Memcached.", where *I* is whoever speaks.

Only where a text has several such lines and nobody is known to speak: in a message of somebody's, "Ana: I use Redis" is
said to Ana.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from spacy.tokens import Doc

from memory_fabric.nlp.clauses.headers import HEADER
from memory_fabric.nlp.refs import Ref

_LINE = re.compile(
    r"^[ \t]*(?:[-*>][ \t]+)?[*_]{0,2}"
    r"(?:[A-Z][\w'.-]{1,30}(?: [A-Z][\w'.-]{1,30}){0,2}|[a-z]{2,20}(?:-[a-z]{2,20}){1,3})"
    r"[*_]{0,2}:[*_]{0,2}[ \t]+\S",
    re.MULTILINE,
)
_FEWEST = 2


class Dialogue:
    """Who speaks at a place of a text. One for each document."""

    def __init__(self, text: str, *, has_speaker: bool) -> None:
        lines = [] if has_speaker else [match for _, match in zip(range(_FEWEST), _LINE.finditer(text), strict=False)]
        self._is_on = len(lines) == _FEWEST
        self.speaker: Ref | None = None

    def enter(self, doc: Doc, by_token: Mapping[int, Ref], *, is_heading: bool) -> None:
        """Take note of who speaks in a segment: the name before its colon, else who spoke before."""
        if not self._is_on:
            return
        if is_heading:
            self.speaker = None
        elif len(doc) > 1 and doc[1].text == ":":
            name = by_token.get(0)
            self.speaker = name if name is not None and name.type in ("person", "agent") else None
            if self.speaker is not None:
                doc.user_data.pop(HEADER, None)  # what an agent says describes it no more than what people say
