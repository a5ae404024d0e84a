"""Small pure functions on names and texts that more than one part needs."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

_SEPARATORS = re.compile(r"[\s_\-\u2010-\u2015]+")
_UNSTORABLE = re.compile(r"[\x00\ud800-\udfff]")
_CJK = re.compile(r"([\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff])")


@lru_cache(maxsize=16_384)  # one search asks for those of a few names many times
def spelling_key(name: str) -> str:
    """Return the key under which spelling variants of a name are one: case and the kind of separator do not count.

    `cursor_pagination`, `Cursor Pagination` and `cursor-pagination` share a key; `C`, `C++` and `C#` do not, nor do
    `us-east-1` and `us-east-2`: nothing but case and separators is dropped.
    """
    folded = unicodedata.normalize("NFC", name).strip().casefold()
    return _SEPARATORS.sub("-", folded)


def kebab(name: str) -> str:
    """Return a name in lower kebab-case, the canonical form of agents, components, patterns and concepts."""
    return spelling_key(name).strip("-")


def one_line(text: str) -> str:
    """Return the text with every run of white space as one space, in NFC: the form in which texts are compared."""
    return " ".join((text if text.isascii() else unicodedata.normalize("NFC", text)).split())


def spaced_cjk(text: str) -> str:
    """Return the text with a space around each CJK character, which a word index would otherwise take for one word."""
    return text if text.isascii() else _CJK.sub(r" \1 ", text)


def scrub(text: str) -> str:
    """Return the text with lone surrogates and NUL replaced by U+FFFD, one for one, so that offsets hold."""
    if text.isascii() and "\x00" not in text:  # nearly all are, and it is asked of every name and text
        return text
    return _UNSTORABLE.sub("\ufffd", text)


def scrubbed(text: str | None) -> str | None:
    """Return the text without lone surrogates and NUL, None for None."""
    return None if text is None else scrub(text)


def scrub_json(value: Any) -> Any:
    """Return a JSON value with every string in it scrubbed, keys too."""
    if isinstance(value, str):
        return scrub(value)
    if isinstance(value, Mapping):
        return {scrub_json(key): scrub_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [scrub_json(item) for item in value]
    return value
