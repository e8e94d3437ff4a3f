"""The base class of cards: a card is its notation, a string with attributes for its parts."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from wonderland.core.errors import Unreadable, shown


class Card(str):
    """One object per card of a game, made once; ``Card(text)`` looks it up.

    As a string, a card can be compared, sorted, printed and sent as JSON without conversion.
    A game derives its own class and lists its cards in ``_known``.
    """

    __slots__ = ()
    _known: ClassVar[dict[str, Any]]
    #: The message that says what a card of this game looks like.
    _unknown: ClassVar[str]

    def __new__(cls, text: object) -> Self:
        try:
            card: Self = cls._known[text]  # type: ignore[index]  # any object may be passed
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


def read_card(kind: type, text: Any) -> Any:
    """A card from its text: the hook by which msgspec reads types that hold cards (``dec_hook``)."""
    if issubclass(kind, Card):
        return kind(text)
    raise NotImplementedError(kind.__name__)
