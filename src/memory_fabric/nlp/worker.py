"""The one worker that runs the pipeline. Of spaCy's memory zones there can be one at a time, so there is one.

Patterns are loaded anew beside the running pipeline and then take its place: a task that began with the old ones ends
with them.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Self, TypeVar

from memory_fabric.nlp.names.lexicon import Lexicon
from memory_fabric.nlp.pipeline import Pipeline, build_pipeline

T = TypeVar("T")


class NlpWorker:
    """Owns the pipeline. `run` may be called from any thread; the work is done one piece after the other."""

    def __init__(self, pipeline: Pipeline) -> None:
        self._pipeline = pipeline
        self._reloading = threading.Lock()
        self._working = threading.Lock()
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="memory-fabric-nlp")

    @classmethod
    def start(cls, own_patterns: Path | None = None) -> Self:
        """Load the pipeline and return a worker for it. Raises what `build_pipeline` raises."""
        return cls(build_pipeline(own_patterns))

    @property
    def pipeline(self) -> Pipeline:
        """The pipeline with the patterns that count now."""
        return self._pipeline

    @property
    def lexicon(self) -> Lexicon:
        """The names that the pipeline knows now."""
        return self._pipeline.lexicon

    @property
    def base_model(self) -> str:
        """The import name of the model underneath."""
        return self._pipeline.base

    def reload(self, own_patterns: Path | None) -> Pipeline:
        """Load the patterns anew, let them count for every task from now on, and return the pipeline with them.

        Tasks run on meanwhile. Reloads from several threads are done one after the other.

        Raises:
            PatternError: a pattern file has an error; the patterns that counted before still do.
        """
        with self._reloading:
            self._pipeline = self._pipeline.with_patterns(own_patterns)
            return self._pipeline

    def run(self, task: Callable[[Pipeline], T], pipeline: Pipeline | None = None) -> T:
        """Run `task` on the worker's thread inside a memory zone and return its result.

        A Doc dies with its zone: the result must be plain data. A job of several tasks gives the `pipeline` that it
        began with.
        """
        return self._thread.submit(self._in_turn, task, pipeline or self._pipeline).result()

    def run_soon(self, task: Callable[[Pipeline], T]) -> T:
        """Run a short `task` as `run` does, but on the caller's thread if no other is running: the way to the worker's
        thread and back takes a tenth of the time of a question.
        """
        if not self._working.acquire(blocking=False):
            return self.run(task)
        try:
            return self._in_zone(task, self._pipeline)
        finally:
            self._working.release()

    def _in_turn(self, task: Callable[[Pipeline], T], pipeline: Pipeline) -> T:
        with self._working:
            return self._in_zone(task, pipeline)

    def _in_zone(self, task: Callable[[Pipeline], T], pipeline: Pipeline) -> T:
        pipeline.install()
        with pipeline.nlp.memory_zone():
            result = task(pipeline)
        pipeline.keep_words()
        return result

    def close(self) -> None:
        """Wait for the running task, drop those that wait, and stop the thread. Safe to call twice."""
        self._thread.shutdown(cancel_futures=True)
        with self._working:  # a short task may still run on its caller's thread
            pass
