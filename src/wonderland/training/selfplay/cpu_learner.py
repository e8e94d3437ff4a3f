"""Self-play and learning on one core, without torch. See ``learner.py`` for what is learned from what."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from wonderland.bots.parade.network.layout import HIDDEN, NUMBERS_SIZE, WIDTH, Network
from wonderland.bots.parade.network.policy import NO_VALUE
from wonderland.bots.parade.network.weights import CARD, POSITION
from wonderland.envs.parade.batch import ParadeBatch
from wonderland.sim.kernel.layout import DECK_SIZE
from wonderland.training.selfplay.adam import Parameters, Size
from wonderland.training.selfplay.candidates import CANDIDATES, SEEN, WHOLE, Candidates, new_scratch, write_games
from wonderland.training.selfplay.gradients import new_room
from wonderland.training.selfplay.lookahead import look_ahead
from wonderland.training.selfplay.losses import add_card_gradient, add_position_gradient, evaluate_candidates
from wonderland.training.selfplay.settings import LOSSES, Settings
from wonderland.training.selfplay.targets import rotated, td_targets
from wonderland.training.selfplay.widening import widened

#: The last is that of the policy, if it has a weight.
CPU_LOSSES = (*LOSSES, "policy")


class Stretch(NamedTuple):
    """Some moves of all games: what was seen, chosen and estimated. All arrays begin with (moves, games)."""

    candidates: Candidates
    chosen: Any
    seat: Any
    explored: Any
    #: What each candidate is worth to its seat, and the critic's expectation before the choice by the table's seats.
    worth: Any
    expected: Any
    done: Any
    shares: Any


def new_stretch(moves: int, games: int, players: int) -> Stretch:
    """Room for some moves."""

    def room(dtype: Any, *shape: int) -> Any:
        return np.zeros((moves, games, *shape), dtype)

    candidates = Candidates(
        room(np.uint8, 2, CANDIDATES, DECK_SIZE), room(np.uint8, 2, CANDIDATES, NUMBERS_SIZE),
        room(np.uint8, DECK_SIZE), room(np.uint8, NUMBERS_SIZE), room(np.int16, CANDIDATES),
    )  # fmt: skip
    return Stretch(
        candidates, room(np.int64), room(np.int64), room(np.bool_), room(np.float32, CANDIDATES),
        room(np.float64, players), room(np.bool_), room(np.float32, players),
    )  # fmt: skip


class CpuLearner:
    """Two networks, their games, and one stretch of play and learning after the other."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        players, games = settings.players, settings.games
        self.decisions = self.games = 0
        self._random = np.random.default_rng(settings.seed)
        sizes = {CARD: Size(1, WIDTH, HIDDEN), POSITION: Size(players, *settings.critic)}
        self.parameters = Parameters(sizes, self._random)
        self._batch = ParadeBatch(games, players, settings.seed, check=False)
        self._temperature = self._random.choice(settings.temperatures, games, p=settings.frequencies)[:, None]
        # One move more than is learned from: what is expected after the last one.
        self._stretch = new_stretch(settings.moves + 1, games, players)
        self._rows, self._places = np.arange(games)[:, None], np.arange(players)
        self._rooms = {name: new_room(size.width, size.hidden) for name, size in sizes.items()}
        self._scratch = new_scratch()
        self._position = np.zeros(DECK_SIZE, np.uint8), np.zeros(NUMBERS_SIZE, np.uint8)

    def networks(self) -> dict[str, Network]:
        """The card network and the position network as they are now."""
        return self.parameters.networks

    def begin_with(self, networks: Mapping[str, Network]) -> None:
        """Begin with what these networks compute; they may be smaller than the learner's."""
        for name, network in networks.items():
            own = self.parameters.networks[name]
            for part, value in zip(own, widened(network, own), strict=True):
                part[:] = value

    def round(self, learning_rate: float) -> dict[str, float]:
        """Play and learn once; the mean losses."""
        self.play()
        return self.learn(learning_rate)

    # ---- playing ----------------------------------------------------------------------------------------------

    def play(self) -> Stretch:
        """Some moves of each game."""
        stretch, settings = self._stretch, self.settings
        for move in range(settings.moves):
            policy = self._look(move)
            self._look_ahead(move)
            chosen = self._choose(move, policy)
            actions = stretch.candidates.actions[move][self._rows[:, 0], chosen]
            self._batch.step(actions)
            stretch.done[move] = self._batch.done
            stretch.shares[move] = (self._batch.reward * (settings.players - 1) + 1) / settings.players
            self.games += int(self._batch.done.sum())
        self._look(settings.moves)
        self.decisions += settings.games * settings.moves
        return stretch

    def _look(self, move: int) -> Any:
        """The policy; what it sees and the shares that it leads to are noted for the move."""
        stretch, players = self._stretch, self.settings.players
        seats, state = self._batch.kernel_state
        candidates = tuple(part[move] for part in stretch.candidates)
        write_games(seats, state, self._scratch, self._position, candidates)
        stretch.seat[move] = self._batch.seat
        values = self._outputs(CARD, SEEN, 1, candidates)[:, :, 0]
        policy = _softmax(values / self._temperature)
        if self._asks_critic:
            shares = _softmax(self._outputs(POSITION, WHOLE, players, candidates))
            stretch.worth[move] = shares[:, :, 0]
            mean = (policy[:, :, None] * shares).sum(1)
            stretch.expected[move] = rotated(mean, -stretch.seat[move], self._rows, self._places)
        return policy

    @property
    def _asks_critic(self) -> bool:
        """Whether it matters what the critic says right after a move: to the critic itself, or as a label."""
        return not (self.settings.freeze_critic and self.settings.look_ahead)

    def _look_ahead(self, move: int) -> None:
        """Note what the critic says of the candidates some rounds later instead, if the settings ask for it."""
        if self.settings.look_ahead:
            networks = tuple(self.parameters.networks[CARD]), tuple(self.parameters.networks[POSITION])
            look_ahead(*self._batch.kernel_state, self.settings.look_ahead, networks, self._stretch.worth[move])

    def _outputs(self, network: str, view: int, outputs: int, candidates: tuple[Any, ...]) -> Any:
        """A network's outputs for all candidates; where there are fewer, less than any."""
        parts = tuple(self.parameters.networks[network])
        out = np.full((len(self._rows), CANDIDATES, outputs), NO_VALUE, np.float32)
        evaluate_candidates(self.settings.players, view, candidates, parts, self._rooms[network], out)
        return out

    def _choose(self, move: int, policy: Any) -> Any:
        """A candidate for each game: by the policy, now and then at random."""
        stretch, games = self._stretch, len(self._rows)
        explored = self._random.random(games) < self.settings.exploration
        valid = stretch.candidates.actions[move] >= 0
        chances = np.where(explored[:, None], valid / valid.sum(1, keepdims=True), policy).cumsum(1)
        chosen = (self._random.random((games, 1)) * chances[:, -1:] >= chances).sum(1)
        stretch.explored[move], stretch.chosen[move] = explored, chosen
        return chosen

    # ---- learning ---------------------------------------------------------------------------------------------

    def learn(self, learning_rate: float) -> dict[str, float]:
        """One pass over what was seen; the mean losses."""
        settings = self.settings
        rows = _Rows(self._stretch, settings)
        order = self._random.permutation(rows.count)
        hide = self._random.random(rows.count) < settings.hidden_hands
        totals = np.zeros(len(CPU_LOSSES))
        starts = range(0, rows.count, settings.minibatch)
        for start in starts:
            part = slice(start, start + settings.minibatch)
            totals += self._add_gradients(rows, order[part], hide[part])
            self.parameters.step(learning_rate, settings.gradient_limit)
        losses = dict(zip(CPU_LOSSES, (totals / len(starts)).tolist(), strict=True))
        if settings.freeze_critic:
            del losses["critic"]
        if not settings.policy_weight:
            del losses["policy"]
        return losses

    def _add_gradients(self, rows: _Rows, order: Any, hide: Any) -> tuple[float, ...]:
        """Add the gradients of some decisions to the parameters'; the losses."""
        players, networks, gradients = self.settings.players, self.parameters.networks, self.parameters.gradients
        loss = 0.0
        if not self.settings.freeze_critic:
            loss = add_position_gradient(
                players, *rows.positions(order), tuple(networks[POSITION]), self._rooms[POSITION],
                tuple(gradients[POSITION]),
            )  # fmt: skip
        weights = self.settings.gap_weight, self.settings.policy_weight, self.settings.policy_temperature
        card, gap, policy = add_card_gradient(
            players, order, hide, tuple(rows.candidates), rows.worth, weights,
            tuple(networks[CARD]), self._rooms[CARD], tuple(gradients[CARD]),
        )  # fmt: skip
        return loss, card, gap, policy

    # ---- checkpoints ------------------------------------------------------------------------------------------

    def arrays(self) -> dict[str, Any]:
        """All that is needed to go on as if nothing had happened."""
        words, bytes_, pile = self._batch.kernel_state[1]
        random = json.dumps(self._random.bit_generator.state)
        counts = np.array([self.decisions, self.games])
        games = {"words": words, "bytes": bytes_, "pile": pile, "temperature": self._temperature}
        return {**self.parameters.arrays(), **games, "counts": counts, "random": np.array(random)}

    def load(self, arrays: Mapping[str, Any]) -> None:
        """Go on with what :meth:`arrays` gave."""
        self.parameters.load(arrays)
        self._batch.load_kernel_state((arrays["words"], arrays["bytes"], arrays["pile"]))
        self._temperature[:] = arrays["temperature"]
        self.decisions, self.games = (int(count) for count in arrays["counts"])
        self._random.bit_generator.state = json.loads(str(arrays["random"]))


