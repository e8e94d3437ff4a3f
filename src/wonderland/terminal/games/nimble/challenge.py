"""A Challenge in the terminal: from one round to the next (N9)."""

from __future__ import annotations

from wonderland.games.nimble import Challenge, game
from wonderland.games.nimble.scoring import outcome
from wonderland.games.nimble.table import TableOptions
from wonderland.records.log import Log
from wonderland.terminal.dialog import Dialog
from wonderland.terminal.game_file import GameFile
from wonderland.terminal.request import PlayRequest
from wonderland.terminal.results import winner_line


def next_round(request: PlayRequest, file: GameFile, dialog: Dialog) -> Log | None:
    """Show the standing and give the next round of a Challenge; None after the last, and after a single round."""
    rounds: list[Log] = []
    for log in file.logs:
        # A file may hold several Challenges one after the other; the first round of each begins a new one.
        rounds = [log] if log.deal.round is None or log.deal.round[0] == 1 else [*rounds, log]
    first = rounds[0]
    if first.deal.round is None or first.deal.round[0] != 1 or file.path.suffix != ".jsonl":
        return None
    players = first.state.players
    standing = Challenge.start(len(players))
    for log in rounds:
        end = outcome(log.state)
        assert end is not None, "a round follows only a finished one"
        standing = standing.after(end)
    dialog.tell("challenge_standing", wins=standing.wins, errors=standing.errors)
    if standing.over:
        dialog.tell("challenge_over", "bold", winners=winner_line(players, standing.winners(), request.lang))
        return None
    options = TableOptions(first.deal.options.errors, first.deal.options.assist, challenge=True)
    return Log(game, game.table.deal(players, options, rounds[-1].deal, standing, request.random))
