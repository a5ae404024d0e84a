"""What makes a memory relevant to a question."""

from __future__ import annotations

from datetime import date
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_fabric.models import Hit, Memory, ParsedQuery
from memory_fabric.search.dispatch import Found, Query, make_plan
from memory_fabric.search.normalize import Candidate, normalize, time_factor

from .fakes import FakeLexicon, days_ago, memory, question

LONG = "This is a statement that has words enough to be taken at its full weight, number"


def by_text(*scored: tuple[Memory, float]) -> Found:
    return Found(Query("text"), tuple(Hit(m, score, "words") for m, score in scored))


def by_hint(hint: str, *memories: Memory) -> Found:
    return Found(Query("entity", hint, hint), tuple(Hit(m, 1.0, hint) for m in memories))


def normalized(parsed: ParsedQuery, *found: Found, limit: int = 100) -> list[Candidate]:
    return normalize(found, parsed, make_plan(parsed, FakeLexicon()), limit)


def ids(candidates: list[Candidate]) -> list[str]:
    return [candidate.memory.id for candidate in candidates]


def relevances(parsed: ParsedQuery, *found: Found) -> dict[str, float]:
    return {candidate.memory.id: candidate.relevance for candidate in normalized(parsed, *found)}


def test_a_memory_found_by_several_queries_is_one_candidate_that_tells_them_all() -> None:
    m = memory("1", "Redis holds sessions", "Redis")
    (candidate,) = normalized(question("sessions", "Redis"), by_hint("Redis", m), by_text((m, 3.0)))
    assert candidate.matched.hints == ("Redis",)
    assert candidate.matched.by == ("entity:Redis", "text")


def test_a_text_hit_without_a_score_is_no_candidate() -> None:
    assert normalized(question("sessions"), by_text((memory("1", "nothing of it"), 0.0))) == []


def test_text_scores_count_as_shares_of_the_best() -> None:
    a, b = memory("a", f"{LONG} one"), memory("b", f"{LONG} two")
    scored = relevances(question("words"), by_text((a, 8.0), (b, 2.0)))
    assert scored == {"a": pytest.approx(1.0), "b": pytest.approx(0.25)}


def test_a_few_words_count_less_than_a_sentence_of_the_same_score() -> None:
    short, long = memory("short", "ok"), memory("long", f"{LONG} one")
    assert ids(normalized(question("words"), by_text((short, 2.0), (long, 2.0)))) == ["long", "short"]


def test_more_of_the_hints_is_more_relevant() -> None:
    both, one = memory("both", f"{LONG} 1", "Redis", "Kafka"), memory("one", f"{LONG} 2", "Kafka")
    parsed = question("which", "Redis", "Kafka")
    found = (by_hint("Redis", both), by_hint("Kafka", both, one), by_text((both, 1.0), (one, 1.0)))
    assert ids(normalized(parsed, *found)) == ["both", "one"]


def test_a_hint_that_everything_mentions_tells_little() -> None:
    common = [memory(f"c{at}", f"{LONG} {at}", "Acme") for at in range(50)]
    rare = memory("rare", f"{LONG} rare", "Redis")
    parsed = question("Acme and Redis", "Acme", "Redis")
    assert ids(normalized(parsed, by_hint("Acme", *common), by_hint("Redis", rare)))[0] == "rare"


def test_an_alias_links_a_memory_to_its_hint() -> None:
    m = memory("1", f"{LONG} 1", "postgres")
    (candidate,) = normalized(question("what", "PostgreSQL"), by_text((m, 1.0)))
    assert candidate.matched.hints == ("PostgreSQL",)


def test_the_kind_that_is_asked_for_comes_first() -> None:
    fact, decision = memory("fact", f"{LONG} 1"), memory("decision", f"{LONG} 2", kind="decision")
    parsed = question("what", intent="decision", intents=("decision",))
    assert ids(normalized(parsed, by_text((fact, 1.0), (decision, 1.0)))) == ["decision", "fact"]


@pytest.mark.parametrize(
    "parsed",
    [
        question("what did ana say", speaker="ana"),
        question("what did Ana Souza say", "Ana Souza"),
        question("what did Ana say", "Ana", "Redis"),
        question("what did ana say"),
    ],
)
def test_what_the_named_speaker_said_comes_first(parsed: ParsedQuery) -> None:
    ana, bo = memory("ana", f"{LONG} 1", speaker="Ana Souza"), memory("bo", f"{LONG} 2", speaker="Bo")
    assert ids(normalized(parsed, by_text((bo, 1.0), (ana, 0.8)))) == ["ana", "bo"]


