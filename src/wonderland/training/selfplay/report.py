"""A training as a table that grows while it runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter

from rich.console import Console
from rich.live import Live
from rich.table import Table

from wonderland.figures.formatting import format_percent
from wonderland.figures.measure import Measure
from wonderland.figures.tables import figure_table
from wonderland.messages import decimal, grouped, say
from wonderland.training.selfplay.checkpoints import Row, Share, Training
from wonderland.training.selfplay.trainer import Trainer

#: Rows that are shown at once, and how often the last one is drawn anew.
MAX_ROWS, SECONDS_BETWEEN_DRAWINGS = 14, 0.5
_COLUMNS = (
    "train_seconds", "train_decisions", "train_rate", "train_critic", "train_card", "train_gap", "train_hatter",
    "train_best", "train_opponent", "train_kept",
)  # fmt: skip


def training_table(training: Training, lang: str, last: list[str] | None = None) -> Table:
    """The last evaluations, and how it stands now."""
    title = say("train_title", lang, players=training.settings.players, seed=training.settings.seed)
    table = figure_table(title, *(say(key, lang) for key in _COLUMNS))
    for row in training.rows[-MAX_ROWS:]:
        table.add_row(*_row_cells(row, lang))
    if last:
        table.add_row(*last, style="dim")
    return table


def _row_cells(row: Row, lang: str) -> list[str]:
    figures = _figures(row.seconds, row.decisions, row.decisions_per_second, row.losses, lang)
    kept = say("train_kept_mark", lang) if row.kept else ""
    shares = (format_share(share, lang) for share in (row.hatter, row.best, row.opponent))
    return [*figures, *shares, kept]


def _figures(seconds: float, decisions: int, rate: float, losses: dict[str, float], lang: str) -> list[str]:
    shown = [decimal(f"{losses[name]:.4f}", lang) if name in losses else "" for name in ("critic", "card", "gap")]
    return [decimal(f"{seconds:.0f}", lang), grouped(decisions, lang), grouped(round(rate), lang), *shown]


def format_share(share: Share | None, lang: str) -> str:
    """A share of the win with its margin."""
    return format_percent(Measure(*share), lang) if share else ""


@contextmanager
def live_table(lang: str, console: Console) -> Iterator[Callable[[Trainer], None]]:
    """Shows a training while it runs: as a table on a terminal, else as a line for each evaluation."""
    if not console.is_terminal:
        yield _Lines(lang, console)
        return
    with Live(console=console, auto_refresh=False) as live:
        drawn = 0.0

        def show(trainer: Trainer) -> None:
            nonlocal drawn
            done = trainer.run.progress >= 1
            if not done and perf_counter() - drawn < SECONDS_BETWEEN_DRAWINGS:
                return
            drawn = perf_counter()
            last = None if done else _now(trainer, lang)
            live.update(training_table(trainer.training, lang, last), refresh=True)

        yield show


def _now(trainer: Trainer, lang: str) -> list[str]:
    run, training = trainer.run, trainer.training
    rate = run.decisions / max(run.seconds, 1e-9)
    return [*_figures(training.seconds, trainer.learner.decisions, rate, trainer.losses, lang), "", "", "", ""]


class _Lines:
    """A line for each evaluation."""

    def __init__(self, lang: str, console: Console) -> None:
        self._lang, self._console = lang, console
        self._shown: int | None = None

    def __call__(self, trainer: Trainer) -> None:
        rows = trainer.training.rows
        if not rows or len(rows) == self._shown or (self._shown is None and rows[-1].run < len(trainer.training.runs)):
            return
        self._shown = len(rows)
        names = (say(key, self._lang) for key in _COLUMNS)
        cells = zip(names, _row_cells(rows[-1], self._lang), strict=True)
        line = "  ".join(f"{name} {cell}" for name, cell in cells if cell)
        self._console.print(line, highlight=False, markup=False, soft_wrap=True)
