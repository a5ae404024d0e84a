"""What memories say of relations is known of those that were read, on a server that knows it of no edge."""

from __future__ import annotations

from datetime import UTC, datetime

from memory_fabric.graph.mcp.observation import Note
from memory_fabric.graph.mcp.proofs import Proofs, ending
from memory_fabric.models import Edge, Memory, Origin

JANUARY = datetime(2026, 1, 5, tzinfo=UTC)


def note(id: str, *, says: tuple[str, str, str] | None = None, ends: tuple[str, str, str] | None = None) -> Note:
    memory = Memory(id, id, origins=(Origin(timestamp=JANUARY),))
    return Note(memory, (says,) if says else (), (ends,) if ends else ())


HOLDS = note("holds", says=("shop", "uses", "Redis"))
ENDS = note("ends", ends=("shop", "uses", "Redis"))
REPLACES = note("replaces", says=("Valkey", "replaces", "redis"))


def test_what_was_read_is_known_with_its_time_and_memory() -> None:
    proofs = Proofs()
    proofs.learn("team", [HOLDS, ENDS, note("mute")])

    assert proofs.of("team", ["holds", "ends", "mute", "unread"]) == {
        "holds": [Edge("shop", "uses", "Redis", valid_from=JANUARY, memories=("holds",))],
        "ends": [
            Edge("shop", "uses", "Redis", polarity="negated", ended=True, valid_from=JANUARY, memories=("ends",)),
        ],
    }
    assert proofs.of("other team", ["holds"]) == {}


def test_an_end_is_told_by_what_is_over_and_by_what_came_instead() -> None:
    told = [(edge.relation, edge.memories) for edge in ending([HOLDS, ENDS, REPLACES], ["Redis"])]
    assert told == [("uses", ("ends",)), ("replaces", ("replaces",))]
    assert list(ending([ENDS, REPLACES], ["Valkey"])) == []
