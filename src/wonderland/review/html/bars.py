"""Bars: what adds up to a result, and how far each choice is behind the best."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from wonderland.review.html.elements import Html, element


class Step(NamedTuple):
    """One term of a sum, as it is shown."""

    label: str
    value: float
    figure: str


class Total(NamedTuple):
    """Where a sum begins or ends."""

    label: str
    value: float
    figure: str


def running_totals(start: float, steps: Sequence[Step]) -> list[float]:
    """The sum before the first step and after each.

    >>> running_totals(0.5, [Step("deal", 0.25, ""), Step("errors", -0.5, "")])
    [0.5, 0.75, 0.25]
    """
    totals = [start]
    for step in steps:
        totals.append(totals[-1] + step.value)
    return totals


def sum_table(caption: str, start: Total, steps: Sequence[Step], end: Total, low: float, high: float) -> Html:
    """A sum, one row a term; each bar begins where the one before ends; all reach from ``low`` to ``high``."""
    rows = [_row(start, _bar(min(start.value, 0), max(start.value, 0), "total", low, high), "total")]
    for step, (before, after) in zip(steps, pairwise(running_totals(start.value, steps)), strict=True):
        kind = "gain" if step.value >= 0 else "loss"
        rows.append(_row(step, _bar(min(before, after), max(before, after), kind, low, high)))
    rows.append(_row(end, _bar(min(end.value, 0), max(end.value, 0), "total", low, high), "total"))
    return element("table", element("caption", caption), element("tbody", *rows), class_="sum")


def _row(term: Step | Total, bar: Html, kind: str | None = None) -> Html:
    figures = element("td", term.figure, class_="figure")
    return element("tr", element("th", term.label, scope="row"), element("td", bar, class_="bar"), figures, class_=kind)


def _bar(left: float, right: float, kind: str, low: float, high: float) -> Html:
    width = high - low
    where = f"left:{100 * (left - low) / width:.2f}%;width:{max(100 * (right - left) / width, 0.3):.2f}%"
    zero = f"left:{100 * (0 - low) / width:.2f}%"
    return element(
        "div", element("i", class_="zero", style=zero), element("i", class_=kind, style=where),
        class_="track", aria_hidden="true",
    )  # fmt: skip


def behind_bar(behind: float, margin: float, widest: float, kind: str) -> Html:
    """How far a choice is behind the best: a bar from the right edge, which is the best, with its 95 % interval."""
    scale = 100 / widest if widest > 0 else 0
    low, high = max(behind - margin, 0) * scale, min((behind + margin) * scale, 100)
    parts = [element("i", class_=kind, style=f"right:0;width:{min(max(behind * scale, 0), 100):.2f}%")]
    if margin > 0:
        parts.append(element("i", class_="interval", style=f"right:{low:.2f}%;width:{max(high - low, 0):.2f}%"))
    return element("div", *parts, class_="track behind", aria_hidden="true")
