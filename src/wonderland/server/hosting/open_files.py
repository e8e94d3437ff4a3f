"""The limit on open files, and so on connections, of this process."""

from __future__ import annotations

import sys
from contextlib import suppress

#: Enough for every connection that one event loop can serve; some systems have no limit at all.
MAX_OPEN_FILES = 65_536

if sys.platform == "win32":

    def raise_limit() -> None:
        """Windows has no such limit for sockets."""

    def limit() -> int:
        return MAX_OPEN_FILES

else:
    import resource

    def raise_limit() -> None:
        """Raise the soft limit, often 1,024, to what we are allowed to have."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MAX_OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, MAX_OPEN_FILES)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            with suppress(ValueError, OSError):  # macOS refuses more than its kernel's own limit
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))

    def limit() -> int:
        """The most that can be open at a time."""
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        return MAX_OPEN_FILES if soft == resource.RLIM_INFINITY else min(soft, MAX_OPEN_FILES)
