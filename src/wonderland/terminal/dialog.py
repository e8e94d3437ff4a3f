"""The dialogue with the person at the keyboard, one line at a time: works with screen readers and in pipes."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console
from rich.text import Text

from wonderland.messages import say
from wonderland.terminal.wrapping import wrap

#: Answers that leave the table; understood in every language.
LEAVE_WORDS = ("q", "quit", "quitter")


class PlayerLeft(Exception):
    """The person has left the table: end of input, Ctrl-C, or one of ``LEAVE_WORDS``."""


class Dialog:
    """Prints messages in one language and reads answers. ``ask`` reads a line, as ``input`` does."""

    def __init__(self, lang: str, console: Console | None = None, ask: Callable[[str], str] = input) -> None:
        self.lang = lang
        self.console = console or Console(highlight=False)
        self._ask = ask

    def text(self, key: str, /, **values: object) -> str:
        return say(key, self.lang, **values)

    def tell(self, key: str, /, style: str = "", **values: object) -> None:
        """Print a message."""
        self.show(self.text(key, **values), style)

    def show(self, text: str, style: str = "", hang: str = "") -> None:
        """Print a text that is already in the person's language, broken between words."""
        self.show_whole(wrap(text, self.console.width, hang), style)

    def show_whole(self, text: str, style: str = "") -> None:
        """Print a line that the terminal itself breaks, so that a command or a path in it can be copied whole."""
        self.console.print(Text(text, style), soft_wrap=True)

    def ask(self, key: str, /, **values: object) -> str:
        """The answer to a question; raises ``PlayerLeft`` when there is none."""
        try:
            answer = self._ask(wrap(self.text(key, **values), self.console.width - 1) + " ").strip()
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            raise PlayerLeft from None
        if answer.lower() in LEAVE_WORDS:
            raise PlayerLeft
        return answer