class _Rows:
    """What there is to learn from a stretch, a row a decision."""

    def __init__(self, stretch: Stretch, settings: Settings) -> None:
        moves = settings.moves
        after = stretch.expected[moves]
        done, explored, shares, expected = (
            part[:moves] for part in (stretch.done, stretch.explored, stretch.shares, stretch.expected)
        )
        result, before, _ = td_targets(np, settings.trace, done, explored, shares, expected, after)
        seat = stretch.seat[:moves].reshape(-1)
        self.count = len(seat)
        rows, places = np.arange(self.count)[:, None], np.arange(settings.players)
        self.candidates = Candidates(*(part[:moves].reshape(-1, *part.shape[2:]) for part in stretch.candidates))
        self.worth = stretch.worth[:moves].reshape(-1, CANDIDATES)
        self._chosen = stretch.chosen[:moves].reshape(-1)
        self._result = rotated(result.reshape(self.count, -1), seat, rows, places)
        # The position before a move is seen by the seat before.
        self._before = rotated(before.reshape(self.count, -1), seat - 1, rows, places)

    def positions(self, order: Any) -> tuple[Any, Any, Any]:
        """The whole positions after the moves of these decisions and before them, and what they turned out to be."""
        seen, chosen = self.candidates, self._chosen[order]
        places = np.concatenate([seen.places[order, WHOLE, chosen], seen.places_before[order]])
        numbers = np.concatenate([seen.numbers[order, WHOLE, chosen], seen.numbers_before[order]])
        return places, numbers, np.concatenate([self._result[order], self._before[order]])


def _softmax(values: Any) -> Any:
    """The softmax over the last axis."""
    powers = np.exp(values - values.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True)
