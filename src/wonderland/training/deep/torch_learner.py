"""Expert iteration in torch: the deep network, and the card networks beside it, learn what a look-ahead finds best.

In every decision of every game each candidate is played, everybody goes on for some rounds by the card network, and
then the position network says what that is worth (``selfplay/torch_lookahead.py``). All that happens in the game's own
world, with hands and a pile that the networks do not see: they learn the mean over the worlds in which they have to
choose alike. The position networks do not learn. What the deep network expects has no luck in it, so the card networks,
which rollouts can afford, learn from it as well as from what came of the candidates.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from wonderland.bots.parade.network.deep import DeepNetwork
from wonderland.bots.parade.network.layout import (
    CHEAPEST,
    COSTS,
    IN_HAND,
    NEXT_COSTS,
    NO_COST,
    NUMBERS_SIZE,
    UNSEEN,
    Network,
)  # fmt: skip
from wonderland.bots.parade.network.policy import NO_VALUE
from wonderland.training.deep.settings import Settings, falling
from wonderland.training.deep.torch_games import Group
from wonderland.training.deep.torch_model import DeepModel
from wonderland.training.selfplay.candidates import SEEN, Candidates
from wonderland.training.selfplay.checkpoints import named

DEEP, CARDS = "deep", "cards"
#: What was seen of some decisions: places, numbers, which candidates there are, what they are worth, how many play.
Rows = tuple[Tensor, Tensor, Tensor, Tensor, Tensor]


def _rows(seen: Candidates, chosen: Any, worth: Tensor) -> tuple[Tensor, ...]:
    """What is learned of the chosen games."""
    places, numbers = (part[chosen][:, SEEN].clone() for part in (seen.places, seen.numbers))
    return places, numbers, seen.actions[chosen] >= 0, worth


class DeepLearner:
    """Plays with all numbers of players, and learns."""

    def __init__(self, settings: Settings, networks: Mapping[int, Mapping[str, Network]], seed: int = 0) -> None:
        """``networks`` are the card network and the position network of each number of players, to begin with."""
        self.settings = settings
        torch.manual_seed(settings.seed + seed)
        if settings.device == "cuda":
            torch.backends.cuda.matmul.allow_tf32 = True
        self.deep = DeepModel().to(settings.device)
        self.groups = [Group(settings, players, networks[players], seed) for players in settings.players]
        cards = [parameter for group in self.groups for parameter in group.card.parameters()]
        fused = settings.device == "cuda"
        self.optimizers = {
            DEEP: torch.optim.Adam(self.deep.parameters(), settings.learning_rate, fused=fused),
            CARDS: torch.optim.Adam(cards, settings.card_learning_rate, fused=fused),
        }
        numbers = torch.arange(NUMBERS_SIZE, device=settings.device)
        self._own_costs = (numbers >= COSTS) & (numbers < COSTS + CHEAPEST) | (numbers >= NEXT_COSTS)
        self.decisions = 0

    def round(self, progress: float) -> dict[str, float]:
        """Play some moves of all games and learn from them; the mean losses."""
        settings = self.settings
        rates = {
            DEEP: (settings.learning_rate, settings.final_learning_rate),
            CARDS: (settings.card_learning_rate, settings.final_card_learning_rate),
        }
        for name, (first, last) in rates.items():
            for group in self.optimizers[name].param_groups:
                group["lr"] = falling(first, last, progress, settings.hold)
        return self._learn(self._play(progress < settings.immediate), progress >= settings.card_from)

    # ---- playing ----------------------------------------------------------------------------------------------

    def _play(self, immediate: bool) -> list[Rows]:
        """Some moves of each game; what was seen, for each number of players."""
        found: list[list[tuple[Tensor, ...]]] = [[] for _ in self.groups]
        with torch.no_grad():
            for move in range(self.settings.moves + self.settings.last_round_moves):
                of_last_rounds = move >= self.settings.moves
                seen = [group.look(whole=immediate and not of_last_rounds) for group in self.groups]
                values = self._values(seen)
                for group, one, own, rows in zip(self.groups, seen, values, found, strict=True):
                    if of_last_rounds:
                        late = group.in_last_round()
                        rows.append(_rows(one, late, group.worth_at_the_end(late)))
                    else:
                        rows.append(_rows(one, ..., group.worth_now() if immediate else group.worth_later()))
                    self.decisions += len(rows[-1][0])
                    group.games.step(group.choose(own))
        stretches = []
        for group, rows in zip(self.groups, found, strict=True):
            places, numbers, valid, worth = (torch.cat(parts) for parts in zip(*rows, strict=True))
            players = torch.full((len(valid),), group.players, dtype=torch.uint8, device=valid.device)
            stretches.append((places, numbers, valid, worth, players))
        return stretches

    def _values(self, seen: list[Any]) -> list[Tensor]:
        """What the deep network expects of all candidates of all games."""
        places, numbers = (torch.cat([one[part][:, SEEN] for one in seen]) for part in (0, 1))
        valid = torch.cat([one.actions >= 0 for one in seen])
        pairs = zip(self.groups, seen, strict=True)
        players = torch.cat([torch.full_like(one.actions[:, 0], group.players) for group, one in pairs])
        return list(self.evaluate(places, numbers, valid, players).split([len(one.actions) for one in seen]))

    def evaluate(self, places: Tensor, numbers: Tensor, valid: Tensor, players: Tensor) -> Tensor:
        """What the deep network expects of candidates, (n, ``CANDIDATES``); less than any where there are none."""
        found = torch.full(valid.shape, NO_VALUE, device=valid.device)
        repeated = players[:, None].expand(valid.shape)[valid]
        if len(repeated):
            found[valid] = self.deep(places[valid], numbers[valid], repeated)
        return found

    # ---- learning ---------------------------------------------------------------------------------------------

    def _learn(self, stretches: list[Rows], cards: bool) -> dict[str, float]:
        """One pass over what was seen; the mean losses."""
        settings, passes = self.settings, 0
        totals: dict[str, Any] = {}
        order = [torch.randperm(len(rows[0]), device=rows[0].device) for rows in stretches]
        for chosen in zip(*(own.tensor_split(settings.minibatches) for own in order), strict=True):
            parts = [tuple(part[own] for part in rows) for own, rows in zip(chosen, stretches, strict=True)]
            places, numbers, valid, worth, players = (torch.cat(one) for one in zip(*parts, strict=True))
            values = self.evaluate(places, numbers, valid, players)
            losses = self._losses(values, valid, worth)
            self._step(DEEP, self.deep.parameters(), losses["deep"])
            if cards:
                expected = values.detach().split([len(part[0]) for part in parts])
                own = map(self._card_loss, self.groups, parts, expected)
                losses["card"] = torch.stack(list(own)).sum()
                self._step(CARDS, self.optimizers[CARDS].param_groups[0]["params"], losses["card"])
            for name, value in losses.items():
                totals[name] = totals.get(name, 0.0) + value.detach()
            passes += 1
        return {name: float(total) / passes for name, total in totals.items()}

    def _step(self, name: str, parameters: Any, loss: Tensor) -> None:
        self.optimizers[name].zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(parameters, self.settings.gradient_limit)
        self.optimizers[name].step()

    def _losses(self, values: Tensor, valid: Tensor, worth: Tensor) -> dict[str, Tensor]:
        """Squared errors of values, of the differences between candidates, and what is lost by playing by them."""
        settings = self.settings
        error = (values - worth).masked_fill(~valid, 0.0)
        number, count = valid.sum(1, keepdim=True), valid.sum()
        centred = (error - error.sum(1, keepdim=True) / number).masked_fill(~valid, 0.0)
        gap = (centred**2).sum() / count
        policy = torch.softmax(values / settings.policy_temperature, 1)
        worth = worth.masked_fill(~valid, 0.0)
        mean = worth.sum(1, keepdim=True) / number
        gained = (policy * (worth - mean)).masked_fill(~valid, 0.0).sum(1).mean()
        loss = (error**2).sum() / count + settings.gap_weight * gap - settings.policy_weight * gained
        return {"deep": loss, "gap": gap.detach(), "gained": gained.detach()}

    def _card_loss(self, group: Group, rows: tuple[Tensor, ...], expected: Tensor) -> Tensor:
        """The loss of a card network, which now and then learns without knowing the rest of the hand."""
        places, numbers, valid, worth, _ = rows
        settings = self.settings
        hidden = torch.rand(len(valid), 1, 1, device=valid.device) < settings.hidden_hands
        places = torch.where(hidden & (places == IN_HAND), UNSEEN, places)
        numbers = torch.where(hidden & self._own_costs, NO_COST, numbers)
        values = torch.full(valid.shape, NO_VALUE, device=valid.device)
        values[valid] = group.card(places[valid], numbers[valid])[:, 0]
        target = settings.distilled * expected + (1 - settings.distilled) * worth
        return self._losses(values, valid, torch.where(valid, target, 0.0))["deep"]

    # ---- checkpoints ------------------------------------------------------------------------------------------

    def deep_network(self) -> DeepNetwork:
        """The deep network as it is now."""
        return DeepNetwork(**self.deep.arrays())

    def card_network(self, players: int) -> Network:
        """A card network as it is now."""
        return next(Network(**group.card.arrays()) for group in self.groups if group.players == players)

    def arrays(self) -> dict[str, Any]:
        """The weights by the names of a weights file, Adam's moments, and the count.

        The games are not kept: new ones are dealt.
        """
        found = {"decisions": np.array(self.decisions)}
        for name, parameter, optimizer in self._named_parameters():
            found[name] = parameter.detach().cpu().numpy()
            for part, value in self.optimizers[optimizer].state.get(parameter, {}).items():
                found[f"{name}/{part}"] = value.cpu().numpy()
        return found

    def load(self, arrays: Mapping[str, Any]) -> None:
        """Go on with what :meth:`arrays` gave."""
        self.decisions = int(arrays["decisions"])
        with torch.no_grad():
            for name, parameter, _ in self._named_parameters():
                parameter.copy_(torch.from_numpy(np.array(arrays[name])))
        for optimizer, own in self.optimizers.items():
            state = own.state_dict()
            names = [name for name, _, found in self._named_parameters() if found == optimizer]
            moments = [named(arrays, f"{name}/") for name in names]
            state["state"] = {
                number: {part: torch.from_numpy(np.array(value)) for part, value in found.items()}
                for number, found in enumerate(moments)
                if found
            }
            own.load_state_dict(state)

    def _named_parameters(self) -> list[tuple[str, Any, str]]:
        found = [(f"{DEEP}.{name}", parameter, DEEP) for name, parameter in self.deep.named_parameters()]
        for group in self.groups:
            found += [(f"{group.players}.card.{name}", one, CARDS) for name, one in group.card.named_parameters()]
        return found
