"""What the commands print: JSON for machines, plain lines for people."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any

from memory_fabric.errors import FabricError
from memory_fabric.models import Edge, Extraction, Filler, Match, ParsedQuery, Relation, SearchResponse, Span
from memory_fabric.timestamps import format_timestamp


def write_json(value: object) -> None:
    """Print one JSON document on one line."""
    write(as_json_line(value))


def as_json_line(value: object) -> str:
    """Return one JSON document on one line."""
    return json.dumps(value, ensure_ascii=False)


def write(line: str = "") -> None:
    """Print a line on standard output."""
    sys.stdout.write(line + "\n")


def tell(line: str) -> None:
    """Print a line on standard error, where progress and problems go."""
    sys.stderr.write(line + "\n")


def counted(count: int, singular: str, plural: str | None = None) -> str:
    """Return a number with its noun: "1 memory", "2 memories"."""
    return f"{count} {singular if count == 1 else plural or singular + 's'}"


def written(added: int, known: int, entities: int, relations: int, ended: int) -> str:
    """Return what a write did, in words."""
    return (
        f"{counted(added, 'memory', 'memories')} added, {known} known; {counted(entities, 'entity', 'entities')} and "
        f"{counted(relations, 'relation')} added, {counted(ended, 'relation')} ended"
    )


def write_error(error: FabricError, *, as_json: bool) -> None:
    """Print an error on standard error: a sentence, or the problem document."""
    if as_json:
        tell(json.dumps(error.to_problem(), ensure_ascii=False, default=str))
    else:
        tell(f"memory-fabric: {error.detail} [{error.code}]")


def write_extraction(extraction: Extraction, *, explain: bool = False) -> None:
    """Print entities and relations as two short lists, with how each relation came about where asked for."""
    write("entities")
    for entity in extraction.entities:
        places = ", ".join(f"{mention.start}-{mention.end}" for mention in entity.mentions)
        write(f"  {entity.name} ({entity.type}) {'at ' + places if places else 'as I or we'}")
    write("relations")
    for relation in extraction.relations:
        write(f"  {relation_line(relation)}")
        if explain and relation.match:
            write(f"    {match_line(relation.rule, relation.match, extraction.text)}")


def match_line(rule: str, match: Match, text: str) -> str:
    """Return the rule of a relation and the words that it matched, each with what it is to the rule."""

    def quoted(*spans: Span | Filler) -> str:
        return " ".join(f'"{text[span.start : span.end]}"' for span in spans)

    parts = [
        f"{match.from_.role} {quoted(match.from_)}",
        f"predicate {quoted(*match.predicate)}",
        f"{match.to.role} {quoted(match.to)}",
        *([f"cues {quoted(*match.cues)}"] if match.cues else []),
    ]
    return f"rule {rule}: {', '.join(parts)}"


def relation_line(relation: Relation | Edge) -> str:
    """Return a relation as words, with what is not plain about it in brackets."""
    flags = [
        *([relation.polarity] if relation.polarity != "affirmed" else []),
        *([relation.modality] if relation.modality != "asserted" else []),
        *(["ended"] if relation.ended else []),
        *(["closed"] if isinstance(relation, Edge) and relation.valid_to else []),
    ]
    line = f"{relation.from_} {relation.relation} {relation.to}"
    return f"{line} [{', '.join(flags)}]" if flags else line


def write_answer(response: SearchResponse) -> None:
    """Print an answer: each memory with who said it and when, and the relations around it."""
    if not response.results:
        write("Nothing found.")
    for number, result in enumerate(response.results, start=1):
        write(f"{number}. {' '.join(result.text.split())}")
        said = ", ".join(part for part in (result.metadata.get("speaker"), format_timestamp(result.timestamp)) if part)
        kind = result.metadata.get("kind", "fact")
        vouched = ", cross-validated" if result.metadata.get("cross_validated") else ""
        write(f"   score {result.score:.2f} · {kind}{vouched}{' · ' + said if said else ''}")
        for edge in result.graph_relations[:3]:
            write(f"   {relation_line(edge)}")
        for name, value in result.explain.items():
            write(f"   {name}: {value}")
    for note in response.notes:
        tell(note)


def write_parsed(parsed: ParsedQuery) -> None:
    """Print a parsed question, a line for each part that is there."""
    parts: Mapping[str, Any] = {
        "query": parsed.query,
        "entity hints": ", ".join(parsed.entity_hints),
        "intents": ", ".join(parsed.intents),
        "since": parsed.since,
        "until": parsed.until,
        "speaker": parsed.speaker,
        "tense": parsed.tense if parsed.tense != "any" else None,
        "denied": "yes" if parsed.denied else None,
        "compared": ", ".join(parsed.compared),
    }
    for name, value in parts.items():
        if value:
            write(f"{name}: {value}")
