"""Text as the parser was taught to read it: plain quotes and hyphens, composed letters, names apart from CJK letters.

The parser saw straight quotes and Latin words between spaces. People write curly quotes, glue names to Chinese or
Japanese, decompose accents, leave marks that nobody sees and write "w/" for "with". `readable` puts all that in the
plain form and remembers where each character came from, so that every offset is one of the text as it was given.
"""

from __future__ import annotations

import html
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from memory_fabric.nlp.rows import SpellingRow

_PLAIN = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u02bc\u2032\uff07", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\uff02", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2212\ufe63\uff0d", "-"),
        **dict.fromkeys("\u2028\u2029\u0085", "\n"),
        **{chr(code): " " for code in (0xA0, 0x1680, 0x202F, 0x205F, 0x3000, 0x200B, *range(0x2000, 0x200B))},
        # Letters, digits and signs at the full width of a CJK character.
        **{chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F) if code not in (0xFF02, 0xFF07, 0xFF0D)},
    }
)
FOR = "\ue000"
"""A sign of no writing that stands for the word *for* where there is no room for it, as between two cells."""

_CJK = "\u2e80-\u2fdf\u3001-\u30ff\u3130-\u318f\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
# What takes more or less room in the plain form than in the text. Each alternative is bounded or reads on only.
_RESIZED = re.compile(
    rf"""
      (?P<entity>&(?:\#[0-9]{{1,7}}|\#[xX][0-9a-fA-F]{{1,6}}|[A-Za-z][A-Za-z0-9]{{1,10}});)   # &amp; &#39;
    | (?P<unseen>[\u00ad\u061c\u200c-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff])
    | (?P<accented>[^\W\d_][\u0300-\u036f]+)                                                  # a letter and its marks
    | (?P<joint>{FOR})                                                                        # two cells of a table
    | (?P<glued>(?<=[{_CJK}])(?=[A-Za-z0-9@.#$(])|(?<=[A-Za-z0-9+#)])(?=[{_CJK}]))            # 我们用Redis
    """,
    re.VERBOSE,
)
_WORD = re.compile(r"\s{1,3}(?P<word>\w{1,30})")
_SHORT = 3  # letters; "U" and "R" are no hurried words
_UNSEEN_ENTITIES = frozenset({"\u00ad", "\u200b", "\u200c", "\u200d", ""})


class Spellings:
    """Ordinary words as people write them in a hurry, from the `spelling` rows of the pattern files."""

    def __init__(self, rows: Iterable[SpellingRow] = ()) -> None:
        self._means = {row.spelling: row for row in rows}
        listed = "|".join(map(re.escape, sorted(self._means, key=len, reverse=True))) or r"(?!)"
        self._written = re.compile(rf"(?<![^\s(,;\"])(?:{listed})(?=[\s.,;:!?)\"]|\Z)", re.IGNORECASE)

    def edits(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Yield where such words stand, as start, end and what they mean. A capital letter alone is no short word."""
        for match in self._written.finditer(text):
            found = match.group()
            row = self._means[found.lower()]
            if len(found) < _SHORT and found != found.lower():
                continue
            if row.before and _next_word(text, match.end()) not in row.before:
                continue
            yield (*match.span(), row.means)


def _next_word(text: str, start: int) -> str:
    match = _WORD.match(text, start)
    return match["word"].lower() if match else ""


@dataclass(frozen=True, slots=True)
class Readable:
    """The plain form of a text. `edits` holds, in order, where in the plain form and where in the given text each run
    that was kept, written anew or left out begins, and whether it was kept.
    """

    text: str
    edits: Sequence[tuple[int, int, bool]] = ()

    def places(self, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """Return where spans of the plain form stand in the text as it was given."""
        if not self.edits:
            return list(spans)
        starts = [plain for plain, _, _ in self.edits]
        return [(self._given(starts, start), self._given(starts, end - 1, after=True)) for start, end in spans]

    def _given(self, starts: Sequence[int], at: int, *, after: bool = False) -> int:
        """Return where the character at `at` begins in the given text, or with `after` where it ends."""
        index = bisect_right(starts, at) - 1
        plain, given, kept = self.edits[index]
        if kept:
            return given + at - plain + after
        return self.edits[index + 1][1] if after else given


def readable(text: str, spellings: Spellings | None = None) -> Readable:
    """Return the plain form of a text, in time linear in its length."""
    found = list(spellings.edits(text)) if spellings else []
    if not text.isascii() or "&" in text:
        text = text.translate(_PLAIN)
        found = _apart([*found, *_rewritten(text)])
    parts: list[str] = []
    edits: list[tuple[int, int, bool]] = []
    length = given = 0
    for start, end, new in found:
        if start > given or not edits:
            parts.append(text[given:start])
            edits.append((length, given, True))
            length += start - given
        if new:
            parts.append(new)
            edits.append((length, start, False))
            length += len(new)
        given = end
        edits.append((length, given, True))
    if not edits:
        return Readable(text)
    parts.append(text[given:])
    return Readable("".join(parts), edits)


def _apart(edits: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """Return edits in order, without those that begin before the end of the one before."""
    kept: list[tuple[int, int, str]] = []
    for edit in sorted(edits):
        if not kept or edit[0] >= kept[-1][1]:
            kept.append(edit)
    return kept


def _rewritten(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the stretches that change their length, as start, end and what stands there in the plain form."""
    for match in _RESIZED.finditer(text):
        found = match.group()
        if match.lastgroup == "glued":
            new = " "
        elif match.lastgroup == "joint":
            new = " for "
        elif match.lastgroup == "accented":
            new = unicodedata.normalize("NFC", found)
            if new == found:
                continue
        elif match.lastgroup == "unseen":
            new = ""
        else:
            new = html.unescape(found)
            if new == found or not _is_one_sign(new):
                continue
            new = "" if new in _UNSEEN_ENTITIES else new.translate(_PLAIN)
        yield (*match.span(), new)


def _is_one_sign(text: str) -> bool:
    return len(text) == 1 and (text.isprintable() or text in _UNSEEN_ENTITIES or text.isspace())
