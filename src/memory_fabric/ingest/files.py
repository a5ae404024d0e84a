"""Which files the paths given by a caller stand for."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from memory_fabric.errors import InvalidInput
from memory_fabric.ingest.events import Problem, Unrecognised


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file to read. `named` tells whether the caller named it, rather than a folder that it lies in."""

    path: Path
    named: bool


def find_files(paths: Iterable[Path]) -> list[FoundFile | Problem | Unrecognised]:
    """Return the files that are named and those below the folders that are named, each once, sorted by path.

    Below a folder, hidden files and folders are passed over, and symbolic links are not followed, so that
    nothing outside it is read, and nothing twice.

    Raises:
        InvalidInput: a path does not exist, or is neither file nor folder.
    """
    found: list[FoundFile | Problem | Unrecognised] = []
    seen: set[Path] = set()
    for path in paths:
        for entry in _expand(path):
            if isinstance(entry, FoundFile):
                real = entry.path.resolve()
                if real in seen:
                    continue
                seen.add(real)
            found.append(entry)
    return found


def _expand(path: Path) -> Iterator[FoundFile | Problem | Unrecognised]:
    try:
        exists, is_file, is_folder = path.exists(), path.is_file(), path.is_dir()
    except (OSError, ValueError) as error:  # no permission on a folder above it, a name too long
        raise InvalidInput("path", f"{str(path)!r} cannot be looked at: {error}") from error
    if not exists:
        raise InvalidInput("path", f"{str(path)!r} does not exist")
    if is_file:
        yield FoundFile(path, named=True)
    elif is_folder:
        yield from _walk(path)
    else:
        raise InvalidInput("path", f"{str(path)!r} is neither a file nor a folder")


def _walk(folder: Path) -> Iterator[FoundFile | Problem | Unrecognised]:
    refused: list[OSError] = []
    for parent, folders, names in os.walk(folder, onerror=refused.append):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = Path(parent, name)
            if name.startswith("."):
                continue
            if path.is_symlink() or not path.is_file():
                yield Unrecognised(str(path))
            else:
                yield FoundFile(path, named=False)
    for error in refused:
        yield Problem(str(error.filename), None, f"cannot be read: {error.strerror}")
