"""Plans along one's own line of cards: on, back, and card after card."""

from __future__ import annotations

from games.nimble.positions import cards
from wonderland.bots.nimble.planning import Line, plan


def line(text: str) -> Line:
    """Cards in order; ``?`` is one not in mind."""
    return [None if word == "?" else cards(word)[0] for word in text.split()]


def first(discard: str, hand: str, circles: str, ahead: int = 3) -> str:
    return plan(line(discard) + line(hand), len(line(discard)), circles, ahead)[1]


def test_flips_on_when_nothing_in_mind_fits() -> None:
    assert first("RB GO", "YO", "VVV") == "flip"
    assert first("", "?", "RGB") == "flip"


def test_places_a_card_that_fits() -> None:
    assert first("GO RB", "?", "RVV") == "place"


def test_goes_back_for_a_card_that_fits_if_it_is_not_too_far() -> None:
    assert first("RB GO", "?", "RVV") == "back"
    assert first("RB GO GY GV GR OV OY", "?", "RVV") == "flip"


def test_flips_on_to_a_card_that_lies_nearer_than_the_one_behind() -> None:
    assert first("RB GO GY", "RY", "RVV") == "flip"
    assert first("RB GO", "GY GV GB RY", "RVV") == "back"


def test_what_is_not_in_mind_is_not_gone_back_for() -> None:
    assert first("? GO", "?", "RVV") == "flip"
    assert first("RB ? GO", "?", "RVV") == "flip", "nor what lies beneath it"


def test_the_card_that_opens_a_chain_goes_before_the_one_that_ends_it() -> None:
    """RY would cover the only red circle with beige, which helps nothing; RB makes BG possible, and that GR."""
    assert first("GR BG RB RY", "?", "RVV") == "back"
    assert first("GR BG RB RY", "?", "RVV", ahead=1) == "place", "who looks one card ahead sees no difference"


def test_a_chain_is_worth_more_than_single_cards() -> None:
    chain, _ = plan(line("GR BG RB"), 3, "RVV", ahead=3)
    single, _ = plan(line("OY BG RB"), 3, "RVV", ahead=3)
    nothing, _ = plan(line("OY OG OB"), 3, "RVV", ahead=3)
    assert chain > single > nothing
