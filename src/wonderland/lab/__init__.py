"""Studies of Parade by self-play of the card network: what is worth doing, measured ("What Alice knows").

- ``columns.py``: what a study writes down of a decision, a card and a last choice
- ``cards.py``: that, written from a game in the kernel's form
- ``rules_of_thumb.py``: rules that people follow, as penalties of cards
- ``games.py``: the compiled loops; ``studies.py``: what Python calls
- ``questions.py``, ``endings.py``, ``opening.py``: one function a question, its numbers with 95 % intervals
- ``article.py``, ``charts.py``: tables and pictures

``python -m wonderland.lab --docs docs/lab`` makes the article anew, and the opening table.
"""
