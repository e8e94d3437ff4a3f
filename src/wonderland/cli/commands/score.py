"""``wonderland score FILE``: the score pad for people at a real table of Parade."""

from __future__ import annotations

from wonderland.cli import messages
from wonderland.cli.files import opened, print_json
from wonderland.cli.options import AsJson, File, Lang
from wonderland.records.reading import read_whole, text_of


def score(file: File, as_json: AsJson = False, lang: Lang = None) -> None:
    from wonderland.games.parade import pad
    from wonderland.games.parade.records import scores

    with opened(file) as stream:
        players, end = pad.score(text_of(read_whole(stream)))
    if as_json:
        print_json({"players": players, **scores(end)})
    else:
        from wonderland.terminal.games.parade.scores import show_scores

        show_scores(players, end, messages.language)
