"""Strength over time as a drawing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from pathlib import Path

from wonderland.figures.drawing import (
    PANEL_HEIGHT,
    PANEL_WIDTH,
    axis_limit,
    draw_axes,
    svg_document,
    svg_text,
    write_plot,
)
from wonderland.figures.lines import Line, draw_lines
from wonderland.figures.measure import Measure
from wonderland.messages import decimal, say
from wonderland.training.selfplay.checkpoints import Row, Training, read_checkpoint

WIDTH, HEIGHT = 960, 350


def draw(folders: Sequence[Path], file: Path, lang: str) -> None:
    """Write the drawing of some trainings, in the format of the file's ending."""
    trainings = [read_checkpoint(folder).training for folder in folders]
    write_plot(svg(trainings, lang), say("train_plot_title", lang), file, lang)


def svg(trainings: Sequence[Training], lang: str) -> str:
    """The share of the win among Hatters, and the critic's loss, each over the minutes."""
    shares = [_line(training, lambda row: Measure(*row.hatter), lang) for training in trainings]
    losses = [_line(training, _critic_loss, lang) for training in trainings]
    panels = [
        _panel(say("train_plot_strength", lang), shares, 50, lang, percent=True),
        _panel(say("train_plot_loss", lang), losses, 530, lang, percent=False),
    ]
    return svg_document(say("train_plot_title", lang), panels, WIDTH, HEIGHT)


def _critic_loss(row: Row) -> Measure | None:
    """None if the critic did not learn."""
    return Measure(row.losses["critic"], 0.0) if "critic" in row.losses else None


def _line(training: Training, measure: Callable[[Row], Measure | None], lang: str) -> Line:
    points = [(row.seconds / 60, found) for row in training.rows if (found := measure(row))]
    return Line(say("train_plot_players", lang, count=training.settings.players), points)


def _panel(title: str, lines: list[Line], x: float, lang: str, percent: bool) -> str:
    points = [point for line in lines for point in line.points]
    top = axis_limit(max((measure.interval[1] for _, measure in points), default=0), 1 if percent else inf)
    right = max((minutes for minutes, _ in points), default=1.0)
    y = 80
    return "".join(
        (
            draw_axes(title, x, y, top, lang, percent),
            draw_lines(lines, x, y, right, top),
            svg_text(x, y + PANEL_HEIGHT + 16, "0", "middle"),
            svg_text(x + PANEL_WIDTH, y + PANEL_HEIGHT + 16, _axis(right, lang), "end"),
        )
    )


def _axis(minutes: float, lang: str) -> str:
    return say("train_plot_minutes", lang, minutes=decimal(f"{minutes:.1f}", lang))
