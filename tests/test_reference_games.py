"""The twin at the tables of the other games: what no written case touches."""

import random
from collections import Counter
from typing import Any

import pytest
from reference.combos import combos_of, every_subset, full_readings
from reference.dealing import deal, random_hands
from reference.games import TIENTSIN, TWO_TEA, game_of, grand_seigneur, t52
from reference.options import options_of
from reference.position import Position
from reference.replay import check
from reference.tables import DEAL, play, refusal, start, table
from reference.turns import trick_leader

TWO = grand_seigneur(7).pack


def record_of(rules: Any, **head: Any) -> dict[str, Any]:
    """A record of a game with nothing but its head and deal."""
    record = {"tichu": 1, "rules": rules, "round": 1, "events": [], **head}
    deal(record, random_hands(random.Random(1), rich=False, game=game_of(options_of(rules))))
    return record


def other_table(rules: Any, hands: list[str], turn: int, **state: Any) -> Position:
    """Small hands in a game whose deal is not that of four."""
    return table(hands, turn, begin=record_of(rules), **state)


# --- an owner who may overtake himself (A13) ---


def test_the_owner_is_asked_once_more() -> None:
    hands = ["9j Kj 3j", "2s 3s", "2p 3p", "2t 3t"]
    rules = {"preset": "standard", "self_overtake": True}
    asked = play(table(hands, 0, rules), "0 play 9j", "1 pass", "2 pass", "3 pass")
    assert (asked.waiting, asked.turn) == (False, 0)
    assert asked.moves()["plays"] == ["play Kj"]
    assert asked.moves()["pass"] is True
    won = play(asked.copy(), "0 pass")
    assert (won.waiting, won.turn) == (True, 0)
    higher = play(asked.copy(), "0 play Kj")
    assert (higher.waiting, higher.turn, sorted(higher.trick)) == (False, 1, ["9j", "Kj"])
    asked.wish = 13
    assert refusal(asked, "0 pass") == "may not pass"


def test_an_owner_who_is_out_is_not_asked() -> None:
    hands = ["9j", "2s 3s", "2p 3p", "2t 3t"]
    rules = {"preset": "standard", "self_overtake": True}
    won = play(table(hands, 0, rules), "0 play 9j", "1 pass", "2 pass", "3 pass")
    assert (won.waiting, won.turn) == (True, 1)


# --- Threechu ---


def test_threechu_calls_and_gives() -> None:
    position = start("threechu")
    assert refusal(position, "0 grand") == "grand may not be announced now"
    assert refusal(position, "2 grand") == "grand may not be announced now"
    play(position, "3 grand", "2 tichu", "0 tichu")
    assert refusal(position, "0 give 2j 3j 4j") == "bad exchange"
    play(position, "0 give 2j 3j", "1 give 2s 3s 4s", "2 give 2p 3p", "3 give 2t 3t 4t")
    got = [{"4s", "2t"}, {"2j", "3p", "3t"}, {"2s", "4t"}, {"3j", "3s", "2p"}]
    assert all(cards <= hand for cards, hand in zip(got, position.hands, strict=True))
    assert [len(hand) for hand in position.hands] == [14] * 4
    two = start({"preset": "threechu", "threechu_push": "opponents_only"})
    assert refusal(two, "1 give 2s 3s 4s") == "bad exchange"
    play(two, "1 give 2s 3s", "3 give 2t 3t", "0 give 2j 3j", "2 give 2p 3p")
    got = [{"3s", "2t"}, {"2j", "3p"}, {"2s", "3t"}, {"3j", "2p"}]
    assert all(cards <= hand for cards, hand in zip(got, two.hands, strict=True))
    assert check({"tichu": 1, "rules": "threechu", "deal": DEAL, "dealer": 1, "events": []})


def test_only_the_threechu_dummy_is_free_of_the_wish() -> None:
    hands = ["9j 5j", "2s 5s", "3p 8p Kp", "2t 8t"]
    dummy = play(table(hands, 1, "threechu", wish=8), "1 play 2s")
    assert (dummy.moves()["plays"], dummy.moves()["pass"]) == (
        ["play 3p", "play 8p", "play Kp"],
        True,
    )
    assert refusal(play(dummy.copy(), "2 pass"), "3 pass") == "may not pass"
    assert play(dummy, "2 play 8p").wish is None
    leads = table(["9j 5j", "2s 5s", "3p 8p", "2t"], 2, "threechu", wish=8)
    assert leads.moves()["plays"] == ["play 3p", "play 8p"]
    assert refusal(leads, "2 pass") == "may not pass"


