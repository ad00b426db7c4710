"""`tichu-sim bench`: speed on this machine, and the signature of the program's behaviour."""

from typing import Annotated

import typer

from tichu_sim.cli.files import AsJson, print_json
from tichu_sim.cli.options import RulesName, Settings, chosen_rules, chosen_workers


def bench(
    bots: Annotated[
        str | None,
        typer.Option(
            "--bots", metavar="B[,B,...]", help="Bots to measure, each among its own kind; all."
        ),
    ] = None,
    rules: RulesName = "standard",
    settings: Settings = None,
    as_json: AsJson = False,
) -> None:
    """Measure rounds a second per bot and thread count, deals a second, and a signature.

    The signature is a hash of fixed rounds between all bots: it changes when behaviour does.
    """
    from tichu_sim.bots.registry import BOTS, parse_bot
    from tichu_sim.cli.compiling import kernel_kind, say_if_compiling
    from tichu_sim.sim.kernel import play_units

    chosen = chosen_rules(rules, settings)
    measured = [parse_bot(name.strip()) for name in (bots.split(",") if bots else BOTS)]
    say_if_compiling(kernel_kind(chosen), play_units)
    from tichu_sim.studies.bench import deal_rate, round_rates, signature

    threads = sorted({1, chosen_workers(None)})
    signed = signature(chosen)
    deals = deal_rate(chosen)
    rates = [rate for bot in measured for rate in round_rates(chosen, bot, threads)]
    if as_json:
        results = [{**rate._asdict(), "rounds_per_second": round(rate[-1])} for rate in rates]
        print_json({"signature": signed, "deals_per_second": round(deals), "results": results})
        return
    print(f"{'bot':<24} {'rules':<14} {'workers':>7} {'rounds a second':>16}")
    for rate in rates:
        print(f"{rate.bot:<24} {rate.rules:<14} {rate.workers:>7} {rate.rounds_per_second:>16,.0f}")
    print(f"\n{deals:,.0f} deals a second on one thread\nsignature {signed}")
