"""Logs say what happened and where, never with what."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Iterator

import pytest
import structlog

from wonderland.server import logs


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    levels = {name: logging.getLogger(name).level for name in logs.LIBRARY_LOGGERS}
    yield
    structlog.reset_defaults()
    root.handlers = handlers
    root.setLevel(level)
    for name, before in levels.items():
        logging.getLogger(name).setLevel(before)


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


def fail() -> None:
    raise ValueError("the queen of hearts is in seat 2")


@pytest.mark.parametrize("form", ["json", "console"])
def test_the_text_of_an_exception_stays_here(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("info", form)
    try:
        fail()
    except ValueError:
        logs.logger.exception("unexpected")
        logging.getLogger("some.library").exception("it broke")
    said = capsys.readouterr().err
    assert "queen" not in said
    assert said.count("ValueError") == 2
    assert said.count("test_logs.py:") >= 2


def test_json_is_one_object_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("info", "json")
    logs.logger.info("serving", address="http://x")
    logging.getLogger("some.library").warning("two\nlines")
    first, second = lines(capsys)
    assert (first["event"], first["address"], first["level"]) == ("serving", "http://x", "info")
    assert (second["event"], second["logger"]) == ("two\nlines", "some.library")


def test_the_level_counts_for_ours_and_libraries_only_warn(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("debug", "json")
    logs.logger.debug("small things")
    logging.getLogger("alembic").info("Context impl SQLiteImpl.")
    logs.configure("warning", "json")
    logs.logger.info("less")
    assert [line["event"] for line in lines(capsys)] == ["small things"]
    assert sys.stderr.isatty() is False
