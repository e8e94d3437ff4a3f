"""What belongs to a game in the terminal. A game without a kit of its own is played and shown by these defaults."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from shlex import quote
from typing import Any, ClassVar

from rich.console import Console

from wonderland.core.errors import NotAllowed
from wonderland.games.registry import AnyGame, title
from wonderland.messages import say
from wonderland.terminal.dialog import Dialog, PlayerLeft
from wonderland.terminal.game_file import GameFile
from wonderland.terminal.menu import ask_opponents, make_opponents
from wonderland.terminal.request import PlayRequest
from wonderland.terminal.results import show_standings
from wonderland.terminal.turns import TurnTable


class TerminalKit:
    """Plays a turn-based game at a plain table. A game's own is a subclass, named in ``wonderland.terminal.games``."""

    #: Draws the game and asks the person for actions.
    Table: ClassVar[type[TurnTable]] = TurnTable
    #: How many opponents there are when the person does not say, if the game allows so few.
    usual_opponents: ClassVar[int] = 1

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def play(self, request: PlayRequest) -> None:
        """Play a game to its end or until the person leaves; it is saved after every action."""
        game = self.game
        if game.table.live:
            raise NotAllowed("terminal_live_game", game=title(game.name, request.lang))
        dialog = Dialog(request.lang)
        if request.resume:
            file = GameFile.resumed(request, request.resume, game)
            opponents = make_opponents(request, game, file.log.state.players)
        else:
            usual = max(self.usual_opponents, game.seats[0] - 1)
            request = ask_opponents(request, game, dialog, usual)
            players = request.players(game, usual)
            deal = request.deal(game, players)
            # Before the file is made: an opponent that is not installed here is reported first.
            opponents = make_opponents(request, game, players)
            file = GameFile.fresh(request, game, deal, "json")
        try:
            self.Table(dialog, file.log, request.seat, opponents, file.save, request.random).play()
        except (PlayerLeft, KeyboardInterrupt):
            show_how_to_resume(dialog, file, game)
        else:
            dialog.show_whole(dialog.text("play_saved", file=file.path), "dim")

    def show_result(self, state: Any, lang: str, console: Console) -> None:
        """Show how a game has ended."""
        show_standings(state.players, self.game.table.standings(state), lang, console)

    def summary(self, result: Mapping[str, Any], lang: str, players: Sequence[str]) -> str:
        """One line about a record, finished or not, from what replaying it gives."""
        return say("summary_finished" if result["finished"] else "summary_unfinished", lang)


def show_how_to_resume(dialog: Dialog, file: GameFile, game: AnyGame) -> None:
    """Say where the game is saved, with the command that goes on with it."""
    dialog.show_whole(dialog.text("play_saved_resume", file=quote(str(file.path)), game=game.name))