def test_a_speaker_that_is_a_role_is_not_named_by_the_word() -> None:
    user, bo = memory("user", f"{LONG} 1", speaker="user"), memory("bo", f"{LONG} 2", speaker="Bo")
    scored = relevances(question("where are user sessions"), by_text((user, 1.0), (bo, 1.0)))
    assert scored["user"] == scored["bo"]
    scored = relevances(question("what did the user ask", speaker="user"), by_text((user, 1.0), (bo, 1.0)))
    assert scored["user"] > scored["bo"]


def test_a_namesake_and_an_agent_of_a_similar_name_are_not_the_speaker() -> None:
    lima = memory("lima", f"{LONG} 1", speaker="Ana Lima")
    agent = memory("agent", f"{LONG} 2", speaker="database-engineer")
    scored = relevances(question("did Ana Souza", "Ana Souza", "database"), by_text((lima, 1.0), (agent, 1.0)))
    assert scored == {"lima": pytest.approx(1.0), "agent": pytest.approx(1.0)}


def test_a_time_in_the_question_raises_what_fits_it_and_drops_nothing() -> None:
    since, until = date(2026, 2, 10), date(2026, 2, 12)
    within, after, before, far = (
        memory(id, f"{LONG} {id}", said=days_ago(days))
        for id, days in (("within", 18), ("after", 10), ("before", 21), ("far", 60))
    )
    factors = [time_factor(m, since, until) for m in (within, after, before, far)]
    assert factors == sorted(factors, reverse=True)
    assert factors[-1] == time_factor(memory("x", "no time"), since, until) == 1.0
    parsed = question("then", since=since, until=until)
    found = by_text(*((m, 1.0) for m in (far, before, after, within)))
    assert ids(normalized(parsed, found)) == ["within", "after", "before", "far"]


def test_an_open_end_of_time_reaches_for_ever() -> None:
    assert time_factor(memory("x", "x", said=days_ago(900)), None, date(2026, 1, 1)) > 1
    assert time_factor(memory("x", "x", said=days_ago(0)), date(2020, 1, 1), None) > 1


def test_what_is_near_in_the_graph_counts_less_than_what_is_named_and_more_than_what_is_far() -> None:
    named, near, far = (memory(id, f"{LONG} {id}", id) for id in ("named", "near", "far"))
    found = (
        by_hint("named", named),
        Found(Query("graph", "near", distance=1), (Hit(near, 1.0, ""),)),
        Found(Query("graph", "far", distance=2), (Hit(far, 1.0, ""),)),
    )
    assert ids(normalized(question("about", "named"), *found)) == ["named", "near", "far"]


def test_recent_memories_are_all_relevant_and_come_newest_first() -> None:
    old, new, untold = (
        memory("a", "x", said=days_ago(3)),
        memory("b", "y", said=days_ago(1)),
        memory("c", "z"),
    )
    found = Found(Query("recent"), tuple(Hit(m, 1.0, "recent") for m in (old, untold, new)))
    candidates = normalized(question("", query=""), found)
    assert [(c.memory.id, c.relevance) for c in candidates] == [("b", 1.0), ("a", 1.0), ("c", 1.0)]


SCORES = st.lists(st.floats(0.01, 50), min_size=1, max_size=10)


@given(SCORES, st.randoms(use_true_random=False))
def test_relevance_is_positive_and_the_order_of_the_hits_does_not_matter(scores: list[float], random: Random) -> None:
    scored = [(memory(str(at), f"text {at}", "Redis"), score) for at, score in enumerate(scores)]
    parsed = question("text", "Redis")
    once = normalized(parsed, by_hint("Redis", *(m for m, _ in scored)), by_text(*scored))
    shuffled = random.sample(scored, len(scored))
    again = normalized(parsed, by_text(*shuffled), by_hint("Redis", *(m for m, _ in shuffled)))
    assert all(candidate.relevance > 0 for candidate in once)
    assert [(c.memory.id, c.relevance) for c in once] == [(c.memory.id, c.relevance) for c in again]
    assert len(normalized(parsed, by_text(*scored), limit=3)) <= 3
