"""The four opponents of Nimble, gentlest first."""

from __future__ import annotations

from wonderland.bots.nimble.hands import Level
from wonderland.bots.nimble.player import NimblePlayer

TURTLE = Level(reaction=1400, reading=700, memory=1, ahead=1, misread=0.03, overlook=0.15)
DODO = Level(reaction=900, reading=450, memory=3, ahead=1, misread=0.012, overlook=0.08)
HARE = Level(reaction=550, reading=300, memory=8, ahead=2, misread=0.005, overlook=0.03)
GRYPHON = Level(reaction=230, reading=120, memory=30, ahead=3, misread=0.001, overlook=0.005)
#: By the name of the bot, gentlest first.
LEVELS = {"turtle": TURTLE, "dodo": DODO, "hare": HARE, "gryphon": GRYPHON}
STEADY = Level(reaction=1000, reading=0, memory=1, ahead=1)


def turtle(seed: int) -> NimblePlayer:
    """As slow as a young child, and remembers one card."""
    return NimblePlayer(seed, TURTLE)


def dodo(seed: int) -> NimblePlayer:
    """Plays like a beginner: steadily, and takes back a card that it has just missed."""
    return NimblePlayer(seed, DODO)


def hare(seed: int) -> NimblePlayer:
    """Quick, remembers eight cards and plans two placements."""
    return NimblePlayer(seed, HARE)


def gryphon(seed: int) -> NimblePlayer:
    """Hardly human: remembers its whole pack and plans three placements."""
    return NimblePlayer(seed, GRYPHON)


def steady(seed: int) -> NimblePlayer:
    """Flips, and places whatever fits, without mistakes. Not an opponent: it finishes rounds that bots do not end."""
    return NimblePlayer(seed, STEADY)
