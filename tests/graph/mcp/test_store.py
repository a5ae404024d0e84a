from __future__ import annotations

import json
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from memory_fabric.errors import GraphRejected, GraphUnavailable, InvalidInput
from memory_fabric.graph.mcp.store import McpStore
from memory_fabric.graph.store import Counts, TextQuery
from memory_fabric.models import Edge, Filters, Memory, Origin, Relation, Statement
from tests.graph.mcp.builders import STORED, day, entity, statement

reference = pytest.mark.reference_server


def texts(store: McpStore, namespace: str, *words: str, **filters: object) -> list[str]:
    query = TextQuery(words, Filters(**filters))  # type: ignore[arg-type]
    return [hit.memory.text for hit in store.search_text(namespace, query)]


# Opening


@reference
def test_the_store_tells_what_is_behind_it(shared_store: McpStore) -> None:
    about = shared_store.describe()
    assert about["backend"] == "mcp"
    assert str(about["server"]).startswith("memory-server ")
    assert len(about["tools"]) == 9
    assert about["writes"]
    assert shared_store.reindex() == 0


def test_a_command_that_there_is_none_of_is_unavailable(tmp_path: Path) -> None:
    config = tmp_path / "mcp.json"
    config.write_text('{"mcpServers": {"memory": {"command": "no-such-command-anywhere"}}}', "utf-8")
    with pytest.raises(GraphUnavailable, match=r"'memory' of .* cannot be reached: .*no-such-command-anywhere"):
        McpStore.open(f"mcp+stdio:{config}", timeout=20)


def test_a_broken_configuration_is_invalid_input(tmp_path: Path) -> None:
    config = tmp_path / "mcp.json"
    config.write_text('{"mcpServers": ', "utf-8")
    with pytest.raises(InvalidInput, match=r"mcp\.json: is not JSON"):
        McpStore.open(f"mcp+stdio:{config}", timeout=20)


def test_a_server_that_is_no_memory_server_is_told_by_the_tools_that_it_lacks(
    scripted_url: Callable[..., str],
) -> None:
    url = scripted_url("--lacks", "create_entities", "--lacks", "open_nodes")
    with pytest.raises(GraphRejected, match="no memory server: it lacks create_entities, open_nodes") as caught:
        McpStore.open(url, timeout=20)
    assert caught.value.params["missing"] == ["create_entities", "open_nodes"]


@reference
def test_the_folder_of_the_servers_file_is_made(reference_url: str, tmp_path: Path) -> None:
    config = Path(reference_url.removeprefix("mcp+stdio:"))
    document = json.loads(config.read_text("utf-8"))
    document["mcpServers"]["memory"]["env"]["MEMORY_FILE_PATH"] = str(tmp_path / "new/folder/memory.jsonl")
    config.write_text(json.dumps(document), "utf-8")
    store = McpStore.open(reference_url, timeout=20)
    store.write("default", [statement("We use Redis.", "Redis")])
    store.close()
    assert (tmp_path / "new/folder/memory.jsonl").exists()


@reference
def test_a_folder_that_cannot_be_made_is_unavailable(reference_url: str, tmp_path: Path) -> None:
    (tmp_path / "memory.jsonl").write_text("", "utf-8")
    config = Path(reference_url.removeprefix("mcp+stdio:"))
    config.write_text(config.read_text("utf-8").replace("memory.jsonl", "memory.jsonl/memory.jsonl"), "utf-8")
    with pytest.raises(GraphUnavailable, match="folder"):
        McpStore.open(reference_url, timeout=20)


@reference
def test_a_closed_store_is_unavailable(reference_url: str) -> None:
    store = McpStore.open(reference_url, timeout=20)
    store.close()
    store.close()
    with pytest.raises(GraphUnavailable, match="closed"):
        store.counts("default")


# Concurrency and death


@reference
@pytest.mark.issue("servers#1819")
@pytest.mark.issue("servers#2577")
def test_fifty_writers_at_once_lose_nothing(store: McpStore) -> None:
    def write(number: int) -> None:
        names = [f"Tool {number}-{part}" for part in "abc"]
        store.write("default", [statement(f"said {number}", *names), statement(f"shared {number}", "Redis")])

    with ThreadPoolExecutor(50) as pool:
        list(pool.map(write, range(50)))
    assert store.counts("default") == Counts(memories=100, entities=151, relations=0)


