"""The whole search over a small graph: one answer at a time."""

from __future__ import annotations

from datetime import datetime

import pytest

from memory_fabric.errors import GraphUnavailable
from memory_fabric.models import Edge, Filters, ParsedQuery, SearchResponse
from memory_fabric.search.workflow import SearchOptions, SearchWorkflow

from .fakes import NOW, FakeLexicon, FakeStore, days_ago, memory, question, settings


def ask(
    store: FakeStore,
    parsed: ParsedQuery,
    *,
    limit: int = 20,
    depth: int = 2,
    now: datetime = NOW,
    filters: Filters | None = None,
    explain: bool = False,
) -> SearchResponse:
    workflow = SearchWorkflow(store.as_store, settings())
    options = SearchOptions(limit, depth, now, filters or Filters(), explain=explain)
    return workflow.run("default", parsed, options, FakeLexicon())


def texts(response: SearchResponse) -> list[str]:
    return [result.text for result in response.results]


RECOMMENDED = memory("rec", "database-engineer recommends cursor-pagination", "database-engineer", "cursor-pagination")
HOW = memory("how", "Keyset columns need an index for it to be fast", "cursor-pagination")
ELSEWHERE = memory("else", "The office plants need water", "office")
PAGINATION = FakeStore(
    [RECOMMENDED, HOW, ELSEWHERE],
    [Edge("database-engineer", "recommends", "cursor-pagination", memories=("rec",))],
)
PAGINATION_QUESTION = question(
    "What did database-engineer recommend about pagination?",
    "database-engineer",
    "pagination",
    query="recommend pagination",
    intent="recommendation",
    intents=("recommendation",),
)


def test_a_question_reaches_what_stands_one_edge_from_its_hint_and_tells_the_path() -> None:
    response = ask(PAGINATION, PAGINATION_QUESTION)
    assert texts(response) == [RECOMMENDED.text, HOW.text]
    hop = response.results[1]
    assert hop.metadata["matched"] == {"words": (), "hints": (), "by": ("graph:cursor-pagination",)}
    assert [(e.from_, e.relation, e.to) for e in hop.graph_relations] == [
        ("database-engineer", "recommends", "cursor-pagination")
    ]


def test_at_depth_zero_nothing_is_traversed() -> None:
    response = ask(PAGINATION, PAGINATION_QUESTION, depth=0)
    assert texts(response) == [RECOMMENDED.text]
    assert response.results[0].graph_relations == ()


def test_a_result_tells_what_it_is_and_what_it_matched() -> None:
    (result, *_) = ask(PAGINATION, PAGINATION_QUESTION).results
    assert result.id == "graph:rec"
    assert result.relevance == 1.0
    assert result.metadata["matched"] == {
        "words": ("database-engineer", "recommend", "pagination"),
        "hints": ("database-engineer",),
        "by": ("entity:database-engineer", "text", "graph:cursor-pagination"),
    }


def test_what_matches_nothing_is_no_result() -> None:
    response = ask(PAGINATION, question("quantum chromodynamics"))
    assert (response.results, response.truncated) == ((), False)


def test_an_empty_question_gives_the_most_recent_memories_in_order() -> None:
    memories = [memory(str(at), f"note {at}", said=days_ago(at)) for at in range(30)]
    response = ask(FakeStore(memories), question("", query=""), limit=5)
    assert texts(response) == [f"note {at}" for at in range(5)]
    assert {result.relevance for result in response.results} == {1.0}
    assert response.truncated


@pytest.mark.issue("servers#3953")
def test_an_empty_question_to_a_large_graph_gives_a_bounded_answer() -> None:
    store = FakeStore([memory(str(at), f"note {at}", f"thing {at}") for at in range(5_000)])
    response = ask(store, question("", query=""))
    assert len(response.results) == 20
    assert response.truncated


@pytest.mark.issue("servers#2044")
def test_an_entity_without_memories_does_no_harm() -> None:
    store = FakeStore([memory("1", "Redis holds sessions", "Redis")], [Edge("Redis", "part_of", "platform")])
    assert texts(ask(store, question("sessions", "platform"))) == ["Redis holds sessions"]


@pytest.mark.issue("basic-memory#1296")
def test_depth_and_limit_out_of_bounds_are_clamped_and_told() -> None:
    store = FakeStore([memory(str(at), f"note {at}") for at in range(150)])
    response = ask(store, question("note"), limit=100_000, depth=50)
    assert len(response.results) == 100
    assert response.notes == (
        "limit 100000 is out of bounds: 100 was used (1 to 100)",
        "depth 50 is out of bounds: 3 was used (0 to 3)",
    )
    assert len(ask(store, question("note"), limit=-1, depth=-1).results) == 1


def test_two_who_say_the_same_are_one_result_that_is_cross_validated() -> None:
    store = FakeStore(
        [
            memory("1", "The gateway drops idle connections", "gateway", speaker="Ana", said=days_ago(2)),
            memory("2", "the gateway drops idle connections.", "gateway", speaker="Bo", said=days_ago(1)),
        ]
    )
    (result,) = ask(store, question("idle connections")).results
    assert result.metadata["cross_validated"]
    assert [origin.speaker for origin in result.metadata["origins"]] == ["Bo", "Ana"]
    assert result.metadata["merged"] == ({"id": "graph:1", "text": "The gateway drops idle connections"},)
    assert result.timestamp == days_ago(1)


