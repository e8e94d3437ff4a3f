"""Parameters of tests that would take long with all of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def cases(quick: Iterable[Any], long: Iterable[Any], reason: str) -> list[Any]:
    """For ``parametrize``: the quick ones always, the others with ``--long``; several values of a case are a tuple."""
    return [*quick, *(pytest.param(*_values(one), marks=pytest.mark.long(reason)) for one in long)]


def _values(one: Any) -> tuple[Any, ...]:
    return one if isinstance(one, tuple) else (one,)
