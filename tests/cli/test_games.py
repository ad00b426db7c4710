"""Every game of the family through the commands: record, check, show, moves, perft, simulate."""

import json
import re
from collections.abc import Iterator
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from tichu_sim.cli.main import run
from tichu_sim.game.games import GAMES
from tichu_sim.game.rules import Rules, make_rules
from tichu_sim.tables.reader import load

Capture = pytest.CaptureFixture[str]
Record = dict[str, Any]

PLAYED = {
    "atp": "--rules atp --bots greedy,random,greedy,random",
    "goettingen": "--rules goettingen --bots random",
    "threechu": "--rules threechu --bots greedy,random,greedy",
    "threechu_push": "--rules threechu --bots greedy --set threechu_push=opponents_only",
    "tientsin": "--rules tientsin --bots greedy,random,greedy,random,greedy,random",
    "t52": "--rules t52 --bots greedy,random,greedy,random",
    "t52_roles": "--rules t52 --bots random --set t52_roles=HCSD",
    "t52_none": "--rules t52 --bots random --set t52_roles=none",
    "two_tea": "--rules two_tea --bots greedy,random",
    "two_wuerzburg": "--rules two_wuerzburg --bots random,greedy",
    "wuerzburg": "--rules two_tea --bots random --set two=wuerzburg",
    "one_pack": "--rules grand_seigneur --bots greedy",
    "two_packs": "--rules grand_seigneur --bots random --set players=8",
}
"""Command lines for `record`, every game among them."""

every_game = pytest.mark.parametrize("game", PLAYED)


def printed(*arguments: str, code: int = 0) -> str:
    out = StringIO()
    with redirect_stdout(out):
        assert run(list(arguments)) == code
    return out.getvalue()


@cache
def played(game: str) -> tuple[Record, ...]:
    lines = printed("record", "--rounds", "9", "--seed", "4", *PLAYED[game].split()).splitlines()
    return tuple(json.loads(line) for line in lines)


def rules_of(record: Record) -> Rules:
    rules = record["rules"]
    if isinstance(rules, str):
        return make_rules(rules)
    return make_rules(rules["preset"], {k: v for k, v in rules.items() if k != "preset"})


def in_file(folder: Path, *records: Record) -> str:
    path = folder / "records.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return str(path)


def cut(record: Record, events: int) -> Record:
    kept = {key: value for key, value in record.items() if key != "result"}
    return {**kept, "events": record["events"][:events]}


def cuts(records: tuple[Record, ...], every: int) -> Iterator[tuple[Record, str]]:
    """Positions, and what happens next in each."""
    places = ((record, n) for record in records for n in range(len(record["events"])))
    for number, (record, n) in enumerate(places):
        if number % every == 0:
            yield cut(record, n), record["events"][n]


def sheets(folder: Path, *records: Record) -> list[list[str]]:
    shown = printed("show", in_file(folder, *records))
    return [sheet.splitlines() for sheet in shown.split(f"\n\n{'-' * 40}\n\n")]


def part(lines: list[str], title: str) -> list[str]:
    """The lines below a heading that begins so."""
    begin = next(i for i, line in enumerate(lines) if line.startswith(title)) + 1
    end = next((i for i, line in enumerate(lines[begin:], begin) if not line), len(lines))
    return lines[begin:end]


def test_every_game_is_played() -> None:
    assert {rules_of(played(game)[0]).game.name for game in PLAYED} == {
        game.name for game in GAMES if game.name != "standard"
    }


