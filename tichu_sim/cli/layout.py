"""What all parts of a sheet share: the seats' names, cards in colour, lines in columns."""

from collections.abc import Iterable, Sequence

from rich.text import Text

from tichu_sim.cli.columns import padded
from tichu_sim.game.cards import TOKENS, cards_text
from tichu_sim.game.record import RoundRecord
from tichu_sim.jit import Mask

_LONGEST_NAME = 12
_LEAST_WIDTH = 6
_SPECIALS = 4
_SPECIAL_STYLE = "bold magenta"
_SUIT_STYLES = {"j": "green", "p": "blue", "t": "red", "c": "green", "d": "blue", "h": "red"}
_TEAM_STYLES = ("cyan", "yellow")

_HIGH = ("Great Lord", "Lord", "Squire")
_LOW = ("Wretch", "Pauper", "Burgher")


def title_of(rank: int, players: int) -> str:
    """Return the title of a rank in Grand Seigneur (R16.3); where there is none, its number.

    Parameters
    ----------
    rank : int
        0 for the Great Lord.
    players : int

    Examples
    --------
    >>> [title_of(rank, 7) for rank in (2, 3, 4)], title_of(2, 5)
    (['Squire', 'rank 3', 'Burgher'], 'Squire')
    """
    below = players - 1 - rank
    if rank <= below and rank < len(_HIGH):
        return _HIGH[rank]
    return _LOW[below] if below < rank and below < len(_LOW) else f"rank {rank}"


class Layout:
    """How the seats and cards of a record are written.

    Attributes
    ----------
    record : RoundRecord
    seats : range
    names : list of Text
        Seat and player, in the colour of the team.
    width : int
        Of the longest name.

    Parameters
    ----------
    record : RoundRecord
    """

    def __init__(self, record: RoundRecord) -> None:
        self.record = record
        self.seats = range(record.rules.seats)
        self.names = [self._name(seat) for seat in self.seats]
        self.width = max(_LEAST_WIDTH, *(name.cell_len for name in self.names))
        tokens = record.rules.tokens
        specials = {*tokens[:_SPECIALS], *TOKENS[:_SPECIALS]}
        self._styles = {
            token: _SPECIAL_STYLE if token in specials else _SUIT_STYLES.get(token[1:], "")
            for token in tokens
        }

    def _name(self, seat: int) -> Text:
        record = self.record
        name = record.players[seat] if record.players else ""
        shown = "".join(letter if letter.isprintable() else "?" for letter in name)
        style = _TEAM_STYLES[seat % record.rules.teams] if record.rules.has_points else ""
        return Text(f"{seat} {shown[:_LONGEST_NAME]}".strip(), style)

    def listed(self, seats: Iterable[int]) -> Text:
        """Return the names of some seats."""
        return Text(", ").join(self.names[seat] for seat in seats)

    def line(self, seat: int, *columns: Text) -> Text:
        """Return a line that begins with the name of a seat."""
        return Text("  ").join([Text(), padded(self.names[seat], self.width), *columns])

    def lines(self, rows: Sequence[tuple[int, Sequence[Text]]]) -> list[Text]:
        """Return a line for each seat and its columns, one below the other, each as wide as needed.

        Parameters
        ----------
        rows : sequence of (int, sequence of Text)
            As many columns in each.
        """
        columns = list(zip(*(cells for _, cells in rows), strict=True))
        widths = [max(cell.cell_len for cell in column) for column in columns]
        found = []
        for seat, cells in rows:
            shown = (padded(cell, width) for cell, width in zip(cells, widths, strict=True))
            line = self.line(seat, *shown)
            line.rstrip()
            found.append(line)
        return found

    def styled(self, words: str) -> Text:
        """Return a text, its cards in the colours of their suits."""
        line = Text()
        for word in words.split():
            line.append(word, self._styles.get(word, "")).append(" ")
        line.rstrip()
        return line

    def cards(self, cards: Mask) -> Text:
        """Return a set of cards in the colours of their suits."""
        return self.styled(cards_text(cards, self.record.rules.tokens))
