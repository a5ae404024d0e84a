"""The evaluation counts as the specification says: what matches, what does not, and each thing once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.evaluation import gold, names, spans
from benchmarks.evaluation.score import Line, Score, show
from memory_fabric.models import Entity, Extraction, Mention, Relation

TEXT = "The billing service uses postgres for session caching."


def _passage(tmp_path: Path, *relations: Relation) -> list[gold.Passage]:
    file = tmp_path / "gold.jsonl"
    row = {
        "id": "own-1",
        "text": TEXT,
        "speaker": None,
        "project": None,
        "entities": [
            {"name": "PostgreSQL", "type": "technology", "mentions": [{"start": 25, "end": 33, "text": "postgres"}]},
            {"name": "billing-service", "type": "component", "mentions": [{"start": 4, "end": 19, "text": ""}]},
            {"name": "session-caching", "type": "concept", "mentions": [{"start": 38, "end": 53, "text": ""}]},
        ],
        "relations": [
            {
                "from": relation.from_,
                "relation": relation.relation,
                "to": relation.to,
                "polarity": relation.polarity,
                "modality": relation.modality,
                "ended": relation.ended,
            }
            for relation in relations
        ],
    }
    file.write_text(json.dumps(row) + "\n", "utf-8")
    return gold.load(file)


def _extraction(*relations: Relation) -> Extraction:
    entities = (
        Entity("postgresql", "technology", (Mention(25, 33, "postgres"),)),
        Entity("billing service", "component", (Mention(4, 19, "billing service"),)),
        Entity("caching-of-sessions", "concept", (Mention(38, 53, "session caching"),)),
    )
    return Extraction(TEXT, entities, relations)


USES = Relation("billing-service", "uses", "PostgreSQL")
USED_FOR = Relation("PostgreSQL", "used_for", "session-caching")


def test_a_named_end_matches_whatever_its_case_and_separators_are(tmp_path: Path) -> None:
    found = Relation("billing service", "uses", "postgresql")
    scores = gold.score(_passage(tmp_path, USES), lambda _: _extraction(found))
    assert (scores.triple.hits, scores.named.hits, scores.strict.hits, scores.entities.hits) == (1, 1, 1, 2)


@pytest.mark.parametrize(
    ("words", "hits"), [("session-caching", 1), ("sessions-cache", 1), ("caching", 1), ("fast-session-storage", 0)]
)
def test_a_concept_matches_by_half_of_its_stems(tmp_path: Path, words: str, hits: int) -> None:
    found = Relation("postgresql", "used_for", words)
    extraction = Extraction(TEXT, (*_extraction().entities, Entity(words, "concept")), (found,))
    scores = gold.score(_passage(tmp_path, USED_FOR), lambda _: extraction)
    assert (scores.triple.hits, scores.named.wanted) == (hits, 0)


def test_wrong_flags_are_a_triple_but_not_a_strict_one(tmp_path: Path) -> None:
    found = Relation("billing-service", "uses", "postgresql", polarity="negated")
    scores = gold.score(_passage(tmp_path, USES), lambda _: _extraction(found))
    assert (scores.triple.hits, scores.strict.hits) == (1, 0)
    assert "FLAGS" in scores.errors[0]


def test_one_triple_told_twice_is_found_once(tmp_path: Path) -> None:
    twice = (
        Relation("billing-service", "uses", "postgresql"),
        Relation("billing service", "uses", "PostgreSQL", modality="planned"),
    )
    scores = gold.score(_passage(tmp_path, USES), lambda _: _extraction(*twice))
    assert (scores.triple.found, scores.strict.hits) == (1, 1)


def test_the_direction_counts(tmp_path: Path) -> None:
    found = Relation("postgresql", "uses", "billing-service")
    scores = gold.score(_passage(tmp_path, USES), lambda _: _extraction(found))
    assert (scores.triple.hits, scores.triple.found, scores.triple.wanted) == (0, 1, 1)


def test_posts_are_read_without_placeholders_and_scored_by_span(tmp_path: Path) -> None:
    file = tmp_path / "posts.txt"
    lines = [
        "Question_ID\tO",
        "",
        "use\tO",
        "Spring\tB-Library",
        "Boot\tI-Library",
        "2\tB-Version",
        "",
        "CODE_BLOCK\tO",
    ]
    file.write_text("\n".join(lines), "utf-8")
    (post,) = spans.load(file)
    assert post.text.strip() == "use Spring Boot 2"

    def read(text: str) -> Extraction:
        boot = Mention(4, 17, text[4:17])
        return Extraction(text, (Entity("Spring Boot", "technology", (boot,)),))

    exact, overlapping = spans.score([post], read)
    assert (exact.hits, overlapping.hits) == (1, 1)
    narrower = spans.score(
        [post], lambda text: Extraction(text, (Entity("x", "technology", (Mention(4, 10, "Spring"),)),))
    )
    assert (narrower[0].hits, narrower[1].hits) == (0, 1)


def test_agents_are_scored_both_ways() -> None:
    def read(text: str) -> Extraction:
        name = text.split()[1]
        return Extraction(text, (Entity(name, "agent"),) if name != "code-reviewer" else ())

    score, errors = names.score_agents(["code-reviewer", "data-engineer"], ["read-only"], read)
    assert (score.hits, score.found, score.wanted) == (1, 2, 2)
    assert errors == ["NO AGENT  code-reviewer", "FALSE AGENT  read-only"]


def test_a_score_of_nothing_is_zero_and_the_table_holds_the_counts() -> None:
    assert Score().f1 == 0
    assert "| x | 0.500 | 0.250 | 0.333 | 1 / 2 / 4 | bar |" in show("t", [Line("x", Score(1, 2, 4), "bar")])
