"""The four opponents of Nimble, from gentle to hardly human."""

from __future__ import annotations

from wonderland.bots.nimble.player import Level, Player

TURTLE = Level(reaction=1400, reading=700, memory=1, ahead=1, misread=0.03, overlook=0.15)
DODO = Level(reaction=900, reading=450, memory=3, ahead=1, misread=0.012, overlook=0.08)
HARE = Level(reaction=550, reading=300, memory=8, ahead=2, misread=0.005, overlook=0.03)
GRYPHON = Level(reaction=230, reading=120, memory=30, ahead=3, misread=0.001, overlook=0.005)
STEADY = Level(reaction=1000, reading=0, memory=1, ahead=1)


def turtle(seed: int) -> Player:
    """Takes its time, a child's time, and sees one card at once."""
    return Player(seed, TURTLE)


def dodo(seed: int) -> Player:
    """Plays as someone at a first round: steady, and takes back a card just missed."""
    return Player(seed, DODO)


def hare(seed: int) -> Player:
    """Always in a hurry, with half a lap of cards in mind."""
    return Player(seed, HARE)


def gryphon(seed: int) -> Player:
    """Swoops: knows where every card of its pack lies, and chains them."""
    return Player(seed, GRYPHON)


def steady(seed: int) -> Player:
    """Flips on and places whatever fits, without a slip: nobody's opponent, but a round in such hands ends."""
    return Player(seed, STEADY)
