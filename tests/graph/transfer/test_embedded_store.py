"""The same laws on the embedded store, with all that it makes of what it is given."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

from hypothesis import HealthCheck, given, settings

from memory_fabric.graph.sqlite.store import SqliteStore
from memory_fabric.graph.transfer import JSONL, MEMORY_JSONL, export_records, import_file
from tests.graph.transfer.graphs import Kept, graphs, reference_files

SPACE = "shop"
FRESH_FILE = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)


@contextmanager
def fresh_store() -> Iterator[SqliteStore]:
    store = SqliteStore(None, timeout=5)
    try:
        yield store
    finally:
        store.close()


def exported(store: SqliteStore, format: str) -> bytes:
    out = BytesIO()
    export_records(store.dump(SPACE), out, format=format, namespace=SPACE)
    return out.getvalue()


def bring_in(content: bytes, folder: Path, store: SqliteStore) -> None:
    (folder / "export").write_bytes(content)
    assert import_file(folder / "export", lambda records: store.restore(SPACE, records)).ok


@FRESH_FILE
@given(graphs())
def test_an_export_imported_into_an_empty_store_is_exported_as_the_same_bytes(tmp_path: Path, graph: Kept) -> None:
    with fresh_store() as store, fresh_store() as other:
        store.restore(SPACE, graph.dump())
        file = exported(store, JSONL)

        bring_in(file, tmp_path, other)
        assert exported(other, JSONL) == file

        bring_in(file, tmp_path, other)
        assert exported(other, JSONL) == file


@FRESH_FILE
@given(reference_files())
def test_a_file_of_the_reference_server_comes_out_byte_for_byte(tmp_path: Path, file: bytes) -> None:
    with fresh_store() as store:
        bring_in(file, tmp_path, store)
        once = exported(store, MEMORY_JSONL)
        bring_in(file, tmp_path, store)

        assert sorted(once.split(b"\n")) == sorted(file.split(b"\n"))
        assert exported(store, MEMORY_JSONL) == once
