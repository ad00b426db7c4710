"""`grand-tichu --policies`: how good calling rules are."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import shorten
from typing import Any, NamedTuple

from rich.text import Text

from tichu_sim.cli.columns import columns
from tichu_sim.cli.compiling import kernel_kind, say_if_compiling
from tichu_sim.cli.console import print_lines
from tichu_sim.cli.figures import coloured, figure, percents, points, share, span
from tichu_sim.cli.files import print_json
from tichu_sim.cli.grand_tichu_sheet import setup, setup_text
from tichu_sim.cli.progress import progress
from tichu_sim.sim.kernel import play_units
from tichu_sim.studies.call_pairs import CallPairs
from tichu_sim.studies.calling_rules import OWN, CallingRule, calling_rules
from tichu_sim.studies.policies import PolicyTally, study_policies

HEAD = ("rule", "calls", "95 %", "makes", "95 %", "gains", "95 %", f"over {OWN}", "95 %")
"""Heads of the columns."""
_WIDEST = 60


class PolicyStudy(NamedTuple):
    """How rules were played, which they are, and what came of them."""

    pairs: CallPairs
    rules: Sequence[CallingRule]
    found: PolicyTally


def show_policies(
    pairs: CallPairs,
    expressions: Sequence[str],
    atlas: Path | None,
    deals: int,
    workers: int,
    quiet: bool,
    as_json: bool,
) -> None:
    """Play deals, judge the rules by them and print what they come to.

    Parameters
    ----------
    pairs : CallPairs
    expressions : sequence of str
        The user's own rules.
    atlas : Path or None
        A file of `grand-tichu --atlas` whose rule is judged too.
    deals, workers : int
    quiet, as_json : bool

    Raises
    ------
    InputError
        As `calling_rules` and `study_policies`.
    """
    # Before anything is compiled or played for them.
    rules = calling_rules(expressions, atlas)
    if not quiet:
        say_if_compiling(kernel_kind(pairs.rules), play_units)
    with progress(deals, "deals", quiet) as (start, advance):
        found = study_policies(pairs, rules, deals, workers, start, advance)
    study = PolicyStudy(pairs, rules, found)
    if as_json:
        print_json(answer(study))
    else:
        print_lines(lines(study))


def answer(study: PolicyStudy) -> dict[str, Any]:
    """Return the study as the command prints it with --json."""
    rules, found = study.rules, study.found
    return {
        "policies": [
            {
                "rule": rule.name,
                "called": share(found.call_rate(at)),
                "made": share(found.success(at)),
                "gain": figure(found.gain(at)),
            }
            for at, rule in enumerate(rules)
        ],
        "differences": [
            {"a": one.name, "b": other.name, "gain": figure(found.difference(i, i + 1 + j))}
            for i, one in enumerate(rules)
            for j, other in enumerate(rules[i + 1 :])
        ],
        "rounds": found.deals,
        **setup(study.pairs),
    }


def lines(study: PolicyStudy) -> Iterator[Text]:
    """Yield the study as lines for the eye."""
    pairs, rules, found = study
    name = pairs.bot.name
    yield Text(f"{found.deals:,} deals, each with and without the call; {setup_text(pairs)}")
    yield Text(f"One player follows the rule; the other three, and all play of cards, are {name}.")
    own = [rule.name for rule in rules].index(OWN)
    yield from columns(HEAD, [_row(study, at, own) for at in range(len(rules))], ["rule"])
    yield Text()
    yield Text("gains: points a round, all deals counted, over never calling")


def _row(study: PolicyStudy, at: int, own: int) -> list[Text]:
    rule, found = study.rules[at], study.found
    gain, over = found.gain(at), found.difference(at, own)
    return [
        Text(shorten(rule.name, _WIDEST, placeholder=" ...")),
        *percents(found.call_rate(at)),
        *percents(found.success(at)),
        coloured(points(gain.value), gain),
        span(gain),
        *(
            [Text("-"), Text("-")]
            if at == own
            else [coloured(points(over.value), over), span(over)]
        ),
    ]
