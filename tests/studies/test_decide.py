"""What a bot does in a position is what it did there at the kernel's table."""

from dataclasses import replace
from pathlib import Path

import pytest
from samples.rounds import a_run, records

from tichu_sim.bots.registry import parse_bot
from tichu_sim.game.dealt import Deal
from tichu_sim.game.events import VERBS
from tichu_sim.game.record import RoundRecord, parse_line, read_record
from tichu_sim.game.referee import replay
from tichu_sim.game.settings import settings_of
from tichu_sim.studies.decide import Decision, decide

WITNESS = f"{Path(__file__).parents[1] / 'own_bots' / 'witness.py'}:Witness"
EXCHANGE = {"give", "first", "stack", "push", "return"}

ROUNDS = {"great_grand": 4, "standard": 4}
MORE_ROUNDS = {
    "bsw_tournament": 9,
    "threechu": 9,
    "tientsin": 4,
    "t52": 4,
    "two_tea": 4,
    "two_wuerzburg": 4,
}
OF_TWO_PACKS = ({"players": 5}, {"players": 8})

every_game = pytest.mark.parametrize(
    ("preset", "rounds"),
    [
        *ROUNDS.items(),
        *(pytest.param(*item, marks=pytest.mark.slow) for item in MORE_ROUNDS.items()),
    ],
)


def again(record: RoundRecord) -> RoundRecord:
    """The record as it comes out of a file."""
    return read_record(parse_line(record.line()))


def decided(name: str, record: RoundRecord, bombs: bool = True) -> Decision:
    read = again(record)
    return decide(parse_bot(name), read, replay(read), bombs=bombs)


def told(record: RoundRecord, place: int, seat: int | None) -> tuple[int, str]:
    """The event at a place; in the exchange, whose order is free, that of a seat."""
    texts = [str(event).split(maxsplit=1) for event in record.events[place:]]
    if texts[0][1].split()[0] in EXCHANGE:
        texts = [text for text in texts if int(text[0]) == seat]
    return int(texts[0][0]), texts[0][1]


def check(name: str, record: RoundRecord) -> int:
    """Every decision of a round after the deal; returns how many there were."""
    verbs = [str(event).split()[1] for event in record.events]
    first = sum(verb in ("grand", "greatgrand") for verb in verbs)
    for place in range(first, len(verbs)):
        position = replace(record, events=record.events[:place], result=None)
        found = decided(name, position)
        assert found == told(record, place, found.seat), position.line()
    over = decided(name, replace(record, result=None))
    assert over == (None, None)
    return len(verbs) - first


def check_window(name: str, record: RoundRecord) -> int:
    """Every decision in the window of Grand Tichu."""
    rules, first = record.rules, record.deal.first
    asked = [(record.dealer + k) % rules.seats for k in range(rules.seats)]
    asked = [seat for seat in asked if int(settings_of(rules)["grand_seats"]) >> seat & 1]
    called = [event for event in record.events if str(event).endswith("grand")]
    done = [event for event in called if str(event).endswith("greatgrand")]
    for seat in asked:
        events = tuple(done)
        deal = Deal(first, first, complete=False)
        found = decided(name, replace(record, deal=deal, events=events, result=None))
        event = f"{seat} grand" if f"{seat} grand" in called else f"{seat} silent"
        assert found == (seat, event.split()[1])
        done.append(event)
    return len(asked)


@every_game
def test_the_view_is_that_of_the_kernel(preset: str, rounds: int) -> None:
    """A bot that looks at every field, and answers by what it sees, answers the same."""
    bots = WITNESS
    run = a_run(
        bots,
        rounds,
        seed=5,
        preset=preset,
        options={"great_grand": True} if preset in ("standard", "tientsin") else None,
    )
    asked = sum(check(WITNESS, record) for record in records(run))
    assert asked > 30 * rounds
    if run.rules.number("grand_tichu"):
        assert sum(check_window(WITNESS, record) for record in records(run)) >= rounds


@pytest.mark.slow
@pytest.mark.parametrize("options", OF_TWO_PACKS)
def test_the_view_in_grand_seigneur(options: dict[str, object]) -> None:
    run = a_run("greedy", 3, seed=5, preset="grand_seigneur", options={**options, "rounds": 3})
    found = records(run)
    assert [record.round for record in found] == [1, 2, 3]
    assert sum(check("greedy", record) for record in found) > 100


def test_calls_of_greedy() -> None:
    """It calls before the exchange, in the window after it, or on its turn."""
    name, calls = "greedy:tichu=2:grand=3", 0
    for record in records(a_run(name, 40, seed=6)):
        check_window(name, record)
        for place, event in enumerate(record.events):
            seat, verb = str(event).split()[:2]
            position = replace(record, events=record.events[:place], result=None)
            found = decided(name, position)
            if verb == "tichu":
                assert found.event == "tichu" or found.seat != int(seat)
                calls += found.seat == int(seat)
            elif verb in EXCHANGE or verb not in VERBS[:4]:
                assert found == told(record, place, found.seat)
    assert calls > 3


def test_chance_comes_from_seed_round_and_events() -> None:
    (record,) = records(a_run("random", 1, seed=3))
    position = again(replace(record, events=(), result=None))
    bot = parse_bot("random")

    def answers(position: RoundRecord) -> list[Decision]:
        return [decide(bot, position, replay(position), seed) for seed in range(20)]

    assert answers(position) == answers(position)
    assert len(set(answers(position))) > 3
    assert answers(position) != answers(replace(position, round=99))


def test_without_bombs_nobody_is_asked_out_of_turn() -> None:
    found, name = 0, "greedy:bomb=0"
    for record in records(a_run(name, 200, seed=8)):
        for place, event in enumerate(record.events):
            if " bomb " in str(event):
                position = replace(record, events=record.events[:place], result=None)
                offered = decided(name, position)
                assert f"{offered.seat} {offered.event}" == event
                asked = replay(again(position)).to_act()
                assert decided(name, position, bombs=False).seat == asked != offered.seat
                found += 1
    assert found > 5
