"""What a bot in Python sees: the view of a seat under readable names, cards as tokens."""

from collections.abc import Callable, Sequence
from functools import cache, cached_property, lru_cache
from typing import TypeVar

from tichu_sim.game.bombs import fill_bombs
from tichu_sim.game.cards import cards_text, rank_text
from tichu_sim.game.choices import plays_on
from tichu_sim.game.combos import KIND_NAMES, NO_COMBO
from tichu_sim.game.events import BOMB, PLAY, Event, event_words
from tichu_sim.game.patterns import list_plays, new_patterns
from tichu_sim.game.ranks import rank_cards
from tichu_sim.game.readings import cards_of, phoenixes_of
from tichu_sim.game.rules import Rules
from tichu_sim.game.state import new_state
from tichu_sim.game.view import CALL_NAMES, NO_SEAT
from tichu_sim.jit import Mask, Record, u64
from tichu_sim.rng import below, uniform

T = TypeVar("T")
Cards = tuple[str, ...]


@cache
def _writer(rules: Rules) -> Callable[[int, int], str]:
    # The same plays come up again and again.
    @lru_cache(maxsize=1 << 16)
    def text(verb: int, play: int) -> str:
        words = int(play), 0
        event = Event(0, verb, cards_of(words), phoenix=phoenixes_of(words)[0])
        return event_words(event, rules)

    return text


def load_view(rules: Rules) -> None:
    """Load the compiled code that views are made with, which takes as long as many answers."""
    public, own = new_state(rules)
    own["hand"] = rank_cards(2)
    view = View(rules, public[0], own[0], {})
    _ = view.plays, view.bombs, view.random(), view.choice("ab")


