"""Names by themselves: do synonyms have one canonical name, and are agents told from other hyphenated words?"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable
from pathlib import Path

from benchmarks.evaluation.score import Score
from memory_fabric.models import Extraction
from memory_fabric.nlp.names.lexicon import Lexicon


def synonyms(file: Path) -> list[tuple[str, str]]:
    """Read the pairs of tags that mean the same."""
    with file.open(encoding="utf-8", newline="") as lines:
        return [(row["SourceTagName"], row["TargetTagName"]) for row in csv.DictReader(lines)]


def score_synonyms(pairs: Iterable[tuple[str, str]], lexicon: Lexicon) -> tuple[Score, list[str]]:
    """Return how many of the pairs have one canonical name (recall), of those whose two tags are both known names
    (precision); and the pairs that have two.
    """
    score = Score()
    errors = []
    for source, target in pairs:
        one, other = lexicon.entry(source), lexicon.entry(target)
        if one is None or other is None:
            score.add(0, 0, 1)
            continue
        score.add(int(one.name == other.name), 1, 1)
        if one.name != other.name:
            errors.append(f"TWO NAMES  {source}: {one.name}, {target}: {other.name}")
    return score, errors


def score_agents(
    agents: Iterable[str], others: Iterable[str], read: Callable[[str], Extraction]
) -> tuple[Score, list[str]]:
    """Return how well agents are told from other hyphenated words, each as the subject of one plain sentence."""
    score = Score()
    errors = []
    for name, is_agent in [*((name, True) for name in agents), *((name, False) for name in others)]:
        entities = read(f"Yesterday {name} was part of the work.").entities
        found = any(entity.type == "agent" and entity.name == name.casefold() for entity in entities)
        score.add(int(found and is_agent), int(found), int(is_agent))
        if found != is_agent:
            errors.append(f"{'NO AGENT' if is_agent else 'FALSE AGENT'}  {name}")
    return score, errors
