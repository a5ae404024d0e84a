"""The check of a folder as a whole: every finding, in order of file and line."""

from __future__ import annotations

from memory_fabric.nlp.lint.findings import Finding
from memory_fabric.nlp.lint.layering import layering_findings
from memory_fabric.nlp.lint.names import name_findings
from memory_fabric.nlp.lint.rules import rule_findings
from memory_fabric.nlp.lint.words import word_findings
from memory_fabric.nlp.patterns import Layers
from memory_fabric.nlp.worker import NlpWorker


def check(layers: Layers, worker: NlpWorker) -> list[Finding]:
    """Return what there is to say about the uppermost of the layers; `worker` runs the patterns of all of them."""
    lines = layers.uppermost()
    findings = [
        *map(Finding.from_error, layers.errors),
        *layering_findings(layers, lines),
        *word_findings(lines, worker),
        *name_findings(layers, lines, worker),
        *rule_findings(layers, lines, worker),
    ]
    return sorted(findings, key=lambda finding: (finding.file, finding.line or 0))
