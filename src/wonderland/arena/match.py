"""A match: what is to be played. Each of its games is a pure function of the match and the game's number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import ceil, comb
from random import Random
from typing import Any, Self

import msgspec

from wonderland.arena.luck import find_evaluator
from wonderland.arena.seating import Seating, line_ups, seatings
from wonderland.bots import registry
from wonderland.bots.bot import Budget
from wonderland.core.errors import NotAllowed, Unreadable
from wonderland.core.fields import at
from wonderland.games.registry import DEFAULT_GAME, AnyGame, find

MAX_GAMES_PER_DEAL = 10_000  #: games of one deal; more than that are refused as a mistake


class Match(msgspec.Struct, frozen=True, dict=True):
    """Which bots play which game, at tables of how many, from which seed. Made by :meth:`of`, which checks everything.

    >>> match = Match.of(["rabbit", "greedy"], players=3, seed=7)
    >>> match.seatings
    (('rabbit', 'greedy', 'greedy'), ('greedy', 'rabbit', 'greedy'), ('greedy', 'greedy', 'rabbit'))
    >>> match.whole_deals(1000), match.deal_and_seating(5)
    (334, (1, ('greedy', 'greedy', 'rabbit')))
    """

    game: str
    #: In the order given; a name given twice may take two seats of one table. Each is the bot's canonical name.
    bots: tuple[str, ...]
    players: int
    seed: int
    budget: Budget = Budget()
    #: The name of the evaluator by which the luck of every game is measured; None: it is not.
    evaluator: str | None = None
    #: Bots that have another time a decision than ``budget``, in milliseconds.
    own_milliseconds: dict[str, int] = {}

    @classmethod
    def of(
        cls,
        bots: Sequence[str],
        players: int | None = None,
        seed: int = 0,
        budget: Budget | None = None,
        game: str | None = None,
        luck_adjusted: bool = False,
        own_milliseconds: Mapping[str, int] | None = None,
    ) -> Self:
        """A match between these bots, or an error that says what is wrong; by default as many players as bots.

        ``game`` is needed only where every bot plays any game. ``luck_adjusted`` fixes the evaluator that the game's
        bots have now: results chosen among those of several evaluators would prove nothing. ``own_milliseconds`` is the
        time of bots that have another than the rest: a bot that does not use all of its time can be met on equal terms.
        """
        if not bots:
            raise Unreadable("arena_nobody")
        game = _game_of(bots, game)
        players = max(2, len(bots)) if players is None else players
        seats = find(game).seats
        if players not in seats:
            with at("at_key", key="--players"):
                raise Unreadable("players_number", found=players, low=seats[0], high=seats[-1])
        evaluator = find_evaluator(game, players).name if luck_adjusted else None
        own = {registry.canonical(bot): milliseconds for bot, milliseconds in (own_milliseconds or {}).items()}
        match = cls(game, tuple(map(registry.canonical, bots)), players, seed, budget or Budget(), evaluator, own)
        # Counted before they are built: the seatings could fill the memory.
        if comb(max(len(bots), players), players) > MAX_GAMES_PER_DEAL or len(match.seatings) > MAX_GAMES_PER_DEAL:
            raise Unreadable("arena_too_many", bots=len(bots), players=players, most=MAX_GAMES_PER_DEAL)
        return match

    @property
    def rules(self) -> AnyGame:
        """The game that is played."""
        return find(self.game)

    @property
    def entrants(self) -> tuple[str, ...]:
        """The bots, each once: a name given twice is one bot in the results."""
        return tuple(dict.fromkeys(self.bots))

    @cached_property
    def seatings(self) -> tuple[Seating, ...]:
        """How every deal is played: each line-up in each of its seatings."""
        return tuple(seating for line_up in line_ups(self.bots, self.players) for seating in seatings(line_up))

    def whole_deals(self, games: int) -> int:
        """How many deals it takes for at least this many games."""
        return ceil(games / len(self.seatings))

    def deal_and_seating(self, number: int) -> tuple[int, Seating]:
        """The number of a game's deal, and who sits where."""
        deal, index = divmod(number, len(self.seatings))
        return deal, self.seatings[index]

    def deal(self, number: int) -> Any:
        """The cards of a game: the same in every seating of the deal."""
        deal, seating = self.deal_and_seating(number)
        return self.rules.shuffle(seating, Random(f"{self.seed} deal {deal}"))

    @property
    def warmup_deal(self) -> Any:
        """A deal to warm up with. It is never played, so a bot gains nothing by remembering it."""
        return self.rules.shuffle(self.seatings[0], Random(f"{self.seed} warmup"))

    def bot_seed(self, number: int, seat: int) -> int:
        """The seed of the bot at a seat: the same in every seating of a deal (common random numbers)."""
        return self.seed_of("deal", self.deal_and_seating(number)[0], "seat", seat)

    def budgets(self, number: int) -> tuple[Budget, ...]:
        """How long the bot at each seat of a game may think about a decision.

        >>> match = Match.of(["rabbit", "greedy"], own_milliseconds={"rabbit": 50})
        >>> [budget.milliseconds for budget in match.budgets(0)], [budget.milliseconds for budget in match.budgets(1)]
        ([50, 200], [200, 50])
        """
        seating = self.deal_and_seating(number)[1]
        own = {bot: Budget(milliseconds) for bot, milliseconds in self.own_milliseconds.items()}
        return tuple(own.get(bot, self.budget) for bot in seating)

    def seed_of(self, *purpose: object) -> int:
        """A seed for one purpose, derived from the seed of the match."""
        return int(Random(" ".join(map(str, (self.seed, *purpose)))).random() * 2**32)


def _game_of(bots: Sequence[str], wanted: str | None) -> str:
    """The one game that all these bots play."""
    if wanted is not None:
        with at("at_key", key="--game"):
            find(wanted)
    games = {bot: game for bot in bots if (game := registry.find(bot).game)}
    for bot, game in games.items():
        if wanted is not None and game != wanted:
            raise NotAllowed("bot_other_game", bot=bot, game=game, wanted=wanted)
        first, first_game = next(iter(games.items()))
        if game != first_game:
            raise Unreadable("arena_mixed", one=first, game=first_game, other=bot, another=game)
    return wanted or next(iter(games.values()), DEFAULT_GAME)
