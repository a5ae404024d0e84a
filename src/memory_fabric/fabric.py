"""`Fabric` ties the parts together: text in, graph, answers out. HTTP, command line and MCP server are thin over it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from time import perf_counter
from types import TracebackType
from typing import Any, Self

from memory_fabric.config import Settings
from memory_fabric.errors import InvalidInput, TooLarge
from memory_fabric.extraction import Extractor
from memory_fabric.graph.open import open_store
from memory_fabric.graph.store import GraphStore
from memory_fabric.graph_by_hand import GraphByHand, check_type
from memory_fabric.ingest.runner import IngestReport, Progress, ingest_paths
from memory_fabric.models import (
    Extraction,
    Filters,
    ParsedQuery,
    PatternReport,
    SearchResponse,
    Turn,
    WriteReport,
)
from memory_fabric.nlp.worker import NlpWorker
from memory_fabric.query import QuestionParser
from memory_fabric.search.workflow import SearchOptions, SearchWorkflow
from memory_fabric.timestamps import now_utc, parse_timestamp


class Fabric(GraphByHand):
    """One open memory: the pipeline, the graph and the search over it. Safe to use from several threads.

    Use it as a context manager, or call `close`.
    """

    def __init__(self, settings: Settings, worker: NlpWorker, store: GraphStore) -> None:
        super().__init__(settings, store, lambda: worker.lexicon)
        self._worker = worker
        self._extractor = Extractor(worker, settings.statement_chars)
        self._questions = QuestionParser(worker)
        self._workflow = SearchWorkflow(store, settings)

    @classmethod
    def open(cls, settings: Settings | None = None) -> Self:
        """Load the pipeline and open the graph.

        Raises:
            PatternError: a pattern file has an error.
            ModelMissing: no spaCy model is installed.
            InvalidInput: the graph's URL is of no known kind.
            GraphUnavailable: the graph cannot be opened.
        """
        settings = settings or Settings()
        worker = NlpWorker.start(settings.patterns)
        try:
            store = open_store(settings.graph, timeout=settings.graph_timeout)
        except BaseException:
            worker.close()
            raise
        return cls(settings, worker, store)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the graph and the pipeline. Safe to call twice."""
        self.store.close()
        self._worker.close()

    @property
    def base_model(self) -> str:
        """The import name of the spaCy model underneath."""
        return self._worker.base_model

    @property
    def name_count(self) -> int:
        """How many spellings of names the pipeline knows."""
        return len(self._worker.lexicon)

    def extract(self, text: str, *, speaker: str | None = None, project: str | None = None) -> Extraction:
        """Read entities and relations out of `text`; *I* is `speaker`, *we* is `project`. Writes nothing.

        Raises:
            TooLarge: the text is over `max_text_bytes`.
        """
        self._check_text(text)
        return self._extractor.extract(text, speaker=speaker, project=project)

    def remember(self, turns: Sequence[Turn], *, namespace: str | None = None) -> WriteReport:
        """Extract and write turns, each statement of each turn once however often it comes.

        Raises:
            TooLarge: a turn's text is over `max_text_bytes`; nothing was written.
            GraphUnavailable: the graph cannot be reached. Batches before the failing one are written; calling again
                writes the rest and nothing twice.
        """
        space = self._space(namespace)
        for turn in turns:
            self._check_text(turn.text)
        turns = [replace(turn, timestamp=parse_timestamp(turn.timestamp)) for turn in turns]
        stored_at = now_utc()
        report = WriteReport()
        for start in range(0, len(turns), self.settings.write_batch):
            batch = turns[start : start + self.settings.write_batch]
            statements = self._extractor.statements(batch, stored_at)
            if statements:
                report += self.store.write(space, statements)
        return report

    def parse_query(self, question: str, *, now: datetime | None = None) -> ParsedQuery:
        """Read a question: what is asked, about which entities, with which intent and in what time. Never refuses
        words; only the length is limited.

        Raises:
            TooLarge: the question is over `max_question_chars`.
        """
        self._check_question(question)
        return self._questions.parse(question, parse_timestamp(now, "now") or now_utc())

    def search(
        self,
        question: str,
        *,
        limit: int | None = None,
        depth: int = 2,
        now: datetime | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        speaker: str | None = None,
        type: str | None = None,
        as_of: datetime | None = None,
        explain: bool = False,
        namespace: str | None = None,
    ) -> SearchResponse:
        """Answer a question with memories, best first; an empty question gives the most recent ones.

        `limit` and `depth` over their maxima are clamped, and `notes` says so. `since`, `until` (both included),
        `speaker` and `type` (of an entity that the memory mentions) are filters. `now` is what recency and "last
        week" count from. With `as_of` the answer is the one of that time: from what was said until then, with the
        relations that held then, and with `now` then unless it is given.

        Raises:
            TooLarge: the question is over `max_question_chars`.
            InvalidInput: a filter is wrong; the error names it.
            GraphRejected: there is an `as_of`, and the graph keeps no history.
            GraphUnavailable: the graph cannot be reached.
        """
        check_type(type)
        since, until = parse_timestamp(since, "since"), parse_timestamp(until, "until")
        if since and until and since > until:
            raise InvalidInput("since", "lies after until")
        as_of = parse_timestamp(as_of, "as_of")
        if as_of:
            until = min(until or as_of, as_of)
        now = parse_timestamp(now, "now") or as_of or now_utc()
        started = perf_counter()
        parsed = self.parse_query(question, now=now)
        parsing = perf_counter() - started
        options = SearchOptions(
            limit=self.settings.max_results if limit is None else limit,
            depth=depth,
            now=now,
            filters=Filters(since, until, speaker, type),
            as_of=as_of,
            explain=explain,
        )
        response = self._workflow.run(self._space(namespace), parsed, options, self._worker.lexicon)
        return replace(response, seconds={"parse": parsing, **response.seconds})

    def ingest(
        self,
        paths: Iterable[Path],
        *,
        format: str = "auto",
        project: str | None = None,
        namespace: str | None = None,
        progress: Progress | None = None,
    ) -> IngestReport:
        """Read transcripts and remember every turn, each once however often it is ingested.

        A line or file that cannot be read is skipped, counted and named in the report, and the rest is kept.

        Raises:
            InvalidInput: a path does not exist, or `format` is not known.
            GraphUnavailable: the graph cannot be reached; what was written before stays.
        """

        def remember(turns: Sequence[Turn]) -> WriteReport:
            return self.remember(turns, namespace=namespace)

        return ingest_paths(
            paths,
            remember,
            format=format,
            project=project,
            batch_size=self.settings.write_batch,
            max_text_bytes=self.settings.max_text_bytes,
            progress=progress,
        )

    def reload_patterns(self) -> PatternReport:
        """Load the pattern files anew, the shipped ones and those of the `patterns` setting, and let them count for
        every call from now on. Calls that are under way end with the patterns that they began with.

        Raises:
            PatternError: a pattern file has an error; the patterns that counted before still do.
        """
        started = perf_counter()
        pipeline = self._worker.reload(self.settings.patterns)
        return PatternReport(len(pipeline.patterns.names), len(pipeline.patterns.rules), perf_counter() - started)

    def describe(self) -> Mapping[str, Any]:
        """Return what is behind the graph; raises GraphUnavailable when it cannot be reached."""
        return self.store.describe()

    def _check_text(self, text: str) -> None:
        size = len(text.encode("utf-8", "surrogatepass"))
        if size > self.settings.max_text_bytes:
            raise TooLarge("text", size, self.settings.max_text_bytes, "bytes")

    def _check_question(self, question: str) -> None:
        if len(question) > self.settings.max_question_chars:
            raise TooLarge("q", len(question), self.settings.max_question_chars, "characters")
