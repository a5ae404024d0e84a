"""What the parts return, as plain JSON values: one shape for HTTP, command line and MCP. Pure functions."""

from __future__ import annotations

from typing import Any

from memory_fabric.models import (
    Edge,
    Entity,
    EntityRecord,
    Extraction,
    Filler,
    ForgetReport,
    Relation,
    Span,
    WriteReport,
)
from memory_fabric.timestamps import format_timestamp

JsonObject = dict[str, Any]


def extraction_to_json(extraction: Extraction, *, explain: bool = False) -> JsonObject:
    """Return an extraction in the shape of the specification; offsets count code points of `text`.

    With `explain`, each relation tells the rule that made it and the words that the rule matched.
    """
    return {
        "text": extraction.text,
        "entities": [_entity(entity) for entity in extraction.entities],
        "relations": [
            {**_relation(relation), **({"explain": _explanation(relation, extraction.text)} if explain else {})}
            for relation in extraction.relations
        ],
    }


def write_report_to_json(report: WriteReport) -> JsonObject:
    """Return what a write did: ids that are new, ids that were there already, what that did to the graph."""
    return {
        "added": list(report.added),
        "known": list(report.known),
        "entities_added": report.entities_added,
        "relations_added": report.relations_added,
        "relations_ended": report.relations_ended,
    }


def forget_report_to_json(report: ForgetReport) -> JsonObject:
    """Return what was removed: ids of memories, how many origins other memories lost, names, how many relations."""
    return {
        "memories": list(report.memories),
        "origins": report.origins,
        "entities": list(report.entities),
        "relations": report.relations,
    }


def entity_to_json(record: EntityRecord) -> JsonObject:
    """Return an entity of the graph."""
    return {
        "name": record.name,
        "type": record.type,
        "aliases": list(record.aliases),
        "memory_count": record.memory_count,
    }


def edge_to_json(edge: Edge) -> JsonObject:
    """Return a relation of the graph with its life and its proof; `current` tells whether it holds now."""
    return {**graph_relation_to_json(edge), "memories": list(edge.memories)}


def graph_relation_to_json(edge: Edge) -> JsonObject:
    """Return a relation of the graph with its life, as a search result shows it."""
    return {
        **_claim(edge),
        "valid_from": format_timestamp(edge.valid_from),
        "valid_to": format_timestamp(edge.valid_to),
        "current": edge.is_current,
    }


def _entity(entity: Entity) -> JsonObject:
    mentions = [{"start": m.start, "end": m.end, "text": m.text} for m in entity.mentions]
    return {"name": entity.name, "type": entity.type, "mentions": mentions}


def _relation(relation: Relation) -> JsonObject:
    return {**_claim(relation), "evidence": {"start": relation.evidence.start, "end": relation.evidence.end}}


def _explanation(relation: Relation, text: str) -> JsonObject | None:
    def words(span: Span | Filler) -> JsonObject:
        return {"start": span.start, "end": span.end, "text": text[span.start : span.end]}

    match = relation.match
    if match is None:
        return None  # it was not read from a text
    return {
        "rule": relation.rule,
        "predicate": [words(span) for span in match.predicate],
        "from": {"role": match.from_.role, **words(match.from_)},
        "to": {"role": match.to.role, **words(match.to)},
        "cues": [words(span) for span in match.cues],
    }


def _claim(relation: Relation | Edge) -> JsonObject:
    return {
        "from": relation.from_,
        "relation": relation.relation,
        "to": relation.to,
        "polarity": relation.polarity,
        "modality": relation.modality,
        "ended": relation.ended,
    }
