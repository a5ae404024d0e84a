"""The one worker that runs the pipeline. spaCy's memory zones and threads do not mix, so there is one."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Self, TypeVar

from memory_fabric.nlp.lexicon import Lexicon
from memory_fabric.nlp.patterns import PatternSet
from memory_fabric.nlp.pipeline import Pipeline, build_pipeline

T = TypeVar("T")


class NlpWorker:
    """Owns the pipeline. `run` may be called from any thread; the work is done one piece after the other."""

    def __init__(self, pipeline: Pipeline) -> None:
        self._pipeline = pipeline
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="memory-fabric-nlp")

    @classmethod
    def start(cls, own_patterns: Path | None = None) -> Self:
        """Load the pipeline and return a worker for it. Raises what `build_pipeline` raises."""
        return cls(build_pipeline(own_patterns))

    @property
    def lexicon(self) -> Lexicon:
        """The names that the pipeline knows."""
        return self._pipeline.lexicon

    @property
    def patterns(self) -> PatternSet:
        """The rows that the pipeline was built from."""
        return self._pipeline.patterns

    @property
    def base_model(self) -> str:
        """The import name of the model underneath."""
        return self._pipeline.base

    def run(self, task: Callable[[Pipeline], T]) -> T:
        """Run `task` on the worker's thread inside a memory zone and return its result.

        A Doc dies with its zone: the result must be plain data.
        """
        return self._thread.submit(self._in_zone, task).result()

    def _in_zone(self, task: Callable[[Pipeline], T]) -> T:
        with self._pipeline.nlp.memory_zone():
            return task(self._pipeline)

    def close(self) -> None:
        """Wait for the running task, drop those that wait, and stop the thread. Safe to call twice."""
        self._thread.shutdown(cancel_futures=True)
