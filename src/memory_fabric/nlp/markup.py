"""Markdown and other markup off, offsets kept: every function returns text of the same length, position for position.

What is not prose (code blocks, HTML comments, URLs, paths, e-mail addresses) becomes blank or a filler word; what only
decorates prose (bullets, emphasis, backticks, link targets) becomes blank; code spans stay, since they name things.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

# Texts come from anywhere, so no pattern may go back over what it has read: runs are possessive (`++`), and start only
# where a run can start.
_BLANK = re.compile(
    r"""
      ^(?P<fence>`{3,}+|~{3,}+)[^\n]*+\n(?:.*?\n)??[ \t]*+(?P=fence)[^\n]*+$   # fenced code block
    | ^(?:`{3,}+|~{3,}+)[^\n]*+\n.*\Z                                         # a fence that is never closed
    | <!--.{0,1000}?-->                                                    # HTML comment
    | </?[A-Za-z][^<>\n]{0,200}>                                           # HTML tag
    | (?<=\])\([^()\s]*(?:\s+"[^"\n]*")?\)                                 # link target
    | ^[ \t]{0,3}\#{1,6}(?=\s)                                             # heading marks
    | ^[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t])?               # list marks
    | ^[ \t]*>+                                                            # block quote
    | ^[ \t]*+\|?[ \t]*+:?-{2,}+[-:| \t]*+$                                # table rule, horizontal rule
    | \*\*|__(?=\S)|(?<=\S)__|~~|`+|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)    # emphasis, code span marks
    """,
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)
_FILLER = re.compile(
    r"""
      \b(?:https?|ftp|file|s3|gs|ssh|git)://[^\s<>()\[\]"'`]+      # URL
    | (?<![\w.+-])[\w.+-]++@[\w-]++\.[\w.-]+\b                     # e-mail
    | (?<![\w/.])(?:~|\.{1,2})?/(?:[\w.@+-]+/)+[\w.@+-]*           # Unix path
    | (?<![\w/@.-])(?:[\w.-]++/){2,}[\w.-]+                        # relative path of three parts and more
    | (?<![\w/@-])(?:[\w-]++/)+[\w-]++\.[a-z]{1,4}\b               # relative path to a file
    | \b[A-Za-z]:\\[\w\\.-]+                                       # Windows path
    """,
    re.VERBOSE,
)
_HARD_BREAK = re.compile(
    r"""\n[ \t]*\n            # blank line
      | \n(?=[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t])      # list item follows
      | \n(?=[ \t]{0,3}(?:\#{1,6}\s|>|\|))           # heading, quote or table row follows
      | (?<=[.!?:;])[ \t]*\n                         # the line ends a sentence
      | (?<=;)[ ](?=\w)                              # a semicolon parts two sentences
      | \n(?=[ \t]*[-\w ]{1,30}:[ \t])               # "Name: words" follows
    """,
    re.VERBOSE,
)
_HEADING = re.compile(r"[ \t]{0,3}#{1,6}\s")
_SENTENCE_END = re.compile(r"[.!?\u3002\uff01\uff1f][\"')\]]*\s|\n")


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of prose that is parsed as one: `text` is masked and stands at `start` of the document."""

    start: int
    text: str


def mask(text: str) -> str:
    """Return `text` with markup blanked and what is no prose filled, each position kept."""
    blanked = _BLANK.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)
    filled = _FILLER.sub(lambda match: "x" * len(match.group()), blanked)
    return re.sub(r"[\[\]|\t\r\f\v\u00a0\u200b\ufeff]", " ", filled)


def segments(text: str, longest: int = 2_000) -> list[Segment]:
    """Return the prose of a document in order, cut where no sentence can go on, each at most `longest` characters."""
    masked = mask(text)
    found: list[Segment] = []
    start = 0
    for end, following in [*((m.start(), m.end()) for m in _HARD_BREAK.finditer(text)), (len(text), len(text))]:
        if end > start:
            found.extend(_cut(masked, start, end, longest))
        start = max(start, following if text[end:following].strip() == "" else end)
    return found


def pieces(text: str, longest: int) -> list[tuple[int, int]]:
    """Return the spans of the statements of a turn: the whole turn where it is short, else its paragraphs (a heading
    stays with what follows it), and where those are long their sentences, each at most `longest` characters.

    Together the pieces hold every character that is not white space.
    """
    if not text.strip():
        return []
    if len(text.strip()) <= longest:
        return [_trim(text, 0, len(text))]
    found: list[tuple[int, int]] = []
    start = 0
    for match in re.finditer(r"\n[ \t]*\n\s*|\Z", text):
        if _HEADING.match(text, start) and "\n" not in text[start : match.start()].strip() and match.end() < len(text):
            continue
        found.extend(_pack(text, start, match.start(), longest))
        start = match.end()
    return found


def _cut(masked: str, start: int, end: int, longest: int) -> list[Segment]:
    return [Segment(a, masked[a:b]) for a, b in _pack(masked, start, end, longest)]


def _pack(text: str, start: int, end: int, longest: int) -> list[tuple[int, int]]:
    """Cut `text[start:end]` into trimmed spans of at most `longest`, at the last sentence end that fits, else at a
    space, else anywhere.
    """
    found: list[tuple[int, int]] = []
    start, end = _trim(text, start, end)
    while start < end:
        stop = end
        if end - start > longest:
            window = text[start : start + longest]
            ends = [match.end() for match in _SENTENCE_END.finditer(window)]
            stop = start + (ends[-1] if ends else (window.rfind(" ") + 1 or longest))
        found.append(_trim(text, start, stop))
        start, end = _trim(text, stop, end)
    return found


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
