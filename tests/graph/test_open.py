"""Which backend a URL means."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_fabric.config import default_graph
from memory_fabric.errors import GraphUnavailable, InvalidInput
from memory_fabric.graph.mcp.store import McpStore
from memory_fabric.graph.open import open_store
from tests.graph.statements import said, texts


def test_sqlite_takes_an_absolute_path_and_makes_its_folders(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "down #1?" / "graph.db"

    store = open_store(f"sqlite:///{path}", timeout=5)
    store.write("default", [said("One.")])
    store.close()

    assert path.exists()
    assert store.describe.__self__.path == path  # type: ignore[attr-defined]


def test_sqlite_takes_a_relative_path_which_later_changes_of_folder_do_not_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    store = open_store("sqlite:///here/graph.db", timeout=5)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")

    store.write("default", [said("One.")])

    assert texts(store, "default", "one") == ["One."]
    assert (tmp_path / "here" / "graph.db").exists()
    store.close()


def test_sqlite_knows_the_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))

    open_store("sqlite:///~/graph.db", timeout=5).close()

    assert (tmp_path / "graph.db").exists()


def test_the_default_setting_is_an_embedded_graph() -> None:
    assert default_graph().startswith("sqlite:///")


def test_memory_is_private_and_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    one, other = open_store("memory:", timeout=5), open_store("memory:", timeout=5)

    one.write("default", [said("One.")])

    assert texts(one, "default", "one") == ["One."]
    assert texts(other, "default", "one") == []
    assert list(tmp_path.iterdir()) == []
    one.close()
    other.close()


@pytest.mark.parametrize("url", ["mcp+stdio:servers.json", "mcp+http://localhost:1/mcp", "mcp+https://memory.example"])
def test_mcp_urls_go_to_the_mcp_store(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[tuple[str, float]] = []
    monkeypatch.setattr(McpStore, "open", lambda url, *, timeout: opened.append((url, timeout)))

    open_store(url, timeout=3)

    assert opened == [(url, 3)]


@pytest.mark.parametrize(
    "url", ["", "sqlite", "sqlite:///", "sqlite://graph.db", "memory", "postgresql://x", "/tmp/g.db"]
)
def test_any_other_url_is_refused_by_name(url: str) -> None:
    with pytest.raises(InvalidInput, match=r"^graph: ") as refused:
        open_store(url, timeout=5)

    assert refused.value.field == "graph"


def test_a_folder_that_cannot_be_made_is_an_error_naming_the_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")

    with pytest.raises(GraphUnavailable, match=r"file/graph\.db"):
        open_store(f"sqlite:///{tmp_path}/file/graph.db", timeout=5)


@pytest.mark.parametrize(
    "content", [b"just some text, long enough to be looked at" * 10, b"SQLite format 3\0" + b"x" * 500]
)
def test_a_file_that_is_no_database_is_an_error_naming_it_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)

    with pytest.raises(GraphUnavailable, match=r"notes\.txt"):
        open_store(f"sqlite:///{path}", timeout=0.1)

    assert path.read_bytes() == content


def test_a_folder_in_the_place_of_the_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(GraphUnavailable, match=tmp_path.name):
        open_store(f"sqlite:///{tmp_path}", timeout=0.1)
