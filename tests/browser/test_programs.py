"""Where the tests look for browsers."""

from __future__ import annotations

import sys

import pytest

from browser.programs import program


async def test_a_missing_browser_is_named_with_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(AssertionError, match=r"netscape is missing: install Debian's package netscape-esr"):
        program("NETSCAPE", "netscape", package="netscape-esr")


async def test_the_environment_may_name_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NETSCAPE", sys.executable)
    assert program("NETSCAPE", "netscape", package="netscape-esr") == sys.executable
