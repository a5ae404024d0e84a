"""What makes a memory fit a question, one witness at a time, and how the witnesses make one number."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_fabric.models import Kind, Memory, Origin, ParsedQuery
from memory_fabric.search.relevance import (
    AFTER_FACTOR,
    AGENDA_FACTOR,
    ASKING_FACTOR,
    BEFORE_FACTOR,
    COVERAGE_SHARE,
    FIRST_PERSON_FACTOR,
    FORM_FACTOR,
    KIND_FACTOR,
    SESSION_WEIGHT,
    WITHIN_FACTOR,
    Wanted,
    relevance,
    session_parts,
    time_factor,
    witnessed,
)

from .fakes import days_ago, memory, question

PLAIN = question("what about the cache")


def factor(name: str, m: Memory | str, parsed: ParsedQuery = PLAIN, *words: str) -> float:
    """Return one factor of a memory, or of a text without anything else."""
    m = memory("1", m) if isinstance(m, str) else m
    wanted = Wanted.read(parsed, words, [m])
    return wanted.factors(m)[name]


def test_the_statement_itself_is_worth_more_the_more_of_the_words_it_holds() -> None:
    words = ("caching", "ledger", "Redis", "sessions")
    texts = ["Redis caches sessions of the ledger", "we cached a session", "the ledger", "nothing of it"]
    covered = [factor("coverage", text, PLAIN, *words) for text in texts]
    assert covered == pytest.approx([1 + COVERAGE_SHARE * share for share in (1, 0.5, 0.25, 0)])


def test_a_question_without_words_is_covered_by_nothing() -> None:
    assert factor("coverage", "Redis caches sessions") == 1


def test_what_is_covered_is_what_a_question_is_about_and_not_that_it_was_talked_of() -> None:
    words = ("Summarize", "discussion", "caching")
    assert factor("coverage", "We cache sessions", PLAIN, *words) == 1 + COVERAGE_SHARE
    assert factor("coverage", "Some other discussion", PLAIN, *words) == 1


def test_who_said_it_is_no_part_of_what_it_was_about() -> None:
    asked = question("What did Ana say about caching?", "Ana", speaker="Ana")
    by_her = memory("1", "We cache sessions", speaker="Ana")
    of_her = memory("2", "Ana was here", speaker="Bo")
    wanted = Wanted.read(asked, ("Ana", "say", "caching"), [by_her, of_her])
    assert wanted.factors(by_her)["coverage"] == 1 + COVERAGE_SHARE
    assert wanted.factors(of_her)["coverage"] == 1


def test_a_question_of_nothing_but_talk_is_covered_by_talk() -> None:
    assert factor("coverage", "We had a discussion", PLAIN, "discussion") == 1 + COVERAGE_SHARE


def test_the_kind_that_is_asked_for_is_worth_more() -> None:
    asked = question("what did we decide", intent="decision", intents=("decision",))
    assert factor("kind", memory("1", "x", kind="decision"), asked) == KIND_FACTOR
    assert factor("kind", memory("1", "x"), asked) == factor("kind", memory("1", "x", kind="decision")) == 1


def test_a_time_is_worth_more_where_the_question_asks_when_and_nothing_where_it_does_not() -> None:
    when = question("When did the disk run full?")
    assert factor("form", "It ran full yesterday", when) == FORM_FACTOR
    assert factor("form", "It ran full", when) == factor("form", "It ran full yesterday") == 1


@pytest.mark.parametrize("text", ["Should we cache it?", "Should we cache it? ", "要缓存吗？"])
def test_one_who_asks_tells_little(text: str) -> None:
    assert factor("asking", text) == ASKING_FACTOR < 1


def test_a_question_with_its_answer_is_no_asking() -> None:
    assert factor("asking", "Cache it? Yes, for an hour.") == factor("asking", "We cache it") == 1


@pytest.mark.parametrize("text", ["I cache it", "Then we cache it", "Ask me", "My cache", "it is in our cache"])
def test_people_who_tell_what_happened_speak_of_themselves(text: str) -> None:
    assert factor("person", text) == FIRST_PERSON_FACTOR > 1


@pytest.mark.parametrize("text", ["The cache is warm", "You cache it", "mere weeks of memory", "chapter i"])
def test_others_and_parts_of_words_are_no_first_person(text: str) -> None:
    assert factor("person", text) == 1


@pytest.mark.parametrize(
    "text",
    [
        "First the agenda: cache, disk, costs.",
        "Bo has a presentation on it",
        "That is for the next meeting.",
        "AGENDA: cache, disk",
        "Presentation by Bo, then the Minutes",
    ],
)
def test_who_names_what_will_be_talked_of_tells_little(text: str) -> None:
    assert factor("agenda", text) == AGENDA_FACTOR < 1


@pytest.mark.parametrize("text", ["It takes ten minutes", "We met on Monday", "The presentation layer is React"])
def test_what_only_sounds_like_an_agenda_is_none(text: str) -> None:
    assert factor("agenda", text) == 1


def test_who_asks_for_the_agenda_is_told_it() -> None:
    assert factor("agenda", "The agenda is short", question("What is on the agenda?")) == 1


def test_what_any_of_its_speakers_earns_a_memory_has() -> None:
    both = Memory("1", "x", origins=(Origin(speaker="Bo"), Origin(speaker="Ana Souza"), Origin()))
    asked = question("what did Ana say", "Ana")
    assert factor("speaker", both, asked) > 1
    assert factor("speaker", memory("1", "x", speaker="Bo"), asked) == factor("speaker", memory("1", "x"), asked) == 1


def test_a_few_words_count_less_than_ten() -> None:
    worth = [factor("brevity", memory("1", " ".join(["word"] * count))) for count in (0, 1, 4, 10, 50)]
    assert worth == pytest.approx([2 / 12, 3 / 12, 6 / 12, 1, 1])


def test_a_name_counts_for_two_words() -> None:
    assert factor("brevity", memory("1", "Redis it is", "Redis")) == factor("brevity", memory("1", "it is so then"))


def test_each_cjk_character_is_a_word_and_a_mark_of_laughter_is_none() -> None:
    assert factor("brevity", memory("1", "我们的账本")) == factor("brevity", memory("1", "one two three four five"))
    assert factor("brevity", memory("1", "ok {laugh at length} so")) == factor("brevity", memory("1", "ok so"))


SINCE, UNTIL = date(2026, 2, 10), date(2026, 2, 12)


@pytest.mark.parametrize(
    ("day", "worth"),
    [
        (date(2026, 2, 6), 1.0),
        (date(2026, 2, 7), BEFORE_FACTOR),
        (date(2026, 2, 10), WITHIN_FACTOR),
        (date(2026, 2, 12), WITHIN_FACTOR),
        (date(2026, 2, 13), AFTER_FACTOR),
        (date(2026, 2, 26), AFTER_FACTOR),
        (date(2026, 2, 27), 1.0),
    ],
)
def test_what_is_asked_of_a_time_was_said_in_it_or_in_the_two_weeks_after_or_announced_before(
    day: date, worth: float
) -> None:
    said = datetime(day.year, day.month, day.day, 23, 59, tzinfo=UTC)
    assert time_factor(memory("1", "x", said=said), SINCE, UNTIL) == worth


def test_within_is_worth_more_than_after_and_that_more_than_before() -> None:
    assert WITHIN_FACTOR > AFTER_FACTOR > BEFORE_FACTOR > 1


def test_of_several_times_at_which_it_was_said_the_best_counts() -> None:
    told = Memory("1", "x", origins=tuple(Origin(timestamp=days_ago(days)) for days in (60, 18, 0)))
    assert time_factor(told, SINCE, UNTIL) == WITHIN_FACTOR


def test_where_no_time_is_asked_about_or_known_it_counts_for_nothing() -> None:
    assert time_factor(memory("1", "x", said=days_ago(18)), None, None) == 1
    assert time_factor(memory("1", "x"), SINCE, UNTIL) == 1


def test_an_open_end_of_time_reaches_for_ever() -> None:
    assert time_factor(memory("1", "x", said=days_ago(900)), None, date(2026, 1, 1)) == WITHIN_FACTOR
    assert time_factor(memory("1", "x", said=days_ago(0)), date(2020, 1, 1), None) == WITHIN_FACTOR


@pytest.mark.parametrize("days", [0, 10])
def test_the_first_and_the_last_day_of_the_calendar_do_no_harm(days: int) -> None:
    first, last = (datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC))
    for said in (first + timedelta(days), last - timedelta(days)):
        assert time_factor(memory("1", "x", said=said), date.min, date.max) == WITHIN_FACTOR


def in_session(*sessions: str | None) -> Memory:
    return Memory("1", "x", origins=tuple(Origin(session=session) for session in sessions))


def test_a_session_adds_a_share_of_the_mean_of_its_three_best_memories() -> None:
    values = [(in_session("long"), value) for value in (0.1, 0.9, 0.6, 0.3)]
    assert session_parts(values) == {"long": pytest.approx(SESSION_WEIGHT * 0.6)}


def test_what_a_short_session_lacks_counts_as_nothing() -> None:
    assert session_parts([(in_session("short"), 0.9)]) == {"short": pytest.approx(SESSION_WEIGHT * 0.3)}


def test_a_memory_of_two_sessions_counts_in_both_once_and_one_of_none_in_none() -> None:
    parts = session_parts([(in_session("s1", "s2", "s1"), 0.9), (in_session(None), 0.9), (in_session(), 0.9)])
    assert parts == {session: pytest.approx(SESSION_WEIGHT * 0.3) for session in ("s1", "s2")}


@given(st.lists(st.floats(0.01, 5), min_size=1, max_size=8))
def test_a_session_adds_less_than_its_best_memory_is_worth_by_itself(values: list[float]) -> None:
    (share,) = session_parts((in_session("s"), value) for value in values).values()
    assert 0 < share <= SESSION_WEIGHT * max(values) * (1 + 1e-9)


WITNESSES = ("text", "hints", "graph")


@pytest.mark.parametrize("kind", ["decision", "fact"])
@pytest.mark.parametrize("speaker", ["Ana", "Bo"])
def test_what_counts_before_its_words_are_looked_at_counts_the_same_after(kind: Kind, speaker: str) -> None:
    asked = question("what did Ana decide", "Ana", intent="decision", intents=("decision",), since=date(2026, 1, 1))
    m = memory("1", "x", kind=kind, speaker=speaker, said=days_ago(1))
    wanted = Wanted.read(asked, (), [m, memory("2", "y", speaker="Ana")])
    inner = dict.fromkeys(("brevity", "coverage", "form", "asking", "agenda", "person"), 1.0)
    parts = {"text": 0.5, "hints": 0.2, "graph": 0.1, **wanted.factors(m), **inner, "session": 0.0}
    assert witnessed(0.5, 0.2, 0.1) * wanted.outer(m) == pytest.approx(relevance(parts))


FACTORS = ("brevity", "coverage", "kind", "form", "asking", "agenda", "person", "speaker", "time")
PARTS = st.fixed_dictionaries(
    {
        **dict.fromkeys(WITNESSES, st.floats(0.05, 1)),
        **dict.fromkeys(FACTORS, st.floats(0.5, 3)),
        "session": st.floats(0, 1),
    }
)


@given(PARTS, st.sampled_from([*WITNESSES, *FACTORS, "session"]), st.floats(0.01, 1))
def test_relevance_grows_with_each_witness_and_each_factor(parts: dict[str, float], name: str, more: float) -> None:
    assert relevance({**parts, name: parts[name] + more}) > relevance(parts)


@given(PARTS, st.sampled_from(WITNESSES))
def test_one_witness_is_enough_for_a_relevance_above_zero(parts: dict[str, float], only: str) -> None:
    alone = {**parts, **dict.fromkeys(WITNESSES, 0.0), only: parts[only]}
    assert relevance(alone) > 0
    assert relevance({**alone, only: 0.0}) == parts["session"]


@given(PARTS, st.floats(0.1, 1))
def test_brevity_lowers_what_the_index_found_and_nothing_else(parts: dict[str, float], brief: float) -> None:
    found_by_name = {**parts, "text": 0.0}
    assert relevance({**found_by_name, "brevity": brief}) == relevance(found_by_name)
