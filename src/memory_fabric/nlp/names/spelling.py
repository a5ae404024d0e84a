"""Spellings of one name: what may differ between them, and where a name may be written apart.

`Node.js`, `nodejs`, `Node JS` and `node-js` share a key; so do `Élasticsearch` and `elasticsearch`. `C`, `C++` and
`C#` do not, nor do `.NET` and `net`.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

# A dot at the beginning is part of the name: .NET.
_SEPARATOR = re.compile(r"(?<!^)\.|[\s_'\u2019\-\u2010-\u2015]")
# Where capitals and digits show the parts of a name: Postgre|SQL, Java|Script, SQL|Server, but not i|OS.
_CAMEL = re.compile(r"(?<=[a-z]{2})(?=[A-Z][A-Za-z])|(?<=[A-Z]{2})(?=[A-Z][a-z]{2})")
_JOINED_VERSION = re.compile(r"(?<=[a-z#+])v?\d+(?:\.\d+|\.x)*$")
_MOST = 200


class Spelling(NamedTuple):
    """A spelling taken apart. Cuts count characters of the key."""

    key: str
    written: frozenset[int]
    """Where the parts are written apart, by a space, hyphen, dot or apostrophe."""
    implied: frozenset[int]
    """Where a capital begins a new part."""


@lru_cache(maxsize=65_536)
def spelled(text: str) -> Spelling:
    """Return the key of a spelling (no case, accents or separators) and the cuts between its parts."""
    text = text[:_MOST].strip()
    if text.isascii() and text.isalnum() and (text.islower() or text.isupper() or text[1:].islower()):
        return Spelling(text.lower(), frozenset(), frozenset())
    plain = _without_accents(text)
    written: set[int] = set()
    implied: set[int] = set()
    key = ""
    last = 0
    for match in (*_SEPARATOR.finditer(plain), None):
        part = plain[last : match.start() if match else len(plain)]
        implied.update(len(key) + camel.start() for camel in _CAMEL.finditer(part))
        key += part.casefold()
        if match:
            written.add(len(key))
            last = match.end()
    ends = {0, len(key)}
    return Spelling(key, frozenset(written - ends), frozenset(implied - written - ends))


def _without_accents(text: str) -> str:
    if text.isascii():
        return text
    return "".join(char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char))


def letters(text: str) -> str:
    """Return the spelling without separators and accents, in the case given."""
    return _SEPARATOR.sub("", _without_accents(text.strip()))


def without_version(text: str) -> str | None:
    """Return the name before a version that is written in one word with it ("php5", "python3.11"), else None."""
    name = _JOINED_VERSION.sub("", text[:_MOST].lower())
    return text[: len(name)] if 2 <= len(name) < len(text[:_MOST]) else None
