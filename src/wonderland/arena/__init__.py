"""Matches between bots: the same deals in every seating, and how sure the result is.

>>> from wonderland.arena import Match, MatchRunner
>>> runner = MatchRunner(Match.of(["rabbit", "greedy"], players=2, seed=7), games=60)
>>> runner.play(jobs=1)
>>> round(sum(runner.results.wins(bot).mean for bot in runner.match.entrants), 6)
1.0

What is played:

- ``match.py``: the bots, the table and the seed; every game is a function of the match and its number
- ``seating.py``: who sits where
- ``luck.py``: the evaluator that measures the luck of every game, fixed beforehand
- ``plan.py``: a match, and how much of it is to be played

Playing it:

- ``runner.py``: plays a match, from the games already played to the last one
- ``match_work.py``: its games as work for ``wonderland.parallel``: in this process, in several, or on a cluster
- ``match_bots.py``: makes the bots for each game; engines keep running from game to game
- ``play_game.py``: one game, in turns or in virtual time
- ``game_result.py``: the result of one game

What came of it:

- ``results.py``: the results of a match, added up deal by deal
- ``head_to_head.py``: the same for each pair of bots
- ``intervals.py``: confidence intervals of a mean over deals
- ``ratings.py``: openskill's ratings

Files and reports:

- ``match_writer.py``, ``match_reader.py``: the file of ``--save`` and ``--resume``
- ``record_writer.py``: the file of ``--records``
- ``match_files.py``: checks and opens the files that a match writes
- ``report.py``: the report as tables; ``sentences.py`` has its sentences
- ``report_json.py``: the report as JSON
- ``plot.py``: the report as a drawing
"""

from wonderland.arena.match import Match
from wonderland.arena.results import MatchResults
from wonderland.arena.runner import MatchRunner

__all__ = ["Match", "MatchResults", "MatchRunner"]
