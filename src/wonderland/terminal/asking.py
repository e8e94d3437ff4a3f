"""Talking with the person at the keyboard, one line at a time: friendly to screen readers and to pipes."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console
from rich.text import Text

from wonderland.messages import say


class Left(Exception):
    """The person has left the table: end of input, Ctrl-C, or ``q``."""


class Talk:
    """Prints in one language and reads answers. ``ask`` reads a line, as ``input`` does."""

    def __init__(self, lang: str, console: Console | None = None, ask: Callable[[str], str] = input) -> None:
        self.lang = lang
        self.console = console or Console(highlight=False)
        self._ask = ask

    def text(self, key: str, **values: object) -> str:
        return say(key, self.lang, **values)

    def tell(self, key: str, style: str = "", **values: object) -> None:
        # Long lines are left to the terminal, so that a path can be copied whole.
        self.console.print(Text(self.text(key, **values), style), soft_wrap=True)

    def ask(self, key: str, **values: object) -> str:
        try:
            answer = self._ask(self.text(key, **values) + " ").strip()
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            raise Left from None
        if answer.lower() in ("q", "quit", "quitter"):
            raise Left
        return answer
