"""What a comparison came to: as one JSON object, and as tables for the eye."""

from collections.abc import Iterator, Sequence
from typing import Any

from rich.text import Text

from tichu_sim.cli.columns import columns
from tichu_sim.cli.figures import coloured, number, percent, percents, points, share, span
from tichu_sim.game.view import CALL_NAMES, GRAND, GREAT_GRAND, TICHU
from tichu_sim.studies.compare import Comparison, Figures, PairResult
from tichu_sim.studies.outcomes import calls_of
from tichu_sim.studies.sequential import Sprt

_CALLS = {TICHU: "Tichu", GRAND: "Grand Tichu", GREAT_GRAND: "Great Grand"}
_DOUBLES = {"tientsin": "triple victory", "t52": "skunk", "two_tea": ""}
"""What games call the double victory; two_tea has none."""


def answer(found: Comparison) -> dict[str, Any]:
    """Return a comparison as the command prints it with --json."""
    pairing = found.pairs[0].pairing
    ratings = found.ratings()
    rated = [(side.name, ratings.interval(place)) for place, side in enumerate(found.sides)]
    return {
        "rules": pairing.rules.written(),
        "seed": pairing.seed,
        "unit": "deal" if pairing.rules.game.own_rounds else "game",
        "pairs": [_pair(pair) for pair in found.pairs],
        "ratings": [
            {"bot": name, "rating": number(value), "ci95": [number(low), number(high)]}
            for name, (value, low, high) in sorted(rated, key=lambda row: -row[1].value)
        ],
    }


def _pair(pair: PairResult) -> dict[str, Any]:
    (value, low, high), saved = pair.paired()
    rules = pair.pairing.rules
    sides = pair.pairing.a.name, pair.pairing.b.name
    figures = [pair.figures(side, calls_of(rules)) for side in range(2)]
    return {
        "a": sides[0],
        "b": sides[1],
        "deals": pair.deals,
        "mean_diff": number(value),
        "ci95": [number(low), number(high)],
        "variance_saved": number(saved),
        "games": len(pair.games),
        "games_won": share(pair.games_won()),
        "sides": [
            {
                "bot": name,
                "calls": [
                    {
                        "call": CALL_NAMES[kind],
                        "n": of_side.calls[kind],
                        "called": share(of_side.called[kind]),
                        "made": share(of_side.made[kind]),
                    }
                    for kind in of_side.calls
                ],
                "double_victories": share(of_side.doubles) if _doubles_of(pair) else None,
            }
            for name, of_side in zip(sides, figures, strict=True)
        ],
        **({"sprt": _test(pair.test)} if pair.test else {}),
    }


def _test(test: Sprt) -> dict[str, Any]:
    return {
        "low": test.low,
        "high": test.high,
        "alpha": test.alpha,
        "beta": test.beta,
        "llr": number(test.llr),
        "bounds": [number(bound) for bound in test.bounds],
        "decision": test.decision,
    }


def _doubles_of(pair: PairResult) -> str:
    return _DOUBLES.get(pair.pairing.rules.game.name, "double victory")


def title(found: Comparison) -> str:
    """Return what was played, on a line."""
    pairing, deals = found.pairs[0].pairing, sorted({pair.deals for pair in found.pairs})
    rules = pairing.rules.written()
    named = rules if isinstance(rules, str) else " ".join(_setting(*item) for item in rules.items())
    number = f"{deals[0]:,}" if len(deals) == 1 else f"{deals[0]:,} to {deals[-1]:,}"
    played = len(found.pairs[0].rows)
    games = "" if pairing.rules.game.own_rounds else f" in {played:,} game{'s' * (played > 1)}"
    unit = "deals" if deals[-1] > 1 else "deal"
    return f"{number} {unit}{games} at both seatings, rules {named}, seed {pairing.seed}"


def _setting(name: str, value: object) -> str:
    return str(value) if name == "preset" else f"{name}={str(value).lower()}"


