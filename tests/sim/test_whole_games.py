"""Whole games of the kernel recomputed by the twin: exchange, points, seats, dealers, ends."""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import Any, NamedTuple

import pytest
from reference.calls import VALUE
from reference.cards import face
from reference.position import Position as SlowPosition
from reference.scoring import game_end as slow_game_end
from reference.scoring import game_end52
from reference.seigneur import next_seats
from reference.standings import (
    credited,
    partnerships,
    places,
    schedule,
    threechu_places,
    threechu_seats,
    tournament,
)
from samples.family import FAMILY, rules_of
from samples.rounds import play, records

from tichu_sim.bots.registry import parse_bots
from tichu_sim.game.cards import N_CARDS, cards_text
from tichu_sim.game.rules import Rules
from tichu_sim.game.state import has_two_packs
from tichu_sim.jit import Array, Record
from tichu_sim.sim.blocks import Played
from tichu_sim.sim.run import make_run
from tichu_sim.tables.standings import standings_of

LIVELY = "random:bomb=0.5:wish=1:tichu=0.1:grand=0.15:great_grand=0.15"


class Round(NamedTuple):
    """A round of a game, as the kernel has it and as the twin sees it.

    `exchanged` is the twin's position before the first lead, `end` the one after the last event.
    """

    row: Record
    seats: Array
    record: dict[str, Any]
    exchanged: SlowPosition
    end: SlowPosition

    @property
    def players(self) -> list[int]:
        return [int(player) for player in self.seats["player"]]

    @property
    def score(self) -> list[int]:
        found: list[int] = self.record["result"]["score"]
        return found


def a_round(row: Record, seats: Array, record: dict[str, Any]) -> Round:
    """Let the twin replay a round."""
    position = SlowPosition(record)
    exchanged = position.copy()
    for event in record["events"]:
        position.apply(event)
        if not position.played:
            exchanged = position.copy()
    return Round(row, seats, record, exchanged, position)


def games_of(rules: Rules, units: int, seed: int) -> tuple[Played, list[list[Round]]]:
    """Play whole games between both bots."""
    names = ",".join(("greedy", LIVELY)[player % 2] for player in range(rules.players))
    run = make_run(rules, parse_bots(names, rules.players), seed, units, whole_games=True)
    played = play(run)
    lines = [record.written() for record in records(run, played)]
    rounds = map(a_round, played.rounds, played.seats, lines)
    return played, [list(game) for _, game in groupby(rounds, lambda found: int(found.row["game"]))]


def tokens(seats: Array, seat: int, name: str, rules: Rules) -> Counter[str]:
    """Some cards of a seat's row."""
    cards = int(seats[name][seat])
    if has_two_packs(rules):
        cards |= int(seats[f"{name}_2"][seat]) << N_CARDS
    return Counter(cards_text(cards, rules.tokens).split())


def check_rounds(rules: Rules, game: Sequence[Round]) -> None:
    """Deal, exchange and result of every round (R2, R3, R14.5, R15.4, R16.7, R18.4, R18.12)."""
    for found in game:
        assert found.end.finished
        assert found.end.result() == found.record["result"]
        slow = found.exchanged
        assert slow.playing
        for seat in range(rules.seats):
            assert tokens(found.seats, seat, "hand", rules) == Counter(map(face, slow.hands[seat]))
        assert int(found.row["leader"]) == slow.turn


def check_totals(rules: Rules, game: Sequence[Round]) -> None:
    """R11.7, R12.1 to R12.3, R17.10, R17.11: totals of teams, and the end of the game."""
    totals, difference = [0, 0], 0
    for number, found in enumerate(game, start=1):
        before = [difference, -difference] if rules.preset == "t52" else totals
        assert found.row["total"].tolist() == before
        totals = [mine + more for mine, more in zip(totals, found.score, strict=True)]
        difference = totals[0] - totals[1]
        target, rounds = rules.number("target"), rules.number("rounds")
        if rules.preset == "t52":
            end = game_end52(difference, number, target, rounds)
        else:
            end = slow_game_end(totals, number, target, rounds, str(rules["tie"]))
        assert (end == "continue") == (number < len(game))


def check_dealers(rules: Rules, game: Sequence[Round]) -> None:
    """R2.1, R18.3: the next dealer is the player who went out first."""
    for found, after in pairwise(game):
        first = found.players[found.record["result"]["finish"][0]]
        assert after.players[int(after.row["dealer"])] == first


TO_A_TARGET = {
    "standard": 2,
    "great_grand": 1,
    "tientsin": 2,
    "tientsin, every call": 1,
    "t52": 3,
    "t52, plain aces": 2,
    "tea": 1,
    "wuerzburg": 2,
}


