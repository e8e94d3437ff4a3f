"""The configuration of all tests."""

from __future__ import annotations

import faulthandler
import sys

import pytest
from hypothesis import settings

from environment import reset_signals, reset_variables

#: Seconds that a process has to exit after its last test: a thread that still waits would keep it alive forever.
MAX_SECONDS_TO_EXIT = 60

# No deadline: a busy machine must not fail a test; speed is measured in bench/.
settings.register_profile("steady", deadline=None)
settings.register_profile("long", deadline=None, max_examples=1_000)

reset_signals()
reset_variables()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the tests marked long, too")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "long(reason): takes long; only `scripts/test --long` runs it")
    config.addinivalue_line("markers", "sqlite(reason): is about SQLite's file, and does not run on PostgreSQL")
    config.addinivalue_line("markers", "one_process(reason): is about one process, and does not run on three instances")
    settings.load_profile("long" if config.getoption("--long") else "steady")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Long tests are skipped, not deselected: pytest-xdist lists only skipped tests in its summary."""
    for item in items:
        if marker := item.get_closest_marker("long"):
            if not marker.args:
                raise pytest.UsageError(f"{item.nodeid}: long in what way? pytest.mark.long wants a reason")
            if not config.getoption("--long"):
                item.add_marker(pytest.mark.skip(reason=f"long, for scripts/test --long: {marker.args[0]}"))


@pytest.hookimpl(trylast=True)
def pytest_unconfigure() -> None:
    assert sys.__stderr__
    faulthandler.dump_traceback_later(MAX_SECONDS_TO_EXIT, exit=True, file=sys.__stderr__)
