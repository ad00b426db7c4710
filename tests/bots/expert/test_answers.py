"""What a strong player does: one situation a rule of thumb."""

from typing import NamedTuple

import pytest

from tichu_sim.bots import questions as q
from tichu_sim.bots.registry import Bot, parse_bot
from tichu_sim.game.bombs import has_bomb
from tichu_sim.game.cards import PACK, cards_text, parse_cards
from tichu_sim.game.combos import combo, play_cards
from tichu_sim.game.patterns import new_patterns
from tichu_sim.game.rules import make_rules
from tichu_sim.game.settings import settings_of
from tichu_sim.game.state import new_state
from tichu_sim.game.view import GRAND, NO_CALL, NO_SEAT, TICHU
from tichu_sim.jit import u64

RULES = make_rules()
EXPERT = parse_bot("expert")
PARTNER, RIGHT, LEFT = 2, 1, 3


class Table(NamedTuple):
    """What seat 0 sees. Cards that are nowhere have been played."""

    hand: str
    sizes: tuple[int, int, int] = (10, 10, 10)
    calls: tuple[int, int, int, int] = (0, 0, 0, 0)
    top: str = ""
    owner: int = NO_SEAT
    unseen: str | None = None
    points: int = 0
    turn: int = 0
    passes: int = 0

    def ask(self, question: int, bot: Bot = EXPERT) -> tuple[int, list[str]]:
        """The answer, and what is given to the seats on the right, opposite and on the left."""
        public, own = new_state(RULES)
        table, mine = public[0], own[0]
        bot.sit_down(mine)
        hand = mine["hand"] = mine["dealt"] = mine["first"] = parse_cards(self.hand)
        mine["holds_bomb"] = has_bomb(hand)
        table["size"] = [len(self.hand.split()), *self.sizes]
        table["call"], table["active"], table["passes"] = self.calls, 4, self.passes
        table["turn"], table["owner"], table["points"] = self.turn, self.owner, self.points
        if self.unseen is not None:
            table["played"][1] = PACK & ~hand & ~parse_cards(self.unseen)
        if self.top:
            table["top_cards"] = parse_cards(self.top)
            found = combo(parse_cards(self.top), 0)
            table["top_kind"], table["top_length"], table["top_level"] = found
        view = settings_of(RULES), table, mine
        scratch = (new_patterns(),) if q.QUESTIONS[question].scratch else ()
        answer = bot.answer(question, RULES, (*view, *scratch))
        return answer, [cards_text(u64(mine["given"][k])) for k in (1, 2, 3)]

    def play(self) -> str:
        return cards_text(play_cards(u64(self.ask(q.PLAY)[0])))

    def bomb(self) -> str:
        return cards_text(play_cards(u64(self.ask(q.BOMB)[0])))


def calls(seat: int, call: int = TICHU) -> tuple[int, int, int, int]:
    made = [NO_CALL] * 4
    made[seat] = call
    return made[0], made[1], made[2], made[3]


@pytest.mark.parametrize("hand", ["4j 5s 6p 7t 8j", "9j 9s 9p Kj Ks", "Qj Ph", "Dr", "Dg"])
def test_a_hand_that_is_one_play_goes_out(hand: str) -> None:
    assert Table(hand).play() == hand


def test_nobody_goes_out_before_a_partner_who_has_called() -> None:
    """His 100 points would be lost (R12.1)."""
    table = Table("4j 5s 6p 7t 8j", calls=calls(PARTNER))
    assert len(table.play().split()) < 5
    assert Table("Aj", calls=calls(PARTNER), top="Kj", owner=RIGHT).play() == ""
    assert Table("Aj", top="Kj", owner=RIGHT).play() == "Aj"


def test_the_partners_winner_is_left_alone() -> None:
    assert Table("3j 4s 8p Dr Kj 9t", top="Aj", owner=PARTNER).play() == ""
    assert Table("3j 4s 8p Aj Kj 9t", top="Qj", owner=PARTNER, calls=calls(PARTNER)).play() == ""


def test_the_dragon_stops_an_opponent_who_is_nearly_out() -> None:
    table = Table("3j 4s 8p Dr Kj 9t", sizes=(1, 10, 10), top="Aj", owner=RIGHT, points=20)
    assert table.play() == "Dr"


def test_a_low_card_goes_where_it_costs_nothing() -> None:
    assert Table("6j Ks Kp At Dr 9j 9s", top="4j", owner=RIGHT).play() == "6j"


def test_one_who_has_one_card_left_is_not_led_a_single() -> None:
    table = Table("3j 5s 5p 8j 8s Kt", sizes=(1, 8, 8))
    assert len(table.play().split()) > 1


def test_with_one_loser_left_the_winners_come_first() -> None:
    """R9.1: who holds the lead to the last goes out; a low card led gives it away."""
    few = (3, 1, 2)
    assert Table("4s Dr", few, unseen="5p 9t Kj Ks Qp 2t").play() == "Dr"
    assert Table("4s Aj As", few, unseen="5p 9t Kj Ks Qp 2t").play() == "Aj As"
    assert Table("Dg Aj As", few, unseen="5p 9t Kj Ks Qp 2t").play() == "Aj As"
    assert Table("3j 4s Dr", (9, 9, 9)).play() != "Dr"


