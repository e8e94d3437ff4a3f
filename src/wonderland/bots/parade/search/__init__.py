"""Search with sampled hidden hands.

- ``bot.py``: the bots: how long they think, and what they choose
- ``race.py``: the candidates of a turn, played out in the same worlds until one is clearly best
- ``discards.py``: the last choice, as a mixed strategy
- ``beliefs.py``: hidden hands sampled as likely as the history makes them
- ``rollouts.py``: candidates played to the end
- ``endgame.py``: the last choice as a game of its own, by fictitious play
"""

from wonderland.bots.parade.search.bot import Search, cat

__all__ = ["Search", "cat"]
