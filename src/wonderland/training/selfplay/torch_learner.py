"""Self-play and learning in torch, both where the games are. See ``learner.py`` for what is learned from what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from wonderland.bots.parade.network.layout import (
    CHEAPEST,
    COSTS,
    HIDDEN,
    IN_HAND,
    NEXT_COSTS,
    NO_COST,
    NUMBERS_SIZE,
    UNSEEN,
    WIDTH,
    Network,
)  # fmt: skip
from wonderland.bots.parade.network.policy import NO_VALUE
from wonderland.bots.parade.network.weights import CARD, POSITION, read_network
from wonderland.sim.kernel.layout import DECK_SIZE
from wonderland.training.selfplay.candidates import CANDIDATES, SEEN, WHOLE
from wonderland.training.selfplay.settings import LOSSES, Settings
from wonderland.training.selfplay.targets import rotated, td_targets
from wonderland.training.selfplay.torch_games import TorchGames
from wonderland.training.selfplay.torch_model import Model
from wonderland.training.selfplay.widening import widened

#: Who has a seat.
LEARNER, OPPONENT, HATTER = range(3)
#: The part of the other seats that Hatters have in the games that they play.
HATTERS = 0.75
#: What separates the seeds of the games that are dealt when a run goes on.
_SEED_STEP = 1_000_003


@dataclass
class Stretch:
    """Some moves of all games: what was seen, chosen and estimated, a tensor a move."""

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
    #: Where an opponent decided who does not learn; one item more than the others.
    theirs: list[Tensor] = field(default_factory=list)
    done: list[Tensor] = field(default_factory=list)
    shares: list[Tensor] = field(default_factory=list)

    def add(self, **tensors: Tensor) -> None:
        """Note some tensors of a move."""
        for name, tensor in tensors.items():
            getattr(self, name).append(tensor)

    def rows(self, *names: str) -> dict[str, Tensor]:
        """Tensors with a row a decision."""
        return {name: torch.stack(getattr(self, name)).flatten(0, 1) for name in names}


class TorchLearner:
    """The two networks, their games, and one stretch of play and learning after the other."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        torch.manual_seed(settings.seed)
        players, device = settings.players, settings.device
        self.models = {
            CARD: Model(players, 1, WIDTH, HIDDEN).to(device),
            POSITION: Model(players, players, *settings.critic).to(device),
        }
        self._parameters = [parameter for model in self.models.values() for parameter in model.parameters()]
        self._optimizer = torch.optim.Adam(self._parameters, settings.learning_rate, fused=device == "cuda")
        if device == "cuda":
            torch.backends.cuda.matmul.allow_tf32 = True
        self.decisions = 0
        self._ended = torch.zeros((), dtype=torch.int64, device=device)
        self._rows = torch.arange(settings.games, device=device)[:, None]
        self._places = torch.arange(players, device=device)
        numbers = torch.arange(NUMBERS_SIZE, device=device)
        self._own_costs = (numbers >= COSTS) & (numbers < COSTS + CHEAPEST) | (numbers >= NEXT_COSTS)
        self._opponent = self._load_opponent() if settings.opponent else None
        self._players_by_seat = self._seat_players()
        self._alone = bool((self._players_by_seat == LEARNER).all())
        self._deal()

    def _seat_players(self) -> Tensor:
        """Who has each seat: in the first games the learner one of them and a network the others, in the next Hatters
        most of them, then the learner all. (games, players)
        """
        settings, rows = self.settings, self._rows
        own = rows % settings.players == self._places
        against = rows < settings.opponent_games * settings.games
        hatters = ~against & (rows < (settings.opponent_games + settings.hatter_games) * settings.games)
        most = torch.rand(own.shape, device=own.device) < HATTERS
        found = torch.where(hatters & most, HATTER, torch.where(against, OPPONENT, LEARNER))
        return torch.where(own, LEARNER, found)

    def _load_opponent(self) -> Model:
        players = self.settings.players
        network = read_network(Path(self.settings.opponent), CARD, players)
        model = Model(players, 1, *network.pooled.shape)
        model.set(network)
        model.to(self.settings.device)
        return model

    def _deal(self) -> None:
        settings = self.settings
        seed = settings.seed + _SEED_STEP * (1 + self.decisions)
        self._games = TorchGames(settings.games, settings.players, seed, settings.device)
        chosen = torch.multinomial(torch.tensor(settings.frequencies), settings.games, replacement=True)
        self._temperature = torch.tensor(settings.temperatures)[chosen].to(settings.device)[:, None]

    @property
    def games(self) -> int:
        """Games finished so far."""
        return int(self._ended)

    def networks(self) -> dict[str, Network]:
        """The card network and the position network as they are now."""
        return {name: Network(**self.models[name].arrays()) for name in (CARD, POSITION)}

    def begin_with(self, networks: Mapping[str, Network]) -> None:
        """Begin with what these networks compute; they may be smaller than the learner's."""
        for name, network in networks.items():
            self.models[name].set(widened(network, self.networks()[name]))

    def round(self, learning_rate: float) -> dict[str, float]:
        """Play and learn once; the mean losses."""
        for group in self._optimizer.param_groups:
            group["lr"] = learning_rate
        return self.learn(*self.play())

    # ---- playing ----------------------------------------------------------------------------------------------

    def play(self) -> tuple[Stretch, Tensor]:
        """Some moves of each game, and the shares expected after them."""
        stretch, settings, games = Stretch(), self.settings, self._games
        with torch.no_grad():
            for _ in range(settings.moves):
                seen = games.look()
                policy, worth, expected = self._estimate()
                theirs = self._theirs()
                chosen, explored = self._choose(seen.actions >= 0, policy, theirs)
                stretch.add(
                    places=seen.places.clone(), numbers=seen.numbers.clone(), places_before=seen.places_before.clone(),
                    numbers_before=seen.numbers_before.clone(), valid=seen.actions >= 0, seat=games.seat.long(),
                    chosen=chosen, explored=explored, worth=worth, expected=expected, theirs=theirs,
                )  # fmt: skip
                games.step(chosen)
                stretch.add(done=games.done.clone(), shares=games.shares())
                self._ended += games.done.sum()
            games.look()
            stretch.add(theirs=self._theirs())
            self.decisions += settings.games * settings.moves
            return stretch, self._estimate()[2]

    def _estimate(self) -> tuple[Tensor, Tensor, Tensor]:
        """The policy, the critic's shares for each candidate, and those that the policy may expect."""
        seen, players = self._games.candidates, self.settings.players
        values = self._outputs(CARD, SEEN)[:, :, 0].masked_fill(seen.actions < 0, NO_VALUE)
        policy = torch.softmax(values / self._temperature, 1)
        worth = torch.softmax(self._outputs(POSITION, WHOLE), 2)
        mean = (policy[:, :, None] * worth).sum(1)
        return policy, worth, rotated(mean, -self._games.seat.long(), self._rows, self._places[:players])

    def _theirs(self) -> Tensor:
        """In which games somebody decides who does not learn."""
        return self._mover() != LEARNER

    def _mover(self) -> Tensor:
        """Who decides in each game."""
        return self._players_by_seat.gather(1, self._games.seat.long()[:, None]).squeeze(1)

    def _outputs(self, name: str, view: int) -> Tensor:
        """A network's outputs for all candidates."""
        return self._outputs_of(self.models[name], view)

    def _outputs_of(self, model: Model, view: int) -> Tensor:
        seen = self._games.candidates
        places, numbers = seen.places[:, view], seen.numbers[:, view]
        found = model(places.reshape(-1, DECK_SIZE), numbers.reshape(-1, NUMBERS_SIZE))
        return found.view(len(places), CANDIDATES, -1)

    def _choose(self, valid: Tensor, policy: Tensor, theirs: Tensor) -> tuple[Tensor, Tensor]:
        """A candidate for each game: by the policy, now and then at random; and where it was at random."""
        explored = (torch.rand(len(valid), device=valid.device) < self.settings.exploration) & ~theirs
        random = valid.float() / valid.sum(1, keepdim=True)
        chosen = torch.multinomial(torch.where(explored[:, None], random, policy), 1).squeeze(1)
        if self._opponent:
            values = self._outputs_of(self._opponent, SEEN)[:, :, 0].masked_fill(~valid, NO_VALUE)
            chosen = torch.where(self._mover() == OPPONENT, values.argmax(1), chosen)
        if self.settings.hatter_games:
            chosen = torch.where(self._mover() == HATTER, self._games.choose_by_table(), chosen)
        return chosen, explored

    # ---- learning ---------------------------------------------------------------------------------------------

    def learn(self, stretch: Stretch, after: Tensor) -> dict[str, float]:
        """One pass over what was seen; the mean losses."""
        settings, rows = self.settings, self._training_rows(stretch, after)
        count = len(rows["seat"])
        order = torch.randperm(count, device=self._rows.device)
        totals = torch.zeros(len(LOSSES), device=self._rows.device)
        starts = range(0, count, settings.minibatch)
        for start in starts:
            chosen = order[start : start + settings.minibatch]
            losses = self._losses({name: value[chosen] for name, value in rows.items()})
            self._optimizer.zero_grad(set_to_none=True)
            losses.sum().backward()
            torch.nn.utils.clip_grad_norm_(self._parameters, settings.gradient_limit)
            self._optimizer.step()
            totals += losses.detach()
        return dict(zip(LOSSES, (totals / len(starts)).tolist(), strict=True))

    def _training_rows(self, stretch: Stretch, after: Tensor) -> dict[str, Tensor]:
        """What there is to learn from, a row a decision."""
        settings = self.settings
        result, before, known = td_targets(
            torch, self.settings.trace, stretch.done, stretch.explored, stretch.shares, stretch.expected, after,
            None if self._alone else stretch.theirs,
        )  # fmt: skip
        rows = stretch.rows("places", "numbers", "places_before", "numbers_before", "valid", "chosen", "seat", "worth")
        seat = rows["seat"]
        numbers = torch.arange(len(seat), device=seat.device)[:, None]
        rows["result"] = rotated(result.flatten(0, 1), seat, numbers, self._places)
        # The position before a move is seen by the seat before.
        rows["before"] = rotated(before.flatten(0, 1), seat - 1, numbers, self._places)
        # Learned from are positions that the learner left, and decisions that it made.
        learner = (self._players_by_seat == LEARNER).repeat(settings.moves, 1)
        made, left = (learner.gather(1, one[:, None]).squeeze(1) for one in (seat, (seat - 1) % settings.players))
        rows["learned"] = made & known.flatten()
        rows["learned_before"] = left & (made | known.flatten())
        return rows

    def _losses(self, rows: dict[str, Tensor]) -> Tensor:
        """The losses of some decisions, in the order of ``LOSSES``."""
        own, chosen = torch.arange(len(rows["seat"]), device=rows["seat"].device), rows["chosen"]
        places = torch.cat([rows["places"][own, WHOLE, chosen], rows["places_before"]])
        numbers = torch.cat([rows["numbers"][own, WHOLE, chosen], rows["numbers_before"]])
        learned = torch.cat([rows["learned"], rows["learned_before"]])
        outputs, results = self.models[POSITION](places, numbers), torch.cat([rows["result"], rows["before"]])
        return torch.stack([_mean_cross_entropy(outputs, results, learned), *self._card_losses(rows)])

    def _card_losses(self, rows: dict[str, Tensor]) -> tuple[Tensor, Tensor]:
        """Squared errors of the card network, and of the differences between the candidates of a decision."""
        places, numbers = rows["places"][:, SEEN], rows["numbers"][:, SEEN]
        valid = rows["valid"] & rows["learned"][:, None]
        hidden = torch.rand(len(valid), 1, 1, device=places.device) < self.settings.hidden_hands
        places = torch.where(hidden & (places == IN_HAND), UNSEEN, places)
        numbers = torch.where(hidden & self._own_costs, NO_COST, numbers)
        values = self.models[CARD](places.reshape(-1, DECK_SIZE), numbers.reshape(-1, NUMBERS_SIZE))
        error = (values.view(valid.shape) - rows["worth"][:, :, 0]) * valid
        number = valid.sum(1, keepdim=True).clamp(min=1)
        centred = (error - error.sum(1, keepdim=True) / number) * valid
        count = valid.sum().clamp(min=1)
        return (error**2).sum() / count, self.settings.gap_weight * (centred**2).sum() / count

    # ---- checkpoints ------------------------------------------------------------------------------------------

    def arrays(self) -> dict[str, Any]:
        """The weights, Adam's moments and the counts. The games are not kept: new ones are dealt."""
        found = {"counts": np.array([self.decisions, self.games])}
        for name, parameter in self._named_parameters():
            found[name] = parameter.detach().cpu().numpy()
            for part, value in self._optimizer.state.get(parameter, {}).items():
                found[f"{name}.{part}"] = value.cpu().numpy()
        return found

    def load(self, arrays: Mapping[str, Any]) -> None:
        """Go on with what :meth:`arrays` gave."""
        self.decisions, ended = (int(count) for count in arrays["counts"])
        self._ended.fill_(ended)
        torch.manual_seed(self.settings.seed + self.decisions)
        with torch.no_grad():
            for name, parameter in self._named_parameters():
                parameter.copy_(torch.from_numpy(np.array(arrays[name])))
        found = self._optimizer.state_dict()
        found["state"] = {
            number: {
                part: torch.from_numpy(np.array(arrays[f"{name}.{part}"])) for part in ("step", "exp_avg", "exp_avg_sq")
            }
            for number, (name, _) in enumerate(self._named_parameters())
            if f"{name}.step" in arrays
        }
        self._optimizer.load_state_dict(found)
        self._deal()

    def _named_parameters(self) -> list[tuple[str, Any]]:
        return [
            (f"{name}.{part}", value) for name, model in self.models.items() for part, value in model.named_parameters()
        ]


def _mean_cross_entropy(outputs: Tensor, shares: Tensor, counted: Tensor) -> Tensor:
    """The mean over the rows that count."""
    each = functional.cross_entropy(outputs, shares, reduction="none")
    return (each * counted).sum() / counted.sum().clamp(min=1)
