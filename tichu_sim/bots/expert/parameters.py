"""What can be tuned in `expert`.

A *tempo* is the unit: one play that wins no trick and that has to be led, or followed with, before
its holder is out. The defaults are those of a search that plays every change against the bot as it
was before, and against `greedy`, on the same deals.
"""

from collections.abc import Sequence
from typing import TypeAlias

from tichu_sim.bots.parameters import Parameter

Values: TypeAlias = Sequence[float]
"""What ``own.params`` is to the type checker."""


def _tempi(name: str, default: float, what: str, unit: str = "tempi") -> Parameter:
    return Parameter(name, default, -20.0, 20.0, unit, what)


def _ranks(name: str, default: float, what: str) -> Parameter:
    return Parameter(name, default, 0.0, 56.0, "cards", what)


_PLAN = (
    _tempi("low_single", 1.25, "burden of a single card"),
    _tempi("fair_single", 0.286, "less for a fair one"),
    _tempi("mid_single", 0.491, "less still for a middling one"),
    _tempi("good_single", 0.927, "less still for a good one"),
    _tempi("top_single", 0.591, "less still for one that no card beats"),
    _tempi("low_pair", 0.958, "burden of a pair"),
    _tempi("fair_pair", 0.335, "less for a fair one"),
    _tempi("good_pair", 0.795, "less still for a good one"),
    _tempi("top_pair", 1.02, "less still for one that no pair beats"),
    _tempi("low_triple", 0.414, "burden of three of a rank"),
    _tempi("fair_triple", 0.187, "less for a fair one"),
    _tempi("top_triple", 1.25, "less still for one that no three beat"),
    _tempi("run_pair", 0.656, "less for each pair that follows on another"),
    _tempi("full_house", 0.771, "less for each pair that goes with three of a rank"),
    _tempi("straight", 0.694, "burden of a straight up to the five"),
    _tempi("straight_rank", -0.0233, "less for each rank higher"),
    _tempi("bomb_cost", -1.61, "burden of four of a rank"),
    _tempi("phoenix", -1.44, "burden of the Phoenix"),
    _tempi("dragon", -1.15, "burden of the Dragon"),
    _tempi("dog", 2.17, "burden of the Dog"),
    _tempi("mahjong", 1.27, "burden of the Mah Jong alone"),
    _ranks("class_fair", 9.49, "so many opponents' cards above: a fair single"),
    _ranks("class_mid", 3.61, "so many: a middling single"),
    _ranks("class_good", 1.46, "so many: a good single"),
    _ranks("class_pair_fair", 6.69, "so many unseen pairs above: a fair pair"),
    _ranks("class_pair", 1.82, "so many: a good pair"),
    _ranks("class_triple", 3.77, "so many unseen threes above: fair threes"),
)
(
    LOW_SINGLE,
    FAIR_SINGLE,
    MID_SINGLE,
    GOOD_SINGLE,
    TOP_SINGLE,
    LOW_PAIR,
    FAIR_PAIR,
    GOOD_PAIR,
    TOP_PAIR,
    LOW_TRIPLE,
    FAIR_TRIPLE,
    TOP_TRIPLE,
    RUN_PAIR,
    FULL_HOUSE,
    STRAIGHT_COST,
    STRAIGHT_RANK,
    BOMB_COST,
    PHOENIX_COST,
    DRAGON_COST,
    DOG_COST,
    MAHJONG_COST,
    CLASS_FAIR,
    CLASS_MID,
    CLASS_GOOD,
    CLASS_PAIR_FAIR,
    CLASS_PAIR,
    CLASS_TRIPLE,
) = range(len(_PLAN))

