"""Parade as a game of OpenSpiel, for two to six players: ``python_wonderland_parade``.

It needs the extra ``rl``. Importing this module registers the game:

>>> import pyspiel
>>> import wonderland.envs.open_spiel
>>> game = pyspiel.load_game("python_wonderland_parade(players=3)")
>>> state = game.new_initial_state()
>>> while not state.is_terminal():
...     if state.is_chance_node():
...         state.apply_action(state.chance_outcomes()[0][0])
...     else:
...         state.apply_action(state.legal_actions()[0])
>>> sum(state.returns())
0.0

**Actions.** 0 to 65 play a card, in the order R0 … R10, B, V, G, S, O; 66 to 71 set aside the cards at the places
(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3) of the hand of four, sorted in that order. The last choice, which is made
at once and hidden at a table, is made one seat after the other in turn order, and the others' choices stay hidden: the
same game. An action that is not legal raises a sentence (``wonderland.core.errors``) and changes nothing.

**Chance.** First who begins (as many outcomes as seats), then every card as it leaves the deck, each card left in it
being equally likely: five for the seat that begins, five for the next …, six for the line (P2); later one card after
each turn, until the last round (P6). So the outcomes of a game's chance nodes, in their order, are the ``first`` and
the ``deck`` of a deal of :mod:`wonderland.games.parade`. Nothing about the draw pile is decided before it is drawn: a
search that copies a state cannot see what comes.

**Returns.** (n Z − 1) / (n − 1) for each of n players, Z being its share of the win: 1 for a win that is not shared,
−1/(n − 1) for a defeat, zero in sum.

**Observers**, by ``game.make_py_observer(pyspiel.IIGObservationType(...))``, or ``state.observation_tensor(player)``,
``state.information_state_string(player)`` and so on. The text has a line for each piece. The tensor is made of these
pieces, and ``dict`` holds each by its name (cards by their number; n players; with ``PrivateInfoType.ALL_PLAYERS`` the
private ones have a row for each player):

| piece | shape | what it is | when |
|---|---|---|---|
| ``player`` | n | whose observation it is | private information of a single player |
| ``hand`` | 66 | the cards in hand | private |
| ``discard`` | 66 | the two cards set aside | private |
| ``dealt`` | 66 | the hand at the start | private, perfect recall |
| ``draws`` | 60/n − 5, 66 | the cards drawn, in their order | private, perfect recall |
| ``first``, ``turn`` | n | who begins; who is to act | public |
| ``phase`` | 5 | deal, draw, play, discard, over | public |
| ``parade`` | 66 | the cards in the line | public |
| ``place`` | 66 | their places from the end, in 66ths | public |
| ``front`` | n, 66 | the cards in front of each player | public |
| ``hand_sizes`` | n | cards in hand, in fifths | public |
| ``pile`` | 1 | cards left in the deck, in 66ths | public |
| ``last_round`` | n + 2 | how many turns are left, 0 to n; the last entry: it has not begun | public |
| ``chosen`` | n | who has set two cards aside | public |
| ``start`` | 6, 66 | the line at the start | public, perfect recall |
| ``plays`` | 60 − 4n, 66 | the cards played, in turn order | public, perfect recall |

**Search.** ``state.resample_from_infostate(player, sampler)`` gives a state, history included, that the player cannot
tell from this one. OpenSpiel's information set Monte Carlo tree search plays with it:

>>> import numpy as np
>>> from open_spiel.python.algorithms import ismcts, mcts
>>> state = game.new_initial_state()
>>> while state.is_chance_node():
...     state.apply_action(state.chance_outcomes()[0][0])
>>> evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
>>> bot = ismcts.ISMCTSBot(game, evaluator, uct_c=1.4, max_simulations=20, random_state=np.random.RandomState(2))
>>> bot.step(state) in state.legal_actions()
True

(The compiled ``pyspiel.ISMCTSBot`` plays no game that is written in Python: OpenSpiel does not hand
``resample_from_infostate`` on to it.)
"""

from __future__ import annotations

from importlib.util import find_spec

from wonderland.core.errors import NotInstalled

if find_spec("pyspiel") is None:
    raise NotInstalled("envs_need_open_spiel")

from wonderland.envs.parade.spiel.game import ParadeGame, ParadeState
from wonderland.envs.parade.spiel.observer import ParadeObserver

__all__ = ["ParadeGame", "ParadeObserver", "ParadeState"]
