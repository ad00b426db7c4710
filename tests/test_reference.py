"""The slow twin held against the written cases, the examples and 90 real rounds."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from reference.calls import may_call
from reference.cards import rank_letter
from reference.combos import Combo, cards_beat, combos_of, every_subset, readings
from reference.faults import Fault, Illegal
from reference.faulty import damaged
from reference.legal import Play, legal_plays, wish_after
from reference.options import options_of
from reference.position import Position
from reference.replay import check, replay
from reference.rounds import random_record, random_window, small_hand
from reference.scoring import game_end, score, tichujoin
from reference.turns import (
    after_pass,
    bombers,
    dog_leader,
    dragon_receivers,
    next_active,
    round_over,
    trick_leader,
)

HERE = Path(__file__).parent
HUMAN = HERE.parent.parent / "shared" / "records" / "human_rounds.jsonl"


def lines(name: str) -> list[Any]:
    return [json.loads(line) for line in (HERE / "reference_data" / name).read_text().splitlines()]


# --- the cases of the rules ---


def combo(text: str | None) -> tuple[str, int, float] | None:
    if text is None:
        return None
    kind, n, rank = text.split("/")
    return kind, int(n), float(rank)


def written(play: Play) -> str:
    cards, kind, n, rank, _ = play
    return f"{kind}/{n}/{rank:g}:{' '.join(sorted(cards))}"


def unordered(text: str) -> str:
    name, cards = text.split(":")
    return f"{name}:{' '.join(sorted(cards.split()))}"


def seats(table: dict[str, Any]) -> dict[int, Any]:
    return {int(seat): value for seat, value in table.items()}


CALL = {"T": "tichu", "GT": "grand", "GG": "greatgrand"}


def answer_next(case: dict[str, Any]) -> int | str | None:
    seat, active, event = case["seat"], case["active"], case["event"]
    if event == "bomb":
        return next_active(seat, active)
    if event == "trick_won":
        return trick_leader(seat, active)
    if event == "dog":
        return dog_leader(seat, active)
    following = after_pass(seat, active, case["owner"])
    return "trick_end" if following is None else following


def answer(case: dict[str, Any]) -> object:
    """What the twin says to a case, in the form of its `expect`."""
    options = options_of(case.get("opt", {}))
    match case["q"]:
        case "combo":
            return sorted(f"{kind}/{n}/{rank:g}" for kind, n, rank in readings(case["cards"]))
        case "beats":
            top = combo(case["top"])
            assert top is not None
            return cards_beat(top, case["cards"])
        case "legal":
            plays, may_pass = legal_plays(case["hand"], combo(case["top"]), case["wish"])
            return {"plays": sorted(map(written, plays)), "pass": may_pass}
        case "wish_after":
            return wish_after(case["wish"], case["cards"], case.get("declare"))
        case "bombers":
            found = bombers(seats(case["hands"]), combo(case["top"]), case["phase"])
            return {str(seat): sorted(map(written, those)) for seat, those in found.items()}
        case "next":
            return answer_next(case)
        case "round_over":
            return round_over(case["out"])
        case "dragon_gift":
            top = combo(case["top"])
            assert top is not None
            ended = "last" if case.get("round_over") else None
            return dragon_receivers(case["winner"], top, ended, options.dragon_last_kept)
        case "score":
            calls = {seat: CALL[call] for seat, call in seats(case["calls"]).items()}
            return score(case["out"], seats(case["piles"]), seats(case["hands"]), calls, options)
        case "game_end":
            rounds = case.get("opt", {}).get("rounds")
            return game_end(case["totals"], case["round"], rounds=rounds)
        case "tichujoin":
            return tichujoin(case["join"])
        case "may_call":
            called = CALL.get(case["called"])
            complete, played = case["dealt_complete"], bool(case["played"])
            names = may_call(options, case["cards"], complete, played, called)
            return [short for short, name in CALL.items() if name in names]
    raise AssertionError(case["q"])


def expected(case: dict[str, Any]) -> object:
    expect = case["expect"]
    if case["q"] == "combo":
        return sorted(expect)
    if case["q"] == "legal":
        return {"plays": sorted(map(unordered, expect["plays"])), "pass": expect["pass"]}
    if case["q"] == "bombers":
        return {seat: sorted(map(unordered, those)) for seat, those in expect.items()}
    return expect


@pytest.mark.parametrize("case", lines("cases.jsonl"), ids=lambda case: f"{case['id']}")
def test_case(case: dict[str, Any]) -> None:
    assert answer(case) == expected(case)


# --- the examples of the round records ---


@pytest.mark.parametrize("example", lines("positions.jsonl"))
def test_moves(example: dict[str, Any]) -> None:
    assert replay(example["record"]).moves() == example["expect"]


@pytest.mark.parametrize("example", lines("perft.jsonl"))
def test_perft(example: dict[str, Any]) -> None:
    position = replay(example["record"])
    depths = range(1, len(example["nodes"]) + 1)
    assert [position.perft(depth) for depth in depths] == example["nodes"]


@pytest.mark.parametrize("example", lines("faults.jsonl"), ids=lambda e: f"{e['kind']}")
def test_fault(example: dict[str, Any]) -> None:
    # `why` names the event, its number and the reason, in the words the twin uses too.
    assert str(check(example["record"])) == example["why"]


@pytest.mark.slow
def test_human_rounds() -> None:
    if not HUMAN.exists():
        pytest.skip("the human rounds are not here")
    records = [json.loads(line) for line in HUMAN.read_text().splitlines()]
    assert len(records) == 90
    for record in records:
        position = replay(record)
        assert position.result() == record["result"]
        assert position.log == record["events"]  # written as the twin would write it


# --- points of the rules that no example touches ---

DEAL = [
    "2j 3j 4j 5j 6j 7j 8j 9j | Tj Jj Qj Kj Aj Mj",
    "2s 3s 4s 5s 6s 7s 8s 9s | Ts Js Qs Ks As Dg",
    "2p 3p 4p 5p 6p 7p 8p 9p | Tp Jp Qp Kp Ap Ph",
    "2t 3t 4t 5t 6t 7t 8t 9t | Tt Jt Qt Kt At Dr",
]


def start(rules: object = "standard", **more: Any) -> Position:
    return Position({"tichu": 1, "rules": rules, "deal": DEAL, **more})


def table(hands: list[str], turn: int, rules: object = "standard", **state: Any) -> Position:
    """Four small hands late in a round; everybody has played."""
    position = start(rules)
    position.hands = [frozenset(hand.split()) for hand in hands]
    position.gives = dict.fromkeys(range(4), ())
    position.played = {0, 1, 2, 3}
    position.turn = turn
    for name, value in state.items():
        setattr(position, name, value)
    return position


def play(position: Position, *events: str) -> Position:
    for event in events:
        position.apply(event)
    return position


def refuses(position: Position, event: str, reason: str) -> None:
    before = {name: repr(value) for name, value in vars(position).items() if name != "_combos"}
    with pytest.raises(Illegal) as no:
        position.apply(event)
    assert no.value.reason == reason
    after = {name: repr(value) for name, value in vars(position).items() if name != "_combos"}
    assert after == before


def test_combos_of_finds_every_subset() -> None:
    rng = random.Random(1)
    for size in (5, 8, 10, 10, 12, 14):
        hand = small_hand(rng, size)
        assert sorted(map(repr, combos_of(hand))) == sorted(map(repr, every_subset(hand)))


def test_leader_plays_or_bombs_the_waiting_trick() -> None:
    hands = ["9j 4j 4s 4p 4t", "2s 3s", "2p 3p", "2t 3t"]
    waiting = play(table(hands, 0), "0 play 9j", "1 pass", "2 pass", "3 pass")
    assert (waiting.waiting, waiting.moves()["seat"]) == (True, 0)
    assert waiting.moves()["bombs"] == {"0": ["bomb 4j 4s 4p 4t"]}
    lead = play(waiting.copy(), "0 play 4j 4s")
    assert (lead.piles[0], sorted(lead.trick)) == (["9j"], ["4j", "4s"])
    bomb = play(waiting.copy(), "0 bomb 4j 4s 4p 4t")
    assert (bomb.piles[0], bomb.turn, bomb.out) == ([], 1, [0])
    assert sorted(bomb.trick) == ["4j", "4p", "4s", "4t", "9j"]
    refuses(waiting, "1 pass", "not on turn")
    refuses(waiting, "0 pass", "may not pass")


def test_bomb_and_play_are_one_for_the_seat_on_turn() -> None:
    hands = ["9j 3j", "4j 4s 4p 4t 2s", "2p 3p", "2t 3t"]
    for verb in ("play", "bomb"):
        lead = play(table(hands, 1), f"1 {verb} 4t 4p 4s 4j")
        assert lead.log == ["1 play 4j 4s 4p 4t"]
    on_turn = play(table(hands, 0), "0 play 9j")
    assert on_turn.moves()["bombs"] == {}
    assert play(on_turn, "1 bomb 4j 4s 4p 4t").log[-1] == "1 play 4j 4s 4p 4t"
    other = play(table(hands, 3), "3 play 2t")
    refuses(other, "1 play 4j 4s 4p 4t", "not on turn")
    after = play(other, "1 bomb 4j 4s 4p 4t")
    assert (after.owner, after.turn) == (1, 2)
    refuses(table(hands, 0), "1 bomb 4j 4s 4p 4t", "no bomb that may be played here")


def test_bomb_voids_the_passes() -> None:
    hands = ["9j 3j", "5j 5s 5p 5t 2s", "2p 3p", "2t 3t"]
    position = play(table(hands, 0), "0 play 9j", "1 pass", "2 pass", "1 bomb 5j 5s 5p 5t")
    assert position.turn == 2
    play(position, "2 pass", "3 pass")
    assert (position.waiting, position.turn) == (False, 0)
    assert play(position, "0 pass").moves()["seat"] == 1


def test_bomb_takes_the_dragon_trick() -> None:
    hands = ["Dr 3j", "5j 5s 5p 5t 2s", "2p 3p", "2t 3t"]
    due = play(table(hands, 0), "0 play Dr", "1 pass", "2 pass", "3 pass")
    assert due.moves() == {
        "seat": 0,
        "plays": [],
        "pass": False,
        "bombs": {"1": ["bomb 5j 5s 5p 5t"]},
        "gifts": [1, 3],
    }
    refuses(due, "0 play 3j", "the Dragon trick has to be given first")
    refuses(due, "1 gift 0", "not on turn")
    refuses(due, "0 gift 2", "the Dragon goes to an opponent")
    given = play(due.copy(), "0 gift 3")
    assert (given.piles[3], given.turn, given.moves()["bombs"]) == (["Dr"], 0, {})
    refuses(given, "1 bomb 5j 5s 5p 5t", "no bomb that may be played here")
    bombed = play(due, "1 bomb 5j 5s 5p 5t", "2 pass", "3 pass", "0 pass")
    assert bombed.gifts == []
    assert "Dr" in play(bombed, "1 play 2s").piles[1]


def test_giver_may_be_out_and_the_receiver_too() -> None:
    hands = ["Dr", "", "2p 3p", "2t 3t"]
    due = play(table(hands, 0, out=[1]), "0 play Dr", "2 pass", "3 pass")
    assert (due.to_act(), due.gifts, due.turn) == (0, [1, 3], 2)
    assert play(due, "0 gift 1").moves()["seat"] == 2


def test_dragon_as_the_last_play() -> None:
    hands = ["Dr", "", "", "2t Kt"]
    for kept in (False, True):
        rules = {"preset": "standard", "dragon_last_kept": kept}
        piles = {0: ["Tj"], 1: ["Ks"], 2: [], 3: ["Kp"]}
        end = play(table(hands, 0, rules, out=[2, 1], piles=piles), "0 play Dr")
        if not kept:
            assert end.result() is None
            assert end.moves()["gifts"] == [1, 3]
            refuses(end, "3 tichu", "announcement after own first card")
            refuses(end, "3 pass", "the Dragon trick has to be given first")
            play(end, "0 gift 1")
        result = end.result()
        assert result is not None
        # Seat 3 is last: its Kp pile goes to seat 2, its hand Kt to the other team.
        assert result["finish"] == [2, 1, 0, 3]
        assert result["cards"] == ([55, 10] if kept else [30, 35])
        refuses(end, "0 gift 1", "the round is over")


def test_no_dragon_gift_after_a_double_victory() -> None:
    end = play(table(["Dr", "3s 3j", "", "2t 3t"], 0, out=[2]), "0 play Dr")
    assert end.result() == {
        "finish": [2, 0, 1, 3],
        "cards": [200, 0],
        "calls": [0, 0],
        "score": [200, 0],
    }
    assert end.moves() == {"seat": None, "plays": [], "pass": False, "bombs": {}, "gifts": []}


def test_a_play_that_ends_the_round_cannot_be_bombed() -> None:
    end = play(table(["9j", "4j 4s 4p 4t", "", ""], 0, out=[2, 3]), "0 play 9j")
    assert end.ended == "last"
    refuses(end, "1 bomb 4j 4s 4p 4t", "the round is over")


def test_the_dog_can_come_back_and_end_the_round() -> None:
    back = play(table(["Dg 3j", "2s", "", ""], 0, out=[2, 3]), "0 play Dg")
    assert (back.turn, back.top) == (0, None)
    refuses(back, "1 bomb 2s", "no bomb that may be played here")
    assert play(table(["Dg", "2s", "", "2t"], 0, out=[2]), "0 play Dg").ended == "double"
    over_partner = play(table(["Dg 3j", "2s", "", "2t"], 0, out=[2]), "0 play Dg")
    assert over_partner.turn == 3


def test_the_leader_after_one_who_went_out() -> None:
    hands = ["Aj", "3s 4s", "2p 3p", "2t 3t"]
    won = play(table(hands, 0), "0 play Aj", "1 pass", "2 pass")
    assert (won.waiting, won.turn) == (False, 3)
    play(won, "3 pass")
    assert (won.waiting, won.turn) == (True, 1)
    assert play(won, "1 play 3s").piles[0] == ["Aj"]


@pytest.mark.parametrize(
    ("escape", "follow", "lead"),
    [("follow", True, False), ("off", False, False), ("follow_and_lead", True, True)],
)
def test_wish_bomb_escape(escape: str, follow: bool, lead: bool) -> None:
    rules = {"preset": "standard", "wish_bomb_escape": escape}
    hands = ["9j 3j", "4j 4s 4p 4t Ks", "2p 3p", "2t 3t"]
    on_turn = play(table(hands, 0, rules, wish=13), "0 play 9j")
    assert ("play 4j 4s 4p 4t" in on_turn.moves()["plays"]) is follow
    assert on_turn.moves()["pass"] is False
    assert "play Ks" in on_turn.moves()["plays"]
    leads = table(hands, 1, rules, wish=13).moves()["plays"]
    assert ("play 4j 4s 4p 4t" in leads) is lead
    assert "play 4j" not in leads
    free = play(table(hands, 3, rules, wish=13), "3 play 2t", "1 bomb 4j 4s 4p 4t")
    assert free.wish == 13


def test_wish_outlives_tricks_and_is_fulfilled_once() -> None:
    hands = ["Mj 3j", "8s 4s", "8p 3p", "2t 3t"]
    position = play(table(hands, 0), "0 play Mj wish 8")
    refuses(position, "1 pass", "may not pass")
    refuses(position, "1 play 4s", "illegal play")
    play(position, "1 play 8s", "2 pass")
    assert position.wish is None
    refuses(table(hands, 1), "1 play 4s wish 8", "a wish is named with the Mah Jong only")


def test_phoenix_stands_for_the_highest_rank_that_is_legal_here() -> None:
    hands = ["7j 7s 9j 9s Ph 2j", "8s 8p 8t Ks Kp", "2p 3p", "2t 3t"]
    lead = table(hands, 0)
    both = {"play 7j 7s 9j 9s Ph", "play 7j 7s 9j 9s Ph as 7"}
    assert both <= set(lead.moves()["plays"])
    low = play(lead.copy(), "0 play Ph 9s 7s 9j 7j as 7")
    assert (low.top, low.log) == (Combo("fullhouse", 5, 7), ["0 play 7j 7s 9j 9s Ph as 7"])
    assert play(lead.copy(), "0 play 7j 7s 9j 9s Ph as 9").log == ["0 play 7j 7s 9j 9s Ph"]
    follow = play(table(hands, 1), "1 play 8s 8p 8t Ks Kp", "2 pass", "3 pass")
    assert [p for p in follow.moves()["plays"] if "Ph" in p] == ["play 7j 7s 9j 9s Ph"]
    refuses(follow, "0 play 7j 7s 9j 9s Ph as 7", "illegal play")
    refuses(lead, "0 play Ph as A", "the Phoenix cannot be that")
    refuses(lead, "0 play 7j 7s as 7", "the Phoenix cannot be that")


def test_announcements() -> None:
    position = start({"preset": "great_grand", "calls_per_team": "one"})
    play(position, "1 greatgrand", "0 grand")
    refuses(position, "2 tichu", "tichu may not be announced now")
    refuses(position, "1 tichu", "second announcement")
    refuses(position, "3 grand", "grand may not be announced now")
    refuses(start(), "0 greatgrand", "greatgrand may not be announced now")
    refuses(start({"grand_tichu": False}), "0 grand", "grand may not be announced now")
    late = play(start(), "0 tichu")
    refuses(late, "1 grand", "grand may not be announced now")
    refuses(play(start(), "1 give 2s 3s 4s"), "2 grand", "grand may not be announced now")
    refuses(
        play(start("wikipedia"), "2 grand"), "0 greatgrand", "greatgrand may not be announced now"
    )
    refuses(start(), "0 silent", "silence is written only in a record that stops in the window")


def test_the_grand_tichu_window() -> None:
    eight = [hand.split("|")[0] for hand in DEAL]
    window = Position({"tichu": 1, "rules": "standard", "dealer": 2, "deal": eight})
    assert window.moves()["seat"] == 2
    refuses(window, "2 tichu", "tichu may not be announced now")
    refuses(window, "2 give 2p 3p 4p", "bad exchange")
    play(window, "2 silent", "3 grand")
    assert window.moves()["seat"] == 0
    refuses(window, "2 grand", "grand may not be announced now")
    refuses(window, "3 silent", "has answered already")
    assert play(window, "0 silent", "1 silent").moves()["seat"] is None


def test_the_exchange() -> None:
    position = play(start(dealer=1), "2 give Ph Tp 2p")
    assert position.moves()["seat"] == 1
    refuses(position, "2 give Jp Qp Kp", "bad exchange")
    refuses(position, "0 give 2j 2j 3j", "bad exchange")
    refuses(position, "0 give 2j 3j Ph", "bad exchange")
    refuses(position, "0 play Mj", "the exchange is not finished")
    play(position, "0 give Mj 2j 3j", "0 tichu", "1 give Dg 2s 3s", "3 give Dr 2t 3t")
    got = [{"3s", "Tp", "Dr"}, {"Mj", "2p", "2t"}, {"2j", "Dg", "3t"}, {"3j", "2s", "Ph"}]
    assert all(cards <= hand for cards, hand in zip(got, position.hands, strict=True))
    assert {len(hand) for hand in position.hands} == {14}
    assert position.moves()["seat"] == 1  # the Mah Jong went there
    refuses(position, "0 play 4j", "not on turn")


@pytest.mark.parametrize(
    "change",
    [
        {"tichu": 2},
        {"rules": "no such rules"},
        {"rules": {"preset": "standard", "double_victory": 150}},
        {"rules": {"no_such_option": 1}},
        {"dealer": 4},
        {"deal": DEAL[:3]},
        {"deal": [DEAL[0], DEAL[0], *DEAL[2:]]},
        {"deal": [DEAL[0].replace(" |", ""), *DEAL[1:]]},
        {"deal": [DEAL[0].split("|")[0], *DEAL[1:]]},
        {"events": "0 tichu"},
    ],
)
def test_a_bad_head_is_a_fault(change: dict[str, Any]) -> None:
    record = {"tichu": 1, "rules": "standard", "deal": DEAL, "events": [], **change}
    fault = check(record)
    assert fault is not None
    assert fault.index is None


@pytest.mark.parametrize(
    "event",
    [
        *["", "0", "4 pass", "0 pass 2j", "0 go", "0 play", "0 play 2x", "0 play 2j as", 7, None],
        *["0 play Mj wish 1", "0 play Mj wish 5 as 3", "0 bomb Mj wish 5", "0 gift", "0 tichu 2j"],
    ],
)
def test_words_outside_the_notation_are_refused(event: object) -> None:
    with pytest.raises(Illegal) as no:
        start().apply(event)
    assert no.value.rule == "notation"


# --- random rounds ---


@pytest.mark.parametrize("seed", range(12))
def test_random_rounds_are_legal_and_counted(seed: int) -> None:
    rng = random.Random(seed)
    rules = {
        "preset": "great_grand",
        "wish_bomb_escape": rng.choice(["follow", "off", "follow_and_lead"]),
        "calls_per_team": rng.choice(["one", "unlimited"]),
        "dragon_last_kept": rng.random() < 0.5,
    }
    record = random_record(rng, rules)
    assert record == json.loads(json.dumps(record))
    assert check(record) is None
    position = replay(record)
    assert position.log == record["events"]
    assert sum(record["result"]["cards"]) == (200 if position.ended == "double" else 100)


def test_random_records_repeat_and_stop() -> None:
    assert random_record(random.Random(5)) == random_record(random.Random(5))
    assert len(random_record(random.Random(5), stop=20)["events"]) == 20
    assert "result" not in random_record(random.Random(5), stop="random")
    assert check(random_record(random.Random(5), stop="telling")) is None
    assert check(random_window(random.Random(5), "wikipedia")) is None


def test_moves_are_exactly_what_is_accepted() -> None:
    rng = random.Random(2)
    for _ in range(4):
        position = replay(random_record(rng, stop="random"))
        if not position.playing or position.finished:
            continue
        moves = position.moves()
        seat = moves["seat"]
        for text in moves["plays"]:
            assert play(position.copy(), f"{seat} {text}").log[-1] == f"{seat} {text}"
        for cards, reading in combos_of(position.hands[seat]):
            text = " ".join(sorted(cards))
            if len(cards) > 1 and reading.phoenix is not None:
                text += f" as {rank_letter(reading.phoenix)}"
            other = position.copy()
            try:
                other.apply(f"{seat} play {text}")
            except Illegal:
                continue
            assert other.log[-1].split(" ", 1)[1] in moves["plays"]


def test_damage_is_found_or_harmless() -> None:
    rng = random.Random(3)
    verdicts = []
    for _ in range(30):
        fault = check(damaged(rng, random_record(rng, stop=40)))
        assert fault is None or isinstance(fault, Fault)
        verdicts.append(fault is None)
    assert 0 < sum(verdicts) < 20
