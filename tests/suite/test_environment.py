"""Ignored signals, another language or a proxy in the environment of the tests do not reach what the tests start."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from suite.inner import run_pytest

ENDED = """
import subprocess, sys

import pytest

SLEEP = [sys.executable, "-c", "import signal, sys; print(flush=True); signal.pause()"]


@pytest.mark.parametrize("name", ["SIGHUP", "SIGINT", "SIGTERM", "SIGQUIT"])
def test_a_signal_ends_a_process(name):
    import signal

    with subprocess.Popen(SLEEP, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        process.stdout.readline()
        process.send_signal(getattr(signal, name))
        assert process.wait() == -getattr(signal, name)
"""
#: As nohup does with SIGHUP, and a shell with the SIGINT of what it runs in the background.
IGNORED = ("sh", "-c", "trap '' HUP INT TERM QUIT ALRM; exec \"$@\"", "sh")
BLOCK = """
import os, signal, sys
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGHUP, signal.SIGINT, signal.SIGTERM, signal.SIGQUIT, signal.SIGALRM])
os.execv(sys.argv[1], sys.argv[1:])
"""
BLOCKED = (sys.executable, "-c", BLOCK)


@pytest.mark.parametrize("before", [IGNORED, BLOCKED], ids=["ignored", "blocked"])
def test_signals_are_as_at_a_terminal(tmp_path: Path, before: tuple[str, ...]) -> None:
    done = run_pytest(tmp_path, ENDED, "-o", "timeout=60", before=before)
    assert done.returncode == 0, done.stdout


ODD = {
    "LANG": "fr_FR.UTF-8",
    "LC_ALL": "xx_XX",
    "LANGUAGE": "fr",
    "FORCE_COLOR": "1",
    "COLUMNS": "20",
    "http_proxy": "http://192.0.2.1:9",
    "ALL_PROXY": "http://192.0.2.1:9",
    "WONDERLAND_LANG": "fr",
    "WONDERLAND_PORT": "1",
    "WONDERLAND_CACHE": "kept",
}
CLEAN = """
import os


def test_variables():
    found = {name: os.environ.get(name) for name in %r}
    assert found == dict.fromkeys(found) | {"LANG": "C.UTF-8", "WONDERLAND_CACHE": "kept"}
"""


def test_variables_are_those_of_nobody_in_particular(tmp_path: Path) -> None:
    done = run_pytest(tmp_path, CLEAN % list(ODD), variables=ODD)
    assert done.returncode == 0, done.stdout
