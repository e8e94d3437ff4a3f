"""Reports made by hand: random numbers that add up as a review's do."""

from __future__ import annotations

from random import Random

from wonderland.review.parade.report import (
    Budget,
    Chance,
    Decision,
    Mark,
    Move,
    MoveText,
    ParadeReport,
    Rating,
    SeatLuck,
    SeatPlay,
    Stage,
)

DECK = [f"{colour}{value}" for colour in "RBVGSO" for value in range(11)]


def made_report(
    players: tuple[str, ...] = ("Ann", "Ben"), seed: int = 1, turns: int = 24, finished: bool = True
) -> ParadeReport:
    """A report whose parts are as those of a real one."""
    random = Random(seed)
    seats, fair = len(players), 1 / len(players)
    shares = _moved(random, (fair,) * seats, 0.1)
    chances = [Chance(0, "deal", shares)]
    decisions = []
    for ply in range(1, turns + 1):
        for at in ("move", "draw"):
            shares = _moved(random, shares, 0.12)
            chances.append(Chance(ply, at, shares))
        decisions.append(_decision(random, ply, (ply - 1) % seats, seats, "opening" if ply < turns / 2 else "middle"))
    for seat in range(seats if finished else 0):
        chances.append(Chance(turns + seat + 1, "move", shares))
        decisions.append(_decision(random, turns + seat + 1, seat, seats, "last_choice"))
    winner = max(range(seats), key=lambda seat: shares[seat])
    result = tuple(float(seat == winner) for seat in range(seats))
    if finished:
        chances.append(Chance(turns + seats, "end", result))
    errors = [sum(one.error for one in decisions if one.seat == seat) for seat in range(seats)]
    return ParadeReport(
        game="parade", players=players, evaluator="made up 0123", seed=seed, budget=Budget(400), fair=fair,
        result=result if finished else None, decisions=tuple(decisions), chances=tuple(chances),
        luck=tuple(_luck(random, fair, end, seat, errors) for seat, end in enumerate(chances[-1].shares)),
        play=tuple(_play(random) for _ in players),
    )  # fmt: skip


def _luck(random: Random, fair: float, end: float, seat: int, errors: list[float]) -> SeatLuck:
    own = errors[seat]
    others = (sum(errors) - own) / (len(errors) - 1)
    luck = end - fair + own - others
    deal, draws = random.uniform(-0.2, 0.2), random.uniform(-0.3, 0.3)
    return SeatLuck(deal, draws, luck - deal - draws, own, others, end - luck)


def _play(random: Random) -> SeatPlay:
    stages: dict[Stage, Rating] = {
        stage: Rating(random.uniform(5, 40), random.uniform(2, 9), 7, "hatter")
        for stage in ("opening", "middle", "last_round", "last_choice")
    }
    return SeatPlay(random.uniform(5, 40), random.uniform(2, 5), 14, random.choice(("rabbit", "alice")), stages)


def _decision(random: Random, ply: int, seat: int, seats: int, stage: Stage) -> Decision:
    hand = random.sample(DECK, 5 if stage != "last_choice" else 4)
    choices: list[MoveText] = [*hand]
    if stage == "last_choice":
        choices = [(one, other) for place, one in enumerate(hand) for other in hand[place + 1 :]]
    wins = sorted((random.gauss(1 / seats, 0.04) for _ in choices), reverse=True)
    moves = tuple(
        Move(choice, win, 0.008, random.uniform(8, 30), _shares(seat, seats, win), 0.006, wins[0] - win < 0.012)
        for choice, win in zip(choices, wins, strict=True)
    )
    played = moves[min(int(random.expovariate(0.8)), len(moves) - 1)]
    error = wins[0] - played.win
    mark: Mark | None = None
    if error > 0.012:
        mark = "blunder" if error > 0.06 else "mistake" if error > 0.03 else "doubtful"
    why = f"{played.move} takes B3 and G7: 10 points more; {moves[0].move} takes nothing." if mark else ""
    return Decision(ply, seat, played.move, moves, error, 0.006, mark, why, (), stage, {})


def _shares(seat: int, seats: int, win: float) -> tuple[float, ...]:
    return tuple(win if one == seat else (1 - win) / (seats - 1) for one in range(seats))


def _moved(random: Random, shares: tuple[float, ...], by: float) -> tuple[float, ...]:
    moved = [max(share + random.gauss(0, by) * share, 0.02) for share in shares]
    return tuple(share / sum(moved) for share in moved)
