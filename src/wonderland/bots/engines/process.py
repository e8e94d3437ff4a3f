"""Another program while it runs: lines to it and lines from it. Nothing it does can block us or fill our memory."""

from __future__ import annotations

import os
import weakref
from collections.abc import Iterator
from contextlib import suppress
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from time import monotonic

from wonderland.bots.engines import group
from wonderland.bots.running import Fault
from wonderland.core.errors import NotAllowed
from wonderland.messages import printable

MOST = 1 << 20  #: bytes an engine may say before one answer,
MOST_LINES = 1_000  #: and lines
READ_BYTES = 1 << 16  #: bytes read at once
MAX_STDERR_SHOWN = 300  #: characters of its stderr that a report of its end holds
EXIT_TIMEOUT_SECONDS = 0.3  #: how long an engine has to exit by itself


class Process:
    """A command that is talked to in lines."""

    def __init__(self, command: str) -> None:
        self._process = group.start(command)
        ends = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._input, self._output, self._errors = (end.fileno() for end in ends if end)
        # Also when nobody says goodbye: no engine outlives us.
        self._kill = weakref.finalize(self, group.kill, self._process, group.watch(self._process), os.getpid())
        self._selector = DefaultSelector()
        self._selector.register(self._output, EVENT_READ)
        self._selector.register(self._errors, EVENT_READ)
        self._unsent = b""
        self._heard = bytearray()
        self._last_words = b""

    def send(self, line: bytes) -> None:
        """Say a line as soon as the engine listens. Of older ones still unsaid, only one that may be begun is kept."""
        if not self._unsent:
            self._selector.register(self._input, EVENT_WRITE)
        begun, end, _ = self._unsent.partition(b"\n")
        self._unsent = begun + end + line
        self._write()

    def lines(self, deadline: float) -> Iterator[bytes]:
        """What the engine says until the deadline. When it cannot go on, a ``Fault`` is raised."""
        said, lines = len(self._heard), 0
        late = False
        while True:
            while (end := self._heard.find(b"\n")) >= 0:
                line = bytes(self._heard[:end])
                del self._heard[: end + 1]
                lines += 1
                if lines > MOST_LINES:
                    raise Fault("flooded", NotAllowed("engine_many_lines", most=MOST_LINES))
                if line.strip():
                    yield line
            if said > MOST:
                raise Fault("flooded", NotAllowed("engine_many_bytes", most=MOST))
            if late:
                return
            left = deadline - monotonic()
            # One more look after the deadline: what came in time counts, even if we were kept from reading it.
            late = left <= 0
            said += self._wait(max(left, 0))

    def end(self, farewell: bytes = b"") -> None:
        """Say a last line and let it leave; what stays after a moment is ended, with everything it has started."""
        if farewell and self._kill.alive:
            with suppress(Fault):
                self.send(farewell)
            self._selector.close()
            if self._process.stdin:
                self._process.stdin.close()
            if not group.leaves(self._process, EXIT_TIMEOUT_SECONDS):
                group.ask_to_leave(self._process)
                group.leaves(self._process, EXIT_TIMEOUT_SECONDS)
        self._selector.close()
        self._kill()

    def _wait(self, seconds: float) -> int:
        """Until something can be read or written, or the time is up; how many bytes of answers came."""
        said = 0
        for key, _ in self._selector.select(seconds):
            if key.fd == self._input:
                self._write()
            elif key.fd == self._errors:
                self._listen()
            else:
                said += self._read()
        return said

    def _write(self) -> None:
        try:
            sent = os.write(self._input, self._unsent)
        except BlockingIOError:
            return
        except OSError:
            raise self._gone() from None
        self._unsent = self._unsent[sent:]
        if not self._unsent:
            self._selector.unregister(self._input)

    def _read(self) -> int:
        with suppress(BlockingIOError):
            chunk = os.read(self._output, READ_BYTES)
            if not chunk:
                raise self._gone()
            self._heard += chunk
            return len(chunk)
        return 0

    def _listen(self) -> bool:
        """Keep the end of what it writes to stderr; whether there was anything."""
        chunk = b""
        with suppress(BlockingIOError):
            chunk = os.read(self._errors, READ_BYTES)
            if not chunk:
                self._selector.unregister(self._errors)
            self._last_words = (self._last_words + chunk)[-4 * MAX_STDERR_SHOWN :]
        return bool(chunk)

    def _gone(self) -> Fault:
        """It has left, or will not speak again: how, and its last words."""
        left = group.leaves(self._process, EXIT_TIMEOUT_SECONDS)
        code = self._process.returncode
        how = NotAllowed("engine_exited", code=code) if left else NotAllowed("engine_closed")
        while self._errors in self._selector.get_map() and self._listen():
            pass
        told = printable(self._last_words.decode(errors="replace").replace("\n", " | "))
        words = told[-MAX_STDERR_SHOWN:].strip(" |")
        return Fault("crashed", how.within("engine_last_words", words=words) if words else how)
