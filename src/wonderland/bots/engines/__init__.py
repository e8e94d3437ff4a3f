"""Bots in any language, over stdin and stdout, one JSON object a line (docs/engines.md, docs/formats.md).

- ``engine.py``: the bot that asks another program, and survives whatever that does
- ``answers.py``: waiting for its answer until its time is up
- ``process.py``: that program while it runs: lines to it, lines from it, never in our way
- ``group.py``: starting that program, and ending it with everything it has started
- ``protocol.py``: what the lines say, both ways
- ``serving.py``: our own bots as engines: ``wonderland engine BOT``
"""

from wonderland.bots.engines.engine import Engine

__all__ = ["Engine"]
