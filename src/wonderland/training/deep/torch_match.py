"""Matches of the deep network, without search, at tables of others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from wonderland.bots.parade.network.policy import NO_VALUE
from wonderland.figures.measure import Z_95, Measure
from wonderland.training.selfplay.candidates import SEEN, Candidates
from wonderland.training.selfplay.torch_games import TorchGames

#: What a network expects of places, numbers, which candidates there are, and how many play.
Evaluate = Callable[[Tensor, Tensor, Tensor, Tensor], Tensor]
#: What the others expect of their candidates; None for Hatters.
Others = Callable[[Candidates, Tensor], Tensor] | None


def play_match(evaluate: Evaluate, others: Others, players: int, games: int, seed: int, device: str) -> Measure:
    """The share of the win of whoever plays by ``evaluate``, a seat a game, where all others play otherwise."""
    with torch.no_grad():
        batch = TorchGames(games, players, seed, device, autoreset=False)
        own = torch.arange(games, device=device) % players
        over, shares = torch.zeros_like(own, dtype=torch.bool), torch.zeros(games, device=device)
        while not bool(over.all()):
            seen = batch.look(whole=False)
            mine = ~over & (batch.seat == own)
            chosen = _values(evaluate, seen, mine, players).argmax(1)
            theirs = batch.choose_by_table() if others is None else others(seen, ~over & ~mine).argmax(1)
            batch.step(torch.where(mine, chosen, theirs))
            ended = batch.done & ~over
            shares = torch.where(ended, batch.shares().gather(1, own[:, None]).squeeze(1), shares)
            over |= ended
        return Measure(float(shares.mean()), float(Z_95 * shares.std() / games**0.5))


def _values(evaluate: Evaluate, seen: Candidates, wanted: Tensor, players: int) -> Any:
    valid = (seen.actions >= 0) & wanted[:, None]
    rows = valid.any(1)
    found = torch.full(valid.shape, NO_VALUE, device=valid.device)
    number = torch.full((int(rows.sum()),), players, dtype=torch.uint8, device=valid.device)
    found[rows] = evaluate(seen.places[:, SEEN][rows], seen.numbers[:, SEEN][rows], valid[rows], number)
    return found
