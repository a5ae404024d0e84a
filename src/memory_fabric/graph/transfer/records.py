"""Our own format: each record of a namespace as one JSON object, and back.

    {"format":"memory-fabric","version":1,"namespace":"shop"}
    {"record":"entity","name":"Redis","type":"technology","aliases":["redis-server"],"former_names":[]}
    {"record":"memory","id":"4f1c","text":"We use Redis.","kind":"fact","entities":["shop","Redis"],
     "origins":[{"session":"monday","speaker":"Ana","timestamp":"2026-01-15T10:00:00Z"}],
     "stored_at":"2026-01-16T08:00:00Z"}
    {"record":"relation","from":"shop","relation":"uses","to":"Redis","polarity":"affirmed","modality":"asserted",
     "ended":false,"valid_from":"2026-01-15T10:00:00Z","valid_to":null,
     "evidence":[{"memory":"4f1c","at":"2026-01-15T10:00:00Z"}]}

(each on one line). Of an origin only what is known is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, cast, get_args

from memory_fabric.errors import InvalidInput
from memory_fabric.models import (
    KINDS,
    Edge,
    EntityRecord,
    Evidence,
    GraphRecord,
    Kind,
    Memory,
    Modality,
    Origin,
    Polarity,
    RelationRecord,
)
from memory_fabric.timestamps import format_timestamp, parse_timestamp

FORMAT = "memory-fabric"
VERSION = 1

JsonObject = dict[str, Any]

_ORIGIN_TEXTS = ("source", "session", "turn_id", "speaker")


def header(namespace: str) -> JsonObject:
    """Return the first line of an export."""
    return {"format": FORMAT, "version": VERSION, "namespace": namespace}


def record_to_json(record: GraphRecord) -> JsonObject:
    """Return a record as the object of its line."""
    match record:
        case EntityRecord():
            return {
                "record": "entity",
                "name": record.name,
                "type": record.type,
                "aliases": list(record.aliases),
                "former_names": list(record.former_names),
            }
        case Memory():
            return {
                "record": "memory",
                "id": record.id,
                "text": record.text,
                "kind": record.kind,
                "entities": list(record.entities),
                "origins": [_origin_to_json(origin) for origin in record.origins],
                "stored_at": format_timestamp(record.stored_at),
            }
        case RelationRecord(edge, evidence):
            return {
                "record": "relation",
                "from": edge.from_,
                "relation": edge.relation,
                "to": edge.to,
                "polarity": edge.polarity,
                "modality": edge.modality,
                "ended": edge.ended,
                "valid_from": format_timestamp(edge.valid_from),
                "valid_to": format_timestamp(edge.valid_to),
                "evidence": [{"memory": proof.memory, "at": format_timestamp(proof.at)} for proof in evidence],
            }


def record_from_json(line: Mapping[str, Any]) -> GraphRecord:
    """Return the record that a line tells.

    Raises:
        InvalidInput: a field is missing or wrong; names it.
    """
    match line.get("record"):
        case "entity":
            return EntityRecord(
                _name(line, "name"),
                _name(line, "type"),
                tuple(_texts(line, "aliases")),
                former_names=tuple(_texts(line, "former_names")),
            )
        case "memory":
            return _memory(line)
        case "relation":
            return _relation(line)
        case _:
            raise InvalidInput("record", "is none of entity, memory and relation")


def _memory(line: Mapping[str, Any]) -> Memory:
    return Memory(
        id=_name(line, "id"),
        text=_text(line, "text"),
        kind=cast(Kind, _one_of(line, "kind", KINDS, "fact")),
        entities=tuple(_texts(line, "entities")),
        origins=tuple(_origin(origin) for origin in _objects(line, "origins")),
        stored_at=_time(line, "stored_at"),
    )


def _relation(line: Mapping[str, Any]) -> RelationRecord:
    evidence = tuple(_evidence(proof) for proof in _objects(line, "evidence"))
    proving = dict.fromkeys(proof.memory for proof in evidence if proof.memory is not None)
    ended = line.get("ended", False)
    if not isinstance(ended, bool):
        raise InvalidInput("ended", "is neither true nor false")
    edge = Edge(
        _name(line, "from"),
        _name(line, "relation"),
        _name(line, "to"),
        polarity=cast(Polarity, _one_of(line, "polarity", get_args(Polarity), "affirmed")),
        modality=cast(Modality, _one_of(line, "modality", get_args(Modality), "asserted")),
        ended=ended,
        valid_from=_time(line, "valid_from"),
        valid_to=_time(line, "valid_to"),
        memories=tuple(proving),
    )
    return RelationRecord(edge, evidence)


def _origin_to_json(origin: Origin) -> JsonObject:
    fields = {name: getattr(origin, name) for name in _ORIGIN_TEXTS}
    fields["timestamp"] = format_timestamp(origin.timestamp)
    return {name: value for name, value in fields.items() if value is not None}


def _origin(fields: Mapping[str, Any]) -> Origin:
    texts = {name: _text(fields, name) for name in _ORIGIN_TEXTS if fields.get(name) is not None}
    return Origin(**texts, timestamp=_time(fields, "timestamp"))


def _evidence(fields: Mapping[str, Any]) -> Evidence:
    at = _time(fields, "at")
    if at is None:
        raise InvalidInput("evidence.at", "is missing")
    return Evidence(None if fields.get("memory") is None else _name(fields, "memory"), at)


def _time(fields: Mapping[str, Any], field: str) -> datetime | None:
    return parse_timestamp(fields.get(field), field)


def _text(fields: Mapping[str, Any], field: str) -> str:
    value = fields.get(field)
    if not isinstance(value, str):
        raise InvalidInput(field, "is missing or no string")
    return value


def _name(fields: Mapping[str, Any], field: str) -> str:
    value = _text(fields, field)
    if not value.strip():
        raise InvalidInput(field, "is empty")
    return value


def _texts(fields: Mapping[str, Any], field: str) -> list[str]:
    values = fields.get(field) or []
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise InvalidInput(field, "is no list of strings")
    return values


def _objects(fields: Mapping[str, Any], field: str) -> list[Mapping[str, Any]]:
    values = fields.get(field) or []
    if not isinstance(values, list) or not all(isinstance(value, dict) for value in values):
        raise InvalidInput(field, "is no list of objects")
    return values


def _one_of(fields: Mapping[str, Any], field: str, choices: Iterable[str], default: str) -> str:
    value = fields.get(field, default)
    if value not in choices:
        raise InvalidInput(field, f"is none of {', '.join(choices)}")
    return str(value)
