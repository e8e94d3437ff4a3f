"""Parade measured: the pages of docs/lab, each with its numbers, tables and pictures.

``what_alice_knows.py``, what is worth doing, by self-play of the card network:

- ``columns.py``: what a study writes down of a decision, a card and a last choice
- ``cards.py``: that, written from a game in the kernel's form
- ``rules_of_thumb.py``: rules that people follow, as penalties of cards
- ``games.py``: the compiled loops; ``studies.py``: what Python calls, and means with their intervals
- ``questions.py``, ``endings.py``, ``opening.py``: one function a question, its numbers with 95 % intervals
- ``alice_article.py``: tables and pictures

``luck_and_skill.py``, what decides a game:

- ``final_games.py``: the compiled loop; ``ends.py``: seats, ends and majorities
- ``table_bots.py``: how strong bots are, and how much of their results is luck
- ``luck_article.py``: tables and pictures

``markdown.py``, ``charts.py`` and ``numbers_file.py`` are shared. ``python -m wonderland.lab --docs docs/lab`` makes
all of it anew, and the opening table; what was broken off goes on where it was.
"""