def test_the_threechu_window() -> None:
    eight = [hand.split("|")[0] for hand in DEAL]
    window = Position({"tichu": 1, "rules": "threechu", "deal": eight})
    assert window.to_act() == 1
    assert refusal(window, "0 silent").startswith("silence is written only")
    assert play(window, "1 silent").to_act() == 3
    assert play(window, "3 grand").to_act() is None


# --- Tientsin ---


def test_the_tientsin_exchange() -> None:
    position = Position(record_of("tientsin", dealer=4))
    assert [len(hand) for hand in position.hands] == TIENTSIN.sizes(4) == [9, 9, 9, 9, 10, 10]
    assert position.to_act() == 4
    cards = [sorted(hand)[:2] for hand in position.hands]
    assert refusal(position, f"0 give {cards[0][0]}") == "bad exchange"
    play(position, *(f"{seat} give {' '.join(pair)}" for seat, pair in enumerate(cards)))
    for seat, (first, second) in enumerate(cards):
        assert first in position.hands[(seat + 2) % 6]
        assert second in position.hands[(seat + 4) % 6]


def test_the_tientsin_dog() -> None:
    hands = ["Dg 2j", "3s", "4j 4s", "5j", "6j", "7j"]
    lead = other_table("tientsin", hands, 0)
    assert {"play Dg to 2", "play Dg to 4"} <= set(lead.moves()["plays"])
    assert "play Dg" not in lead.moves()["plays"]
    assert refusal(lead, "0 play Dg") == "the Dog goes to a partner with cards"
    assert refusal(lead, "0 play Dg to 1") == "the Dog goes to a partner with cards"
    assert refusal(lead, "0 play 2j to 2") == "the Dog goes to a partner with cards"
    assert play(lead.copy(), "0 play Dg to 4").turn == 4
    one = other_table("tientsin", [*hands[:2], "", *hands[3:]], 0, out=[2])
    assert play(one.copy(), "0 play Dg").log == ["0 play Dg to 4"]
    assert refusal(one, "0 play Dg to 2") == "the Dog goes to a partner with cards"
    none = other_table("tientsin", ["Dg 2j", "3s", "", "5j", "", "7j"], 0, out=[2, 4])
    assert refusal(none, "0 play Dg to 4") == "the Dog goes to a partner with cards"
    assert play(none.copy(), "0 play Dg").turn == 1
    last = other_table("tientsin", ["Dg", "3s", "", "5j", "", "7j"], 0, out=[2, 4])
    assert play(last, "0 play Dg").ended == "triple"


def test_the_end_of_a_tientsin_round() -> None:
    hands = ["Kj", "3s", "", "5j", "", "7j"]
    end = play(other_table("tientsin", hands, 0, out=[2, 4]), "0 play Kj")
    result = end.result()
    assert result is not None
    assert (result["finish"], result["cards"]) == ([2, 4, 0, 1, 3, 5], [300, 0])
    due = other_table("tientsin", ["Dr", "", "", "", "", "7j Kt"], 0, out=[1, 2, 3, 4])
    play(due, "0 play Dr")
    assert due.moves()["gifts"] == [1, 3, 5]
    result = play(due, "0 gift 5").result()
    assert result is not None  # the last one's pile and hand go to the others: R15.9
    assert result["cards"] == [35, 0]


# --- 52 cards ---


def test_the_aces_of_52_cards() -> None:
    hands = ["As Kh", "Kc Ac", "Ad 3h", "Ah 2c"]
    lead = table(hands, 1, begin=record_of("t52"))
    assert play(lead.copy(), "1 play Ac wish K").wish == 13
    assert refusal(lead, "1 play Ac wish A") == "after 'wish' there is one rank, at the end"
    follow = play(lead, "1 play Kc")
    assert follow.moves()["plays"] == ["play Ad"]
    assert play(follow, "2 play Ad").top == ("single", 1, 13.5)
    assert follow.turn == 3
    assert play(follow, "3 pass").moves()["plays"] == ["play As"]
    due = play(follow, "0 play As", "1 pass", "2 pass", "3 pass")
    assert due.gifts == [1, 3]
    dog = play(table(hands, 3, begin=record_of("t52")), "3 play Ah")
    assert (dog.turn, dog.piles[3]) == (1, ["Ah"])


