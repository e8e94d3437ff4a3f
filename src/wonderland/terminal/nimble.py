"""A round of Nimble in the terminal, in real time: one person against paced opponents.

The screen draws the seat's view and nothing else. Space flips, backspace takes back, 1 to 3 place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from time import monotonic
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Footer, Static

from wonderland.bots.bot import Bot
from wonderland.core.errors import NotAllowed
from wonderland.games.nimble import Action, Back, Card, Flip, Place, Turn, View, game
from wonderland.messages import say
from wonderland.records.log import Log
from wonderland.terminal.cards import STYLES, SYMBOLS

COUNTDOWN = 3  #: seconds before everybody may act


class CardBox(Static):
    """A card: a frame of one colour around a circle of another, each with its letter and symbol."""

    DEFAULT_CSS = "CardBox { width: 14; height: 7; content-align: center middle; margin: 0 1; border: round gray; }"

    def show(self, card: Card | None) -> None:
        if card is None:
            self.styles.border = ("round", "gray")
            self.border_title = ""
            self.update("")
            return
        frame = STYLES[card.frame].rpartition(" ")[2]
        self.styles.border = ("thick", frame)
        self.border_title = f"{card.frame}{SYMBOLS[card.frame]}"
        circle = STYLES[card.circle]
        self.update(f"[{circle}]       \n  {card.circle}{SYMBOLS[card.circle]}   \n       [/]")


class NimbleApp(App[None]):
    """The table. ``clock`` gives seconds, so that a test can stop time."""

    CSS = """
    #piles, #own { height: 10; align: center middle; }
    #others, #status { height: auto; padding: 0 2; }
    #status { text-style: bold; min-height: 2; }
    .label { width: auto; padding: 3 1; }
    Vertical.pile { width: 18; height: 10; }
    .number { width: 16; text-align: center; }
    """
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(
        self,
        log: Log,
        seat: int,
        bots: Mapping[int, Bot[View, Action]],
        lang: str,
        random: Random,
        pace: float,
        save: Callable[[], None],
        clock: Callable[[], float] = monotonic,
        countdown: int = COUNTDOWN,
    ) -> None:
        super().__init__()
        self.log_of_game = log
        self.seat = seat
        self.bots = bots
        self.lang = lang
        self.random = random
        self.pace = pace
        self.save = save
        self.clock = clock
        self.waiting = countdown
        self._began = 0.0

    def compose(self) -> ComposeResult:
        yield Static(id="others")
        with Horizontal(id="piles"):
            for pile in range(3):
                with Vertical(classes="pile"):
                    yield CardBox(id=f"pile{pile}")
                    yield Static(id=f"height{pile}", classes="number")
        with Horizontal(id="own"):
            yield Static(id="hand", classes="label")
            yield CardBox(id="discard")
            yield Static(id="under", classes="label")
        yield Static(id="status")
        yield Footer()

    def on_mount(self) -> None:
        keys = {
            "space": ("flip", "nimble_key_flip"),
            "backspace": ("take_back", "nimble_key_back"),
            "1": ("place(0)", "nimble_key_place"),
            "2": ("place(1)", "nimble_key_place"),
            "3": ("place(2)", "nimble_key_place"),
            "q": ("leave", "nimble_key_leave"),
        }
        for key, (action, name) in keys.items():
            self._bindings.key_to_bindings.setdefault(key, []).append(
                Binding(key, action, say(name, self.lang), show=True)
            )
        self.refresh_bindings()
        self.draw()
        self.set_interval(1.0, self.save)
        self.count_down()

    # ---- time ------------------------------------------------------------------------------------

    def count_down(self) -> None:
        if self.waiting > 0:
            self.tell("nimble_countdown", count=self.waiting)
            self.waiting -= 1
            self.set_timer(1.0, self.count_down)
            return
        self.waiting = -1
        last = self.log_of_game.actions[-1].time if self.log_of_game.actions else 0
        self._began = self.clock() - (last or 0) / 1000
        self.tell("nimble_go")
        for seat in self.bots:
            self._next_move(seat)

    def _next_move(self, seat: int) -> None:
        """Opponents act at their pace, a little faster or slower each time."""
        self.set_timer(self.pace * (0.5 + self.random.random()), lambda: self.bot_acts(seat))

    def bot_acts(self, seat: int) -> None:
        if game.outcome(self.log_of_game.state) is None:
            self.act(seat, self.bots[seat].decide(game.view(self.log_of_game.state, seat)))
            self._next_move(seat)

    # ---- acting ----------------------------------------------------------------------------------

    def act(self, seat: int, action: Action) -> None:
        if self.waiting >= 0:
            return
        try:
            self.log_of_game.act(seat, action, round((self.clock() - self._began) * 1000))
        except NotAllowed as refusal:
            if seat == self.seat:
                self.query_one("#status", Static).update(refusal.say(self.lang))
            return
        if seat == self.seat:
            self.query_one("#status", Static).update("")
        self.draw()
        if game.outcome(self.log_of_game.state):
            self.save()
            self.exit()

    def action_flip(self) -> None:
        """Space flips, and turns the discard over when there is nothing left to flip."""
        empty = not self.log_of_game.state.hands[self.seat]
        self.act(self.seat, Turn() if empty else Flip())

    def action_take_back(self) -> None:
        self.act(self.seat, Back())

    def action_place(self, pile: int) -> None:
        # The piles on the screen are the piles as they lie: nothing is under way in one process.
        self.act(self.seat, Place(pile, seen=self.log_of_game.state.tops[pile]))

    def action_leave(self) -> None:
        self.save()
        self.exit()

    # ---- drawing ---------------------------------------------------------------------------------

    def tell(self, key: str, **values: object) -> None:
        self.query_one("#status", Static).update(say(key, self.lang, **values))

    def draw(self) -> None:
        view = game.view(self.log_of_game.state, self.seat)
        lines = []
        for seat, name in enumerate(view.players):
            if seat != self.seat:
                top = view.discard_tops[seat]
                left = view.hand_sizes[seat] + view.discard_sizes[seat]
                lines.append(say("nimble_other", self.lang, name=name, count=left, card=top or "–"))
        self.query_one("#others", Static).update("\n".join(lines))
        for pile, top in enumerate(view.tops):
            self.query_one(f"#pile{pile}", CardBox).show(top)
            height = say("cards_count", self.lang, count=view.heights[pile])
            self.query_one(f"#height{pile}", Static).update(f"[b]{pile + 1}[/b]  {height}")
        self.query_one("#discard", CardBox).show(view.discard[-1] if view.discard else None)
        hand, discard = view.hand_sizes[self.seat], view.discard_sizes[self.seat]
        self.query_one("#hand", Static).update(say("nimble_hand", self.lang, count=hand))
        self.query_one("#under", Static).update(say("nimble_discard", self.lang, count=discard))
