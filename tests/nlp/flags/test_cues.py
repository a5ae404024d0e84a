"""How relations are meant: not so, not yet, only proposed, supposed or asked, or no longer so.

Each line of a table is a sentence, the relation it tells and its flags; no flags are a plain, current fact. `-` says
that the sentence tells no such relation.
"""

from __future__ import annotations

import pytest

from memory_fabric.extraction import Extractor
from tests.nlp.flags.cues_cases import ASSERTED, ENDED, NEGATED
from tests.nlp.flags.moods_cases import HEARSAY, HYPOTHETICAL, PLANNED, PROPOSED, QUESTION


def _rows(table: str) -> list[tuple[str, str, str]]:
    rows = [tuple(part.strip() for part in line.split("|")) for line in table.splitlines() if line]
    return [(text, relation, flags) for text, relation, flags in rows]


def _read(extractor: Extractor, text: str, relation: str) -> str:
    """Return the flags of a relation in a text as one line, `-` where the text tells no such relation."""
    for found in extractor.extract(text, speaker="Dana", project="acme").relations:
        if f"{found.from_} {found.relation} {found.to}" == relation:
            flags = [found.polarity, found.modality, "ended" if found.ended else ""]
            return " ".join(flag for flag in flags if flag not in ("affirmed", "asserted", ""))
    return "-"


@pytest.mark.parametrize(
    ("text", "relation", "flags"),
    _rows(ASSERTED + NEGATED + PLANNED + PROPOSED + HEARSAY + HYPOTHETICAL + QUESTION + ENDED),
)
def test_flags(extractor: Extractor, text: str, relation: str, flags: str) -> None:
    assert _read(extractor, text, relation) == flags


AROUND = [
    "The old build was never fast. {}",
    "Could somebody look at the build? {}",
    "{} The old build would not be fast.",
    "{} Is the build fast?",
]


@pytest.mark.parametrize("number", range(len(AROUND)))
def test_another_sentence_changes_no_flags(extractor: Extractor, number: int) -> None:
    """Each of the texts beside one of the sentences."""
    rows = _rows(ASSERTED + NEGATED + PLANNED + PROPOSED + HEARSAY + HYPOTHETICAL + QUESTION + ENDED)
    ended = [(text if text[-1] in ".?" else f"{text}.", *rest) for text, *rest in rows if text[-1] in ".?"]

    changed = [
        (text, found)
        for text, relation, flags in ended[number :: len(AROUND)]
        if (found := _read(extractor, AROUND[number].format(text), relation)) not in (flags, "-")
    ]

    assert changed == []


CLAUSES = [
    "although the old build was not fast",
    "because the others could not wait",
    "which nobody had asked for",
    "but the tests are no longer green",
    "and Ana will look at the build",
]


@pytest.mark.parametrize("number", range(len(CLAUSES)))
def test_another_clause_changes_no_flags(extractor: Extractor, number: int) -> None:
    """Each of the texts before one of the clauses."""
    rows = [row for row in _rows(ASSERTED + NEGATED + PLANNED + ENDED) if row[0].endswith(".")]

    changed = [
        (text, found)
        for text, relation, flags in rows[number :: len(CLAUSES)]
        if (found := _read(extractor, f"{text[:-1]}, {CLAUSES[number]}.", relation)) not in (flags, "-")
    ]

    assert changed == []
