"""The twin at the table: points of the game of four that no example touches."""

import random
from collections import Counter

import pytest
from reference.combos import Combo, combos_of, every_subset
from reference.dealing import small_hand
from reference.tables import play, refusal, table


def test_combos_of_finds_every_subset() -> None:
    rng = random.Random(1)
    for size in (5, 8, 10, 10, 12, 14):
        hand = small_hand(rng, size)
        assert Counter(combos_of(hand)) == Counter(every_subset(hand))


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
    assert refusal(waiting, "1 pass") == "not on turn"
    assert refusal(waiting, "0 pass") == "may not pass"


def test_bomb_and_play_are_one_for_the_seat_on_turn() -> None:
    hands = ["9j 3j", "4j 4s 4p 4t 2s", "2p 3p", "2t 3t"]
    for verb in ("play", "bomb"):
        lead = play(table(hands, 1), f"1 {verb} 4t 4p 4s 4j")
        assert lead.log == ["1 play 4j 4s 4p 4t"]
    on_turn = play(table(hands, 0), "0 play 9j")
    assert on_turn.moves()["bombs"] == {}
    assert play(on_turn, "1 bomb 4j 4s 4p 4t").log[-1] == "1 play 4j 4s 4p 4t"
    other = play(table(hands, 3), "3 play 2t")
    assert refusal(other, "1 play 4j 4s 4p 4t") == "not on turn"
    after = play(other, "1 bomb 4j 4s 4p 4t")
    assert (after.owner, after.turn) == (1, 2)
    assert refusal(table(hands, 0), "1 bomb 4j 4s 4p 4t") == "no bomb that may be played here"


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
    assert refusal(due, "0 play 3j") == "the Dragon trick has to be given first"
    assert refusal(due, "1 gift 0") == "not on turn"
    assert refusal(due, "0 gift 2") == "the Dragon goes to an opponent"
    given = play(due.copy(), "0 gift 3")
    assert (given.piles[3], given.turn, given.moves()["bombs"]) == (["Dr"], 0, {})
    assert refusal(given, "1 bomb 5j 5s 5p 5t") == "no bomb that may be played here"
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
            assert refusal(end, "3 tichu") == "announcement after own first card"
            assert refusal(end, "3 pass") == "the Dragon trick has to be given first"
            play(end, "0 gift 1")
        result = end.result()
        assert result is not None
        # Seat 3 is last: its Kp pile goes to seat 2, its hand Kt to the other team.
        assert result["finish"] == [2, 1, 0, 3]
        assert result["cards"] == ([55, 10] if kept else [30, 35])
        assert refusal(end, "0 gift 1") == "the round is over"


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
    assert refusal(end, "1 bomb 4j 4s 4p 4t") == "the round is over"


def test_the_dog_can_come_back_and_end_the_round() -> None:
    back = play(table(["Dg 3j", "2s", "", ""], 0, out=[2, 3]), "0 play Dg")
    assert (back.turn, back.top) == (0, None)
    assert refusal(back, "1 bomb 2s") == "no bomb that may be played here"
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
    assert refusal(position, "1 pass") == "may not pass"
    assert refusal(position, "1 play 4s") == "illegal play"
    play(position, "1 play 8s", "2 pass")
    assert position.wish is None
    assert refusal(table(hands, 1), "1 play 4s wish 8") == "a wish is named with the Mah Jong only"


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
    assert refusal(follow, "0 play 7j 7s 9j 9s Ph as 7") == "illegal play"
    assert refusal(lead, "0 play Ph as A") == "the Phoenix cannot be that"
    assert refusal(lead, "0 play 7j 7s as 7") == "the Phoenix cannot be that"
