"""Plots as SVG, written without a plotting library; HTML and PNG are made from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from importlib.util import find_spec
from math import floor, inf, log10
from pathlib import Path

from wonderland.core.errors import NotInstalled, Unreadable
from wonderland.figures.formatting import truncate_middle
from wonderland.figures.measure import Measure
from wonderland.messages import decimal

PLOT_SUFFIXES = (".svg", ".html", ".png")
BAR_COLOUR, TEXT_COLOUR, GRID_COLOUR = "#3b6ea5", "#222222", "#c8c8c8"
PANEL_WIDTH, PANEL_HEIGHT = 380, 200


def check_plot_file(file: Path) -> None:
    """Raise, before anything is played, if a plot could not be written to this file."""
    if file.suffix.lower() not in PLOT_SUFFIXES:
        raise Unreadable("sim_plot_kind", file=file.name)
    if file.suffix.lower() == ".png" and not find_spec("resvg_py"):
        raise NotInstalled("sim_plot_png")


def write_plot(picture: str, title: str, file: Path, lang: str) -> None:
    """Write an SVG document as the file's suffix says: SVG, HTML or PNG."""
    if file.suffix.lower() == ".png":
        import resvg_py

        file.write_bytes(bytes(resvg_py.svg_to_bytes(svg_string=picture, zoom=2, font_family="DejaVu Sans")))
    elif file.suffix.lower() == ".html":
        head = f'<!doctype html>\n<html lang="{lang}">\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n'
        file.write_text(f"{head}{picture}</html>\n", "utf-8")
    else:
        file.write_text(picture, "utf-8")


def svg_document(title: str, panels: Iterable[str], width: int, height: int) -> str:
    """The whole document from its panels."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'font-family="DejaVu Sans, Verdana, sans-serif" font-size="12" fill="{TEXT_COLOUR}">\n'
        f"<title>{escape(title)}</title>\n"
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>\n'
        f"{svg_text(width / 2, 34, title, 'middle', 16)}{''.join(panels)}</svg>\n"
    )


def bar_chart(
    title: str,
    names: Sequence[str],
    rates: Sequence[Measure],
    x: float,
    y: float,
    lang: str,
    fair: float | None = None,
    percent: bool = True,
) -> str:
    """One bar for each name, with its confidence interval; a dashed line at ``fair``, if given."""
    top = axis_limit(max((rate.interval[1] for rate in rates), default=0), 1 if percent else inf)
    step = PANEL_WIDTH / max(len(names), 1)
    parts = [draw_axes(title, x, y, top, lang, percent)]
    for place, (name, rate) in enumerate(zip(names, rates, strict=True)):
        middle, tall = x + (place + 0.5) * step, PANEL_HEIGHT * rate.mean / top
        parts.append(svg_bar(middle - step * 0.3, y + PANEL_HEIGHT - tall, step * 0.6, tall))
        low, high = (y + PANEL_HEIGHT * (1 - bound / top) for bound in rate.interval)
        parts.append(f'<path d="M{middle:.1f} {high:.1f}V{low:.1f}" stroke="{TEXT_COLOUR}" stroke-width="2"/>\n')
        # The label stands at the foot of the bar or, where it does not fit, above it: the interval must not cross it.
        inside = low < y + PANEL_HEIGHT - 24 and step * 0.6 > 60
        label = y + PANEL_HEIGHT - 8 if inside else min(high, y + PANEL_HEIGHT - tall) - 8
        figure = f"{100 * rate.mean:.2f} %" if percent else f"{rate.mean:.2f}"
        parts.append(svg_text(middle, label, decimal(figure, lang), "middle", 12, "#ffffff" if inside else TEXT_COLOUR))
        parts.append(svg_text(middle, y + PANEL_HEIGHT + 16, fit_name(name, step), "middle", 11))
    if fair is not None:
        level = y + PANEL_HEIGHT * (1 - fair / top)
        parts.append(f'<path d="M{x} {level:.1f}h{PANEL_WIDTH}" stroke="{TEXT_COLOUR}" stroke-dasharray="4 4"/>\n')
    return "".join(parts)


def fit_name(name: str, width: float) -> str:
    """A name cut to a width in pixels."""
    return truncate_middle(name, int(width / 6.5))


def axis_limit(highest: float, upper_bound: float = inf) -> float:
    """Where an axis ends: a round number at least a tenth above the highest value, but at most ``upper_bound``.

    >>> axis_limit(0.42, 1), axis_limit(0.96, 1), axis_limit(31.4)
    (0.5, 1, 40.0)
    """
    if highest <= 0:
        return min(1.0, upper_bound)
    unit = 10.0 ** floor(log10(1.1 * highest))
    return min(
        next(steps * unit for steps in (1, 1.5, 2, 3, 4, 5, 6, 8, 10) if steps * unit >= 1.1 * highest), upper_bound
    )


def draw_axes(title: str, x: float, y: float, top: float, lang: str, percent: bool = True) -> str:
    """A panel's title and its grid lines at zero, half and all of ``top``."""
    lines = []
    for part in (0.0, 0.5, 1.0):
        level = y + PANEL_HEIGHT - PANEL_HEIGHT * part
        lines.append(f'<path d="M{x} {level}h{PANEL_WIDTH}" stroke="{GRID_COLOUR}"/>\n')
        figure = f"{100 * top * part:.1f} %" if percent else f"{top * part:.1f}"
        lines.append(svg_text(x - 4, level + 4, decimal(figure, lang), "end", 10))
    return svg_text(x, y - 24, title, "start", 13) + "".join(lines)


def svg_bar(x: float, y: float, width: float, height: float, fill: str = BAR_COLOUR) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{fill}"/>\n'


def svg_text(x: float, y: float, text: str, anchor: str, size: int = 12, fill: str = TEXT_COLOUR) -> str:
    attributes = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" fill="{fill}"'
    return f"<text {attributes}>{escape(text)}</text>\n"
