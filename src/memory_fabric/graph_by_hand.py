"""The graph by hand: looking things up, taking them back, making them one, and moving all of it to another place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from memory_fabric.config import NAMESPACE, Settings
from memory_fabric.errors import InvalidInput, NotFound, TooLarge
from memory_fabric.graph.store import EntityPage, GraphStore, NodeTools
from memory_fabric.graph.transfer import JSONL, ExportReport, ImportReport, export_records, import_file, replacing
from memory_fabric.ingest.runner import Progress
from memory_fabric.linked_nodes import LinkedNodes
from memory_fabric.models import (
    ENTITY_TYPES,
    Edge,
    EntityRecord,
    ForgetReport,
    GraphRecord,
    Memory,
    Relation,
    Selection,
    WriteReport,
)
from memory_fabric.nlp.names.lexicon import Lexicon
from memory_fabric.search.traverse import neighbourhood
from memory_fabric.text import scrub, spelling_key
from memory_fabric.timestamps import now_utc, parse_timestamp


class GraphByHand:
    """What can be done to a graph without any text being read. Names are found as they are in texts: by canonical
    name, alias and spelling variant.

    Every method raises TooLarge where a name is over `max_name_chars`, InvalidInput where the namespace is none, and
    GraphUnavailable where the graph cannot be reached.
    """

    def __init__(self, settings: Settings, store: GraphStore, lexicon: Callable[[], Lexicon]) -> None:
        self.settings = settings
        self.store = store
        self._lexicon = lexicon

    def entity(self, name: str, *, namespace: str | None = None) -> EntityRecord:
        """Return an entity.

        Raises:
            NotFound: the graph has no such entity.
        """
        space = self._space(namespace)
        record = self._find(name, space)
        if record is None:
            raise NotFound(f"there is no entity {name!r} in namespace {space!r}", name=name)
        return record

    def entities(
        self,
        *,
        prefix: str = "",
        type: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        namespace: str | None = None,
    ) -> EntityPage:
        """Return a page of entities in order of name; `limit` is clamped to `max_limit`.

        Raises:
            InvalidInput: there is no such type.
        """
        check_type(type)
        count = max(1, min(limit or self.settings.max_results, self.settings.max_limit))
        return self.store.entities(self._space(namespace), prefix=prefix, type=type, cursor=cursor, limit=count)

    def neighbours(
        self, name: str, *, depth: int = 1, as_of: datetime | None = None, namespace: str | None = None
    ) -> list[Edge]:
        """Return the edges within `depth` steps of an entity, nearest first, at most `max_limit`; with `as_of`, as the
        graph stood at that time. A `depth` over `max_depth` is clamped.

        Raises:
            NotFound: the graph has no such entity.
            GraphRejected: there is an `as_of`, and the graph keeps no history.
        """
        return neighbourhood(
            self.store,
            self._space(namespace),
            [self.entity(name, namespace=namespace).name],
            depth=max(0, min(depth, self.settings.max_depth)),
            limit=self.settings.max_limit,
            as_of=parse_timestamp(as_of, "as_of"),
        )

    def selected(self, what: Selection, *, namespace: str | None = None) -> Iterator[Memory]:
        """Yield the memories that `forget` would remove, or take origins from. Reads the whole namespace.

        Raises:
            InvalidInput: nothing is selected.
            NotFound: the graph has no such entity.
        """
        space, what = self._space(namespace), self._selection(what, namespace)
        key = None if what.entity is None else spelling_key(what.entity)
        for record in self.store.dump(space):
            if not isinstance(record, Memory) or (key is not None and key not in map(spelling_key, record.entities)):
                continue
            if not what.names_origin or any(map(what.selects, record.origins)):
                yield record

    def forget(self, what: Selection, *, namespace: str | None = None) -> ForgetReport:
        """Remove for good what `what` selects, and return what that was; see `GraphStore.forget`.

        Raises:
            InvalidInput: nothing is selected.
            NotFound: the graph has no such entity.
        """
        return self.store.forget(self._space(namespace), self._selection(what, namespace))

    def retract(
        self, from_: str, relation: str, to: str, *, at: datetime | None = None, namespace: str | None = None
    ) -> int:
        """End a relation that holds, at `at` or now, and keep it as history. Return how many edges that ended: one that
        both holds and is planned is two.

        Raises:
            NotFound: no such relation holds.
            InvalidInput: `at` lies in the future, where nothing has ended yet.
        """
        space, now = self._space(namespace), now_utc()
        when = parse_timestamp(at, "at") or now
        if when > now:
            raise InvalidInput("at", "lies in the future")
        ends = [record.name if (record := self._find(name, space)) else name for name in (from_, to)]
        wanted = Relation(ends[0], relation, ends[1])
        count = self.store.retract(space, wanted, when)
        if not count:
            raise NotFound(f"no relation {from_!r} {relation} {to!r} holds in namespace {space!r}")
        return count

    def merge(self, name: str, into: str, *, namespace: str | None = None) -> EntityRecord:
        """Make two entities one, called `into`; the other name stays as an alias. Return what they are now.

        Raises:
            NotFound: the graph has no such entity; names it.
        """
        names = [self.entity(each, namespace=namespace).name for each in (name, into)]
        return _found(self.store.merge(self._space(namespace), *names), into)

    def rename(self, name: str, to: str, *, namespace: str | None = None) -> EntityRecord:
        """Give an entity another canonical name; the old one stays as an alias. Return what it is now.

        Raises:
            NotFound: the graph has no such entity.
            InvalidInput: `to` is blank, or the name of another entity (merge those).
        """
        self._check_name(to, "to")
        if not to.strip():
            raise InvalidInput("to", "is blank")
        old = self.entity(name, namespace=namespace).name
        return _found(self.store.rename(self._space(namespace), old, scrub(to)), name)

    def export(
        self,
        to: Path | BinaryIO,
        *,
        format: str = JSONL,
        plain: bool = False,
        namespace: str | None = None,
        progress: Progress | None = None,
    ) -> ExportReport:
        """Write all of a namespace to a file, which is replaced when all of the new one is there, or to a stream.

        `jsonl` holds everything; `memory-jsonl` is the file of the reference MCP memory server: every memory with its
        origins, and the relations that hold. `plain` leaves the origins out there.

        Raises:
            InvalidInput: there is no such format, or the file cannot be written.
        """
        space = self._space(namespace)

        def write(out: BinaryIO) -> ExportReport:
            if progress:
                counts = self.store.counts(space)
                progress.start(counts.entities + counts.memories + counts.relations)
            records = self.store.dump(space)
            return export_records(records, out, format=format, namespace=space, plain=plain, progress=progress)

        if not isinstance(to, Path):
            return write(to)
        with replacing(to) as out:
            return write(out)

    def import_(
        self,
        path: Path,
        *,
        name: str | None = None,
        namespace: str | None = None,
        progress: Progress | None = None,
    ) -> ImportReport:
        """Read a file that `export` wrote, or the reference MCP memory server's `memory.jsonl`, into the graph. Again
        changes nothing. A line that cannot be read is named in the report, and the rest is imported. Names in the
        latter are resolved as in texts.

        Raises:
            InvalidInput: the file cannot be read, or is none of the two.
            GraphUnavailable: batches before the failing one are imported; doing it again imports the rest.
        """
        space = self._space(namespace)

        def restore(records: Iterable[GraphRecord]) -> WriteReport:
            return self.store.restore(space, records)

        return import_file(path, restore, canonical=self._lexicon().certain, name=name, progress=progress)

    def nodes(self, *, namespace: str | None = None) -> NodeTools:
        """Return the graph as the nine tools of an MCP memory server see it, with names resolved as in texts."""
        return LinkedNodes(self.store.nodes(self._space(namespace)), self._lexicon())

    def _selection(self, what: Selection, namespace: str | None) -> Selection:
        if what == Selection():
            raise InvalidInput("selection", "tell what to forget: entity, source, session or speaker")
        if what.entity is None:
            return what
        return replace(what, entity=self.entity(what.entity, namespace=namespace).name)

    def _find(self, name: str, space: str) -> EntityRecord | None:
        self._check_name(name)
        named = self.store.entity(space, name)
        # Patterns change: what is an alias by now may be the name of an entity that stands in the graph.
        if named is not None and spelling_key(named.name) == spelling_key(name):
            return named
        return self.store.entity(space, self._lexicon().canonical(name)) or named

    def _space(self, namespace: str | None) -> str:
        if namespace is None:
            return self.settings.namespace
        if not re.fullmatch(NAMESPACE, namespace):
            raise InvalidInput("namespace", f"{namespace!r} is no name of at most 64 letters, digits, '.', '_' and '-'")
        return namespace

    def _check_name(self, name: str, field: str = "name") -> None:
        if len(name) > self.settings.max_name_chars:
            raise TooLarge(field, len(name), self.settings.max_name_chars, "characters")


def check_type(type: str | None) -> None:
    """Raise InvalidInput where there is no such type of entity."""
    if type is not None and type not in ENTITY_TYPES:
        raise InvalidInput("type", f"{type!r} is none of {', '.join(ENTITY_TYPES)}")


def _found(record: EntityRecord | None, name: str) -> EntityRecord:
    if record is None:  # it went between looking and doing
        raise NotFound(f"there is no entity {name!r} any more", name=name)
    return record
