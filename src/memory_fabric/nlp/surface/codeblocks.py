"""Where a document holds what is no prose as a block: fenced and indented code, literal blocks of reStructuredText,
comments and raw elements of HTML. Time is linear in the text, whatever it holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_MARKS = re.compile(r"[ \t]*(?:(?:>|[-*+]|\d{1,3}[.)])[ \t]+)*+")
_FENCE = re.compile(r"(?P<run>`{3,}+|~{3,}+)(?P<info>[^\n]*)")
_LITERAL_DIRECTIVE = re.compile(
    r"[ \t]*\.\.[ \t]+(?:code|code-block|sourcecode|math|parsed-literal|literalinclude|raw|highlight|graphviz|toctree"
    r"|image|figure|csv-table|testcode|testoutput|doctest)::"
)
_LIST_ITEM = re.compile(r"[ \t]*(?:[-*+•]|\d{1,3}[.)]|[a-z]\))[ \t]")
_CODE_SIGN = re.compile(
    r"[{}\\|$]|\w\(|[;=]|->|::|</|^(?:\#|//|--|@|>>>|import |from \S+ import |def |class |return\b|sudo |pip |npm )"
    r"|^-?[ ]?[a-z_][\w.-]*:(?:\s|$)"
)
_CODE_INDENT = 4
_RAW_OPENING = re.compile(r"<(?:!--|(?P<name>pre|script|style)\b[^<>\n]{0,200}>)", re.IGNORECASE)


def code_blocks(text: str) -> list[tuple[int, int]]:
    """Return the blocks that are no prose, as start and end in the text, in order and apart from each other."""
    found: list[tuple[int, int]] = []
    for start, end in sorted([*_raw_elements(text), *_fenced(text), *_literal(text), *_indented(text)]):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def _raw_elements(text: str) -> Iterator[tuple[int, int]]:
    """Yield HTML comments and elements that hold no prose. What is never closed is none."""
    lowered: str | None = None
    unclosed: set[str] = set()
    at = 0
    while opening := _RAW_OPENING.search(text, at):
        lowered = lowered or text.lower()
        name = (opening["name"] or "").lower()
        closing = f"</{name}" if name else "-->"
        end = -1 if closing in unclosed else lowered.find(closing, opening.end())
        if end < 0:
            unclosed.add(closing)
            at = opening.end()
            continue
        at = end if name else end + len(closing)
        yield opening.start(), at


def _fenced(text: str) -> Iterator[tuple[int, int]]:
    """Yield the blocks between fences, also in lists and quotes. One that is never closed takes the rest."""
    fence, opened = "", 0
    above = ""
    for start, line in _lines(text):
        bare = line[_end_of_marks(line) :].strip()
        if fence:
            if bare.startswith(fence) and not bare.strip(fence[0]):
                yield opened, start + len(line)
                fence, above = "", ""
            continue
        opening = _FENCE.match(bare)
        if opening and _opens(opening, above):
            fence, opened = opening["run"], start
        above = line
    if fence:
        yield opened, len(text)


def _literal(text: str) -> Iterator[tuple[int, int]]:
    """Yield what is indented under a line that ends with `::`, and directives that hold no prose."""
    opener = -1  # the indentation of the line that opened a block
    for start, line in _lines(text):
        if not line.strip():
            continue
        indent = _indentation(line)
        if opener >= 0 and indent > opener:
            yield start, start + len(line)
        elif _LITERAL_DIRECTIVE.match(line):
            opener = indent
            yield start, start + len(line)
        else:
            announces = line.rstrip().endswith("::") and not line.lstrip().startswith("..")
            opener = indent if announces else -1


def _indented(text: str) -> Iterator[tuple[int, int]]:
    """Yield indented blocks that look like code."""
    above = context = ""  # the line above; the last line with words outside of a block
    block: list[tuple[int, str]] = []
    for start, line in _lines(text):
        is_deep = _indentation(line) >= _CODE_INDENT
        if not line.strip():
            if block:
                block.append((start, line))
        elif is_deep and (block or _may_begin_a_block(above, context)):
            block.append((start, line))
        else:
            yield from _block(block)
            block = []
            if not (is_deep and _LIST_ITEM.match(context)):
                context = line
        above = line
    yield from _block(block)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    at = 0
    for line in text.splitlines(keepends=True):
        yield at, line
        at += len(line)


def _end_of_marks(line: str) -> int:
    match = _MARKS.match(line)
    return match.end() if match else 0


def _opens(opening: re.Match[str], before: str) -> bool:
    """Whether a run of backticks or tildes opens a fence: no span on one line ("```x```"), no underlined title."""
    run, info = opening["run"], opening["info"]
    if run[0] == "`":
        return "`" not in info
    return bool(info.strip()) or not before.strip() or len(run) < len(before.strip())


def _may_begin_a_block(above: str, context: str) -> bool:
    """Whether an indented line can begin a code block: after an empty line, or a line that announces it, in no list."""
    return (not above.strip() or above.rstrip().endswith(":")) and not _LIST_ITEM.match(context)


def _block(lines: list[tuple[int, str]]) -> Iterator[tuple[int, int]]:
    """Yield the indented lines as one block where half of them look like code: letters and papers indent prose too."""
    words = [line.strip() for _, line in lines if line.strip()]
    if words and 2 * sum(1 for line in words if _CODE_SIGN.search(line)) >= len(words):
        yield lines[0][0], lines[-1][0] + len(lines[-1][1])


def _indentation(line: str) -> int:
    expanded = line.expandtabs(4)
    return len(expanded) - len(expanded.lstrip())
