"""The statistics of a run as a drawing: our own SVG, which a page or a picture can hold."""

from __future__ import annotations

import re
from html import escape
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from wonderland.core.errors import Unreadable
from wonderland.messages import decimal, say
from wonderland.sim import NotInstalled
from wonderland.sim.report import number, seat_name
from wonderland.sim.summary import Counts, Measure, Statistics

WIDTH, HEIGHT = 960, 640
KINDS = (".svg", ".html", ".png")
_BARS, _INK, _FAINT = "#3b6ea5", "#222222", "#c8c8c8"


def check_kind(file: Path) -> None:
    """Refuse, before anything is simulated, a file that could not be drawn at the end."""
    if file.suffix not in KINDS:
        raise Unreadable("sim_plot_kind", file=file.name)
    if file.suffix.lower() == ".png" and not find_spec("resvg_py"):
        raise NotInstalled("sim_plot_png")


def draw(found: Statistics, file: Path, lang: str) -> None:
    """Write the drawing of a run, as the file's name ends."""
    picture = svg(found, lang)
    if file.suffix.lower() == ".png":
        import resvg_py

        file.write_bytes(bytes(resvg_py.svg_to_bytes(svg_string=picture, zoom=2, font_family="DejaVu Sans")))
    elif file.suffix.lower() == ".html":
        title = escape(_title(found, lang))
        page = (
            f'<!doctype html>\n<html lang="{lang}">\n<meta charset="utf-8">\n<title>{title}</title>\n{picture}</html>\n'
        )
        file.write_text(page, "utf-8")
    else:
        file.write_text(picture, "utf-8")


def svg(found: Statistics, lang: str) -> str:
    """Four panels: scores, wins by turn order, lengths, and what begins the last round."""
    title = _title(found, lang)
    seats = [seat_name(seat, lang) for seat in range(found.players)]
    wins = [found.wins(seat) for seat in range(found.players)]
    causes = found.cause_counts
    panels = [
        _histogram(say("sim_plot_scores", lang), found.score_counts.sum(axis=0), 50, 80),
        _bars(say("sim_plot_wins", lang), seats, wins, 530, 80, 1 / found.players),
        _histogram(say("sim_plot_lengths", lang), found.ply_counts, 50, 370),
        _bars(
            say("sim_plot_ends", lang),
            [say(f"sim_{cause}", lang) for cause in causes],
            [found.rate(count) for count in causes.values()],
            530,
            370,
        ),
    ]
    # The words of a picture stand between its tags; only they are in a language.
    words = re.sub(r">[^<>]+<", lambda part: decimal(part[0], lang), "".join(panels))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'font-family="DejaVu Sans, Verdana, sans-serif" font-size="12" fill="{_INK}">\n'
        f"<title>{escape(title)}</title>\n"
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>\n'
        f"{_text(WIDTH / 2, 34, title, 'middle', 16)}{words}</svg>\n"
    )


def _title(found: Statistics, lang: str) -> str:
    policy = ", ".join(dict.fromkeys(found.policies))
    return say(
        "sim_table_title", lang, games=number(found.games), players=found.players, policy=policy, seed=found.seed
    )


_W, _H = 380, 200  # a panel


def _histogram(title: str, counts: Counts, x: float, y: float) -> str:
    """Bars for the values that hold all but a ten-thousandth of the games at the upper end."""
    total = max(int(counts.sum()), 1)
    seen = counts.nonzero()[0]
    low = int(seen[0]) if len(seen) else 0
    high = int(np.searchsorted(np.cumsum(counts), 0.9999 * total))
    shown = counts[low : high + 1] / total
    top, step = max(float(shown.max(initial=0)), 1e-9), _W / max(len(shown), 1)
    parts = [_frame(title, x, y, top)]
    for place, share in enumerate(shown):
        tall = _H * float(share) / top
        parts.append(_bar(x + place * step, y + _H - tall, max(step - 0.5, 0.5), tall))
    every = next(step for step in (1, 2, 5, 10, 20, 50, 100) if (high - low) / step <= 10)
    ticks = [value for value in range(low, high + 1) if value % every == 0]
    parts += [_text(x + (value - low + 0.5) * step, y + _H + 16, str(value), "middle") for value in ticks]
    return "".join(parts)


def _bars(title: str, names: list[str], rates: list[Measure], x: float, y: float, fair: float | None = None) -> str:
    """A bar a name with its confidence interval; a dashed line at what would be fair."""
    top = max(max((rate.mean + rate.margin for rate in rates), default=0) * 1.1, 1e-9)
    step = _W / max(len(names), 1)
    parts = [_frame(title, x, y, top)]
    for place, (name, rate) in enumerate(zip(names, rates, strict=True)):
        middle, tall = x + (place + 0.5) * step, _H * rate.mean / top
        parts.append(_bar(middle - step * 0.3, y + _H - tall, step * 0.6, tall))
        high, low = (y + _H - _H * (rate.mean + side * rate.margin) / top for side in (1, -1))
        parts.append(f'<path d="M{middle:.1f} {high:.1f}V{low:.1f}" stroke="{_INK}" stroke-width="2"/>\n')
        inside = tall > 24 and step * 0.6 > 60
        label = y + _H - (tall / 2 if inside else tall + 8)
        parts.append(_text(middle, label, f"{100 * rate.mean:.2f} %", "middle", 12, "#ffffff" if inside else _INK))
        parts.append(_text(middle, y + _H + 16, name, "middle", 11))
    if fair is not None:
        level = y + _H - _H * fair / top
        parts.append(f'<path d="M{x} {level:.1f}h{_W}" stroke="{_INK}" stroke-dasharray="4 4"/>\n')
    return "".join(parts)


def _frame(title: str, x: float, y: float, top: float) -> str:
    lines = []
    for part in (0.0, 0.5, 1.0):
        level = y + _H - _H * part
        lines.append(f'<path d="M{x} {level}h{_W}" stroke="{_FAINT}"/>\n')
        lines.append(_text(x - 4, level + 4, f"{100 * top * part:.1f} %", "end", 10))
    return _text(x, y - 12, title, "start", 13) + "".join(lines)


def _bar(x: float, y: float, width: float, height: float) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{_BARS}"/>\n'


def _text(x: float, y: float, words: str, anchor: str, size: int = 12, fill: str = _INK) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" fill="{fill}"'
    return f"<text {place}>{escape(words)}</text>\n"
