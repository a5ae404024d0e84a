"""Which queries a question becomes, and what happens when one of them fails."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from memory_fabric.errors import GraphUnavailable
from memory_fabric.graph.store import TextQuery
from memory_fabric.models import Filters, ParsedQuery
from memory_fabric.search.dispatch import MAX_ENTITY_QUERIES, MAX_WORDS, TEXT_HITS, dispatch, make_plan, narrowed
from memory_fabric.text import spelling_key

from .fakes import FakeLexicon, FakeStore, days_ago, memory, question

LEXICON = FakeLexicon()


def asked(store: FakeStore, parsed: ParsedQuery, filters: Filters | None = None) -> list[str]:
    """Return the labels of the queries that found something."""
    plan = make_plan(parsed, LEXICON)
    found = dispatch(store.as_store, "default", plan, parsed=parsed, filters=filters or Filters(), limit=10)
    return [answer.query.label for answer in found if answer.hits]


def test_a_hint_is_asked_for_by_its_canonical_name_and_by_each_alias() -> None:
    store = FakeStore([memory("1", "pg holds the ledger", "pg"), memory("2", "PostgreSQL it is", "PostgreSQL")])
    assert asked(store, question("postgres?", "postgres", query="")) == [
        "entity:PostgreSQL",
        "entity:pg",
    ]
    names = [name for method, name in store.calls if method == "memories_of"]
    assert sorted(map(str, names)) == ["PostgreSQL", "pg", "postgres"]


@pytest.mark.parametrize(("hints", "each"), [(1, 20), (2, 20), (4, 10), (9, 8)])
def test_several_hints_share_what_is_fetched_of_them(hints: int, each: int) -> None:
    names = [f"service-{at}" for at in range(hints)]
    store = FakeStore([memory(f"{name} {at}", "x", name) for name in names for at in range(30)])
    plan = make_plan(question("?", *names, query="x"), FakeLexicon({}))
    found = dispatch(store.as_store, "default", plan, parsed=question("?", *names), filters=Filters(), limit=10)
    assert {len(answer.hits) for answer in found if answer.query.route == "entity" and answer.hits} == {each}


def test_spelling_variants_of_one_name_are_one_query() -> None:
    plan = make_plan(question("kafka?", "Kafka"), FakeLexicon({}))
    assert plan.names == {"Kafka": ("Kafka",)}
    lexicon = FakeLexicon({"cursor-pagination": ("Cursor Pagination", "cursor_pagination", "keyset paging")})
    plan = make_plan(question("cursor pagination?", "Cursor Pagination"), lexicon)
    assert plan.names == {"Cursor Pagination": ("cursor-pagination", "keyset paging", "CursorPagination")}


@pytest.mark.parametrize(("asked", "written"), [("AuthService", "auth-service"), ("auth service", "AuthService")])
def test_a_name_is_looked_for_with_its_words_apart_and_together(asked: str, written: str) -> None:
    names = make_plan(question(f"{asked}?", asked), FakeLexicon({})).names[asked]
    assert spelling_key(written) in map(spelling_key, names)


def test_the_words_are_the_content_words_as_written_and_the_hints_each_once() -> None:
    parsed = question("Which rows did Ana Souza choose?", "Ana Souza", "PostgreSQL", query="row choose")
    assert make_plan(parsed, LEXICON).words == ("rows", "Ana", "Souza", "choose", "PostgreSQL")


def test_the_words_of_agents_and_people_are_light_for_what_they_said_is_theirs_already() -> None:
    # The parser keeps the names of things in the query, and leaves out those of agents and people.
    parsed = question(
        "Which rows did Ana Souza choose for PostgreSQL?",
        "Ana Souza",
        "PostgreSQL",
        query="row choose PostgreSQL",
    )
    assert make_plan(parsed, LEXICON).light == ("Ana", "Souza")
    agent = question("What did database-engineer choose?", "database-engineer", query="choose")
    assert make_plan(agent, LEXICON).light == ("database-engineer",)


def test_the_light_words_are_told_to_the_store() -> None:
    store = FakeStore()
    asked(store, question("What did Ana choose?", "Ana", query="choose"))
    ((_, text),) = [call for call in store.calls if call[0] == "find"]
    assert text == TextQuery(("Ana", "choose"), Filters(), TEXT_HITS, light=("Ana",))


def test_a_question_of_function_words_is_looked_up_by_them() -> None:
    plan = make_plan(question("what is it?", query=""), LEXICON)
    assert plan.words == ("what", "is", "it")
    assert not plan.recent


@pytest.mark.parametrize("text", ["", "   ", "?!", "🙂"])
def test_a_question_without_words_asks_for_the_recent(text: str) -> None:
    store = FakeStore([memory("1", "anything at all")])
    assert asked(store, question(text, query="")) == ["recent"]


def test_a_question_that_names_only_a_time_asks_for_the_memories_of_that_time() -> None:
    store = FakeStore([memory("1", "old", said=days_ago(40)), memory("2", "new", said=days_ago(1))])
    parsed = question("and last week?", query="", since=date(2026, 2, 23), until=date(2026, 3, 1))
    assert asked(store, parsed) == ["recent"]
    assert store.calls == [
        (
            "recent",
            Filters(
                since=datetime(2026, 2, 23, tzinfo=UTC),
                until=datetime(2026, 3, 1, 23, 59, 59, 999_999, tzinfo=UTC),
            ),
        )
    ]


def test_what_the_caller_insists_on_is_never_widened_by_the_question() -> None:
    filters = Filters(since=days_ago(5), until=days_ago(2), speaker="Bo")
    parsed = question("", since=date(2020, 1, 1), until=date(2030, 1, 1), speaker="Ana")
    assert narrowed(filters, parsed) == filters


@pytest.mark.parametrize(
    "text",
    [
        "database-engineer",
        "us-east-1",
        "ADR-0005",
        "-excluded",
        "gpt-4",
        '"unbalanced',
        "CI/CD",
        "a|b",
        "C:\\tmp\\x",
    ],
)
@pytest.mark.issue("uteke#1051")
@pytest.mark.issue("hermes-agent#14024")
@pytest.mark.issue("qmd PR#463")
@pytest.mark.issue("graphiti#1144")
def test_punctuation_is_no_syntax(text: str) -> None:
    store = FakeStore([memory("1", f"It was {text} all along")])
    assert asked(store, question(text)) == ["text"]


@pytest.mark.issue("adk-python#5601")
@pytest.mark.issue("mem0#4884")
def test_chinese_is_found_by_its_characters() -> None:
    store = FakeStore([memory("1", "我们的账本用这个数据库")])
    assert asked(store, question("数据库")) == ["text"]


def test_lone_surrogates_in_a_question_do_no_harm() -> None:
    assert asked(FakeStore(), question("broken \ud800 words", "\ud800")) == []


def test_every_list_of_queries_and_words_is_bounded() -> None:
    many = tuple(f"name{at}" for at in range(500))
    store = FakeStore()
    plan = make_plan(question(" ".join(many), *many), LEXICON)
    assert len(plan.words) == MAX_WORDS
    asked(store, question("many", *many))
    assert sum(method == "memories_of" for method, _ in store.calls) == MAX_ENTITY_QUERIES


@pytest.mark.parametrize("method", ["find", "recent"])
def test_a_query_that_fails_fails_the_search(method: str) -> None:
    store = FakeStore([memory("1", "Redis holds sessions", "Redis")])
    store.fail_on = method
    parsed = question("", query="") if method == "recent" else question("where are sessions", "Redis")
    with pytest.raises(GraphUnavailable):
        asked(store, parsed)
