"""Print how well text is read, as one table; with `--errors`, what was read wrongly, for a person to go through.

Run with `make eval DATA=FOLDER`, or `python -m benchmarks.evaluation FOLDER [--errors] [--oracle]`. FOLDER holds
`gold`, `stackoverflow_ner`, `so_tags` and `agents`; a part that is not there is told and left out.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.evaluation import gold, names, oracle, spans
from benchmarks.evaluation.score import Line, Score, show
from memory_fabric.extraction import Extractor
from memory_fabric.models import Extraction
from memory_fabric.nlp.worker import NlpWorker

_BARS = {
    "dev": ("F1 .58, P .75", "", "", "F1 .82"),
    "check": ("F1 .42, P .65", "F1 .38", "F1 .62", "F1 .74"),
}


class _Evaluation:
    """The data folder, the extractor under test and the errors found along the way."""

    def __init__(self, data: Path, extractor: Extractor, worker: NlpWorker, *, by_oracle: bool) -> None:
        self._data = data
        self._extractor = extractor
        self._worker = worker
        self._by_oracle = by_oracle
        self.errors: list[str] = []

    def lines(self) -> Iterator[tuple[str, list[Line]]]:
        """Yield the parts of the table with their titles."""
        for part in ("dev", "check"):
            file = self._data / "gold" / f"relations-{part}.jsonl"
            if self._has(file):
                yield from self._gold(part, gold.load(file))
        file = self._data / "stackoverflow_ner" / "dev.txt"
        if self._has(file):
            exact, overlapping = spans.score(spans.load(file), self._extractor.extract)
            yield (
                "technology, StackOverflowNER dev",
                [Line("exact span", exact, "F1 .73"), Line("overlapping", overlapping, "F1 .80")],
            )
        tags, agents = self._data / "so_tags" / "TagSynonyms.csv", self._data / "agents" / "names.txt"
        if self._has(tags) and self._has(agents):
            yield "names", self._names(names.synonyms(tags), agents.read_text("utf-8").split())

    def _gold(self, part: str, passages: list[gold.Passage]) -> Iterator[tuple[str, list[Line]]]:
        reader = oracle.OracleReader()
        try:
            with_names = gold.score(passages, reader)
        finally:
            reader.close()
        scores = gold.score(passages, self._read)
        triple, strict, given, entities = _BARS[part]
        yield (
            f"relations, gold {part}",
            [
                Line("triple", scores.triple, triple),
                Line("triple, both ends named", scores.named),
                Line("triple with all flags", scores.strict, strict),
                Line("triple, entities given (`--oracle`)", with_names.triple, given),
                Line("triple with all flags, entities given", with_names.strict),
            ],
        )
        if part == "check":  # there to be scored as a whole, not to be learnt from
            yield f"entities, gold {part}", [Line("all but concepts", scores.entities, entities)]
            return
        yield f"each relation, gold {part}", _each(scores.by_relation)
        yield f"each relation, gold {part}, entities given", _each(with_names.by_relation)
        yield f"entities, gold {part}", [Line("all but concepts", scores.entities, entities), *_each(scores.by_type)]
        self.errors += (with_names if self._by_oracle else scores).errors

    def _names(self, pairs: list[tuple[str, str]], agents: list[str]) -> list[Line]:
        synonyms, errors = names.score_synonyms(pairs, self._worker.lexicon)
        hyphenated = {tag for pair in pairs for tag in pair if "-" in tag} - set(agents)
        told, more = names.score_agents(agents, sorted(hyphenated), self._extractor.extract)
        self.errors += errors + more
        return [
            Line("synonyms, of those covered (precision), of all (recall)", synonyms, "P .90"),
            Line("agents against hyphenated tags", told, "P and R .95"),
        ]

    def _read(self, passage: gold.Passage) -> Extraction:
        return self._extractor.extract(passage.text, speaker=passage.speaker, project=passage.project)

    def _has(self, file: Path) -> bool:
        if not file.is_file():
            print(f"left out: {file} is not there", file=sys.stderr)
        return file.is_file()


def _each(scores: dict[str, Score]) -> list[Line]:
    return [Line(name, score) for name, score in sorted(scores.items(), key=lambda item: -item[1].wanted)]


def main() -> int:
    """Run the evaluation; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("data", type=Path, help="folder with the annotated data")
    parser.add_argument("--errors", action="store_true", help="list what was read wrongly (of the dev parts) after it")
    parser.add_argument("--oracle", action="store_true", help="list the errors of relations with entities given")
    options = parser.parse_args()
    if not options.data.is_dir():
        parser.error(f"{options.data} is no folder; it has to hold gold/, stackoverflow_ner/, so_tags/ and agents/")
    worker = NlpWorker.start()
    try:
        extractor = Extractor(worker, oracle.LONGEST_STATEMENT)
        evaluation = _Evaluation(options.data, extractor, worker, by_oracle=options.oracle)
        tables = [show(title, lines) for title, lines in evaluation.lines()]
    finally:
        worker.close()
    print("\n\n".join(tables))
    if options.errors:
        print("\n\n" + "\n".join(evaluation.errors))
    return 0


if __name__ == "__main__":
    sys.exit(main())
