"""Why the server closes a socket: the WebSocket close code and when to come back (docs/protocol.md)."""

from __future__ import annotations

#: WebSocket close codes by the ``why`` of ``bye``.
CLOSE_CODES = {"restarting": 1012, "closed": 1000, "slow": 4408, "flood": 4429, "banned": 4403}
#: Milliseconds after which a client should reconnect; a reason that is missing here means: not at all.
RETRY_AFTER_MS = {"restarting": 500, "slow": 0, "flood": 60_000}
