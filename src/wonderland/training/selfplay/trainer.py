"""A run: rounds of play and learning, matches in between, and checkpoints."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from wonderland.bots.parade.network.layout import Network
from wonderland.bots.parade.network.weights import CARD, read_network
from wonderland.core.errors import NotAllowed
from wonderland.figures.measure import Measure
from wonderland.training.selfplay.checkpoints import Checkpoint, Row, Run, Training, write_checkpoint
from wonderland.training.selfplay.learner import Learner, new_learner
from wonderland.training.selfplay.match import Matches
from wonderland.training.selfplay.running import RunLoop
from wonderland.training.selfplay.settings import checked_rates

#: How many times longer the last match of a run is.
LAST_MATCH = 4


class Trainer(RunLoop):
    """Runs a training and keeps it in a folder."""

    def __init__(self, folder: Path, checkpoint: Checkpoint, matches: Matches | None = None) -> None:
        self.folder, self.training, self.best = folder, checkpoint.training, checkpoint.best
        self._matches = matches or Matches()
        self.losses: dict[str, float] = {}
        self.learner: Learner = new_learner(self.training.settings)
        if checkpoint.learner:
            self.learner.load(checkpoint.learner)
        elif checkpoint.best:
            self.learner.begin_with(checkpoint.best)
        # Compiled before the clock starts.
        Matches().against_hatter(self.learner.networks()[CARD], self.training.settings.players, 1)

    @property
    def run(self) -> Run:
        """The run that is going on."""
        return self.training.runs[-1]

    @property
    def evaluations(self) -> int:
        """How often a run is evaluated."""
        return self.training.settings.evaluations

    def round(self) -> None:
        """Play and learn for a round."""
        decisions, games = self.learner.decisions, self.learner.games
        self.losses = self.learner.round(self._learning_rate())
        self.run.decisions += self.learner.decisions - decisions
        self.run.games += self.learner.games - games

    def _learning_rate(self) -> float:
        return self.training.settings.learning_rate_at(self.run.progress)

    def save(self) -> None:
        """Write everything down that is needed to go on."""
        write_checkpoint(self.folder, Checkpoint(self.training, self.learner.arrays(), self.best))

    # ---- matches ----------------------------------------------------------------------------------------------

    def evaluate(self) -> None:
        """Play against the Hatter and against the best so far, which is replaced if it loses."""
        networks = {kind: _copy(network) for kind, network in self.learner.networks().items()}
        settings, last = self.training.settings, self.run.progress == 1
        players, seed = settings.players, settings.seed + self.learner.decisions
        games = players * settings.match_games * (LAST_MATCH if last else 1)
        hatter = self._matches.against_hatter(networks[CARD], players, games, seed)
        against = opponent = None
        if self.best:
            against = self._matches.against_network(networks[CARD], self.best[CARD], players, games, seed)
        if settings.opponent:
            other = read_network(Path(settings.opponent), CARD, players)
            opponent = self._matches.against_network(networks[CARD], other, players, games, seed)
        kept = against is None or against.mean > 1 / players
        if opponent and settings.opponent_games == 1:
            # An exploiter need not be good against anybody else.
            kept = opponent.mean > max((row.opponent[0] for row in self.training.rows if row.opponent), default=0)
        if kept:
            self.best = networks
        self.training.rows.append(self._row(hatter, against, opponent, kept))

    def _row(self, hatter: Measure, against: Measure | None, opponent: Measure | None, kept: bool) -> Row:
        return Row(
            run=len(self.training.runs),
            seconds=round(self.training.seconds, 1),
            decisions=self.learner.decisions,
            games=self.learner.games,
            decisions_per_second=round(self.run.decisions / self.run.seconds, 1),
            learning_rate=self._learning_rate(),
            losses=self.losses,
            hatter=(hatter.mean, hatter.margin),
            best=(against.mean, against.margin) if against else None,
            kept=kept,
            opponent=(opponent.mean, opponent.margin) if opponent else None,
        )

    def share_against_greedy(self) -> Measure:
        """The share of the win of the best network among greedy players."""
        settings, best = self.training.settings, self.best or self.learner.networks()
        games = settings.players * settings.match_games * LAST_MATCH
        return self._matches.against_greedy(best[CARD], settings.players, games, settings.seed)


def _copy(network: Network) -> Network:
    """A network that learning does not change any more."""
    return Network(*(np.array(part, np.float32) for part in network))


def with_learning_rates(training: Training, first: float | None, last: float | None) -> None:
    """Change the learning rates for the runs that follow."""
    old = training.settings
    first, last = checked_rates(old.learning_rate, old.final_learning_rate, first, last)
    training.settings = replace(old, learning_rate=first, final_learning_rate=last)


def set_look_ahead(
    checkpoint: Checkpoint, rounds: int | None, freeze_critic: bool, policy_weight: int | None = None
) -> None:
    """Change what the card network learns from in the runs that follow, where anything is given."""
    old = checkpoint.training.settings
    if old.device != "cpu" and (rounds or freeze_critic or policy_weight):
        raise NotAllowed("train_look_ahead_needs_cpu")
    if freeze_critic and not checkpoint.best:
        raise NotAllowed("train_freeze_needs_networks")
    look_ahead, frozen = old.look_ahead if rounds is None else rounds, old.freeze_critic or freeze_critic
    weight = old.policy_weight if policy_weight is None else policy_weight
    checkpoint.training.settings = replace(old, look_ahead=look_ahead, freeze_critic=frozen, policy_weight=weight)