@reference
@pytest.mark.issue("servers#4797")
def test_two_servers_over_one_file_lose_nothing(reference_url: str) -> None:
    stores = [McpStore.open(reference_url, timeout=20) for _ in range(2)]

    def write(number: int) -> None:
        stores[number % 2].write("default", [statement(f"said {number}", f"Tool {number}", "Redis")])

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write, range(20)))
    assert [store.counts("default") for store in stores] == [Counts(20, 21, 0)] * 2
    for store in stores:
        store.close()


@pytest.fixture
def server_process(reference_url: str, tmp_path: Path) -> Callable[[], int]:
    """Make the reference server leave its process number behind; the result reads it."""
    config, number = Path(reference_url.removeprefix("mcp+stdio:")), tmp_path / "pid"
    document = json.loads(config.read_text("utf-8"))
    server = document["mcpServers"]["memory"]
    server["args"] = ["-c", f'echo $$ > "{number}"; exec "$0" "$@"', server["command"], *server["args"]]
    server["command"] = "sh"
    config.write_text(json.dumps(document), "utf-8")
    return lambda: int(number.read_text())


@reference
@pytest.mark.issue("python-sdk#265")
def test_a_server_killed_in_the_middle_of_a_call_is_an_error_and_then_a_reconnect(
    reference_url: str, server_process: Callable[[], int]
) -> None:
    store = McpStore.open(reference_url, timeout=20)
    store.write("default", [statement("We use Redis.", "Redis")])
    first = server_process()
    os.kill(first, signal.SIGSTOP)  # from here on the server is in the middle of whatever it is asked
    with ThreadPoolExecutor(1) as pool:
        call = pool.submit(store.counts, "default")
        threading.Timer(0.2, os.kill, (first, signal.SIGKILL)).start()
        with pytest.raises(GraphUnavailable, match="went away"):
            call.result(15)
    assert store.counts("default") == Counts(1, 1, 0)
    assert server_process() != first
    store.close()


@reference
@pytest.mark.issue("python-sdk#577")
def test_a_server_killed_while_idle_is_an_error_and_then_a_reconnect(
    reference_url: str, server_process: Callable[[], int]
) -> None:
    store = McpStore.open(reference_url, timeout=20)
    os.kill(server_process(), signal.SIGKILL)
    with pytest.raises(GraphUnavailable):
        store.write("default", [statement("We use Redis.", "Redis")])
    assert store.write("default", [statement("We use Redis.", "Redis")]).added == ("We use Redis.",)
    store.close()


@reference
def test_what_one_store_wrote_the_next_one_finds(reference_url: str) -> None:
    for added, known in ((1, 0), (0, 1)):
        store = McpStore.open(reference_url, timeout=20)
        report = store.write("default", [statement("We use Redis.", "Redis")])
        assert (len(report.added), len(report.known)) == (added, known)
        assert texts(store, "default", "redis") == ["We use Redis."]
        store.close()


@reference
@pytest.mark.issue("servers PR#3653")
def test_a_file_that_the_server_cannot_read_is_an_error_with_its_reason(store: McpStore, tmp_path: Path) -> None:
    (tmp_path / "memory.jsonl").write_text('{"type":"entity"}{"type":"entity"}\n', "utf-8")
    with pytest.raises(GraphRejected, match=r"refused read_graph: .*JSON"):
        store.counts("default")
    (tmp_path / "memory.jsonl").unlink()
    assert store.counts("default") == Counts()


# Memories


@reference
def test_origin_kind_and_times_come_back_as_they_were_written(shared_store: McpStore, namespace: str) -> None:
    memory = Memory(
        id="m1",
        text="We décided:\n\t“Redis” for caching 🚀 [really]",
        kind="decision",
        entities=("Redis",),
        origins=(Origin("standup.jsonl", "monday", "t3", "Ana Souza", day(15)), Origin("wiki")),
        stored_at=STORED,
    )
    shared_store.write(namespace, [Statement(memory, (entity("Redis"),))])
    [hit] = shared_store.search_text(namespace, TextQuery(("decided",)))
    assert hit.memory == memory
    assert [hit.memory for hit in shared_store.memories_of(namespace, "redis", Filters(), 5)] == [memory]
    assert shared_store.recent(namespace, Filters(), 5) == [memory]


@reference
def test_a_memory_on_several_entities_is_found_once(shared_store: McpStore, namespace: str) -> None:
    shared_store.write(namespace, [statement("Redis and Vue are fast", "Redis", "Vue")])
    assert texts(shared_store, namespace, "redis", "vue", "fast") == ["Redis and Vue are fast"]


