"""Nothing hangs: a test that does not end fails, says where it stood, and the others go on."""

from __future__ import annotations

from pathlib import Path

from suite.inner import run_pytest

HANGING = '''
import asyncio, signal, threading, time


def test_plain():
    def waits_in_a_thread():
        time.sleep(600)

    threading.Thread(target=waits_in_a_thread, daemon=True).start()
    threading.Event().wait()  # waits here


async def test_async():
    async def forgotten():
        await asyncio.Event().wait()

    await forgotten()


def test_deaf():
    """As compiled code would, it does not hear the alarm."""
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])
    threading.Event().wait()


def test_short():
    pass
'''

#: What is left in a process that has run all its tests.
LEFT_BEHIND = """
import threading


def test_short():
    threading.Thread(target=threading.Event().wait, name="left behind").start()
"""


def test_a_test_that_hangs_fails_with_its_stack(tmp_path: Path) -> None:
    done = run_pytest(tmp_path, HANGING, "-n1", "-o", "timeout=1", "-o", "faulthandler_timeout=5")
    assert done.returncode == 1, done
    assert "FAILED test_inner.py::test_plain - Failed: Timeout" in done.stdout
    assert "FAILED test_inner.py::test_async - Failed: Timeout" in done.stdout
    assert "threading.Event().wait()  # waits here" in done.stdout
    assert "in waits_in_a_thread" in done.stdout + done.stderr, "every thread is shown"
    assert "worker 'gw0' crashed while running 'test_inner.py::test_deaf'" in done.stdout
    assert "in test_deaf" in done.stderr
    assert "3 failed, 1 passed" in done.stdout


def test_a_thread_that_is_left_behind_does_not_keep_the_process(tmp_path: Path) -> None:
    patch = "import conftest\n\nconftest.MAX_SECONDS_TO_EXIT = 1\n"
    done = run_pytest(tmp_path, patch + LEFT_BEHIND)
    assert "1 passed" in done.stdout
    assert "Timeout (0:00:01)!" in done.stderr
    assert "in wait" in done.stderr