def test_52_cards_without_special_cards() -> None:
    pack = t52("none").pack
    names = {r.combo for r in full_readings(["Th", "Js", "Qd", "Kc", "Ac"], pack=pack)}
    assert names == {("straight", 5, 14)}
    assert full_readings(["As", "Ac", "Ad", "Ah"], pack=pack)[0].combo == ("quad", 4, 14)
    begin = record_of({"preset": "t52", "t52_roles": "none"})
    position = Position(begin)
    for seat in range(4):
        cards = " ".join(sorted(position.hands[seat] - {"2c"})[:3])
        position.apply(f"{seat} give {cards}")
    assert "2c" in position.hands[position.turn]
    lead = table(["Ac 2c", "3c", "4c", "5c"], 0, begin=begin)
    assert refusal(lead, "0 play Ac wish 5") == "a wish is named with the Mah Jong only"


def test_a_lost_call_of_52_cards_goes_to_the_others() -> None:
    end = table(["Kh", "3h", "", "4h"], 0, begin=record_of("t52"), out=[2], calls={0: "grand"})
    result = play(end, "0 play Kh").result()
    assert result == {
        "finish": [2, 0, 1, 3],
        "cards": [200, 0],
        "calls": [0, 200],
        "score": [200, 200],
    }


# --- Tea-chu for two ---


def test_tea_stacks() -> None:
    record = record_of("two_tea")
    stacks = [text.split() for text in record["stacks"]]
    position = Position(record)
    mine, yours = (sorted(hand) for hand in position.hands)
    assert refusal(position, f"0 stack right {mine[0]}") == "bad exchange"
    play(position, f"1 give {yours[0]}")
    assert refusal(position, f"1 stack right {yours[1]}") == "bad exchange"
    play(position, f"0 give {mine[0]}", f"0 stack right {yours[0]}")
    assert stacks[0][0] in position.hands[0]
    assert position.stacks[0] == (*stacks[0][1:], yours[0])
    assert refusal(position, f"0 stack left {mine[1]}") == "bad exchange"
    play(position, f"1 stack right {mine[0]}")
    assert position.stacks[1] == (*stacks[1][1:], mine[0])
    play(position, "0 tichu", f"1 stack left {yours[1]}", f"0 stack left {stacks[0][0]}")
    assert {stacks[0][1], stacks[1][0]} <= position.hands[1]
    assert stacks[1][1] in position.hands[0]
    assert position.stacks[1][-1] == stacks[0][0]
    assert [len(hand) for hand in position.hands] == [20, 20]
    assert (position.playing, position.turn) == (True, 1)


@pytest.mark.parametrize("change", ["none", "one card", "one stack", "double", "window"])
def test_bad_tea_stacks(change: str) -> None:
    record = record_of("two_tea")
    right, left = (text.split() for text in record["stacks"])
    if change == "none":
        del record["stacks"]
    elif change == "one card":
        record["stacks"] = [" ".join(right[:1]), " ".join(right[1:] + left)]
    elif change == "one stack":
        record["stacks"] = [" ".join(right + left)]
    elif change == "double":
        record["stacks"] = [" ".join(right), " ".join([right[0], *left[1:]])]
    else:
        record["deal"] = [hand.split("|")[0] for hand in record["deal"]]
    assert check(record) is not None


def test_the_end_of_a_tea_round() -> None:
    begin = record_of("two_tea")
    hands = ["Kj", "3s 4s"]
    for calls, cards, called in (
        ({}, [50, 0], [0, 0]),
        ({0: "grand"}, [0, 0], [200, 0]),
        ({1: "tichu"}, [50, 0], [0, -100]),
    ):
        result = play(table(hands, 0, begin=begin, calls=calls), "0 play Kj").result()
        assert result is not None
        assert (result["cards"], result["calls"]) == (cards, called)
    won = play(table(["Dr Kj", "3s 4s"], 0, begin=begin), "0 play Dr", "1 pass")
    assert (won.waiting, won.gifts, won.turn) == (True, [], 0)


