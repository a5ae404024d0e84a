"""The tantivy index by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_fabric.graph import textindex
from memory_fabric.graph.textindex import Entry, IndexBusy, IndexDamaged, Position, TextIndex, discard


@pytest.fixture(params=["memory", "folder"])
def index(request: pytest.FixtureRequest, tmp_path: Path) -> TextIndex:
    return TextIndex(None if request.param == "memory" else tmp_path / "index")


def fill(index: TextIndex, *bodies: str, namespace: str = "default", reached: int = 1) -> None:
    with index.writer() as writer:
        for number, body in enumerate(bodies, start=1):
            writer.add(Entry(number, namespace, body))
        writer.commit(Position("store", reached, 42))
    index.refresh()


def alike(*terms: str) -> dict[str, float]:
    """Return terms that count alike."""
    return dict.fromkeys(terms, 1.0)


def found(index: TextIndex, *terms: str, namespace: str = "default") -> list[int]:
    return [number for number, _ in index.snapshot().search(namespace, alike(*terms), limit=10)]


def test_it_starts_empty_and_reaches_nowhere(index: TextIndex) -> None:
    assert index.snapshot().position is None
    assert index.snapshot().size == 0
    assert found(index, "redi") == []


def test_it_finds_stems_within_the_namespace(index: TextIndex) -> None:
    fill(index, "We cache in Redis", "caching, cached, caches", "nothing")

    assert found(index, "cach") == [2, 1]
    assert found(index, "cach", namespace="other") == []
    assert index.snapshot().size == 3


def test_it_knows_how_far_it_reaches(index: TextIndex) -> None:
    fill(index, "one", reached=7)
    fill(index, "two", reached=9)

    assert index.snapshot().position == Position("store", 9, 42)


def test_entries_are_replaced_by_deleting_them_first(index: TextIndex) -> None:
    fill(index, "alpha")
    with index.writer() as writer:
        writer.delete(1)
        writer.delete(99)
        writer.add(Entry(1, "default", "beta"))
        writer.commit(Position("store", 2, 42))
    index.refresh()

    assert found(index, "alpha") == []
    assert found(index, "beta") == [1]


def test_nothing_is_seen_before_the_commit_nor_ever_without_it(index: TextIndex) -> None:
    fill(index, "alpha")
    with index.writer() as writer:
        writer.clear()
        writer.add(Entry(2, "default", "beta"))
        index.refresh()
        assert found(index, "alpha") == [1]
    index.refresh()

    assert found(index, "beta") == []
    assert found(index, "alpha") == [1]


def test_pages_continue_where_the_last_one_ended(index: TextIndex) -> None:
    fill(index, *("redis " * number for number in range(1, 6)))
    snapshot = index.snapshot()

    whole = snapshot.search("default", alike("redi"), limit=5)
    pages = [snapshot.search("default", alike("redi"), limit=2, offset=offset) for offset in (0, 2, 4)]

    assert [hit for page in pages for hit in page] == whole
    assert len(whole) == 5


def test_in_a_large_index_a_memory_must_hold_more_than_the_frequent_words_where_enough_do(
    index: TextIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(textindex, "_FREQUENT", 4)
    fill(index, *["alpha"] * 5, "beta alpha", "beta", "gamma")
    snapshot = index.snapshot()

    assert {number for number, _ in snapshot.search("default", alike("alpha", "beta"), limit=6)} == {6, 7}
    assert snapshot.search("default", alike("alpha", "beta"), limit=1) == snapshot.search(
        None, alike("alpha", "beta"), limit=1
    )
    assert len(snapshot.search("default", alike("alpha", "beta"), limit=8)) == 7  # two would be too few
    assert len(snapshot.search("default", alike("alpha"), limit=6)) == 6


def test_a_snapshot_does_not_move(index: TextIndex) -> None:
    fill(index, "alpha")
    before = index.snapshot()

    fill(index, "alpha", "alpha", reached=2)

    assert len(before.search("default", alike("alpha"), limit=10)) == 1


def test_a_text_that_is_not_indexed_scores_beside_those_that_are(index: TextIndex) -> None:
    fill(index, "alpha beta", "alpha gamma", "alpha delta")
    snapshot = index.snapshot()

    rare, common, both, none = (
        snapshot.match_score(alike("alpha", "beta"), words)
        for words in (["beta"], ["alpha"], ["alpha", "beta"], ["epsilon"])
    )

    assert both > rare > common > none == 0
    ((_, indexed), *_) = snapshot.search("default", alike("alpha", "beta"), limit=1)
    assert both == pytest.approx(indexed, rel=0.2)


def test_a_light_term_counts_for_less_in_texts_that_are_indexed_and_in_those_that_are_not(index: TextIndex) -> None:
    fill(index, "alpha", "beta", "gamma")
    snapshot = index.snapshot()

    alpha, beta = (dict(snapshot.search("default", {"alpha": 1.0, "beta": 0.7}, limit=10))[number] for number in (1, 2))

    assert beta == pytest.approx(0.7 * alpha)
    full, light = (snapshot.match_score({"alpha": weight}, ["alpha"]) for weight in (1.0, 0.7))
    assert light == pytest.approx(0.7 * full)


def test_a_light_term_puts_the_memory_that_holds_it_behind_its_equal(index: TextIndex) -> None:
    fill(index, "alpha", "beta")

    assert found(index, "alpha", "beta") == [1, 2]
    assert [n for n, _ in index.snapshot().search("default", {"alpha": 0.7, "beta": 1.0}, limit=10)] == [2, 1]


@pytest.mark.parametrize("weight", [0.3, 0.7, 2.0])
def test_a_weight_that_all_terms_share_changes_no_ranking(index: TextIndex, weight: float) -> None:
    fill(index, "alpha", "alpha beta", "beta gamma delta", "alpha alpha beta", "delta")

    weighed = index.snapshot().search("default", {"alpha": weight, "beta": weight}, limit=10)

    assert [number for number, _ in weighed] == found(index, "alpha", "beta")
    assert len(weighed) == 4


def test_one_writer_at_a_time(index: TextIndex) -> None:
    with index.writer(), pytest.raises(IndexBusy), index.writer():
        pass
    with index.writer():
        pass


def test_another_process_is_seen_after_a_refresh(tmp_path: Path) -> None:
    ours, theirs = TextIndex(tmp_path / "index"), TextIndex(tmp_path / "index")
    fill(theirs, "alpha")

    assert found(ours, "alpha") == []
    ours.refresh()
    assert found(ours, "alpha") == [1]


def test_a_folder_that_is_gone_is_damage_and_can_be_made_anew(tmp_path: Path) -> None:
    index = TextIndex(tmp_path / "index")
    fill(index, "alpha")
    discard(tmp_path / "index")

    with pytest.raises(IndexDamaged):
        index.refresh()
    assert TextIndex(tmp_path / "index").snapshot().position is None


def test_a_folder_that_is_no_index_of_ours_is_damage(tmp_path: Path) -> None:
    (tmp_path / "meta.json").write_text("{}")

    with pytest.raises(IndexDamaged):
        TextIndex(tmp_path)
