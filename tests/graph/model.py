"""What a graph should hold, as plain data in memory: the model that random operations are compared with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count

from memory_fabric.models import Memory, Origin, Relation, Selection, Statement
from memory_fabric.text import spelling_key

Triple = tuple[int, str, int]


@dataclass
class ModelEntity:
    """An entity under its canonical name; `former` are the names that it had."""

    name: str
    type: str
    former: list[str] = field(default_factory=list)

    @property
    def all_keys(self) -> set[str]:
        return {spelling_key(name) for name in (self.name, *self.former)}


@dataclass
class ModelMemory:
    """A memory with the numbers of its entities, and what it says of relations each time that it is said."""

    memory: Memory
    entities: dict[int, None]
    origins: dict[Origin, None]
    says: dict[Triple, None]
    ends: dict[Triple, None]


class Model:
    """A namespace. With `keeps_history` a retraction is remembered, otherwise what was said is unsaid."""

    def __init__(self, *, keeps_history: bool) -> None:
        self.keeps_history = keeps_history
        self.entities: dict[int, ModelEntity] = {}
        self.memories: dict[str, ModelMemory] = {}
        self.retractions: list[tuple[Triple, datetime]] = []
        self._numbers = count()

    def find(self, name: str) -> int | None:
        key = spelling_key(name)
        named = [number for number, entity in self.entities.items() if spelling_key(entity.name) == key]
        former = [number for number, entity in self.entities.items() if key in entity.all_keys]
        return next(iter(named + former), None)

    def write(self, statement: Statement) -> tuple[bool, int]:
        """Return whether the memory is new, and how many entities are."""
        before = len(self.entities)
        for entity in statement.entities:
            if self.find(entity.name) is None:
                self.entities[next(self._numbers)] = ModelEntity(entity.name, entity.type)
        memory = statement.memory
        is_new = memory.id not in self.memories
        held = self.memories.setdefault(memory.id, ModelMemory(memory, {}, {}, {}, {}))
        held.entities |= dict.fromkeys(self._number(entity.name) for entity in statement.entities)
        if any(origin not in held.origins for origin in memory.origins):
            held.says |= self._triples(relation for relation in statement.relations if not relation.ended)
            held.ends |= self._triples(relation for relation in statement.relations if relation.ended)
        held.origins |= dict.fromkeys(memory.origins)
        return is_new, len(self.entities) - before

    def current(self) -> set[Triple]:
        """Return the relations of which the last that was said is that they hold."""
        last: dict[Triple, tuple[datetime, bool]] = {}
        for triple, at, holds in (*self._said(), *((triple, at, False) for triple, at in self.retractions)):
            if triple not in last or at > last[triple][0]:
                last[triple] = (at, holds)
        return {triple for triple, (_, holds) in last.items() if holds}

    def forget(self, what: Selection) -> tuple[set[str], int, set[str]]:
        """Return the ids of memories that went, how many origins did, and the names of entities."""
        entity = None if what.entity is None else self.find(what.entity)
        if what.entity is not None and entity is None:
            return set(), 0, set()
        gone: set[str] = set()
        origins = 0
        for id_, held in list(self.memories.items()):
            if entity is not None and entity not in held.entities:
                continue
            selected = [origin for origin in held.origins if what.names_origin and what.selects(origin)]
            origins += len(selected)
            for origin in selected:
                del held.origins[origin]
            if not what.names_origin or (selected and not held.origins):
                del self.memories[id_]
                gone.add(id_)
        return gone, origins, self._drop_orphans()

    def retract(self, triple: tuple[str, str, str], at: datetime) -> int:
        from_, to = self.find(triple[0]), self.find(triple[2])
        if from_ is None or to is None or (from_, triple[1], to) not in self.current():
            return 0
        said = (from_, triple[1], to)
        if self.keeps_history:
            self.retractions.append((said, at))
        else:
            for held in self.memories.values():
                held.says.pop(said, None)
        return 1

    def merge(self, name: str, into: str) -> ModelEntity | None:
        gone, kept = self.find(name), self.find(into)
        if gone is None or kept is None:
            return None
        if gone != kept:
            other = self.entities.pop(gone)
            self._give(kept, [*other.former, other.name])
            for held in self.memories.values():
                held.entities = {kept if number == gone else number: None for number in held.entities}
                held.says, held.ends = (self._moved(triples, gone, kept) for triples in (held.says, held.ends))
            moved = [(self._moved({triple: None}, gone, kept), at) for triple, at in self.retractions]
            self.retractions = [(triple, at) for triples, at in moved for triple in triples]
        return self.entities[kept]

    def rename(self, name: str, to: str) -> ModelEntity | None:
        """The caller sees to it that no other entity is called `to`."""
        number = self.find(name)
        if number is None:
            return None
        entity = self.entities[number]
        old, entity.name = entity.name, to
        entity.former = [each for each in entity.former if spelling_key(each) != spelling_key(to)]
        self._give(number, [old])
        return entity

    def texts_with(self, word: str) -> set[str]:
        return {held.memory.text for held in self.memories.values() if word in held.memory.text.split()}

    def _said(self) -> Iterator[tuple[Triple, datetime, bool]]:
        for held in self.memories.values():
            for at in (origin.timestamp for origin in held.origins):
                assert at is not None
                yield from ((triple, at, True) for triple in held.says)
                yield from ((triple, at, False) for triple in held.ends)

    def _number(self, name: str) -> int:
        number = self.find(name)
        assert number is not None
        return number

    def _triples(self, relations: Iterator[Relation]) -> dict[Triple, None]:
        triples = ((self._number(each.from_), each.relation, self._number(each.to)) for each in relations)
        return {triple: None for triple in triples if triple[0] != triple[2]}

    def _give(self, number: int, names: list[str]) -> None:
        for name in names:
            if self.find(name) is None:
                self.entities[number].former.append(name)

    def _moved(self, triples: dict[Triple, None], old: int, new: int) -> dict[Triple, None]:
        moved = ((new if t[0] == old else t[0], t[1], new if t[2] == old else t[2]) for t in triples)
        return {triple: None for triple in moved if triple[0] != triple[2]}

    def _drop_orphans(self) -> set[str]:
        mentioned = {number for held in self.memories.values() for number in held.entities}
        orphans = [number for number in self.entities if number not in mentioned]
        self.retractions = [r for r in self.retractions if r[0][0] in mentioned and r[0][2] in mentioned]
        return {self.entities.pop(number).name for number in orphans}
