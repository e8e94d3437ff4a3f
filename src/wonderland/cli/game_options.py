"""The games' options as flags: made from the games' own types, so that a new game needs no line here."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Sequence
from typing import Annotated, Any, NamedTuple

import typer

from wonderland.cli import messages
from wonderland.cli.messages import tell
from wonderland.core.errors import Unreadable
from wonderland.core.fields import at, choice
from wonderland.core.options import Option, options_of
from wonderland.games.registry import GAMES, AnyGame, find, title
from wonderland.messages import known
from wonderland.messages.lists import listed


class GameFlag(NamedTuple):
    """A flag, and the option that it sets in each game that has one; None: an argument of the game's deal."""

    name: str
    flag: str
    options: dict[str, Option | None]

    @property
    def parameter(self) -> str:
        """The name of the command's parameter."""
        return f"option_{self.name}"


class GivenFlag(NamedTuple):
    """A flag as it was given."""

    flag: GameFlag
    value: str | bool


def with_game_flags(command: Callable[..., None], deals: bool = False) -> Callable[..., None]:
    """Give a command that takes ``flags`` (those given) one flag for every option of every game.

    ``deals=True`` adds the arguments for deals made by hand.
    """
    own = [one for one in inspect.signature(command, eval_str=True).parameters.values() if one.name != "flags"]
    known = game_flags({one.name for one in own}, deals)

    def run(**words: Any) -> None:
        values = [(flag, words.pop(flag.parameter)) for flag in known]
        command(flags=[GivenFlag(flag, value) for flag, value in values if value is not None], **words)

    options = [
        inspect.Parameter(flag.parameter, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=_typer_option(flag))
        for flag in known
    ]
    run.__signature__ = inspect.Signature([*own, *options])  # type: ignore[attr-defined]  # typer reads it
    run.__annotations__ = {one.name: one.annotation for one in (*own, *options)}
    return run


def game_flags(taken: Collection[str] = (), deals: bool = True) -> list[GameFlag]:
    """The flags of all games; options that share a name share a flag. ``taken`` are names of other options.

    >>> [flag.flag for flag in game_flags()]
    ['--errors', '--assist', '--challenge', '--setup']
    """
    found: dict[str, GameFlag] = {}
    for game in GAMES:
        table = find(game).table
        options: dict[str, Option | None] = {option.name: option for option in options_of(table.Options)}
        options |= dict.fromkeys(table.deal_arguments) if deals else {}
        for name, option in options.items():
            flag = f"--{'option_' if name in taken else ''}{name}".replace("_", "-")
            found.setdefault(name, GameFlag(name, flag, {})).options[game] = option
    return list(found.values())


def _typer_option(flag: GameFlag) -> Any:
    help_ = " ".join(_help(flag.name, game, option) for game, option in flag.options.items())
    options = list(flag.options.values())
    if all(option and option.switch for option in options):
        # A switch that is on in some game must be possible to turn off.
        off = f"/--no-{flag.flag[2:]}" if any(option and option.default for option in options) else ""
        return Annotated[bool | None, typer.Option(flag.flag + off, help=help_)]
    values = [text for option in options if option for text in _texts(option)]
    metavar = "|".join(dict.fromkeys(values)) or flag.name.upper()
    return Annotated[str | None, typer.Option(flag.flag, metavar=metavar, help=help_)]


def _help(name: str, game: str, option: Option | None) -> str:
    """The option's message ``option_<game>_<name>``; without one, the game and the values."""
    key = f"option_{game}_{name}"
    text = tell(key) if known(key) else ", ".join(_texts(option)) if option else name
    return tell("at_key", key=title(game, messages.language), problem=text)


def _texts(option: Option) -> dict[str, Any]:
    """The values of an option by how they are typed."""
    return {str(value).lower() if option.switch else str(value): value for value in option.choices}


def read_flags(game: AnyGame, flags: Sequence[GivenFlag]) -> tuple[Any, dict[str, Any]]:
    """The game's options and the arguments of its deal from the flags; one that the game does not have is refused."""
    chosen: dict[str, Any] = {}
    arguments: dict[str, Any] = {}
    for (name, flag, options), value in flags:
        if game.name not in options:
            others = listed([title(other, messages.language) for other in options], messages.language)
            own = title(game.name, messages.language)
            raise Unreadable("option_of_other_game", game=own, flag=flag, games=others)
        option = options[game.name]
        with at("at_key", key=flag):
            if option is None:
                arguments[name] = game.table.deal_arguments[name](str(value))
            else:
                text = str(value).lower() if option.switch else str(value)
                chosen[name] = choice(_texts(option).get(text, value), option.choices)
    return game.table.options(chosen), arguments