@every_game
def test_the_referee_finds_nothing(game: str, tmp_path: Path) -> None:
    records = played(game)
    rules = rules_of(records[0])
    whole = 1 if rules.game.own_rounds else rules.number("rounds")
    assert len(records) == -(-9 // whole) * whole
    checked = printed("check", in_file(tmp_path, *records))
    assert checked == f"{len(records)} records, 0 faults\n"
    for record in records:
        assert len(record["players"]) == len(record["deal"]) == rules.seats
        assert set(record["result"]) == (
            {"finish", "cards", "calls", "score"} if rules.has_points else {"finish"}
        )
        assert ("seating" in record) != rules.game.own_rounds


@every_game
def test_a_wrong_result_is_a_fault(game: str, tmp_path: Path) -> None:
    record = played(game)[0]
    finish = record["result"]["finish"]
    wrong = {**record, "result": {**record["result"], "finish": finish[1:] + finish[:1]}}
    told = printed("check", in_file(tmp_path, wrong), code=1)
    assert f"R6.8: result: finish {finish[1:] + finish[:1]}, should be {finish}" in told


@every_game
def test_what_happened_was_possible(game: str, tmp_path: Path) -> None:
    """`moves` lists the next event of every position, and `perft` counts as many."""
    positions = list(cuts(played(game), 17))
    path = in_file(tmp_path, *(position for position, _ in positions))
    answers = [json.loads(line) for line in printed("moves", path).splitlines()]
    nodes = [json.loads(line) for line in printed("perft", path, "--depth", "1").splitlines()]
    seen = set()
    for (_, event), answer, count in zip(positions, answers, nodes, strict=True):
        seat, words = event.split(maxsplit=1)
        verb = words.split()[0]
        seen.add(verb)
        if verb == "play":
            assert words.split(" wish ")[0] in answer["plays"], event
        elif verb == "bomb":
            assert words in answer["bombs"][seat], event
        elif verb == "pass":
            assert answer["pass"], event
        elif verb == "gift":
            assert int(words.split()[1]) in answer["gifts"], event
        if verb in ("play", "pass", "gift"):
            assert answer["seat"] == int(seat)
            listed = len(answer["plays"]) + answer["pass"] + len(answer["gifts"])
            assert count == {"depth": 1, "nodes": listed}
    assert {"play", "pass"} <= seen


@every_game
def test_every_position_can_be_shown(game: str, tmp_path: Path) -> None:
    positions = [position for position, _ in cuts(played(game), 41)]
    for lines, position in zip(sheets(tmp_path, *positions), positions, strict=True):
        assert lines[0].startswith(f"Round {position['round']}")
        below = part(lines, "The record stops here")
        assert len(below) in (0, len(position["deal"]), len(position["deal"]) + 1)


@every_game
def test_points_of_the_sheet(game: str, tmp_path: Path) -> None:
    records = played(game)
    rules = rules_of(records[0])
    for record, lines in zip(records, sheets(tmp_path, *records), strict=True):
        ended = sum(bool(re.search(r"\bout \w+(st|nd|rd|th)\b", line)) for line in lines)
        won = [line for line in lines if line.startswith("  = ") and "points to" in line]
        if not rules.has_points:
            assert not won
            assert ended == rules.seats - 1
            continue
        assert ended == len(part(lines, "Score sheet")[0].split(","))
        scores = next(line for line in lines if line.startswith("  score"))
        assert scores.split() == ["score", *map(str, record["result"]["score"])]
        taken = [line for line in lines if line.startswith("  tricks taken")]
        if taken:
            piles = [int(each.split(": ")[1]) for each in taken[0].split("   ")[1].split(", ")]
            assert sum(int(line.split()[1]) for line in won) == sum(piles)


@every_game
def test_exchanges_of_the_sheet(game: str, tmp_path: Path) -> None:
    """Whatever is given, pushed or put beneath a stack stands there, and the hands after it."""
    records = played(game)
    for record, lines in zip(records, sheets(tmp_path, *records), strict=True):
        verbs = ("give", "stack", "push", "return")
        given = [event.split() for event in record["events"] if event.split()[1] in verbs]
        if not given:
            assert record["rules"] != "standard"
            assert record["round"] == 1
            continue
        told = part(lines, "Push and return" if given[0][1] in verbs[2:] else "Exchange")
        for seat, _, *words in given:
            (line,) = (line for line in told if line.split()[0] == seat)
            assert set(words) - {"to", "left", "right"} <= set(line.split())
        hand = set(told[0].split())
        first = next(event for event in record["events"] if event.startswith("0 play"))
        assert {word for word in first.split()[2:] if len(word) == 2 and word != "as"} <= hand


def test_the_sheet_of_a_tournament(tmp_path: Path) -> None:
    record = played("atp")[1]
    lines = sheets(tmp_path, record)[0]
    assert lines[0] == f"Round 2 of game {record['game']}, rules atp"
    assert part(lines, "Seats")[1].split() == ["1", "greedy", "player", "2"]
    _, _, *points = lines[-1].split()
    assert sorted(points) in (["0", "2"], ["1", "1"], ["0", "3"])


def test_the_sheet_of_threechu(tmp_path: Path) -> None:
    lines = sheets(tmp_path, played("threechu")[1])[0]
    assert [line.split("player ")[1] for line in part(lines, "Seats")] == [
        "1, dealer",
        "2, defender",
        "1, dummy",
        "0, defender",
    ]
    for line in part(lines, "Exchange")[::2]:
        assert line.split()[2::2][0] == "-"


def test_the_sheet_of_tientsin(tmp_path: Path) -> None:
    for record, lines in zip(
        played("tientsin"), sheets(tmp_path, *played("tientsin")), strict=True
    ):
        assert f"  {record.get('dealer', 0)} " in part(lines, "Seats")[0]
        dogs = [event for event in record["events"] if " play Dg to " in event]
        leads = [line for line in lines if line.startswith("  = the lead goes to")]
        assert [event.split()[-1] for event in dogs] == [line.split()[5] for line in leads]
        assert "cards" in record["result"]
        if 300 in record["result"]["cards"]:
            assert "triple victory" in "".join(lines)
        else:
            assert any("tricks to the opponents" in line for line in lines)
            assert any(line.startswith("  fifth ") for line in lines)


def test_the_sheet_of_52_cards(tmp_path: Path) -> None:
    for record, lines in zip(played("t52"), sheets(tmp_path, *played("t52")), strict=True):
        score = record["result"]["score"]
        ahead = score[0] - score[1]
        assert lines[-1].split() == ["difference", str(ahead), str(-ahead)]
        assert ("skunk" in "".join(lines)) == (200 in record["result"]["cards"])


def test_the_sheet_of_two_players_with_stacks(tmp_path: Path) -> None:
    record = played("two_tea")[0]
    lines = sheets(tmp_path, record)[0]
    swaps = part(lines, "Exchange")
    right, left = (stack.split() for stack in record["stacks"])
    assert f"  stack on the left of 0, from the top: {record['stacks'][1]}" in lines
    for seat, tops in ((0, (right[0], left[1])), (1, (left[0], right[1]))):
        pushed = [event.split()[-1] for event in record["events"] if f"{seat} stack" in event]
        for card, top in zip(pushed, tops, strict=True):
            assert f" {card} for {top} " in swaps[seat]
    assert not any("points to" in line for line in lines)


def test_the_sheet_of_two_players_with_two_hands(tmp_path: Path) -> None:
    for record, lines in zip(
        played("two_wuerzburg"), sheets(tmp_path, *played("two_wuerzburg")), strict=True
    ):
        hands = part(lines, "First hands")
        for seat, line in enumerate(hands):
            first = next(event for event in record["events"] if event.startswith(f"{seat} first"))
            seen_first = set(first.split()[2:]) == set(record["deal"][seat].split()) - {"|"}
            assert line.endswith("first" if seen_first else "second")
        taken_up = [line for line in lines if "takes up" in line]
        assert all(f"takes up {int(line.split()[0]) + 2}" in line for line in taken_up)


def test_the_sheet_of_ranks(tmp_path: Path) -> None:
    first, second = sheets(tmp_path, *played("one_pack")[:2])
    assert "was" not in part(first, "New ranks")[0]
    titles = ["Great Lord", "Lord", "Squire", "Burgher", "Pauper", "Wretch"]
    ranks = part(second, "New ranks")
    assert [" ".join(line[:14].split()) for line in ranks] == titles
    assert [line.split()[-1] for line in ranks] == ["0", "5", "4", "3", "2", "1"]
    pushes = part(second, "Push and return")
    for line, title, verb in zip(pushes, titles, ["returns"] * 3 + ["pushes"] * 3, strict=True):
        assert f"{title}  " in line
        assert f" {verb} " in line
    assert part(second, "Seats")[1].endswith("Wretch, deals")


@every_game
def test_it_can_be_simulated(game: str, tmp_path: Path, capsys: Capture) -> None:
    out = str(tmp_path / "out")
    command = ["simulate", out, "--rounds", "9", "--seed", "4", *PLAYED[game].split()]
    assert run([*command, "--quiet", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    records, stored = played(game), load(out)
    rules = rules_of(records[0])
    assert answer["rounds"] == len(stored.rounds) == len(records)
    assert len(stored.seats) == rules.seats * len(records)
    assert (Path(out) / "standings").exists() != rules.game.own_rounds
    assert stored.rounds["first"].tolist() == [record["result"]["finish"][0] for record in records]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("--rules threechu --bots greedy,greedy", "2 bots for 3 players: give one name, or 3"),
        ("--rules two_wuerzburg --bots greedy,greedy,greedy,greedy", "4 bots for 2 players"),
        ("--rules grand_seigneur --set players=7 --bots greedy,random", "2 bots for 7 players"),
        ("--rules tientsin --bots greedy --set tichujoin=true", "rules tientsin have no option"),
        ("--rules tientsin --bots greedy --set double_victory=100", "(there are great_grand, "),
        ("--rules t52 --bots greedy --set tie=draw", "t52 have no option 'tie' (there are "),
        ("--rules two_tea --bots greedy --set dragon_last_kept=true", "(there are two, "),
        ("--rules grand_seigneur --bots greedy --set target=100", "(there are players, rounds, "),
        ("--rules standard --bots greedy --set players=5", "standard have no option 'players'"),
        ("--rules grand_seigneur --bots greedy --set players=4", "a whole number from 5 to 12"),
        ("--rules bsw_tournament --bots greedy --set rounds=8", "8 is no multiple of 3"),
        ("--rules t52 --bots greedy --set t52_roles=SSDC", "SDCH, another order of these letters"),
    ],
)
def test_refused(options: str, told: str, capsys: Capture) -> None:
    assert run(["record", "--rounds", "3", *options.split()]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert told in shown.err
    assert shown.err.count("\n") == 1


def test_tables_of_the_game(tmp_path: Path, capsys: Capture) -> None:
    out = str(tmp_path / "out")
    command = ["simulate", out, "-n", "3", "--bots", "greedy", "--detail", "standings"]
    assert run(command) == 2
    assert "no such table: 'standings' (there are rounds, seats, plays)" in capsys.readouterr().err
    assert run([*command, "--rules", "threechu"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[0] == f"1 games, 9 rounds in {out}"
    assert shown[2].startswith("  standings  ")


@pytest.mark.parametrize(
    ("game", "asked"),
    [("threechu", 1), ("tientsin", 0), ("t52", 0), ("two_tea", 0), ("two_wuerzburg", 0)],
)
def test_the_window_of_grand_tichu(game: str, asked: int, tmp_path: Path) -> None:
    """A record that stops there has the first cards alone; a second hand is not seen yet."""
    record = cut(played(game)[0], 0)
    deal = [text.split(" | ")[0] if "|" in text else "" for text in record["deal"]]
    window = {**record, "deal": deal, "dealer": 0}
    window.pop("stacks", None)
    path = in_file(tmp_path, window, {**window, "events": [f"{asked} grand"]})
    first, second = (json.loads(line) for line in printed("moves", path).splitlines())
    assert first == {"seat": asked, "plays": [], "pass": False, "bombs": {}, "gifts": []}
    assert second["seat"] == {"threechu": 3}.get(game, 1)
    lines = sheets(tmp_path, window)[0]
    assert [line.split() for line in part(lines, "Dealt")] == [
        [str(seat), record["players"][seat], *text.split()] for seat, text in enumerate(deal)
    ]
    assert lines[-1].startswith(f"The record stops here, {asked} ")
