"""Short stories with questions, and what a good answer to each looks like: the truth of search, not its recall.

A file under `scenarios/` holds one theme, a line for each story: a few turns, among them some that share words with
the questions and answer nothing, and the questions with what is expected of their answers. Turns are named by their
`id`. Run with `python -m benchmarks.search.scenarios [--failed] [--graph URL] [THEME …]`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from pathlib import Path
from uuid import uuid4

from pydantic import BaseModel, ConfigDict

from memory_fabric.config import Settings
from memory_fabric.fabric import Fabric
from memory_fabric.models import SearchResponse, SearchResult, Turn

FOLDER = Path(__file__).parent / "scenarios"
SHOWN = 6
"""Results that an outcome shows."""
RELATION_REACH = 3
"""A relation counts as told when one of so many first results carries it."""


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Said(_Row):
    """A turn of a story. `id` is what the expectations call it."""

    id: str
    at: date
    text: str
    by: str | None = None
    source: str | None = None
    session: str | None = None


class Ask(_Row):
    """A question, and what must be true of its answer; what is left out does not matter.

    `first` is the best result, `within` the worst place that a turn may have, `above` pairs of which the first must
    stand before the second (which may be missing). `merged` is how many turns a result speaks for, `separate` two
    turns that must be two results, `order` the whole answer. `relations` are edges that the first few results tell,
    `supersedes` pairs of which the first result says that it overtakes the second. `hints` are the question's.
    Without any of them it is enough that there is an answer and no error.
    """

    question: str
    first: str | None = None
    within: dict[str, int] = {}
    above: tuple[tuple[str, str], ...] = ()
    merged: dict[str, int] = {}
    separate: tuple[tuple[str, str], ...] = ()
    cross_validated: dict[str, bool] = {}
    order: tuple[str, ...] = ()
    relations: tuple[tuple[str, str, str], ...] = ()
    supersedes: tuple[tuple[str, str], ...] = ()
    hints: tuple[str, ...] | None = None


class Scenario(_Row):
    """A story in a namespace of its own. `session` is the conversation of all turns that name none."""

    name: str
    now: date
    turns: tuple[Said, ...]
    asks: tuple[Ask, ...]
    project: str | None = None
    session: str | None = None

    @property
    def theme(self) -> str:
        """The part of the name before the slash."""
        return self.name.partition("/")[0]

    def spoken(self) -> list[Turn]:
        """Return the turns as they are remembered, each at noon of its day, a second apart."""
        return [
            Turn(
                said.text,
                id=said.id,
                speaker=said.by,
                timestamp=datetime.combine(said.at, time(12, 0, at % 60), UTC),
                session=said.session or self.session,
                source=said.source,
                project=self.project,
            )
            for at, said in enumerate(self.turns)
        ]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one question: `wrong` names each expectation that was not met, `got` the first results."""

    name: str
    theme: str
    wrong: tuple[str, ...]
    got: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """Whether every expectation was met."""
        return not self.wrong


def load(themes: Iterable[str] = (), folder: Path = FOLDER) -> list[Scenario]:
    """Return the scenarios of these themes, or all.

    Raises:
        ValidationError: a line is no scenario.
    """
    wanted = frozenset(themes)
    files = [file for file in sorted(folder.glob("*.jsonl")) if not wanted or file.stem in wanted]
    return [Scenario.model_validate_json(line) for file in files for line in file.read_text("utf-8").splitlines()]


def run(fabric: Fabric, scenarios: Iterable[Scenario]) -> list[Outcome]:
    """Remember each scenario in a fresh namespace of `fabric` and ask its questions; one outcome for each question."""
    return [outcome for scenario in scenarios for outcome in _run(fabric, scenario)]


def _run(fabric: Fabric, scenario: Scenario) -> Iterator[Outcome]:
    namespace = f"scenario-{uuid4().hex}"
    fabric.remember(scenario.spoken(), namespace=namespace)
    now = datetime.combine(scenario.now, time(12), UTC)
    for ask in scenario.asks:
        response = fabric.search(ask.question, now=now, namespace=namespace)
        yield Outcome(
            f"{scenario.name}: {ask.question}",
            scenario.theme,
            tuple(_wrong(ask, response)),
            tuple(f"{'+'.join(_turns(r))} {r.score:.3f} {r.text}" for r in response.results[:SHOWN]),
        )


