"""Words listed in a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from wonderland.messages import say


def listed(words: Sequence[str], lang: str) -> str:
    """Words with commas between, and "and" before the last.

    >>> listed(["R1", "B2", "G3"], "en"), listed(["R1"], "fr")
    ('R1, B2 and G3', 'R1')
    """
    return f" {say('and', lang)} ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)
