"""Signals as a process has them that somebody starts at a terminal."""

from __future__ import annotations

import signal
import sys

#: What nohup, a shell's ``&``, cron or another supervisor may have set to be ignored, which child processes inherit.
RESET = ("SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM", "SIGALRM", "SIGCHLD", "SIGUSR1", "SIGUSR2", "SIGCONT", "SIGTSTP")


def reset_signals() -> None:
    """Let signals do again what they do by default, here and in every process started from here.

    Tests send signals to processes of their own and wait for what comes of it: one that is ignored would be waited
    for without end.
    """
    for number in (getattr(signal, name) for name in RESET if hasattr(signal, name)):
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
