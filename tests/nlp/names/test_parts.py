"""Parts of a system by their kind: what points at one, what only looks like one, and several that share a head."""

from __future__ import annotations

import pytest

from memory_fabric.extraction import Extractor


def _components(extractor: Extractor, text: str) -> dict[str, list[str]]:
    found = extractor.extract(text).entities
    return {entity.name: [m.text for m in entity.mentions] for entity in found if entity.type == "component"}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("The auth service is slow.", ["auth-service"]),
        ("We moved the signon application to AWS.", ["signon-application"]),
        ("Traffic goes through the ingress controller.", ["ingress-controller"]),
        ("The Modernisation Platform hosts it.", ["modernisation-platform"]),
        ("Content Store reads from MongoDB.", ["content-store"]),
        ("The gateway is down.", ["gateway"]),
        ("The web app is slow.", ["web-app"]),
        ("Ana fixed the billing repo.", ["billing-repository"]),
    ],
)
def test_a_part_is_named_by_its_kind(extractor: Extractor, text: str, names: list[str]) -> None:
    assert list(_components(extractor, text)) == names


@pytest.mark.parametrize(
    ("text", "name"),
    [("The platform team maintains it.", "platform team"), ("We moved CP team to SSO.", "CP team")],
)
def test_a_named_team_is_an_organization_as_written(extractor: Extractor, text: str, name: str) -> None:
    assert [entity.name for entity in extractor.extract(text).entities if entity.type == "organization"] == [name]


@pytest.mark.parametrize(
    "text", ["The team met.", "Product teams asked.", "The product team asked.", "Every team is here."]
)
def test_a_team_without_a_name_is_none(extractor: Extractor, text: str) -> None:
    assert "organization" not in {entity.type for entity in extractor.extract(text).entities}


@pytest.mark.parametrize(
    "text",
    [
        "We talked to the service team.",  # the team, not a service
        "The cluster IPs changed.",
        "A new service is needed.",
        "Every other application worked.",
        "Write modules as you like.",
        "They sell software as a service.",
        "Deploy services with care.",
        "Mobile apps are everywhere.",
        "She builds a web app.",
        "The application-specific part is small.",
        "The Redis cluster is down.",  # made of a known name: that name's
    ],
)
def test_what_only_looks_like_a_part_is_none(extractor: Extractor, text: str) -> None:
    assert _components(extractor, text) == {}


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            "The auth and billing services share a database.",
            {"auth-service": ["auth"], "billing-service": ["billing services"]},
        ),
        (
            "The auth, billing and search services share a database.",
            {"auth-service": ["auth"], "billing-service": ["billing"], "search-service": ["search services"]},
        ),
    ],
)
def test_several_that_share_a_head_are_several(extractor: Extractor, text: str, parts: dict[str, list[str]]) -> None:
    assert _components(extractor, text) == parts


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The state is in the lunch-desk-terraform-menu repo.", "lunch-desk-terraform-menu"),
        ("It calls the menu_sync service.", "menu-sync"),
    ],
)
def test_an_identifier_names_a_part_alone(extractor: Extractor, text: str, name: str) -> None:
    assert [e.name for e in extractor.extract(text).entities] == [name]


@pytest.mark.parametrize("text", ["It is an end-to-end pipeline.", "a low-budget-cooked service"])
def test_an_adjective_with_hyphens_is_no_identifier(extractor: Extractor, text: str) -> None:
    assert [e.name for e in extractor.extract(text).entities] == []


def test_a_part_with_capitals_needs_no_article(extractor: Extractor) -> None:
    assert "billing-platform" in [e.name for e in extractor.extract("We watch Billing Platform closely.").entities]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The `order_sync` service is down.", "order-sync"),
        ("The app `lunch` is down.", "lunch"),
        ("service `order-sync` is down", "order-sync"),
        ("Our order-sync worker is down.", "order-sync-worker"),
        ("The image-processing worker is down.", "image-processing-worker"),
    ],
)
def test_an_identifier_beside_its_kind_names_a_part(extractor: Extractor, text: str, name: str) -> None:
    found = extractor.extract(text).entities
    assert [(entity.name, entity.type) for entity in found] == [(name, "component")]


@pytest.mark.parametrize(
    "text",
    [
        "Our real-time service is slow.", "The customer-facing app is slow.", "the third-party service",
        "The end-to-end pipeline is red.", "The self-hosted cluster is full.", "Use the read-only API.",
    ],
)  # fmt: skip
def test_a_sort_of_part_names_none(extractor: Extractor, text: str) -> None:
    assert [entity for entity in extractor.extract(text).entities if entity.type == "component"] == []


@pytest.mark.parametrize("text", ["Our Lunchify uses lists.", "We moved our Lunchify to Kubernetes."])
def test_a_proper_name_of_our_own_is_a_part(extractor: Extractor, text: str) -> None:
    assert _components(extractor, text) == {"lunchify": ["Lunchify"]}