@pytest.mark.parametrize("name", TO_A_TARGET)
def test_games_to_a_target(name: str) -> None:
    rules = rules_of(name)
    _, games = games_of(rules, TO_A_TARGET[name], seed=41)
    assert len(games) == TO_A_TARGET[name]
    for game in games:
        check_rounds(rules, game)
        check_totals(rules, game)
        check_dealers(rules, game)


@pytest.mark.parametrize("kind", ["cyclic", "blocks", "random"])
@pytest.mark.parametrize("lost", ["any_lost", "net_negative"])
def test_tournaments(kind: str, lost: str) -> None:
    """R13: seating, victory points, Tichu points, ranking."""
    rules = rules_of("tournament")
    rules = Rules(rules.preset, {"schedule": kind, "dv_lost_tichu": lost, "rounds": 9})
    played, games = games_of(rules, 2, seed=42)
    for game, standing in zip(games, standings_of(rules, played), strict=True):
        assert len(game) == 9
        check_rounds(rules, game)
        check_dealers(rules, game)
        seatings = [tuple(found.players) for found in game]
        if kind == "random":
            assert partnerships(seatings) == partnerships(schedule())
            assert sorted(seatings) == sorted(schedule())
        else:
            assert seatings == schedule(kind)
        totals, victory = [0] * 4, [0] * 4
        for found in game:
            check_credit(found, totals, victory)
            end = found.end
            cards = None if end.ended == "double" else found.record["result"]["cards"]
            points = tournament(cards, end.out, end.calls, end.options)
            assert points["tp"] == found.score
            assert points["vp"] == found.row["victory"].tolist()
            totals = added(totals, credited(found.players, points["tp"]))
            victory = added(victory, credited(found.players, points["vp"]))
        assert standing["points"].tolist() == totals
        assert standing["victory"].tolist() == victory
        assert standing["rank"].tolist() == places(victory, totals)


def added(sums: Sequence[int], more: Sequence[int]) -> list[int]:
    return [mine + other for mine, other in zip(sums, more, strict=True)]


def check_credit(found: Round, totals: Sequence[int], victory: Sequence[int]) -> None:
    """What the seats' players have when a round begins."""
    assert found.seats["total"].tolist() == [totals[player] for player in found.players]
    assert found.seats["victory"].tolist() == [victory[player] for player in found.players]


def test_threechu() -> None:
    """R14.2, R14.9, R14.10: the dealer changes, everybody is credited, the dummy in a column."""
    rules = rules_of("threechu")
    played, games = games_of(rules, 2, seed=43)
    for game, standing in zip(games, standings_of(rules, played), strict=True):
        assert len(game) == 9
        check_rounds(rules, game)
        totals = [0] * 4
        for number, found in enumerate(game):
            accounts = threechu_seats(number)
            assert found.players[2] == found.players[0]
            assert (*found.players[:2], 3, found.players[3]) == accounts
            assert found.seats["total"].tolist() == [totals[account] for account in accounts]
            totals = added(totals, credited(accounts, found.score))
        assert standing["points"].tolist() == totals
        assert standing["rank"].tolist()[:3] == threechu_places(totals)


@pytest.mark.parametrize("name", ["five, clockwise", "six", "seven"])
def test_grand_seigneur(name: str) -> None:
    """R16.4 to R16.9, R16.15: pushes, and seats by the order of going out."""
    rules = Rules("grand_seigneur", {**rules_of(name).changed, "rounds": 4})
    played, (game,) = games_of(rules, 1, seed=44)
    check_rounds(rules, game)
    assert [found.record["round"] for found in game] == [1, 2, 3, 4]
    for found, after in pairwise(game):
        finish = [found.players[seat] for seat in found.record["result"]["finish"]]
        assert after.players == next_seats(finish, str(rules["direction"]))
        assert after.players[int(after.row["dealer"])] == finish[-1]
    last = [game[-1].players[seat] for seat in game[-1].record["result"]["finish"]]
    ranks = standings_of(rules, played)[0]["rank"].tolist()
    assert ranks == [last.index(player) for player in range(rules.players)]


def test_announcements_count_for_who_made_them() -> None:
    """R11.6, R17.9: by hand, with the words of the records."""
    for name in ("standard", "t52"):
        _, (game,) = games_of(rules_of(name), 1, seed=45)
        for found in game:
            calls = [0, 0]
            for event in found.record["events"]:
                seat, verb = int(event.split()[0]), event.split()[1]
                if verb not in VALUE:
                    continue
                won = seat == found.record["result"]["finish"][0]
                to = seat if won or name == "standard" else seat + 1
                calls[to % 2] += VALUE[verb] if won or name == "t52" else -VALUE[verb]
            assert calls == found.record["result"]["calls"]


def test_every_game_is_here() -> None:
    there = {*TO_A_TARGET, "tournament", "threechu", "five, clockwise", "six", "seven"}
    assert {rules_of(name).game.name for name in there} == {
        rules_of(name).game.name for name in FAMILY
    }
