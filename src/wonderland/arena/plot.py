"""A match as a drawing: who wins how often, the game's own number, head to head, and how it settled."""

from __future__ import annotations

from itertools import cycle, pairwise
from math import isnan
from pathlib import Path

from wonderland.arena.results import Tally
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
from wonderland.figures.measure import Measure
from wonderland.messages import decimal, grouped, say

WIDTH, HEIGHT = 960, 640
#: Colours that the colour-blind tell apart (Okabe and Ito); names stand beside the lines as well.
LINES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
_GOOD, _BAD = (59, 110, 165), (197, 122, 44)


def draw(tally: Tally, file: Path, lang: str) -> None:
    """Write the drawing of a match, as the file's name ends."""
    write_plot(svg(tally, lang), headline(tally, lang), file, lang)


def svg(tally: Tally, lang: str) -> str:
    bots = tally.ranking
    even = 1 / tally.match.players
    wins = [_known(tally.wins(bot)) for bot in bots]
    panels = [
        bar_chart(say("arena_plot_wins", lang), bots, wins, 50, 80, lang, even),
        _meetings(tally, bots, lang, 50, 370),
    ]
    for name in tally.measures[:1]:
        means = [_known(tally.measure(bot, name)) for bot in bots]
        panels.append(bar_chart(say(f"arena_measure_{name}", lang), bots, means, 530, 80, lang, percent=False))
    panels.append(_settling(tally, bots, lang, 530, 370))
    return svg_document(headline(tally, lang), panels, WIDTH, HEIGHT)


def _known(measure: Measure) -> Measure:
    """What has no interval yet is drawn without one."""
    return Measure(measure.mean, 0.0) if isnan(measure.margin) else measure


def _meetings(tally: Tally, bots: list[str], lang: str, x: float, y: float) -> str:
    """A square for each meeting: how often the row does better than the column."""
    parts = [svg_text(x, y - 24, say("arena_plot_pairs", lang), "start", 13)]
    left = 80
    wide, tall = (PANEL_WIDTH - left) / len(bots), PANEL_HEIGHT / len(bots)
    for row, one in enumerate(bots):
        parts.append(svg_text(x + left - 6, y + (row + 0.5) * tall + 4, fit_name(one, left), "end", 11))
        parts.append(svg_text(x + left + (row + 0.5) * wide, y + PANEL_HEIGHT + 16, fit_name(one, wide), "middle", 11))
        for column, other in enumerate(bots):
            share = tally.meetings.better(one, other).mean if one != other and tally.meetings.met(one, other) else None
            corner = x + left + column * wide, y + row * tall
            parts.append(svg_bar(*corner, wide - 1, tall - 1, "#f4f4f4" if share is None else _shade(share)))
            if share is not None and wide > 32:
                middle = corner[0] + wide / 2, corner[1] + tall / 2 + 4
                parts.append(svg_text(*middle, decimal(f"{100 * share:.1f} %", lang), "middle", 12 if wide > 48 else 9))
    return "".join(parts)


def _shade(share: float) -> str:
    """White at a half, blue above it, orange below."""
    end, depth = (_GOOD, 2 * share - 1) if share > 0.5 else (_BAD, 1 - 2 * share)
    return "#" + "".join(f"{round(255 + (part - 255) * 0.75 * depth):02x}" for part in end)


def _settling(tally: Tally, bots: list[str], lang: str, x: float, y: float) -> str:
    """The win shares deal after deal, each in the band of its interval."""
    if not tally.history:
        return ""
    history = [*tally.history, (tally.deals, {bot: tally.wins(bot) for bot in bots})]
    # The first deals know little: their wide bands may leave the panel.
    late = [_known(share) for _, shares in history[len(history) // 4 :] for share in shares.values()]
    top = axis_limit(max(share.interval[1] for share in late), 1)

    def place(deals: int, share: float) -> tuple[float, float]:
        return x + PANEL_WIDTH * deals / tally.deals, y + PANEL_HEIGHT * (1 - min(max(share, 0), top) / top)

    parts, names = [draw_axes(say("arena_plot_settling", lang), x, y, top, lang)], []
    for bot, colour in zip(bots, cycle(LINES), strict=False):
        known = [(deals, _known(shares[bot])) for deals, shares in history]
        band = [place(deals, share.interval[1]) for deals, share in known]
        band += [place(deals, share.interval[0]) for deals, share in reversed(known)]
        line = [place(deals, share.mean) for deals, share in known]
        parts.append(f'<polygon points="{_points(band)}" fill="{colour}" opacity="0.15"/>\n')
        parts.append(f'<polyline points="{_points(line)}" fill="none" stroke="{colour}" stroke-width="2"/>\n')
        names.append((line[-1][1] - 5, bot, colour))
    for level, bot, colour in _apart(names):
        parts.append(svg_text(x + PANEL_WIDTH - 4, level, fit_name(bot, 160), "end", 11, colour))
    parts.append(svg_text(x, y + PANEL_HEIGHT + 16, "0", "middle"))
    parts.append(svg_text(x + PANEL_WIDTH, y + PANEL_HEIGHT + 16, grouped(tally.deals, lang), "end"))
    return "".join(parts)


def _points(places: list[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in places)


def _apart(names: list[tuple[float, str, str]]) -> list[tuple[float, str, str]]:
    """The names beside their lines, but never on top of each other."""
    placed = sorted(names)
    for one, other in pairwise(range(len(placed))):
        level, bot, colour = placed[other]
        placed[other] = (max(level, placed[one][0] + 13), bot, colour)
    return placed
