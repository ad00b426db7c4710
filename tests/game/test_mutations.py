"""The referee against rounds between people, whole and with one thing made illegal."""

import json
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tichu_sim.game.cards import DOG, DRAGON, MAHJONG, NORMAL, PHOENIX, cards_text, parse_cards
from tichu_sim.game.choices import Choices
from tichu_sim.game.combos import DRAGON_LEVEL, SINGLE
from tichu_sim.game.events import GIFT, GIVE, PASS_TURN, PLAY, Event, parse_event
from tichu_sim.game.legal import may_be_bombed
from tichu_sim.game.position import Position, start
from tichu_sim.game.record import read_record
from tichu_sim.game.referee import Fault, find_fault
from tichu_sim.game.view import NO_CALL, TRICK_WAITS

Record = dict[str, Any]

HUMAN = Path(__file__).parents[3] / "shared" / "records" / "human_rounds.jsonl"
pytestmark = pytest.mark.skipif(not HUMAN.exists(), reason="the real rounds are not here")


@pytest.fixture(scope="module")
def rounds() -> list[Record]:
    return [json.loads(line) for line in HUMAN.read_text().splitlines()]


def test_real_rounds_are_legal(rounds: list[Record]) -> None:
    assert len(rounds) == 90
    assert [find_fault(found) for found in rounds] == [None] * 90


def test_every_beginning_of_a_real_round_is_a_position(rounds: list[Record]) -> None:
    for found in rounds[:10]:
        for end in range(len(found["events"])):
            cut = {**found, "events": found["events"][:end]}
            del cut["result"]
            assert find_fault(cut) is None


# --- one event replaced by an illegal one, wherever its kind is possible ---

Mutation = Callable[[Position, Choices, Event, str], str | None]


def in_turn(event: Event) -> bool:
    return event.verb in (PLAY, PASS_TURN)


def follows(position: Position) -> bool:
    public = position.public[0]
    return bool(public["top_kind"] and public["waiting"] != TRICK_WAITS)


def hand_of(position: Position, seat: int) -> int:
    return int(position.own[seat]["hand"])


def wrong_seat(position: Position, choices: Choices, event: Event, text: str) -> str | None:
    other = (event.seat + 1 + position.public[0]["plays"] % 3) % 4
    return f"{other}{text[1:]}" if in_turn(event) else None


def card_not_held(position: Position, choices: Choices, event: Event, text: str) -> str | None:
    others = int(NORMAL) & ~hand_of(position, event.seat)
    return f"{event.seat} play {cards_text(others & -others)}" if in_turn(event) else None


def lower_card(position: Position, choices: Choices, event: Event, text: str) -> str | None:
    public = position.public[0]
    if not in_turn(event) or not follows(position) or public["top_kind"] != SINGLE:
        return None
    held = hand_of(position, event.seat) & int(NORMAL)
    lowest = held & -held
    higher = 2 * (lowest.bit_length() + 3 >> 2) > public["top_level"]
    return None if not held or higher else f"{event.seat} play {cards_text(lowest)}"


def pass_on_lead(position: Position, choices: Choices, event: Event, text: str) -> str | None:
    return None if follows(position) or event.verb != PLAY else f"{event.seat} pass"


def pass_on_wish(position: Position, choices: Choices, event: Event, text: str) -> str | None:
    if not in_turn(event) or not follows(position) or choices.may_pass:
        return None
    return f"{event.seat} pass"


def other_than_wished(position: Position, choices: Choices, event: Event, text: str) -> str | None:
    wish = int(position.public[0]["wish"])
    leads = in_turn(event) and not follows(position)
    held = hand_of(position, event.seat)
    if not leads or not wish or not held >> 4 * (wish - 1) & 15:
        return None
    others = held & int(NORMAL) & ~(15 << 4 * (wish - 1))
    return f"{event.seat} play {cards_text(others & -others)}" if others else None


