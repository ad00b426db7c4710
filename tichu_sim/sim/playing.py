"""A round between bots from the first lead to its end: turns, bombs, tricks (R5 to R10)."""

from tichu_sim.bots import questions
from tichu_sim.game.cards import MAHJONG, NONE
from tichu_sim.game.combos import PASS, play_cards, play_phoenix
from tichu_sim.game.legal import LEGAL, bomb_fault, may_be_bombed, pass_fault, play_fault
from tichu_sim.game.moves import ESCAPE_OFF
from tichu_sim.game.round import (
    apply_pass,
    apply_play,
    apply_wish,
    collect,
    dragon_waits,
    read_play,
)
from tichu_sim.game.view import NO_CALL, NO_SEAT, NOTHING_WAITS, RUNNING, TICHU, TRICK_WAITS
from tichu_sim.jit import Array, Record, i64, jit, jit_once, jit_small, variant
from tichu_sim.sim.asking import ask_bomb, ask_gift, ask_play, ask_wish, refuse
from tichu_sim.sim.court import log_play_two
from tichu_sim.sim.events import log_event
from tichu_sim.sim.opening import offer_call
from tichu_sim.sim.rows import BOMB, GIFT, PASS_TURN, PLAY
from tichu_sim.sim.special import aim_special_dog, show_special_hands


@jit_small
def aim_dog(table: Record, seat: int, kind: int) -> int:
    """Ask who gets the lead with the Dog, where its player chooses; `NO_SEAT`: he does not."""
    return NO_SEAT


@jit_small
def show_hands(table: Record) -> None:
    """Show the hands that others than their own seat may see: none in most games."""


variant(aim_dog, aim_special_dog, "special")
variant(show_hands, show_special_hands, "special")


@jit_small
def log_play(table: Record, seat: int, event: int, play: int) -> Record:
    """Log a play or bomb."""
    row = log_event(table, seat, event, play_cards(play))
    row.phoenix = play_phoenix(play)
    return row


variant(log_play, log_play_two, "hand_2")


@jit_small
def _put(table: Record, seat: int, play: int, in_turn: bool, question: int) -> None:
    # Judge the answer to a question, a play or bomb, and put it on the table.
    public, own, rules = table.public, table.own[seat], table.rules
    kind, length, level = read_play(own, play, public.top_level)
    if in_turn:
        fault = play_fault(rules, public, own, play, kind, length, level, table.scratch)
    else:
        fault = bomb_fault(public, own, play, kind, length, level)
    if fault != LEGAL:
        refuse(table, seat, question, i64(play), fault)
        return
    aim = aim_dog(table, seat, kind)
    if table.logging:
        row = log_play(table, seat, PLAY if in_turn else BOMB, play)
        row.kind = kind
        row.length = length
        row.level = level
        row.out_of_turn = 0 if in_turn else 1
        row.target = aim
    apply_play(rules, public, own, play, kind, length, level)
    show_hands(table)
    if play & MAHJONG:
        rank = ask_wish(table, seat)
        if table.logging:
            table.log[table.logged - 1].wish = rank
        apply_wish(public, rank)


@jit_small
def _may_call_still(public: Record, seat: int) -> bool:
    # R2.5: until the own first card.
    return bool(public.played[seat] == NONE and public.call[seat] == NO_CALL)


@jit_once
def _take_turn(table: Record) -> None:
    # The seat on turn plays or passes.
    public = table.public
    seat = public.turn
    if _may_call_still(public, seat):
        offer_call(table, seat, TICHU)
    play = ask_play(table, seat)
    if play != PASS:
        _put(table, seat, play, True, questions.PLAY)
        return
    fault = pass_fault(public, table.own[seat], table.scratch)
    if fault != LEGAL:
        refuse(table, seat, questions.PLAY, i64(PASS), fault)
        return
    if table.logging:
        log_event(table, seat, PASS_TURN, NONE)
    apply_pass(table.rules, public)


@jit
def offer_bomb(table: Record) -> bool:
    """Poll for a bomb in order of play after the owner, him last (R5.8).

    Returns whether somebody threw one; then everybody is polled anew.
    """
    public, rules = table.public, table.rules
    seats = table.own.shape[0]
    for k in range(1, seats + 1):
        seat = (public.owner + k) % seats
        if not table.own[seat].holds_bomb or public.size[seat] == 0:
            continue
        on_turn = seat == public.turn and public.waiting == NOTHING_WAITS
        if on_turn and rules.wish_bomb_escape == ESCAPE_OFF:
            continue
        play = ask_bomb(table, seat)
        if play == PASS:
            continue
        if _may_call_still(public, seat):
            offer_call(table, seat, TICHU)
        _put(table, seat, play, on_turn, questions.BOMB)
        return True
    return False


@jit_once
def _settle_trick(table: Record) -> None:
    # Give the Dragon's trick, or let the owner take his (R6.6, R10.2).
    public, rules = table.public, table.rules
    receiver = public.owner
    if dragon_waits(rules, public):
        receiver = ask_gift(table, receiver)
        if table.logging:
            row = log_event(table, public.owner, GIFT, NONE)
            row.target = receiver
    collect(public, receiver)


@jit_small
def _any_bomb(own: Array) -> bool:
    for seat in range(own.shape[0]):
        if own[seat].holds_bomb:
            return True
    return False


@jit_once
def play_out(table: Record) -> None:
    """Play the round from the first lead to its end, or to the first illegal answer."""
    public = table.public
    bombs = _any_bomb(table.own)
    while public.over == RUNNING and table.fault == LEGAL:
        _take_turn(table)
        thrown = bombs
        while thrown and may_be_bombed(public) and table.fault == LEGAL:
            thrown = offer_bomb(table)
        if public.waiting == TRICK_WAITS and table.fault == LEGAL:
            _settle_trick(table)