# --- two players with two hands each ---


def test_wuerzburg_first_hands() -> None:
    position = Position(record_of("two_wuerzburg"))
    before = position.hands.copy()
    assert position.to_act() == 0
    assert refusal(position, "2 tichu") == "tichu may not be announced now"
    assert refusal(position, f"0 first {' '.join(sorted(before[1]))}") == "bad exchange"
    assert refusal(position, f"0 give {min(before[0])}") == "bad exchange"
    play(position, f"0 first {' '.join(before[2])}", "1 tichu", f"1 first {' '.join(before[1])}")
    assert position.hands == [before[2], before[1], before[0], before[3]]
    assert refusal(position, f"2 give {min(before[0])}") == "bad exchange"
    play(position, f"0 give {min(before[2])}", f"1 give {min(before[1])}")
    assert min(before[2]) in position.hands[1]
    holder = next(seat for seat in range(4) if "Mj" in position.hands[seat])
    assert (position.turn, position.active) == (holder % 2, [0, 1])


def test_wuerzburg_hands_wake() -> None:
    hands = ["9j", "2s 4s", "Kj 3j", "4j 4p 4t 3s"]
    out = play(other_table("two_wuerzburg", hands, 0), "0 play 9j")
    assert (out.active, out.turn, out.ended) == ([1, 2], 1, None)
    assert refusal(out, "3 bomb 4j 4p 4t 3s") == "no bomb that may be played here"
    own = play(out.copy(), "1 pass", "2 play Kj", "1 pass")
    assert (own.waiting, own.turn) == (True, 2)
    others = play(out, "1 pass", "2 pass")
    assert (others.waiting, others.turn) == (True, 1)
    # R18.15: the opponent leads, whichever of his hands it is and whoever sits next.
    assert trick_leader(0, [2, 3], others.game) == 3
    assert trick_leader(1, [0, 3], others.game) == 0
    assert trick_leader(1, [2, 3], others.game) == 2


def test_the_wuerzburg_dog_and_end() -> None:
    hands = ["Dg 9j", "2s 4s", "Kj 3j", "4j"]
    assert play(other_table("two_wuerzburg", hands, 0), "0 play Dg").turn == 0
    woken = play(other_table("two_wuerzburg", ["Dg", *hands[1:]], 0), "0 play Dg")
    assert (woken.turn, woken.active) == (2, [1, 2])
    double = other_table("two_wuerzburg", ["", "2s", "Kj", "4j Kt"], 2, out=[0], calls={0: "tichu"})
    result = play(double, "2 play Kj").result()
    assert result is not None
    assert result == {
        "finish": [0, 2, 1, 3],
        "cards": [200, 0],
        "calls": [100, 0],
        "score": [300, 0],
    }
    last = play(other_table("two_wuerzburg", ["", "", "Dr", "4j Kt"], 2, out=[1, 0]), "2 play Dr")
    assert last.moves()["gifts"] == [1, 3]
    result = play(last, "2 gift 1").result()
    assert result is not None
    assert result["cards"] == [10, 25]


# --- Grand Seigneur ---

SIX = [
    "Mj As 7j 9p 5p 5t Qj Jt Tj",
    "Ts Kp 2t 9j 6s 3j Qs 2j 6j Kj",
    "8j Dr Ap Ks 5j 7s 9t Jj 2s",
    "8t 6p Jp Qp 4s 9s Kt 4p 7p",
    "7t 3s Aj 3t 4t 4j 2p Tp 8p",
    "Tt At Qt 5s 6t 3p Ph 8s Js",
]


def six(number: int = 2, **more: Any) -> Position:
    head = {"tichu": 1, "rules": "grand_seigneur", "deal": SIX, "round": number}
    return Position({**head, **more})


