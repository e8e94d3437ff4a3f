"""Matches between bots: the same deals in every seating, and how sure the result is.

>>> from wonderland.arena import Contest, Match
>>> contest = Contest(Match.of(["rabbit", "greedy"], players=2, seed=7), wanted=60)
>>> contest.play(jobs=1)
>>> round(sum(contest.tally.wins(bot).mean for bot in contest.match.entrants), 6)
1.0

- ``match.py``: what is to be played; every game is a function of the match and its number
- ``seating.py``: who sits where
- ``roster.py``: the bots, made for each game; programs of their own are kept
- ``playing.py``: one game, in turns or in virtual time
- ``workers.py``: games played by several processes, each of which is in ``worker.py``
- ``stopping.py``: being stopped from outside
- ``contest.py``: a match being played, from where it stands
- ``results.py``: the match added up, deal by deal
- ``intervals.py``: how sure a mean over deals is
- ``ratings.py``: openskill's ratings
- ``keeping.py``: a match in a file, to go on with; ``kept.py`` reads it
- ``recording.py``: the records of its games
- ``files.py``: both of them, and what must not be lost
- ``report.py``: tables and sentences for people
- ``telling.py``: the same for programs
- ``plot.py``: a drawing
"""

from wonderland.arena.contest import Contest
from wonderland.arena.match import Match
from wonderland.arena.results import Tally

__all__ = ["Contest", "Match", "Tally"]
