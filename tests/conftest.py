"""For all tests."""

import signal

from hypothesis import settings

# A machine that is busy must not fail a test: speed lives in bench/.
settings.register_profile("steady", deadline=None)
settings.load_profile("steady")

# Ctrl-C is tested, too, and a shell that runs the tests in the background has it ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
