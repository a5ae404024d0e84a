"""Decision records: what is proposed, rejected or superseded is no current decision; options never are one."""

from __future__ import annotations

import pytest

from memory_fabric.extraction import Extractor
from memory_fabric.nlp.records import Records, Standing

BODY = """
## Context

We use RabbitMQ for events.

## Considered options

* We use Pulsar for events
* We currently use RabbitMQ

## Decision

We will use Kafka. We will not use ActiveMQ.

## Consequences

The gateway uses Kafka. Kafka depends on ZooKeeper.
"""


def flags(extractor: Extractor, text: str) -> dict[str, str]:
    """Return the flags of each relation of a text, a plain and current fact having none."""
    return {
        f"{r.from_} {r.relation} {r.to}": " ".join(
            word
            for word in (r.polarity, r.modality, "ended" if r.ended else "")
            if word not in ("affirmed", "asserted", "")
        )
        for r in extractor.extract(text, project="acme").relations
    }


STATUSES = {
    "accepted": ("Accepted", "✅ Accepted", "Approved", "Partly superseded by [4](0004.md)", "Completed 2/6/21"),
    "proposed": ("Proposed", "PROPOSED", "🤔 Proposed", "Pending", "Draft", "On hold", "Under discussion"),
    "rejected": ("Rejected", "❌ Rejected (see [019](019.md))", "Declined", "Withdrawn"),
    "ended": ("Superseded by [12](0012.md)", "⌛️ Superseded by ADR-7", "Deprecated", "Obsolete", "Replaced by 9"),
}
TOLD = {
    "accepted": ("planned", ""),
    "proposed": ("proposed", "proposed"),
    "rejected": ("negated", "hypothetical"),
    "ended": ("ended", "ended"),
}


@pytest.mark.parametrize(
    ("status", "words"), [(status, words) for status, lines in STATUSES.items() for words in lines]
)
@pytest.mark.parametrize(
    "head",
    [
        "# Events\n\n## Status\n\n{}\n",
        "# 3. Events\n\nDate: 2024-03-01\n\nStatus: {}\n",
        "# Events\n\n* Status: {}\n* Deciders: Ana, Bo\n",
        "# Events\n\n**Status:** {}\n",
        "---\nstatus: {}\ndate: 2024-03-01\n---\n\n# Events\n",
        "Events\n======\n\nStatus\n------\n\n{}\n",
    ],
)
def test_a_status_is_read_wherever_records_tell_it(head: str, words: str, status: str) -> None:
    text = head.format(words) + BODY

    assert Records(text).at(text.index("We will use")) == Standing("decision", status)  # type: ignore[arg-type]


@pytest.mark.parametrize("status", TOLD)
def test_a_status_decides_what_the_record_says(extractor: Extractor, status: str) -> None:
    decision, consequence = TOLD[status]

    told = flags(extractor, f"# Events\n\n## Status\n\n{STATUSES[status][0]}\n{BODY}")

    assert told["acme uses Kafka"] == decision
    assert told["gateway uses Kafka"] == consequence
    assert "negated" in flags(extractor, BODY)["acme uses ActiveMQ"]
    assert told["acme uses RabbitMQ"] == ""
    assert told["Kafka depends_on ZooKeeper"] == ""


@pytest.mark.parametrize("status", ["Accepted", "Proposed", "Rejected", "Superseded by 4"])
def test_a_considered_option_is_no_decision(extractor: Extractor, status: str) -> None:
    told = flags(extractor, f"# Events\n\n## Status\n\n{status}\n{BODY}")

    assert told["acme uses Pulsar"] == "proposed"


def test_an_imperative_under_a_decision_is_decided(extractor: Extractor) -> None:
    text = "# Events\n\n## Status\n\nAccepted\n\n## Decision\n\nUse Kafka for events.\n"

    assert flags(extractor, text)["Kafka used_for events"] == "planned"
    assert flags(extractor, "Use Kafka for events.")["Kafka used_for events"] == "proposed"


def test_the_title_says_what_is_decided(extractor: Extractor) -> None:
    text = "# Use Kafka for events\n\nStatus: {}\n\n## Context\n\nThe build is slow.\n"

    assert flags(extractor, text.format("Rejected"))["Kafka used_for events"] == "negated"
    assert flags(extractor, text.format("Accepted"))["Kafka used_for events"] == "planned"


def test_each_record_of_a_document_has_a_status_of_its_own(extractor: Extractor) -> None:
    record = "# ADR {}\n\n## Status\n\n{}\n\n## Decision\n\nWe will use {}.\n\n"

    told = flags(extractor, record.format(1, "Rejected", "Kafka") + record.format(2, "Accepted", "Redis"))

    assert told == {"acme uses Kafka": "negated", "acme uses Redis": "planned"}


def test_what_is_no_record_is_read_as_it_stands(extractor: Extractor) -> None:
    assert flags(extractor, "The status of the build is rejected. We will use Kafka.") == {"acme uses Kafka": "planned"}
    assert Records("# Notes\n\nStatus: rejected\n").at(3) is not None
    assert Records("# Notes\n\nWe use Kafka.\n").at(10) is None
    assert Records("").at(0) is None


@pytest.mark.parametrize("text", ["#" * 50_000, "# a\n" * 20_000, "Status:" * 20_000, "---\n" * 20_000, "=\n" * 20_000])
def test_hostile_text_is_read_in_linear_time(text: str) -> None:
    Records(text)
