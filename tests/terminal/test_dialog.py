"""The dialogue with the person: lines end where words end, however narrow the screen."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO

import pytest
from rich.cells import cell_len
from rich.console import Console

from wonderland.messages import LANGUAGES
from wonderland.terminal.dialog import Dialog

#: What a player reads first, and what may have avatars in it.
KEYS = ("play_help", "play_help_advice", "play_trigger_both", "play_failed", "play_discard_how")
VALUES = {"name": "👑 Queen of Hearts", "problem": "crashed: RuntimeError: lost in the hole of the rabbit"}


def heard(width: int, lang: str, act: Callable[[Dialog], object]) -> str:
    """All that is printed or asked on a screen of this width."""
    screen, asked = StringIO(), list[str]()

    def answer(prompt: str) -> str:
        asked.append(prompt)
        return ""

    act(Dialog(lang, Console(file=screen, width=width), answer))
    return screen.getvalue() + "".join(asked)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("width", [80, 60, 33])
@pytest.mark.parametrize("key", KEYS)
def test_a_line_is_broken_between_words(width: int, lang: str, key: str) -> None:
    text = heard(width, lang, lambda dialog: dialog.tell(key, **VALUES))
    told = text.removesuffix("\n").split("\n")
    assert " ".join(told) == Dialog(lang).text(key, **VALUES)
    assert all(cell_len(line) <= width for line in told)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_so_is_a_question_and_there_is_room_for_the_answer(lang: str) -> None:
    names = "White Rabbit and Dormouse"
    asked = heard(40, lang, lambda dialog: dialog.ask("play_ask_who", names=names))
    assert asked.endswith(" ")
    assert all(len(line) <= 40 for line in asked.split("\n"))
    assert asked.replace("\n", " ").strip() == Dialog(lang).text("play_ask_who", names=names)


def test_what_french_holds_together_stays_together() -> None:
    for width in range(20, 80):
        lines = heard(width, "fr", lambda dialog: dialog.tell("play_help_advice")).splitlines()
        assert any("«\u00a0indice\u00a0»" in line for line in lines)


def test_a_path_can_be_copied_whole() -> None:
    path = "/home/alice/my games/" + "x" * 90 + ".json"
    assert path in heard(60, "en", lambda dialog: dialog.show_whole(dialog.text("play_saved", file=path)))
