"""Everybody's chances as a stacked curve. Shapes stretch with the page; texts are HTML and keep their size."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from wonderland.review.html.elements import Html, element, join, unseen

#: A band is named inside the curve where it is at least so thick, and away from the edges.
MIN_NAMED_THICKNESS, NAME_EDGE = 0.16, 0.12
#: Seats have so many colours; style.css has them.
SEAT_COLOURS = 6


class Marker(NamedTuple):
    """A moment above the curve that leads to a place in the page."""

    moment: int
    kind: str
    target: str
    said: str


def stacked_curve(
    names: Sequence[str],
    moments: Sequence[Sequence[float]],
    said: str,
    hints: Sequence[str],
    ticks: Sequence[tuple[int, str]],
    markers: Sequence[Marker] = (),
) -> Html:
    """Shares of all seats that sum to 1, moment by moment, the first seat on top; ``hints`` appear under a pointer."""
    last = max(len(moments) - 1, 1)
    edges = [[0.0] * len(moments)]
    for seat in range(len(names)):
        edges.append([edge + shares[seat] for edge, shares in zip(edges[-1], moments, strict=True)])
    bands = []
    for seat, (upper, lower) in enumerate(pairwise(edges)):
        there = [f"{place},{100 * edge:.2f}" for place, edge in enumerate(upper)]
        back = [f"{place},{100 * edge:.2f}" for place, edge in reversed(list(enumerate(lower)))]
        bands.append(element("polygon", points=" ".join(there + back), class_=f"seat-{seat % SEAT_COLOURS}"))
    lines = [element("path", d=f"M0 {level}H{last}", class_="grid") for level in (25, 50, 75)]
    strips = [
        element("rect", element("title", hint), x=max(place - 0.5, 0), y=0, width=1, height=100, class_="strip")
        for place, hint in enumerate(hints)
    ]
    picture = element(
        "svg", *bands, *lines, *strips,
        viewBox=f"0 0 {last} 100", preserveAspectRatio="none", role="img", aria_label=said,
    )  # fmt: skip
    labels = [_band_name(names, seat, edges) for seat in range(len(names))]
    marks = [
        element(
            "a", unseen(marker.said), href=f"#{marker.target}", class_=f"marker {marker.kind}", title=marker.said,
            style=f"left:{100 * marker.moment / last:.2f}%",
        )
        for marker in markers
    ]  # fmt: skip
    axis = [element("span", text, style=f"left:{100 * place / last:.2f}%") for place, text in ticks]
    return element(
        "div",
        element("div", *marks, class_="markers") if marks else None,
        element("div", picture, *labels, class_="plot"),
        element("div", *axis, class_="axis", aria_hidden="true"),
        class_="curve",
    )


def _band_name(names: Sequence[str], seat: int, edges: Sequence[Sequence[float]]) -> Html | None:
    """A seat's name where its band is thickest."""
    upper, lower = edges[seat], edges[seat + 1]
    last = max(len(upper) - 1, 1)
    inner = [place for place in range(len(upper)) if NAME_EDGE <= place / last <= 1 - NAME_EDGE]
    place = max(inner, key=lambda place: lower[place] - upper[place], default=None)
    if place is None or lower[place] - upper[place] < MIN_NAMED_THICKNESS:
        return None
    where = f"left:{100 * place / last:.1f}%;top:{50 * (upper[place] + lower[place]):.1f}%"
    return element("span", names[seat], class_="band-name", style=where, aria_hidden="true")


def legend(names: Sequence[str], figures: Sequence[str]) -> Html:
    """The colour of each seat, its name and a figure."""
    entries = (
        element("li", seat_swatch(seat), element("span", name, class_="name"), " ", element("b", figure))
        for seat, (name, figure) in enumerate(zip(names, figures, strict=True))
    )
    return element("ul", *entries, class_="legend")


def seat_swatch(seat: int) -> Html:
    """A small square in a seat's colour, beside its name."""
    return element("span", class_=f"swatch seat-{seat % SEAT_COLOURS}", aria_hidden="true")


def seat_name(seat: int, name: str) -> Html:
    """A seat's name beside its colour."""
    return element("span", join([seat_swatch(seat), name]), class_="seat-name")
