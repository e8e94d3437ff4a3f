"""The games that have a table of their own in the terminal, one line each; all others get the plain one."""

from __future__ import annotations

from importlib import import_module

from wonderland.games import registry
from wonderland.terminal.kit import TerminalKit

#: ``module:class`` of a game's terminal kit.
KITS = {
    "parade": "wonderland.terminal.games.parade.kit:ParadeTerminal",
    "nimble": "wonderland.terminal.games.nimble.kit:NimbleTerminal",
}


def kit(game: str) -> TerminalKit:
    """The terminal kit of a game: its own, or the plain one.

    >>> type(kit("parade")).__name__
    'ParadeTerminal'
    """
    rules = registry.find(game)
    if game not in KITS:
        return TerminalKit(rules)
    module, _, name = KITS[game].partition(":")
    made: TerminalKit = getattr(import_module(module), name)(rules)
    return made
