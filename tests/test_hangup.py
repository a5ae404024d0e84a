"""SIGHUP makes a service read its patterns anew, and says how that went."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable

import pytest

from memory_fabric.errors import PatternError
from memory_fabric.hangup import reloading_on_hangup
from memory_fabric.models import PatternReport

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="the platform has no SIGHUP")


def hang_up(reload: Callable[[], PatternReport]) -> None:
    """Send this process a SIGHUP while `reload` listens, and wait for what that starts."""
    with reloading_on_hangup(reload):
        os.kill(os.getpid(), signal.SIGHUP)
        for thread in threading.enumerate():
            if thread.name == "pattern-reload":
                thread.join(10)


def test_the_signal_reloads_in_a_thread_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    threads: list[threading.Thread] = []

    def reload() -> PatternReport:
        threads.append(threading.current_thread())
        return PatternReport(names=2881, rules=62, seconds=0.42)

    hang_up(reload)

    (thread,) = threads
    assert thread is not threading.main_thread()
    assert capsys.readouterr().err == "memory-fabric: 2,881 names and 62 rules loaded in 0.4 s\n"


def test_a_faulty_file_is_told_and_ends_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    def reload() -> PatternReport:
        raise PatternError("own.jsonl", 3, "is not JSON")

    hang_up(reload)

    assert capsys.readouterr().err == (
        "memory-fabric: the patterns stay as they were: own.jsonl, line 3: is not JSON [pattern_invalid]\n"
    )


def test_what_the_signal_did_before_is_restored() -> None:
    before = signal.getsignal(signal.SIGHUP)

    with reloading_on_hangup(lambda: PatternReport(0, 0, 0.0)):
        assert signal.getsignal(signal.SIGHUP) is not before

    assert signal.getsignal(signal.SIGHUP) is before


def test_outside_the_main_thread_nothing_is_listened_for() -> None:
    during: list[object] = []

    def enter() -> None:
        with reloading_on_hangup(lambda: PatternReport(0, 0, 0.0)):
            during.append(signal.getsignal(signal.SIGHUP))

    before = signal.getsignal(signal.SIGHUP)
    thread = threading.Thread(target=enter)
    thread.start()
    thread.join()

    assert during == [before]