def test_pushes() -> None:
    position = six()
    assert (position.dealer, position.to_act()) == (1, 1)  # seat 1 is the Wretch
    assert refusal(position, "1 push Ts Kj Kp to 0") == "bad exchange"
    assert refusal(position, "1 push Qs Kj Kp to 5") == "bad exchange"
    assert refusal(position, "1 return Qs Kj Kp to 0") == "bad exchange"
    play(position, "0 return 7j 5p 5t to 1", "1 push Kp Qs Kj to 0")
    assert position.log[-1] == "1 push Qs Kj Kp to 0"
    play(position, "2 push Dr Ap to 5", "5 return 3p Ph to 2", "3 push Kt to 4")
    assert not position.playing
    play(position, "4 return 3s to 3")
    assert position.turn == 0
    assert {"Qs", "Kj", "Kp"} <= position.hands[0]
    assert {"3p", "Ph"} <= position.hands[2]
    assert {"Dr", "Ap"} <= position.hands[5]
    assert refusal(position, "0 tichu") == "tichu may not be announced now"


def test_heads_of_grand_seigneur() -> None:
    assert six(1, deal=[SIX[1], SIX[0], *SIX[2:]]).playing
    head = {"tichu": 1, "rules": "grand_seigneur", "deal": SIX, "events": []}
    for wrong in ({}, {"round": 0}, {"round": 2, "dealer": 0}, {"round": 1}):
        assert check({**head, **wrong}) is not None
    assert check({**head, "round": 2, "dealer": 1}) is None


def test_two_packs_at_the_table() -> None:
    rules = {"preset": "grand_seigneur", "players": 7}
    hands = ["8j 8j 8s Ph Ph Dr", "9j Dr", "9j", "9s", "9s", "9t", "9p 3p"]
    lead = other_table(rules, hands, 0)
    plays = lead.moves()["plays"]
    assert {"play 8j 8j", "play 8j 8s", "play 8j 8j 8s Ph Ph", "play 8j Ph Ph"} <= set(plays)
    assert "play 8j 8j 8s Ph Ph as K K" in plays
    assert "play 8j 8j Ph Ph" in plays  # pairs of 8 and 9
    assert "play 8j 8j Ph Ph as 7 7" in plays
    low = play(lead.copy(), "0 play 8j Ph 8s Ph 8j as 7 7")
    assert low.log == ["0 play 8j 8j 8s Ph Ph as 7 7"]
    assert refusal(lead, "0 play 8j 8j 8s Ph Ph as 8 7") == "the Phoenix cannot be that"
    assert refusal(lead, "0 play 8s 8s") == "cards not in hand"
    single = play(lead, "0 play 8j", *(f"{seat} pass" for seat in range(1, 6)), "6 play 9p")
    assert play(single, "0 play Ph").top == ("single", 1, 9.5)
    dragons = play(other_table(rules, ["Dr 2j", "Dr 3j", *hands[2:]], 0), "0 play Dr")
    assert dragons.moves()["plays"] == ["play Dr"]
    assert play(dragons, "1 play Dr").owner == 1


def test_a_phoenix_on_a_phoenix() -> None:
    rules = {"preset": "grand_seigneur", "players": 7}
    hands = ["Aj Ph", "Ph 2j", "Dr", "9s", "9s", "9t", "9p 3p"]
    position = play(other_table(rules, hands, 6), "6 play 9p", "0 play Aj", "1 play Ph")
    assert position.top == ("single", 1, 14.5)
    play(position, "2 pass", "3 pass", "4 pass", "5 pass", "6 pass")
    assert (position.turn, position.moves()["plays"]) == (0, ["play Ph"])
    assert play(position, "0 play Ph").top == ("single", 1, 15)
    assert play(position, "1 pass").moves()["plays"] == ["play Dr"]


@pytest.mark.parametrize(("pack", "game"), [(TWO, grand_seigneur(9)), (TWO_TEA.pack, TWO_TEA)])
def test_combos_of_finds_every_subset(pack: Any, game: Any) -> None:
    rng = random.Random(4)
    for size in (9, 11, 12):
        hand = random_hands(rng, rich=True, game=game)[0]
        hand = sorted(rng.sample(hand, size - 2)) + ["Ph"] * pack.count("Ph")
        hand = [card for n, card in enumerate(hand) if hand[:n].count(card) < pack.count(card)]
        assert Counter(combos_of(hand, pack)) == Counter(every_subset(hand, pack))
