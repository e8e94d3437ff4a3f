"""How well a network can guess the hands of Alice's card network from what the table shows.

python bench/beliefs.py [--players 2] [--seconds 90] [--temperature 0] [--device cuda|cpu] [--games 16384]

Needs torch (extra ``train``). Games are played by the card network. A network sees what the player before the mover
may know, and says of every card that it cannot see who holds it. It is compared with counting: each such card is
in a hand as likely as any other. Nothing it is tested on has it learned from.
"""

from __future__ import annotations

import math
from argparse import ArgumentParser
from time import perf_counter
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from wonderland.bots.parade.network.layout import (
    CHOICE_STAGE,
    HIDDEN,
    IN_HAND,
    IN_LINE,
    LAST_ROUND_STAGE,
    NUMBERS_SIZE,
    PLACES,
    STAGE,
    STAGES,
    UNSEEN,
    WIDTH,
)
from wonderland.bots.parade.network.policy import NO_VALUE
from wonderland.bots.parade.network.weights import CARD, load_network
from wonderland.sim.kernel.layout import COLOURS, DECK_SIZE, VALUES
from wonderland.training.selfplay.candidates import CANDIDATES, SEEN
from wonderland.training.selfplay.torch_games import TorchGames
from wonderland.training.selfplay.torch_model import Model

#: Moves of all games between two steps of learning, and moves at the end that are only guessed.
MOVES, TEST_MOVES = 4, 60
#: Parts of the game by the network's stages: the first stage, and the one after the last.
PARTS = (
    ("all", 0, STAGES),
    ("5 or more rounds left", 5, LAST_ROUND_STAGE),
    ("1 to 4 rounds left", 1, 5),
    ("last round", LAST_ROUND_STAGE, CHOICE_STAGE),
)


class BeliefModel(nn.Module):  # type: ignore[misc]  # torch is not installed where types are checked
    """For each card the chances of being in the pile (0) or in the hand of each other seat; colours share weights."""

    def __init__(self, players: int, width: int = 512) -> None:
        super().__init__()
        self.players = players
        self.colour = nn.Linear(VALUES * (PLACES + 1) + STAGES, width)
        self.table = nn.Linear(width, width)
        self.both = nn.Linear(2 * width, width)
        self.out = nn.Linear(width, VALUES * players)

    def forward(self, places: Tensor, stage: Tensor) -> Tensor:
        """(n, 66, players), before the softmax."""
        cards = functional.one_hot(places.long(), PLACES + 1).float().view(len(places), COLOURS, -1)
        stages = functional.one_hot(stage.long(), STAGES).float()[:, None].expand(-1, COLOURS, -1)
        units = torch.relu(self.colour(torch.cat([cards, stages], 2)))
        table = torch.relu(self.table(units.sum(1)))[:, None].expand(-1, COLOURS, -1)
        found = self.out(torch.relu(self.both(torch.cat([units, table], 2))))
        return found.view(len(places), DECK_SIZE, self.players)


class Games:
    """Games played by the card network, and what there is to guess in them."""

    def __init__(self, options: Any) -> None:
        self.players, self.device, self.temperature = options.players, options.device, options.temperature
        self.games = TorchGames(options.games, options.players, options.seed, options.device)
        self.model = Model(options.players, 1, WIDTH, HIDDEN)
        network = load_network(CARD, options.players)
        self.model.load_state_dict({name: torch.tensor(np.array(part)) for name, part in network._asdict().items()})
        self.model.to(options.device)

    def play(self) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """One move of all games; what the seat before it sees, the stage, who holds each card, and which count."""
        seen = self.games.look()
        places, numbers = seen.places[:, SEEN].flatten(0, 1), seen.numbers[:, SEEN].flatten(0, 1)
        with torch.no_grad():
            values = self.model(places.view(-1, DECK_SIZE), numbers.view(-1, NUMBERS_SIZE)).view(-1, CANDIDATES)
        values = values.masked_fill(seen.actions < 0, NO_VALUE)
        whole, stage = seen.places_before.clone(), seen.numbers_before[:, STAGE].clone()
        if self.temperature:
            chosen = torch.multinomial(torch.softmax(values / self.temperature, 1), 1).squeeze(1)
        else:
            chosen = values.argmax(1)
        self.games.step(chosen)
        in_hand = (whole > IN_HAND) & (whole < IN_LINE)  # of another seat than the one that looks
        holder = torch.where(in_hand, whole - IN_HAND, 0).long()
        hidden = (in_hand | (whole == UNSEEN)) & (stage < CHOICE_STAGE)[:, None]
        return torch.where(in_hand, UNSEEN, whole), stage, holder, hidden


