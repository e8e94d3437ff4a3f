"""Only figures follow the language of a drawing; names stay as they are."""

from __future__ import annotations

from wonderland.figures.drawing import bar_chart, svg_document
from wonderland.figures.measure import Measure


def test_figures_follow_the_language_and_names_do_not() -> None:
    panel = bar_chart("Wins", ["mybot-1.2"], [Measure(0.625, 0.01)], 0, 0, "fr")
    drawn = svg_document("1.5 million games", [panel], 400, 300)
    assert ">62,50 %<" in drawn
    assert ">0,0 %<" in drawn
    assert ">mybot-1.2<" in drawn
    assert ">1.5 million games<" in drawn