@reference
def test_a_memory_without_entities_is_found_and_its_conversation_is_hidden(
    shared_store: McpStore, namespace: str
) -> None:
    shared_store.write(namespace, [statement("Lunch is at noon.", session="monday")])
    assert texts(shared_store, namespace, "lunch") == ["Lunch is at noon."]
    assert [memory.text for memory in shared_store.recent(namespace, Filters(), 5)] == ["Lunch is at noon."]
    assert shared_store.entities(namespace).entities == ()
    for name in ("conversation: monday", "conversation", "monday"):
        assert shared_store.entity(namespace, name) is None
        assert shared_store.memories_of(namespace, name, Filters(), 5) == []
    assert shared_store.counts(namespace) == Counts(memories=1)


@reference
@pytest.mark.issue("uteke#1051")
@pytest.mark.issue("graphiti#1144")
@pytest.mark.issue("adk-python#5601")
@pytest.mark.issue("hermes-agent#24416")
@pytest.mark.parametrize(
    ("name", "question"),
    [
        ("database-engineer", "database-engineer"),
        ("us-east-1", "us-east-1"),
        ("ADR-0005", "adr-0005"),
        ("gpt-4", '"gpt-4'),
        ("CI/CD", "CI/CD"),
        ("a|b", "a|b"),
        (r"C:\tools\x.exe", r"C:\tools\x.exe"),
        ("C", "C"),
        ("Ágnes", "agnes"),
        ("Élasticsearch", "elasticsearch"),
        ("Łukasz", "Lukasz"),
        ("Jose", "José"),
        ("缓存", "缓存策略"),
    ],
)
def test_odd_names_are_stored_and_found(shared_store: McpStore, namespace: str, name: str, question: str) -> None:
    said = f"{name} is here"
    shared_store.write(namespace, [statement(said, name), statement("something else", "Other")])
    assert texts(shared_store, namespace, question) == [said]
    record = shared_store.entity(namespace, name.swapcase())
    assert record is not None
    assert record.name == name


@reference
def test_a_substring_is_no_match(shared_store: McpStore, namespace: str) -> None:
    shared_store.write(namespace, [statement("React is nice.", "React")])
    assert texts(shared_store, namespace, "act") == []


@reference
def test_words_of_the_origin_are_no_words_of_the_statement(shared_store: McpStore, namespace: str) -> None:
    shared_store.write(namespace, [statement("Vue is nice.", "Vue", session="redis-weekly")])
    assert texts(shared_store, namespace, "redis") == []


@reference
def test_filters_hold_for_every_way_of_asking(shared_store: McpStore, namespace: str) -> None:
    shared_store.write(
        namespace,
        [
            statement("Ana likes Redis", entity("Ana", "person"), "Redis", said=day(10), speaker="Bo"),
            statement("Redis was slow", "Redis", said=day(2), speaker="Ana"),
            statement("Redis at some time", "Redis", speaker="Bo"),
        ],
    )
    assert texts(shared_store, namespace, "redis", since=day(5)) == ["Ana likes Redis"]
    assert texts(shared_store, namespace, "redis", until=day(5)) == ["Redis was slow"]
    assert texts(shared_store, namespace, "slow", "likes", speaker="ana") == ["Redis was slow"]
    assert texts(shared_store, namespace, "redis", type="person") == ["Ana likes Redis"]
    assert texts(shared_store, namespace, "redis", type="organization") == []
    of_redis = shared_store.memories_of(namespace, "Redis", Filters(type="person"), 5)
    assert [hit.memory.text for hit in of_redis] == ["Ana likes Redis"]
    recent = shared_store.recent(namespace, Filters(speaker="Bo"), 5)
    assert [memory.text for memory in recent] == ["Redis at some time", "Ana likes Redis"]


@reference
def test_memories_of_an_entity_and_recent_ones_come_latest_first_and_limited(
    shared_store: McpStore, namespace: str
) -> None:
    shared_store.write(namespace, [statement(f"Redis {n}", "Redis", said=day(n)) for n in (3, 9, 1, 5)])
    of_redis = shared_store.memories_of(namespace, "redis", Filters(), 3)
    assert [hit.memory.text for hit in of_redis] == ["Redis 9", "Redis 5", "Redis 3"]
    assert [memory.text for memory in shared_store.recent(namespace, Filters(), 1)] == ["Redis 9"]
    assert len(shared_store.search_text(namespace, TextQuery(("redis",), limit=2))) == 2


@reference
def test_what_other_clients_wrote_is_read_too(store: McpStore) -> None:
    store.nodes("default").create_entities(
        [{"name": "John_Smith", "entityType": "person", "observations": ["Speaks fluent Spanish"]}]
    )
    [hit] = store.search_text("default", TextQuery(("spanish",)))
    assert (hit.memory.text, hit.memory.entities) == ("Speaks fluent Spanish", ("John_Smith",))
    record = store.entity("default", "john smith")
    assert record is not None
    assert (record.name, record.type) == ("John_Smith", "person")


