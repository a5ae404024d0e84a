from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memory_fabric.errors import InvalidInput
from memory_fabric.graph.mcp.namespaces import from_wire, name_in, to_wire

namespaces = st.sampled_from(["default", "team-a", "team_b.2", "x" * 64])
names = st.text() | st.builds("[{}] {}".format, namespaces, st.text())


@given(namespaces, names)
@example("default", "[draft] plan")
@example("default", "[default] [default] plan")
@example("team-a", "[team-a] Redis")
@example("default", "[team-a] ")
def test_every_name_comes_back_with_its_namespace(namespace: str, name: str) -> None:
    assert from_wire(to_wire(namespace, name)) == (namespace, name)


def test_names_of_the_default_namespace_stay_as_they_are() -> None:
    assert to_wire("default", "Redis") == "Redis"
    assert to_wire("default", "[!] Redis") == "[!] Redis"


def test_names_of_another_namespace_carry_it_in_front() -> None:
    assert to_wire("team-a", "Redis") == "[team-a] Redis"


def test_a_name_belongs_to_one_namespace_only() -> None:
    assert name_in("team-a", "[team-a] Redis") == "Redis"
    assert name_in("team-b", "[team-a] Redis") is None
    assert name_in("default", "[team-a] Redis") is None


@pytest.mark.parametrize("namespace", ["", "a b", "a]", "-a", "x" * 65, "a\n"])
def test_a_namespace_that_could_not_be_read_back_is_refused(namespace: str) -> None:
    with pytest.raises(InvalidInput, match="namespace"):
        to_wire(namespace, "Redis")
