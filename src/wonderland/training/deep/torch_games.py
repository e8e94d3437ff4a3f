"""Games of one number of players: the candidates, what they are worth, and who plays them."""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor

from wonderland.bots.parade.network.layout import NUMBERS_SIZE, PHASE, Network
from wonderland.bots.parade.network.policy import NO_VALUE
from wonderland.bots.parade.network.weights import CARD, POSITION
from wonderland.sim.kernel.layout import DECK_SIZE
from wonderland.training.deep.settings import Settings
from wonderland.training.selfplay.candidates import CANDIDATES, SEEN, WHOLE, Candidates
from wonderland.training.selfplay.torch_games import TorchGames
from wonderland.training.selfplay.torch_lookahead import TorchLookAhead
from wonderland.training.selfplay.torch_model import Model

_SEED_STEP = 1_000_003
#: One in so many games can be played to its end at once. About as many are in their last round at any time; of more,
#: some are left out by chance.
GAMES_PER_LAST_ROUND = 4


def model_of(network: Network, players: int) -> Model:
    """A card network or a position network in torch."""
    model = Model(players, len(network.bias), *network.pooled.shape)
    model.set(network)
    return model


class Group:
    """The games of one number of players, and the two networks that judge their candidates."""

    def __init__(self, settings: Settings, players: int, networks: Mapping[str, Network], seed: int) -> None:
        self.players, self.settings = players, settings
        device, games = settings.device, settings.games_with(players)
        self.card = model_of(networks[CARD], players).to(device)
        self.critic = model_of(networks[POSITION], players).to(device).requires_grad_(False)
        self.games = TorchGames(games, players, (settings.seed + seed) * _SEED_STEP + players, device)
        self._ahead = TorchLookAhead(games, players, settings.rounds_with(players), device)
        # A round later every game whose last round has begun is over.
        self._to_the_end = TorchLookAhead(-(-games // GAMES_PER_LAST_ROUND), players, 1, device)
        chosen = torch.multinomial(torch.tensor(settings.frequencies), games, replacement=True)
        self.temperature = torch.tensor(settings.temperatures)[chosen].to(device)[:, None]

    def look(self, whole: bool) -> Candidates:
        """The candidates of all games."""
        return self.games.look(whole=whole)

    def values(self, seen: Candidates, wanted: Tensor) -> Tensor:
        """What the card network expects of the candidates of the games that are wanted."""
        valid = (seen.actions >= 0) & wanted[:, None]
        found = torch.full(valid.shape, NO_VALUE, device=valid.device)
        places = seen.places[:, SEEN][valid]
        if len(places):
            found[valid] = self.card(places, seen.numbers[:, SEEN][valid])[:, 0]
        return found

    def worth_later(self) -> Tensor:
        """What the candidates turn out to be worth some rounds later."""
        return self._ahead.worth(self.games, self.values, self._shares_before)

    def in_last_round(self) -> Tensor:
        """The numbers of games in their last round or at the last choice; not more than can be played on at once."""
        seen = self.games.candidates
        # A card that begins the last round is seen in it. Where every choice is, it has begun, or will with any.
        begun = (seen.numbers[:, SEEN, :, PHASE] > 0) | (seen.actions < 0)
        late = begun.all(1).nonzero().squeeze(1)
        return late[torch.randperm(len(late), device=late.device)[: self._to_the_end.games]]

    def worth_at_the_end(self, late: Tensor) -> Tensor:
        """What the candidates of games in their last round come to."""
        # There may be fewer than are played on at once: others are as good as any.
        unused = late.new_zeros(self._to_the_end.games - len(late))
        chosen = torch.cat([late, unused])
        return self._to_the_end.worth(self.games, self.values, self._shares_before, chosen)[: len(late)]

    def _shares_before(self, seen: Candidates) -> Tensor:
        return torch.softmax(self.critic(seen.places_before, seen.numbers_before), 1)

    def worth_now(self) -> Tensor:
        """What the position network says of the candidates right after the move."""
        seen = self.games.candidates
        places, numbers = seen.places[:, WHOLE].reshape(-1, DECK_SIZE), seen.numbers[:, WHOLE].reshape(-1, NUMBERS_SIZE)
        return torch.softmax(self.critic(places, numbers), 1)[:, 0].view(-1, CANDIDATES)

    def choose(self, values: Tensor) -> Tensor:
        """A candidate for each game: by the policy, now and then at random."""
        valid = self.games.candidates.actions >= 0
        policy = torch.softmax(values.masked_fill(~valid, NO_VALUE) / self.temperature, 1)
        explored = torch.rand(len(valid), 1, device=valid.device) < self.settings.exploration
        return torch.multinomial(torch.where(explored, valid.float(), policy), 1).squeeze(1)
