"""Looking at the graph, taking things back and putting them right, as a person types it."""

from __future__ import annotations

import pytest
import typer

from tests.support.command_line import Run


@pytest.fixture(autouse=True)
def _graph(run: Run) -> None:
    for speaker, text, day in (
        ("Ana", "The auth service uses Redis.", "2026-01-15"),
        ("Bo", "The billing service uses Kafka.", "2026-01-16"),
    ):
        run("remember", "--speaker", speaker, "--session", "monday", "--at", day, stdin=text)


def test_an_entity_is_shown_under_any_of_its_names(run: Run) -> None:
    assert run("entity", "auth_service").out == "auth-service (component), 1 memory\n"
    assert run("entity", "Auth Service", "--json").json["name"] == "auth-service"


def test_what_is_not_there_is_told(run: Run) -> None:
    result = run("entity", "Zorblax")

    assert result.code == 1 and "there is no entity 'Zorblax'" in result.err
    assert run("entity", "x" * 201).code == 2


def test_neighbours_are_shown_as_they_are_and_as_they_were(run: Run) -> None:
    assert run("neighbours", "auth-service").out == "auth-service uses Redis\n"
    assert run("neighbours", "auth-service", "--as-of", "2026-01-14").out == ""
    (edge,) = run("neighbours", "auth-service", "--depth", "2", "--json").json["relations"]
    assert (edge["from"], edge["valid_from"], edge["current"]) == ("auth-service", "2026-01-15T00:00:00Z", True)
    assert run("neighbours", "auth-service", "--as-of", "soon").code == 2


def test_a_relation_is_retracted_and_kept_as_history(run: Run) -> None:
    assert run("retract", "auth_service", "uses", "redis", "--at", "2026-02-01").out == "1 relation ended\n"

    assert run("neighbours", "auth-service").out == "auth-service uses Redis [closed]\n"
    assert run("neighbours", "auth-service", "--as-of", "2026-01-20").out == "auth-service uses Redis\n"
    again = run("retract", "auth-service", "uses", "Redis", "--json")
    assert again.code == 1 and "no relation" in again.err


def test_two_entities_become_one_and_one_gets_another_name(run: Run) -> None:
    merged = run("merge", "billing service", "auth service").out
    assert merged == "auth-service (component), 2 memories\n  also called billing-service\n"
    assert run("entity", "billing-service", "--json").json["name"] == "auth-service"

    renamed = run("rename", "auth service", "identity-service", "--json").json
    assert renamed["name"] == "identity-service" and "auth-service" in renamed["aliases"]
    assert run("rename", "identity-service", "Kafka").code == 2
    assert run("rename", "identity-service", " ").code == 2


def test_what_a_speaker_said_is_forgotten_with_what_only_that_told(run: Run) -> None:
    assert run("forget", "--speaker", "ana", "--yes").out == (
        "1 memory, 1 origin, 2 entities (auth-service, Redis) and 1 relation forgotten\n"
    )

    assert run("search", "Redis", "--json").json["results"] == []
    assert run("entity", "Redis").code == 1
    assert run("search", "Kafka", "--json").json["total_results"] == 1


def test_an_entity_is_forgotten_with_all_that_mentions_it(run: Run) -> None:
    removed = run("forget", "--entity", "kafka", "--yes", "--json").json

    assert len(removed["memories"]) == 1 and set(removed["entities"]) == {"Kafka", "billing-service"}
    assert run("forget", "--entity", "kafka", "--yes").code == 1


def test_a_dry_run_shows_what_would_go_and_removes_nothing(run: Run) -> None:
    shown = run("forget", "--session", "monday", "--speaker", "Bo", "--dry-run").out

    assert shown == "1 memory selected\n  The billing service uses Kafka.\n"
    assert len(run("forget", "--session", "monday", "--dry-run", "--json").json["memories"]) == 2
    assert run("search", "", "--json").json["total_results"] == 2


def test_nothing_selected_and_nobody_to_ask_are_wrong_use(run: Run) -> None:
    assert run("forget", "--yes").code == 2
    unasked = run("forget", "--speaker", "Ana")
    assert unasked.code == 2 and "--dry-run" in unasked.err
    assert run("search", "", "--json").json["total_results"] == 2


@pytest.mark.parametrize(("answer", "left"), [(False, 2), (True, 1)])
def test_a_person_is_shown_what_would_go_and_asked(
    run: Run, monkeypatch: pytest.MonkeyPatch, answer: bool, left: int
) -> None:
    monkeypatch.setattr(typer, "confirm", lambda *_, **__: answer)
    monkeypatch.setattr("memory_fabric.cli.by_hand.is_asked_at_a_terminal", lambda: True)

    result = run("forget", "--speaker", "Ana")

    assert result.code == 0 and "  The auth service uses Redis.\n" in result.out
    assert run("search", "", "--json").json["total_results"] == left
