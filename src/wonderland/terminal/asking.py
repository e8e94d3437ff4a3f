"""Talking with the person at the keyboard, one line at a time: friendly to screen readers and to pipes."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console
from rich.text import Text

from wonderland.messages import say
from wonderland.terminal.wrapping import wrap


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
        self.show(self.text(key, **values), style)

    def show(self, text: str, style: str = "", hang: str = "") -> None:
        """A text that is already in the person's language, broken between words."""
        self.show_whole(wrap(text, self.console.width, hang), style)

    def show_whole(self, text: str, style: str = "") -> None:
        """A line that is left to the terminal to break, so that a command or a path in it can be copied whole."""
        self.console.print(Text(text, style), soft_wrap=True)

    def ask(self, key: str, **values: object) -> str:
        try:
            answer = self._ask(wrap(self.text(key, **values), self.console.width - 1) + " ").strip()
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            raise Left from None
        if answer.lower() in ("q", "quit", "quitter"):
            raise Left
        return answer
