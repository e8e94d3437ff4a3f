"""Frames as websockets' own client writes and reads them, and everything that no client may send."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import OPEN
from websockets.uri import parse_uri

from server.direct import masked
from wonderland.server.protocols.frames import FrameError, close_code, frame, read_frame

MAX_BYTES = 70_000
SIZES = st.sampled_from([125, 126, 127, 1_000, 65_535, 65_536, 66_000])
CONTENTS = st.one_of(st.binary(max_size=40), SIZES.map(lambda size: (bytes(range(256)) * 300)[:size]))


def client() -> ClientProtocol:
    return ClientProtocol(parse_uri("ws://x"), state=OPEN, max_size=None)


@given(st.lists(st.tuples(st.sampled_from([Opcode.TEXT, Opcode.BINARY]), CONTENTS), max_size=4), st.integers(0, 12))
def test_what_a_client_sends_is_read(messages: list[tuple[Opcode, bytes]], missing: int) -> None:
    sender = client()
    for opcode, content in messages:
        (sender.send_text if opcode == Opcode.TEXT else sender.send_binary)(content)
    data = b"".join(sender.data_to_send())
    found, at = [], 0
    while at < len(data):
        whole = read_frame(data, at, MAX_BYTES)
        assert whole
        first, content, end = whole
        assert read_frame(data[: max(at, end - 1 - missing)], at, MAX_BYTES) is None, "without its end it is not whole"
        found.append((Opcode(first & 0xF), content))
        at = end
    assert found == messages


@given(CONTENTS)
def test_what_we_send_is_read_by_a_client(content: bytes) -> None:
    reader = client()
    reader.receive_data(frame(content))
    (event,) = reader.events_received()
    assert isinstance(event, Frame)
    assert (event.opcode, bytes(event.data), event.fin) == (Opcode.TEXT, content, True)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (frame(b"without a mask"), 1002),
        (masked(0x3), 1002),
        (masked(0xB), 1002),
        (masked(0x9, last=False), 1002),
        (masked(0x9, b"x" * 126), 1002),
        (bytes((0xC1,)) + masked(0x1)[1:], 1002),
        (masked(0x1)[:1] + b"\xff" + (MAX_BYTES + 1).to_bytes(8), 1009),
        (masked(0x1)[:1] + b"\xff" + (1 << 63).to_bytes(8), 1009),
    ],
    ids=["unmasked", "opcode", "control opcode", "part of a ping", "long ping", "reserved bit", "too big", "endless"],
)
def test_what_no_client_may_send(data: bytes, code: int) -> None:
    with pytest.raises(FrameError) as problem:
        read_frame(data, 0, MAX_BYTES)
    assert problem.value.code == code


@pytest.mark.parametrize(
    ("content", "code"),
    [(b"\x03", 1002), (b"\x03\xed", 1002), (b"\x00\x01", 1002), (b"\x13\x88", 1002), (b"\x03\xe8\xff", 1007)],
)
def test_close_frames_that_no_client_may_send(content: bytes, code: int) -> None:
    with pytest.raises(FrameError) as problem:
        close_code(content)
    assert problem.value.code == code
