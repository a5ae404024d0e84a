"""A graph that keeps records in dictionaries, and graphs made up by hypothesis."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime

from hypothesis import strategies as st

from memory_fabric.graph.transfer.formats import json_line
from memory_fabric.models import (
    KINDS,
    Edge,
    EntityRecord,
    Evidence,
    GraphRecord,
    Memory,
    Origin,
    RelationRecord,
    WriteReport,
)
from memory_fabric.text import spelling_key


class Kept:
    """What a graph's `restore` was given, each once; `dump` gives it back in order."""

    def __init__(self, records: Iterable[GraphRecord] = ()) -> None:
        self.entities: dict[str, EntityRecord] = {}
        self.memories: dict[str, Memory] = {}
        self.relations: dict[object, RelationRecord] = {}
        self.restore(records)

    def dump(self) -> Iterator[GraphRecord]:
        yield from self.entities.values()
        yield from self.memories.values()
        yield from self.relations.values()

    def restore(self, records: Iterable[GraphRecord]) -> WriteReport:
        before = len(self.entities), len(self.relations)
        added: list[str] = []
        known: list[str] = []
        for record in records:
            match record:
                case EntityRecord():
                    self.entities.setdefault(spelling_key(record.name), record)
                case Memory():
                    (known if record.id in self.memories else added).append(record.id)
                    old = self.memories.setdefault(record.id, record)
                    names = tuple(dict.fromkeys((*old.entities, *record.entities)))
                    origins = tuple(dict.fromkeys((*old.origins, *record.origins)))
                    self.memories[record.id] = replace(old, entities=names, origins=origins)
                case RelationRecord(edge):
                    self.relations.setdefault(edge, record)
        return WriteReport(tuple(added), tuple(known), len(self.entities) - before[0], len(self.relations) - before[1])


# What any graph can hold: no NUL and no half surrogates.
words = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
names = words.filter(str.strip)
times = st.datetimes(datetime(1970, 1, 2), datetime(2200, 1, 1)).map(lambda time: time.replace(tzinfo=UTC))
unknown_words = st.none() | words
origins = st.builds(
    Origin,
    source=unknown_words,
    session=unknown_words,
    turn_id=unknown_words,
    speaker=unknown_words,
    timestamp=st.none() | times,
)


def _entity(name: str, type: str, aliases: list[str], was_renamed: bool) -> EntityRecord:
    return EntityRecord(name, type, tuple(aliases), former_names=tuple(aliases) if was_renamed else ())


@st.composite
def graphs(draw: st.DrawFn) -> Kept:
    """Draw a graph whose memories and relations speak of its entities."""
    entities = draw(
        st.lists(
            st.builds(_entity, names, names, st.lists(names, max_size=2, unique=True), st.booleans()),
            max_size=4,
            unique_by=lambda entity: spelling_key(entity.name),
        )
    )
    known = st.sampled_from([entity.name for entity in entities]) if entities else st.nothing()
    mentioned = st.lists(known, max_size=2, unique=True).map(tuple) if entities else st.just(())
    memories = draw(
        st.lists(
            st.builds(
                Memory,
                id=names,
                text=words,
                kind=st.sampled_from(KINDS),
                entities=mentioned,
                origins=st.lists(origins, max_size=2, unique=True).map(tuple),
                stored_at=times,
            ),
            max_size=4,
            unique_by=lambda memory: memory.id,
        )
    )
    ends = st.tuples(known, known).filter(lambda pair: pair[0] != pair[1]) if len(entities) > 1 else st.nothing()
    relations = draw(st.lists(_relations(ends, [memory.id for memory in memories]), max_size=3))
    return Kept([*entities, *memories, *relations])


@st.composite
def _relations(draw: st.DrawFn, ends: st.SearchStrategy[tuple[str, str]], ids: list[str]) -> RelationRecord:
    from_, to = draw(ends)
    ids_or_nobody = st.none() | st.sampled_from(ids) if ids else st.none()
    evidence = draw(st.lists(st.builds(Evidence, ids_or_nobody, times), max_size=2, unique=True))
    edge = Edge(
        from_,
        draw(names),
        to,
        polarity=draw(st.sampled_from(["affirmed", "negated"])),
        modality=draw(st.sampled_from(["asserted", "planned", "question"])),
        ended=draw(st.booleans()),
        valid_from=draw(times),
        valid_to=draw(st.none() | times),
        memories=tuple(dict.fromkeys(proof.memory for proof in evidence if proof.memory is not None)),
    )
    return RelationRecord(edge, tuple(evidence))


@st.composite
def reference_files(draw: st.DrawFn) -> bytes:
    """Draw a file as the reference server writes it. Names differ in more than their spelling, as ours must."""
    unique_names = st.lists(names, max_size=4, unique_by=spelling_key)
    entities: list[dict[str, object]] = [
        {"type": "entity", "name": name, "entityType": draw(names), "observations": draw(st.lists(words, unique=True))}
        for name in draw(unique_names)
    ]
    ends = st.tuples(names, names).filter(lambda pair: spelling_key(pair[0]) != spelling_key(pair[1]))
    triples = draw(st.lists(st.tuples(ends, names), max_size=3, unique_by=_triple_key))
    relations: list[dict[str, object]] = [
        {"type": "relation", "from": from_, "to": to, "relationType": relation} for (from_, to), relation in triples
    ]
    return b"\n".join(json_line(line) for line in [*entities, *relations])


def _triple_key(triple: tuple[tuple[str, str], str]) -> tuple[str, ...]:
    (from_, to), relation = triple
    return spelling_key(from_), spelling_key(to), relation
