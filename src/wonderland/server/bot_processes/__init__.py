"""Bots that think outside the event loop, and those quick enough to think inside it.

===================  ========================================================================================
``bot_processes.py``      whom tables ask: whatever goes wrong with a bot, there is an answer
``pool.py``          the processes in which bots think, first come first served
``process.py``       one of those processes, seen from the server
``worker.py``        the same process from inside: questions in, answers out
``questions.py``     what is said between them
``warmups.py``    bots that must be compiled first, and getting them ready in the background
``pacing.py``        how long a bot of Parade waits before its move, where people play
``nimble.py``        the bots of one round of Nimble, in the event loop: a decision takes microseconds
===================  ========================================================================================
"""
