"""Many games side by side: stepping them, looking at them, playing them to the end, converting them.

- ``batch.py``: :class:`Batch`, a struct of arrays
- ``steps.py``: who acts, what is legal, one choice a game
- ``views.py``: what a seat may know, as tensors
- ``rollouts.py``: given states played to the end, many times
- ``states.py``: from and to the reference rules' states
- ``observation.py``: from a seat's view
- ``load.py``: one game of a batch in the kernel's arrays
"""
