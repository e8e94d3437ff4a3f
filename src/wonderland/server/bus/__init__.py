"""Messages between the instances of a server.

================  =========================================================================================
``messages.py``   one typed class per message
``envelope.py``   signs what is sent; refuses what is forged, replayed or old
``bus.py``        the ``Bus`` protocol, and the bus of a server that is alone
``redis_bus.py``  the bus over Redis
``redis_url.py``  the address of a Redis
================  =========================================================================================

Everything here is a hint: that there is something new to read from the database, or who is here. A message holds no
cards, no chat and no names, so whoever can read Redis learns nothing that matters; and whoever can write to it can
make no instance believe anything. Redis may lose every message: what matters is found in the database a moment later.
"""
