"""Two small networks for each number of players, learned by self-play (``wonderland train``).

- the *card network*: what a seat may expect after laying a card or keeping two, from what it may know
- the *position network*: everybody's share of the win when all hands are known, and the pile as a set

- ``layout.py``: what they see and how large they are
- ``features.py``: that, written from a game in the kernel's form, on the CPU and the GPU
- ``forward.py``: their sums, compiled
"""
