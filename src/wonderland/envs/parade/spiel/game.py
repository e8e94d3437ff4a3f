"""The game and the state that OpenSpiel sees. Importing this module registers the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pyspiel

from wonderland.core.errors import unknown_seat
from wonderland.envs.parade.actions import ACTIONS
from wonderland.envs.parade.spiel.observer import ParadeObserver, most_plays
from wonderland.envs.parade.spiel.position import (
    CHANCE,
    TERMINAL,
    Position,
    after,
    choices,
    new_position,
    outcomes,
)
from wonderland.envs.parade.spiel.resampling import resampled
from wonderland.envs.parade.spiel.text import describe, write
from wonderland.games.parade.cards import DECK
from wonderland.games.parade.rules import SEATS
from wonderland.games.parade.scoring import outcome

SHORT_NAME = "python_wonderland_parade"

GAME_TYPE = pyspiel.GameType(
    short_name=SHORT_NAME,
    long_name="Parade, by Naoki Homma (Wonderland)",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=SEATS[-1],
    min_num_players=SEATS[0],
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=True,
    parameter_specification={"players": SEATS[0]},
)


class ParadeGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel comes without types
    """Parade for two to six, as ``pyspiel.load_game`` makes it."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        players = (params or {}).get("players", SEATS[0])
        self.start = new_position(players)
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=len(DECK),
            num_players=players,
            min_utility=-1 / (players - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=most_plays(players) + players,
        )
        super().__init__(GAME_TYPE, info, params or {})

    def new_initial_state(self) -> ParadeState:
        """Before anything has happened: chance says who begins."""
        return ParadeState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> ParadeObserver:
        """An observer of this kind; without one, what a seat sees now (no perfect recall)."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return ParadeObserver(self.num_players(), kind, params)

    def max_chance_nodes_in_history(self) -> int:
        """Who begins, and every card of the deck."""
        return 1 + len(DECK)


class ParadeState(pyspiel.State):  # type: ignore[misc]  # pyspiel comes without types
    """A node of the game tree. Everything is in ``position``, which is immutable, so that a clone costs little."""

    def __init__(self, game: ParadeGame) -> None:
        super().__init__(game)
        self.position: Position = game.start

    def current_player(self) -> int:
        """The seat to act, ``PlayerId.CHANCE`` or ``PlayerId.TERMINAL``."""
        return self.position.actor

    def is_terminal(self) -> bool:
        """Whether everybody has set two cards aside."""
        return self.position.actor == TERMINAL

    def is_chance_node(self) -> bool:
        """Whether it is to be said who begins, or which card comes."""
        return self.position.actor == CHANCE

    def _legal_actions(self, player: int) -> list[int]:
        return choices(self.position)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The seats, or the cards left in the deck, all equally likely."""
        numbers = outcomes(self.position)
        chance = 1 / len(numbers)
        return [(number, chance) for number in numbers]

    def _apply_action(self, action: int) -> None:
        self.position = after(self.position, action)

    def _action_to_string(self, player: int, action: int) -> str:
        return describe(self.position, player, action)

    def returns(self) -> list[float]:
        """(n Z − 1) / (n − 1) for each of n seats, Z being its share of the win; zero before the end."""
        players = self.position.players
        ended = outcome(self.position.state) if self.position.state else None
        if ended is None:
            return [0.0] * players
        share = 1 / len(ended.winners)
        return [(players * share * (seat in ended.winners) - 1) / (players - 1) for seat in range(players)]

    def resample_from_infostate(self, player_id: int, sampler: Callable[[], float]) -> ParadeState:
        """A state that ``player_id`` cannot tell from this one, every card it cannot know dealt anew.

        ``sampler`` gives a number from 0 up to 1 at each call, such as ``pyspiel.UniformProbabilitySampler(0.0, 1.0)``.
        """
        if refusal := unknown_seat(player_id, self.position.players):
            raise refusal
        state: ParadeState = self.get_game().new_initial_state()
        for action in resampled(self.position, player_id, sampler):
            state.apply_action(action)
        return state

    def __str__(self) -> str:
        return write(self.position)


pyspiel.register_game(GAME_TYPE, ParadeGame)
