"""What the call with one hand came to: as one JSON object, and as a sheet for the eye."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from rich.text import Text

from tichu_sim.cli.columns import columns
from tichu_sim.cli.figures import coloured, figure, percents, points, share, span
from tichu_sim.studies.advice import CALL, OPEN, SILENT
from tichu_sim.studies.call_pairs import CallPairs
from tichu_sim.studies.call_tally import CallTally
from tichu_sim.studies.categories import category_text
from tichu_sim.studies.holdings import Holding
from tichu_sim.studies.stats import Interval

_STYLES = {CALL: "bold green", SILENT: "bold red", OPEN: "bold"}


class HandStudy(NamedTuple):
    """A hand, how it was played, and what came of it.

    Attributes
    ----------
    pairs : CallPairs
    holding : Holding
    found : CallTally
    score : (int, int) or None
        Totals of us and them, where the decision is by the chance to win the game.
    """

    pairs: CallPairs
    holding: Holding
    found: CallTally
    score: tuple[int, int] | None


def answer(study: HandStudy) -> dict[str, Any]:
    """Return the study as the command prints it with --json."""
    pairs, holding, found, score = study
    win = found.win_value()
    return {
        "hand": holding.text,
        "rounds": found.deals,
        "p_first": share(found.p_first()),
        "call_value": figure(found.call_value()),
        "advice": found.advice(),
        "asked": found.asked,
        "points_called": figure(found.called.mean()),
        "points_silent": figure(found.silent.mean()),
        "p_first_silent": share(found.p_first_silent()),
        "tichu_called": share(found.tichu_called()),
        "tichu_made": share(found.tichu_kept()),
        "bombed": share(found.bombed()),
        "call_value_bombed": figure(found.value_bomb.mean()),
        "call_value_unbombed": figure(found.value_no_bomb.mean()),
        **({} if win is None or score is None else _win(score, win)),
        **setup(pairs),
    }


def _win(score: tuple[int, int], win: Interval) -> dict[str, Any]:
    return {"score": list(score), "win_value": share(win)}


def setup(pairs: CallPairs) -> dict[str, Any]:
    """Return how rounds were played, for JSON."""
    return {"bot": pairs.bot.name, "rules": pairs.rules.written(), "seed": pairs.seed}


def setup_text(pairs: CallPairs) -> str:
    """Return how rounds were played, for the eye."""
    rules = pairs.rules.written()
    named = rules if isinstance(rules, str) else " ".join(_setting(*item) for item in rules.items())
    return f"four {pairs.bot.name}, rules {named}, seed {pairs.seed}"


def _setting(name: str, value: object) -> str:
    return str(value) if name == "preset" else f"{name}={str(value).lower()}"


def lines(study: HandStudy) -> Iterator[Text]:
    """Yield the study as lines for the eye."""
    pairs, holding, found, score = study
    yield Text(f"{holding.text} ({category_text(holding.category)})")
    yield Text(f"{found.deals:,} deals, each with and without the call; {setup_text(pairs)}")
    if found.asked < found.deals:
        yield Text(f"In {found.asked:,} of them the call was possible; they alone count.")
    head = ["", "with the call", "95 %", "without", "95 %"]
    yield from columns(head, list(_both(found)), [""])
    yield from columns(
        ["the call gains", "", "95 %"], list(_gains(found, score)), ["the call gains"]
    )
    yield Text()
    yield from _notes(found)
    yield Text()
    yield Text("Advice: ").append(found.advice(), _STYLES[found.advice()])


def _both(found: CallTally) -> Iterator[list[Text]]:
    chances = found.p_first(), found.p_first_silent()
    yield [Text("goes out first"), *(cell for one in chances for cell in percents(one))]
    means = found.called.mean(), found.silent.mean()
    cells = [cell for one in means for cell in (Text(points(one.value)), span(one))]
    yield [Text("points a round, us - them"), *cells]


def _gains(found: CallTally, score: tuple[int, int] | None) -> Iterator[list[Text]]:
    rows = [
        ("points a round", found.call_value()),
        ("  where an opponent holds a bomb", found.value_bomb.mean()),
        ("  where none does", found.value_no_bomb.mean()),
    ]
    for name, gain in rows:
        yield [Text(name), coloured(points(gain.value), gain), span(gain)]
    win = found.win_value()
    if win is not None and score is not None:
        gain = Interval(*(100 * part for part in win))
        what = f"% of the games, at {score[0]}:{score[1]}"
        yield [Text(what), coloured(points(gain.value), gain), span(gain)]


def _notes(found: CallTally) -> Iterator[Text]:
    called, made, bombed = found.tichu_called(), found.tichu_kept(), found.bombed()
    kept = f" and makes it in {100 * made.value:.1f} % of those" if found.tichu else ""
    yield Text(
        f"The silent hand calls Tichu later in {100 * called.value:.1f} % of the deals{kept}."
    )
    yield Text(
        f"An opponent holds a bomb after the exchange in {100 * bombed.value:.1f} % of them."
    )
