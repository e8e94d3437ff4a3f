"""Sending without waiting: in order, to slow clients too, and never more than is good for the server."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from wonderland.server.sockets.outbox import MAX_QUEUED_CHARACTERS, Outbox


class ChatLine:
    """A connection whose client takes what it is sent, or does not."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.free = asyncio.Event()
        self.free.set()
        self.problem: Exception | None = None
        self.slow = 0
        self.outbox = Outbox(self.send, self.give_up)

    async def send(self, message: Any) -> None:
        await self.free.wait()
        if self.problem:
            raise self.problem
        self.sent.append(message["text"])

    def give_up(self) -> None:
        self.slow += 1


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)  # lets others run; takes no time


async def test_whoever_keeps_up_is_sent_to_at_once() -> None:
    line = ChatLine()
    line.outbox.put("a")
    line.outbox.put("b")
    assert line.sent == ["a", "b"], "without a turn of the loop between"


async def test_what_cannot_be_sent_now_is_sent_in_order_later() -> None:
    line = ChatLine()
    line.outbox.put("a")
    line.free.clear()
    for text in "bcde":
        line.outbox.put(text)
    await settle()
    assert line.sent == ["a"]
    line.free.set()
    await settle()
    assert line.sent == list("abcde")
    line.outbox.put("f")
    assert line.sent[-1] == "f"


async def test_stopping_and_starting_many_times_keeps_the_order() -> None:
    line = ChatLine()
    for number in range(300):
        if number % 7 == 0:
            line.free.clear()
        if number % 5 == 0:
            line.free.set()
        if number % 3 == 0:
            await asyncio.sleep(0)  # lets others run; takes no time
        line.outbox.put(str(number))
    line.free.set()
    await settle()
    assert line.sent == [str(number) for number in range(300)]


async def test_whoever_does_not_read_is_given_up() -> None:
    line = ChatLine()
    line.free.clear()
    for _ in range(10):
        line.outbox.put("x" * (MAX_QUEUED_CHARACTERS // 8))
    assert line.slow == 1, "told once"
    line.outbox.put("more")
    line.free.set()
    await settle()
    assert len(line.sent) <= 1, "what waited is not sent any more: the client comes back and catches up"
    line.outbox.close()


@pytest.mark.parametrize("waiting", [False, True])
async def test_a_client_that_is_gone_is_nobody_elses_problem(waiting: bool) -> None:
    line = ChatLine()
    line.problem = RuntimeError("gone")
    if waiting:
        line.free.clear()
    line.outbox.put("a")
    line.outbox.put("b")
    line.free.set()
    await settle()
    line.outbox.put("c")
    await settle()
    assert (line.sent, line.slow) == ([], 0)


async def test_closing_leaves_nothing_behind() -> None:
    line = ChatLine()
    line.free.clear()
    line.outbox.put("a")
    line.outbox.put("b")
    line.outbox.close()
    await settle()
    line.free.set()
    await settle()
    assert line.sent == []
    assert len(asyncio.all_tasks()) == 1
