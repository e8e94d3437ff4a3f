"""Players made of code. A bot is handed views only, never a state.

- ``bot.py``: the protocol: a seat's view and a budget in, an action out
- ``registry.py``: the bots by name; those with an avatar are the ladder
- ``options.py``: what a bot's name carries after a colon
- ``kit.py``: what tables, the arena and engines need to know of a game's bots; the random bot
- ``evaluator.py``: what measures the luck in a finished game
- ``running.py``: asks a bot for an action, and survives its faults
- ``timeline.py``: the bots of a live game in time, virtual or real
- ``real_time.py``: the bots of a live game at a table
- ``pacing.py``: reaction times like those of people
- ``warmup.py``: compiles what a bot needs before its first decision
- ``parade/``, ``nimble/``: the bots themselves
- ``engines/``: bots in any language, over a pipe
"""