class View:
    """What one seat knows when it is asked; the fields are those of `game.view`.

    Seats are numbers in order of play, the own one is ``seat``. Cards are tokens as in a round
    record, ascending.

    Attributes
    ----------
    rules : Rules
        ``rules.preset``, and options such as ``rules["double_victory"]``.
    parameters : dict
        The bot's parameters, by name.
    counter : int
        Where the own random stream stands.
    """

    def __init__(
        self, rules: Rules, public: Record, own: Record, parameters: dict[str, float]
    ) -> None:
        self.rules = rules
        self.parameters = parameters
        self.counter = int(own["random"])
        self._public, self._own = public, own

    # --- seats ---

    @property
    def seat(self) -> int:
        """The own seat."""
        return int(self._own["seat"])

    @property
    def player(self) -> int:
        """Who decides for the seat: the number of the player, who may have another seat too."""
        return int(self._own["player"])

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return self.rules.seats

    @property
    def partners(self) -> tuple[int, ...]:
        """The other seats of the own team, in order of play."""
        return self._others(2)

    @property
    def partner(self) -> int | None:
        """The first of them; None where everybody plays alone."""
        return next(iter(self.partners), None)

    @property
    def opponents(self) -> tuple[int, ...]:
        """The seats of the other team, in order of play."""
        return self._others(1)

    @property
    def dealer(self) -> int:
        """Seat that is asked first for calls."""
        return int(self._public["dealer"])

    @property
    def turn(self) -> int | None:
        """Seat to act; while a trick waits the next leader; None before the first lead."""
        return self._seat_in("turn")

    @property
    def leader(self) -> int | None:
        """Seat that led the trick or leads next; None before the first lead."""
        return self._seat_in("leader")

    @property
    def owner(self) -> int | None:
        """Seat of the combination on the table; None for an empty table."""
        return self._seat_in("owner")

    # --- cards ---

    @property
    def hand(self) -> Cards:
        """Cards in hand; in the window of Grand Tichu the first eight."""
        return self.tokens(self._own["hand"])

    @property
    def first(self) -> Cards:
        """The cards that came before the window of Grand Tichu."""
        return self.tokens(self._own["first"])

    @property
    def dealt(self) -> Cards:
        """The dealt hand."""
        return self.tokens(self._own["dealt"])

    @property
    def other(self) -> Cards:
        """The player's other hand, once he has seen it."""
        return self.tokens(self._own["other"])

    @property
    def shown(self) -> Cards:
        """The hand that lies open (Threechu's dummy)."""
        return self.tokens(self._public["shown"])

    @property
    def played(self) -> tuple[Cards, ...]:
        """For each seat the cards that it has played."""
        return tuple(map(self.tokens, self._public["played"]))

    @property
    def receivers(self) -> tuple[int, ...]:
        """Seats that get a card in the exchange, in order of play."""
        receivers = int(self._own["receivers"])
        places = (k for k in range(self.seats) if receivers >> k & 1)
        return tuple((self.seat + k) % self.seats for k in places)

    @property
    def given(self) -> dict[int, str]:
        """Receiver -> card that he got in the exchange."""
        return self._passed("given")

    @property
    def received(self) -> dict[int, str]:
        """Giver -> card that came from him."""
        return self._passed("received")

    # --- the table ---

    @property
    def sizes(self) -> tuple[int, ...]:
        """For each seat how many cards it holds."""
        return tuple(self._public["size"].tolist())

    @property
    def calls(self) -> tuple[str, ...]:
        """For each seat its call: none, tichu, grand or greatgrand."""
        return tuple(CALL_NAMES[call] for call in self._public["call"].tolist())

    @property
    def finish(self) -> tuple[int, ...]:
        """Seats that are out, in the order in which they went."""
        places = self._public["place"].tolist()
        return tuple(sorted((s for s in range(self.seats) if places[s]), key=places.__getitem__))

    @property
    def top(self) -> Cards:
        """Cards of the combination on the table."""
        return self.tokens(self._public["top_cards"])

    @property
    def top_combo(self) -> str | None:
        """That combination as `tichu_sim.readings` names it, "pair/2/5"; None for none."""
        kind = int(self._public["top_kind"])
        if kind == NO_COMBO:
            return None
        _, length, level = self._top()
        return f"{KIND_NAMES[kind]}/{length}/{level / 2:g}"

    @property
    def passes(self) -> int:
        """How many have passed since the last play."""
        return int(self._public["passes"])

    @property
    def points(self) -> int:
        """Card points of the trick on the table."""
        return int(self._public["points"])

    @property
    def piles(self) -> tuple[int, ...]:
        """For each seat the card points of its tricks."""
        return tuple(self._public["pile"].tolist())

    @property
    def wish(self) -> str | None:
        """The wished rank."""
        rank = int(self._public["wish"])
        return rank_text(rank) if rank else None

    @property
    def total(self) -> tuple[int, ...]:
        """For each seat the points of its player before the round."""
        return tuple(self._public["total"].tolist())

    @property
    def victory(self) -> tuple[int, ...]:
        """For each seat the victory points of its player before the round."""
        return tuple(self._public["victory"].tolist())

    @property
    def tricks(self) -> int:
        """How many tricks have been collected."""
        return int(self._public["tricks"])

    # --- what may be done ---

    @property
    def plays(self) -> list[str]:
        """All plays that are legal on the own turn, as events: "play 5j 5s"."""
        return self._choices[0]

    @property
    def may_pass(self) -> bool:
        """Whether a pass is legal on the own turn."""
        return self._choices[1]

    @cached_property
    def bombs(self) -> list[str]:
        """All own bombs that beat the table, as events: "bomb 5j 5s 5p 5t"."""
        hand, room = self._own["hand"], new_patterns(self.rules.highest)
        n = fill_bombs(hand, *self._top(), room, 0)
        text = _writer(self.rules)
        return [text(BOMB, play) for play in list_plays(hand, room, n)]

    # --- chance ---

    def random(self) -> float:
        """Draw a number from [0, 1) of the seat's own stream."""
        number, self.counter = uniform(u64(self.counter))
        return float(number)

    def choice(self, values: Sequence[T]) -> T:
        """Draw one of some values, each with the same chance."""
        number, self.counter = below(u64(self.counter), len(values))
        return values[int(number)]

    def tokens(self, cards: Mask) -> Cards:
        """Return the tokens of a mask."""
        return tuple(cards_text(cards, self.rules.tokens).split())

    @cached_property
    def _choices(self) -> tuple[list[str], bool]:
        wish = 0 if self._own["wish_free"] else int(self._public["wish"])
        plays, may_pass = plays_on(int(self._own["hand"]), self._top(), wish, self.rules)
        text = _writer(self.rules)
        return [text(PLAY, play) for play, _ in plays], may_pass

    def _top(self) -> tuple[int, int, int]:
        public = self._public
        return int(public["top_kind"]), int(public["top_length"]), int(public["top_level"])

    def _others(self, first: int) -> tuple[int, ...]:
        return tuple((self.seat + k) % self.seats for k in range(first, self.seats, 2))

    def _seat_in(self, field: str) -> int | None:
        seat = int(self._public[field])
        return None if seat == NO_SEAT else seat

    def _passed(self, field: str) -> dict[int, str]:
        cards = self._own[field][: self.seats].tolist()
        return {
            (self.seat + k) % self.seats: cards_text(card, self.rules.tokens)
            for k, card in enumerate(cards)
            if card
        }
