"""Lines of speech in one text: *I* is the one whose name stands before the colon."""

from __future__ import annotations

import pytest

from memory_fabric.extraction import Extractor

LINES = [
    ("Ana: I use Redis for caching.\nBo: I prefer Memcached.",
     {"Ana uses Redis", "Redis used_for caching", "Bo prefers Memcached"}),
    ("**Ana Souza:** I switched to pnpm.\n**Bo:** I'm still on npm.", {"Ana Souza uses pnpm", "Bo uses npm"}),
    ("Ana: Switched to pnpm.\nBo: Moved to uv.", {"Ana uses pnpm", "Bo uses uv"}),
    ("Ana: Hello.\nI use Redis.\nBo: Hello.\n\nI use Kafka.", {"Ana uses Redis", "Bo uses Kafka"}),
    ("database-engineer: I recommend PostgreSQL.\nbackend-architect: I agree.",
     {"database-engineer recommends PostgreSQL"}),
    ("Ana: We use Redis.\nBo: I maintain the billing service.", {"acme uses Redis", "Bo owns billing-service"}),
]  # fmt: skip
NOBODY_SPEAKS = [
    "Ana: I use Redis.",
    "Note: I use Redis.\nStatus: I use Kafka.",
    "Redis: I use it.\nKafka: I use it too.",
    "Ana: Hello.\nBo: Hello.\n## Notes\nI use Redis.",
    "Ana: Hello.\nBo: Hello.\nNote: I use Redis.",
]


def _read(extractor: Extractor, text: str, speaker: str | None = None) -> set[str]:
    found = extractor.extract(text, speaker=speaker, project="acme").relations
    return {f"{r.from_} {r.relation} {r.to}" for r in found}


@pytest.mark.parametrize(("text", "told"), LINES)
def test_i_is_who_speaks_the_line(text: str, told: set[str], extractor: Extractor) -> None:
    assert _read(extractor, text) == told


@pytest.mark.parametrize("text", NOBODY_SPEAKS)
def test_where_nobody_is_known_to_speak_i_is_nobody(text: str, extractor: Extractor) -> None:
    assert _read(extractor, text) == set()


def test_a_name_before_what_somebody_is_known_to_say_is_said_to_it(extractor: Extractor) -> None:
    assert _read(extractor, "Ana: I use Redis.\nBo: I use Kafka.", speaker="Dana") == {
        "Dana uses Redis",
        "Dana uses Kafka",
    }
