"""What all tests share: one loaded pipeline for the whole run, and no settings from the developer's environment."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from hypothesis import settings as hypothesis_settings

from memory_fabric.cli import main
from memory_fabric.config import ENV_PREFIX
from memory_fabric.extraction import Extractor
from memory_fabric.nlp.worker import NlpWorker
from memory_fabric.query import QuestionParser
from tests.support.command_line import Result, Run

# Laws are tried on many inputs without a clock: a busy machine is no failure. In CI on the same ones each time.
hypothesis_settings.register_profile("memory-fabric", deadline=None, derandomize="CI" in os.environ)
hypothesis_settings.load_profile("memory-fabric")


@pytest.fixture(autouse=True)
def _no_settings_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith(ENV_PREFIX) and "REQUIRE" not in name]:
        monkeypatch.delenv(name)


@pytest.fixture(scope="session")
def worker() -> Iterator[NlpWorker]:
    worker = NlpWorker.start()
    yield worker
    worker.close()


@pytest.fixture(scope="session")
def extractor(worker: NlpWorker) -> Extractor:
    return Extractor(worker, longest=600)


@pytest.fixture(scope="session")
def parser(worker: NlpWorker) -> QuestionParser:
    return QuestionParser(worker)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], worker: NlpWorker, tmp_path: Path) -> Run:
    """Run `memory-fabric` in this process, on a graph of its own, with the pipeline that is loaded already."""

    def start(own_patterns: Path | None = None) -> NlpWorker:
        return NlpWorker(worker.pipeline.with_patterns(own_patterns)) if own_patterns else worker

    monkeypatch.setattr(NlpWorker, "start", start)
    monkeypatch.setattr(NlpWorker, "close", lambda _: None)
    monkeypatch.setenv("MEMORY_FABRIC_GRAPH", f"sqlite:///{tmp_path / 'graph.db'}")

    def call(*arguments: str | Path, stdin: bytes | str = b"") -> Result:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "argv", ["memory-fabric", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(data)))
        with pytest.raises(SystemExit) as left:
            main()
        captured = capsys.readouterr()
        return Result(int(left.value.code or 0), captured.out, captured.err)

    return call
