"""The review of a Parade game (docs/review.md, and docs/formats.md, ``wonderland analyse``).

- ``report.py``: the report, as typed structs
- ``reviewer.py``: a record reviewed
- ``worlds.py``: the candidates of a decision tried in sampled worlds, compiled
- ``decisions.py``: what every legal move of a decision could expect
- ``judging.py``: a decision with the error of the move played, ``marks.py`` its mark, ``why.py`` why
- ``luck.py``: luck and errors that add up
- ``losses.py``: what a decision has lost, cross-fitted
- ``rating.py``: the mean loss, and the bot that loses as much; ``anchors.json``, made by ``anchors.py``: what they lose
- ``table.py``: a report for people at a terminal
"""