def dog_on_trick(position: Position, choices: Choices, event: Event, text: str) -> str | None:
    possible = in_turn(event) and follows(position) and hand_of(position, event.seat) & int(DOG)
    return f"{event.seat} play Dg" if possible else None


def phoenix_on_dragon(position: Position, choices: Choices, event: Event, text: str) -> str | None:
    on = follows(position) and position.public[0]["top_level"] == DRAGON_LEVEL
    held = hand_of(position, event.seat) & int(PHOENIX)
    return f"{event.seat} play Ph" if in_turn(event) and on and held else None


def no_combination(position: Position, choices: Choices, event: Event, text: str) -> str | None:
    held = hand_of(position, event.seat)
    special = next((card for card in (DOG, DRAGON) if held & int(card)), None)
    if special is None or not in_turn(event) or not held & int(NORMAL):
        return None
    normal = held & int(NORMAL)
    return f"{event.seat} play {cards_text(normal & -normal)} {cards_text(special)}"


def wish_without_mahjong(
    position: Position, choices: Choices, event: Event, text: str
) -> str | None:
    return f"{text} wish 5" if event.verb == PLAY and not event.cards & int(MAHJONG) else None


def as_without_phoenix(position: Position, choices: Choices, event: Event, text: str) -> str | None:
    plain = event.verb == PLAY and not event.cards & int(PHOENIX) and not event.wish
    return f"{text} as 5" if plain else None


def as_for_lone_phoenix(
    position: Position, choices: Choices, event: Event, text: str
) -> str | None:
    return f"{text} as 5" if event.verb == PLAY and event.cards == int(PHOENIX) else None


def as_impossible(position: Position, choices: Choices, event: Event, text: str) -> str | None:
    pair = event.verb == PLAY and event.cards & int(PHOENIX) and event.cards.bit_count() == 2
    if not pair:
        return None
    return f"{text} as {'2' if event.cards & int(parse_cards('Aj As Ap At')) else 'A'}"


def gift_to_partner(position: Position, choices: Choices, event: Event, text: str) -> str | None:
    return f"{event.seat} gift {(event.seat + 2) % 4}" if event.verb == GIFT else None


def gift_to_oneself(position: Position, choices: Choices, event: Event, text: str) -> str | None:
    return f"{event.seat} gift {event.seat}" if event.verb == GIFT else None


def gift_by_other(position: Position, choices: Choices, event: Event, text: str) -> str | None:
    giver = event.target
    return f"{giver} gift {(giver + 1) % 4}" if event.verb == GIFT else None


def gift_without_dragon(
    position: Position, choices: Choices, event: Event, text: str
) -> str | None:
    return f"{event.seat} gift {(event.seat + 1) % 4}" if event.verb == PASS_TURN else None


def play_for_gift(position: Position, choices: Choices, event: Event, text: str) -> str | None:
    held = hand_of(position, event.seat)
    if event.verb != GIFT or not held:
        return None
    return f"{event.seat} play {cards_text(held & -held)}"


def late_call(position: Position, choices: Choices, event: Event, text: str) -> str | None:
    public = position.public[0]
    played = [seat for seat in range(4) if public["played"][seat] and not public["call"][seat]]
    return f"{played[-1]} tichu" if played and in_turn(event) else None


def second_call(position: Position, choices: Choices, event: Event, text: str) -> str | None:
    public = position.public[0]
    called = [seat for seat in range(4) if public["call"][seat] != NO_CALL]
    return f"{called[0]} tichu" if called else None


def late_grand(position: Position, choices: Choices, event: Event, text: str) -> str | None:
    public = position.public[0]
    free = [seat for seat in range(4) if public["call"][seat] == NO_CALL]
    return f"{free[0]} grand" if free and in_turn(event) else None


def great_grand(position: Position, choices: Choices, event: Event, text: str) -> str | None:
    return f"{event.seat} greatgrand"


def silent(position: Position, choices: Choices, event: Event, text: str) -> str | None:
    return f"{event.seat} silent"


