"""What a folder of patterns says that can never take effect, or not as it is meant: `patterns check`.

What is wrong outright (`error`) is what the loader refuses, in its words. A `warning` is a row that loads and does
nothing, or not what it says. A `note` tells what a folder of one's own does to the shipped patterns.
"""

from memory_fabric.nlp.lint.check import check
from memory_fabric.nlp.lint.findings import Finding, Level

__all__ = ["Finding", "Level", "check"]
