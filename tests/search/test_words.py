"""Stems, the common currency of words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_fabric.search.words import stems


@pytest.mark.issue("hermes-agent#24416")
def test_accents_case_and_inflection_do_not_count() -> None:
    assert stems("Ágnes caches") == stems("agnes cached") == stems("AGNES cache")


def test_every_chinese_character_is_a_word() -> None:
    assert stems("数据库 Redis") == ["数", "据", "库", "redi"]


@given(st.text(st.characters(), max_size=50))
def test_any_text_has_stems(text: str) -> None:
    assert all(stems(text))