def second_exchange(position: Position, choices: Choices, event: Event, text: str) -> str | None:
    given = int(position.stage[0]["given"])
    return f"0 give {' '.join(deal_tokens(position, 0)[:3])}" if given & 1 else None


def give_of_other_cards(
    position: Position, choices: Choices, event: Event, text: str
) -> str | None:
    other = deal_tokens(position, (event.seat + 1) % 4)
    return f"{event.seat} give {' '.join(other[:3])}" if event.verb == GIVE else None


def give_too_few(position: Position, choices: Choices, event: Event, text: str) -> str | None:
    return text.rsplit(maxsplit=1)[0] if event.verb == GIVE else None


def play_before_exchange(
    position: Position, choices: Choices, event: Event, text: str
) -> str | None:
    token = deal_tokens(position, event.seat)[0]
    return f"{event.seat} play {token}" if event.verb == GIVE else None


def bomb_out_of_nothing(
    position: Position, choices: Choices, event: Event, text: str
) -> str | None:
    # No trick, but a bomb of a seat that is not on turn.
    if follows(position) or event.verb != PLAY or may_be_bombed(position.public[0]):
        return None
    for seat in range(4):
        held = hand_of(position, seat)
        fours = held & held >> 1 & held >> 2 & held >> 3 & 0x1111_1111_1111_1110
        if fours and seat != event.seat:
            lowest = fours & -fours
            return f"{seat} bomb {cards_text(15 * lowest)}"
    return None


def unknown_word(position: Position, choices: Choices, event: Event, text: str) -> str | None:
    return f"{text} please"


def unknown_seat(position: Position, choices: Choices, event: Event, text: str) -> str | None:
    return f"4{text[1:]}"


def deal_tokens(position: Position, seat: int) -> list[str]:
    return cards_text(int(position.own[seat]["dealt"])).split()


MUTATIONS: dict[Mutation, set[str]] = {
    wrong_seat: {"R6.3", "R6.6", "R6.1", "R6.8", "R10.2"},
    card_not_held: {"R4.11"},
    lower_card: {"R4.3"},
    pass_on_lead: {"R6.2"},
    pass_on_wish: {"R7.6"},
    other_than_wished: {"R7.7"},
    dog_on_trick: {"R8.1"},
    phoenix_on_dragon: {"R9.1"},
    no_combination: {"R4.1"},
    wish_without_mahjong: {"R7.1"},
    as_without_phoenix: {"R4.7"},
    as_for_lone_phoenix: {"R9.1"},
    as_impossible: {"R4.5"},
    gift_to_partner: {"R10.2"},
    gift_to_oneself: {"R10.2"},
    gift_by_other: {"R10.2"},
    gift_without_dragon: {"R10.2", "R10.4"},
    play_for_gift: {"R10.2"},
    late_call: {"R2.5"},
    second_call: {"R2.8"},
    late_grand: {"R2.4"},
    great_grand: {"R2.3"},
    silent: {"notation"},
    second_exchange: {"R3.1"},
    give_of_other_cards: {"R3.2"},
    give_too_few: {"R3.1"},
    play_before_exchange: {"R2.2"},
    bomb_out_of_nothing: {"R5.6"},
    unknown_word: {"notation"},
    unknown_seat: {"notation"},
}


def altered(found: Record, rng: random.Random) -> list[tuple[Mutation, int, str]]:
    """One place and text for every mutation that some event of the round can be put to."""
    record = read_record(found)
    position = start(record)
    places: dict[Mutation, list[tuple[int, str]]] = {}
    for index, text in enumerate(found["events"]):
        event, wish = parse_event(text), position.public[0]["wish"]
        # Only the mutations of wishes look at the choices.
        choices = position.choices() if wish else Choices(None, may_pass=True)
        for mutation in MUTATIONS:
            other = mutation(position, choices, event, text)
            if other is not None:
                places.setdefault(mutation, []).append((index, other))
        position.carry_out(event)
    return [(mutation, *rng.choice(found)) for mutation, found in places.items()]