def test_a_trick_is_taken_where_the_rest_goes_out() -> None:
    """The Dragon on a low card, since the pair of aces and a last card follow."""
    table = Table("4s Aj As Dr", (9, 9, 9), top="6p", owner=RIGHT)
    assert table.play() == "Dr"
    assert table._replace(hand="4s 5p 8j Dr").play() != "Dr"


def test_the_dog_gives_the_lead_to_a_partner_who_has_called() -> None:
    assert Table("Dg 3j 4s 7p 9t Kj", calls=calls(PARTNER)).play() == "Dg"
    assert Table("Dg 3j 4s 7p 9t Kj", calls=calls(0)).play() != "Dg"


def test_the_phoenix_fills_a_straight() -> None:
    """Unless it is worth more alone: here two cards that nobody wants go with it."""
    assert "Ph" in Table("2j 3s 4t 6j 7s 8p 9j Ph").play()


def test_bombs() -> None:
    """Against a caller who is nearly out, not on a partner's trick, nor on a worthless one."""
    hand = "3j 4s 8p 9j 9s 9p 9t Kj"
    against = Table(hand, sizes=(2, 10, 10), calls=calls(RIGHT), top="Aj", owner=RIGHT, points=30)
    assert against.bomb() == "9j 9s 9p 9t"
    assert against._replace(owner=PARTNER).bomb() == ""
    assert Table(f"{hand} 2s Qp", top="3t", owner=RIGHT).bomb() == ""
    assert Table("9j 9s 9p 9t", top="3t", owner=RIGHT).bomb() == "9j 9s 9p 9t"


def test_a_bomb_is_kept_in_one_piece() -> None:
    assert Table("4j 9j 9s 9p 9t Kj Ks 5s", top="8j", owner=RIGHT).play() not in ("9j", "9s")
    lead = Table("3s 4s 5s 6s 7s 9j 9p Kt").play()
    assert not set(lead.split()) & {"3s", "4s", "5s", "6s", "7s"}


STRONG = "2j 3s 4t 5p 6j 7s Kj Ks Aj As Ap Dr Ph 9t"
WEAK = "2j 3s 4t 6p 6j 7s 8j Ts Tj Js Qp Qt 9s Dg"


def test_when_it_calls_tichu() -> None:
    """R2.5: with a strong hand, on the own turn, and not after the partner."""
    fourteen = (14, 14, 14)
    assert Table(STRONG, fourteen).ask(q.TICHU)[0] == 1
    assert Table(WEAK, fourteen).ask(q.TICHU)[0] == 0
    assert Table(STRONG, fourteen, turn=NO_SEAT).ask(q.TICHU)[0] == 0
    assert Table(STRONG, fourteen, calls=calls(PARTNER)).ask(q.TICHU)[0] == 0
    assert Table(WEAK, fourteen).ask(q.TICHU, parse_bot("expert:tichu=0"))[0] == 1
    assert Table(STRONG, fourteen).ask(q.TICHU, parse_bot("expert:tichu=1"))[0] == 0


@pytest.mark.parametrize(
    ("hand", "calls_it"),
    [
        ("Aj As Dr Ph 5j 5s 8t Kj", True),
        ("2j 3s 5t 7p 8j 9s Jt Qp", False),
        ("Aj 3s 5t 7p 8j 9s Jt Dg", False),
    ],
)
def test_when_it_calls_grand_tichu(hand: str, calls_it: bool) -> None:
    assert Table(hand, (8, 8, 8)).ask(q.GRAND)[0] == calls_it
    assert Table(hand, (8, 8, 8), calls=calls(PARTNER, GRAND)).ask(q.GRAND)[0] == 0


def test_what_it_passes() -> None:
    """Low cards that stand alone to the opponents, never the Phoenix or the Dragon; none twice."""
    hand = "2j 4s 7p 8j 8s 9t 9p Jj Qs Kp Kt Aj Ph Dr"
    _, (right, opposite, left) = Table(hand, (14, 14, 14)).ask(q.GIVE)
    assert {right, left} == {"2j", "4s"}
    assert opposite not in ("2j", "4s", "")


def test_the_second_card_of_a_low_pair_goes_before_a_high_one() -> None:
    _, given = Table("3p 3s 4s As Kj Ks Qp Qt Jj Js Ts Tp 9p 9t", (14, 14, 14)).ask(q.GIVE)
    assert {given[0], given[2]} <= {"3p", "3s", "4s"}
    assert given[1] not in ("As", "")


def test_a_partner_who_has_called_gets_the_best() -> None:
    hand = "2j 4s 7p 8j 8s 9t 9p Jj Qs Kp Kt Aj 5j Dr"
    _, (_, opposite, _) = Table(hand, (14, 14, 14), calls=calls(PARTNER, GRAND)).ask(q.GIVE)
    assert opposite in ("Aj", "Dr")


def test_it_wishes_for_nothing_that_its_partner_needs() -> None:
    hand = "3s 4t 5p 9j"
    assert Table(hand).ask(q.WISH)[0] == 14
    assert Table(hand, calls=calls(PARTNER)).ask(q.WISH)[0] == 0
