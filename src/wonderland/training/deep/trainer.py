"""A run of the deep network: rounds of play and learning, matches among Hatters in between, and checkpoints."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from wonderland.core.errors import NotAllowed, NotInstalled
from wonderland.training.deep.checkpoints import COMMAND, Checkpoint, Row, write_checkpoint
from wonderland.training.deep.settings import Settings, falling
from wonderland.training.selfplay import learner as selfplay
from wonderland.training.selfplay.checkpoints import Run, Share, damage_told
from wonderland.training.selfplay.running import RunLoop

#: How many times longer the last match of a run is.
LAST_MATCH = 4
#: Digits of shares and losses in the log; margins leave fewer certain.
DIGITS = 6


class DeepTrainer(RunLoop):
    """Runs a training and keeps it in a folder."""

    def __init__(self, folder: Path, checkpoint: Checkpoint) -> None:
        import torch

        from wonderland.training.deep.torch_learner import DeepLearner

        if checkpoint.training.settings.device == "cpu":
            # The steps are so small here that threads, which wait for each other, take longer than one: on cores that
            # are busy otherwise a hundred times as long.
            torch.set_num_threads(1)
        self.folder, self.training, self._beginning = folder, checkpoint.training, checkpoint.beginning
        # What was decided so far makes another seed, so that a training that goes on plays other games.
        so_far = int(checkpoint.learner.get("decisions", 0))
        with _memory_told(self.settings):
            self.learner = DeepLearner(self.settings, self._beginning.networks, so_far)
            if checkpoint.learner:
                with damage_told(folder, COMMAND):
                    self.learner.load(checkpoint.learner)
            elif self._beginning.deep:
                self.learner.deep.set(self._beginning.deep)
            self._compile()
        self._losses = _Means()

    def _compile(self) -> None:
        """A round and a match of each number of players, before the clock starts; then all is as it was."""
        before = {name: array.copy() for name, array in self.learner.arrays().items()}
        # At the end of a run all that there is to learn is learned, by all that there is to compile.
        self.learner.round(1.0)
        for players in self.settings.players:
            self._match(players, 2)
        self.learner.load(before)

    @property
    def settings(self) -> Settings:
        """How it learns."""
        return self.training.settings

    @property
    def run(self) -> Run:
        """The run that is going on."""
        return self.training.runs[-1]

    @property
    def evaluations(self) -> int:
        """How often a run is evaluated."""
        return self.settings.evaluations

    def round(self) -> None:
        """Play and learn for a round."""
        before = self.learner.decisions
        self._losses.add(self.learner.round(self.run.progress))
        self.run.decisions += self.learner.decisions - before

    def save(self) -> None:
        """Write everything down that is needed to go on."""
        write_checkpoint(self.folder, Checkpoint(self.training, self._beginning, self.learner.arrays()))

    def evaluate(self) -> None:
        """Play among Hatters with each number of players."""
        settings, progress = self.settings, self.run.progress
        games = settings.match_games * (LAST_MATCH if progress == 1 else 1)
        row = Row(
            run=len(self.training.runs),
            seconds=round(self.training.seconds, 1),
            decisions=self.learner.decisions,
            decisions_per_second=round(self.run.decisions / self.run.seconds, 1),
            learning_rate=falling(settings.learning_rate, settings.final_learning_rate, progress, settings.hold),
            losses=self._losses.taken(),
            hatter={players: self._match(players, games) for players in settings.players},
        )
        self.training.rows.append(row)

    def _match(self, players: int, games: int) -> Share:
        from wonderland.training.deep.torch_match import play_match

        seed = self.settings.seed + self.learner.decisions
        share = play_match(self.learner.evaluate, None, players, games, seed, self.settings.device)
        return round(share.mean, DIGITS), round(share.margin, DIGITS)


class _Means:
    """The mean losses of some rounds."""

    def __init__(self) -> None:
        self._losses: list[dict[str, float]] = []

    def add(self, losses: dict[str, float]) -> None:
        """One more round."""
        self._losses.append(losses)

    def taken(self) -> dict[str, float]:
        """The means of the rounds since they were taken last."""
        rounds, self._losses = self._losses, []
        names = dict.fromkeys(name for losses in rounds for name in losses)
        found = {name: [losses[name] for losses in rounds if name in losses] for name in names}
        return {name: round(sum(values) / len(values), DIGITS) for name, values in found.items()}


@contextmanager
def _memory_told(settings: Settings) -> Iterator[None]:
    """More games than there is room for are one error that says so."""
    import torch

    try:
        yield
    except torch.OutOfMemoryError:
        raise NotAllowed("train_deep_memory", games=settings.games) from None


def check_device(device: str) -> None:
    """Raise if nothing can be learned on a device here: the message says what to install."""
    if not find_spec("torch"):
        raise NotInstalled("train_deep_needs_torch")
    selfplay.check_device(device)
