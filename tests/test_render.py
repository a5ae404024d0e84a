from __future__ import annotations

import json
from datetime import UTC, datetime

from memory_fabric.answers import (
    EXAMPLE_EXTRACTION,
    EXAMPLE_TEXT,
    EdgeAnswer,
    EntityAnswer,
    ExtractionAnswer,
    WriteAnswer,
)
from memory_fabric.models import (
    Edge,
    Entity,
    EntityRecord,
    Extraction,
    Filler,
    Match,
    Mention,
    Relation,
    Span,
    WriteReport,
)
from memory_fabric.render import (
    edge_to_json,
    entity_to_json,
    extraction_to_json,
    write_report_to_json,
)

SENTENCE = Span(0, 52)


def test_an_extraction_comes_out_exactly_as_the_specification_shows_it() -> None:
    extraction = Extraction(
        EXAMPLE_TEXT,
        (
            Entity("database-engineer", "agent", (Mention(0, 17, "database-engineer"),)),
            Entity("pgvector", "technology", (Mention(23, 31, "pgvector"),)),
            Entity("RAG", "pattern", (Mention(36, 39, "RAG"),)),
        ),
        (
            Relation("database-engineer", "uses", "pgvector", evidence=SENTENCE, rule="uses-1"),
            Relation("pgvector", "used_for", "RAG", evidence=SENTENCE),
        ),
    )

    shown = extraction_to_json(extraction)

    assert shown == EXAMPLE_EXTRACTION
    assert list(shown) == ["text", "entities", "relations"]
    assert list(shown["relations"][0]) == [
        "from", "relation", "to", "polarity", "modality", "ended", "evidence",
    ]  # fmt: skip
    ExtractionAnswer.model_validate(json.loads(json.dumps(shown)))


def test_how_a_relation_came_about_is_shown_where_asked_for() -> None:
    match = Match((Span(13, 16),), Filler("subj", 0, 2), Filler("obj", 17, 24), (Span(3, 5), Span(6, 12)))
    relation = Relation("shop", "uses", "Jenkins", "negated", ended=True, rule="use", match=match)
    extraction = Extraction("We no longer use Jenkins.", (), (relation,))

    (shown,) = extraction_to_json(extraction, explain=True)["relations"]

    assert shown["explain"] == {
        "rule": "use",
        "predicate": [{"start": 13, "end": 16, "text": "use"}],
        "from": {"role": "subj", "start": 0, "end": 2, "text": "We"},
        "to": {"role": "obj", "start": 17, "end": 24, "text": "Jenkins"},
        "cues": [{"start": 3, "end": 5, "text": "no"}, {"start": 6, "end": 12, "text": "longer"}],
    }
    ExtractionAnswer.model_validate(extraction_to_json(extraction, explain=True))
    assert "explain" not in extraction_to_json(extraction)["relations"][0]


def test_flags_are_shown_as_they_are() -> None:
    relation = Relation("we", "uses", "Jenkins", "negated", "planned", ended=True)

    (shown,) = extraction_to_json(Extraction("", (), (relation,)))["relations"]

    assert (shown["polarity"], shown["modality"], shown["ended"]) == ("negated", "planned", True)


def test_a_write_report_lists_new_and_known_ids() -> None:
    shown = write_report_to_json(WriteReport(("a", "b"), ("c",), 3, 2, 1))

    assert shown == {
        "added": ["a", "b"],
        "known": ["c"],
        "entities_added": 3,
        "relations_added": 2,
        "relations_ended": 1,
    }
    WriteAnswer.model_validate(shown)


def test_an_entity_shows_its_aliases_and_how_often_it_is_mentioned() -> None:
    shown = entity_to_json(EntityRecord("PostgreSQL", "technology", ("pg",), 2))

    assert shown == {"name": "PostgreSQL", "type": "technology", "aliases": ["pg"], "memory_count": 2}
    EntityAnswer.model_validate(shown)


def test_an_edge_tells_its_life_in_utc() -> None:
    start = datetime(2026, 1, 15, 10, tzinfo=UTC)
    holding = edge_to_json(Edge("team", "uses", "Vue", valid_from=start, memories=("m1",)))
    over = edge_to_json(Edge("team", "uses", "Vue", valid_from=start, valid_to=start))

    assert (holding["from"], holding["valid_from"]) == ("team", "2026-01-15T10:00:00Z")
    assert (holding["current"], holding["valid_to"], holding["memories"]) == (True, None, ["m1"])
    assert (over["current"], over["valid_to"]) == (False, "2026-01-15T10:00:00Z")
    EdgeAnswer.model_validate(holding)
