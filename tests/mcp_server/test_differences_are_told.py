"""The table in the README and the tests that show the differences say the same."""

from __future__ import annotations

import re
from collections import Counter
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).parent
README = (HERE.parents[1] / "README.md").read_text("utf-8")
HEADER = "| | reference server | Memory Fabric |\n| --- | --- | --- |\n"


def shown() -> list[str]:
    """Return what the tests of this folder are marked to show."""
    modules = [import_module(f"{__package__}.{file.stem}") for file in sorted(HERE.glob("test_*.py"))]
    tests = [value for module in modules for name, value in vars(module).items() if name.startswith("test_")]
    marks = [mark for test in tests for mark in getattr(test, "pytestmark", [])]
    return [mark.args[0] for mark in marks if mark.name == "difference"]


def told() -> list[str]:
    """Return the rows of the table."""
    table = README.split(HEADER)[1].split("\n\n")[0]
    return re.findall(r"^\| ([^|]+) \| [^|]+ \| [^|]+ \|$", table, re.MULTILINE)


def test_each_difference_has_one_row_and_one_test() -> None:
    assert README.count(HEADER) == 1
    assert Counter(told()) == Counter(shown())
    assert len(told()) > 10
