"""Markdown and other markup off, offsets kept: `mask` returns text of the same length, position for position.

What is not prose (code blocks, comments, URLs, paths, e-mail addresses, struck-out words) becomes blank or a filler
word; what only decorates prose (bullets, emphasis, backticks, link targets, pictographs) becomes blank; code spans and
the words of links stay, since they name things.
"""

from __future__ import annotations

import re

from memory_fabric.nlp.surface.codeblocks import code_blocks

# Texts come from anywhere, so no pattern may go back over what it has read: runs are possessive (`++`), start only
# where a run can start, or are bounded.
# Colours and movements of a terminal, titles of its window, and characters that no one sees.
_CONTROLS = re.compile(
    r"""
      \x1b(?:\[[0-9;:?]{0,40}+[ -/]{0,2}+[@-~]|\][^\x07\x1b\n]{0,300}+(?:\x07|\x1b\\)|[()][A-Z0-9])?
    | [\x00-\x08\x0e-\x1f\x7f]
    """,
    re.VERBOSE,
)
# What decorates the beginning of a line.
_LINE_MARKS = re.compile(
    r"""
    ^(?: [ \t]{0,3}\[[^\[\]\n]{1,100}+\]:[ \t]+(?:<|\w++:|\.{0,2}/)[^\n]*+    # target of a reference
       | [ \t]*+[-=+|:*_~^"'\#.](?:[ \t]*+[-=+|:*_~^"'\#.])++[ \t]*+$         # rule, underline of a title or a table
       | [ \t]{0,3}\#{1,6}(?=\s)                                              # heading marks
       | [ \t]*(?:[-*+•]|\d{1,3}[.)]|[a-z]\))[ \t]+(?:\[[ xX]\][ \t])?        # list marks
       | [ \t]*>[> \t]*+                                                      # block quote
       | [ \t]*\.\.[ \t]+(?:[\w-]++::|_[^\n:]{1,100}+:[^\n]*+)                # directive, target (reStructuredText)
       | [ \t]*\[\d\d?:\d\d(?::\d\d)?\](?:[ ]<[^<>\s]{1,50}+>)?               # time and name of a line of chat
    )
    """,
    re.VERBOSE | re.MULTILINE,
)
_MARKS = re.compile(
    r"""
    (?=[<(\[!:~*_`\u2600-\u27BF\u2B00-\u2BFF\U0001F000-\U0001FAFF])(?:   # nothing else begins a mark: most is passed by
      <(?:https?|mailto):[^<>|\n]{0,500}+\|(?P<label>[^<>|\n]{0,200}+)>    # Slack's link: the label stays
    | <[@!][^<>\n]{0,100}+>                                                # Slack's mention
    | </?[A-Za-z][^<>\n]{0,200}+>                                          # HTML tag, link in angle brackets
    | (?<=\])\((?:[^()\s]++|\([^()\s]*+\))*+(?:[ \t]+"[^"\n]{0,300}+")?\)  # link target
    | (?<=\])\[[^\[\]\n]{0,100}+\]                                         # link reference
    | \[\^[^\[\]\s]{1,50}+\]:?                                             # footnote mark
    | (?<=[^\n])!\[[^\[\]\n]{0,300}+\]\([^()\n]{0,500}+\)                  # picture amid words
    | \[\[[^\[\]|\n]{1,100}+\|                                             # page behind a wiki link
    | ~~[^~\n]{1,500}+~~                                                   # struck out: withdrawn by the author
    | (?<![\w:]):[a-z][a-z0-9_+-]{1,40}+:(?![\w:])                         # emoji by name, role of a code span
    | [\U0001F000-\U0001FAFF\u2600-\u27BF\u2B00-\u2BFF]++                  # pictographs
    | \*{2,}+|__(?=\S)|(?<=\S)__|~~|`+_{0,2}                               # emphasis, code span
    | (?<!\w)[*_](?=\w)|(?<=[\w.,:;!?)])[*_](?!\w)
    )
    """,
    re.VERBOSE,
)
# First parts of a path, beside those that start with a sign; "Redis/Kafka/Solr" is none.
_ROOTS = (
    "api|app|apps|assets|bin|build|cmd|code|config|configs|data|dist|doc|docs|etc|examples|home|include|internal|lib|libs"
    "|main|modules|node_modules|opt|packages|patterns|pkg|public|resources|root|scripts|server|services|site-packages|src"
    "|static|templates|test|tests|tmp|tools|usr|utils|var|vendor|web"
)
_FILLER = re.compile(
    rf"""
      \b(?:https?|ftp|file|s3|gs|ssh|git|jdbc|redis|postgres|postgresql|mysql|mongodb|amqp)://[^\s<>()\[\]"'`]+   # URL
    | (?<![\w.@/-])(?:www\.|(?:[a-z0-9-]++\.){{1,5}}(?:com|org|io|dev|app|ai|co|de|edu|gov|uk|cloud)/)[^\s<>()\[\]"'`]+
    | (?<![\w.+-])[\w.+-]++@[\w-]++\.[\w.-]+\b                     # e-mail
    | (?<![\w/.])(?:~|\.{{1,2}})?/(?:[\w.@+-]+/)+[\w.@+-]*         # Unix path
    | (?<![\w/@.-])(?:{_ROOTS})/(?:[\w.@-]++/)++[\w.@-]*           # relative path from a usual folder
    | (?<![\w/@.-])(?:[\w.-]++/){{3,}}[\w.-]+                      # relative path of four parts and more
    | (?<![\w/@-])(?:[\w-]++/)+[\w-]++\.[a-z]{{1,4}}\b             # relative path to a file
    | \b[A-Za-z]:\\[\w\\.-]+                                       # Windows path
    """,
    re.VERBOSE,
)
# What may hold one of them: few words do, so that the rest is passed by quickly.
_MAY_BE_ADDRESS = re.compile(r"(?<!\S)(?:www\.|[^\s/@\\]*+[/@\\])\S*+")
_FILLER_SIGN = "x"
_SHORTEST_FILLER = 4
_BRACKETS = re.compile(r"[\[\]|\t\r\f\v\u00a0\u200b\ufeff]")


def is_filler(word: str) -> bool:
    """Whether a word of a masked text stands for an address or a path, and so names nothing."""
    return len(word) >= _SHORTEST_FILLER and not word.strip(_FILLER_SIGN)


def mask(text: str) -> str:
    """Return `text` with markup blanked and what is no prose filled, each position kept."""
    text = _CONTROLS.sub(lambda match: _blanked(match.group()), text)
    text = text.replace("\r", " ")  # else no line would end where it ends
    parts: list[str] = []
    at = 0
    for start, end in code_blocks(text):
        parts += text[at:start], _blanked(text[start:end])
        at = end
    lines = _LINE_MARKS.sub(lambda match: _blanked(match.group()), "".join([*parts, text[at:]]))
    blanked = _MARKS.sub(_without_marks, lines)
    filled = _MAY_BE_ADDRESS.sub(lambda match: _FILLER.sub(_filler, match.group()), blanked)
    return _BRACKETS.sub(" ", filled)


def _without_marks(match: re.Match[str]) -> str:
    if match["label"] is None:
        return _blanked(match.group())
    start = match.start("label") - match.start()
    return " " * start + match["label"] + " "


def _filler(match: re.Match[str]) -> str:
    return _FILLER_SIGN * len(match.group())


def _blanked(text: str) -> str:
    return "\n".join(" " * len(line) for line in text.split("\n"))
