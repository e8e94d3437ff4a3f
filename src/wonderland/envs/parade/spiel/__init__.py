"""Parade as a game of OpenSpiel: the position with its chance taken apart, the game and state, the observers."""
