"""Alice: the networks, with a search on top.

- ``beliefs.py``: how likely each card was to be played in every turn so far, by the card network
- ``rollouts.py``: a candidate played on for some turns in a sampled world, and what the position network says then
- ``race.py``: candidates against each other until time is up
- ``choices.py``: what the card network says of each choice, without search
- ``bot.py``: the bot, with and without search, and its levels
"""

from wonderland.bots.parade.alice.bot import make_alice

__all__ = ["make_alice"]
