"""Players made of code. A bot is handed views only, never a state.

- ``bot.py``: the protocol: a seat's view and a budget in, an action out
- ``registry.py``: which bots there are, by name; those with an avatar are the ladder
- ``running.py``: asking a bot, whatever it does
- ``parade/``, ``nimble/``: the bots themselves
- ``engines/``: bots in any language, over a pipe
"""
