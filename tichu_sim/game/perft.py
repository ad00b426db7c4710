"""Counting the event sequences from a position: a check of the rules, and a measure of their speed.

A sequence is made of plays in turn (each card set and each reading of the Phoenix, the Mah Jong
without a wish), passes and gifts; announcements and bombs out of turn are left out.
"""

import numpy as np

from tichu_sim.errors import InputError
from tichu_sim.game.combos import DOG_LEAD
from tichu_sim.game.moves import fill_plays
from tichu_sim.game.opening import PLAYING
from tichu_sim.game.patterns import PATTERNS, pattern_kind, pattern_play, ways
from tichu_sim.game.position import Position
from tichu_sim.game.round import (
    apply_pass,
    apply_play,
    begin_play,
    collect,
    dragon_waits,
    read_play,
)
from tichu_sim.game.settings import settings_of
from tichu_sim.game.state import has_two_packs
from tichu_sim.game.two_pack_moves import fill_plays_two
from tichu_sim.game.two_pack_patterns import TWO_PACK_PATTERNS, pattern_play_two, ways_two
from tichu_sim.game.view import NO_SEAT, RUNNING, TRICK_WAITS, binding_wish
from tichu_sim.jit import Array, Record, jit, variant

LONGEST_ROUND = 112 * 12 + 1
"""No round has more events: a play for every card, and everybody's pass after each."""


@jit
def _copy_up(publics: Array, owns: Array, level: int) -> None:
    publics[level + 1] = publics[level]
    for seat in range(owns.shape[1]):
        owns[level + 1, seat] = owns[level, seat]


@jit
def _fill(rules: Record, public: Record, mine: Record, found: Record) -> tuple[int, bool]:
    top_kind, top_length, top_level = public.top_kind, public.top_length, public.top_level
    wish, escape = binding_wish(public, mine), rules.wish_bomb_escape
    return fill_plays(mine.hand, top_kind, top_length, top_level, wish, escape, found)


@jit
def _fill_two(rules: Record, public: Record, mine: Record, found: Record) -> tuple[int, bool]:
    hand, twice = mine.hand, mine.hand_2
    top_kind, top_length, top_level = public.top_kind, public.top_length, public.top_level
    wish, escape = public.wish, rules.wish_bomb_escape
    return fill_plays_two(hand, twice, top_kind, top_length, top_level, wish, escape, found)


@jit
def _ways(mine: Record, pattern: int) -> int:
    return ways(mine.hand, pattern)


@jit
def _ways_two(mine: Record, pattern: int) -> int:
    return ways_two(mine.hand, mine.hand_2, pattern)


@jit
def _build(mine: Record, pattern: int, index: int) -> int:
    return pattern_play(mine.hand, pattern, index)


@jit
def _build_two(mine: Record, pattern: int, index: int) -> int:
    play, second = pattern_play_two(mine.hand, mine.hand_2, pattern, index)
    mine.play_2 = second
    return play


variant(_fill, _fill_two, "hand_2")
variant(_ways, _ways_two, "hand_2")
variant(_build, _build_two, "hand_2")


@jit
def _play(rules: Record, public: Record, mine: Record, pattern: int, index: int) -> None:
    # The index-th play of a pattern, by the seat on turn.
    play = _build(mine, pattern, index)
    kind, length, level = read_play(mine, play, public.top_level)
    apply_play(rules, public, mine, play, kind, length, level)


@jit
def _leads(rules: Record, public: Record, seat: int, pattern: int) -> int:
    # In how many ways a play can be carried out: the Dog may choose among partners (R15.5).
    if rules.dog_chosen == 0 or pattern_kind(pattern) != DOG_LEAD:
        return 1
    seats, partners = public.size.shape[0], 0
    for k in range(2, seats, 2):
        partners += public.size[(seat + k) % seats] > 0
    return max(partners, 1)


@jit
def _aim(rules: Record, public: Record, mine: Record, pattern: int, nth: int) -> None:
    # Let the Dog go to the nth partner who holds cards.
    if rules.dog_chosen == 0 or pattern_kind(pattern) != DOG_LEAD:
        return
    seats = public.size.shape[0]
    mine.dog_to = NO_SEAT
    for k in range(2, seats, 2):
        other = (mine.seat + k) % seats
        if public.size[other] > 0:
            if nth == 0:
                mine.dog_to = other
            nth -= 1


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
        Of `settings.rules_dtype`.
    level, depth : int
    """
    if depth == 0:
        return 1
    public, own = publics[level], owns[level]
    seats: int = own.shape[0]
    if dragon_waits(rules, public):
        # The pile that the trick lands on changes nothing that is counted.
        _copy_up(publics, owns, level)
        collect(publics[level + 1], (public.owner + 1) % seats)
        return seats // 2 * count_nodes(publics, owns, patterns, rules, level + 1, depth - 1)
    if public.over != RUNNING:
        return 0
    if public.waiting == TRICK_WAITS:
        collect(public, public.owner)
    seat, mine, found = public.turn, own[public.turn], patterns[level]
    n, may_pass = _fill(rules, public, mine, found)
    total = 0
    if depth == 1:
        for i in range(n):
            total += _ways(mine, found.at[i]) * _leads(rules, public, seat, found.at[i])
        return total + may_pass
    if may_pass:
        _copy_up(publics, owns, level)
        apply_pass(rules, publics[level + 1])
        total += count_nodes(publics, owns, patterns, rules, level + 1, depth - 1)
    # Until the seat acts again, all others have acted. What comes before that is the same whichever
    # of a pattern's card sets was played (see `patterns`), and is counted once.
    alike = depth - 1 <= public.active - 1
    for i in range(n):
        pattern = found.at[i]
        sets = _ways(mine, pattern)
        for nth in range(_leads(rules, public, seat, pattern)):
            for index in range(1 if alike else sets):
                _copy_up(publics, owns, level)
                upper = owns[level + 1]
                _aim(rules, publics[level + 1], upper[seat], pattern, nth)
                _play(rules, publics[level + 1], upper[seat], pattern, index)
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
    settings = settings_of(position.rules)
    if has_two_packs(position.rules):
        patterns = np.empty(depth + 1, TWO_PACK_PATTERNS)
    else:
        patterns = np.empty(depth + 1, PATTERNS)
        patterns["highest"] = position.rules.highest
    if publics[0]["turn"] == NO_SEAT:
        begin_play(settings, publics[0], owns[0])
    return int(count_nodes(publics, owns, patterns, settings, 0, depth))
