"""What each game of the family is: seats, teams, cards, who calls, who gives what to whom."""

from dataclasses import dataclass

from .cards import ONE_PACK, TWO_PACKS, Pack
from .options import Options

ALL_FOUR = (0, 1, 2, 3)
THREE_OTHERS = ((1, 2, 3), (2, 3, 0), (3, 0, 1), (0, 1, 2))


@dataclass(frozen=True)
class Game:
    """A game as its players see it; the default is the game of four (R1.5, R2).

    Teams alternate in order of play; with `team_size` 1 nobody has a partner. `window`: how many
    cards a seat has in the Grand Tichu window, `callers` who is asked there, `windowed` who has
    cards then, `tichu` who may call Tichu. `receivers`: to whom a seat gives a card, in this
    order. `steps`: what happens between the deal and the first lead, one after the other.
    `aside`: cards that are dealt to nobody. `leads_with`: the card whose holder leads first.
    """

    name: str = "standard"
    seats: int = 4
    team_size: int = 2
    pack: Pack = ONE_PACK
    window: int = 8
    callers: tuple[int, ...] = ALL_FOUR
    windowed: tuple[int, ...] = ALL_FOUR
    tichu: tuple[int, ...] = ALL_FOUR
    steps: tuple[str, ...] = ("give",)
    givers: tuple[int, ...] = ALL_FOUR
    receivers: tuple[tuple[int, ...], ...] = THREE_OTHERS
    aside: int = 0
    leads_with: str = "Mj"
    gift: bool = True  # whether a Dragon trick is given away

    def team(self, seat: int) -> int:
        """Return the team of a seat (R1.5, R15.1)."""
        return seat % (self.seats // self.team_size)

    def partners(self, seat: int) -> list[int]:
        """Return the other seats of the team, in order of play from this seat on."""
        others = [(seat + step) % self.seats for step in range(1, self.seats)]
        return [other for other in others if self.team(other) == self.team(seat)]

    def opponents(self, seat: int) -> list[int]:
        """Return the seats of the other team."""
        return [other for other in range(self.seats) if self.team(other) != self.team(seat)]

    def from_seat(self, seat: int) -> list[int]:
        """All seats in order of play, this one first."""
        return [(seat + step) % self.seats for step in range(self.seats)]

    def sizes(self, dealer: int) -> list[int]:
        """Return the cards of each seat: dealt one at a time from the dealer on (R2.1, R15.2)."""
        each, left_over = divmod(len(self.pack.whole) - self.aside, self.seats)
        more = self.from_seat(dealer)[:left_over]
        return [each + (seat in more) for seat in range(self.seats)]


STANDARD = Game()

TIENTSIN = Game(
    name="tientsin",
    seats=6,
    team_size=3,  # R15.1
    window=6,  # R15.3
    callers=tuple(range(6)),
    windowed=tuple(range(6)),
    tichu=tuple(range(6)),
    givers=tuple(range(6)),
    receivers=tuple(((seat + 2) % 6, (seat + 4) % 6) for seat in range(6)),  # R15.4
)

TWO_TEA = Game(
    name="two_tea",
    seats=2,
    team_size=1,
    pack=Pack(mah_jong="", dog=""),  # R18.1
    window=10,  # R18.2
    callers=(0, 1),
    windowed=(0, 1),
    tichu=(0, 1),
    steps=("give", "right", "left"),  # R18.4
    givers=(0, 1),
    receivers=((1,), (0,)),
    aside=14,
    leads_with="",
    gift=False,
)

TWO_WUERZBURG = Game(
    name="two_wuerzburg",
    callers=(0, 1),  # R18.13
    windowed=(0, 1),
    tichu=(0, 1),
    steps=("first", "give"),
    givers=(0, 1),
    receivers=((1,), (0,)),  # R18.12
)


def threechu(push: str) -> Game:
    """Seat 0 the dealer, seat 2 the dummy, seats 1 and 3 the defenders (R14.2, R14.5, A24)."""
    middle = {"defenders_exchange": ((2, 3, 0), (0, 1, 2)), "opponents_only": ((2, 0), (0, 2))}
    first, second = middle[push]
    return Game(
        name="threechu",
        callers=(1, 3),  # R14.3
        receivers=((1, 3), first, (3, 1), second),
    )


def grand_seigneur(players: int) -> Game:
    """No points, no calls, no Dog (R16.1, R16.2)."""
    everybody = tuple(range(players))
    return Game(
        name="grand_seigneur",
        seats=players,
        team_size=1,
        pack=Pack(dog="") if players <= 6 else TWO_PACKS,
        window=0,
        callers=(),
        windowed=(),
        tichu=(),
        steps=("push",),
        givers=everybody,
        receivers=(),
        gift=False,
    )


def t52(roles: str) -> Game:
    """52 cards, their aces the special cards (R17.1, R17.3, A35)."""
    suits = "shdc"
    if roles == "none":
        pack = Pack(suits, mah_jong="", dog="", phoenix="", dragon="")
        return Game(name="t52", pack=pack, leads_with="2c")
    dragon, phoenix, mah_jong, dog = (f"A{suit.lower()}" for suit in roles)
    pack = Pack(suits, mah_jong, dog, phoenix, dragon, highest=13)
    return Game(name="t52", pack=pack, leads_with=mah_jong)


def game_of(options: Options) -> Game:
    """Return the game that these options belong to."""
    match options.game:
        case "threechu":
            return threechu(options.threechu_push)
        case "tientsin":
            return TIENTSIN
        case "grand_seigneur":
            return grand_seigneur(options.players)
        case "t52":
            return t52(options.t52_roles)
        case "two_tea":
            return TWO_TEA
        case "two_wuerzburg":
            return TWO_WUERZBURG
    return STANDARD
