"""A card is its own notation: a piece of text that knows its parts."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from wonderland.core.errors import Unreadable, shown


class Card(str):
    """One object for each card of a game, made once; ``Card(text)`` finds it.

    Being text, a card compares, sorts, prints and travels as JSON without any conversion.
    A game derives its own class and lists its cards in ``_known``.
    """

    __slots__ = ()
    _known: ClassVar[dict[str, Any]]
    #: The message that says what a card of this game looks like.
    _unknown: ClassVar[str]

    def __new__(cls, text: object) -> Self:
        try:
            card: Self = cls._known[text]  # type: ignore[index]  # anything may be asked for
        except (KeyError, TypeError):
            raise Unreadable(cls._unknown, card=shown(text)) from None
        return card

    @classmethod
    def _make(cls, text: str, **parts: object) -> Self:
        card = str.__new__(cls, text)
        for name, value in parts.items():
            object.__setattr__(card, name, value)
        return card

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{self!r} is immutable")

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self),)
