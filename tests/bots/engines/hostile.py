"""Engines that go wrong, each in its own way: ``python hostile.py KIND FIFO``.

While it lives, an engine and everything it starts holds the FIFO open, so that its reader knows when the last
of them is gone.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from typing import Any

Message = dict[str, Any]


def say(message: object, end: str = "\n") -> None:
    sys.stdout.write(json.dumps(message) + end)
    sys.stdout.flush()


def hear() -> Message:
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    message: Message = json.loads(line)
    if message["type"] == "bye":
        sys.exit(0)
    return message


def good(question: Message) -> Message:
    answer = {"type": "move", "id": question["id"]}
    legal = question["legal"]
    return {**answer, "discard": legal[:2]} if question["view"]["phase"] == "discard" else {**answer, "move": legal[0]}


def greet() -> None:
    hear()
    say({"type": "ready", "name": "hostile"})


def each(respond: Callable[[Message], None]) -> None:
    """Be ready, then respond to every question."""
    greet()
    while True:
        respond(hear())


def answering(**changes: Any) -> Callable[[], None]:
    return lambda: each(lambda question: say({**good(question), **changes}))


def never_ready() -> None:
    while True:
        hear()


def nameless() -> None:
    hear()
    say({"type": "ready"})
    never_ready()


def crash_at_start() -> None:
    sys.exit("no such book: Alice")


def crash_every_second_time() -> None:
    greet()
    say(good(hear()))
    hear()
    os._exit(7)


def one_question_behind() -> None:
    greet()
    last = hear()
    while True:
        question = hear()
        say(good(last))
        last = question


def noise(line: bytes) -> Callable[[], None]:
    """Answer well, but write something else first, so that the test need not wait for the deadline."""

    def respond(question: Message) -> None:
        os.write(1, line + b"\n")
        say(good(question))

    return lambda: each(respond)


def noise_only() -> None:
    """Said in one breath with being ready, so that it is there when the first question comes."""
    hear()
    os.write(1, b'{"type": "ready", "name": "hostile"}\nPardon?\n')
    never_ready()


def illegal() -> None:
    def respond(question: Message) -> None:
        elsewhere = next(card for card in question["view"]["start"] if card not in question["legal"])
        say({**good(question), "move": elsewhere, "discard": [elsewhere, question["legal"][0]]})

    each(respond)


def in_pieces() -> None:
    def respond(question: Message) -> None:
        say(good(question), end="")
        print("\n\n", end="", flush=True)

    each(respond)


def flood(what: str) -> Callable[[], None]:
    def respond(question: Message) -> None:
        while True:
            sys.stdout.write(what * 10_000)

    return lambda: each(respond)


def flood_of_logs() -> None:
    def respond(question: Message) -> None:
        for _ in range(100):
            sys.stderr.write("🐛" * 10_000)
        say(good(question))

    each(respond)


def close_stdout() -> None:
    greet()
    os.close(1)
    never_ready()


def stop_reading() -> None:
    greet()
    signal.pause()


def deaf_for_a_while() -> None:
    """Read nothing until somebody opens the other FIFO; tell which questions were there, after the sixth."""
    greet()
    with open(sys.argv[2] + ".wake"):
        heard = [hear()["id"]]
    while heard[-1] < 6:
        heard.append(hear()["id"])
    sys.exit(f"heard {heard}")


def lost_in_thought() -> None:
    """Think about the first question until somebody opens the other FIFO; tell which were asked, after the fourth."""
    greet()
    heard = [question := hear()]
    with open(sys.argv[2] + ".wake"):
        say(good(question))
    while question["id"] < 4:
        heard.append(question := hear())
        say(good(question))
    sys.exit(f"heard {[question['id'] for question in heard]}")


def stop_itself() -> None:
    greet()
    os.kill(os.getpid(), signal.SIGSTOP)


def stay() -> None:
    """Play well, but neither leave nor let the helper leave."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    subprocess.Popen([sys.executable, "-c", "import signal; signal.pause()"], pass_fds=[FIFO])
    try:
        answering()()
    except SystemExit:
        while True:
            signal.pause()


KINDS: dict[str, Callable[[], None]] = {
    "good": answering(),
    "never ready": never_ready,
    "ready without a name": nameless,
    "silent": lambda: each(lambda question: None),
    "one question behind": one_question_behind,
    "crash at start": crash_at_start,
    "crash every second time": crash_every_second_time,
    "noise only": noise_only,
    "bad JSON": noise(b'{"type": "move", "id": 1'),
    "not UTF-8": noise(b"\xff"),
    "deep JSON": noise(b"[" * 100_000),
    "not an object": noise(b"7"),
    "no type": noise(b'{"id": 1, "move": "R1"}'),
    "ready again": noise(b'{"type": "ready", "name": "hostile"}'),
    "id of another type": noise(b'{"type": "move", "id": "1", "move": "R1"}'),
    "id of a later question": noise(b'{"type": "move", "id": 1000000, "move": "R1"}'),
    "no card": answering(move="R11", discard=["R11", "R12"]),
    "card of another type": answering(move=["R1"], discard="R1"),
    "id of an old question": answering(id=0),
    "illegal": illegal,
    "in pieces": in_pieces,
    "flood without an end": flood("x"),
    "flood of lines": flood("x\n"),
    "flood of blank lines": flood("\n"),
    "flood of logs": flood_of_logs,
    "close stdout": close_stdout,
    "stop reading": stop_reading,
    "deaf for a while": deaf_for_a_while,
    "lost in thought": lost_in_thought,
    "stop itself": stop_itself,
    "stay": stay,
}

if __name__ == "__main__":
    FIFO = os.open(sys.argv[2], os.O_WRONLY)
    KINDS[sys.argv[1]]()
