"""Phrases nested as deep as nobody writes them take no longer than others."""

from __future__ import annotations

import pytest

from memory_fabric.extraction import Extractor
from memory_fabric.nlp.worker import NlpWorker
from tests.support.effort import calls


@pytest.mark.parametrize(
    "unit",
    ["the use of ", "use of ", "Redis and ", "neither Redis nor ", "Redis, ", "We use Redis; ", "(", ")", '"', "a-"],
)
def test_long_runs_take_linear_effort(worker: NlpWorker, unit: str) -> None:
    """Within one segment, which holds 2,000 characters at most."""
    short, long = (calls(worker, unit * (length // len(unit))) for length in (450, 1_800))

    assert long < 8 * short  # four times as long; were it quadratic, sixteen


def test_what_a_phrase_stands_for_is_found_inside_others(extractor: Extractor) -> None:
    found = extractor.extract("The orders API depends on a version of an instance of Redis.").relations

    assert [(r.from_, r.relation, r.to) for r in found] == [("orders-api", "depends_on", "Redis")]
