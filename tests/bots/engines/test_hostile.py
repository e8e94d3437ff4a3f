"""Whatever an engine does, the game ends, its faults are counted by name, and nothing of it is left behind."""

from __future__ import annotations

import os
import select
import shlex
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from bots.engines import hostile
from wonderland.bots import registry
from wonderland.bots.bot import Budget
from wonderland.bots.engines import Engine
from wonderland.bots.running import Fault, decide
from wonderland.core.errors import NotAllowed, Unreadable
from wonderland.games import parade

Start = Callable[[str], Engine]

#: Engines that answer are given all the time they may need, so that a busy machine makes no fault.
AMPLE = Budget(milliseconds=60_000)
#: Engines that never answer are not waited for.
HASTY = Budget(milliseconds=1)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts hostile engines; afterwards, none of them may be alive."""
    fifo = tmp_path / "alive"
    os.mkfifo(fifo)
    reader = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    # It can only end for somebody who has seen it begin; an engine may be killed before it gets there.
    os.close(os.open(fifo, os.O_WRONLY))
    engines = []

    def begin(kind: str) -> Engine:
        command = shlex.join([sys.executable, "-S", hostile.__file__, kind, str(fifo)])
        engines.append(Engine(command, seed=7, kit=registry.kit("parade"), ready=0.2 if kind == "never ready" else 60))
        return engines[-1]

    yield begin
    for engine in engines:
        engine.close()
    # A FIFO ends when no process has it open for writing any more.
    gone, _, _ = select.select([reader], [], [], 30)
    assert gone, "a process was left behind"
    assert os.read(reader, 1) == b""
    os.close(reader)


#: A name as long as this fills any pipe at the first question.
LONG = "A" * 300_000


def play(engine: Engine, budget: Budget, names: Sequence[str] = "ABCDEF") -> tuple[int, list[Fault]]:
    """A whole game at one seat; how many decisions that were, and which went wrong."""
    random = Random(7)
    state = parade.game.deal(parade.game.shuffle(list(names), random))
    faults, decisions = [], 0
    while not state.over:
        seat = next(seat for seat in range(len(names)) if parade.game.legal(state, seat))
        if seat == 0:
            action, fault = decide(parade.game, state, seat, engine, budget, random)
            faults += [fault] if fault else []
            decisions += 1
        else:
            action = parade.game.legal(state, seat)[0]
        state = parade.game.apply(state, seat, action)
    return decisions, faults


@pytest.mark.parametrize("kind", ["good", "in pieces", "flood of logs", "stay"])
def test_a_strange_engine_that_answers_well_loses_nothing(start: Start, kind: str) -> None:
    decisions, faults = play(start(kind), AMPLE)
    assert decisions > 5
    assert not faults


@pytest.mark.parametrize(
    ("kind", "budget", "fault", "detail"),
    [
        ("never ready", AMPLE, "late", "not ready after 0.2 s"),
        ("ready without a name", AMPLE, "unreadable", "name: this key is missing"),
        ("silent", HASTY, "late", "no answer within 51 ms"),
        ("one question behind", HASTY, "late", "no answer within 51 ms"),
        ("id of an old question", HASTY, "late", "no answer within 51 ms"),
        ("stop reading", HASTY, "late", "no answer within 51 ms"),
        ("stop itself", HASTY, "late", "no answer within 51 ms"),
        ("crash at start", AMPLE, "crashed", "exited with code 1: no such book: Alice"),
        ("close stdout", AMPLE, "crashed", "closed its stdin or stdout"),
        ("bad JSON", AMPLE, "unreadable", r'a line is one JSON object, not "{\"type\": \"move\", \"id\": 1"'),
        ("not UTF-8", AMPLE, "unreadable", "a line is one JSON object"),
        ("deep JSON", AMPLE, "unreadable", "a line is one JSON object"),
        ("not an object", AMPLE, "unreadable", 'a line is one JSON object, not "7"'),
        ("no type", AMPLE, "unreadable", "type: this key is missing"),
        ("ready again", AMPLE, "unreadable", 'type: must be one of: "move"; not "ready"'),
        ("id of another type", AMPLE, "unreadable", 'id: must be a whole number from 0 to 1, not "1"'),
        ("id of a later question", AMPLE, "unreadable", "id: must be a whole number from 0 to 1, not 1000000"),
        ("no card", AMPLE, "unreadable", '"R11" is no Parade card'),
        ("card of another type", AMPLE, "unreadable", "move: "),
        ("illegal", AMPLE, "illegal", "is not in the hand"),
        ("flood without an end", AMPLE, "flooded", "more than 1048576 bytes before an answer"),
        ("flood of lines", AMPLE, "flooded", "more than 1000 lines before an answer"),
        ("flood of blank lines", AMPLE, "flooded", "more than 1000 lines before an answer"),
    ],
)
def test_every_decision_of_a_bad_engine_is_lost_and_named(
    start: Start, kind: str, budget: Budget, fault: str, detail: str
) -> None:
    decisions, faults = play(start(kind), budget)
    assert decisions > 5
    assert Counter(found.kind for found in faults) == {fault: decisions}
    assert detail in faults[0].detail


def test_noise_instead_of_an_answer_is_unreadable_rather_than_late(start: Start) -> None:
    decisions, faults = play(start("noise only"), HASTY)
    assert [found.kind for found in faults] == ["unreadable"] + ["late"] * (decisions - 1)
    assert faults[0].detail == 'a line is one JSON object, not "Pardon?"'


def test_an_engine_that_crashes_is_started_again_for_the_next_decision(start: Start) -> None:
    decisions, faults = play(start("crash every second time"), AMPLE)
    assert [found.kind for found in faults] == ["crashed"] * (decisions // 2)
    assert faults[0].detail == "exited with code 7"


def test_an_engine_that_only_crashes_is_given_up(start: Start) -> None:
    _, faults = play(start("crash at start"), AMPLE)
    assert [found.detail.startswith("given up") for found in faults[:4]] == [False, False, False, True]


def test_an_engine_that_stops_reading_never_blocks_us(start: Start) -> None:
    decisions, faults = play(start("stop reading"), HASTY, names=[LONG, "B", "C", "D", "E", "F"])
    assert [found.kind for found in faults] == ["late"] * decisions


def test_questions_that_were_never_heard_do_not_pile_up(start: Start, tmp_path: Path) -> None:
    """Of the long questions the first has been begun, so it is said to its end; the third is dropped."""
    os.mkfifo(tmp_path / "alive.wake")
    engine = start("deaf for a while")
    state = parade.game.deal(parade.game.shuffle([LONG, "B"], Random(7)))
    view = parade.game.view(state, state.turn)
    for _ in range(5):
        with pytest.raises(Fault, match="late"):
            engine.decide(view, HASTY)
    os.close(os.open(tmp_path / "alive.wake", os.O_WRONLY))
    with pytest.raises(Fault, match=r"heard \[1, 6\]"):
        engine.decide(view, AMPLE)


def test_an_engine_that_owes_an_answer_is_left_alone_for_a_while(start: Start, tmp_path: Path) -> None:
    """Otherwise one long thought would make it late for everything that piled up meanwhile."""
    os.mkfifo(tmp_path / "alive.wake")
    engine = start("lost in thought")
    state = parade.game.deal(parade.game.shuffle(["A", "B"], Random(7)))
    view = parade.game.view(state, state.turn)
    faults = []
    for _ in range(2):
        with pytest.raises(Fault) as found:
            engine.decide(view, HASTY)
        faults.append(str(found.value))
    assert faults == [
        "late: no answer within 51 ms",
        "late: still busy with an older question after 51 ms",
    ]
    os.close(os.open(tmp_path / "alive.wake", os.O_WRONLY))
    engine.decide(view, AMPLE)
    engine.decide(view, AMPLE)
    with pytest.raises(Fault, match=r"heard \[1, 3, 4\]"):
        engine.decide(view, AMPLE)


@pytest.mark.parametrize(
    ("end", "code"),
    [
        ("sys.exit(5)", 5),
        ("signal.raise_signal(signal.SIGTERM)", -signal.SIGTERM),
        ("signal.raise_signal(signal.SIGHUP)", -signal.SIGHUP),
        ("signal.raise_signal(signal.SIGKILL)", -signal.SIGKILL),
    ],
)
def test_an_engine_that_is_forgotten_ends_too(start: Start, tmp_path: Path, end: str, code: int) -> None:
    """The program that started it ends without a word, after a first answer, whatever ends it."""
    script = """if True:
        import signal, sys
        from random import Random
        from wonderland.bots import registry
        from wonderland.bots.bot import Budget
        from wonderland.bots.engines import Engine
        from wonderland.games.parade import game

        state = game.deal(game.shuffle(["A", "B"], Random(1)))
        engine = Engine(sys.argv[1], seed=7, kit=registry.kit("parade"))
        engine.decide(game.view(state, state.turn), Budget(60_000))
    """
    command = shlex.join([sys.executable, hostile.__file__, "stay", str(tmp_path / "alive")])
    assert os.spawnv(os.P_WAIT, sys.executable, [sys.executable, "-c", f"{script}    {end}", command]) == code


@pytest.mark.parametrize(
    ("command", "error", "message"),
    [
        (
            "./there-is-none --fast",
            NotAllowed,
            '"./there-is-none --fast" cannot be started: there is no such program',
        ),
        (shlex.quote(str(Path(__file__).parent)), NotAllowed, "it may not be run"),
        ("", Unreadable, 'an engine is a command, like engine:./mybot --fast; not ""'),
        ("'./mybot", Unreadable, "an engine is a command"),
        ("./my\0bot", NotAllowed, "null byte"),
    ],
)
def test_a_command_that_cannot_be_started_is_refused_at_once(
    command: str, error: type[Exception], message: str
) -> None:
    with pytest.raises(error) as refused:
        Engine(command, seed=7, kit=registry.kit("parade"))
    assert message in str(refused.value)


def test_a_system_without_process_groups_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "killpg")
    with pytest.raises(NotAllowed, match="engines need a system with process groups"):
        Engine("./mybot", seed=7, kit=registry.kit("parade"))
