"""The slow twin held against the written cases, the examples and 90 real rounds."""

import json
from pathlib import Path
from typing import Any

import pytest
from reference import seigneur
from reference.calls import may_call
from reference.combos import cards_beat, readings
from reference.games import Game, game_of
from reference.legal import Play, legal_plays, wish_after
from reference.notation import written
from reference.options import Options, options_of
from reference.replay import check, replay
from reference.scoring import game_end, game_end52, score, tichujoin, two_score
from reference.standings import partnerships, schedule, tournament
from reference.turns import (
    after_pass,
    bombers,
    dog_leader,
    dog_targets,
    dragon_receivers,
    next_active,
    round_over,
    trick_leader,
)

HERE = Path(__file__).parent
HUMAN = HERE.parent.parent / "shared" / "records" / "human_rounds.jsonl"

Case = dict[str, Any]


def lines(name: str) -> list[Any]:
    return [json.loads(line) for line in (HERE / "reference_data" / name).read_text().splitlines()]


# --- the cases of the rules ---

CALL = {"T": "tichu", "GT": "grand", "GG": "greatgrand"}
ANOTHER = {"grand_seigneur": {"players": 12}}  # two packs, where a case does not say


def combo(text: str | None) -> tuple[str, int, float] | None:
    if text is None:
        return None
    kind, n, rank = text.split("/")
    return kind, int(n), float(rank)


def on_table(text: str) -> tuple[str, int, float]:
    top = combo(text)
    assert top is not None
    return top


def named(play: Play, game: Game) -> str:
    cards, kind, n, rank, _ = play
    return f"{kind}/{n}/{rank:g}:{' '.join(written(cards, game.pack))}"


def unordered(text: str) -> tuple[str, list[str]]:
    name, cards = text.split(":")
    return name, sorted(cards.split())


def seats(table: dict[str, Any]) -> dict[int, Any]:
    return {int(seat): value for seat, value in table.items()}


def options_in(case: Case) -> Options:
    more = {"players": case["n"]} if case["game"] == "grand_seigneur" and "n" in case else {}
    other = ANOTHER.get(case["game"], {})
    return options_of({"preset": case["game"], **other, **more, **case.get("opt", {})})


def answer_next(case: Case, game: Game) -> object:
    seat, active, event = case["seat"], case["active"], case["event"]
    match event:
        case "bomb":
            return next_active(seat, active, game)
        case "trick_won":
            return trick_leader(seat, active, game)
        case "dog6_targets":
            return dog_targets(seat, active, game)
        case "dog" | "dog6_none":
            return dog_leader(seat, active, game)
    following = after_pass(seat, active, case["owner"], game)
    return "trick_end" if following is None else following


def answer_score(case: Case, options: Options) -> object:
    calls = {seat: CALL[call] for seat, call in seats(case["calls"]).items()}
    if case["q"] == "two_score":
        return two_score(case["winner"], calls)
    if case["q"] == "tournament":
        return tournament(case["cards"], case["out"], calls, options)
    teams = score(case["out"], seats(case["piles"]), seats(case["hands"]), calls, options)
    return teams[0] - teams[1] if options.game == "t52" else teams


def answer_seigneur(case: Case, options: Options, game: Game) -> object:
    match case["q"]:
        case "gs_push":
            return seigneur.push_levels(case["n"], options.gs_push)
        case "gs_best":
            return seigneur.best(case["hand"], case["k"], game.pack)
        case "gs_deck":
            return len(seigneur.deck(case["n"]))
        case "gs_order":
            return seigneur.ranks_by_seat(case["n"], options.direction)
    raise AssertionError(case["q"])


def answer(case: Case) -> object:
    """What the twin says to a case, in the form of its `expect`."""
    options = options_in(case)
    game = game_of(options)
    match case["q"]:
        case "combo":
            return sorted(f"{kind}/{n}/{r:g}" for kind, n, r in readings(case["cards"], game.pack))
        case "beats":
            return cards_beat(on_table(case["top"]), case["cards"], game.pack)
        case "legal":
            wish = None if case.get("exempt") else case["wish"]
            plays, may_pass = legal_plays(case["hand"], combo(case["top"]), wish, pack=game.pack)
            return {"plays": sorted(unordered(named(p, game)) for p in plays), "pass": may_pass}
        case "wish_after":
            return wish_after(case["wish"], case["cards"], case.get("declare"), game.pack)
        case "bombers":
            found = bombers(seats(case["hands"]), combo(case["top"]), case["phase"], game)
            return {
                str(seat): sorted(unordered(named(p, game)) for p in those)
                for seat, those in found.items()
            }
        case "next":
            return answer_next(case, game)
        case "round_over":
            return round_over(case["out"], game)
        case "dragon_gift":
            ended = "last" if case.get("round_over") else None
            kept = options.dragon_last_kept
            return dragon_receivers(case["winner"], on_table(case["top"]), ended, kept, game)
        case "score" | "two_score" | "tournament":
            return answer_score(case, options)
        case "game_end" if case["game"] == "t52":
            return game_end52(case["diff"], case["round"])
        case "game_end":
            return game_end(case["totals"], case["round"], rounds=options.rounds)
        case "schedule":
            return partnerships(schedule(options.schedule))
        case "tichujoin":
            return tichujoin(case["join"])
        case "deal_sizes":
            return game.sizes(case["dealer"])
        case "may_call":
            called = CALL.get(case["called"])
            complete, played = case["dealt_complete"], bool(case["played"])
            names = may_call(options, case["cards"], complete, played, called)
            return [short for short, name in CALL.items() if name in names]
    return answer_seigneur(case, options, game)


def expected(case: Case) -> object:
    expect = case["expect"]
    if case["q"] == "combo":
        return sorted(expect)
    if case["q"] == "legal":
        return {"plays": sorted(map(unordered, expect["plays"])), "pass": expect["pass"]}
    if case["q"] == "bombers":
        return {seat: sorted(map(unordered, those)) for seat, those in expect.items()}
    return expect


@pytest.mark.parametrize("case", lines("cases.jsonl"), ids=lambda case: f"{case['id']}")
def test_case(case: Case) -> None:
    assert answer(case) == expected(case)


# --- the examples of the round records ---


@pytest.mark.parametrize("example", lines("positions.jsonl"))
def test_moves(example: Case) -> None:
    assert replay(example["record"]).moves() == example["expect"]


@pytest.mark.parametrize("example", lines("perft.jsonl"))
def test_perft(example: Case) -> None:
    position = replay(example["record"])
    depths = range(1, len(example["nodes"]) + 1)
    assert [position.perft(depth) for depth in depths] == example["nodes"]


@pytest.mark.parametrize("example", lines("faults.jsonl"), ids=lambda e: f"{e['kind']}")
def test_fault(example: Case) -> None:
    # `why` names the event, its number and the reason, in the words the twin uses too.
    assert str(check(example["record"])) == example["why"]


@pytest.mark.slow
def test_human_rounds() -> None:
    if not HUMAN.exists():
        pytest.skip("the human rounds are not here")
    records = [json.loads(line) for line in HUMAN.read_text().splitlines()]
    assert len(records) == 90
    for record in records:
        position = replay(record)
        assert position.result() == record["result"]
        assert position.log == record["events"]  # written as the twin would write it
