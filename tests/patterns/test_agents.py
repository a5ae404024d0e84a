"""Agents are told by role nouns from the hyphenated words that are parts of software, times or ordinary compounds."""

from __future__ import annotations

import pytest

from memory_fabric.extraction import Extractor

AGENTS = """
    backend-engineer platform-developer security-reviewer seo-copywriter python-pro scrum-master team-lead
    legacy-modernizer incident-troubleshooter test-automator prompt-crafter readme-generator receipt-verifier
    policy-enforcer knowledge-synthesizer data-center-technician release-notes-author privacy-officer
""".split()
OTHERS = """
    read-only us-east-1 load-balancer message-broker type-checker package-manager task-runner
    test-runner garbage-collector code-editor state-manager password-manager window-manager query-optimizer
    user-agent ssh-agent code-generator random-number-generator query-builder node-debugger heart-rate-monitor
    third-party-developer co-author self-tester non-expert ternary-operator object-owner form-validator text-editor
    event-handler web-master kafka-producer cursor-pagination event-sourcing internet-explorer dual-monitor
""".split()


def agents(extractor: Extractor, text: str) -> list[str]:
    return [entity.name for entity in extractor.extract(text).entities if entity.type == "agent"]


@pytest.mark.parametrize("name", AGENTS)
def test_a_role_used_as_a_name_is_an_agent(extractor: Extractor, name: str) -> None:
    assert agents(extractor, f"Then {name} looked at the change.") == [name]


@pytest.mark.parametrize("word", OTHERS)
def test_other_hyphenated_words_are_none(extractor: Extractor, word: str) -> None:
    assert agents(extractor, f"Then {word} was part of the change.") == []
