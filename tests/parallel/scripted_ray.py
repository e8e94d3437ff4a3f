"""Stands in for the package ray, in one process: what happens to each call is scripted."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

#: What becomes of a call, by the worker's number, the method and its arguments: None is as usual.
Script = Callable[[int, str, tuple[Any, ...]], str | None]


class RayError(Exception):
    """Ray could not answer a call."""


class RayTaskError(RayError):
    """The call itself failed."""


class ScriptedRay:
    """The part of ray that we use. Calls are answered in the order in which ``choose`` picks them."""

    exceptions = SimpleNamespace(RayError=RayError, RayTaskError=RayTaskError)

    def __init__(self, script: Script, choose: Callable[[int], int] = lambda calls: 0) -> None:
        self._script, self._choose = script, choose
        self._answers: dict[object, Callable[[], Any]] = {}
        self._dead: set[int] = set()
        #: How many workers have been started, and how often each task was done.
        self.started = 0

    def put(self, value: Any) -> Any:
        return value

    def remote(self, **options: Any) -> Callable[[type], Any]:
        return lambda cls: SimpleNamespace(remote=lambda: self._start(cls))

    def _start(self, cls: type) -> Any:
        number, worker = self.started, cls()
        self.started += 1

        def method(name: str) -> Any:
            def call(*arguments: Any) -> object:
                reference = object()
                self._answers[reference] = lambda: self._answer(number, worker, name, arguments)
                return reference

            return SimpleNamespace(remote=call)

        return SimpleNamespace(number=number, **{name: method(name) for name in ("begin", "do", "end")})

    def _answer(self, number: int, worker: Any, name: str, arguments: tuple[Any, ...]) -> Any:
        happens = "dies" if number in self._dead else self._script(number, name, arguments)
        if happens == "dies":
            self._dead.add(number)
            raise RayError
        answer = getattr(worker, name)(*arguments)
        if happens == "answer is lost":
            raise RayError
        return answer

    def wait(self, calls: list[object], num_returns: int, timeout: float | None = None) -> Any:
        if num_returns == len(calls):
            return calls, []
        found = calls[self._choose(len(calls))]
        return [found], [call for call in calls if call is not found]

    def get(self, call: object) -> Any:
        return self._answers.pop(call)()

    def kill(self, worker: Any) -> None:
        self._dead.add(worker.number)
