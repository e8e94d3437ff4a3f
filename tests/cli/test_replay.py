"""``wonderland replay``: what it prints, and how it refuses."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from commands import WONDERLAND, refusal, wonderland
from golden.playthrough import FOLDER, read
from wonderland.games.registry import find
from wonderland.records.writing import encode

PARADE = read(FOLDER / "parade-3.txt")
NIMBLE = read(FOLDER / "nimble-2.txt")


def changed(record: dict[str, Any], **keys: Any) -> str:
    """The record with some keys changed; a key set to ``...`` is left out."""
    return json.dumps({key: value for key, value in {**record, **keys}.items() if value is not ...})


def results(text: str, *words: str) -> list[dict[str, Any]]:
    done = wonderland("replay", "-", "--json", *words, given=text)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_finished_parade() -> None:
    """The golden game of three, whose score was added up by hand."""
    [result] = results(json.dumps(PARADE))
    assert list(result)[:3] == ["game", "finished", "plies"]
    front = [sorted(cards) for cards in result.pop("front")]
    assert result == {
        "game": "parade",
        "finished": True,
        "plies": 40,
        "trigger": {"ply": 37, "seat": 0, "colours": True, "pile": False},
        "parade": ["S8", "B3", "V9", "R6", "V10", "S9", "G10", "G1", "R7"],
        "scores": [48, 26, 23],
        "cards": [20, 11, 12],
        "majorities": {"R": [2], "B": [0], "V": [0], "G": [2], "S": [1, 2], "O": [1]},
        "winners": [2],
    }
    # Before the two hand cards joined: B0 and G0 were still in Bob's hand.
    assert front[1] == sorted(["R9", "R10", "S5", "S10", "O2", "O5", "O6", "O8", "O10"])


def test_an_unfinished_parade() -> None:
    [result] = results(changed(PARADE, moves=PARADE["moves"][:5], discards=...))
    assert (result["finished"], result["plies"], result["turn"], result["trigger"]) == (False, 5, 2, None)
    assert [len(hand) for hand in result["hands"]] == [5, 5, 5]
    assert result["parade"] == ["O7", "B5", "B8", "V0", "V1", "S10", "R10", "B10", "O8", "O9"]
    assert result["front"] == [["O4"], [], []]


@pytest.mark.parametrize("discards", [..., [None] * 3, [["S2", "R8"], None, None]])
def test_a_parade_in_the_discard_phase(discards: Any) -> None:
    [result] = results(changed(PARADE, discards=discards))
    assert (result["finished"], result["plies"], result["turn"]) == (False, 40, None)
    assert [len(hand) for hand in result["hands"]] == [4, 4, 4]


def test_a_finished_nimble() -> None:
    [result] = results(json.dumps(NIMBLE))
    assert (result["finished"], result["end"]) == (True, "finished")
    assert min(result["left"]) == 1
    assert sum(map(len, result["piles"])) + sum(result["left"]) == 60
    assert [pile[0] for pile in result["piles"]] == [["YR", 0], ["BY", 0], ["VG", 1]]
    queen = result["left"].index(1)
    assert result["titles"][queen] == "queen"


def test_an_unfinished_nimble() -> None:
    [result] = results(changed(NIMBLE, events=NIMBLE["events"][:6]))
    assert (result["finished"], result["end"], result["titles"], result["winners"]) == (False, None, None, None)
    assert result["left"] == [27, 29]
    assert result["errors"] == [0, 0]


def test_nimble_times_and_missing_options_change_nothing() -> None:
    timed = [[*event, 100 * number] for number, event in enumerate(NIMBLE["events"])]
    assert results(changed(NIMBLE, events=timed, options=...)) == results(json.dumps(NIMBLE))


def test_unknown_keys_are_ignored() -> None:
    assert results(changed(PARADE, note="hello", options={})) == results(json.dumps(PARADE))


def test_one_record_may_span_lines() -> None:
    assert results(json.dumps(PARADE, indent=2)) == results(json.dumps(PARADE))


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ("", "the file is empty"),
        ("nonsense", "line 1, column 1: this is not JSON"),
        ('{"game": "parade",\n "version": }', "line 2, column 13: this is not JSON"),
        (json.dumps(PARADE)[:700], "line 1, column 701: this is not JSON, or it breaks off here"),
        ("[1]", "line 1, column 1: a record is a JSON object with the key game, not [1]"),
        ("{}", "game: this key is missing"),
        (changed(PARADE, game="chess"), 'game: there is no game "chess"; the games are parade, nimble'),
        (changed(PARADE, game=None), "game: there is no game null"),
        (changed(PARADE, version=2), "version: must be one of: 1; not 2"),
        (changed(PARADE, version=True), "version: must be one of: 1; not true"),
        (changed(PARADE, version=1.0), "version: must be one of: 1; not 1.0"),
        (changed(PARADE, version=...), "version: this key is missing"),
        (changed(PARADE, players="Ann"), 'players: must be a list, not "Ann"'),
        (changed(PARADE, players=["Ann"]), "players: 1 player; this game is for 2 to 6"),
        (changed(PARADE, players=["Ann", 7, "Bob"]), "players: a name must be text, not 7"),
        (changed(PARADE, first=3), "first: must be a whole number from 0 to 2, not 3"),
        (changed(PARADE, first=False), "first: must be a whole number from 0 to 2, not false"),
        (changed(PARADE, deck=PARADE["deck"][:65]), "deck: 65 different cards instead of 66; G2 is missing"),
        (changed(PARADE, deck=["R5", *PARADE["deck"]]), "deck: card 2: R5 is there twice; it was card 1 already"),
        (changed(PARADE, deck=["r5", *PARADE["deck"][1:]]), 'deck: card 1: "r5" is no Parade card'),
        (changed(PARADE, moves=...), "moves: this key is missing"),
        (changed(PARADE, moves=["S10", "R1"]), "move 2: R1 is not in the hand, which is B6 B9 O6 O9 R10."),
        (changed(PARADE, moves=["S10", "R10", 7]), "move 3: 7 is no Parade card"),
        (changed(PARADE, moves=[*PARADE["moves"], "R8"]), "move 41: Every turn has been played"),
        (changed(PARADE, moves=["S10"]), "discards: comes only when every turn has been played"),
        (changed(PARADE, moves=["S10"], discards=[None] * 3), "discards: comes only when every turn"),
        (changed(PARADE, discards=None), "discards: must be a list, not null"),
        (changed(PARADE, discards=[None]), "discards: must have 3 entries, not 1"),
        (changed(PARADE, discards=[["S2"], None, None]), "discards: seat 0: must have 2 entries, not 1"),
        (changed(PARADE, discards=[None, ["S3", "S3"], None]), "discards: seat 1: Two different cards"),
        (changed(PARADE, discards=[None, None, ["R8", "S2"]]), "discards: seat 2: R8 is not in the hand"),
        (changed(NIMBLE, options=None), "options: must be a JSON object, not null"),
        (changed(NIMBLE, options={"errors": "many"}), 'options: errors: must be one of: "fewest", "out"; not "many"'),
        (changed(NIMBLE, options={"assist": 1}), "options: assist: must be one of: true, false; not 1"),
        (changed(NIMBLE, setup=[0, 0, 0]), "setup: of two players one gives two cards"),
        (changed(NIMBLE, packs=NIMBLE["packs"][:1]), "packs: must have 2 entries, not 1"),
        (changed(NIMBLE, packs=[NIMBLE["packs"][0], []]), "packs: seat 1: 0 different cards instead of 30"),
        (changed(NIMBLE, events=[["flip", 0], ["place", 0, 3]]), "event 2: There is no pile 3"),
        (changed(NIMBLE, events=[["flip", 2]]), "event 1: There is no seat 2; the seats are 0 to 1."),
        (changed(NIMBLE, events=[["flip"]]), 'event 1: ["flip"] is no event'),
        (changed(NIMBLE, events=[["flip", True]]), 'event 1: ["flip", true] is no event'),
        (changed(NIMBLE, events=[["place", 0]]), 'event 1: ["place", 0] is no event'),
        (changed(NIMBLE, events=[["flip", 0, -5]]), 'event 1: ["flip", 0, -5] is no event'),
        (changed(NIMBLE, events=[["flip", 0, 1, 2]]), 'event 1: ["flip", 0, 1, 2] is no event'),
        (changed(NIMBLE, events=[*NIMBLE["events"], ["flip", 0]]), "event 119: The round is over."),
        (changed(NIMBLE, round=[1, 3]), "round: must be a whole number from 2 to 2, not 3"),
    ],
)
def test_a_bad_record_is_refused_in_one_line_that_names_the_place(record: str, message: str) -> None:
    assert refusal("replay", "-", "--json", given=record).startswith(message)


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b'{"game": "par\xffade"}', "line 1, column 14: the byte 0xff is not UTF-8 text"),
        (b'{"game": "\xe2\x82', "line 1, column 11: the byte 0xe2 is not UTF-8 text"),
        (b"[" * 100_000, "line 1, column 1: the brackets are nested too deeply"),
        (b'{"game": ' + b"9" * 5000 + b"}", "line 1, column 10: this is not JSON"),
        (b'{"game": ' + b"[" * 984 + b"]" * 984 + b"}", "game: there is no game"),
        (b'{"game": NaN}', "line 1, column 10: this is not JSON"),
        (b'{"game": "\\ud800"}', "line 1, column 10: this is not JSON"),
        (b"\x00", "line 1, column 1: this is not JSON"),
        (b'{"x": "' + b"a" * 10_000_000 + b'"}', "the record is larger than 8 MiB"),
    ],
)
def test_bytes_that_hold_no_record_are_refused(raw: bytes, message: str) -> None:
    assert refusal("replay", "-", "--json", given=raw).startswith(message)


def test_a_file_that_is_not_there_or_is_a_folder(tmp_path: Path) -> None:
    assert refusal("replay", tmp_path / "no\nfile", "--json").endswith("there is no such file")
    assert refusal("replay", tmp_path, "--json").endswith("this is a folder, not a file")


def test_lines_are_read_one_by_one_and_a_bad_one_does_not_stop_the_others(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    good = json.dumps(PARADE)
    long = b'{"x": "' + b"a" * 9_000_000 + b'"}'
    bad = changed(PARADE, moves=["R1"]).encode()
    file.write_bytes(b"\n".join([good.encode(), b"", b"  ", bad, long, b"\xff", json.dumps(NIMBLE).encode(), bad[:99]]))
    done = wonderland("replay", file, "--json")
    assert done.returncode == 2
    assert [json.loads(line)["line"] for line in done.stdout.splitlines()] == [1, 7]
    starts = [line.split(": ")[0] for line in done.stderr.splitlines()]
    assert starts == ["line 4", "line 5", "line 6", "line 8"]
    assert "move 1: R1 is not in the hand" in done.stderr
    assert "line 8: column 100: this is not JSON" in done.stderr
    french = wonderland("replay", file, "--json", "--lang", "fr").stderr.splitlines()
    assert french[0].startswith("line 4: coup 1\u00a0: R1 n’est pas dans la main")


def test_lines_can_be_asked_for_on_standard_input() -> None:
    both = f"{json.dumps(PARADE)}\r\n{json.dumps(NIMBLE)}"
    assert [result["line"] for result in results(both, "--lines")] == [1, 2]


def test_a_challenge_is_followed_over_its_lines() -> None:
    """Seat 1 was Pinocchio of round one, so it gives one card of three at the next set-up."""
    [first] = results(json.dumps(NIMBLE))
    pinocchio = first["titles"].index("pinocchio")
    setup = [pinocchio, 1 - pinocchio, 1 - pinocchio]
    second = changed(NIMBLE, round=[2, 2], setup=setup, events=[])
    lines = f"{changed(NIMBLE, round=[1, 2])}\n{second}"
    one, two = results(lines, "--lines")
    assert one["challenge"] == {
        "wins": [int(seat in first["winners"]) for seat in (0, 1)],
        "errors": first["errors"],
        "left": first["left"],
    }
    assert two["challenge"] == one["challenge"]
    wrong = changed(NIMBLE, round=[2, 2], setup=[1 - pinocchio, pinocchio, pinocchio], events=[])
    done = wonderland("replay", "-", "--lines", "--json", given=f"{changed(NIMBLE, round=[1, 2])}\n{wrong}")
    assert done.returncode == 2
    assert done.stderr.startswith("line 2: setup: after the round before, the fewest cards come from seat")


def peak_memory(lines: int) -> int:
    """The most memory a replay of so many records took, in kilobytes."""
    record = (changed(PARADE, moves=[], discards=...) + "\n").encode()
    script = (
        "import resource, subprocess, sys\n"
        f"run = subprocess.Popen([{WONDERLAND!r}, 'replay', '-', '--lines', '--json'],"
        " stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)\n"
        f"[run.stdin.write({record!r}) for _ in range({lines})]\n"
        "run.stdin.close()\n"
        "sys.exit(run.wait()) if run.wait() else print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)\n"
    )
    return int(subprocess.run([sys.executable, "-c", script], capture_output=True, check=True).stdout)


def test_a_long_file_streams_in_fixed_memory() -> None:
    """Twenty thousand records more are twenty megabytes more to read, and nothing more to remember."""
    assert peak_memory(21_000) - peak_memory(1_000) < 5_000


def test_a_reader_who_has_enough_is_no_error() -> None:
    lines = (json.dumps(PARADE) + "\n") * 400
    command = f"{WONDERLAND} replay - --lines --json | head -n 1"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], input=lines.encode(), capture_output=True, check=False
    )
    assert done.stderr == b""
    assert done.returncode == 0
    assert done.stdout.count(b"\n") == 1


def test_for_people_the_result_is_a_table_in_their_language() -> None:
    done = wonderland("replay", "-", "--lang", "fr", given=json.dumps(PARADE))
    assert done.returncode == 0
    assert "Le décompte" in done.stdout
    assert "Victoire\u00a0: Cy" in done.stdout
    assert "Bob's turn" in wonderland("replay", "-", given=changed(PARADE, moves=["S10"], discards=...)).stdout
    assert "Queen of Hearts" in wonderland("replay", "-", given=json.dumps(NIMBLE)).stdout
    many = wonderland("replay", "-", "--lines", given=f"{json.dumps(PARADE)}\n{json.dumps(NIMBLE)}").stdout
    assert many.splitlines()[0] == "line 1: Parade: finished; scores 48 26 23; won by seat 2"


@pytest.mark.parametrize("locale", ["fr_FR.UTF-8", "fr_CA"])
def test_the_locale_chooses_the_language_of_refusals(locale: str) -> None:
    assert refusal("replay", "-", given="{}", env={"LANG": locale}) == "game\u00a0: cette clé manque"
    assert refusal("replay", "-", "--lang", "en", given="{}", env={"LANG": locale}) == "game: this key is missing"


def test_a_terminal_without_accents_gets_an_answer_too() -> None:
    done = wonderland("replay", "-", "--lang", "fr", given="{}", env={"PYTHONIOENCODING": "ascii"})
    assert done.stderr == "game?: cette cl? manque\n"


def test_results_are_what_the_rules_say_for_every_golden_game() -> None:
    files = sorted(FOLDER.glob("*.txt"))
    lines = "\n".join(file.read_text("utf-8").partition("\n")[0] for file in files)
    found = results(lines, "--lines")
    assert len(found) == len(files) == 8
    for file, result in zip(files, found, strict=True):
        *_, last = find(result["game"]).steps(read(file))
        expected = find(result["game"]).result(last.state)
        assert result == {"line": result["line"], **msgspec.json.decode(encode(expected))}
