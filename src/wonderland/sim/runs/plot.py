"""The statistics of a run as a drawing."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from wonderland.figures.drawing import (
    PANEL_HEIGHT,
    PANEL_WIDTH,
    bar_chart,
    draw_axes,
    svg_bar,
    svg_document,
    svg_text,
    write_plot,
)
from wonderland.messages import grouped, say
from wonderland.sim.runs.report import seat_name
from wonderland.sim.runs.statistics import Counts, Statistics

WIDTH, HEIGHT = 960, 640


def draw(found: Statistics, file: Path, lang: str) -> None:
    """Write the drawing of a run, as the file's name ends."""
    write_plot(svg(found, lang), _title(found, lang), file, lang)


def svg(found: Statistics, lang: str) -> str:
    """Four panels: scores, wins by turn order, lengths, and what begins the last round."""
    title = _title(found, lang)
    seats = [seat_name(seat, lang) for seat in range(found.players)]
    wins = [found.wins(seat) for seat in range(found.players)]
    causes = found.cause_counts
    panels = [
        _histogram(say("sim_plot_scores", lang), found.score_counts.sum(axis=0), 50, 80, lang),
        bar_chart(say("sim_plot_wins", lang), seats, wins, 530, 80, lang, 1 / found.players),
        _histogram(say("sim_plot_lengths", lang), found.ply_counts, 50, 370, lang),
        bar_chart(
            say("sim_plot_ends", lang),
            [say(f"sim_{cause}", lang) for cause in causes],
            [found.rate(count) for count in causes.values()],
            530,
            370,
            lang,
        ),
    ]
    return svg_document(title, panels, WIDTH, HEIGHT)


def _title(found: Statistics, lang: str) -> str:
    policy = ", ".join(dict.fromkeys(found.policies))
    return say(
        "sim_table_title", lang, games=grouped(found.games, lang), players=found.players, policy=policy, seed=found.seed
    )


def _histogram(title: str, counts: Counts, x: float, y: float, lang: str) -> str:
    """Bars for the values that hold all but a ten-thousandth of the games at the upper end."""
    total = max(int(counts.sum()), 1)
    seen = counts.nonzero()[0]
    low = int(seen[0]) if len(seen) else 0
    high = int(np.searchsorted(np.cumsum(counts), 0.9999 * total))
    shown = counts[low : high + 1] / total
    top, step = max(float(shown.max(initial=0)), 1e-9), PANEL_WIDTH / max(len(shown), 1)
    parts = [draw_axes(title, x, y, top, lang)]
    for place, share in enumerate(shown):
        tall = PANEL_HEIGHT * float(share) / top
        parts.append(svg_bar(x + place * step, y + PANEL_HEIGHT - tall, max(step - 0.5, 0.5), tall))
    every = next(step for step in (1, 2, 5, 10, 20, 50, 100) if (high - low) / step <= 10)
    ticks = [value for value in range(low, high + 1) if value % every == 0]
    parts += [svg_text(x + (value - low + 0.5) * step, y + PANEL_HEIGHT + 16, str(value), "middle") for value in ticks]
    return "".join(parts)
