"""Resets what the test process has inherited, signal handlers and environment variables, to what every test expects."""

from __future__ import annotations

import os
import re
import signal
import sys

#: Signals that nohup, a shell's ``&``, cron or a supervisor may have set to be ignored; child processes inherit that.
SIGNALS_RESET = (
    "SIGHUP",
    "SIGINT",
    "SIGQUIT",
    "SIGTERM",
    "SIGALRM",
    "SIGCHLD",
    "SIGUSR1",
    "SIGUSR2",
    "SIGCONT",
    "SIGTSTP",
)


def reset_signals() -> None:
    """Restore the default handlers, for this process and its children.

    Tests send signals to processes that they have started and wait for the effect: with an ignored signal they would
    wait forever.
    """
    for number in (getattr(signal, name) for name in SIGNALS_RESET if hasattr(signal, name)):
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_SETMASK, [])


#: The address of a PostgreSQL for the tests, on which they may create databases; else they start one.
TEST_POSTGRES = "WONDERLAND_TEST_POSTGRES"

#: The address of a Redis for the tests; else they start one.
TEST_REDIS = "WONDERLAND_TEST_REDIS"

#: Variables that change what programs print or where they connect, and our own settings, except the paths of a browser
#: and a cache, and a database and a Redis for the tests.
VARIABLES_REMOVED = re.compile(
    r"LANG|LANGUAGE|LC_.*|COLUMNS|LINES|NO_COLOR|FORCE_COLOR|(?i:.*_proxy)"
    r"|WONDERLAND_(?!(CHROMIUM|FIREFOX|WEBKIT_DRIVER|XVFB|CACHE|TEST_POSTGRES|TEST_REDIS)$).*"
)


def reset_variables() -> None:
    """English, no colours and no proxy, for this process and its children."""
    for name in list(os.environ):
        if VARIABLES_REMOVED.fullmatch(name):
            del os.environ[name]
    os.environ["LANG"] = "C.UTF-8"
