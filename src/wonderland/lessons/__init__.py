"""The interactive lessons of the web app: scripts that are played by the real rules and written as data.

``python -m wonderland.lessons`` plays the lesson of every game that has one (its module ``lesson``) and writes
``web/src/games/<game>/lesson/script.json``. The browser knows no rule: each position, what each action would do, what
follows and what is not asked for come from here.
"""
