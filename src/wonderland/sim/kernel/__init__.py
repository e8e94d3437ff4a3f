"""Parade as bits: one game at a time, compiled for the CPU or the GPU.

A rule is written once, over a small set of word operations; only those have two back ends.

- ``layout.py``: where each number stands in the kernel's arrays, and their named bundles
- ``compiling.py``: numba's decorators and the cache of machine code
- ``random_words.py``: random numbers as a function of seed, game and number
- ``shuffle.py``: the deck of a game, drawn from its random words
- ``deal.py``: which card of a deck goes where (P2)
- ``turn.py``: taking cards, drawing, the last round (P3 to P6)
- ``score.py``: majorities, scores and ranking (P8 to P10)
- ``random_game.py``: a whole game of random players, without hands
- ``policy_game.py``: games with hands, from the deal or any state, every seat by its policy (P7)
- ``hidden_cards.py``: what a seat cannot know, dealt anew (P11)
- ``intrinsics.py``: the operations that each processor does with its own instructions
- ``cpu_words.py``: word operations on a CPU: look-ups, and vectors with a lane for each colour
- ``gpu_words.py``: word operations on a GPU: logic on planes, a word for each bit of a card
- ``select_bit.py``: the n-th set bit, for processors without PDEP
"""
