"""How what several queries found becomes candidates: each memory once, with the reasons for it, best first."""

from __future__ import annotations

from datetime import date
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_fabric.models import Hit, Memory, Origin, ParsedQuery
from memory_fabric.search.dispatch import Found, Query, make_plan
from memory_fabric.search.normalize import Candidate, normalize
from memory_fabric.search.relevance import relevance

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
    candidates = normalized(question("words"), by_text((a, 8.0), (b, 2.0)))
    assert [(c.memory.id, c.parts["text"]) for c in candidates] == [("a", 1.0), ("b", 0.25)]


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


def test_what_the_named_speaker_said_comes_first() -> None:
    ana, bo = memory("ana", f"{LONG} 1", speaker="Ana Souza"), memory("bo", f"{LONG} 2", speaker="Bo")
    assert ids(normalized(question("what did ana say"), by_text((bo, 1.0), (ana, 0.8)))) == ["ana", "bo"]


def test_a_time_in_the_question_raises_what_fits_it_and_drops_nothing() -> None:
    within, far = memory("within", f"{LONG} 1", said=days_ago(18)), memory("far", f"{LONG} 2", said=days_ago(60))
    parsed = question("then", since=date(2026, 2, 10), until=date(2026, 2, 12))
    assert ids(normalized(parsed, by_text((far, 1.0), (within, 0.8)))) == ["within", "far"]


def in_session(id: str, session: str | None, text: str = LONG) -> Memory:
    return Memory(id, f"{text} {id}", origins=(Origin(session=session),))


def test_a_conversation_in_which_much_fits_lifts_each_of_its_memories() -> None:
    talk = [in_session(id, "talk") for id in ("a", "b", "c")]
    lone, none = in_session("lone", "other"), in_session("none", None)
    candidates = {
        c.memory.id: c for c in normalized(question("words"), by_text(*((m, 1.0) for m in (none, lone, *talk))))
    }
    shares = [candidates[id].parts["session"] for id in ("a", "lone", "none")]
    assert shares[0] > shares[1] > shares[2] == 0
    assert {c.parts["session"] for c in candidates.values() if c.memory.id in "abc"} == {shares[0]}


def test_what_explains_a_relevance_makes_it() -> None:
    talk = [in_session("a", "talk"), in_session("b", "talk", "We keep the sessions in Redis,"), in_session("c", None)]
    for candidate in normalized(question("words"), by_text(*zip(talk, (3.0, 2.0, 1.0), strict=True))):
        assert candidate.relevance == pytest.approx(relevance(candidate.parts))


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


@given(st.lists(st.tuples(st.integers(1, 50), st.sampled_from(["s1", "s2", None])), min_size=1, max_size=10))
def test_what_a_session_adds_keeps_the_order_within_it(said: list[tuple[int, str | None]]) -> None:
    scored = [(in_session(str(at), session), score) for at, (score, session) in enumerate(said)]
    ordered = ids(normalized(question("words"), by_text(*scored)))
    for each in ("s1", "s2", None):
        own = [(m.id, score) for m, score in scored if m.origins[0].session == each]
        before = [id for id, _ in sorted(own, key=lambda pair: (-pair[1], pair[0]))]
        assert [id for id in ordered if id in before] == before
