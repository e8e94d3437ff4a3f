"""WebSocket frames (RFC 6455, section 5) as a server reads and writes them, without extensions."""

from __future__ import annotations

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
FINAL = 0x80  #: the bit of a message's last frame
CONTROL = 0x08  #: the bit of those opcodes that are no message's
#: What a frame may begin with: no reserved bits, no unknown opcodes, no control frames in parts.
FIRST_BYTES = frozenset(
    (*(FINAL | opcode for opcode in (CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG)), CONTINUATION, TEXT, BINARY)
)
MASKED = 0x80  #: the bit that every frame of a client has
MAX_CONTROL_BYTES = 125

#: Close codes (RFC 6455, 7.4).
NORMAL, GOING_AWAY, PROTOCOL_ERROR, NO_CODE, INVALID_TEXT, TOO_BIG, OUR_MISTAKE, RESTARTING = (
    *(1000, 1001, 1002, 1005),
    *(1007, 1009, 1011, 1012),
)
#: Those that a client may send, besides 3000 to 4999.
CLIENT_CLOSE_CODES = frozenset((*range(1000, 1004), *range(1007, 1015)))


class FrameError(Exception):
    """A client sent what no frame of a client is; the connection is closed with ``code``."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


def frame(data: bytes, opcode: int = TEXT) -> bytes:
    """One whole message, or a control frame.

    >>> frame(b"Hi").hex(" ")
    '81 02 48 69'
    """
    size = len(data)
    if size < 126:
        return bytes((FINAL | opcode, size)) + data
    if size < 1 << 16:
        return bytes((FINAL | opcode, 126)) + size.to_bytes(2) + data
    return bytes((FINAL | opcode, 127)) + size.to_bytes(8) + data


def read_frame(data: bytes, start: int, max_bytes: int) -> tuple[int, bytes, int] | None:
    """The frame at ``start``: its first byte, what it holds, and where it ends; None if it is not whole yet.

    >>> read_frame(bytes.fromhex("81 82 01 02 03 04 49 6b"), 0, max_bytes=9)
    (129, b'Hi', 8)
    """
    if len(data) < start + 2:
        return None
    first, size = data[start], data[start + 1] - MASKED
    if first not in FIRST_BYTES or size < 0:
        raise FrameError(PROTOCOL_ERROR)
    at = start + 2
    if size > MAX_CONTROL_BYTES:
        if first & CONTROL:
            raise FrameError(PROTOCOL_ERROR)
        at += 2 if size == 126 else 8
        if len(data) < at:
            return None
        size = int.from_bytes(data[start + 2 : at])
    if size > max_bytes:
        raise FrameError(TOO_BIG)
    end = at + 4 + size
    if len(data) < end:
        return None
    return first, _unmask(data[at + 4 : end], data[at : at + 4]), end


def _unmask(data: bytes, mask: bytes) -> bytes:
    """As one long number: quicker than byte by byte, and quick enough for messages as small as ours."""
    size = len(data)
    repeated = (mask * (size // 4 + 1))[:size]
    return (int.from_bytes(data, "little") ^ int.from_bytes(repeated, "little")).to_bytes(size, "little")


def close_code(data: bytes) -> int:
    """The code in a client's close frame; ``NO_CODE`` if it has none.

    >>> close_code(bytes.fromhex("03e8")), close_code(b"")
    (1000, 1005)
    """
    if not data:
        return NO_CODE
    code = int.from_bytes(data[:2])
    if len(data) == 1 or not (code in CLIENT_CLOSE_CODES or 3000 <= code < 5000):
        raise FrameError(PROTOCOL_ERROR)
    try:
        data[2:].decode()
    except UnicodeDecodeError:
        raise FrameError(INVALID_TEXT) from None
    return code


class MessageParts:
    """Puts messages together that come in several frames (RFC 6455, 5.4)."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._parts: list[bytes] = []
        self._size = 0
        self._opcode: int | None = None  # of the message that has begun

    def add(self, first: int, data: bytes) -> tuple[int, bytes] | None:
        """With a frame's first byte and what it holds: the whole message, with its opcode, once it is whole."""
        opcode = first & 0x0F
        if (opcode == CONTINUATION) != (self._opcode is not None):
            raise FrameError(PROTOCOL_ERROR)  # the message before has not ended, or there is none
        if self._opcode is None:
            if first & FINAL:
                return opcode, data
            self._opcode = opcode
        self._parts.append(data)
        self._size += len(data)
        if self._size > self._max_bytes:
            raise FrameError(TOO_BIG)
        if not first & FINAL:
            return None
        whole = self._opcode, b"".join(self._parts)
        self._parts, self._size, self._opcode = [], 0, None
        return whole
