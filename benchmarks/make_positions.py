"""Make `positions.jsonl`: positions of all sorts, their counts, and how deep the twin agrees.

Run from the project's folder: ``python benchmarks/make_positions.py``; it takes ten minutes. The
positions are found in rounds of the kernel and in rounds that the twin makes up, full of bombs;
they are others once a bot has changed.
"""

import json
import random
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from reference.legal import holds_wished
from reference.position import Position
from reference.replay import replay as slow_replay
from reference.rounds import random_record
from samples.rounds import a_run, records

from tichu_sim.game.perft import perft
from tichu_sim.game.record import read_record
from tichu_sim.game.referee import replay

FILE = Path(__file__).parent / "positions.jsonl"
DEPTH = 4
MOST_NODES = 30_000_000
"""Positions with more sequences of four events take too long."""
MOST_STEPS = 4000
"""Positions that the twin walks through for one count."""
STANDARD: Mapping[str, object] = MappingProxyType({})
LEAD: Mapping[str, object] = {"wish_bomb_escape": "follow_and_lead"}
OFF: Mapping[str, object] = {"wish_bomb_escape": "off"}
KEPT: Mapping[str, object] = {"dragon_last_kept": True}


class Sort(NamedTuple):
    """A sort of position.

    Attributes
    ----------
    what : str
    fits : function
        Whether a position is one of these.
    least : int
        How many sequences of some depth there must be for the position to be worth counting.
    options : mapping
        The rules' options under which it is looked for.
    """

    what: str
    fits: Callable[[Position], bool]
    least: int = 10
    options: Mapping[str, object] = STANDARD


def cards(position: Position) -> int:
    """Cards in hand of the seat on turn."""
    return len(position.hands[position.turn])


def leads(position: Position) -> bool:
    return position.top is None or position.waiting


def follows(kind: str) -> Callable[[Position], bool]:
    def fits(position: Position) -> bool:
        if leads(position) or position.top is None or position.top.kind != kind:
            return False
        return len(position.plays()[0]) > 2

    return fits


def bound(position: Position) -> bool:
    """Whether the wish decides what can be played."""
    plays = position.plays()[0]
    return any(holds_wished(play[0], position.wish) for play in plays)


def escapes(position: Position) -> bool:
    """Whether a bomb may be played instead of the wished rank."""
    plays = position.plays()[0]
    return bound(position) and not all(holds_wished(play[0], position.wish) for play in plays)


def bombs(position: Position) -> int:
    """How many seats could bomb."""
    return sum(bool(position.bombs(seat)) for seat in range(4))


def has_bomb(position: Position) -> bool:
    return any(play[1] in ("quad", "sflush") for play in position.plays()[0])


def phoenix(position: Position) -> bool:
    return any(play[4] for play in position.plays()[0])


def nearly_double(position: Position) -> bool:
    """Whether the partner of the first who is out has at most three cards."""
    return len(position.hands[(position.out[0] + 2) % 4]) <= 3


def holds(card: str) -> Callable[[Position], bool]:
    return lambda position: card in position.hands[position.turn]


