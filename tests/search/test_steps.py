from __future__ import annotations

import pytest

from memory_fabric.search.steps import Steps, server_timing


def test_a_step_gone_through_twice_adds_up_and_one_that_fails_counts() -> None:
    steps = Steps()
    with steps.timed("edges"):
        pass
    once = steps.seconds["edges"]
    with pytest.raises(KeyError), steps.timed("edges"):
        raise KeyError

    assert list(steps.seconds) == ["edges"]
    assert steps.seconds["edges"] > once >= 0


def test_the_header_has_a_name_and_milliseconds_for_each_step() -> None:
    assert server_timing({"parse": 0.0015, "edges": 0.02}) == "parse;dur=1.500, edges;dur=20.000"
