"""Counting the event sequences from a position: a check of the rules, and a measure of their speed.

A sequence is made of plays in turn (each card set and each reading of the Phoenix, the Mah Jong
without a wish), passes and gifts; announcements and bombs out of turn are left out.
"""

import numpy as np

from tichu_sim.errors import InputError
from tichu_sim.game.combos import combo
from tichu_sim.game.moves import fill_plays
from tichu_sim.game.patterns import PATTERNS, count_plays, pattern_play, ways
from tichu_sim.game.position import Position
from tichu_sim.game.round import apply_pass, apply_play, begin_play, collect, dragon_waits
from tichu_sim.game.view import NO_SEAT, RUNNING, TRICK_WAITS
from tichu_sim.game.walk import PLAYING
from tichu_sim.jit import Array, Record, jit

LONGEST_ROUND = 56 * 4 + 1
"""No round has more events: a play for every card, three passes after each, and a gift."""


@jit
def _copy_up(publics: Array, owns: Array, level: int) -> None:
    publics[level + 1] = publics[level]
    for seat in range(owns.shape[1]):
        owns[level + 1, seat] = owns[level, seat]


@jit
def _play(public: Record, own: Array, pattern: int, index: int) -> None:
    # The index-th play of a pattern, by the seat on turn.
    mine = own[public.turn]
    play = pattern_play(mine.hand, pattern, index)
    kind, length, level = combo(play, public.top_level)
    apply_play(public, mine, play, kind, length, level)


@jit
def count_nodes(
    publics: Array, owns: Array, patterns: Array, rules: Record, level: int, depth: int
) -> int:
    """Return the number of sequences of `depth` events from the state at a level.

    Parameters
    ----------
    publics : array (levels,) of `view.public_dtype`
    owns : array (levels, seats) of `view.own_dtype`
        The states; those above `level` are overwritten, ``level + depth`` must exist.
    patterns : array (levels,) of `patterns.PATTERNS`
        Scratch.
    rules : Record
        Of dtype `rules.RULES`.
    level, depth : int
    """
    if depth == 0:
        return 1
    public, own = publics[level], owns[level]
    seats: int = own.shape[0]
    if dragon_waits(public, rules.dragon_last_kept):
        # The pile that the trick lands on changes nothing that is counted.
        _copy_up(publics, owns, level)
        collect(publics[level + 1], (public.owner + 1) % seats)
        return seats // 2 * count_nodes(publics, owns, patterns, rules, level + 1, depth - 1)
    if public.over != RUNNING:
        return 0
    if public.waiting == TRICK_WAITS:
        collect(public, public.owner)
    hand, found = own[public.turn].hand, patterns[level]
    top_kind, top_length, top_level = public.top_kind, public.top_length, public.top_level
    escape = rules.wish_bomb_escape
    n, may_pass = fill_plays(hand, top_kind, top_length, top_level, public.wish, escape, found)
    if depth == 1:
        return count_plays(hand, found, n) + may_pass
    total = 0
    if may_pass:
        _copy_up(publics, owns, level)
        apply_pass(publics[level + 1])
        total += count_nodes(publics, owns, patterns, rules, level + 1, depth - 1)
    # Until the seat acts again, all others have acted. What comes before that is the same whichever
    # of a pattern's card sets was played (see `patterns`), and is counted once.
    alike = depth - 1 <= seats - public.out - 1
    for i in range(n):
        sets = ways(hand, found.at[i])
        for index in range(1 if alike else sets):
            _copy_up(publics, owns, level)
            _play(publics[level + 1], owns[level + 1], found.at[i], index)
            below = count_nodes(publics, owns, patterns, rules, level + 1, depth - 1)
            total += below * sets if alike else below
    return total


def perft(position: Position, depth: int) -> int:
    """Return the number of sequences of exactly `depth` events from a position.

    A round that ends earlier adds nothing; before the first play there is no such event.

    Parameters
    ----------
    position : Position
        Is left as it is.
    depth : int

    Raises
    ------
    InputError
        For a negative depth.

    Examples
    --------
    >>> from tichu_sim.game.record import parse_deal
    >>> from tichu_sim.game.rules import Rules
    >>> deal = parse_deal(["2j 3j 4j 5j 6j 7j 8j 9j", "2s 3s 4s 5s 6s 7s 8s 9s",
    ...     "2p 3p 4p 5p 6p 7p 8p 9p", "2t 3t 4t 5t 6t 7t 8t Ph"], Rules())
    >>> perft(Position(Rules(), deal), 0), perft(Position(Rules(), deal), 1)
    (1, 0)
    """
    if depth < 0:
        raise InputError(f"depth {depth}: a whole number from 0 on is needed")
    if depth == 0:
        return 1
    if position.stage[0]["phase"] != PLAYING or depth > LONGEST_ROUND:
        return 0
    publics = np.repeat(position.public, depth + 1)
    owns = np.repeat(position.own[np.newaxis], depth + 1, axis=0)
    patterns = np.empty(depth + 1, PATTERNS)
    if publics[0]["turn"] == NO_SEAT:
        begin_play(publics[0], owns[0])
    return int(count_nodes(publics, owns, patterns, position.rules.record(), 0, depth))
