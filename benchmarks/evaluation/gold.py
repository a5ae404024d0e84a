"""Scoring against passages annotated with entities, relations and flags, as the specification says.

Named ends (every type but `concept`) match on the canonical name, ignoring case and the kind of separator. A concept
matches when its stemmed words overlap with the annotated ones by half or more (Jaccard). Entities match on name and
type, each once a text; concepts are no entities of their own and are left out there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import tantivy

from benchmarks.evaluation.score import Score
from memory_fabric.models import Extraction, Relation

Reader = Callable[["Passage"], Extraction]
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Passage:
    """A text with what is to be read from it. `mentions` are `(start, end, type, name)` of named entities."""

    id: str
    text: str
    speaker: str | None
    project: str | None
    types: Mapping[str, str]
    mentions: tuple[tuple[int, int, str, str], ...]
    relations: tuple[Relation, ...]


@dataclass(slots=True)
class GoldScores:
    """All counts over one part, and its errors as lines for a person to read."""

    triple: Score = field(default_factory=Score)
    named: Score = field(default_factory=Score)
    strict: Score = field(default_factory=Score)
    entities: Score = field(default_factory=Score)
    by_relation: dict[str, Score] = field(default_factory=dict)
    by_type: dict[str, Score] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)


def load(file: Path) -> list[Passage]:
    """Read a part of the gold set, one passage a line."""
    return [_passage(json.loads(line)) for line in file.read_text("utf-8").splitlines() if line.strip()]


def score(passages: Sequence[Passage], read: Reader) -> GoldScores:
    """Read each passage with `read` and compare."""
    scores = GoldScores()
    for passage in passages:
        extraction = read(passage)
        notes = [*_score_relations(scores, passage, extraction), *_score_entities(scores, passage, extraction)]
        if notes:
            who = f" [speaker {passage.speaker}, project {passage.project}]"
            scores.errors.append("\n".join([f"{passage.id}{who} {passage.text}", *(f"    {note}" for note in notes)]))
    return scores


def _passage(row: dict[str, Any]) -> Passage:
    return Passage(
        id=row["id"],
        text=row["text"],
        speaker=row["speaker"],
        project=row["project"],
        types={entity["name"]: entity["type"] for entity in row["entities"]},
        mentions=tuple(
            (mention["start"], mention["end"], entity["type"], entity["name"])
            for entity in row["entities"]
            if entity["type"] != "concept"
            for mention in entity["mentions"]
        ),
        relations=tuple(
            Relation(
                from_=relation["from"],
                relation=relation["relation"],
                to=relation["to"],
                polarity=relation["polarity"],
                modality=relation["modality"],
                ended=relation["ended"],
            )
            for relation in row["relations"]
        ),
    )


def _score_relations(scores: GoldScores, passage: Passage, extraction: Extraction) -> Iterator[str]:
    types = {entity.name: entity.type for entity in extraction.entities}
    # A triple told with several flags is one fact; the first telling counts, as it does for a reader.
    found = list({_triple(relation): relation for relation in reversed(extraction.relations)}.values())
    pairs: list[tuple[Relation, Relation]] = []
    open_ = list(found)
    for wanted in passage.relations:
        partner = next((other for other in open_ if _same(other, types, wanted, passage.types)), None)
        if partner is None:
            yield f"MISSED {_shown(wanted)}"
            continue
        open_.remove(partner)
        pairs.append((partner, wanted))
        if _flags(partner) != _flags(wanted):
            yield f"FLAGS  {_shown(wanted)}: read as {' '.join(map(str, _flags(partner)))} ({partner.rule})"
    for spurious in open_:
        yield f"FALSE  {_shown(spurious)} ({spurious.rule})"
    flagged = sum(_flags(partner) == _flags(wanted) for partner, wanted in pairs)
    scores.triple.add(len(pairs), len(found), len(passage.relations))
    scores.strict.add(flagged, len(found), len(passage.relations))
    named = [relation for relation in found if _is_named(relation, types)]
    wanted_named = [relation for relation in passage.relations if _is_named(relation, passage.types)]
    hits = sum(partner in named and wanted in wanted_named for partner, wanted in pairs)
    scores.named.add(hits, len(named), len(wanted_named))
    for name in {relation.relation for relation in [*found, *passage.relations]}:
        scores.by_relation.setdefault(name, Score()).add(
            sum(wanted.relation == name for _, wanted in pairs),
            sum(relation.relation == name for relation in found),
            sum(relation.relation == name for relation in passage.relations),
        )


def _score_entities(scores: GoldScores, passage: Passage, extraction: Extraction) -> Iterator[str]:
    found = {(_key(entity.name), str(entity.type)) for entity in extraction.entities if entity.type != "concept"}
    wanted = {(_key(name), kind) for name, kind in passage.types.items() if kind != "concept"}
    scores.entities.add(len(found & wanted), len(found), len(wanted))
    for kind in {kind for _, kind in found | wanted}:
        mine, theirs = ({pair for pair in pairs if pair[1] == kind} for pairs in (found, wanted))
        scores.by_type.setdefault(kind, Score()).add(len(mine & theirs), len(mine), len(theirs))
    for name, kind in sorted(wanted - found):
        yield f"NO ENTITY  {name} ({kind})"
    for name, kind in sorted(found - wanted):
        yield f"NOT ENTITY {name} ({kind})"


def _same(left: Relation, left_types: Mapping[str, str], right: Relation, right_types: Mapping[str, str]) -> bool:
    return left.relation == right.relation and all(
        _same_end(mine, left_types.get(mine, ""), theirs, right_types.get(theirs, ""))
        for mine, theirs in ((left.from_, right.from_), (left.to, right.to))
    )


def _same_end(mine: str, my_type: str, theirs: str, their_type: str) -> bool:
    if their_type != "concept" and my_type != "concept":
        return _key(mine) == _key(theirs)
    one, other = _stems(mine), _stems(theirs)
    return len(one & other) * 2 >= len(one | other) > 0


def _is_named(relation: Relation, types: Mapping[str, str]) -> bool:
    return "concept" not in (types.get(relation.from_), types.get(relation.to))


def _triple(relation: Relation) -> tuple[str, str, str]:
    return _key(relation.from_), relation.relation, _key(relation.to)


def _flags(relation: Relation) -> tuple[str, str, bool]:
    return relation.polarity, relation.modality, relation.ended


def _shown(relation: Relation) -> str:
    flags = " ".join(
        [
            *([relation.polarity] if relation.polarity != "affirmed" else []),
            *([relation.modality] if relation.modality != "asserted" else []),
            *(["ended"] if relation.ended else []),
        ]
    )
    return f"{relation.from_} {relation.relation} {relation.to}" + (f" [{flags}]" if flags else "")


def _key(name: str) -> str:
    return re.sub(r"[\s_-]+", "-", name.casefold()).strip("-")


@cache
def _analyzer() -> tantivy.TextAnalyzer:
    return tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple()).filter(tantivy.Filter.stemmer("english")).build()


def _stems(name: str) -> set[str]:
    return {stem for word in _WORD.findall(name.casefold()) for stem in _analyzer().analyze(word)}
