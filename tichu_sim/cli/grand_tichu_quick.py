"""`grand-tichu --quick`: a hand looked up in the atlas."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rich.text import Text

from tichu_sim.cli.columns import columns
from tichu_sim.cli.figures import figure, percents, points, share, span
from tichu_sim.studies.advice import advice_on
from tichu_sim.studies.atlas_file import QuickAnswer
from tichu_sim.studies.categories import category_text
from tichu_sim.studies.holdings import Holding

if TYPE_CHECKING:
    from tichu_sim.studies.stats import Interval

_DRAW = 4


def answer(holding: Holding, found: QuickAnswer) -> dict[str, Any]:
    """Return what `--quick` prints with --json."""
    return {
        "hand": holding.text,
        "rounds": found.rounds // 2,
        "p_first": share(found.p_first),
        "call_value": figure(found.call_value),
        "advice": advice_on(found.call_value),
        "class": found.rank_class,
        "multiplicity": found.multiplicity,
        "p_first_alone": share(found.p_first_alone),
        "call_value_alone": figure(found.call_value_alone),
    }


def lines(holding: Holding, found: QuickAnswer) -> Iterator[Text]:
    """Yield a quick answer as lines for the eye."""
    yield Text(f"{holding.text} ({category_text(holding.category)})")
    yield Text(
        f"class {found.rank_class:,} of the atlas: {found.multiplicity:,} holdings, "
        f"{found.rounds // 2:,} deals, each with and without the call"
    )
    head = ["", "goes out first with the call", "95 %", "the call gains, points", "95 %"]
    rows = [
        _row("with hands of its kind", found.p_first, found.call_value),
        _row("from its deals alone", found.p_first_alone, found.call_value_alone),
    ]
    yield from columns(head, rows, [""])
    yield Text()
    yield Text(f"Advice: {advice_on(found.call_value)}")
    if holding.suited_run >= _DRAW:
        yield Text("The atlas knows no suits, and here they matter: leave out --quick.")


def _row(name: str, p_first: "Interval", value: "Interval") -> list[Text]:
    return [Text(name), *percents(p_first), Text(points(value.value)), span(value)]
