"""What an answer has to hold: a time where the question asks when, a number for how many, a name for who and where."""

from __future__ import annotations

import re
from typing import Literal

from memory_fabric.models import Memory

Form = Literal["time", "number", "name"]

_ASKED: tuple[tuple[Form, re.Pattern[str]], ...] = (
    ("time", re.compile(r"\b(?:when|how long|since when|(?:what|which) (?:year|month|date|day|week|time))\b", re.I)),
    ("number", re.compile(r"\bhow (?:many|much|often)\b", re.I)),
    ("name", re.compile(r"\b(?:who|whom|whose|where)\b|\bnames? of\b", re.I)),
)
# "What did we decide when the disk was full" asks for no time.
_OPENING = 20

_TIME = re.compile(
    r"\b(?:yesterday|today|tonight|tomorrow|last|next|ago|since|recently|just|weekend|this (?:week|month|morning|year)"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october"
    r"|november|december|in may|weeks?|months?|years?|q[1-4]|(?:19|20)\d\d)\b",
    re.I,
)
_NUMBER = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|dozen|once|twice|first|second|third|several|couple|few)\b",
    re.I,
)
_CAPITAL = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]+")  # inside a sentence


def form_asked_for(question: str) -> Form | None:
    """Return what the answer has to hold, None where no question word tells."""
    for form, pattern in _ASKED:
        found = pattern.search(question)
        if found and found.start() <= _OPENING:
            return form
    return None


def has_form(memory: Memory, form: Form) -> bool:
    """Whether a memory's text holds a time or a number, or the memory a name."""
    if form == "time":
        return _TIME.search(memory.text) is not None
    if form == "number":
        return _NUMBER.search(memory.text) is not None
    return bool(memory.entities) or _CAPITAL.search(memory.text) is not None
