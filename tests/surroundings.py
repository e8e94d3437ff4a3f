"""What a process inherits from whoever starts it: signals and variables, set back to what every test expects."""

from __future__ import annotations

import os
import re
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


#: What changes what programs print or where they connect, and our own settings; but not where a browser or a cache is.
CHANGING = re.compile(
    r"LANG|LANGUAGE|LC_.*|COLUMNS|LINES|NO_COLOR|FORCE_COLOR|(?i:.*_proxy)"
    r"|WONDERLAND_(?!(CHROMIUM|FIREFOX|WEBKIT_DRIVER|XVFB|CACHE)$).*"
)


def reset_variables() -> None:
    """English, in no colours and without a proxy, here and in every process started from here."""
    for name in list(os.environ):
        if CHANGING.fullmatch(name):
            del os.environ[name]
    os.environ["LANG"] = "C.UTF-8"
