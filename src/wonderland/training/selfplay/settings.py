"""How to learn: what the learners on the GPU and on the CPU have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from wonderland.bots.parade.network.layout import HIDDEN, POSITION_HIDDEN, POSITION_WIDTH, WIDTH
from wonderland.core.errors import Unreadable

#: Losses: of the critic, which is the position network; of the card network, and of the differences between the
#: candidates of a decision.
LOSSES = ("critic", "card", "gap")


@dataclass(frozen=True)
class Settings:
    """How to learn."""

    players: int
    seed: int = 0
    device: str = "cuda"
    #: Games played at once, and moves of each between two passes of learning.
    games: int = 32768
    moves: int = 16
    #: Decisions that are learned from at once.
    minibatch: int = 32768
    #: The layers of the position network.
    critic: tuple[int, int] = (POSITION_WIDTH, POSITION_HIDDEN)
    #: Constant for ``hold`` of a run, then falling to ``final_learning_rate`` at its end.
    learning_rate: float = 1e-3
    final_learning_rate: float = 1e-4
    hold: float = 0.6
    #: λ: by how much later estimates count less than earlier ones.
    trace: float = 0.9
    #: Rounds that are played by the card network before the position network says what a candidate is worth.
    look_ahead: int = 0
    #: Whether the position network stays as it is: only the card network learns.
    freeze_critic: bool = False
    #: Temperatures at which games are played, in shares of the win, and how often each.
    temperatures: tuple[float, ...] = (0.004, 0.015, 0.05)
    frequencies: tuple[float, ...] = (0.75, 0.17, 0.08)
    #: How often a random choice is made instead.
    exploration: float = 0.01
    #: How often the card network learns from a decision without knowing the rest of the hand.
    hidden_hands: float = 0.25
    #: What an error in the difference between two candidates weighs, beside one in their common level.
    gap_weight: float = 20.0
    #: What the share weighs, beside squared errors, that the policy expects by the labels: a softmax of the values at
    #: this temperature. Errors count wherever they are; here they do only where they change what is played.
    policy_weight: int = 0
    policy_temperature: float = 0.02
    #: Gradients longer than this are shortened to it.
    gradient_limit: float = 1.0
    #: A file of networks that do not learn, and the part of the games in which they have all seats but one. With 1 they
    #: are exploited: what is learned is how to win against them.
    opponent: str = ""
    opponent_games: float = 0.0
    #: The part of the games in which Hatters have most of the other seats: strong play against itself alone need not be
    #: strong play against others.
    hatter_games: float = 0.0
    #: How often a run is evaluated, and the games of each match then, for each player at the table.
    evaluations: int = 6
    match_games: int = 3000

    def learning_rate_at(self, progress: float) -> float:
        """The learning rate when this part of a run is over, 0 to 1.

        >>> [round(Settings(2).learning_rate_at(part), 6) for part in (0, 0.6, 0.8, 1)]
        [0.001, 0.001, 0.000316, 0.0001]
        """
        fallen = min(max((progress - self.hold) / (1 - self.hold), 0.0), 1.0)
        return float(self.learning_rate * (self.final_learning_rate / self.learning_rate) ** fallen)


def checked_rates(first: float, last: float, given: float | None, last_given: float | None) -> tuple[float, float]:
    """The learning rates of a run: those that are given, else those that there were.

    >>> checked_rates(1e-3, 1e-4, None, 1e-2)
    Traceback (most recent call last):
    wonderland.core.errors.Unreadable: --final-learning-rate (0.01) must not be above --learning-rate (0.001)
    """
    first, last = first if given is None else given, last if last_given is None else last_given
    if last > first:
        raise Unreadable("train_rates_wrong", first=first, last=last)
    return first, last


def settings_for(players: int, seed: int, device: str, tiny: bool = False, **others: Any) -> Settings:
    """The settings for a device. On the CPU a new position network is as small as the card network.

    ``tiny`` plays and learns in smaller steps, for a run of a minute.
    """
    if device != "cpu" and not tiny:
        return Settings(players, seed, device, **others)
    games, minibatch = (256, 256) if tiny else (1024, 1024)
    evaluations, match_games = (6, 500) if tiny else (6, 2000)
    return Settings(
        players, seed, device, games, minibatch=minibatch, critic=(WIDTH, HIDDEN), evaluations=evaluations,
        match_games=match_games, **others,
    )  # fmt: skip


def initial_scales(width: int, hidden: int) -> dict[str, float]:
    """How large the weights of a new network are, by the names of its arrays."""
    return {
        "colours": 0.15,
        "stages": 0.1,
        "pooled": (2 / width) ** 0.5 / 2,
        "numbers": 0.1,
        "out": 0.3 * hidden**-0.5,
        "bias": 0.0,
    }