def lines(found: Comparison) -> Iterator[Text]:
    """Yield a comparison as lines for the eye."""
    yield Text(title(found))
    head = ["a", "b", "a - b, points a round", "95 %", "variance saved"]
    yield from _table(head, [_difference_row(pair) for pair in found.pairs])
    if found.pairs[0].test:
        yield from _test_lines(found.pairs)
    if len(found.pairs[0].games):
        head = ["a", "b", "games won by a", "95 %", "games, each at both seatings"]
        yield from _table(head, [_games_row(pair) for pair in found.pairs])
    head = ["side", "against", "", "of its hands", "95 %", "made", "95 %"]
    yield from _table(head, [row for pair in found.pairs for row in _figure_rows(pair)])
    yield from _rating_lines(found)


def _named(pair: PairResult) -> list[Text]:
    return [Text(pair.pairing.a.name), Text(pair.pairing.b.name)]


def _difference_row(pair: PairResult) -> list[Text]:
    found, saved = pair.paired()
    difference = coloured(points(found.value), found)
    if len(pair.rows) == 1:
        one = "deal" if pair.pairing.rules.game.own_rounds else "game"
        return [*_named(pair), difference, Text(f"one {one} has none"), Text("-")]
    # Where each deal ends alike at both seatings, to say that luck is taken out says nothing.
    alike = not pair.differences.sum(axis=1).any()
    share = Text("both play the same") if alike else percent(saved)
    return [*_named(pair), difference, span(found), share]


def _games_row(pair: PairResult) -> list[Text]:
    return [*_named(pair), *percents(pair.games_won()), Text(f"{len(pair.games):,}")]


def _test_lines(pairs: Sequence[PairResult]) -> Iterator[Text]:
    test = pairs[0].test
    assert test is not None
    low, high = test.bounds
    yield Text()
    yield Text(
        f"Is a - b {test.low:g} or {test.high:g} points a round? Decided where LLR leaves "
        f"{low:.2f} to {high:.2f} (alpha {test.alpha:g}, beta {test.beta:g})."
    )
    rows = []
    for pair in pairs:
        assert pair.test is not None
        decided = {"low": f"low: {test.low:g}", "high": f"high: {test.high:g}", None: "undecided"}
        shown = Text(decided[pair.test.decision], "bold" if pair.test.decision else "")
        rows.append([*_named(pair), Text(f"{pair.test.llr:.2f}"), shown, Text(f"{pair.deals:,}")])
    yield from _table(["a", "b", "LLR", "decision", "deals"], rows)


def _figure_rows(pair: PairResult) -> Iterator[list[Text]]:
    names = pair.pairing.a.name, pair.pairing.b.name
    kinds = calls_of(pair.pairing.rules)
    for side in range(2):
        who = [Text(names[side]), Text(names[1 - side])]
        for row in _rows_of_side(pair.figures(side, kinds), _doubles_of(pair)):
            yield [*who, *row]
            who = [Text(), Text()]


def _rows_of_side(figures: Figures, doubles: str) -> Iterator[list[Text]]:
    for kind in figures.calls:
        made = percents(figures.made[kind])
        yield [Text(_CALLS[kind]), *percents(figures.called[kind]), *made]
    if doubles:
        yield [Text(doubles), *percents(figures.doubles), Text(), Text()]


def _rating_lines(found: Comparison) -> Iterator[Text]:
    ratings = found.ratings()
    rated = [(side.name, ratings.interval(place)) for place, side in enumerate(found.sides)]
    rows = [
        [Text(name), coloured(points(interval.value), interval), span(interval)]
        for name, interval in sorted(rated, key=lambda row: -row[1].value)
    ]
    yield from _table(["side", "rating, points of Elo", "95 %"], rows)


def _table(head: Sequence[str], rows: Sequence[Sequence[Text]]) -> Iterator[Text]:
    return columns(head, rows, ("a", "b", "side", "against", ""))