def counted(holder: Tensor, hidden: Tensor, players: int) -> Tensor:
    """The chances by counting: as many of the cards as each seat holds."""
    held = functional.one_hot(holder, players).float() * hidden[:, :, None]
    return held.sum(1, keepdim=True) / hidden.sum(1)[:, None, None].clamp(min=1)


def bits(chances: Tensor, holder: Tensor, hidden: Tensor) -> Tensor:
    """The surprise of each position, in bits."""
    own = chances.gather(2, holder[:, :, None]).squeeze(2).clamp(min=1e-9)
    return -(own.log2() * hidden).sum(1)


def main() -> None:
    """Learn, then guess."""
    parser = ArgumentParser(description="How well a network guesses the hands of Alice's card network.")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=90)
    parser.add_argument("--temperature", type=float, default=0.0, help="of the play, in shares of the win (0)")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--games", type=int, default=16384)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    games, model = Games(options), BeliefModel(options.players).to(options.device)
    optimizer = torch.optim.Adam(model.parameters(), 1e-3)
    started, positions = perf_counter(), 0
    while (part := (perf_counter() - started) / options.seconds) < 1:
        for group in optimizer.param_groups:
            group["lr"] = 1e-3 * math.exp(-4 * part)
        for _ in range(MOVES):
            places, stage, holder, hidden = games.play()
            found = model(places, stage)
            loss = functional.cross_entropy(found.flatten(0, 1), holder.flatten(), reduction="none")
            loss = (loss * hidden.flatten()).sum() / hidden.sum().clamp(min=1)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            positions += len(places)
    test(options, model, positions)


def test(options: Any, model: BeliefModel, positions: int) -> None:
    """Print how much better than counting the guesses are."""
    options.seed += 1
    games, rows = Games(options), []
    for _ in range(TEST_MOVES):
        places, stage, holder, hidden = games.play()
        with torch.no_grad():
            guessed = torch.softmax(model(places, stage), 2)
        by_count = counted(holder, hidden, options.players).expand_as(guessed)
        held = hidden & (holder > 0)
        own = [chances.gather(2, holder[:, :, None]).squeeze(2) for chances in (guessed, by_count)]
        right = [(chances * held).sum(1) / held.sum(1).clamp(min=1) for chances in own]
        both = [bits(chances, holder, hidden) for chances in (guessed, by_count)]
        rows.append(torch.stack([*both, *right, stage.float()], 1)[held.sum(1) > 0])
    table = torch.cat(rows).cpu().numpy()
    print(f"{options.players} players, temperature {options.temperature}, {positions:,} positions learned from")
    print(f"{'stage':24}{'positions':>12}{'bits, counting':>16}{'learned':>10}{'chance of a held card':>30}")
    for name, low, high in (
        ("all", 0, STAGES),
        ("5 or more rounds left", 5, 13),
        ("1 to 4", 1, 5),
        ("last round", 13, 14),
    ):
        own = table[(table[:, 4] >= low) & (table[:, 4] < high)]
        if len(own):
            found, counting, right, even = own[:, :4].mean(0)
            chances = f"{100 * even:.1f} → {100 * right:.1f} %"
            print(f"{name:24}{len(own):12,}{counting:16.2f}{counting - found:10.3f}{chances:>30}", flush=True)


if __name__ == "__main__":
    main()
