from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from memory_fabric.errors import GraphUnavailable
from memory_fabric.graph.mcp.file_lock import locked

HOLD = """
import sys
from pathlib import Path
from memory_fabric.graph.mcp.file_lock import locked
with locked(Path(sys.argv[1]), 10):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.mark.issue("servers#4797")
def test_another_process_waits_and_gets_the_lock_when_its_holder_dies(tmp_path: Path) -> None:
    file = tmp_path / "memory.jsonl"
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, file], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(GraphUnavailable, match=r"no lock on .*memory\.jsonl\.lock"), locked(file, 0.1):
            pass
        holder.kill()
    with locked(file, 10):
        pass


def test_the_lock_can_be_taken_again_and_again(tmp_path: Path) -> None:
    for _ in range(3):
        with locked(tmp_path / "memory.jsonl", 0):
            pass


def test_a_folder_that_is_not_there_has_no_lock(tmp_path: Path) -> None:
    with pytest.raises(GraphUnavailable, match="no lock"), locked(tmp_path / "nowhere/memory.jsonl", 0):
        pass
