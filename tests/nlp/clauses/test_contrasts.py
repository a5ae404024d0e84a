"""What is set apart is not told of: Y in "X, not Y", "not with Y", "everything but Y"; but Y is in "not X but Y"."""

from __future__ import annotations

import pytest

from memory_fabric.extraction import Extractor


def _current(extractor: Extractor, text: str) -> set[str]:
    return {f"{r.from_} {r.relation} {r.to}" for r in extractor.extract(text, project="acme").relations if r.is_current}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We deploy with Helm, not with Kustomize.", {"acme uses Helm", "Helm chose_over Kustomize"}),
        ("We run on Kubernetes and not on Nomad.", {"acme uses Kubernetes", "Kubernetes chose_over Nomad"}),
        ("We switched to Loki, not to Graylog.", {"acme uses Loki", "Loki chose_over Graylog"}),
        ("Grafana integrates with Loki, but not with Graylog.", {"Grafana integrates_with Loki"}),
        ("Grafana depends on Loki, not on Graylog.", {"Grafana depends_on Loki"}),
        ("The mobile app is written in Go rather than in Rust.", {"mobile-app uses Go", "Go chose_over Rust"}),
        (
            "The billing service is written in Go as opposed to Rust.",
            {"billing-service uses Go", "Go chose_over Rust"},
        ),
        ("We use Loki, never Graylog.", {"acme uses Loki", "Loki chose_over Graylog"}),
        ("We use Loki now, not Graylog anymore.", {"acme uses Loki", "Loki chose_over Graylog"}),
        ("We use MySQL, certainly not Oracle, for orders.", {"acme uses MySQL", "MySQL used_for orders",
                                                             "MySQL chose_over Oracle Database"}),
        ("Redis, not Memcached, is used for sessions.", {"Redis used_for sessions", "Redis chose_over Memcached"}),
        ("Ana, not Bo, maintains the billing service.", {"Ana owns billing-service"}),
        ("We use Redis for queues, not for sessions.", {"acme uses Redis", "Redis used_for queues"}),
        ("We use Redis, but not for sessions.", {"acme uses Redis"}),
    ],
)  # fmt: skip
def test_what_is_set_aside_is_not_told(extractor: Extractor, text: str, expected: set[str]) -> None:
    assert _current(extractor, text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Everything but Jenkins runs on Kubernetes.",
        "All services except the billing service use Kafka.",
        "Every service but the billing service uses Kafka.",
        "We use everything except Jenkins.",
        "Nobody but Ana uses Vim.",
    ],
)
def test_an_exception_is_not_told(extractor: Extractor, text: str) -> None:
    assert _current(extractor, text) == set()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We don't use Redis but Memcached.", {"acme uses Memcached"}),
        ("We no longer use Graylog but Loki.", {"acme uses Loki"}),
        ("The billing service does not run on AWS but on Azure.", {"billing-service uses Azure"}),
        ("We use not only Redis but also Memcached.", {"acme uses Redis", "acme uses Memcached"}),
        ("We run on Kubernetes and on Nomad.", {"acme uses Kubernetes", "acme uses Nomad"}),
    ],
)
def test_a_denial_leaves_its_counterpart_standing(extractor: Extractor, text: str, expected: set[str]) -> None:
    assert _current(extractor, text) == expected
