"""A round of Nimble in the terminal, in real time: one person against bots.

The screen draws the view of the person's seat, never the state. Space flips, backspace takes back, 1 to 3 place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import monotonic

from rich.text import Text
from textual.app import App, ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Footer, Static

from wonderland.bots.timeline import Timeline
from wonderland.core.errors import NotAllowed
from wonderland.games.nimble import Action, Back, Card, Flip, Place, Turn, View, game
from wonderland.messages import say
from wonderland.records.log import Log
from wonderland.terminal.cards import STYLES, SYMBOLS
from wonderland.terminal.opponents import Opponent, shows_avatars

COUNTDOWN_S = 3  #: seconds before everybody may act

#: By key: the action of the app, and the message that describes it.
KEYS = {
    "space": ("flip", "nimble_key_flip"),
    "backspace": ("take_back", "nimble_key_back"),
    "1": ("place(0)", "nimble_key_place"),
    "2": ("place(1)", "nimble_key_place"),
    "3": ("place(2)", "nimble_key_place"),
    "q,ctrl+q": ("leave", "nimble_key_leave"),
}


class CardBox(Static):
    """A card: a frame of one colour around a circle of another, each with its letter and symbol."""

    DEFAULT_CSS = "CardBox { width: 11; height: 5; content-align: center middle; border: round gray; }"

    def show(self, card: Card | None) -> None:
        if card is None:
            self.styles.border = ("round", "gray")
            self.border_title = ""
            self.update("")
            return
        self.styles.border = ("thick", STYLES[card.frame].rpartition(" ")[2])
        self.border_title = f"{card.frame}{SYMBOLS[card.frame]}"
        circle = STYLES[card.circle]
        self.update(Text(f"       \n  {card.circle}{SYMBOLS[card.circle]}   \n       ", circle))


class NimbleApp(App[None]):
    """The table. ``clock`` gives seconds, so that a test can stop time."""

    CSS = """
    #others, #status { height: auto; text-align: center; width: 100%; }
    #status { dock: bottom; margin-bottom: 1; text-style: bold; min-height: 1; }
    #piles, #own { height: auto; align-horizontal: center; }
    #own { margin-top: 1; }
    Vertical { width: 13; height: auto; align-horizontal: center; }
    .number { width: 13; text-align: center; }
    #sizes { width: 100%; text-align: center; }
    """
    ENABLE_COMMAND_PALETTE = False

    def __init__(
        self,
        log: Log,
        seat: int,
        opponents: Mapping[int, Opponent],
        lang: str,
        save: Callable[[], None],
        clock: Callable[[], float] = monotonic,
        countdown: int = COUNTDOWN_S,
    ) -> None:
        super().__init__()
        self.game_log = log
        self.seat = seat
        self.opponents = opponents
        self.timeline = Timeline(game, {seat: opponent.bot for seat, opponent in opponents.items()})
        self.lang = lang
        self.save = save
        self.clock = clock
        self.countdown = countdown
        #: When the round began by the clock; None while the countdown runs.
        self.began: float | None = None

    def compose(self) -> ComposeResult:
        yield Static(id="others", markup=False)
        with Horizontal(id="piles"):
            for pile in range(3):
                with Vertical():
                    yield CardBox(id=f"pile{pile}")
                    yield Static(id=f"height{pile}", classes="number", markup=False)
        with Horizontal(id="own"):
            yield CardBox(id="discard")
        yield Static(id="sizes", markup=False)
        yield Static(id="status", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        for keys, (action, name) in KEYS.items():
            shown, *others = keys.split(",")
            # All other keys are shown by a sign or a letter, which is the same in every language.
            display = say("nimble_space", self.lang) if shown == "space" else None
            self.bind(shown, action, description=say(name, self.lang), key_display=display)
            for key in others:
                self.bind(key, action, show=False)
        self.draw()
        self.set_interval(1.0, self.save_log)
        self.count_down()

    @property
    def view(self) -> View:
        return game.view(self.game_log.state, self.seat)

    # ---- time ------------------------------------------------------------------------------------

    def count_down(self) -> None:
        if self.countdown > 0:
            self.tell(say("nimble_countdown", self.lang, count=self.countdown))
            self.countdown -= 1
            self.set_timer(1.0, self.count_down)
            return
        last = self.game_log.actions[-1].time if self.game_log.actions else None
        self.began = self.clock() - (last or 0) / 1000
        self.tell(say("nimble_go", self.lang))
        self.timeline.begin(self.game_log.state, last or 0)
        self._wait_for_opponents(last or 0)

    def _now(self) -> int:
        """Milliseconds since the start, the time that events carry."""
        assert self.began is not None, "the countdown runs"
        return round((self.clock() - self.began) * 1000)

    def _wait_for_opponents(self, now: int) -> None:
        if self.timeline.due is not None:
            self.set_timer(max(0.001, (self.timeline.due - now) / 1000), self.opponents_act)

    def opponents_act(self) -> None:
        """Do what the opponents have done by now, and wait for the next of them."""
        if not self.is_running:
            return  # the timer fired while the screen was being closed
        now = self._now()
        self.timeline.run(self.game_log, now)
        self._show()
        self._wait_for_opponents(now)

    # ---- acting ----------------------------------------------------------------------------------

    def act(self, action: Action) -> None:
        if self.began is None:
            return
        now = self._now()
        # An opponent that was due before this key press was quicker, even if the screen did not show it yet.
        self.timeline.run(self.game_log, now)
        try:
            self.game_log.act(self.seat, action, now)
        except NotAllowed as refusal:
            self.tell(refusal.say(self.lang))
        else:
            self.tell("")
        self._show()

    def _show(self) -> None:
        self.draw()
        if self.view.end:
            self.exit()

    def action_flip(self) -> None:
        """Space flips, and turns the discard over when there is nothing left to flip."""
        self.act(Flip() if self.view.hand_sizes[self.seat] else Turn())

    def action_take_back(self) -> None:
        self.act(Back())

    def action_place(self, pile: int) -> None:
        # Says which card the screen showed: if an opponent has just placed there, the placement is refused (N11).
        self.act(Place(pile, seen=self.view.tops[pile]))

    def action_leave(self) -> None:
        self.exit()

    def action_help_quit(self) -> None:
        """Ctrl-C leaves here as everywhere; textual's own action would only name the key that does."""
        self.exit()

    def save_log(self) -> None:
        """Save every second; if that fails, the player is told why and the round goes on."""
        try:
            self.save()
        except OSError as problem:
            self.tell(say("cli_file", self.lang, file=problem.filename, problem=problem.strerror))

    # ---- drawing ---------------------------------------------------------------------------------

    def tell(self, text: str) -> None:
        # The query finds nothing while the app ends, when a timer may still fire.
        for status in self.query("#status").results(Static):
            status.update(text)

    def _named(self, seat: int, name: str) -> str:
        avatar = seat in self.opponents and shows_avatars(self.console)
        return f"{self.opponents[seat].avatar} {name}" if avatar else name

    def draw(self) -> None:
        view = self.view
        lines = []
        for seat, name in enumerate(view.players):
            if seat != self.seat:
                top = view.discard_tops[seat]
                left = view.hand_sizes[seat] + view.discard_sizes[seat]
                lines.append(say("nimble_other", self.lang, name=self._named(seat, name), count=left, card=top or "–"))
        self.query_one("#others", Static).update("\n".join(lines))
        for pile, top in enumerate(view.tops):
            self.query_one(f"#pile{pile}", CardBox).show(top)
            height = say("cards_count", self.lang, count=view.heights[pile])
            self.query_one(f"#height{pile}", Static).update(f"{pile + 1} · {height}")
        self.query_one("#discard", CardBox).show(view.discard[-1] if view.discard else None)
        sizes = {"hand": view.hand_sizes[self.seat], "discard": view.discard_sizes[self.seat]}
        self.query_one("#sizes", Static).update(say("nimble_sizes", self.lang, **sizes))
