"""What a study writes down: one row for each decision, each card of the hand, and each last choice."""

from __future__ import annotations

# ---- of a decision ------------------------------------------------------------------------------------------
#: Turns played before it (−1: the game was over by then), cards left in the pile, whether it is the last round.
PLIES, PILE_LEFT, LAST_ROUND = 0, 1, 2
#: How far ahead of the best other the player is, in points, if the game ended now; the colours in front of the player.
LEAD, OWN_COLOURS = 3, 4
DECISION_COLUMNS = 5

# ---- of a card of the hand (all 0 but ``HELD`` for a place without a card) ------------------------------------
HELD, VALUE = 0, 1
#: Other cards of its colour in the hand, and cards of its colour in the line.
IN_HAND, IN_LINE = 2, 3
#: What laying it takes: cards, their printed values, and colours that are new to the player.
TAKEN, POINTS, NEW_COLOURS = 4, 5, 6
#: Whether it takes cards, and all of colours of which nobody has more than the player.
TAKES_MAJORITY = 7
#: Whether it brings the sixth colour, which begins the last round; the lead in points if the game ended after it.
SIXTH_COLOUR, LEAD_AFTER = 8, 9
#: What the card network expects of laying it, and what came of it when everybody played on by the network.
EXPECTED, PLAYED_OUT = 10, 11
#: What keeping it is worth, where the best other card is laid: beside a random card of the pile in its place, by the
#: network and played out. 0 for the best card itself.
KEEPING, KEEPING_PLAYED_OUT = 12, 13
CARD_COLUMNS = 14

# ---- of a last choice: four cards, then six pairs ---------------------------------------------------------------
#: Of each card, its value and how many cards its owner has more in front than the best other (of its colour).
CHOICE_VALUES, CHOICE_LEADS = 0, 4
#: Of each pair that is set aside, in the order of ``ASIDE_PLACES``, what the network expects, and the share of the win.
CHOICE_EXPECTED, CHOICE_SHARES = 8, 14
#: The lead in points that each pair leaves, if nobody else kept a card.
CHOICE_LEADS_AFTER = 20
CHOICE_COLUMNS = 26
