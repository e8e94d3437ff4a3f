"""The report as a drawing: wins, the game's first measure, head to head, and the wins deal by deal."""

from __future__ import annotations

from math import isnan
from pathlib import Path

from wonderland.arena.results import MatchResults
from wonderland.arena.sentences import headline
from wonderland.figures.drawing import (
    PANEL_HEIGHT,
    PANEL_WIDTH,
    axis_limit,
    bar_chart,
    draw_axes,
    fit_name,
    svg_bar,
    svg_document,
    svg_text,
    write_plot,
)
from wonderland.figures.lines import Line, draw_lines
from wonderland.figures.measure import Measure
from wonderland.messages import decimal, grouped, say

WIDTH, HEIGHT = 960, 640
#: The colours, as red, green and blue, of cells above and below one half.
_ABOVE_HALF, _BELOW_HALF = (59, 110, 165), (197, 122, 44)


def draw(results: MatchResults, file: Path, lang: str) -> None:
    """Write the drawing of a match, in the format of the file's ending."""
    write_plot(svg(results, lang), headline(results, lang), file, lang)


def svg(results: MatchResults, lang: str) -> str:
    bots = results.ranking
    even = 1 / results.match.players
    wins = [_drawable(results.wins(bot)) for bot in bots]
    panels = [
        bar_chart(say("arena_plot_wins", lang), bots, wins, 50, 80, lang, even),
        _head_to_head(results, bots, lang, 50, 370),
    ]
    for name in results.measures[:1]:
        means = [_drawable(results.measure(bot, name)) for bot in bots]
        panels.append(bar_chart(say(f"arena_measure_{name}", lang), bots, means, 530, 80, lang, percent=False))
    panels.append(_win_shares_by_deal(results, bots, lang, 530, 370))
    return svg_document(headline(results, lang), panels, WIDTH, HEIGHT)


def _drawable(measure: Measure) -> Measure:
    """A measure without an interval gets one of width 0, which can be drawn."""
    return Measure(measure.mean, 0.0) if isnan(measure.margin) else measure


def _head_to_head(results: MatchResults, bots: list[str], lang: str, x: float, y: float) -> str:
    """A cell for each pair: how often the row does better than the column."""
    parts = [svg_text(x, y - 24, say("arena_plot_pairs", lang), "start", 13)]
    left = 80
    wide, tall = (PANEL_WIDTH - left) / len(bots), PANEL_HEIGHT / len(bots)
    for row, one in enumerate(bots):
        parts.append(svg_text(x + left - 6, y + (row + 0.5) * tall + 4, fit_name(one, left), "end", 11))
        parts.append(svg_text(x + left + (row + 0.5) * wide, y + PANEL_HEIGHT + 16, fit_name(one, wide), "middle", 11))
        for column, other in enumerate(bots):
            share = (
                results.head_to_head.better(one, other).mean
                if one != other and results.head_to_head.met(one, other)
                else None
            )
            corner = x + left + column * wide, y + row * tall
            parts.append(svg_bar(*corner, wide - 1, tall - 1, "#f4f4f4" if share is None else _shade(share)))
            if share is not None and wide > 32:
                middle = corner[0] + wide / 2, corner[1] + tall / 2 + 4
                parts.append(svg_text(*middle, decimal(f"{100 * share:.1f} %", lang), "middle", 12 if wide > 48 else 9))
    return "".join(parts)


def _shade(share: float) -> str:
    """White at a half, blue above it, orange below."""
    end, depth = (_ABOVE_HALF, 2 * share - 1) if share > 0.5 else (_BELOW_HALF, 1 - 2 * share)
    return "#" + "".join(f"{round(255 + (part - 255) * 0.75 * depth):02x}" for part in end)


def _win_shares_by_deal(results: MatchResults, bots: list[str], lang: str, x: float, y: float) -> str:
    """The win shares deal by deal, each in the band of its interval."""
    if not results.history:
        return ""
    history = [*results.history, (results.deals, {bot: results.deciding_wins(bot) for bot in bots})]
    # The scale fits the later deals; the wide intervals of the first may leave the panel.
    late = [_drawable(share) for _, shares in history[len(history) // 4 :] for share in shares.values()]
    top = axis_limit(max(share.interval[1] for share in late), 1)

    title = "arena_plot_settling_adjusted" if results.match.evaluator else "arena_plot_settling"
    lines = [Line(bot, [(deals, _drawable(shares[bot])) for deals, shares in history]) for bot in bots]
    parts = [draw_axes(say(title, lang), x, y, top, lang), draw_lines(lines, x, y, results.deals, top)]
    parts.append(svg_text(x, y + PANEL_HEIGHT + 16, "0", "middle"))
    parts.append(svg_text(x + PANEL_WIDTH, y + PANEL_HEIGHT + 16, grouped(results.deals, lang), "end"))
    return "".join(parts)
