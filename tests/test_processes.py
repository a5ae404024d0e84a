"""Whole processes on one graph: together, and killed in the middle."""

from __future__ import annotations

import json
import random
import signal
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import httpx2
import pytest

from memory_fabric.graph.sqlite.store import SqliteStore
from memory_fabric.models import Memory
from tests.support.processes import serving, start

SPACE = "default"


@pytest.fixture(scope="module")
def graph_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("graph") / "graph.db"


@pytest.fixture(scope="module")
def client(graph_file: Path) -> Iterator[httpx2.Client]:
    with serving(f"sqlite:///{graph_file}") as client:
        yield client


def write_documents(folder: Path, count: int, turns: int) -> list[str]:
    """Write transcripts of so many turns each; return all that is said in them."""
    folder.mkdir()
    said = []
    for document in range(count):
        texts = [f"In meeting {document} we noted point {turn} about Redis." for turn in range(turns)]
        lines = [
            json.dumps({"id": str(turn), "speaker": "Ana", "text": text, "session": f"meeting-{document}"})
            for turn, text in enumerate(texts)
        ]
        (folder / f"{document:02}.jsonl").write_text("\n".join(lines), "utf-8")
        said += texts
    return said


@pytest.mark.issue("servers#4797")
@pytest.mark.issue("cognee#2717")
@pytest.mark.issue("mem0#7196")
def test_a_command_and_eight_clients_of_a_service_write_and_search_together_and_lose_nothing(
    client: httpx2.Client, graph_file: Path, tmp_path: Path
) -> None:
    in_files = write_documents(tmp_path / "meetings", 10, 10)
    ingest = start(
        "ingest", tmp_path / "meetings", "--namespace", "together", "--graph", f"sqlite:///{graph_file}",
        environment={"MEMORY_FABRIC_WRITE_BATCH": "5"},
    )  # fmt: skip

    def post(number: int) -> str:
        text = f"Document {number} says that Kafka is fine."
        body = {"text": text, "session": str(number), "namespace": "together"}
        client.post("/v1/memories", json=body).raise_for_status()
        found = client.get("/v1/search", params={"q": f"document {number}", "namespace": "together"}).raise_for_status()
        assert text in [result["text"] for result in found.json()["results"]]
        return text

    with ThreadPoolExecutor(8) as workers:
        posted = list(workers.map(post, range(40)))
    _, errors = ingest.communicate(timeout=120)

    assert ingest.returncode == 0, errors
    with closing(SqliteStore(graph_file, timeout=5)) as store:
        kept = [record.text for record in store.dump("together") if isinstance(record, Memory)]
    assert sorted(kept) == sorted([*in_files, *posted])


@pytest.mark.issue("servers#1819")
@pytest.mark.issue("servers#2577")
def test_fifty_posts_at_once_of_three_entities_each_leave_all(client: httpx2.Client) -> None:
    together = threading.Barrier(50)

    def post(number: int) -> int:
        text = f"The north-{number}-service uses south-{number}-service and east-{number}-service."
        together.wait(30)
        return client.post("/v1/memories", json={"text": text, "namespace": "fifty"}).raise_for_status().status_code

    with ThreadPoolExecutor(50) as workers:
        assert set(workers.map(post, range(50))) == {200}

    names: list[str] = []
    cursor: str | None = ""
    while cursor is not None:
        asked = {"namespace": "fifty", "limit": "100"} | ({"cursor": cursor} if cursor else {})
        page = client.get("/v1/entities", params=asked).json()
        names += [entity["name"] for entity in page["entities"]]
        cursor = page["cursor"]
    assert sorted(names) == sorted(f"{side}-{n}-service" for side in ("north", "south", "east") for n in range(50))


@pytest.mark.issue("servers#3953")
def test_an_empty_question_to_a_large_graph_gets_a_small_answer(client: httpx2.Client, graph_file: Path) -> None:
    with closing(SqliteStore(graph_file, timeout=5)) as store:
        store.nodes("large").create_entities(
            [
                {"name": f"thing {n}", "entityType": "concept", "observations": [f"What is said of {n}. " * 20]}
                for n in range(5_000)
            ]
        )

    response = client.get("/v1/search", params={"q": "", "namespace": "large"})

    assert len(response.json()["results"]) == 20 and response.json()["truncated"]
    assert len(response.content) < 100_000


@pytest.mark.issue("servers PR#4662")
def test_a_question_of_a_megabyte_is_refused(client: httpx2.Client) -> None:
    in_the_body = client.post("/v1/search", json={"q": "why " * 250_000})
    in_the_address = client.get("/v1/search", params={"q": "why " * 15_000})  # no more fits into an address

    for response in (in_the_body, in_the_address):
        assert (response.status_code, response.json()["code"]) == (413, "too_large")
        assert len(response.content) < 1_000
    assert client.get("/healthz").status_code == 200


@pytest.mark.issue("LightRAG#1380")
@pytest.mark.issue("LightRAG#1956")
def test_an_ingest_killed_in_the_middle_and_started_again_finishes_with_nothing_twice(tmp_path: Path) -> None:
    graph_file = tmp_path / "graph.db"
    graph = f"sqlite:///{graph_file}"
    said = write_documents(tmp_path / "meetings", 50, 4)
    batches = {"MEMORY_FABRIC_WRITE_BATCH": "5"}

    ingest = start("ingest", tmp_path / "meetings", "--graph", graph, environment=batches)
    wait_for_memories(graph_file, random.randrange(1, len(said) // 2), ingest.poll)
    ingest.send_signal(signal.SIGKILL)
    ingest.communicate(timeout=30)
    with closing(SqliteStore(graph_file, timeout=5)) as store:
        before = store.counts(SPACE).memories
    again = start("ingest", tmp_path / "meetings", "--graph", graph, "--json", environment=batches)
    out, errors = again.communicate(timeout=120)

    assert ingest.returncode == -signal.SIGKILL and 0 < before < len(said)
    assert again.returncode == 0, errors
    assert (json.loads(out)["known"], json.loads(out)["added"]) == (before, len(said) - before)
    with closing(SqliteStore(graph_file, timeout=5)) as store:
        kept = [record.text for record in store.dump(SPACE) if isinstance(record, Memory)]
    assert sorted(kept) == sorted(said)


def wait_for_memories(graph_file: Path, count: int, has_ended: Callable[[], int | None]) -> None:
    """Return as soon as a graph that another process writes holds so many memories."""
    pause = threading.Event()
    while True:
        assert has_ended() is None, "the process ended before it could be killed"
        try:
            with closing(sqlite3.connect(f"{graph_file.as_uri()}?mode=ro", uri=True)) as db:
                if db.execute("SELECT count(*) FROM memories").fetchone()[0] >= count:
                    return
        except sqlite3.OperationalError:
            pass  # it is not there yet
        pause.wait(0.005)
