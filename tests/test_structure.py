"""Imports go one way: no module imports one that imports it, and the packages of `nlp` stand on each other in order."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src"
# Each may import those before it, and what stands beside them.
LAYERS = ("surface", "names", "clauses", "flags")


def imports() -> dict[str, set[str]]:
    """Return what each module of ours imports of ours."""
    files = {".".join(file.relative_to(SOURCE).with_suffix("").parts): file for file in SOURCE.rglob("*.py")}
    modules = {name.removesuffix(".__init__"): file for name, file in files.items()}
    found: dict[str, set[str]] = {}
    for module, file in modules.items():
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                whole = {f"{node.module}.{name.name}" for name in node.names}
                found.setdefault(module, set()).update((whole & modules.keys()) or ({node.module} & modules.keys()))
    return found


def test_no_imports_go_round() -> None:
    order = list(TopologicalSorter(imports()).static_order())

    assert "memory_fabric.nlp.pipeline" in order


def test_the_packages_of_the_language_part_stand_on_each_other() -> None:
    def layer(module: str) -> int | None:
        parts = module.split(".")
        return LAYERS.index(parts[2]) if parts[1:2] == ["nlp"] and len(parts) > 3 and parts[2] in LAYERS else None

    upwards = {
        f"{module} imports {other}"
        for module, others in imports().items()
        for other in others
        if (here := layer(module)) is not None and (there := layer(other)) is not None and there > here
    }

    assert upwards == set()
