"""What graphs can do is found by trying; each trial is put to servers that can and that cannot."""

from __future__ import annotations

import pytest

from memory_fabric.graph.abilities import LONG_TEXT, Abilities, clean, try_out
from memory_fabric.graph.sqlite.store import SqliteStore
from memory_fabric.graph.store import Counts
from tests.graph.mcp.in_process import RecordingServer


def abilities_of(server: RecordingServer) -> Abilities:
    store = server.store()
    try:
        found = try_out(store, "trial")
        clean(store, "trial")
        assert store.counts("trial") == Counts()
        return found
    finally:
        store.close()


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("both_ends", [False, True])
def test_what_a_server_thinks_of_relations_is_found_by_giving_it_some(strict: bool, both_ends: bool) -> None:
    found = abilities_of(RecordingServer(strict=strict, both_ends=both_ends))

    assert found.takes_dangling_relations is not strict
    assert found.returns_relations_at_either_end is not both_ends
    assert not found.keeps_history


def test_a_batch_of_which_a_part_is_kept_and_a_text_that_is_cut_are_noticed() -> None:
    server = RecordingServer()
    add = server.graph.add_observations

    def careless(observations: list[dict[str, object]]) -> object:
        for observation in observations:
            observation["contents"] = [str(text)[: LONG_TEXT // 2] for text in observation["contents"]]  # type: ignore[attr-defined]
            add([observation])
        return []

    server.graph.add_observations = careless  # type: ignore[method-assign]
    found = abilities_of(server)

    assert not found.refuses_batches_whole
    assert not found.keeps_long_texts


def test_the_embedded_graph_searches_for_words_and_keeps_history() -> None:
    store = SqliteStore(None, timeout=5)
    found = try_out(store, "trial")
    clean(store, "trial")

    assert found == Abilities(
        keeps_history=True,
        takes_dangling_relations=True,
        returns_relations_at_either_end=True,
        searches_for_words=True,
        searches_for_substrings=False,
        refuses_batches_whole=True,
        keeps_long_texts=True,
    )
    assert store.counts("trial") == Counts()
    store.close()
