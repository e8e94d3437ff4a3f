"""What a dataset is to hold: which bots play which games, how many, and from which seed."""

from __future__ import annotations

from shlex import quote
from typing import Literal

import msgspec

from wonderland import __version__
from wonderland.arena.match import Match
from wonderland.arena.plan import GameCount
from wonderland.arena.seating import Seating
from wonderland.bots.registry import ENGINE

DATASET_VERSION = 1  #: of the columns and of the partial file

#: The simulator plays the bots that it has compiled; all others play in the arena.
Player = Literal["simulator", "arena"]


class FreshDeals(Match, frozen=True, dict=True):
    """A match in which every game has a deal of its own, and the seatings take turns.

    The arena plays a deal in every seating, to compare bots; a dataset rather has more deals.

    >>> games = FreshDeals.of(["rabbit", "greedy"], seed=7)
    >>> games.deal_and_seating(5)
    (5, ('greedy', 'rabbit'))
    """

    def deal_and_seating(self, number: int) -> tuple[int, Seating]:
        """The number of a game's deal, which is its own, and who sits where."""
        return number, self.seatings[number % len(self.seatings)]


class DatasetPlan(msgspec.Struct, frozen=True):
    """Everything that a dataset's content depends on; the first line of a partial file."""

    match: FreshDeals
    games: GameCount
    played_by: Player
    #: The version of the format, and that of the package, by which the games were played.
    dataset: int = DATASET_VERSION
    wonderland: str = __version__

    @property
    def options(self) -> dict[str, object]:
        """The plan as options of the command line, and what else two runs may differ in."""
        budget = self.match.budget
        return {
            "--bots": ",".join(self.match.bots),
            "--games": self.games,
            "--players": self.match.players,
            "--seed": self.match.seed,
            "--game": self.match.game,
            "--budget": budget.milliseconds,
            "--rollouts": "–" if budget.rollouts is None else budget.rollouts,
            "played_by": self.played_by,
            "wonderland": self.wonderland,
            "dataset": self.dataset,
        }

    @property
    def command(self) -> str:
        """The command that writes the same rows again; the file is left to its reader."""
        budget, words = self.match.budget, ["wonderland", "dataset"]
        for bots in _bot_options(self.match.bots):
            words += ["--bots", bots]
        words += ["--game", self.match.game, "--players", str(self.match.players)]
        words += ["--games", str(self.games), "--seed", str(self.match.seed)]
        if self.played_by == "arena":
            words += ["--budget", str(budget.milliseconds)]
            words += [] if budget.rollouts is None else ["--rollouts", str(budget.rollouts)]
        return " ".join(map(quote, words))


def _bot_options(bots: tuple[str, ...]) -> list[str]:
    """The values of ``--bots`` that name these bots: see :func:`read_bots`."""
    values, names = [], list[str]()
    for bot in bots:
        names.append(bot)
        if bot.startswith(ENGINE):
            values.append(",".join(names))
            names = []
    return values + ([",".join(names)] if names else [])


def read_bots(values: list[str]) -> list[str]:
    """The bots of ``--bots``: names with commas between. An engine's command may hold commas, so it takes the rest.

    >>> read_bots(["random,greedy"]), read_bots(["queen,engine:./mybot --weights 1,2", "cat"])
    (['random', 'greedy'], ['queen', 'engine:./mybot --weights 1,2', 'cat'])
    """
    bots = []
    for value in values:
        rest = value
        while rest:
            name, _, others = rest.partition(",")
            name, rest = (rest, "") if rest.lstrip().startswith(ENGINE) else (name, others)
            bots.append(name.strip())
    return bots
