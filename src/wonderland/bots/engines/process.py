"""The running program of an engine: lines to it and from it. It can neither block us nor fill our memory."""

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

MAX_BYTES_PER_ANSWER = 1 << 20  #: bytes that an engine may write before one answer
MAX_LINES_PER_ANSWER = 1_000  #: lines that an engine may write before one answer
READ_BYTES = 1 << 16  #: bytes read at once
MAX_STDERR_SHOWN = 300  #: characters of its stderr in the report of its exit
EXIT_TIMEOUT_SECONDS = 0.3  #: how long an engine has to exit by itself


class EngineProcess:
    """A program that exchanges lines with us."""

    def __init__(self, command: str) -> None:
        self._process = group.start(command)
        ends = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._input, self._output, self._errors = (end.fileno() for end in ends if end)
        # Also without a call of ``end``: no engine outlives this process.
        self._kill = weakref.finalize(self, group.kill, self._process, group.start_watchdog(self._process), os.getpid())
        self._selector = DefaultSelector()
        self._selector.register(self._output, EVENT_READ)
        self._selector.register(self._errors, EVENT_READ)
        self._unsent = b""
        self._received = bytearray()
        self._stderr_tail = b""

    def send(self, line: bytes) -> None:
        """Send a line as soon as the pipe takes it. Of older unsent lines only one that may be partly sent is kept."""
        if not self._unsent:
            self._selector.register(self._input, EVENT_WRITE)
        begun, end, _ = self._unsent.partition(b"\n")
        self._unsent = begun + end + line
        self._write()

    def lines(self, deadline: float) -> Iterator[bytes]:
        """The engine's lines until the deadline. An engine that exits or writes too much raises a ``Fault``."""
        said, lines = len(self._received), 0
        late = False
        while True:
            while (end := self._received.find(b"\n")) >= 0:
                line = bytes(self._received[:end])
                del self._received[: end + 1]
                lines += 1
                if lines > MAX_LINES_PER_ANSWER:
                    raise Fault("flooded", NotAllowed("engine_many_lines", most=MAX_LINES_PER_ANSWER))
                if line.strip():
                    yield line
            if said > MAX_BYTES_PER_ANSWER:
                raise Fault("flooded", NotAllowed("engine_many_bytes", most=MAX_BYTES_PER_ANSWER))
            if late:
                return
            left = deadline - monotonic()
            # Read once more after the deadline: a line that came in time counts, even where this process was delayed.
            late = left <= 0
            said += self._wait(max(left, 0))

    def end(self, last_line: bytes = b"") -> None:
        """Send a last line and wait for the exit; then end the program with everything that it has started."""
        if last_line and self._kill.alive:
            with suppress(Fault):
                self.send(last_line)
            self._selector.close()
            if self._process.stdin:
                self._process.stdin.close()
            if not group.wait_for_exit(self._process, EXIT_TIMEOUT_SECONDS):
                group.terminate(self._process)
                group.wait_for_exit(self._process, EXIT_TIMEOUT_SECONDS)
        self._selector.close()
        self._kill()

    def _wait(self, seconds: float) -> int:
        """Wait until something can be read or written, or the time is up; how many bytes of stdout came."""
        said = 0
        for key, _ in self._selector.select(seconds):
            if key.fd == self._input:
                self._write()
            elif key.fd == self._errors:
                self._read_stderr()
            else:
                said += self._read()
        return said

    def _write(self) -> None:
        try:
            sent = os.write(self._input, self._unsent)
        except BlockingIOError:
            return
        except OSError:
            raise self._exit_fault() from None
        self._unsent = self._unsent[sent:]
        if not self._unsent:
            self._selector.unregister(self._input)

    def _read(self) -> int:
        with suppress(BlockingIOError):
            chunk = os.read(self._output, READ_BYTES)
            if not chunk:
                raise self._exit_fault()
            self._received += chunk
            return len(chunk)
        return 0

    def _read_stderr(self) -> bool:
        """Keep the tail of stderr; whether anything was read."""
        chunk = b""
        with suppress(BlockingIOError):
            chunk = os.read(self._errors, READ_BYTES)
            if not chunk:
                self._selector.unregister(self._errors)
            self._stderr_tail = (self._stderr_tail + chunk)[-4 * MAX_STDERR_SHOWN :]
        return bool(chunk)

    def _exit_fault(self) -> Fault:
        """The fault of a program that has exited or closed its pipes, with the tail of its stderr."""
        exited = group.wait_for_exit(self._process, EXIT_TIMEOUT_SECONDS)
        code = self._process.returncode
        how = NotAllowed("engine_exited", code=code) if exited else NotAllowed("engine_closed")
        while self._errors in self._selector.get_map() and self._read_stderr():
            pass
        tail = printable(self._stderr_tail.decode(errors="replace").replace("\n", " | "))
        shown = tail[-MAX_STDERR_SHOWN:].strip(" |")
        return Fault("crashed", how.within("engine_last_words", words=shown) if shown else how)
