"""A training of the deep network as lines on a terminal."""

from __future__ import annotations

from wonderland.messages import decimal, grouped, say
from wonderland.training.deep.checkpoints import Row
from wonderland.training.deep.trainer import DeepTrainer
from wonderland.training.selfplay.checkpoints import Share
from wonderland.training.selfplay.report import format_share

#: The losses that a line has, and their names in it: only these say by themselves how well it goes.
_LOSSES = {"gap": "train_gap", "gained": "train_deep_gained"}


def evaluation_line(row: Row, lang: str) -> str:
    """An evaluation on one line."""
    figures = {
        "train_seconds": decimal(f"{row.seconds:.0f}", lang),
        "train_decisions": grouped(row.decisions, lang),
        "train_rate": grouped(round(row.decisions_per_second), lang),
        **{key: decimal(f"{row.losses[name]:.4f}", lang) for name, key in _LOSSES.items() if name in row.losses},
        "train_hatter": shares_line(row.hatter, lang),
    }
    return "  ".join(f"{say(key, lang)} {figure}" for key, figure in figures.items())


def shares_line(shares: dict[int, Share], lang: str) -> str:
    """Shares of the win, by the number of players."""
    return ", ".join(
        say("train_deep_share", lang, players=players, share=format_share(share, lang))
        for players, share in shares.items()
    )


class EvaluationLines:
    """Prints a line for each evaluation."""

    def __init__(self, lang: str, shown: int) -> None:
        """``shown`` evaluations are not printed: those of runs before."""
        self._lang, self._shown = lang, shown

    def __call__(self, trainer: DeepTrainer) -> None:
        """What a trainer tells after each round."""
        rows = trainer.training.rows[self._shown :]
        self._shown += len(rows)
        for row in rows:
            print(evaluation_line(row, self._lang), flush=True)
