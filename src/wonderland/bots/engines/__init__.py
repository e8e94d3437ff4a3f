"""Bots in any language, over stdin and stdout, one JSON object per line (docs/engines.md, docs/formats.md).

- ``engine.py``: a bot that asks another program, and survives its failures
- ``answers.py``: waits for an answer until the deadline
- ``process.py``: the running program: non-blocking lines to it and from it
- ``group.py``: starts the program in a process group, and ends the whole group
- ``protocol.py``: the messages, both ways
- ``serving.py``: our own bots as engines: ``wonderland engine BOT``
"""

from wonderland.bots.engines.engine import Engine

__all__ = ["Engine"]
