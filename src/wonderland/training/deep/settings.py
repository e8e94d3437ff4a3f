"""How the deep network learns."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True)
class Settings:
    """How the deep network learns."""

    seed: int = 0
    device: str = "cuda"
    #: Numbers of players that are learned, all at once.
    players: tuple[int, ...] = (2, 3, 4, 5, 6)
    #: Games of each number of players that are played at once, and moves of each between two passes of learning. Two
    #: players play twice as many: theirs are the decisions that are hardest to tell apart.
    games: int = 24576
    moves: int = 4
    #: Minibatches of a pass: each has decisions of all numbers of players.
    minibatches: int = 16
    #: Rounds that are played by the card network before the position network says what a candidate is worth, with 2 to
    #: 6 players: the more, the less of its errors and the more luck is learned.
    rounds: tuple[int, ...] = (4, 3, 2, 1, 1)
    #: Further moves of each game between two passes. Of these only decisions in the last round and last choices are
    #: learned from: there are few in a game, and most of what comes of them is luck.
    last_round_moves: int = 12
    #: Until this part of a run is over, the position network is asked right after a move.
    immediate: float = 0.0
    #: From this part of a run on, the card networks learn as well.
    card_from: float = 0.0
    #: How much of what a card network learns is what the deep network says, rather than what came of a candidate.
    distilled: float = 0.5
    #: Constant for ``hold`` of a run, then falling to the final one at its end: of the deep network, of the others.
    learning_rate: float = 1e-3
    final_learning_rate: float = 3e-5
    card_learning_rate: float = 3e-4
    final_card_learning_rate: float = 1e-5
    hold: float = 0.5
    #: Temperatures at which games are played, in shares of the win, and how often each.
    temperatures: tuple[float, ...] = (0.004, 0.015, 0.05)
    frequencies: tuple[float, ...] = (0.6, 0.25, 0.15)
    #: How often a random choice is made instead.
    exploration: float = 0.01
    #: How often a card network learns from a decision without knowing the rest of the hand.
    hidden_hands: float = 0.2
    #: What the losses weigh: errors of the differences between candidates, and what the policy expects by the labels.
    gap_weight: float = 20.0
    policy_weight: float = 5.0
    policy_temperature: float = 0.02
    gradient_limit: float = 1.0
    #: How often a run is evaluated, and the games of each match among Hatters then.
    evaluations: int = 6
    match_games: int = 8192

    def games_with(self, players: int) -> int:
        """How many games are played at once."""
        return self.games * (2 if players == 2 else 1)

    def rounds_with(self, players: int) -> int:
        """How many rounds are looked ahead.

        >>> [Settings().rounds_with(players) for players in (2, 6)]
        [4, 1]
        """
        return self.rounds[players - 2]


#: What depends on the device: how much is done at once.
_SIZES: dict[str, dict[str, Any]] = {
    "cuda": {name: getattr(Settings, name) for name in ("games", "minibatches", "match_games")},
    "cpu": {"games": 64, "minibatches": 2, "match_games": 240},
}


def with_device(settings: Settings, device: str, games: int | None = None) -> Settings:
    """The settings on a device, with as many games at once as are given.

    >>> small = with_device(Settings(), "cpu")
    >>> small.games, with_device(small, "cpu", 8).games, with_device(small, "cuda").games
    (64, 8, 24576)
    """
    if device != settings.device:
        settings = replace(settings, device=device, **_SIZES[device])
    return settings if games is None else replace(settings, games=games)


def falling(first: float, last: float, progress: float, hold: float) -> float:
    """A learning rate: constant, then falling geometrically.

    >>> [round(falling(1e-3, 1e-5, part, 0.5), 6) for part in (0, 0.5, 0.75, 1)]
    [0.001, 0.001, 0.0001, 1e-05]
    """
    return float(first * (last / first) ** min(max((progress - hold) / (1 - hold), 0.0), 1.0))
