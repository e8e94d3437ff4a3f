"""These tests use what only Linux has: limits on another process, ``/proc`` and namespaces."""

from __future__ import annotations

import sys

collect_ignore_glob = [] if sys.platform == "linux" else ["*"]
