"""What belongs to Nimble in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console

from wonderland.core.errors import NotAllowed
from wonderland.games.nimble import State, game
from wonderland.games.nimble.scoring import outcome
from wonderland.messages import say
from wonderland.terminal.dialog import Dialog, PlayerLeft
from wonderland.terminal.game_file import GameFile
from wonderland.terminal.games.nimble.challenge import next_round
from wonderland.terminal.games.nimble.result import show_round
from wonderland.terminal.kit import TerminalKit, show_how_to_resume
from wonderland.terminal.menu import ask_opponents, at_a_terminal, make_opponents
from wonderland.terminal.request import PlayRequest
from wonderland.terminal.results import seat_numbers


class NimbleTerminal(TerminalKit):
    """Nimble's :class:`wonderland.terminal.kit.TerminalKit`: live, on a screen of its own."""

    def play(self, request: PlayRequest) -> None:
        """One round, or as many as players in a Challenge (N9), each saved as a line."""
        dialog = Dialog(request.lang)
        if request.resume:
            file = GameFile.resumed(request, request.resume, game)
        else:
            request = ask_opponents(request, game, dialog, self.usual_opponents)
            players = request.players(game, self.usual_opponents)
            _check_terminal()
            deal = request.deal(game, players)
            file = GameFile.fresh(request, game, deal, "jsonl" if deal.round else "json")
        try:
            while True:
                _play_round(request, file, dialog)
                following = next_round(request, file, dialog)
                if following is None:
                    return
                dialog.ask("challenge_next")
                file.logs.append(following)
        except PlayerLeft:
            show_how_to_resume(dialog, file, game)

    def show_result(self, state: State, lang: str, console: Console) -> None:
        end = outcome(state)
        assert end, "the round has ended"
        show_round(state.players, end, lang, console, one_error_is_out=state.options.errors == "out")

    def summary(self, result: Mapping[str, Any], lang: str, players: Sequence[str]) -> str:
        if not result["finished"]:
            return say("summary_running", lang, scores=result["left"])
        text = say("summary_nimble", lang, scores=result["left"], winners=seat_numbers(result["winners"]))
        challenge = result.get("challenge")
        if challenge:
            text += "; " + say("challenge_standing", lang, wins=challenge["wins"], errors=challenge["errors"])
            if "winners" in challenge:
                text += "; " + say("summary_challenge", lang, winners=seat_numbers(challenge["winners"]))
        return text


def _check_terminal() -> None:
    if not at_a_terminal():
        raise NotAllowed("nimble_terminal")


def _play_round(request: PlayRequest, file: GameFile, dialog: Dialog) -> None:
    """Play the last of the rounds to its end and show its result."""
    log = file.log
    if outcome(log.state) is None:
        _check_terminal()
        # Here, because textual is slow to import and is not needed to show the result of a finished round.
        from wonderland.terminal.games.nimble.app import NimbleApp

        # New bots each round: the packs are shuffled, so what they remember would mislead them.
        opponents = make_opponents(request, game, log.state.players)
        app = NimbleApp(log, request.seat, opponents, request.lang, file.save)
        app.run()
        file.save()
        if app.return_code:
            sys.exit(app.return_code)
    end = outcome(log.state)
    if end is None:
        raise PlayerLeft
    one_error_is_out = log.state.options.errors == "out"
    show_round(log.state.players, end, request.lang, dialog.console, one_error_is_out=one_error_is_out)
    dialog.show_whole(dialog.text("play_saved", file=file.path), "dim")
