"""Networks of a file, to begin with or as players who do not learn: which are allowed."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import pytest

from wonderland.bots.parade.network.weights import CARD, POSITION, load_network
from wonderland.core.errors import WonderlandError
from wonderland.training.selfplay.checkpoints import Checkpoint, Training
from wonderland.training.selfplay.opponents import set_beginning, set_opponents
from wonderland.training.selfplay.settings import Settings, settings_for

WEIGHTS = Path(str(resources.files("wonderland.bots.parade.network").joinpath("weights.npz")))


def test_a_training_begins_with_the_networks_of_a_file() -> None:
    checkpoint = Checkpoint(Training(Settings(3)), {}, None)
    set_beginning(checkpoint, WEIGHTS)
    assert checkpoint.best is not None
    for kind in (CARD, POSITION):
        pairs = zip(checkpoint.best[kind], load_network(kind, 3), strict=True)
        assert all((one == other).all() for one, other in pairs)


def test_on_the_cpu_the_position_network_is_as_large_as_that_of_the_file() -> None:
    checkpoint = Checkpoint(Training(settings_for(3, 0, "cpu")), {}, None)
    set_beginning(checkpoint, WEIGHTS)
    assert checkpoint.training.settings.critic == load_network(POSITION, 3).pooled.shape


def test_a_file_has_all_games_unless_a_part_is_given() -> None:
    training = Training(Settings(3))
    set_opponents(training, WEIGHTS, None, None)
    assert (training.settings.opponent, training.settings.opponent_games) == (str(WEIGHTS), 1.0)
    set_opponents(training, WEIGHTS, 0.25, 0.5)
    assert (training.settings.opponent_games, training.settings.hatter_games) == (0.25, 0.5)
    set_opponents(training, None, None, None)
    assert training.settings == Settings(3)


@pytest.mark.parametrize(
    ("device", "file", "games", "hatter_games", "key"),
    [
        ("cpu", WEIGHTS, None, None, "train_opponent_needs_gpu"),
        ("cpu", None, None, 0.5, "train_opponent_needs_gpu"),
        ("cuda", None, 0.5, None, "train_opponent_missing"),
        ("cuda", WEIGHTS, 0.6, 0.5, "train_too_many_games"),
        ("cuda", WEIGHTS.with_name("missing.npz"), None, None, "network_unreadable"),
        ("cuda", WEIGHTS.with_suffix(".sha256"), None, None, "network_unreadable"),
    ],
)
def test_what_cannot_be_is_refused(
    device: str, file: Path | None, games: float | None, hatter_games: float | None, key: str
) -> None:
    with pytest.raises(WonderlandError) as refused:
        set_opponents(Training(Settings(3, device=device)), file, games, hatter_games)
    assert refused.value.key == key
