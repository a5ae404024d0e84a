from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import example, given
from hypothesis import strategies as st

from memory_fabric.graph.mcp.observation import Note, alias_in, by_id, decode, encode, encode_alias
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
    origins=st.lists(origins, max_size=3, unique=True).map(tuple),
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

triples = st.lists(st.tuples(st.text(), st.text(), st.text()), max_size=2).map(tuple)
notes = st.builds(Note, memories, triples, triples)


def memory_in(observation: str, entity: str | None = "Redis") -> Memory:
    note = decode(observation, entity)
    assert note is not None
    return note.memory


def test_a_memory_reads_as_its_statement_and_then_where_it_comes_from() -> None:
    assert encode(Note(REDIS)) == (
        'We use Redis for caching. [mf {"at": "2026-01-15T10:00:00Z", "by": "José", "from": "standup.jsonl", '
        '"in": "monday", "no": "3", "as": "decision", "about": ["Redis"], "id": "4f1c", '
        '"kept": "2026-01-16T08:00:00Z"}]'
    )


def test_the_relations_that_it_proves_and_ends_stand_beside() -> None:
    note = Note(REDIS, says=(("web", "uses", "Redis"),), ends=(("web", "uses", "Vue"),))
    assert '"that": [["web", "uses", "Redis"]], "not": [["web", "uses", "Vue"]], "id": "4f1c"' in encode(note)


@given(notes)
@example(Note(replace(REDIS, text=encode(Note(REDIS)))))
@example(Note(replace(REDIS, text='a [mf {"id": "x"}')))
@example(Note(replace(REDIS, text=encode_alias("Redis"))))
@example(Note(replace(REDIS, entities=(' [mf {"id": "x"}]', ' [mf {"'), id=" [mf {}]")))
@example(Note(replace(REDIS, text='line\nline\u2028\u2029\x85\\ " ', origins=(Origin(), Origin(speaker="Bo")))))
def test_every_memory_comes_back_as_it_was(note: Note) -> None:
    assert decode(encode(note), "Redis") == note
    assert alias_in(encode(note)) is None


@given(st.text())
@example(' [mf {"id": "x"}]')
def test_every_alias_comes_back_as_it_was_and_is_no_memory(name: str) -> None:
    assert alias_in(encode_alias(name)) == name
    assert decode(encode_alias(name), "PostgreSQL") is None


def test_an_alias_can_be_read_by_a_person() -> None:
    assert encode_alias("Postgres") == 'Also called Postgres. [mf {"alias": "Postgres"}]'


@given(notes, st.lists(origins, max_size=2, unique=True).map(tuple))
def test_doubles_of_one_memory_are_one_with_all_that_they_know(note: Note, more: tuple[Origin, ...]) -> None:
    double = replace(note, memory=replace(note.memory, origins=more))
    one = by_id([note, double])[note.memory.id]
    assert one.memory.origins == tuple(dict.fromkeys((*note.memory.origins, *more)))
    assert by_id([one, double, note]) == {note.memory.id: one}


def test_a_time_in_another_zone_comes_back_as_the_same_moment() -> None:
    plus_two = datetime.fromisoformat("2026-01-15T12:00:00.000001+02:00")
    memory = memory_in(encode(Note(replace(REDIS, origins=(Origin(timestamp=plus_two),)))))
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
    note = decode(text, "Redis")
    assert note is not None
    assert note == decode(text, "Redis")
    assert encode(note) == text
    memory = note.memory
    assert (memory.text, memory.kind, memory.entities, memory.origins) == (
        text,
        "fact",
        ("Redis",),
        (Origin(source="mcp"),),
    )
    assert memory.id != memory_in(text, "Valkey").id


def test_fields_that_someone_broke_by_hand_cost_no_memory() -> None:
    note = decode(
        'We use Redis. [mf {"at": "soonish", "by": 7, "as": "hunch", "about": [1, "Redis"], '
        '"that": [["a"], 7], "id": "a"}]',
        "x",
    )
    assert note == Note(Memory(id="a", text="We use Redis.", entities=("Redis",), origins=(Origin(),)))


def test_the_keys_are_no_words_that_a_question_would_ask_for() -> None:
    bare = Note(
        replace(REDIS, text="", kind="fact", entities=(), origins=(Origin(),)), (("", "", ""),), (("", "", ""),)
    )
    trailer = encode(bare)
    for word in (
        "memory",
        "session",
        "source",
        "speaker",
        "time",
        "turn",
        "store",
        "entity",
        "kind",
        "relation",
        "say",
        "end",
    ):
        assert word not in trailer
