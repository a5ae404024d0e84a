"""Sentences of our own, filled with listed and invented names, so that what no list has can be learnt too."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

from training.corpora import MADE, Labelled

_SLOT = re.compile(r"\{([\w-]+)\}")
_ALTERNATIVE = re.compile(r"(?:(\d+) x )?(.*)", re.DOTALL)
_LABELS = {
    "technology": "technology", "person": "person", "organization": "organization", "pattern": "pattern",
    "code": "code", "ENV": "code", "class-name": "code", "method": "code", "version": "version", "place": "site",
}  # fmt: skip


class Grammar:
    """Expands names of a grammar file, each time by chance. `listed` gives the words for `{listed-...}`."""

    def __init__(self, file: Path, listed: Mapping[str, Sequence[str]]) -> None:
        self._alternatives = {f"listed-{kind}": list(names) for kind, names in listed.items()}
        for rule in _rules(file.read_text("utf-8")):
            name, _, right = rule.partition(" = ")
            found = [_ALTERNATIVE.fullmatch(part.strip()) for part in right.split(" | ")]
            self._alternatives[name] = [match[2] for match in found if match for _ in range(int(match[1] or 1))]

    def expand(self, slot: str, random: Random) -> str:
        """Return one expansion of `{slot}`."""
        text = random.choice(self._alternatives[slot.lower()])
        if not slot.lower().startswith("listed-"):
            text = _SLOT.sub(lambda inner: self.expand(inner[1], random), text)
        if slot.isupper():
            return text.upper()
        return text[:1].upper() + text[1:] if slot[0].isupper() else text


class Sentences:
    """Fills the templates of a file."""

    def __init__(self, file: Path, grammar: Grammar) -> None:
        lines = file.read_text("utf-8").splitlines()
        self._templates = [line for line in lines if line.strip() and not line.startswith("# ")]
        self._grammar = grammar

    def sample(self, random: Random, count: int) -> list[Labelled]:
        """Return `count` filled sentences."""
        return [self._fill(random.choice(self._templates), random) for _ in range(count)]

    def _fill(self, template: str, random: Random) -> Labelled:
        # Some people write all in lower case, some put names in code spans.
        lower, quoted = random.random() < 0.25, random.random() < 0.25 and "`" not in template
        text, at = "", 0
        spans: list[tuple[int, int, str]] = []
        for slot in _SLOT.finditer(template):
            text += template[at : slot.start()]
            at = slot.end()
            code = text.endswith("`")
            kind = slot[1]
            name = self._grammar.expand(kind, random)
            if kind == "technology" and (code or quoted or lower):
                name = self._grammar.expand("lower-technology", random)
            mark = "`" if quoted and kind == "technology" else ""
            text += mark + name + mark
            if kind in _LABELS:
                spans.append((len(text) - len(name) - len(mark), len(text) - len(mark), _LABELS[kind]))
        text += template[at:]
        if not lower and not (spans and spans[0][0] == 0):
            text = text[0].upper() + text[1:]
        return Labelled(text, tuple(spans), MADE, "")


def _rules(text: str) -> Iterator[str]:
    """Yield the rules of a grammar, continued lines joined."""
    rule = ""
    for line in text.splitlines():
        if line.startswith("  "):
            rule += " " + line.strip()
        elif line.strip() and not line.startswith("#"):
            if rule:
                yield rule
            rule = line
    if rule:
        yield rule
