"""For all tests."""

from hypothesis import settings

# A machine that is busy must not fail a test: speed lives in bench/.
settings.register_profile("steady", deadline=None)
settings.load_profile("steady")
