"""Bots are asked, and what they answer is judged.

A bot is known by the addresses of its answers (`bots.questions`), one row of ``table.asks`` a seat.
An answer that the rules forbid is noted on the table, once, and stands for a harmless one; the
caller stops the round as soon as it can. Plays and bombs are judged where they are put on the
table.
"""

from tichu_sim.bots.questions import (
    BOMB,
    DOG,
    GIFT,
    GIVE,
    PLAY,
    PUSH,
    STACK,
    WISH,
)
from tichu_sim.entries import (
    BROKEN,
    call_with_number,
    call_with_numbers,
    call_with_scratch,
    call_with_view,
)
from tichu_sim.game.cards import NONE
from tichu_sim.game.legal import LEGAL
from tichu_sim.game.seigneur import are_best
from tichu_sim.game.two_packs import count_two
from tichu_sim.game.view import NO_SEAT
from tichu_sim.jit import Mask, Record, jit, jit_small, u64

(
    BOT_BROKE,
    NO_YES_OR_NO,
    BAD_GIVE,
    BAD_WISH,
    BAD_GIFT,
    BAD_DOG,
    BAD_STACK,
    BAD_PUSH,
    BAD_RETURN,
) = range(300, 309)
"""Codes of the faults."""

FAULTS = {
    BOT_BROKE: ("", "it raised an error"),
    NO_YES_OR_NO: ("R2.8", "a call is made or not: the answer is true or false"),
    BAD_GIVE: ("R3.1", "each receiver gets one card of the hand, and nobody else any"),
    BAD_WISH: ("R7.1", "a wish is a rank from 2 up, or 0 for none"),
    BAD_GIFT: ("R10.2", "the Dragon's trick goes to an opponent"),
    BAD_DOG: ("R15.5", "the lead goes to a partner who holds cards"),
    BAD_STACK: ("R18.4", "one card of the hand goes beneath the stack"),
    BAD_PUSH: ("R16.8", "the best cards of the hand are pushed, as many as the ranks say"),
    BAD_RETURN: ("R16.9", "as many cards of the hand go back as the ranks say"),
}
"""Fault code -> (rule number, sentence)."""


@jit_small
def refuse(table: Record, seat: int, question: int, answer: int, fault: int) -> None:
    """Note the fault of an answer on the table, if it is the first, and log nothing more."""
    if table.fault == LEGAL:
        table.fault = BOT_BROKE if answer == BROKEN else fault
        table.fault_seat = seat
        table.fault_question = question
        table.fault_answer = answer
        table.logging = 0


@jit_small
def _ask(table: Record, seat: int, question: int) -> int:
    asked = table.asks[seat, question]
    answer: int = call_with_view(asked, table.rules, table.public, table.own[seat])
    return answer


@jit_small
def ask_play(table: Record, seat: int) -> int:
    """Ask for a play on the own turn, `combos.PASS` for none; judged by the caller."""
    asked = table.asks[seat, PLAY]
    own, scratch = table.own[seat], table.scratch
    return u64(call_with_scratch(asked, table.rules, table.public, own, scratch))


@jit_small
def ask_bomb(table: Record, seat: int) -> int:
    """Ask for a bomb on the trick, `combos.PASS` for none; judged by the caller."""
    asked = table.asks[seat, BOMB]
    own, scratch = table.own[seat], table.scratch
    return u64(call_with_scratch(asked, table.rules, table.public, own, scratch))


@jit_small
def ask_yes_or_no(table: Record, seat: int, question: int) -> bool:
    """Ask for a call, or which hand comes first."""
    answer = _ask(table, seat, question)
    if answer == 1:
        return True
    if answer != 0:
        refuse(table, seat, question, answer, NO_YES_OR_NO)
    return False


@jit_small
def _is_one_of(card: Mask, cards: Mask) -> bool:
    return bool(card != NONE and card & (card - u64(1)) == NONE and card & ~cards == NONE)


@jit
def ask_give(table: Record, seat: int) -> None:
    """Ask for the cards to pass, which go to ``own.given`` (R3.1)."""
    own = table.own[seat]
    answer = _ask(table, seat, GIVE)
    rest, legal = own.hand, answer != BROKEN
    for k in range(own.given.shape[0]):
        card = own.given[k]
        legal &= _is_one_of(card, rest) if own.receivers >> k & 1 else card == NONE
        rest &= ~card
    if not legal:
        if table.fault == LEGAL:
            for k in range(own.given.shape[0]):
                table.fault_given[k] = own.given[k]
        refuse(table, seat, GIVE, answer, BAD_GIVE)
        for k in range(own.given.shape[0]):
            own.given[k] = NONE


@jit_small
def ask_wish(table: Record, seat: int) -> int:
    """Ask for a rank to wish for, 0 for none (R7.1)."""
    rank = _ask(table, seat, WISH)
    if rank != 0 and not 2 <= rank <= table.rules.highest:
        refuse(table, seat, WISH, rank, BAD_WISH)
        return 0
    return rank


@jit_small
def ask_gift(table: Record, seat: int) -> int:
    """Ask for the opponent who gets the Dragon's trick (R10.2)."""
    receiver = _ask(table, seat, GIFT)
    if not 0 <= receiver < table.rules.seats or (receiver - seat) % 2 == 0:
        refuse(table, seat, GIFT, receiver, BAD_GIFT)
        return int((seat + 1) % table.own.shape[0])
    return receiver


@jit_small
def ask_dog(table: Record, seat: int) -> int:
    """Ask for the partner who gets the lead; `NO_SEAT` after a fault (R15.5)."""
    partner = _ask(table, seat, DOG)
    among = 0 <= partner < table.rules.seats and partner != seat and (partner - seat) % 2 == 0
    if not among or table.public.size[partner] == 0:
        refuse(table, seat, DOG, partner, BAD_DOG)
        return NO_SEAT
    return partner


@jit_small
def ask_stack(table: Record, seat: int, place: int) -> Mask:
    """Ask for the card that goes beneath a stack (R18.4)."""
    own = table.own[seat]
    answer = call_with_number(table.asks[seat, STACK], table.rules, table.public, own, place)
    if not _is_one_of(u64(answer), own.hand):
        refuse(table, seat, STACK, answer, BAD_STACK)
        return NONE
    return u64(answer)


@jit
def ask_push(table: Record, seat: int, question: int, n: int, k: int) -> None:
    """Ask which n cards are pushed or go back to seat + k (R16.8, R16.9)."""
    own = table.own[seat]
    answer = call_with_numbers(table.asks[seat, question], table.rules, table.public, own, n, k)
    cards, cards_2 = own.given[k], own.given_2[k]
    legal = answer != BROKEN and cards & ~own.hand == NONE and cards_2 & ~own.hand_2 == NONE
    legal = legal and cards_2 & ~cards == NONE and count_two(cards, cards_2) == n
    if question == PUSH:
        legal = legal and are_best(own.hand, own.hand_2, cards, cards_2)
    if not legal:
        if table.fault == LEGAL:
            table.fault_given[k], table.fault_given_2[k] = cards, cards_2
        refuse(table, seat, question, answer, BAD_PUSH if question == PUSH else BAD_RETURN)
        own.given[k], own.given_2[k] = NONE, NONE