# Entities, edges, namespaces


@reference
def test_entities_come_in_order_of_name_a_page_at_a_time(shared_store: McpStore, namespace: str) -> None:
    shared_store.write(namespace, [statement("all", "redis-stack", "Kafka", "Redis", entity("ana", "person"))])
    page = shared_store.entities(namespace, limit=3)
    assert [record.name for record in page.entities] == ["ana", "Kafka", "Redis"]
    rest = shared_store.entities(namespace, cursor=page.cursor, limit=3)
    assert ([record.name for record in rest.entities], rest.cursor) == (["redis-stack"], None)
    found = shared_store.entities(namespace, prefix="RED")
    assert [record.name for record in found.entities] == ["Redis", "redis-stack"]
    assert [record.name for record in shared_store.entities(namespace, type="person").entities] == ["ana"]
    assert shared_store.entities(namespace, limit=4).cursor is None


@reference
def test_an_entity_that_someone_deleted_is_gone_and_can_come_back(shared_store: McpStore, namespace: str) -> None:
    shared_store.write(namespace, [statement("We use Redis.", "Redis")])
    shared_store.nodes(namespace).delete_entities(["Redis"])
    assert shared_store.entity(namespace, "redis") is None
    assert shared_store.write(namespace, [statement("We use Redis.", "redis")]).entities_added == 1
    record = shared_store.entity(namespace, "REDIS")
    assert record is not None
    assert record.name == "redis"


@reference
def test_edges_are_found_from_either_end(shared_store: McpStore, namespace: str) -> None:
    relations = (
        Relation("web", "uses", "Vue"),
        Relation("web", "uses", "Redis"),
        Relation("Bo", "owns", "web"),
    )
    shared_store.write(namespace, [statement("a lot", "web", "Vue", "Redis", "Bo", relations=relations)])
    assert shared_store.edges(namespace, ["vue"], 10) == [Edge("web", "uses", "Vue")]
    assert shared_store.edges(namespace, ["WEB"], 10) == [
        Edge("Bo", "owns", "web"),
        Edge("web", "uses", "Redis"),
        Edge("web", "uses", "Vue"),
    ]
    assert len(shared_store.edges(namespace, ["web", "Vue"], 2)) == 2
    assert shared_store.edges(namespace, ["nobody"], 10) == []
    assert shared_store.edges(namespace, [], 10) == []


def test_edges_are_found_on_servers_that_return_them_with_both_ends_only(
    scripted_url: Callable[..., str],
) -> None:
    store = McpStore.open(scripted_url("--both-ends", "--text-only"), timeout=20)
    try:
        store.write("default", [statement("web uses Vue", "web", relations=(Relation("web", "uses", "Vue"),))])
        assert store.edges("default", ["web"], 10) == [Edge("web", "uses", "Vue")]
    finally:
        store.close()


@reference
def test_namespaces_are_kept_apart(store: McpStore, tmp_path: Path) -> None:
    for space in ("default", "team-a", "team-b"):
        said = statement(f"{space} uses Redis", "Redis", relations=(Relation("we", "uses", "Redis"),))
        store.write(space, [said])
    for space in ("default", "team-a", "team-b"):
        assert texts(store, space, "redis") == [f"{space} uses Redis"]
        assert store.counts(space) == Counts(memories=1, entities=2, relations=1)
        assert store.edges(space, ["redis"], 10) == [Edge("we", "uses", "Redis")]
        assert len(store.recent(space, Filters(), 10)) == 1
    assert store.counts("team-c") == Counts()
    on_the_wire = (tmp_path / "memory.jsonl").read_text("utf-8")
    assert '"name":"Redis"' in on_the_wire
    assert '"name":"[team-a] Redis"' in on_the_wire


@reference
def test_a_name_that_looks_like_a_namespace_survives(store: McpStore) -> None:
    store.write("default", [statement("a draft", "[team-a] plan")])
    assert texts(store, "default", "draft") == ["a draft"]
    assert [record.name for record in store.entities("default").entities] == ["[team-a] plan"]
    assert store.counts("team-a") == Counts()


def test_a_namespace_that_cannot_be_is_refused(scripted_url: Callable[..., str]) -> None:
    store = McpStore.open(scripted_url(), timeout=20)
    try:
        with pytest.raises(InvalidInput, match="namespace"):
            store.write("no spaces", [statement("We use Redis.", "Redis")])
    finally:
        store.close()
