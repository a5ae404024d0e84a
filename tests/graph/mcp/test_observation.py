from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import example, given
from hypothesis import strategies as st

from memory_fabric.graph.mcp.observation import decode, encode, memory_id
from memory_fabric.models import KINDS, Memory, Origin

times = st.none() | st.datetimes(datetime(1970, 1, 2), datetime(2200, 1, 1)).map(lambda t: t.replace(tzinfo=UTC))
words = st.none() | st.text()
origins = st.builds(Origin, source=words, session=words, turn_id=words, speaker=words, timestamp=times)
memories = st.builds(
    Memory,
    id=st.text(min_size=1),
    text=st.text(),
    kind=st.sampled_from(KINDS),
    entities=st.lists(st.text(), max_size=3).map(tuple),
    origins=st.lists(origins, max_size=3).map(tuple),
    stored_at=times,
)

REDIS = Memory(
    id="4f1c",
    text="We use Redis for caching.",
    kind="decision",
    entities=("Redis",),
    origins=(Origin("standup.jsonl", "monday", "3", "José", datetime(2026, 1, 15, 10, tzinfo=UTC)),),
    stored_at=datetime(2026, 1, 16, 8, tzinfo=UTC),
)


def test_a_memory_reads_as_its_statement_and_then_where_it_comes_from() -> None:
    assert encode(REDIS) == (
        'We use Redis for caching. [mf {"at": "2026-01-15T10:00:00Z", "by": "José", "from": "standup.jsonl", '
        '"in": "monday", "no": "3", "as": "decision", "about": ["Redis"], "id": "4f1c", '
        '"kept": "2026-01-16T08:00:00Z"}]'
    )


@given(memories)
@example(replace(REDIS, text=encode(REDIS)))
@example(replace(REDIS, text='a [mf {"id": "x"}'))
@example(replace(REDIS, entities=(' [mf {"id": "x"}]', ' [mf {"'), id=" [mf {}]"))
@example(replace(REDIS, text='line\nline\u2028\u2029\x85\\ " ', origins=(Origin(), Origin(speaker="Bo"))))
def test_every_memory_comes_back_as_it_was(memory: Memory) -> None:
    assert decode(encode(memory), "Redis") == memory


@given(memories)
def test_the_id_can_be_read_without_the_rest(memory: Memory) -> None:
    assert memory_id(encode(memory)) == memory.id


def test_a_time_in_another_zone_comes_back_as_the_same_moment() -> None:
    plus_two = datetime.fromisoformat("2026-01-15T12:00:00.000001+02:00")
    memory = decode(encode(replace(REDIS, origins=(Origin(timestamp=plus_two),))), "Redis")
    assert memory.timestamp == plus_two
    assert memory.timestamp is not None
    assert memory.timestamp.utcoffset() == timedelta(0)


@given(st.text())
@example("uses connection pooling [see docs]")
@example("broken [mf {]")
@example('no id [mf {"by": "Ana"}]')
@example('a list [mf ["id"]]')
@example("deep [mf " + "[" * 5_000 + "]")
def test_what_others_wrote_is_a_memory_with_a_stable_id(text: str) -> None:
    memory = decode(text, "Redis")
    assert memory == decode(text, "Redis")
    assert (memory.text, memory.kind, memory.entities, memory.origins) == (
        text,
        "fact",
        ("Redis",),
        (Origin(),),
    )
    assert memory.id != decode(text, "Valkey").id
    assert memory_id(text) is None


def test_fields_that_someone_broke_by_hand_cost_no_memory() -> None:
    memory = decode(
        'We use Redis. [mf {"at": "soonish", "by": 7, "as": "hunch", "about": [1, "Redis"], "id": "a"}]', "x"
    )
    assert memory == Memory(id="a", text="We use Redis.", entities=("Redis",), origins=(Origin(),))


def test_the_keys_are_no_words_that_a_question_would_ask_for() -> None:
    trailer = encode(replace(REDIS, text="", kind="fact", entities=(), origins=(Origin(),)))
    for word in ("memory", "session", "source", "speaker", "time", "turn", "store", "entity", "kind"):
        assert word not in trailer
