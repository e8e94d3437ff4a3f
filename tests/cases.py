"""Test parameters of which most run only with ``--long``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def cases(quick: Iterable[Any], long: Iterable[Any], reason: str) -> list[Any]:
    """For ``parametrize``: ``quick`` always, ``long`` only with ``--long``; a case with several values is a tuple."""
    return [*quick, *(pytest.param(*_values(one), marks=pytest.mark.long(reason)) for one in long)]


def _values(one: Any) -> tuple[Any, ...]:
    return one if isinstance(one, tuple) else (one,)
