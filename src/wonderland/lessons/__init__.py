"""The interactive lessons of the web app: scripts that are played by the real rules, written as data for the browser.

``python -m wonderland.lessons`` plays every script and writes ``web/src/games/<game>/lesson/script.json``. The browser
shows what it finds there and knows no rule: each position, what each card would do, what follows and what is not asked
for are ours.
"""
