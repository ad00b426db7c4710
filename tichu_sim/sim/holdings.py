"""What seat 0 holds before the Grand Tichu window, where it is given and not drawn."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tichu_sim.errors import InputError
from tichu_sim.game.cards import N_CARDS, PACK
from tichu_sim.game.games import STANDARD
from tichu_sim.game.rules import Rules
from tichu_sim.jit import Array, u64

NO_HOLDINGS = np.zeros((0, 2), np.uint64)
"""For rounds in which all cards are drawn."""

_SPECIALS = u64(15)


@dataclass(frozen=True, eq=False)
class Holdings:
    """The first cards of seat 0, unit by unit; `make_holdings` checks them.

    Attributes
    ----------
    words : uint64 array (n, 2)
        Mask of the cards that are known, and counts word (`game.open_suits`) of those whose suits
        are drawn anew in each unit. A single row serves for all units.
    first : int
        The unit that the first of several rows is for.
    """

    words: Array
    first: int = 0

    def of_units(self, first: int, last: int) -> Array:
        """Return the rows for the units first .. last - 1, as `kernel.play_units` takes them.

        Examples
        --------
        >>> held = make_holdings([0xFF, 0xF0F, 0xF00F], [0, 0, 0], first=100)
        >>> held.of_units(101, 103)[:, 0]
        array([ 3855, 61455], dtype=uint64)
        """
        if len(self.words) == 1:
            return self.words
        places = first - self.first, last - self.first
        if not 0 <= places[0] <= places[1] <= len(self.words):
            end = self.first + len(self.words)
            raise InputError(
                f"units {first} to {last - 1}: there are holdings for {self.first} to {end - 1}"
            )
        return self.words[slice(*places)]


def make_holdings(fixed: npt.ArrayLike, counts: npt.ArrayLike, first: int = 0) -> Holdings:
    """Return checked holdings.

    Parameters
    ----------
    fixed, counts : array_like of uint64, shape (n,)
        Columns of `Holdings.words`.
    first : int

    Raises
    ------
    InputError
        If a row is not eight cards of the pack.

    Examples
    --------
    >>> make_holdings([15], [4 << 52]).words.shape
    (1, 2)
    """
    words = np.column_stack([np.asarray(column, np.uint64) for column in (fixed, counts)])
    known, counts_word = words.T
    wrong = (known > PACK) | (counts_word > PACK) | (counts_word & u64(15) > 0)
    n_cards = np.bitwise_count(known & _SPECIALS).astype(np.int64)
    for bit in range(4, N_CARDS, 4):
        nibble = u64(bit)
        of_rank = np.bitwise_count(known >> nibble & u64(15)) + (counts_word >> nibble & u64(15))
        n_cards += of_rank.astype(np.int64)
        wrong |= of_rank > 4
    wrong |= n_cards != 8
    if wrong.any() or not len(words):
        at = int(np.argmax(wrong)) if len(words) else 0
        raise InputError(f"holding {at}: it should be eight cards of the pack")
    words.flags.writeable = False
    return Holdings(words, first)


def check_holdings_game(rules: Rules) -> None:
    """Raise an error unless seat 0 can be given its first cards under these rules.

    Raises
    ------
    InputError
        For other games than that of four players with a pack of 56 cards.
    """
    if rules.game.number != STANDARD:
        raise InputError(
            f"rules {rules.preset}: the first eight cards can be given in the game of four "
            "players alone (standard, great_grand, wikipedia, bga, bsw)"
        )
