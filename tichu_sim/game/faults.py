"""The words for every fault code of `legal` and `walk`: rule number and sentence."""

from tichu_sim.game import legal, walk
from tichu_sim.game.events import NOTATION

FAULTS = {
    **legal.FAULTS,
    walk.GREAT_GRAND_OFF: ("R2.3", "there is no Great Grand in these rules (option great_grand)"),
    walk.GREAT_GRAND_LATE: ("R2.3", "a Great Grand comes before every other event"),
    walk.GRAND_OFF: ("R2.4", "there is no Grand Tichu in these rules (option grand_tichu)"),
    walk.GRAND_LATE: ("R2.4", "a Grand Tichu comes before the ninth card, so before this"),
    walk.SILENT_LATE: (
        NOTATION,
        "'silent' stands only in a record that stops in the Grand Tichu window",
    ),
    walk.SILENT_TWICE: ("R2.9", "the seat has already decided in this window"),
    walk.TICHU_EARLY: ("R2.5", "a Tichu comes after all fourteen cards are dealt"),
    walk.TICHU_LATE: ("R2.5", "the seat has already played a card, no Tichu any more"),
    walk.SECOND_CALL: ("R2.8", "the seat has already made an announcement"),
    walk.TEAM_CALL: ("R2.7", "the team has made its one announcement (option calls_per_team)"),
    walk.CALL_AFTER_END: ("R11.1", "the round is over"),
    walk.GIVE_EARLY: ("R2.2", "the exchange comes after all fourteen cards are dealt"),
    walk.GIVE_LATE: ("R3.1", "the exchange is over"),
    walk.GIVE_TWICE: ("R3.1", "the seat has already given its cards"),
    walk.GIVE_NOT_HELD: ("R3.2", "the seat was not dealt all of these cards"),
    walk.DEAL_UNFINISHED: ("R2.2", "only the first eight cards are dealt"),
    walk.EXCHANGE_MISSING: ("R2.2", "not every seat has given its cards yet"),
    walk.AFTER_END: ("R11.1", "the round is over"),
    walk.LATE_BOMB: ("R5.9", "the play that ends the round cannot be bombed"),
    walk.IS_OUT: ("R6.8", "the seat holds no cards and is out"),
    walk.NOT_FIRST_LEADER: ("R6.1", "the first lead is for the holder of the Mah Jong"),
    walk.NOT_LEADER: ("R6.6", "the lead is another seat's"),
    walk.NOT_ON_TURN: ("R6.3", "it is another seat's turn"),
    walk.GIFT_MISSING: ("R10.2", "the Dragon's trick has to be given away first"),
    walk.NO_GIFT: ("R10.2", "no Dragon has won a trick"),
    walk.GIFT_EARLY: ("R10.4", "the Dragon has not won yet, not all others have passed"),
    walk.GIFT_BY_OTHER: ("R10.2", "another seat has won the trick with the Dragon"),
    walk.GIFT_TO_PARTNER: ("R10.2", "the Dragon's trick goes to an opponent"),
    walk.WISH_WITHOUT_MAHJONG: ("R7.1", "only the Mah Jong's player names a wish"),
    walk.AS_WITHOUT_PHOENIX: ("R4.7", "only the Phoenix stands for something ('as')"),
    walk.AS_LONE_PHOENIX: ("R9.1", "a lone Phoenix stands for no rank ('as')"),
    walk.AS_IMPOSSIBLE: ("R4.5", "the Phoenix cannot stand for this rank here"),
}
"""Fault code -> (rule number, sentence)."""
