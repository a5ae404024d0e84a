"""The scenario set stays readable, and search stays as true to it as it was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from benchmarks.search import scenarios
from benchmarks.search.scenarios import Ask, Said, Scenario
from memory_fabric.config import Settings
from memory_fabric.fabric import Fabric
from memory_fabric.graph.open import open_store
from memory_fabric.nlp.worker import NlpWorker

BAR = 0.95
SHARE_RUN = 3
"""One scenario in so many is run here; all of them by the benchmark."""


@pytest.fixture
def fabric(worker: NlpWorker, monkeypatch: pytest.MonkeyPatch) -> Iterator[Fabric]:
    monkeypatch.setattr(NlpWorker, "close", lambda _: None)
    with Fabric(Settings(graph="memory:"), worker, open_store("memory:", timeout=5)) as fabric:
        yield fabric


def test_every_scenario_is_told_once_and_asks_about_its_own_turns() -> None:
    loaded = scenarios.load()

    assert not [name for name, count in Counter(s.name for s in loaded).items() if count > 1]
    for scenario in loaded:
        turns = {said.id for said in scenario.turns}
        for ask in scenario.asks:
            named = {ask.first or next(iter(turns)), *ask.within, *ask.merged, *ask.cross_validated, *ask.order}
            named.update(turn for pair in (*ask.above, *ask.separate, *ask.supersedes) for turn in pair)
            assert named <= turns, scenario.name


def test_a_question_fails_for_each_expectation_that_is_not_met(fabric: Fabric) -> None:
    scenario = Scenario(
        name="trial/one",
        now="2026-05-01",
        turns=(
            Said(id="a", at="2026-01-10", text="The tide gauge is cleaned in spring."),
            Said(id="b", at="2026-01-11", text="The harbour is closed."),
        ),
        asks=(
            Ask(question="When is the tide gauge cleaned?", first="a", above=(("a", "b"),)),
            Ask(
                question="When is the tide gauge cleaned?", first="b", merged={"a": 2}, relations=(("a", "uses", "b"),)
            ),
        ),
    )

    right, wrong = scenarios.run(fabric, [scenario])

    assert right.passed
    assert wrong.wrong == ("b is not first", "a does not speak for 2", "a uses b is not told")
    assert scenarios.by_theme([right, wrong]) == {"trial": (1, 2)}


def test_search_is_as_true_to_a_sample_of_them_as_it_was(fabric: Fabric) -> None:
    outcomes = scenarios.run(fabric, scenarios.load()[::SHARE_RUN])

    failed = [(outcome.name, outcome.wrong, outcome.got) for outcome in outcomes if not outcome.passed]
    assert len(failed) <= (1 - BAR) * len(outcomes), failed
