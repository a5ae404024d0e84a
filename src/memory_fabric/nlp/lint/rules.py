"""Rules that can never speak, and rules that do not say of their own examples what they claim to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memory_fabric.extraction import Extractor
from memory_fabric.nlp.lint.findings import Finding, warning
from memory_fabric.nlp.pattern_files import Line
from memory_fabric.nlp.patterns import Layers
from memory_fabric.nlp.rows import RuleRow, SignatureRow
from memory_fabric.nlp.worker import NlpWorker

PROJECT = "acme"
"""Who *we* are in the examples of rules."""

_LONGEST_STATEMENT = 600


def rule_findings(layers: Layers, lines: Sequence[Line], worker: NlpWorker) -> Iterator[Finding]:
    """Yield what is wrong with the rules of the lines that count."""
    extractor = Extractor(worker, _LONGEST_STATEMENT)
    signatures = {row.signature: row for row in layers.patterns().signatures}
    counting = {id(line) for line in layers.rows.values()}
    for line in lines:
        if isinstance(line.row, RuleRow) and id(line) in counting:
            yield from (warning(line, fault) for fault in never_emitted(line.row, signatures))
            yield from (warning(line, fault) for fault in _broken_examples(line.row, extractor))


def never_emitted(row: RuleRow, signatures: dict[str, SignatureRow]) -> Iterator[str]:
    """Yield the lines of `emit` that no clause can give: what no signature lets through, or what a role gives
    that must be empty.
    """
    # *We* act as people do, whatever the project is: see `relations`.
    actors = {*row.actors, *(["component"] if "organization" in row.actors else [])}
    for emit in row.emit:
        from_, relation, to, *_ = emit.split()
        if row.actors and from_ == "subj" and not actors & set(signatures[relation].from_):
            types, said_of = ", ".join(row.actors), ", ".join(signatures[relation].from_)
            yield f"emit {emit!r} never passes the signature: {relation} is said of {said_of}, not of {types}"
        for role in {from_, to}:
            if set(role.split("|")) <= set(row.lacks):
                yield f"emit {emit!r} can give nothing: the rule speaks only where {role!r} is empty"


def _broken_examples(row: RuleRow, extractor: Extractor) -> Iterator[str]:
    found = [r for r in extractor.extract(row.example, project=PROJECT).relations if r.rule == row.rule]
    given = [f"{r.from_} {r.relation} {r.to}" for r in found]
    if not row.gives:
        yield f"has no `gives`, so its example proves nothing; it gives {_listed(given)}"
    for relation in row.gives:
        if relation not in given:
            yield f"its example does not give {relation!r} by this rule, but {_listed(given)}"
    against = [r for r in extractor.extract(row.counter, project=PROJECT).relations if r.rule == row.rule]
    if against:
        yield f"speaks on its counter-example too: {_listed([f'{r.from_} {r.relation} {r.to}' for r in against])}"


def _listed(relations: Sequence[str]) -> str:
    return ", ".join(map(repr, relations)) or "nothing"
