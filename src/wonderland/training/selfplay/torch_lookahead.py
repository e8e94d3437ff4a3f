"""What candidates are worth by what comes some rounds later, as ``lookahead.py`` does it, for many games at once."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from wonderland.envs.parade.actions import CARD_ACTIONS
from wonderland.training.selfplay.candidates import CANDIDATES, Candidates
from wonderland.training.selfplay.torch_games import TorchGames

#: The values of all candidates of each game, those of candidates that there are not less than any; only the games that
#: the second argument says need any. And everybody's shares before the choice, from the seat that acted last.
Evaluate = Callable[[Candidates, Tensor], Tensor]
Critic = Callable[[Candidates], Tensor]


class TorchLookAhead:
    """Plays every candidate of some games on, in a copy of the game."""

    def __init__(self, games: int, players: int, rounds: int, device: str) -> None:
        """``games`` at once."""
        self.games, self._players, self._rounds = games, players, rounds
        self._copies = TorchGames(games * CANDIDATES, players, 0, device, autoreset=False)

    def worth(self, games: TorchGames, evaluate: Evaluate, critic: Critic, chosen: Tensor | None = None) -> Tensor:
        """The share of the win of whoever acts next in each chosen game, after each candidate and some rounds.

        Everybody plays on what ``evaluate`` values most, then ``critic`` says what is expected. Nothing is said of
        candidates that there are not. (games, ``CANDIDATES``); the candidates of the games must have been looked at.
        ``chosen`` are the numbers of ``self.games`` games, all if it is not given.
        """
        copies, players = self._copies, self._players
        chosen = torch.arange(self.games, device=games.seat.device) if chosen is None else chosen
        actions = games.candidates.actions[chosen]
        seat = games.seat[chosen].long().repeat_interleave(CANDIDATES)[:, None]
        copies.copy(games, CANDIDATES, chosen)
        idle = (actions < 0).flatten()
        copies.act(torch.where(actions < 0, actions[:, :1], actions).flatten())
        over, shares = copies.done.clone(), copies.shares()
        last_turn = self._rounds * players
        for step in range(last_turn + players):
            seen = copies.look(whole=False)
            moving = ~(over | idle)
            if step >= last_turn:
                moving &= seen.actions[:, 0] >= CARD_ACTIONS
                if not bool(moving.any()):
                    break
            chosen = seen.actions.gather(1, evaluate(seen, moving).argmax(1)[:, None]).squeeze(1)
            # A game stays as it is with an action that is not allowed.
            copies.act(torch.where(moving, chosen, -1))
            ended = copies.done & ~over
            shares = torch.where(ended[:, None], copies.shares(), shares)
            over |= ended
        expected = critic(copies.look(seen=False))
        last = (copies.seat.long() - 1)[:, None]
        found = torch.where(over[:, None], shares.gather(1, seat), expected.gather(1, (seat - last) % players))
        return found.view(-1, CANDIDATES)