def test_one_who_says_it_twice_is_one_witness() -> None:
    store = FakeStore([memory(id, "The gateway drops idle connections", speaker="Ana") for id in "12"])
    (result,) = ask(store, question("idle connections")).results
    assert not result.metadata["cross_validated"]


@pytest.mark.issue("symaira-memory#556")
def test_a_correction_is_the_first_answer() -> None:
    store = FakeStore(
        [
            memory("1", "cache TTL is 60s", said=days_ago(2)),
            memory("2", "correction: cache TTL is 300s", said=days_ago(1)),
        ]
    )
    response = ask(store, question("what is the cache TTL", query="cache TTL"))
    assert texts(response) == ["correction: cache TTL is 300s", "cache TTL is 60s"]


@pytest.mark.issue("mem0#5576")
def test_a_question_about_now_is_answered_by_what_holds_though_its_words_fit_what_held() -> None:
    store = FakeStore(
        [
            memory("1", "We use Vue for the client", "shop", "Vue", said=days_ago(90)),
            memory("2", "We moved from Vue to React", "shop", "Vue", "React", said=days_ago(9)),
        ],
        [
            Edge("shop", "uses", "React", memories=("2",)),
            Edge("React", "replaces", "Vue", memories=("2",)),
            Edge("shop", "uses", "Vue", valid_to=days_ago(9), memories=("1",)),
        ],
    )
    now = question(
        "What do we use for the client?", query="use client", intent="usage", intents=("usage",), tense="now"
    )
    assert texts(ask(store, now)) == ["We moved from Vue to React", "We use Vue for the client"]
    past = question("What did we use before?", query="use", intent="usage", intents=("usage",), tense="before")
    assert texts(ask(store, past))[0] == "We use Vue for the client"


def test_what_overtook_a_thing_is_found_however_much_was_said_of_the_thing_since() -> None:
    store = FakeStore(
        [
            *(memory(f"m{n}", f"The Vue logo has {n} corners", "Vue", said=days_ago(n)) for n in range(1, 9)),
            memory("new", "React replaced it", "Vue", "React", said=days_ago(20)),
            memory("old", "We use Vue for the client", "shop", "Vue", said=days_ago(90)),
        ],
        [
            Edge("React", "replaces", "Vue", valid_from=days_ago(20), memories=("new",)),
            Edge("shop", "uses", "Vue", valid_from=days_ago(90), memories=("old",)),
        ],
    )
    now = question("What do we use for the client?", query="client", intent="usage", intents=("usage",), tense="now")
    assert texts(ask(store, now)) == ["React replaced it", "We use Vue for the client"]


def test_filters_hold_for_every_way_of_finding() -> None:
    store = FakeStore(
        [
            memory("1", "Redis holds sessions", "Redis", speaker="Ana"),
            memory("2", "Redis holds carts", "Redis", speaker="Bo"),
        ]
    )
    for parsed in (question("redis", "Redis"), question("", query="")):
        assert texts(ask(store, parsed, filters=Filters(speaker="bo"))) == ["Redis holds carts"]


def test_explain_is_given_when_asked_for() -> None:
    assert ask(PAGINATION, PAGINATION_QUESTION).results[0].explain == {}
    (result, *_) = ask(PAGINATION, PAGINATION_QUESTION, explain=True).results
    assert result.explain["relevance"]["parts"]["boost"] == 1.2
    assert result.explain["ranking"] == "product"


def graph_of_a_renamed_entity() -> FakeStore:
    return FakeStore(
        [memory("1", "checkout writes to the ledger", "checkout", "ledger")],
        [Edge("checkout", "uses", "ledger", memories=("1",))],
        renamed={"basket": "checkout"},
    )


OF_NOW = question("what does checkout use", "checkout")
OF_A_FORMER_NAME = question("what does basket use", "basket")
OF_NOTHING = question("", query="")
CALLS = [
    (OF_NOW, {"find", "edges", "proved_by", "overtaking"}),
    (OF_A_FORMER_NAME, {"find", "edges", "proved_by", "overtaking", "entity"}),
    (OF_NOTHING, {"recent", "edges", "proved_by"}),
]


@pytest.mark.parametrize(("parsed", "methods"), CALLS)
def test_a_search_asks_the_graph_no_more_than_its_question_needs(parsed: ParsedQuery, methods: set[str]) -> None:
    store = graph_of_a_renamed_entity()
    ask(store, parsed)
    within_find = {"search_text", "memories_of"}
    assert {method for method, _ in store.calls} - within_find == methods


@pytest.mark.parametrize(("parsed", "method"), [(parsed, m) for parsed, methods in CALLS for m in sorted(methods)])
def test_a_graph_that_fails_at_any_step_is_an_error_and_never_an_empty_answer(parsed: ParsedQuery, method: str) -> None:
    store = graph_of_a_renamed_entity()
    store.fail_on = method
    with pytest.raises(GraphUnavailable):
        ask(store, parsed)


def test_the_number_of_calls_to_the_graph_does_not_grow_with_the_answer() -> None:
    memories = [memory(str(at), f"note {at}", f"thing {at}", "hub") for at in range(150)]
    store = FakeStore(memories, [Edge("hub", "part_of", f"thing {at}", memories=(str(at),)) for at in range(150)])
    ask(store, question("note", "hub"), limit=100)
    assert len(store.calls) < 60
    assert sum(method == "edges" for method, _ in store.calls) <= 5