_TRICKS = (
    Parameter("respond", 0.305, 0.0, 5.0, "1/card", "how readily an opponent beats what he can"),
    Parameter("respond_pair", 0.641, 0.0, 9.0, "1/pair", "the same for pairs"),
    Parameter("respond_triple", 0.129, 0.0, 9.0, "1/three", "for three of a rank"),
    Parameter("respond_full", 3.47, 0.0, 99.0, "1/three", "for full houses"),
    Parameter("respond_run", 0.329, 0.0, 99.0, "1/run", "for pairs in a row"),
    Parameter("respond_straight", 0.902, 0.0, 199.0, "1/straight", "for straights"),
    Parameter("passed", 1.0, 0.0, 1.0, "share", "less of that once all others have passed"),
    _tempi("lead", 0.353, "worth of winning a trick"),
    _tempi("points", 0.0359, "worth of card points in it", "tempi/point"),
    _tempi("own_call", 0.464, "winning is worth more after an own call"),
    _tempi("against_call", 0.111, "more for each opponent who has called"),
    _tempi("helper", -0.8, "more for taking a trick from a caller's partner"),
    _tempi("danger", 1.15, "more where an opponent has one card left; less with up to four"),
    _tempi("partner_out", 0.481, "more after the partner has gone out first"),
    _tempi("opponent_out", 0.63, "more after an opponent has gone out first"),
    _tempi("shed", 0.14, "worth of each card that is played", "tempi/card"),
    _tempi("near", -0.272, "worth of a hand with no burden left"),
    _tempi("finish", 4.25, "worth of going out"),
    _tempi("margin", -0.339, "what a play has to bring on a trick"),
    _tempi("bomb_margin", 0.794, "what a bomb has to bring beyond that"),
    _tempi("partner", 2.26, "cost of beating the partner, if his combination would win"),
    _tempi("partner_call", 4.2, "more if he has called"),
    Parameter("own_over", 0.833, 0.0, 2.0, "share", "of that cost after an own call"),
    _tempi("lead_rank", 0.0964, "lower ranks are led first", "tempi/rank"),
    _tempi("last_card", 1.59, "cost of a lead that an opponent's last cards may beat"),
    Parameter("sure", 0.971, 0.0, 1.01, "chance", "a play that wins so often is a winner"),
    _tempi("march", 1.95, "worth of winning with one loser left at most"),
    _tempi("partner_last", 0.342, "worth of a lead that the partner's last cards may beat"),
    _tempi("dog_lead", 1.98, "worth of leading the Dog"),
    _tempi("dog_call", 0.965, "more to a partner who has called"),
    Parameter("support", 1.02, 0.0, 2.0, "share", "weight of the own hand after a partner's call"),
    _tempi("support_low", 0.0154, "low leads for a partner who has called", "tempi/rank"),
    _tempi("hold", 1.1, "cost of going out before a partner who has called"),
)
(
    RESPOND,
    RESPOND_PAIR,
    RESPOND_TRIPLE,
    RESPOND_FULL,
    RESPOND_RUN,
    RESPOND_STRAIGHT,
    PASSED,
    LEAD,
    POINTS,
    OWN_CALL,
    AGAINST_CALL,
    HELPER,
    DANGER,
    PARTNER_OUT,
    OPPONENT_OUT,
    SHED,
    NEAR,
    FINISH,
    MARGIN,
    BOMB_MARGIN,
    PARTNER,
    PARTNER_CALL,
    OWN_OVER,
    LEAD_RANK,
    LAST_CARD,
    SURE,
    MARCH,
    PARTNER_LAST,
    DOG_LEAD_WORTH,
    DOG_CALL,
    SUPPORT,
    SUPPORT_LOW,
    HOLD,
) = range(len(_PLAN), len(_PLAN) + len(_TRICKS))

_OPENING = (
    _tempi("gift_rank", 0.138, "for the partner: worth of each rank above the seven", "tempi/rank"),
    _tempi("gift_ace", -0.0618, "worth of the highest rank beyond that"),
    _tempi("gift_dragon", 1.94, "worth of the Dragon"),
    _tempi("gift_phoenix", 2.36, "worth of the Phoenix"),
    _tempi("gift_dog", -1.65, "worth of the Dog"),
    _tempi("gift_dog_call", 0.2, "more of the Dog after an own call"),
    Parameter(
        "gift_weak", 0.232, -1.0, 1.0, "1/tempo", "less own loss for each tempo above the usual"
    ),
    Parameter("gift_usual", 3.83, -9.0, 20.0, "tempi", "that usual burden of a dealt hand"),
    Parameter("gift_own_call", 1.45, 0.0, 5.0, "share", "of the own loss counts after an own call"),
    _tempi("gift_call", 2.46, "more for ace, Dragon and Phoenix if he has called"),
    Parameter("gift_support", 0.165, 0.0, 1.0, "share", "of the own loss counts if he has called"),
    _tempi("away_rank", 0.192, "for an opponent: cost of each rank above the two", "tempi/rank"),
    _tempi("away_dog", -1.89, "worth of giving him the Dog"),
    _tempi("away_dog_call", 4.35, "more after an own call"),
    Parameter("tichu", 0.58, 0.0, 1.01, "chance", "least chance to go out first for a Tichu"),
    Parameter("tichu_against", 0.1, -1.0, 1.0, "chance", "so much more after an opponent's call"),
    Parameter("grand", 0.595, 0.0, 1.01, "chance", "least chance for a Grand Tichu"),
    Parameter("great_grand", 0.0, 0.0, 1.0, "switch", "1: calls Great Grand in every round"),
    Parameter(
        "court_danger",
        3.0,
        0.0,
        14.0,
        "cards",
        "Grand Seigneur: who has no more is fought",
    ),
)
(
    GIFT_RANK,
    GIFT_ACE,
    GIFT_DRAGON,
    GIFT_PHOENIX,
    GIFT_DOG,
    GIFT_DOG_CALL,
    GIFT_WEAK,
    GIFT_USUAL,
    GIFT_OWN_CALL,
    GIFT_CALL,
    GIFT_SUPPORT,
    AWAY_RANK,
    AWAY_DOG,
    AWAY_DOG_CALL,
    TICHU,
    TICHU_AGAINST,
    GRAND,
    GREAT_GRAND,
    COURT_DANGER,
) = range(len(_PLAN) + len(_TRICKS), len(_PLAN) + len(_TRICKS) + len(_OPENING))

PARAMETERS = (*_PLAN, *_TRICKS, *_OPENING)
