"""Which encoding a text file is in: by its byte order mark, by being UTF-8, or by a guess."""

from __future__ import annotations

import codecs
from pathlib import Path

from charset_normalizer import from_bytes

from memory_fabric.errors import TranscriptError

UTF_8 = "utf-8"

# The marks of UTF-32 come first: one of them begins with a mark of UTF-16.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_CHUNK = 1 << 16
_SAMPLE = 1 << 13
_PRINTABLE_ASCII = bytes(range(0x20, 0x7F))


def encoding_of(path: Path) -> str:
    """Return the Python name of the file's encoding.

    A file that is UTF-8 but for a few damaged bytes counts as UTF-8; only one in which the damage outweighs
    the sound characters is taken for an older encoding and guessed at.

    Raises:
        TranscriptError: it is no text, or in an encoding that cannot be told.
        OSError: it cannot be opened.
    """
    with path.open("rb") as file:
        head = file.read(4)
        for mark, name in _MARKS:
            if head.startswith(mark):
                return name
        file.seek(0)
        decoder = codecs.getincrementaldecoder(UTF_8)()
        sound = False
        while chunk := file.read(_CHUNK):
            pending, _ = decoder.getstate()
            try:
                sound = not decoder.decode(chunk).isascii() or sound
            except UnicodeDecodeError as error:
                return UTF_8 if sound else _judge(pending + chunk, error.start)
    return UTF_8


def _judge(data: bytes, fault: int) -> str:
    """Return the encoding of a stretch that is not all UTF-8; its first other byte stands at `fault`."""
    text = codecs.getincrementaldecoder(UTF_8)("surrogateescape").decode(data)
    damaged = sum("\udc80" <= char <= "\udcff" for char in text)
    foreign = sum(char > "\x7f" for char in text)
    if foreign - damaged >= damaged:
        return UTF_8
    if b"\0" in data:
        raise TranscriptError("is no text file")
    guess = from_bytes(data[max(0, fault - _SAMPLE) : fault + _SAMPLE]).best()
    if guess is None or not _extends_ascii(guess.encoding):
        raise TranscriptError("is neither UTF-8 nor in another encoding that can be told")
    return guess.encoding


def _extends_ascii(encoding: str) -> bool:
    return _PRINTABLE_ASCII.decode(encoding, "replace") == _PRINTABLE_ASCII.decode("ascii")
