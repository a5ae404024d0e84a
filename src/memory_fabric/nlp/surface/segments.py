"""Documents cut into what is parsed as one (`segments`), and turns into what is remembered as one (`pieces`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memory_fabric.nlp.surface.markup import mask

_HEADING = re.compile(r"[ \t]{0,3}#{1,6}\s")
_LIST_ITEM = re.compile(r"[ \t]*(?:[-*+•]|\d{1,3}[.)]|[a-z]\))[ \t]")
_BOLD_LINE = re.compile(r"[ \t]*(\*\*|__)(?P<title>[^*_\n]{1,80})\1:?[ \t\r]*$", re.MULTILINE)
_UNDERLINE = re.compile(r"\r?\n[ \t]*(?P<sign>[=~^-])(?P=sign)++[ \t\r]*$", re.MULTILINE)
_BOLD_LEVEL = 7
_LONGEST_MARK = 12  # characters before the words of a heading
_STAMP = re.compile(r"[ \t]*[\[(]?(?:\d[\d/.-]{5,9}+[,T ]{1,2})?\d{1,2}:\d\d\b")  # a line of chat
_QUOTE = re.compile(r"[ \t]*>[> \t]*+")
_LABEL = re.compile(r"[ \t]*[*_`]{0,3}[-\w]{1,30}+(?: [-\w]{1,30}+){0,2}[*_`]{0,3}:[*_]{0,3}[ \t]")
_RULE = re.compile(r"[ \t]*+[-=~^*_+|:.\"'#](?:[ \t]*+[-=~^*_+|:.\"'#])++[ \t]*+$")
_TABLE_ROW = re.compile(r"[ \t]*\|")
_ENDS_SENTENCE = re.compile(r"[.!?:;\u3002\uff01\uff1f][\"'\u2019\u201d)\]*_`]*+[ \t]*$")
# A line this long may have been wrapped; words that would have fitted on it stand on a line of their own on purpose.
_WRAPPED = 60
_NEW_STATEMENT = re.compile(
    r"(?:I|We|You|He|She|It|They|The|This|That|These|Those|There|Our|My|Your|No|Yes|Do|Does|Did|Is|Are|Was|Were|Can|Could"
    r"|Should|Would|Will|What|Why|How|When|Where|Who|Which|If|Also|But|So|Then|Please|Let|For|In|On|After|Before|i|we"
    r"|they|he|she)\b"
)
_UNFINISHED = re.compile(
    r"(?:[,(\-\u2013\u2014/&]|\b(?:a|an|the|and|or|of|to|in|on|for|with|by|from|as|at|that|is|are))$"
)
_CONDITION = re.compile(r"\s*(?:if|when|while|unless|because|since|once|although|though)\b", re.IGNORECASE)
# Places within a line where no sentence goes on.
_COLUMNS = re.compile(r"(?<=[^\s|])(?:[ ]*\t[ \t]*+|[ ]{3,}+)(?=[^\s|])|(?<=[ \t])\|(?=[ \t])")  # a table, ruled or not
_INNER_BREAK = re.compile(
    rf"""(?=[ \t|<])(?:
        (?<=;)[ ](?=\w)          # a semicolon parts two sentences, but "X is old; use Y instead" is one
        (?![^.;!?\n]{{0,100}}\b(?:instead|now)\b)
      | {_COLUMNS.pattern}
      | </?(?:p|div|li|ul|ol|br|h[1-6]|t[rdh]|table|blockquote|d[tdl]|section|article|header|footer)\b[^<>\n]{{0,200}}+>
    )""",
    re.VERBOSE | re.IGNORECASE,
)
_CELL = re.compile(r"(?<!\\)\|")
_SENTENCE_END = re.compile(r"[.!?\u3002\uff01\uff1f][\"')\]]*\s|\n")


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of prose that is parsed as one: `text` is masked and stands at `start` of the document.

    `level` is that of a heading, from 1; 0 where it is none.
    """

    start: int
    text: str
    level: int = 0


def segments(text: str, longest: int = 2_000) -> list[Segment]:
    """Return the prose of a document in order, cut where no sentence can go on, each at most `longest` characters.

    Cells of a table, list items and headings are segments of their own.
    """
    masked = mask(text)
    found: list[Segment] = []
    start = 0
    for end, following in [*_breaks(text), (len(text), len(text))]:
        if end > start:
            found.extend(_cut(text, masked, start, end, longest))
        start = max(start, following)
    return found


def _breaks(text: str) -> Iterator[tuple[int, int]]:
    """Yield the places where no sentence can go on, as the end of what stands before and the start of what follows."""
    above = ""
    at = 0
    for ended in text.split("\n"):
        line = ended.rstrip("\r")
        if at and _parts(above, line):
            yield at - 1, at
        inner = _CELL if _TABLE_ROW.match(line) else _INNER_BREAK
        for match in inner.finditer(line):
            place = at + match.start()
            yield place, place if match.group()[0] == "<" else at + match.end()
        above = line
        at += len(ended) + 1


def _parts(above: str, line: str) -> bool:
    """Whether a line begins something new after the line above."""
    if not line.strip() or not above.strip():
        return True
    if _QUOTE.match(above) and _QUOTE.match(line):
        return _parts(_unquoted(above), _unquoted(line))
    if _begins_anew(line) or _HEADING.match(above) or _RULE.match(above) or _ENDS_SENTENCE.search(above):
        return True
    if _COLUMNS.search(above) or _COLUMNS.search(line):
        return True
    if _LIST_ITEM.match(above):
        return line[0] not in " \t" and line[0].isupper()
    return _is_chat(above.strip(), line.strip())


def _unquoted(line: str) -> str:
    return _QUOTE.sub("", line, count=1)


def _begins_anew(line: str) -> bool:
    return any(
        pattern.match(line) for pattern in (_LIST_ITEM, _HEADING, _QUOTE, _TABLE_ROW, _RULE, _LABEL, _STAMP)
    )  # fmt: skip


def _is_chat(above: str, line: str) -> bool:
    """Whether two lines are two statements of someone who ends them with the line, rather than wrapped words."""
    first = line.partition(" ")[0]
    if len(above) + len(first) >= _WRAPPED or not _NEW_STATEMENT.match(line) or _UNFINISHED.search(above):
        return False
    return " " in above and not _CONDITION.match(above)


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


def _cut(given: str, masked: str, start: int, end: int, longest: int) -> list[Segment]:
    return [Segment(a, masked[a:b], _level(given, a, b)) for a, b in _pack(masked, start, end, longest)]


def _level(text: str, start: int, end: int) -> int:
    """Return the level of the heading that stands at `start:end`, 0 where none does.

    A line of bold words alone is a heading of the lowest level.
    """
    line = text.rfind("\n", max(0, start - _LONGEST_MARK), start) + 1
    if line == 0 and start > _LONGEST_MARK:
        return 0
    if _HEADING.match(text, line):
        return text[line:start].count("#")
    if underline := _UNDERLINE.match(text, end):
        return 1 if underline["sign"] == "=" else 2
    return _BOLD_LEVEL if _BOLD_LINE.match(text, line) and "\n" not in text[start:end] else 0


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