def test_an_illegal_event_is_found_where_it_is(rounds: list[Record]) -> None:
    rng = random.Random(1)
    seen: Counter[str] = Counter()
    for found in rounds:
        for mutation, index, text in altered(found, rng):
            events = [*found["events"][:index], text, *found["events"][index + 1 :]]
            fault = find_fault({**found, "events": events})
            assert fault is not None, (mutation, text)
            assert (fault.event, fault.text) == (index, json.dumps(text)), (mutation, fault)
            assert fault.rule in MUTATIONS[mutation], (mutation, fault)
            assert "\n" not in fault.line()
            seen[mutation.__name__] += 1
    assert set(seen) == {mutation.__name__ for mutation in MUTATIONS}
    assert sum(seen.values()) > 1500


# --- events missing, doubled or added, and wrong results ---


def fault_of(found: Record, **changes: Any) -> Fault:
    fault = find_fault({**found, **changes})
    assert fault is not None
    return fault


def test_events_after_the_end(rounds: list[Record]) -> None:
    for found in rounds:
        end = len(found["events"])
        for text, rule in (
            ("0 pass", "R11.1"),
            ("0 play 2j", "R11.1"),
            ("1 gift 0", "R11.1"),
            ("2 tichu", "R11.1"),
            ("3 bomb 2j 2s 2p 2t", "R5.9"),
            ("0 give 2j 3j 4j", "R3.1"),
        ):
            fault = fault_of(found, events=[*found["events"], text])
            assert (fault.event, fault.rule) == (end, rule)
            assert fault.legal == ()


def test_a_result_before_the_end(rounds: list[Record]) -> None:
    rng = random.Random(2)
    for found in rounds:
        end = rng.randrange(len(found["events"]))
        fault = fault_of(found, events=found["events"][:end])
        assert (fault.event, fault.rule) == (end, "R11.1")
        assert fault.line().startswith(f"event {end} (missing): R11.1: ")
        assert fault.legal


def test_a_missing_give(rounds: list[Record]) -> None:
    for found in rounds:
        gives = [i for i, text in enumerate(found["events"]) if " give " in text]
        first = next(i for i, text in enumerate(found["events"]) if " play " in text)
        events = [text for i, text in enumerate(found["events"]) if i != gives[2]]
        fault = fault_of(found, events=events)
        assert (fault.event, fault.rule) == (first - 1, "R2.2")
        assert any(text.endswith("and 3 of its dealt cards") for text in fault.legal)


def test_a_missing_gift(rounds: list[Record]) -> None:
    gifts = 0
    for found in rounds:
        for i, text in enumerate(found["events"]):
            if " gift " in text:
                gifts += 1
                fault = fault_of(found, events=[*found["events"][:i], *found["events"][i + 1 :]])
                assert fault.event == i
                assert fault.rule in ("R10.2", "R11.1")
                assert {legal.split()[1] for legal in fault.legal} >= {"gift"}
    assert gifts == 82


def test_an_event_twice(rounds: list[Record]) -> None:
    for found in rounds:
        for i, text in enumerate(found["events"]):
            if i % 15 == 0:
                events = [*found["events"][: i + 1], text, *found["events"][i + 1 :]]
                assert fault_of(found, events=events).event == i + 1


def test_a_wrong_result(rounds: list[Record]) -> None:
    rules = {"calls": "R11.6", "score": "R11.7"}
    for found in rounds:
        double = max(found["result"]["cards"]) == 200
        for key in ("cards", "calls", "score"):
            wrong = list(found["result"][key])
            wrong[0] += 10
            fault = fault_of(found, result={**found["result"], key: wrong})
            assert fault.event is None
            assert fault.rule == rules.get(key, "R11.5" if double else "R11.4")
            assert fault.what == f"result: {key} {wrong}, should be {found['result'][key]}"
        finish = found["result"]["finish"][::-1]
        assert fault_of(found, result={**found["result"], "finish": finish}).rule == "R6.8"
