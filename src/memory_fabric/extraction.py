"""Extraction: a document in, entities and relations out; and a turn's statements, each with what was read from it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from datetime import datetime

from memory_fabric.models import Entity, EntityType, Extraction, Memory, Mention, Origin, Relation, Statement, Turn
from memory_fabric.nlp.reading import Reading, ReadingJob
from memory_fabric.nlp.refs import Ref
from memory_fabric.nlp.surface.segments import pieces
from memory_fabric.nlp.worker import NlpWorker
from memory_fabric.text import one_line, scrub


class Extractor:
    """Reads documents with the one pipeline. `longest` is the longest statement, in characters."""

    def __init__(self, worker: NlpWorker, longest: int) -> None:
        self._worker = worker
        self._longest = longest

    def extract(self, text: str, *, speaker: str | None = None, project: str | None = None) -> Extraction:
        """Return the entities of one document, in order of first mention, and its relations."""
        (reading,) = self._read([Turn(text, speaker=speaker, project=project)])
        return Extraction(text, _entities(text, reading.mentions, reading.named_only), _distinct(reading.relations))

    def statements(self, turns: Sequence[Turn], stored_at: datetime) -> list[Statement]:
        """Return the statements of turns in order, each with what it mentions and tells. What holds no letter or
        digit gives none.
        """
        return [
            _statement(turn, reading, place, stored_at)
            for turn, reading in zip(turns, self._read(turns), strict=True)
            for place in pieces(scrub(turn.text), self._longest)
            if any(char.isalnum() for char in turn.text[slice(*place)])
        ]

    def _read(self, turns: Sequence[Turn]) -> list[Reading]:
        pipeline = self._worker.pipeline
        job = ReadingJob(pipeline.reader, turns)
        while not self._worker.run(lambda pipeline: job.advance(pipeline.nlp), pipeline):
            pass
        return job.readings


def _statement(turn: Turn, reading: Reading, place: tuple[int, int], stored_at: datetime) -> Statement:
    start, end = place
    text = scrub(turn.text)[start:end]
    mentions = [ref for ref in reading.mentions if start <= ref.start < end]
    relations = _distinct(relation for relation in reading.relations if start <= relation.evidence.start < end)
    ends = {name for relation in relations for name in (relation.from_, relation.to)}
    named_only = [ref for ref in reading.named_only if ref.name in ends]
    entities = _entities(turn.text, mentions, named_only)
    memory = Memory(
        id=memory_id(turn, text),
        text=text,
        kind=reading.kind(start, end),
        entities=tuple(entity.name for entity in entities),
        origins=(Origin(turn.source, turn.session, turn.id, turn.speaker, turn.timestamp),),
        stored_at=stored_at,
    )
    return Statement(memory, entities, relations)


def memory_id(turn: Turn, text: str) -> str:
    """Return the id of a statement of a turn: the same words of the same turn have the same id in every run.

    Where session and turn are known they say where it was said, wherever the file lies now; else the source does.
    """
    place = (turn.session, turn.id) if turn.session and turn.id else (turn.source, turn.session, turn.id)
    parts = [one_line(text), (turn.speaker or "").casefold(), *(part or "" for part in place)]
    return hashlib.blake2b("\x1f".join(parts).encode("utf-8", "replace"), digest_size=12).hexdigest()


def _distinct(relations: Iterable[Relation]) -> tuple[Relation, ...]:
    """Return the relations with each that has the same ends and flags once, where it was told first."""
    found: dict[tuple[object, ...], Relation] = {}
    for r in relations:
        found.setdefault((r.from_, r.relation, r.to, r.polarity, r.modality, r.ended), r)
    return tuple(found.values())


def _entities(text: str, mentions: Iterable[Ref], named_only: Iterable[Ref]) -> tuple[Entity, ...]:
    """Return one entity for each name, in order of first mention; those that only *I* or *we* name come last."""
    found: dict[tuple[str, EntityType], list[Mention]] = {}
    for ref in sorted(mentions, key=lambda ref: (ref.start, -ref.end)):
        found.setdefault((ref.name, ref.type), []).append(Mention(ref.start, ref.end, text[ref.start : ref.end]))
    for ref in named_only:
        found.setdefault((ref.name, ref.type), [])
    return tuple(Entity(name, kind, tuple(places)) for (name, kind), places in found.items())
