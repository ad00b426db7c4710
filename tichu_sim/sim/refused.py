"""The round in which a bot has answered illegally, played once more to tell about it."""

from dataclasses import replace

import numpy as np

from tichu_sim.bots import questions as q
from tichu_sim.bots.refusal import Answer, broken, refused
from tichu_sim.errors import InputError
from tichu_sim.game.cards import N_CARDS
from tichu_sim.game.dealt import Deal
from tichu_sim.game.events import SILENT, VERBS, parse_event
from tichu_sim.game.faults import FAULTS
from tichu_sim.game.position import start
from tichu_sim.game.record import RoundRecord
from tichu_sim.game.rules import MOST_ROUNDS
from tichu_sim.game.settings import settings_of
from tichu_sim.game.state import has_two_packs, slots_of
from tichu_sim.game.view import CALL_NAMES, GRAND
from tichu_sim.jit import Record, u64
from tichu_sim.sim import asking
from tichu_sim.sim.asking import BOT_BROKE
from tichu_sim.sim.kernel import play_units
from tichu_sim.sim.records import run_record
from tichu_sim.sim.rows import event_row, round_row, seat_row
from tichu_sim.sim.run import Run
from tichu_sim.sim.table import new_table


def answer_error(run: Run, unit: int) -> InputError:
    """Return what to tell of an illegal answer in a unit of a run.

    Parameters
    ----------
    run : Run
    unit : int
        Number of the round, or of the game, that ended with it.

    Raises
    ------
    KeyboardInterrupt
        Where a bot in Python did not answer because of that.
    """
    _raise_interrupts(run)
    table, record, index = _played_again(run, unit)
    seat, question = int(table["fault_seat"]), int(table["fault_question"])
    bot = run.bots[int(table["own"][seat]["player"])]
    # Before others of its kind take it.
    error = bot.kind.take_error()
    _raise_interrupts(run)
    record = _up_to(record, table)
    number = f"game {unit}, round {index + 1}" if run.whole_games else f"round {unit}"
    where = f"{number} of seed {run.seed}"
    position = start(record)
    position.walk([parse_event(event, run.rules) for event in record.events])
    if table["fault"] == BOT_BROKE:
        return broken(where, bot, (question, seat), error, position, record)
    rule, what = {**FAULTS, **asking.FAULTS}[int(table["fault"])]
    answer = _answer(table, seat, question)
    return refused(where, bot, answer, (rule, what), position, record)


def _raise_interrupts(run: Run) -> None:
    for kind in {bot.kind for bot in run.bots}:
        error = kind.take_error()
        if isinstance(error, KeyboardInterrupt):
            raise error


def _played_again(run: Run, unit: int) -> tuple[Record, RoundRecord, int]:
    # The table as the faulty answer left it, the round as far as it went, and its place in a game.
    rules, two_packs = run.rules, has_two_packs(run.rules)
    table, rooms = new_table(rules, run.bots, True, telling=True), MOST_ROUNDS + 1
    rounds = np.zeros(rooms, round_row(rules.teams))
    rounds["index"] = -1
    seats = np.zeros((rooms, rules.game.chairs), seat_row(slots_of(rules), two_packs))
    log = np.zeros(rooms * len(table["log"]), event_row(two_packs))
    held = run.holdings_of(unit, unit + 1)
    play_units(table, u64(run.seed), unit, unit + 1, run.whole_games, rounds, seats, log, held)
    last = int(rounds["index"].argmax())
    events = table["log"][: int(table["logged"])]
    return table, run_record(run, rounds[last], seats[last, : rules.seats], events), last


def _answer(table: Record, seat: int, question: int) -> Answer:
    names = table.dtype.names or ()
    second = table["own"][seat]["play_2"] if "fault_given_2" in names else 0
    given = table["fault_given"].tolist()
    if "fault_given_2" in names:
        twice = table["fault_given_2"].tolist()
        given = [one | two << N_CARDS for one, two in zip(given, twice, strict=True)]
    return Answer(question, seat, int(table["fault_answer"]), int(second), given)


def _up_to(record: RoundRecord, table: Record) -> RoundRecord:
    # In the windows before the deal is complete, a record has the first cards alone.
    record = replace(record, result=None)
    question = int(table["fault_question"])
    if question not in (q.GREAT_GRAND, q.GRAND):
        return record
    events = list(record.events)
    if question == q.GRAND:
        events += _silent(record, table)
    first = record.deal.first
    return replace(record, deal=Deal(first, first, complete=False), events=tuple(events))


def _silent(record: RoundRecord, table: Record) -> list[str]:
    # Who was asked before and has declined.
    seats, asked = record.rules.seats, int(settings_of(record.rules)["grand_seats"])
    found, seat = [], record.dealer
    while seat != int(table["fault_seat"]):
        if asked >> seat & 1 and f"{seat} {CALL_NAMES[GRAND]}" not in record.events:
            found.append(f"{seat} {VERBS[SILENT]}")
        seat = (seat + 1) % seats
    return found
