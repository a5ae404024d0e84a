from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from memory_fabric.errors import InvalidInput
from memory_fabric.ingest.events import Problem, Unrecognised
from memory_fabric.ingest.files import FoundFile, find_files
from tests.ingest.transcripts import write


def names(folder: Path, *paths: Path) -> list[str]:
    found = find_files(paths or [folder])
    return [str(entry.path.relative_to(folder)) for entry in found if isinstance(entry, FoundFile)]


def test_a_folder_stands_for_the_files_below_it_in_order(tmp_path: Path) -> None:
    for name in ("b/z.vtt", "b/a.vtt", "a.vtt", "c.vtt"):
        write(tmp_path / name, "")
    assert names(tmp_path) == ["a.vtt", "c.vtt", "b/a.vtt", "b/z.vtt"]


def test_hidden_files_and_folders_are_passed_over_but_not_one_that_is_named(tmp_path: Path) -> None:
    for name in (".git/config", ".hidden", "seen", ".named/inside"):
        write(tmp_path / name, "")
    assert names(tmp_path) == ["seen"]
    assert names(tmp_path, tmp_path / ".named", tmp_path / ".hidden") == [".named/inside", ".hidden"]


def test_no_symbolic_link_leads_out_of_a_folder(tmp_path: Path) -> None:
    outside = write(tmp_path / "outside" / "secret", "")
    write(tmp_path / "inside" / "a", "")
    (tmp_path / "inside" / "link").symlink_to(outside)
    (tmp_path / "inside" / "folder").symlink_to(outside.parent)
    (tmp_path / "inside" / "loop").symlink_to(tmp_path / "inside")
    assert find_files([tmp_path / "inside"]) == [
        FoundFile(tmp_path / "inside" / "a", named=False),
        Unrecognised(str(tmp_path / "inside" / "link")),
    ]


def test_a_file_that_is_named_twice_is_read_once(tmp_path: Path) -> None:
    path = write(tmp_path / "a", "")
    assert names(tmp_path, path, tmp_path, path) == ["a"]


def test_a_folder_that_may_not_be_listed_is_named_and_the_rest_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = write(tmp_path / "closed" / "a", "").parent
    write(tmp_path / "open" / "b", "")
    listed = os.scandir

    def scandir(path: str) -> os._ScandirIterator[str]:
        if path == str(closed):
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return listed(path)

    monkeypatch.setattr(os, "scandir", scandir)
    assert find_files([tmp_path]) == [
        FoundFile(tmp_path / "open" / "b", named=False),
        Problem(str(closed), None, "cannot be read: Permission denied"),
    ]


@pytest.mark.parametrize("name", ["missing", "x" * 300, "nul\0"])
def test_a_path_that_does_not_exist_is_wrong_use(tmp_path: Path, name: str) -> None:
    with pytest.raises(InvalidInput) as error:
        find_files([tmp_path / name])
    assert error.value.field == "path"


def test_a_pipe_is_neither_file_nor_folder(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InvalidInput, match="neither a file nor a folder"):
        find_files([tmp_path / "pipe"])
    assert find_files([tmp_path]) == [Unrecognised(str(tmp_path / "pipe"))]
