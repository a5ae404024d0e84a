"""An ordinary word is a name where what stands beside it says so, and only there. Each is tried both ways."""

from __future__ import annotations

import pytest

from memory_fabric.extraction import Extractor


def technologies(extractor: Extractor, text: str) -> list[str]:
    return [entity.name for entity in extractor.extract(text).entities if entity.type == "technology"]


BOTH_WAYS = [
    ("Go", "The Go client is small.", "Go ahead with it."),
    ("Rust", "We moved it to Rust.", "There is rust on the rack."),
    ("Swift", "The Swift client is new.", "Swift action was taken."),
    ("Dart", "We write it in Dart.", "They dart in and out."),
    ("Chef", "Our Chef cookbooks are old.", "The chef went home."),
    ("Puppet", "Each node runs Puppet.", "He is a puppet of the board."),
    ("Spring", "We moved it to Spring.", "Spring is in the air."),
    ("Flask", "The API is built with Flask.", "Flask of water, please."),
    ("Express", "The server is built on Express.", "Express your doubts early."),
    ("Requests", "We fetch it with Requests.", "Requests are slow today."),
    ("Make", "The build runs Make.", "Make sure that it works."),
    ("Apache Ant", "We still build with Ant.", "Ant hills are high."),
    ("Helm", "We deploy with Helm.", "Who is at the helm?"),
    ("Consul", "It registers in Consul.", "The consul was told."),
    ("Vault", "Vault stores the secrets.", "Vault over the fence."),
    ("Notion", "The notes are in Notion.", "Notion of time is lost."),
    ("Slack", "We ask in Slack.", "Slack off a little."),
    ("Microsoft Teams", "We meet in Teams.", "Teams are small here."),
    ("Microsoft Access", "The data was kept in Access.", "Access is denied."),
    ("Microsoft Word", "He wrote it in Word.", "Word gets around."),
    ("Microsoft Excel", "Keep the list in Excel.", "They excel at this."),
    ("C", "It is written in C.", "Take option C then."),
    ("R", "The report uses R.", "Room R is free."),
    ("D", "It is written in D.", "Plan D failed."),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "_"), BOTH_WAYS)
def test_it_counts_in_its_context(extractor: Extractor, name: str, text: str, _: str) -> None:
    assert name in technologies(extractor, text)


@pytest.mark.parametrize(("_name", "_text", "text"), BOTH_WAYS)
def test_it_does_not_count_elsewhere(extractor: Extractor, _name: str, _text: str, text: str) -> None:
    assert technologies(extractor, text) == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("written in go", ["Go"]), ("apt-get install make", ["APT", "Make"]), ("the c compiler", ["C"]),
        ("Go, Rust and Python", ["Go", "Rust", "Python"]), ("in Word or Excel", ["Microsoft Word", "Microsoft Excel"]),
        ("Go 1.22 is out", ["Go"]), ("use Elastic Load Balancer", ["ELB"]),
    ],
)  # fmt: skip
def test_lists_versions_and_phrases_are_contexts(extractor: Extractor, text: str, names: list[str]) -> None:
    assert technologies(extractor, text) == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("we are using puppet for that", ["Puppet"]), ("npm, yarn and bun", ["npm", "Yarn", "Bun"]),
        ("we use vault.", ["Vault"]), ("using spring loaded bolts", []), ("a puppet for him", []),
        ("we use teams of four", []), ("it runs on windows 7", ["Windows"]),
    ],
)  # fmt: skip
def test_a_name_in_lower_case_counts_where_it_is_taken_bare_or_listed(
    extractor: Extractor, text: str, names: list[str]
) -> None:
    assert technologies(extractor, text) == names


@pytest.mark.parametrize("text", ["let it go", "there is rust on it", "go and express it", "use a swift reply"])
def test_lower_case_is_no_name_without_a_phrase_that_leaves_no_doubt(extractor: Extractor, text: str) -> None:
    assert technologies(extractor, text) == []
