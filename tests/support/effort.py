"""How much work a text makes, counted rather than timed: a busy machine changes nothing about it."""

from __future__ import annotations

import sys
from types import FrameType

from memory_fabric.models import Turn
from memory_fabric.nlp.pipeline import Pipeline
from memory_fabric.nlp.reading import ReadingJob
from memory_fabric.nlp.worker import NlpWorker


def calls(worker: NlpWorker, text: str) -> int:
    """Return how many functions are called to read a text."""

    def task(pipeline: Pipeline) -> int:
        counted = 0

        def note(frame: FrameType, event: str, argument: object) -> None:
            nonlocal counted
            counted += event in ("call", "c_call")

        job = ReadingJob(pipeline.reader, [Turn(text)])
        sys.setprofile(note)
        try:
            while not job.advance(pipeline.nlp):
                pass
        finally:
            sys.setprofile(None)
        return counted

    return worker.run(task)