SORTS = (
    Sort("first lead", lambda p: not p.played, 20_000),
    Sort("first lead with the Phoenix", lambda p: not p.played and holds("Ph")(p), 20_000),
    Sort("first lead, and a bomb", lambda p: not p.played and has_bomb(p), 20_000),
    Sort("lead with a full hand", lambda p: leads(p) and bool(p.played) and cards(p) == 14, 10_000),
    Sort("lead with the Dog", lambda p: leads(p) and holds("Dg")(p) and cards(p) > 4, 1000),
    Sort("lead with the Phoenix", lambda p: leads(p) and holds("Ph")(p) and cards(p) < 13, 5000),
    Sort("lead of few cards", lambda p: leads(p) and cards(p) < 5, 100),
    *(
        Sort(f"follow a {kind}", follows(kind), least)
        for kind, least in (
            ("single", 5000),
            ("pair", 2000),
            ("triple", 500),
            ("pairseq", 100),
            ("fullhouse", 100),
            ("straight", 100),
        )
    ),
    Sort("Phoenix on a straight", lambda p: follows("straight")(p) and phoenix(p), 100),
    Sort("bomb on a bomb", lambda p: follows("quad")(p) or follows("sflush")(p), 100),
    Sort("two seats could bomb", lambda p: bombs(p) > 1, 100),
    Sort("lead under a wish", lambda p: leads(p) and bound(p), 1000),
    Sort("follow under a wish", lambda p: not leads(p) and bound(p), 100),
    Sort("wish in vain", lambda p: p.wish is not None and not bound(p) and not leads(p), 100),
    Sort("bomb instead of the wish", lambda p: not leads(p) and escapes(p)),
    Sort("lead a bomb instead of the wish", lambda p: leads(p) and escapes(p), 10, LEAD),
    Sort(
        "no bomb instead of the wish", lambda p: not leads(p) and bound(p) and has_bomb(p), 10, OFF
    ),
    Sort("the Dragon is to be given", lambda p: bool(p.gifts) and not p.out, 100),
    Sort("the Dragon's player is out", lambda p: bool(p.gifts) and p.owner in p.out),
    Sort("the Dragon ends the round", lambda p: bool(p.gifts) and p.ended is not None, 2),
    Sort("a won trick waits", lambda p: p.waiting and not p.gifts, 1000),
    Sort("a won trick waits for a bomb", lambda p: p.waiting and bombs(p) > 0, 100),
    Sort("the owner is out", lambda p: p.owner in p.out and not leads(p), 100),
    Sort("two are out", lambda p: len(p.out) == 2 and p.ended is None, 100),
    Sort("one is out, his partner nearly", lambda p: len(p.out) == 1 and nearly_double(p)),
    Sort("two are out, the Dragon kept", lambda p: len(p.out) == 2 and holds("Dr")(p), 10, KEPT),
)


def rounds(rng: random.Random, options: Mapping[str, object]) -> Iterator[dict[str, Any]]:
    """Rounds without end: some of the kernel, some made up."""
    rules = {"preset": "standard", **options} if options else "standard"
    while True:
        seed = rng.randrange(1 << 32)
        run = a_run("greedy,random:wish=1,greedy,random:wish=1", 20, seed, options=options)
        yield from (record.written() for record in records(run))
        for _ in range(20):
            yield random_record(rng, rules, rich=True)


def positions(record: dict[str, Any]) -> Iterator[tuple[dict[str, Any], Position]]:
    """Every position of a round, as a record and as the twin has it."""
    begin = {key: value for key, value in record.items() if key not in ("result", "seed", "round")}
    position = Position({**begin, "events": []})
    for count, event in enumerate(record["events"], start=1):
        position.apply(event)
        if position.playing and not position.finished:
            yield {**begin, "events": record["events"][:count]}, position


def counted(record: dict[str, Any], least: int) -> list[int] | None:
    """The counts of a position, None if it has too many or too few for a measure."""
    position = replay(read_record(record))
    nodes = []
    for depth in range(1, DEPTH + 1):
        nodes.append(perft(position, depth))
        if nodes[-1] > MOST_NODES:
            return None
    return nodes if max(nodes) >= least else None


def verified(record: dict[str, Any], nodes: list[int]) -> int:
    """How deep the twin agrees; it must, as far as it can be asked."""
    slow, depth = slow_replay(record), 0
    while depth < DEPTH and (depth == 0 or nodes[depth - 1] <= MOST_STEPS):
        count = slow.perft(depth + 1)
        assert count == nodes[depth], (record, depth + 1, count, nodes)
        depth += 1
    return depth


def find(options: Mapping[str, object]) -> dict[str, dict[str, Any]]:
    """Find a position of each sort that is looked for under these options, one from each round."""
    rng = random.Random(str(options))
    missing = [sort for sort in SORTS if sort.options == options]
    found: dict[str, dict[str, Any]] = {}
    for record in rounds(rng, options):
        for begin, slow in positions(record):
            sort = next((sort for sort in missing if sort.fits(slow)), None)
            nodes = counted(begin, sort.least) if sort is not None else None
            if sort is not None and nodes is not None:
                depth = verified(begin, nodes)
                print(f"{sort.what}: {nodes}, verified to depth {depth}", flush=True)
                found[sort.what] = {"record": begin, "nodes": nodes, "verified": depth}
                missing.remove(sort)
                break
        if not missing:
            return found
    raise AssertionError("there is always another round")


def main() -> None:
    found: dict[str, dict[str, Any]] = {}
    for options in (STANDARD, LEAD, OFF, KEPT):
        found |= find(options)
    lines = [json.dumps({"what": sort.what, **found[sort.what]}) for sort in SORTS]
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
