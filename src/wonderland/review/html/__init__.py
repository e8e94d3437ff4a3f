"""Reviews as one HTML file that needs nothing else: no network, no scripts; on a phone, a laptop and on paper.

- ``writer.py``: the file, written report by report; ``write_report`` for a few of them
- ``game_page.py``: what a game's own part of the page is (``<game>/page.py``)
- ``elements.py``: HTML elements, whose text is always escaped
- ``charts.py``, ``bars.py``: curves and bars of any game
- ``style.css``: how all of it looks
"""

from wonderland.review.html.writer import HtmlReport, write_report

__all__ = ["HtmlReport", "write_report"]