def _wrong(ask: Ask, response: SearchResponse) -> Iterator[str]:
    if ask.hints is not None and response.parsed.entity_hints != ask.hints:
        yield f"hints are {response.parsed.entity_hints}, not {ask.hints}"
    places = {turn: place for place, result in enumerate(response.results) for turn in _turns(result)}
    yield from _wrong_places(ask, places)
    yield from _wrong_results(ask, response.results, places)


def _wrong_places(ask: Ask, places: Mapping[str, int]) -> Iterator[str]:
    nowhere = len(places)
    if ask.first is not None and places.get(ask.first) != 0:
        yield f"{ask.first} is not first"
    for turn, bound in ask.within.items():
        if turn not in places or places[turn] >= bound:
            yield f"{turn} is not within the first {bound}"
    for upper, lower in ask.above:
        if upper not in places or places[upper] >= places.get(lower, nowhere):
            yield f"{upper} is not above {lower}"
    for one, other in ask.separate:
        if not {one, other} <= places.keys() or places[one] == places[other]:
            yield f"{one} and {other} are not two results"
    if ask.order and tuple(places) != ask.order:
        yield f"the order is not {ask.order}"


def _wrong_results(ask: Ask, results: Sequence[SearchResult], places: Mapping[str, int]) -> Iterator[str]:
    for turn, count in ask.merged.items():
        if turn not in places or len(_turns(results[places[turn]])) != count:
            yield f"{turn} does not speak for {count}"
    for turn, expected in ask.cross_validated.items():
        if turn not in places or results[places[turn]].metadata["cross_validated"] is not expected:
            yield f"{turn} is {'not ' if expected else ''}cross-validated"
    told = {(e.from_, e.relation, e.to) for result in results[:RELATION_REACH] for e in result.graph_relations}
    for relation in ask.relations:
        if relation not in told:
            yield f"{' '.join(relation)} is not told"
    for new, old in ask.supersedes:
        if new not in places or old not in _overtaken(results[places[new]], results):
            yield f"{new} does not name what it supersedes"


def _turns(result: SearchResult) -> tuple[str, ...]:
    return tuple(dict.fromkeys(o.turn_id for o in result.metadata["origins"] if o.turn_id))


def _overtaken(result: SearchResult, results: Sequence[SearchResult]) -> list[str]:
    ids = {memory["id"] for memory in result.metadata.get("supersedes", ())}
    return [turn for other in results if other.id in ids for turn in _turns(other)]


def by_theme(outcomes: Iterable[Outcome]) -> dict[str, tuple[int, int]]:
    """Return how many of a theme's questions passed, and of how many."""
    counts: dict[str, tuple[int, int]] = {}
    for outcome in outcomes:
        passed, of = counts.get(outcome.theme, (0, 0))
        counts[outcome.theme] = (passed + outcome.passed, of + 1)
    return counts


def main() -> None:
    """Print what passed of each theme; with `--failed`, what was wrong and what was got."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("themes", nargs="*", metavar="THEME")
    parser.add_argument("--failed", action="store_true", help="show what failed, and what was got")
    parser.add_argument("--graph", default="memory:", metavar="URL")
    options = parser.parse_args()
    with Fabric.open(Settings(graph=options.graph)) as fabric:
        outcomes = run(fabric, load(options.themes))
    if options.failed:
        for outcome in outcomes:
            if not outcome.passed:
                print(outcome.name, *(f"    {line}" for line in (*outcome.wrong, *outcome.got)), sep="\n")
    counts = by_theme(outcomes)
    for theme, (passed, of) in counts.items():
        print(f"{theme:<14} {passed:>4} of {of:>4}")
    passed, of = sum(p for p, _ in counts.values()), sum(n for _, n in counts.values())
    print(f"{'all':<14} {passed:>4} of {of:>4}  {passed / of:.3f}")


if __name__ == "__main__":
    main()
