"""Self-play and learning, both where the games are: on a GPU nothing is copied.

Three networks learn at once:

- the *critic*, a wide position network: everybody's share of the win in the whole position after a move. It learns from
  what came of it: the result, or its own later estimates (TD(λ)).
- the *card network*, which plays: for each candidate what the critic says of it. It does not see the hidden cards, so it
  learns their average over the worlds in which it has to choose alike.
- the *position network*, as small as the card network: what the critic says.

Every candidate of every decision is a training example with an estimate that has no luck of the draw in it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from wonderland.bots.parade.network.layout import HIDDEN, IN_HAND, NUMBERS_SIZE, UNSEEN, WIDTH
from wonderland.envs.parade.batch import ParadeBatch
from wonderland.sim.kernel.layout import DECK_SIZE
from wonderland.training.selfplay.candidates import CANDIDATES, SEEN, WHOLE, Candidates, new_scratch, write_games
from wonderland.training.selfplay.model import Model


@dataclass(frozen=True)
class Settings:
    """How to learn."""

    players: int
    seed: int = 0
    device: str = "cuda"
    #: Games played at once, and moves of each between two lessons.
    games: int = 32768
    moves: int = 16
    minibatch: int = 32768
    #: The critic's layers.
    critic: tuple[int, int] = (256, 64)
    learning_rate: float = 1e-3
    #: By how much later estimates count less than earlier ones.
    trace: float = 0.9
    #: Temperatures at which games are played, in shares of the win, and how often each.
    temperatures: tuple[float, ...] = (0.004, 0.015, 0.05)
    frequencies: tuple[float, ...] = (0.6, 0.25, 0.15)
    #: How often a random choice is made instead.
    exploration: float = 0.01
    #: How often the card network learns from a candidate without knowing the rest of the hand.
    hidden_hands: float = 0.25


@dataclass
class Memory:
    """What was seen and estimated in one stretch of moves."""

    places: list[Tensor] = field(default_factory=list)
    numbers: list[Tensor] = field(default_factory=list)
    places_before: list[Tensor] = field(default_factory=list)
    numbers_before: list[Tensor] = field(default_factory=list)
    valid: list[Tensor] = field(default_factory=list)
    chosen: list[Tensor] = field(default_factory=list)
    seat: list[Tensor] = field(default_factory=list)
    #: The critic's shares for each candidate, from the mover's seat on; the expected ones by the table's seats.
    worth: list[Tensor] = field(default_factory=list)
    expected: list[Tensor] = field(default_factory=list)
    explored: list[Tensor] = field(default_factory=list)
    done: list[Tensor] = field(default_factory=list)
    shares: list[Tensor] = field(default_factory=list)


class Learner:
    """The three networks, their games, and one stretch of play and learning after the other."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        torch.manual_seed(settings.seed)
        players, device = settings.players, settings.device
        self.card = Model(players, 1, WIDTH, HIDDEN).to(device)
        self.position = Model(players, players, WIDTH, HIDDEN).to(device)
        self.critic = Model(players, players, *settings.critic).to(device)
        self.parameters = [*self.card.parameters(), *self.position.parameters(), *self.critic.parameters()]
        self.optimizer = torch.optim.Adam(self.parameters, lr=settings.learning_rate, fused=device == "cuda")
        self.decisions = self.games = 0
        self._deal()

    def _deal(self) -> None:
        settings, device = self.settings, self.settings.device
        games = settings.games
        seed = settings.seed + 1_000_003 * (1 + self.decisions)

        def room(dtype: Any, *shape: int) -> Tensor:
            return torch.zeros(games, *shape, dtype=dtype, device=device)

        out = Candidates(
            room(torch.uint8, 2, CANDIDATES, DECK_SIZE), room(torch.uint8, 2, CANDIDATES, NUMBERS_SIZE),
            room(torch.uint8, DECK_SIZE), room(torch.uint8, NUMBERS_SIZE), room(torch.int16, CANDIDATES),
        )  # fmt: skip
        self.out = out
        if device == "cuda":
            reward, done, seat = room(torch.float32, settings.players), room(torch.bool), room(torch.int8)
            arrays = {"reward": reward, "done": done, "seat": seat}
            self.batch = ParadeBatch(games, settings.players, seed, "cuda", check=False, arrays=arrays)
            self.reward, self.done, self.seat = reward, done, seat
            self._write = _gpu_writer(self.batch, out)
        else:
            self.batch = ParadeBatch(games, settings.players, seed)
            self.reward, self.done, self.seat = map(torch.from_numpy, (self.batch.reward, self.batch.done, self.batch.seat))
            self._write = _cpu_writer(self.batch, out)
        weights = torch.tensor(settings.frequencies)
        chosen = torch.multinomial(weights, games, replacement=True)
        self.temperature = torch.tensor(settings.temperatures)[chosen].to(device)

    # ---- playing ----------------------------------------------------------------------------------------------

    @torch.no_grad()
    def _look(self) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Of each game's candidates: which there are, the policy, the critic's shares, and the expected ones."""
        self._write()
        games, players = self.settings.games, self.settings.players
        out = self.out
        valid = out.actions >= 0
        values = self.card(out.places[:, SEEN].reshape(-1, DECK_SIZE), out.numbers[:, SEEN].reshape(-1, NUMBERS_SIZE))
        values = values.view(games, CANDIDATES).masked_fill(~valid, -1e9)
        policy = torch.softmax(values / self.temperature[:, None], 1)
        worth = self.critic(out.places[:, WHOLE].reshape(-1, DECK_SIZE), out.numbers[:, WHOLE].reshape(-1, NUMBERS_SIZE))
        worth = torch.softmax(worth.view(games, CANDIDATES, players), 2)
        expected = self._by_table((policy[:, :, None] * worth).sum(1), self.seat)
        return valid, policy, worth, expected

    def _by_table(self, shares: Tensor, seat: Tensor) -> Tensor:
        """Shares counted from a seat on, by the table's seats."""
        players = self.settings.players
        table = torch.arange(players, device=shares.device)
        return shares.gather(1, (table[None] - seat[:, None].long()) % players)

    def _from_seat(self, shares: Tensor, seat: Tensor) -> Tensor:
        players = self.settings.players
        own = torch.arange(players, device=shares.device)
        return shares.gather(1, (own[None] + seat[:, None].long()) % players)

    @torch.no_grad()
    def play(self) -> tuple[Memory, Tensor]:
        """Some moves of each game, and the shares expected after them."""
        memory, settings = Memory(), self.settings
        players = settings.players
        for _ in range(settings.moves):
            valid, policy, worth, expected = self._look()
            explore = torch.rand(settings.games, device=policy.device) < settings.exploration
            random = valid.float() / valid.sum(1, keepdim=True)
            chosen = torch.multinomial(torch.where(explore[:, None], random, policy), 1)
            out = self.out
            for name, value in (
                ("places", out.places), ("numbers", out.numbers), ("places_before", out.places_before),
                ("numbers_before", out.numbers_before), ("seat", self.seat),
            ):  # fmt: skip
                getattr(memory, name).append(value.clone())
            memory.valid.append(valid)
            memory.chosen.append(chosen)
            memory.worth.append(worth)
            memory.expected.append(expected)
            memory.explored.append(explore)
            actions = out.actions.gather(1, chosen).squeeze(1)
            self.batch.step(actions if settings.device == "cuda" else actions.numpy())
            memory.done.append(self.done.clone())
            memory.shares.append((self.reward * (players - 1) + 1) / players)
            self.games += 0
        self.decisions += settings.games * settings.moves
        return memory, self._look()[3]

    def targets(self, memory: Memory, after: Tensor) -> tuple[Tensor, Tensor]:
        """What the critic should have said after each move and before it, by the table's seats: TD(λ)."""
        moves, trace = self.settings.moves, self.settings.trace
        later, results = after, []
        for move in reversed(range(moves)):
            result = torch.where(memory.done[move][:, None], memory.shares[move], later)
            weight = torch.where(memory.explored[move], 0.0, trace)[:, None]
            later = (1 - weight) * memory.expected[move] + weight * result
            results.append((result, later))
        both = [torch.stack(part) for part in zip(*reversed(results), strict=True)]
        return both[0], both[1]

    # ---- learning ---------------------------------------------------------------------------------------------

    def learn(self, memory: Memory, after: Tensor) -> dict[str, float]:
        """One pass over what was seen; the mean losses."""
        settings = self.settings
        result, before = self.targets(memory, after)
        rows = {name: torch.stack(getattr(memory, name)).flatten(0, 1) for name in (
            "places", "numbers", "places_before", "numbers_before", "valid", "chosen", "seat", "worth",
        )}  # fmt: skip
        seat = rows["seat"]
        rows["result"] = self._from_seat(result.flatten(0, 1), seat)
        # The position before a move is seen by the seat before.
        rows["before"] = self._from_seat(before.flatten(0, 1), (seat.long() - 1) % settings.players)
        count = len(seat)
        order = torch.randperm(count, device=seat.device)
        totals: dict[str, Tensor] = {}
        steps = 0
        for start in range(0, count, settings.minibatch):
            chosen = order[start : start + settings.minibatch]
            losses = self._losses({name: value[chosen] for name, value in rows.items()})
            self.optimizer.zero_grad(set_to_none=True)
            sum(losses.values()).backward()  # type: ignore[union-attr]
            torch.nn.utils.clip_grad_norm_(self.parameters, 1.0)
            self.optimizer.step()
            steps += 1
            for name, value in losses.items():
                totals[name] = totals.get(name, torch.zeros((), device=seat.device)) + value.detach()
        return {name: float(value) / steps for name, value in totals.items()}

    def _losses(self, rows: dict[str, Tensor]) -> dict[str, Tensor]:
        count = len(rows["seat"])
        own = torch.arange(count, device=rows["seat"].device)
        chosen = rows["chosen"].squeeze(1)
        places = torch.cat([rows["places"][own, WHOLE, chosen], rows["places_before"]])
        numbers = torch.cat([rows["numbers"][own, WHOLE, chosen], rows["numbers_before"]])
        target = torch.cat([rows["result"], rows["before"]])
        critic = self.critic(places, numbers)
        losses = {"critic": functional.cross_entropy(critic, target)}
        # The small position network learns from what the critic says.
        known = torch.softmax(critic.detach(), 1)
        losses["position"] = functional.cross_entropy(self.position(places, numbers), known)
        losses["card"], losses["gap"] = self._card_losses(rows)
        return losses

    def _card_losses(self, rows: dict[str, Tensor]) -> tuple[Tensor, Tensor]:
        """Squared errors of the card network, and of the differences between the candidates of a decision."""
        count, valid = len(rows["seat"]), rows["valid"]
        places = rows["places"][:, SEEN]
        hidden = torch.rand(count, 1, 1, device=places.device) < self.settings.hidden_hands
        places = torch.where(hidden & (places == IN_HAND), UNSEEN, places)
        numbers = rows["numbers"][:, SEEN]
        values = self.card(places.reshape(-1, DECK_SIZE), numbers.reshape(-1, NUMBERS_SIZE)).view(count, CANDIDATES)
        error = (values - rows["worth"][:, :, 0]) * valid
        number = valid.sum(1, keepdim=True)
        centred = (error - error.sum(1, keepdim=True) / number) * valid
        return 1.0 * (error**2).sum() / number.sum(), 20.0 * (centred**2).sum() / number.sum()

    def round(self) -> dict[str, float]:
        """Play and learn once."""
        memory, after = self.play()
        return self.learn(memory, after)


def _gpu_writer(batch: ParadeBatch, out: Candidates) -> Callable[[], None]:
    from numba import cuda

    from wonderland.training.selfplay import gpu_candidates

    shared = Candidates(*(cuda.as_cuda_array(array) for array in out))
    threads = gpu_candidates.THREADS_PER_BLOCK
    blocks = (batch.games + threads - 1) // threads
    seats, state = batch._seats, batch._state

    def write() -> None:
        stream = cuda.external_stream(torch.cuda.current_stream().cuda_stream)
        gpu_candidates.write_games[blocks, threads, stream](seats, state, shared)

    return write


def _cpu_writer(batch: ParadeBatch, out: Candidates) -> Callable[[], None]:
    arrays = Candidates(*(array.numpy() for array in out))
    position = np.zeros(DECK_SIZE, np.uint8), np.zeros(NUMBERS_SIZE, np.uint8)
    scratch = new_scratch()
    return lambda: write_games(batch._seats, batch._state, scratch, position, tuple(arrays))
