"""Agents are told by role nouns from the hyphenated words that are parts of software, times or ordinary compounds."""

from __future__ import annotations

import pytest

from memory_fabric.extraction import Extractor

AGENTS = """
    backend-engineer platform-developer security-reviewer seo-copywriter python-pro scrum-master team-lead
    legacy-modernizer incident-troubleshooter test-automator prompt-crafter readme-generator receipt-verifier
    policy-enforcer knowledge-synthesizer data-center-technician release-notes-author privacy-officer
    refactor-cleaner mobile-qa
""".split()
OTHERS = """
    read-only us-east-1 load-balancer message-broker type-checker package-manager task-runner
    test-runner garbage-collector code-editor state-manager password-manager window-manager query-optimizer
    user-agent ssh-agent code-generator random-number-generator query-builder node-debugger heart-rate-monitor
    third-party-developer co-author self-tester non-expert ternary-operator object-owner form-validator text-editor
    event-handler web-master kafka-producer cursor-pagination event-sourcing internet-explorer dual-monitor
    package-manager-detector schema-generator uptime-monitor cursor-review
""".split()


def agents(extractor: Extractor, text: str) -> list[str]:
    return [entity.name for entity in extractor.extract(text).entities if entity.type == "agent"]


@pytest.mark.parametrize("name", AGENTS)
def test_a_role_used_as_a_name_is_an_agent(extractor: Extractor, name: str) -> None:
    assert agents(extractor, f"Then {name} looked at the change.") == [name]


@pytest.mark.parametrize("word", OTHERS)
def test_other_hyphenated_words_are_none(extractor: Extractor, word: str) -> None:
    assert agents(extractor, f"Then {word} was part of the change.") == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("architect suggests Kafka for the event bus.", "architect"),
        ("Today planner was slow.", "planner"),
        ("but reviewer approved it", "reviewer"),
        ("qa blocked the release.", "qa"),
        ("ask tester to check the login page", "tester"),
        ("The change was reviewed by auditor.", "auditor"),
        ("we asked debugger to look", "debugger"),
        ("designer prefers Figma", "designer"),
        ("The winter-plans agent recommends PostHog.", "winter-plans"),
        ("run the `winter-plans` agent", "winter-plans"),
        ("subagent winter-plans suggested PostHog", "winter-plans"),
        ("@agent-winter-plans, what do you think?", "winter-plans"),
        ("winter-plans recommends PostHog for funnels.", "winter-plans"),
        ("market-outlook suggests using Mixpanel.", "market-outlook"),
        ("Then payment-integration picked Stripe.", "payment-integration"),
        ("Then mobile-architect-review was part of the work.", "mobile-architect-review"),
        ("The code-reviewer agent recommends Vitest.", "code-reviewer"),
    ],
)
def test_an_agent_is_told_by_where_it_stands(extractor: Extractor, text: str, name: str) -> None:
    assert agents(extractor, text) == [name]


@pytest.mark.parametrize(
    "text",
    [
        "the architect recommends Kafka",
        "Our tester was ill.",
        "debugger doesn't work on my machine",
        "it was created by installer",
        "I told manager about it",
        "by architect's leave",
        "The long-running agent was stopped.",
        "We built a multi-step agent.",
        "the kube-proxy agent is down",
        "The user-agent header was empty.",
        "eslint-plugin-lunch recommends flat config.",
        "The round-trip suggests a bug.",
        "A customer-support tool was bought.",
    ],
)
def test_a_role_or_a_sort_of_agent_is_none(extractor: Extractor, text: str) -> None:
    assert agents(extractor, text) == []
