"""Random sequences of operations on every backend, compared with a plain model after each of them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from memory_fabric.errors import InvalidInput
from memory_fabric.graph.open import open_store
from memory_fabric.graph.store import GraphStore, TextQuery
from memory_fabric.models import EntityRecord, EntityType, Filters, Memory, Relation, Selection, Statement
from tests.graph.mcp.in_process import RecordingServer
from tests.graph.model import Model, ModelEntity
from tests.graph.statements import day, no_longer_uses, said, uses
from tests.support.reference_server import reference_server_config

TYPES: dict[str, EntityType] = {"web-shop": "component"}
# What can be said: a text, whom it mentions, and what it says of relations. Always the same of the same text.
SAYINGS: list[tuple[str, tuple[str, ...], tuple[Relation, ...]]] = [
    ("walnut", ("web-shop", "Vue"), (uses("web-shop", "Vue"),)),
    ("pelican", ("web-shop", "React", "Vue"), (uses("web-shop", "React"), Relation("React", "replaces", "Vue"))),
    ("quartz", ("web-shop", "Vue"), (no_longer_uses("web-shop", "Vue"),)),
    ("granite", ("web-shop", "React"), (no_longer_uses("web-shop", "React"),)),
    ("harbour", ("web-shop", "Postgres"), (uses("web-shop", "Postgres"),)),
    ("lantern", ("web-shop", "PostgreSQL"), (uses("web-shop", "PostgreSQL"),)),
    ("meadow", ("Postgres", "PostgreSQL"), (Relation("Postgres", "is_a", "PostgreSQL"),)),
    ("orchard", ("Postgres", "web-shop"), (no_longer_uses("web-shop", "Postgres"),)),
    ("thunder", ("Redis",), ()),
    ("velvet", (), ()),
]
NAMES = ["web-shop", "Web Shop", "Vue", "vue", "React", "Postgres", "POSTGRES", "PostgreSQL", "Redis", "nobody"]
NEW_NAMES = [*NAMES, "storefront", "Store Front"]
FACTS = [("web-shop", "uses", name) for name in ("Vue", "React", "Postgres", "postgresql")]

names = st.sampled_from(NAMES)
sources = st.sampled_from([None, "wiki", "mail"])
speakers = st.sampled_from([None, "Ana", "Bo"])
spelling = st.sampled_from([str, str.upper, lambda name: name.replace("-", " ")])


class GraphMachine(RuleBasedStateMachine):
    """One namespace of a backend beside its model; a namespace, not a store, is new for each run."""

    space: str

    def __init__(self, open_graph: Callable[[], GraphStore], *, keeps_history: bool, can_reopen: bool) -> None:
        super().__init__()
        self.open_graph = open_graph
        self.store = open_graph()
        self.can_reopen = can_reopen
        self.keeps_history = keeps_history
        self.model = Model(keeps_history=keeps_history)
        self.space = f"run-{next(_runs)}"
        self.days = count(1)

    def teardown(self) -> None:
        self.store.close()

    @initialize(saying=st.sampled_from(SAYINGS))
    def begin(self, saying: tuple[str, tuple[str, ...], tuple[Relation, ...]]) -> None:
        self.write([saying], str, None, None)

    @rule(
        chosen=st.lists(st.sampled_from(SAYINGS), min_size=1, max_size=3, unique_by=lambda saying: saying[0]),
        spelt=spelling,
        source=sources,
        speaker=speakers,
    )
    def write(
        self,
        chosen: list[tuple[str, tuple[str, ...], tuple[Relation, ...]]],
        spelt: Callable[[str], str],
        source: str | None,
        speaker: str | None,
    ) -> None:
        self._write([self._statement(saying, spelt, source, speaker) for saying in chosen])

    @rule(data=st.data())
    def write_again(self, data: st.DataObject) -> None:
        if not self.model.memories:
            return
        held = self.model.memories[data.draw(st.sampled_from(sorted(self.model.memories)))]
        saying = next(saying for saying in SAYINGS if saying[0] == held.memory.id)
        origin = data.draw(st.sampled_from(list(held.origins)))
        statement = self._statement(saying, str, origin.source, origin.speaker)
        memory = Memory(held.memory.id, held.memory.text, origins=(origin,), stored_at=held.memory.stored_at)
        self._write([Statement(memory, statement.entities, statement.relations)])

    @precondition(lambda self: self.can_reopen)
    @rule()
    def reopen(self) -> None:
        self.store.close()
        self.store = self.open_graph()

    @rule(entity=st.none() | names, source=sources, speaker=speakers, session=st.sampled_from([None, None, "monday"]))
    def forget(self, entity: str | None, source: str | None, speaker: str | None, session: str | None) -> None:
        what = Selection(entity, source, session, speaker)
        if what == Selection():
            return
        report = self.store.forget(self.space, what)
        memories, origins, entities = self.model.forget(what)
        assert set(report.memories) == memories
        assert report.origins == origins
        assert set(report.entities) == entities

    @rule(fact=st.sampled_from(FACTS))
    def retract(self, fact: tuple[str, str, str]) -> None:
        at = day(next(self.days))
        relation = Relation(*fact)
        assert self.store.retract(self.space, relation, at) == self.model.retract(fact, at)

    @rule(name=names, into=names)
    def merge(self, name: str, into: str) -> None:
        record = self.store.merge(self.space, name, into)
        self._is(self.model.merge(name, into), record)

    @rule(name=names, to=st.sampled_from(NEW_NAMES))
    def rename(self, name: str, to: str) -> None:
        entity, other = self.model.find(name), self.model.find(to)
        if entity is not None and other not in (None, entity):
            with pytest.raises(InvalidInput, match="another entity"):
                self.store.rename(self.space, name, to)
            return
        record = self.store.rename(self.space, name, to)
        self._is(self.model.rename(name, to), record)

    @rule()
    def restore_what_is_there(self) -> None:
        report = self.store.restore(self.space, list(self.store.dump(self.space)))
        assert (report.added, report.entities_added, report.relations_added, report.relations_ended) == ((), 0, 0, 0)

    @precondition(lambda self: self.keeps_history)  # what is over stays behind elsewhere
    @rule()
    def move(self) -> None:
        records = list(self.store.dump(self.space))
        self.space = f"run-{next(_runs)}"
        report = self.store.restore(self.space, records)
        assert set(report.added) == self.model.memories.keys()

    @rule(word=st.sampled_from([saying[0] for saying in SAYINGS]))
    def search(self, word: str) -> None:
        hits = self.store.search_text(self.space, TextQuery((word,)))
        assert {hit.memory.text for hit in hits if word in hit.memory.text.split()} == self.model.texts_with(word)
        for hit in hits:
            self._is_held(hit.memory)

    @rule(name=st.sampled_from(NEW_NAMES))
    def look_up(self, name: str) -> None:
        record = self.store.entity(self.space, name)
        number = self.model.find(name)
        self._is(None if number is None else self.model.entities[number], record)
        mentioned = {hit.memory.id for hit in self.store.memories_of(self.space, name, Filters(), 100)}
        assert mentioned == {id_ for id_, held in self.model.memories.items() if number in held.entities}

    @invariant()
    def holds_the_memories(self) -> None:
        memories = self.store.recent(self.space, Filters(), 100)
        assert len(memories) == len(self.model.memories)
        for memory in memories:
            self._is_held(memory)

    @invariant()
    def holds_the_entities(self) -> None:
        mentions = [number for held in self.model.memories.values() for number in held.entities]
        listed = self.store.entities(self.space, limit=100).entities
        assert {record.name: (record.type, record.memory_count, set(record.former_names)) for record in listed} == {
            entity.name: (entity.type, mentions.count(number), set(entity.former))
            for number, entity in self.model.entities.items()
        }

    @invariant()
    def holds_the_relations(self) -> None:
        called = {number: entity.name for number, entity in self.model.entities.items()}
        edges = self.store.edges(self.space, list(called.values()), 100)
        current = [(edge.from_, edge.relation, edge.to) for edge in edges if edge.is_current]
        assert len(current) == len(set(current))
        assert set(current) == {(called[from_], relation, called[to]) for from_, relation, to in self.model.current()}

    @invariant()
    def counts_what_it_holds(self) -> None:
        counts = self.store.counts(self.space)
        assert (counts.memories, counts.entities) == (len(self.model.memories), len(self.model.entities))
        if not self.keeps_history:
            assert counts.relations == len(self.model.current())

    def _statement(
        self,
        saying: tuple[str, tuple[str, ...], tuple[Relation, ...]],
        spelt: Callable[[str], str],
        source: str | None,
        speaker: str | None,
    ) -> Statement:
        text, mentioned, relations = saying
        written = said(
            text, session="monday", source=source, speaker=speaker, at=day(next(self.days)), relations=relations
        )
        return Statement(
            written.memory,
            tuple(entity for name in mentioned for entity in said("", spelt(name), type=_type(name)).entities),
            tuple(Relation(spelt(r.from_), r.relation, spelt(r.to), r.polarity, ended=r.ended) for r in relations),
        )

    def _write(self, statements: list[Statement]) -> None:
        report = self.store.write(self.space, statements)
        news = [self.model.write(statement) for statement in statements]
        ids = [statement.memory.id for statement in statements]
        assert report.added == tuple(id_ for id_, (is_new, _) in zip(ids, news, strict=True) if is_new)
        assert report.known == tuple(id_ for id_, (is_new, _) in zip(ids, news, strict=True) if not is_new)
        assert report.entities_added == sum(entities for _, entities in news)

    def _is(self, entity: ModelEntity | None, record: EntityRecord | None) -> None:
        found = record and (record.name, set(record.former_names))
        assert found == (entity and (entity.name, set(entity.former)))

    def _is_held(self, memory: Memory) -> None:
        held = self.model.memories[memory.id]
        assert (memory.text, memory.kind, memory.stored_at) == (held.memory.text, "fact", held.memory.stored_at)
        assert set(memory.entities) == {self.model.entities[number].name for number in held.entities}
        assert len(memory.origins) == len(held.origins)
        assert set(memory.origins) == set(held.origins)


_runs = count()


def _type(name: str) -> EntityType:
    return TYPES.get(name, "technology")


def _run(machine: Callable[[], GraphMachine], examples: int, steps: int) -> None:
    run_state_machine_as_test(
        machine,  # type: ignore[arg-type]  # all that is asked of it is to be called
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        ),
    )


def test_a_graph_in_memory_is_what_the_model_says() -> None:
    _run(
        lambda: GraphMachine(lambda: open_store("memory:", timeout=20), keeps_history=True, can_reopen=False),
        examples=60,
        steps=25,
    )


def test_a_graph_in_a_file_is_what_the_model_says_through_every_reopening(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'graph.db'}"
    _run(
        lambda: GraphMachine(lambda: open_store(url, timeout=20), keeps_history=True, can_reopen=True),
        examples=25,
        steps=25,
    )


@pytest.mark.parametrize("strict", [False, True], ids=["lenient", "strict"])
def test_a_graph_on_a_server_of_another_make_is_what_the_model_says(strict: bool) -> None:
    server = RecordingServer(strict=strict, both_ends=strict)
    _run(
        lambda: GraphMachine(server.store, keeps_history=False, can_reopen=True),
        examples=15,
        steps=20,
    )


@pytest.mark.reference_server
def test_a_graph_on_the_reference_server_is_what_the_model_says(tmp_path: Path) -> None:
    url = f"mcp+stdio:{reference_server_config(tmp_path)}"
    _run(
        lambda: GraphMachine(lambda: open_store(url, timeout=20), keeps_history=False, can_reopen=True),
        examples=6,
        steps=15,
    )
