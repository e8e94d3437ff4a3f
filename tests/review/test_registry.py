"""Reviewers by game."""

from __future__ import annotations

import pytest

from wonderland.core.errors import NotAllowed
from wonderland.review import registry


def test_a_game_that_nothing_reviews_is_refused_by_a_message() -> None:
    with pytest.raises(NotAllowed, match="games of whist cannot be reviewed") as refused:
        registry.find("whist")
    assert refused.value.key == "review_unknown_game"
