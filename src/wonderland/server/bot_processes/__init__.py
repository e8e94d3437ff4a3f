"""Bots' decisions in child processes, so that thinking never holds up the event loop.

======================  =====================================================================================
``processes.py``        whom tables ask: whatever goes wrong with a bot, there is an answer
``pool.py``             the child processes, assigned in the order of requests
``process.py``          one of them, seen from the server
``child.py``            the same process from inside: requests in, responses out
``child_protocol.py``   the messages between them
``warmups.py``          bots that must be compiled first, and compiling them in the background
``delays.py``           how long a bot of a turn-based game waits before its move, among people
======================  =====================================================================================
"""
