"""Known names are found in whatever way they are separated, and not where their parts only happen to meet."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memory_fabric.nlp.pipeline import Pipeline
from memory_fabric.nlp.rows import NameRow
from memory_fabric.nlp.worker import NlpWorker


def found(worker: NlpWorker, text: str) -> list[tuple[str, str]]:
    def match(pipeline: Pipeline) -> list[tuple[str, str]]:
        ruler = pipeline.parts["ruler"]
        return [(ent.text, ent.ent_id_) for ent in ruler(pipeline.nlp.make_doc(text)).ents]

    return worker.run(match)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("node js", "Node.js"), ("Node.JS", "Node.js"), ("nodejs", "Node.js"), ("node-js", "Node.js"),
        ("postgre sql", "PostgreSQL"), ("Postgre-SQL", "PostgreSQL"), ("type script", "TypeScript"),
        ("Fast API", "FastAPI"), ("visualstudio", "Visual Studio"), ("Visual\nStudio", "Visual Studio"),
        ("Élasticsearch", "Elasticsearch"), ("Let\u2019s Encrypt", "Let's Encrypt"), ("C#", "C#"), ("CI/CD", "CI/CD"),
        ("ELBs", "ELB"), ("circuit breakers", "circuit-breaker"),
        ("database_engineer", "database-engineer"),
    ],
)  # fmt: skip
@pytest.mark.issue("hermes-agent#24416")
def test_a_name_is_found_in_each_spelling(worker: NlpWorker, text: str, name: str) -> None:
    assert found(worker, f"we like {text} here") == [(text, name)]


@pytest.mark.issue("presidio PR#858")
def test_signs_in_names_are_signs_and_no_expressions(worker: NlpWorker) -> None:
    rows = [NameRow(name=name, type="technology") for name in ("C++", ".NET", "a.b*c", "Node.js")]
    patterns = replace(worker.pipeline.patterns, names=tuple(rows))
    apart = NlpWorker(worker.pipeline.over(patterns))

    assert [name for _, name in found(apart, "(C++/.NET)")] == ["C++", ".NET"]
    assert [name for _, name in found(apart, "We use a.b*c, node.js and (a.b*c).")] == ["a.b*c", "Node.js", "a.b*c"]
    assert found(apart, "aXb*c, a.bbc, C, NET and a.b c") == []
    apart.close()


@pytest.mark.parametrize(("text", "name"), [("php5", "PHP"), ("python3.11", "Python"), ("c++11", "C++")])
def test_a_version_may_be_joined_to_a_name(worker: NlpWorker, text: str, name: str) -> None:
    assert found(worker, f"built with {text} here") == [(text, name)]


@pytest.mark.parametrize(
    "text",
    [
        "that is a fast api", "the ang ular part", "i.e. this one", "database engineer", "visual - studio",
        "visual\n\nstudio", "a reactive system", "one drive failed", "pass --json here",
    ],
)  # fmt: skip
def test_parts_that_only_meet_make_no_name(worker: NlpWorker, text: str) -> None:
    assert found(worker, text) == []


def test_the_longest_name_wins(worker: NlpWorker) -> None:
    assert found(worker, "GitHub Actions and GitHub") == [("GitHub Actions", "GitHub Actions"), ("GitHub", "GitHub")]
